"""The thermograph of a short game, from the games of a table."""

from __future__ import annotations

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.short.game_tables import GameTable
from gameproof.games.short.thermographs import Wall, cooled, mast


def thermograph(table: GameTable, game: int) -> tuple[Wall, Wall]:
    """The left and the right wall; raises :class:`BadInput` for a game that may be a number in
    disguise. O(followers * options * corners) steps."""
    walls: dict[int, tuple[Wall, Wall]] = {}
    waiting = [game]
    while waiting:
        g = waiting[-1]
        if g in walls:
            waiting.pop()
            continue
        if g in table.plain:
            raise BadInput("the value is not given by games of the table")
        x = table.number[g]
        if x is not None:
            walls[g] = mast(x)
            continue
        missing = [o for o in (*table.left[g], *table.right[g]) if o not in walls]
        if missing:
            waiting.extend(missing)
            continue
        walls[g] = cooled(
            [walls[o][1] for o in table.left[g]], [walls[o][0] for o in table.right[g]]
        )
    return walls[game]
