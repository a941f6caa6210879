"""Kayles boards with certificates of only those components that a question needs.

Our methods make them for boards with thousands of components; here they are made for tiny ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from gameproof.certificates.certificate import Certificate
from gameproof.encodings.impartial.kayles import component_values
from gameproof.games.impartial.kayles import Kayles
from gameproof.games.meaning.listed import moves_text
from gameproof.instances.instance import Resolved
from gameproof.solvers.limits import Limits
from soundness.oracle_impartial import values


def handmade(goal: Resolved) -> Iterator[tuple[str, str, Certificate]]:
    """(method, answer, certificate), the answer by the definition of Grundy values."""
    here: object = goal.position
    question = goal.question.name
    if not isinstance(here, Kayles) or question not in ("outcome", "grundy", "winning-moves"):
        return
    known = values(here)
    if known is None:
        raise RuntimeError("Kayles ends")
    value = known[here.key()]
    winning = [here.move_text(m) for m in here.moves() if known[here.play(m).key()] == 0]
    answer = {
        "outcome": "N" if value else "P",
        "grundy": str(value),
        "winning-moves": moves_text(winning),
    }
    yield "needed", answer[question], component_values(here, question, Limits(), 0)


GOALS: list[tuple[str, tuple[str, ...]]] = [
    (words, ("outcome", "grundy", "winning-moves"))
    for words in (
        "node-kayles star 4",
        "node-kayles caterpillar 1 2 1",
        "node-kayles tree 7 seed 2",
        "arc-kayles star 3",
        "arc-kayles tree 7 seed 3",
        "arc-kayles complete 4",
    )
]
