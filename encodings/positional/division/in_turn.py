"""Divisions of questions about boards on which the players move in turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gameproof.encodings.division import Outcome, Splitting
from gameproof.encodings.method import Division, Finding, Options
from gameproof.games.positional import Position, Positional
from gameproof.solvers.limits import Limits


def in_turn(
    question: str,
    method: str,
    applies: Callable[[Position], bool],
    claims: Callable[[Position, Mapping[str, bool]], str | None],
    splitting: Callable[[Position, str, Options], Splitting],
    finding: Callable[[Position, Mapping[str, Outcome], Limits], Finding],
    most: int | None = None,
) -> Division[Positional]:
    """The division for players who move in turn."""

    def known(position: Positional) -> Position:
        if not isinstance(position, Position):
            raise TypeError("the players do not move in turn")
        return position

    return Division(
        question,
        method,
        lambda position: isinstance(position, Position) and applies(position),
        lambda position, verdicts: claims(known(position), verdicts),
        lambda position, claim, options: splitting(known(position), claim, options),
        lambda position, outcomes, limits: finding(known(position), outcomes, limits),
        most,
    )
