"""Quantities of a board that are the same whoever is to move, told by the game in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.elsewhere import Elsewhere, Follows, Told
from gameproof.games.meaning.question import Arguments
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, Statement

OF_THE_BOARD = (
    "pairing",
    "own-pairing",
    "sets",
    "degree",
    "drawn-position",
    "count-drawn",
    "fewest-crosses",
)
"""Quantities of stones, cells and sets, the same whoever is to move. Evenly shared boards, which
have an argument, are those of play in turn."""
IN_TURN = "in turn"


def of_the_board(in_turn: Callable[[Any], object]) -> Elsewhere[Any]:
    """By the key ``in turn`` the same stones of players who alternate: ``in_turn`` makes them."""

    def at(position: object, _arguments: Arguments, key: str | int) -> object:
        if key != IN_TURN:
            raise BadInput(f"the other game is played {IN_TURN!r}, not {str(key)[:60]!r}")
        return in_turn(position)

    def says(
        position: object, _arguments: Arguments, told: Told, _others: Sequence[object]
    ) -> Follows:
        kept: list[Statement] = [
            s
            for s in told(in_turn(position))
            if isinstance(s, Is | AtLeast | AtMost)
            and s.quantity.name in OF_THE_BOARD
            and not s.quantity.arguments
        ]
        values = {s.quantity.name: s.value for s in kept if isinstance(s, Is)}
        said = " and ".join(f"{name}: {value}" for name, value in values.items()) or "bounded"
        return kept, f"whoever is to move, {said}"

    return Elsewhere(at, says, None)
