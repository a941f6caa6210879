"""What is counted on a positional board: its sets, and its full boards without a whole set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import lcm

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.clauses.drawn_position import first_share, free_cells
from gameproof.certificates.recounts import colour_states
from gameproof.certificates.recounts.recount import Count
from gameproof.certificates.strategies.blocking import listed
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.laws import Law
from gameproof.games.positional import Position

MOST_CELLS = 27
"""Free cells up to which full boards are counted one by one (2^27 boards)."""
MOST_TESTS = 1 << 34
"""Full boards times live sets of both players, some seconds; beyond, boards are counted over
the states of the sets begun."""

CHUNK = 18


def sets(position: Position, _arguments: Mapping[str, Value]) -> int:
    """The number of the first player's sets. O(their total size)."""
    return len(position.sets("first"))


def degree(position: Position, _arguments: Mapping[str, Value]) -> int:
    """The greatest number of the first player's sets through one cell; 0 without sets.
    O(their total size)."""
    return int(position.sets("first").degrees.max(initial=0))


def counted(position: Position) -> bool:
    """Are the full boards few enough to be counted one by one?"""
    free = position.board.cells - len(position.first) - len(position.second)
    if free > MOST_CELLS:
        return False
    live = sum(len(listed(position).live(player)) for player in position.players)
    return live << free <= MOST_TESTS


def drawn(position: Position, arguments: Mapping[str, Value]) -> int:
    """The number of full boards without a whole set, in all or evenly shared: one by one,
    O(2^free cells * sets), and by :func:`by_states` where they are too many. 0 where the law
    says that somebody wins every finished play: every full board is the end of one."""
    if Law.NO_DRAWS in position.laws:
        return 0
    even = bool(arguments.get("even"))
    if not counted(position):
        return by_states(position, even)
    boards = by_crosses(listed(position))
    return boards[first_share(position)] if even else sum(boards)


def by_states(position: Position, even: bool, watch: Callable[[], None] = lambda: None) -> int:
    """The same number from the states of the sets begun, row by row or column by column,
    whichever are shorter; see :func:`colour_states.colourings` for ``watch``, costs and
    refusals."""
    place = listed(position)
    cells = free_cells(place)
    shape = place.board.shape
    if len(shape) == 2 and shape[0] < shape[1]:
        cells.sort(key=lambda cell: (cell % shape[1], cell))
    number = {cell: i for i, cell in enumerate(cells)}
    first, second = (
        [[number[cell] for cell in row] for row in place.live(player).sets()]
        for player in ("first", "second")
    )
    share = first_share(place) if even else None
    return colour_states.colourings(len(cells), (first, second), share, watch)


def by_crosses(position: Position) -> list[int]:
    """Entry k: boards with k of the free cells the first player's. Boards are the numbers
    below 2^free, bit i standing for the i-th free cell."""
    cells = free_cells(position)
    bit = {cell: i for i, cell in enumerate(cells)}
    masks = {
        player: [sum(1 << bit[cell] for cell in row) for row in position.live(player).sets()]
        for player in ("first", "second")
    }
    low = np.arange(1 << min(CHUNK, len(cells)), dtype=np.int64)
    ones = np.zeros(len(low), dtype=np.int64)
    for i in range(CHUNK):
        ones += low >> i & 1
    counts = np.zeros(len(cells) + 1, dtype=np.int64)
    for high in range(1 << max(0, len(cells) - CHUNK)):
        board = low | high << CHUNK
        good = np.ones(len(low), dtype=np.bool_)
        for mask in masks["first"]:
            good &= board & mask != mask
        for mask in masks["second"]:
            good &= board & mask != 0
        counts += np.bincount(ones[good] + high.bit_count(), minlength=len(counts))
    return [int(x) for x in counts]


def too_few_cells(position: Position) -> bool:
    """Has the torus, repeated over the plane, too few cells for a pair in every k in a row?

    Seen along one of the four directions the plane falls into lines of some period L. A pair
    whose cells are s >= 1 apart lies in k - s of the L windows of k cells, so a line needs
    L / (k - 1) pairs at least, and each pair belongs to one line. O(1)."""
    p, q, k = (int(x) for x in position.board.parameters)
    if k == 1:
        return True
    periods = (q, p, lcm(p, q), lcm(p, q))
    needed = sum(p * q // period * -(-period // (k - 1)) for period in periods)
    return 2 * needed > p * q


def no_pairings(position: Position, _arguments: Mapping[str, Value]) -> int:
    """None, where the cells do not suffice; raises :class:`Rejected` elsewhere."""
    if position.board.kind != "torus-row" or position.first or position.second:
        raise Rejected("pairings are counted on a torus without stones")
    if not too_few_cells(position):
        raise Rejected("the cells would suffice for a pair in every row")
    return 0


def never(_position: Position, _arguments: Mapping[str, Value]) -> bool:
    """No full board is drawn, by the law."""
    return False


def nothing(_position: Position, _arguments: Mapping[str, Value]) -> None:
    """So none has crosses."""
    return


NO_DRAWS = frozenset({Law.NO_DRAWS})
GALE = "a full Hex board joins two sides (Gale, Amer. Math. Monthly 86 (1979))"

COUNTS = (
    Count("sets", (Position,), sets, "the definition; sets are listed, O(total size)"),
    Count("degree", (Position,), degree, "the definition; sets are listed, O(total size)"),
    Count(
        "count-drawn",
        (Position,),
        drawn,
        f"the definition; all colourings of at most {MOST_CELLS} free cells, by whole arrays; of "
        "more cells by a transfer matrix; none where the law says so",
    ),
    Count("count-pairings", (Position,), no_pairings, "each pair serves k - s windows of one line"),
    Count("drawn-position", (Position,), never, GALE, NO_DRAWS),
    Count("fewest-crosses", (Position,), nothing, GALE, NO_DRAWS),
)
