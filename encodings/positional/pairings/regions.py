"""Set matching: cover the live sets by disjoint regions that each hold by themselves.

Candidates are pairs, and groups of three or four sets that meet each other, on their
common cells and as few further ones as needed: a triangle of sets needs five cells
where pairs would take six, a cycle of four seven instead of eight. A SAT model picks
disjoint candidates that stop every set. A board of few free cells is tried as one region.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.holds import HoldWriter, word
from gameproof.encodings.positional.pairings.hall import minimal_live_sets
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.region_play import MOST_CELLS, Region, TooLarge, masks
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.model import Model

MOST_SETS = 40
"""Larger families are not searched for regions."""
MOST_GROUPS = 4000
"""Groups of sets that are tried as regions."""
TRY_POSITIONS = 2000
"""Positions that playing out a candidate may take."""
SECONDS = 2.0
"""How long the search for disjoint regions may take."""
AS_ONE_SECONDS = 10.0
"""How long a board may be played out as one region; its check takes as long again."""

Cells = frozenset[int]


@dataclass(frozen=True)
class Candidate:
    """A region: its traces, and the numbers of the sets that contain one."""

    traces: tuple[Cells, ...]
    stops: frozenset[int]

    @property
    def cells(self) -> Cells:
        """All cells of the traces."""
        return frozenset().union(*self.traces)


def find_regions(position: Position, player: str, limits: Limits) -> Hold | None:
    """Regions by which ``player`` stops the other, or ``None``."""
    live = minimal_live_sets(position, OTHER[player])
    sets = [frozenset(row) for row in live.minimal.sets()]
    if not sets or len(sets) > MOST_SETS or min(len(row) for row in sets) < 2:
        return None
    try:
        chosen = _as_one(sets, limits.share(0.25, AS_ONE_SECONDS))
        if chosen is None:
            chosen = _packing(sets, limits.share(seconds=SECONDS))
    except LimitReached:
        limits.check()
        return None
    if chosen is None:
        return None
    writer = HoldWriter(
        position.board.cells, position.sets(OTHER[player]).sets(), None, limits.check
    )
    parts = [writer.region(map(word, region.traces)) for region in chosen]
    return writer.certificate(player, writer.leaf(position.stones(player), parts=parts))


def holds(traces: list[Cells], budget: int, limits: Limits) -> bool:
    """Are all traces stopped on their own cells, within the budget of positions? Raises
    ``LimitReached``."""
    inside = sorted(frozenset().union(*traces))
    try:
        return Region(budget, limits.check).stopped(masks(inside, traces))
    except TooLarge:
        return False


@lru_cache(maxsize=1 << 16)
def _small_holds(shape: tuple[int, ...]) -> bool:
    """Does a group hold by itself? It depends on nothing but how many of its cells lie in which
    of its traces: ``shape``, a bit mask of traces for each cell, in order."""
    traces = [
        frozenset(cell for cell, lies in enumerate(shape) if lies >> row & 1)
        for row in range(max(shape).bit_length())
    ]
    return holds(traces, TRY_POSITIONS, Limits())


def _shape(traces: list[Cells]) -> tuple[int, ...]:
    rows = sorted(traces, key=len)
    cells = frozenset().union(*rows)
    return tuple(sorted(sum((cell in row) << i for i, row in enumerate(rows)) for cell in cells))


def _as_one(sets: list[Cells], limits: Limits) -> list[Candidate] | None:
    if len(frozenset().union(*sets)) > MOST_CELLS:
        return None
    try:
        if not holds(sets, 10 * TRY_POSITIONS, limits):
            return None
    except LimitReached:
        return None
    return [Candidate(tuple(sets), frozenset(range(len(sets))))]


def _packing(sets: list[Cells], limits: Limits) -> list[Candidate] | None:
    """Disjoint candidates that stop every set, by SAT."""
    candidates = _pairs(sets) + _groups(sets, limits)
    model = Model("disjoint regions that stop every set")
    takes = model.group("region", range(len(candidates)))
    for s in range(len(sets)):
        model.clause(takes[i] for i, region in enumerate(candidates) if s in region.stops)
    by_cell: dict[int, list[int]] = {}
    for i, region in enumerate(candidates):
        for cell in region.cells:
            by_cell.setdefault(cell, []).append(takes[i])
    for literals in by_cell.values():
        model.at_most(1, literals)
    result = sat.solve(model, limits)
    if result.values is None:
        return None
    return [candidates[i] for i in takes.true(result.values)]


def _pairs(sets: list[Cells]) -> list[Candidate]:
    pairs = {frozenset(pair) for row in sets for pair in combinations(row, 2)}
    return [
        Candidate((pair,), frozenset(s for s, row in enumerate(sets) if pair <= row))
        for pair in sorted(pairs, key=sorted)
    ]


def _groups(sets: list[Cells], limits: Limits) -> list[Candidate]:
    """Regions that take fewer than two cells a set."""
    meets = [
        {t for t, other in enumerate(sets) if t != s and other & row} for s, row in enumerate(sets)
    ]
    groups: list[tuple[int, ...]] = [
        (a, b, c)
        for a, b in combinations(range(len(sets)), 2)
        if b in meets[a]
        for c in sorted(meets[a] & meets[b])
        if c > b
    ]
    groups += [
        (a, b, c, d)  # the cycle a b c d, named from its least member
        for a in range(len(sets))
        for b, d in combinations(sorted(t for t in meets[a] if t > a), 2)
        for c in sorted(meets[b] & meets[d])
        if c > a
    ]
    found: dict[tuple[Cells, ...], Candidate] = {}
    for group in groups[:MOST_GROUPS]:
        limits.check()
        for candidate in _smallest([sets[s] for s in group], group):
            found.setdefault(candidate.traces, candidate)
    return list(found.values())


def _smallest(rows: list[Cells], group: tuple[int, ...]) -> list[Candidate]:
    """The group's regions with fewest further cells, if that is under two cells a set."""
    common = {cell for a, b in combinations(rows, 2) for cell in a & b}
    own = [sorted(row - common) for row in rows]
    for extra in range(2 * len(rows) - len(common)):
        found = []
        for grown in combinations(range(len(rows)), extra):
            if any(not own[i] for i in grown):
                continue
            traces = [row & common for row in rows]
            for i in grown:
                traces[i] = traces[i] | {own[i][0]}
            if min(len(trace) for trace in traces) >= 2 and _small_holds(_shape(traces)):
                found += _with_each_cell(traces, grown, own, group)
        if found:
            return found
    return []


def _with_each_cell(
    traces: list[Cells], grown: tuple[int, ...], own: list[list[int]], group: tuple[int, ...]
) -> list[Candidate]:
    """The same region with each choice of the further cells: only their number matters."""
    choices: list[list[Cells]] = [[]]
    for i, trace in enumerate(traces):
        if i in grown:
            bare = trace - {own[i][0]}
            choices = [[*row, bare | {cell}] for row in choices for cell in own[i]]
        else:
            choices = [[*row, trace] for row in choices]
    return [Candidate(tuple(row), frozenset(group)) for row in choices]
