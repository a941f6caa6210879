"""Impartial games by their Grundy values: the part that all of them share.

The encoding is the Sprague–Grundy theorem: a game becomes its options, a value
becomes a table of mexes. Games with a faster theorem put it before this method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gameproof.certificates.certificate import Certificate, Claim
from gameproof.certificates.grundy_table import GrundyTable
from gameproof.certificates.nim_value import QUESTIONS, answer
from gameproof.encodings.method import Finding, Method, Options
from gameproof.games.game import BadInput
from gameproof.solvers.limits import Limits
from gameproof.solvers.sprague_grundy import search

SPRAGUE_GRUNDY = (
    "Sprague (1935), Grundy (1939): a position is equal to the Nim heap of the mex of its "
    "options' values, a sum to the heap of their XOR"
)


class Kept:
    """A part of a position, hashed and compared by its text alone (a name within one game)."""

    __slots__ = ("part", "text")

    def __init__(self, part: Any) -> None:
        self.part = part
        self.text = str(part)

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kept) and self.text == other.text

    def __str__(self) -> str:
        return self.text


def option_parts(state: Kept) -> Iterator[tuple[Kept, ...]]:
    """The moves from a part, each as the parts that it leaves."""
    for move in state.part.moves():
        yield tuple(Kept(part) for part in state.part.play(move).parts())


def grundy_table(position: Any, limits: Limits) -> dict[str, int]:
    """Grundy values of all parts below ``position``, by their texts."""
    values = search((Kept(part) for part in position.parts()), option_parts, limits)
    return {state.text: value for state, value in values.items()}


def claim_of(question: str, options: Options) -> Claim:
    """The claim to decide, its arguments checked; raises :class:`BadInput`."""
    arguments = dict(options.arguments)
    if question == "equivalent":
        heap = arguments.get("heap")
        if isinstance(heap, bool) or not isinstance(heap, int) or heap < 0:
            raise BadInput("say which Nim heap: --heap with a size 0, 1, 2, ...", "heap")
    return Claim(question, "", arguments)


def finding(
    position: Any,
    question: str,
    options: Options,
    value: Callable[[Any], int],
    certificate: Certificate | None,
    stats: dict[str, Any],
    reply: Callable[[Any], Any | None] | None = None,
) -> Finding:
    """The answer that Grundy values give; ``reply`` finds a winning move for the detail."""
    truth = answer(position, claim_of(question, options), value)
    detail: dict[str, Any] = {}
    if question == "outcome" and truth == "N" and reply is not None:
        move = reply(position)
        if move is not None:
            detail["winning move"] = position.move_text(move)
    return Finding(truth, certificate if options.certificate else None, stats, detail)


def by_table(question: str) -> Callable[[Any, Limits, Options], Finding]:
    """Answer ``question`` by the Grundy values of everything below the position."""

    def run(position: Any, limits: Limits, options: Options) -> Finding:
        claim_of(question, options)
        table = grundy_table(position, limits)

        def value(of: Any) -> int:
            total = 0
            for part in of.parts():
                total ^= table[str(part)]
            return total

        from gameproof.certificates import grundy_table as kind

        certificate = GrundyTable(table)
        return finding(
            position,
            question,
            options,
            value,
            certificate,
            {"positions": len(table)},
            lambda of: kind.reply(of, certificate),
        )

    return run


def table_methods(
    name: str = "grundy-table", applies: Callable[[Any], bool] = lambda position: True
) -> tuple[Method, ...]:
    """The method by exhaustive Grundy values, for each question they answer."""
    return tuple(
        Method(question, name, by_table(question), SPRAGUE_GRUNDY, applies)
        for question in QUESTIONS
    )
