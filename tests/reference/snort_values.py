"""Values of Snort and Col by the rules, one position after the other, without components."""

from __future__ import annotations

from functools import cache

from gameproof.games.bit_sets import members
from gameproof.games.snort import Position
from gameproof.solvers.values.short_games import Store


def value(store: Store, position: Position) -> int:
    """The value, Red being Left, from the options of every position that play can reach."""

    @cache
    def of(red: int, blue: int) -> int:
        here = Position(
            position.rules, position.graph, "red", red, blue, position.only_red, position.only_blue
        )
        return store.game(
            [of(red | 1 << v, blue) for v in members(here.red_free)],
            [of(red, blue | 1 << v) for v in members(here.blue_free)],
        )

    return of(position.red, position.blue)
