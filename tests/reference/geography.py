"""Geography by plain recursion over all positions, straight from the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.kernel import verify
from gameproof.encodings.method import Undecided
from gameproof.games.geography import QUESTIONS, Position
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.question import Question


def outcomes(
    n: int, edges: Sequence[tuple[int, int]], *, edge: bool = False, directed: bool = False
) -> str:
    """The letter N or P of every start vertex. Exponential."""
    ways: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for number, (u, v) in enumerate(edges):
        ways[u].append((v, number))
        if not directed and u != v:
            ways[v].append((u, number))

    @cache
    def wins(v: int, gone: int) -> bool:
        if edge:
            return any(
                not gone >> number & 1 and not wins(w, gone | 1 << number) for w, number in ways[v]
            )
        left = gone | 1 << v
        return any(not left >> w & 1 and not wins(w, left) for w, _ in ways[v])

    return "".join("N" if wins(v, 0) else "P" for v in range(n))


def outcomes_by_play(position_of: object, n: int) -> str:
    """The same through ``moves`` and ``play`` of the game's own positions."""

    @cache
    def wins(position: object) -> bool:
        return any(not wins(position.play(move)) for move in position.moves())  # type: ignore[attr-defined]

    return "".join("N" if wins(position_of(v)) else "P" for v in range(n))  # type: ignore[operator]


def check(
    position: Position, question: str, answer: Value | Undecided, certificate: Certificate | None
) -> str:
    """The sentence of the certificate, verified to entail the answer; raises ``Rejected``."""
    assert certificate is not None
    assert not isinstance(answer, Undecided)
    asked: Question[Position] = next(q for q in QUESTIONS if q.name == question)
    return verify(position, asked, {}, asked.form.write(answer), certificate).sentence
