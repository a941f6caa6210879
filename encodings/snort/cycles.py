"""Odd cycles in Snort (Borje, theorem 3), by cancelling segments.

Red's first move leaves a segment of k = n - 1 vertices whose ends only Red may take. When
Blue plays its i-th vertex, i <= k / 2 counted from the nearer end, Red plays the 2i-th:
the segments before and after Blue's piece mirror each other and add up to zero, and what
is left is a shorter segment of the same kind with an even number of vertices, until none
is left. So the first player wins every cycle of odd length 5 or more. The strategy is
written down and checked like any other.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.snort_strategy import SnortStrategy, Winner
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.games.bit_sets import members
from gameproof.games.game import COLOURS
from gameproof.games.graph import neighbour_masks
from gameproof.games.sets.snort_sums import Sum, key
from gameproof.games.snort import SNORT, Position
from gameproof.solvers.limits import Limits

THEOREM = (
    "cycles of odd length 5 or more are first-player wins (Borje, theorem 3; "
    "proved here by cancelling mirrored segments)"
)


def is_odd_cycle(position: Position) -> bool:
    """Snort on an empty connected cycle of odd length, at least 5? O(n)."""
    n = position.graph.n
    neighbours = neighbour_masks(position.graph)
    if position.rules is not SNORT or n < 5 or n % 2 == 0:
        return False
    if position.red_free != position.blue_free or position.red_free != (1 << n) - 1:
        return False
    if any(mask.bit_count() != 2 for mask in neighbours):
        return False
    seen = edge = 1
    while edge:
        more = 0
        for v in members(edge):
            more |= neighbours[v]
        edge = more & ~seen
        seen |= edge
    return seen == (1 << n) - 1


def mirror_move(neighbours: tuple[int, ...], total: Sum) -> int:
    """The winner's move at a whole cycle or at two segments R..B of lengths a < b: the
    vertex of the longer one with a others between it and the end closed to him.

    A segment of one vertex is closed to both and missing from the sum. Raises
    :class:`Rejected` when the sum is nothing of the kind.
    """
    parts = sorted(total[0], key=lambda part: (part[0] | part[1]).bit_count())
    if not parts or len(parts) > 2:
        raise Rejected("not one or two segments")
    mine, yours = parts[-1]
    whole = mine | yours
    between = (parts[0][0] | parts[0][1]).bit_count() if len(parts) == 2 else 1
    ends = [v for v in members(yours & ~mine) if (neighbours[v] & whole).bit_count() == 1]
    if not ends:
        return next(members(mine))  # the cycle: every vertex is as good
    seen, here = 0, ends[0]
    for _ in range(between):
        seen |= 1 << here
        onward = neighbours[here] & whole & ~seen
        if not onward:
            raise Rejected("the segment is too short")
        here = next(members(onward))
    return here


def _outcome(position: Position, limits: Limits, options: Options) -> Finding:
    if not options.certificate:
        return Finding("N")
    winner = Winner(position, misere=False)
    neighbours = neighbour_masks(position.graph)
    table: dict[int, int] = {}

    def move(total: Sum) -> int:
        table[key(total)] = mirror_move(neighbours, total)
        return table[key(total)]

    try:
        winner.prove(
            [(winner.start(position, side), True) for side in COLOURS],
            move,
            lambda _visited: limits.check(),
        )
    except Rejected:
        return Finding(UNKNOWN)
    rows = [(side, side) for side in COLOURS]
    return Finding("N", SnortStrategy.of(rows, "normal", table), {"moves_in_table": len(table)})


METHODS: tuple[Method[Position], ...] = (
    Method("outcome", "mirrored-segments", _outcome, THEOREM, is_odd_cycle),
)
