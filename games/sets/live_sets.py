"""Live sets of positional games, counted: how large they are, how many meet."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

from gameproof.games.boards.grid_rows import line_count
from gameproof.games.boards.hypergraph import Hypergraph
from gameproof.games.boards.positional_sizes import most_members
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position
from gameproof.games.sets.board_stones import untouched_cube

MOST_BITS = 10_000
"""An untouched board whose number of lines has more bits is not counted."""
MOST_SIZE = 4 * MOST_BITS
MOST_PAIRS = 1 << 24
"""Sets with more pairs of cells in all are neither compared nor weighed."""


MOST_MEMBERS = 1 << 14
LARGEST_SET = 64
"""Pairs of cells are counted one by one in families and sets as large as that."""


def live_sizes(position: Position, owner: str) -> Counter[int]:
    """How many live sets of ``owner`` have each number of free cells. An untouched
    [n]^d is counted without being listed."""
    board = position.board
    if untouched_cube(position):
        n, d = (int(x) for x in board.parameters)
        if owner == "second" and position.rule == "weak":
            return Counter()
        if d * (n + 2).bit_length() > MOST_BITS:
            raise BadInput(f"a board of more than 2^{MOST_BITS} lines is not counted")
        return Counter({n: line_count(n, d)})
    return Counter(position.live(owner).sizes.tolist())


def small_enough(position: Position, player: str, sizes: Counter[int]) -> bool:
    """Is the sum of count / 2^size low enough for ``player`` to stop the other? Sets of more
    than ``MOST_SIZE`` cells count as that large, which errs on the safe side."""
    total = sum(
        (Fraction(count, 1 << min(size, MOST_SIZE)) for size, count in sizes.items()), Fraction(0)
    )
    return total < (Fraction(1) if position.to_move == player else Fraction(1, 2))


def most_together(position: Position) -> int:
    """The most live sets of the first player's that two free cells lie in together."""
    if untouched_cube(position) and int(position.board.parameters[0]) >= 3:
        return 1
    if not untouched_cube(position) and most_members(position.board) > MOST_MEMBERS:
        raise BadInput("the sets are too large for their pairs to be counted")
    if untouched_cube(position) and int(position.board.parameters[1]) > 6:
        raise BadInput("the sets are too many for their pairs to be counted")
    live = position.live("first")
    if int(live.sizes.max(initial=0)) > LARGEST_SET:
        raise BadInput("a set is too large for its pairs to be counted")
    together = Counter(pair for row in live.sets() for pair in combinations(row, 2))
    return max(together.values(), default=0)


def beck_bound(position: Position, together: int) -> Fraction:
    """``together`` times a quarter of half the free cells."""
    free = position.board.cells - len(position.first) - len(position.second)
    return Fraction(together * (free // 2), 4)


def large_enough(position: Position, together: int, sizes: Counter[int]) -> bool:
    """Is the sum of count / 2^size above :func:`beck_bound`, so that Maker wins? Raises
    :class:`BadInput` for very large sets."""
    if max(sizes, default=0) > MOST_BITS:
        raise BadInput(f"a set has more than {MOST_BITS} cells")
    total = sum((Fraction(count, 1 << size) for size, count in sizes.items()), Fraction(0))
    return total > beck_bound(position, together)


def size_and_degree(position: Position, opponent: str) -> tuple[int, int]:
    """(least size of a live set, greatest number of live sets through a cell).

    On an untouched [n]^d, n >= 2: n, and the lines through the centre, (3^d - 1) / 2 for
    odd n, or through a diagonal cell, 2^d - 1 for even n. Without live sets (1, 0)."""
    board = position.board
    if untouched_cube(position) and board.parameters[0] >= 2:
        n, d = (int(x) for x in board.parameters)
        if opponent == "second" and position.rule == "weak":
            return 1, 0
        return n, (3**d - 1) // 2 if n % 2 else 2**d - 1
    family = position.live(opponent)
    if len(family) == 0:
        return 1, 0
    return int(family.sizes.min()), int(family.degrees.max())


def pairs_of_cells(family: Hypergraph) -> int:
    """How many pairs of cells the sets hold."""
    return int((family.sizes * (family.sizes - 1) // 2).sum())


def share_at_most_one(position: Position, family: Hypergraph) -> bool:
    """Do any two sets share at most one cell? Two points of [n]^d, n >= 3, lie on at most
    one line; elsewhere all pairs of cells are counted, unless they are too many to tell."""
    if position.board.kind == "tictactoe" and position.board.parameters[0] >= 3:
        return True
    if pairs_of_cells(family) > MOST_PAIRS:
        return False
    seen: set[tuple[int, int]] = set()
    for row in family.sets():
        for pair in combinations(row, 2):
            if pair in seen:
                return False
            seen.add(pair)
    return True
