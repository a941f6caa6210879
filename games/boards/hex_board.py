"""The Hex board: which cells touch, which lie on a player's sides, whom some stones join.

Cell (r, c) of m rows and n columns touches (r, c ± 1), (r ± 1, c), (r + 1, c - 1) and
(r - 1, c + 1). The first player owns the top and the bottom side, the second the left and the
right one. A full board joins the sides of exactly one of them (Gale, The game of Hex and the
Brouwer fixed-point theorem, Amer. Math. Monthly 86 (1979)).
"""

from __future__ import annotations

from collections.abc import Collection

from gameproof.games.boards.hypergraph import MOST_HEX_CELLS, Hypergraph
from gameproof.games.meaning.bad_input import BadInput

AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
"""(rows, columns) from a hexagon to its six neighbours."""


def neighbours(m: int, n: int, cell: int) -> list[int]:
    """The cells that touch ``cell``, at most six."""
    row, column = divmod(cell, n)
    places = ((row + r, column + c) for r, c in AROUND)
    return [r * n + c for r, c in places if 0 <= r < m and 0 <= c < n]


def sides(m: int, n: int, across: bool) -> tuple[range, range]:
    """The cells of the two sides of the first player, of the second with ``across``."""
    if across:
        return range(0, m * n, n), range(n - 1, m * n, n)
    return range(n), range((m - 1) * n, m * n)


def joins(m: int, n: int, stones: Collection[int], across: bool) -> bool:
    """Do the stones hold a chain between the two sides? O(stones)."""
    start, end = sides(m, n, across)
    given = frozenset(stones)
    waiting = [cell for cell in given if cell in start]
    seen = set(waiting)
    while waiting:
        cell = waiting.pop()
        if cell in end:
            return True
        fresh = given.intersection(neighbours(m, n, cell)) - seen
        seen |= fresh
        waiting.extend(fresh)
    return False


def hex_paths(m: int, n: int, across: bool) -> Hypergraph:
    """The minimal chains of an m x n Hex board: from the top to the bottom row, or with
    ``across`` from the left to the right column."""
    if m * n > MOST_HEX_CELLS:
        raise BadInput(f"a Hex board of more than {MOST_HEX_CELLS} cells has too many chains")
    from gameproof.games.boards.border_chains import minimal_chains

    near = [neighbours(m, n, cell) for cell in range(m * n)]
    begin, end = sides(m, n, across)
    return Hypergraph.of(m * n, minimal_chains(near, begin, end))
