"""Set matching: disjoint small regions, in each of which the opponent is stopped.

A region is a list of traces, sets of free cells; regions share no cell, and every live
set of the opponent contains a trace of some region. On each region alone, the opponent
moving first, the blocking player gets a cell of every trace. He answers every stone in
its region and so gets a cell of every live set. A pair is a region with one trace of two
cells; seven cells can hold the traces of four sets that meet in a cycle (Uiterwijk, Set
matching: an enhancement of the Hales-Jewett pairing strategy, 2017, draws 4 x 4 so).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import blocker, listed, stops
from gameproof.games.meaning.statement import Forces, Prevents
from gameproof.games.positional import OTHER, Position

MOST_CELLS = 24
"""A region is played out; larger ones are refused."""
MOST_TRACES = 100
"""So is a region of more traces than this."""
MOST_POSITIONS = 100_000
"""So are regions that take more positions than this, all regions together."""
MOST_WORK = 1 << 25
"""And cells times pairs of traces of all positions beyond this, about half a minute."""


class Regions(Certificate, frozen=True, tag="regions"):
    """``regions[r]`` lists the traces of region r, lists of cells; ``owner[i]`` is a region
    with a trace inside the i-th live set of the opponent, in the order of the rules."""

    regions: list[list[list[int]]]
    owner: list[int]
    player: str = "second"


class TooLarge(Exception):
    """Playing a region out took more positions than allowed."""


class Region:
    """Exhaustive play on one region, remembered; traces are bit masks of free cells that
    the opponent still needs. ``budget`` bounds the positions, ``MOST_WORK`` what is done at
    them; ``TooLarge`` beyond.
    ``tick`` is called at each position, and may raise."""

    def __init__(
        self, budget: int = MOST_POSITIONS, tick: Callable[[], None] = lambda: None
    ) -> None:
        self.budget = budget
        self.work = 0
        self.tick = tick
        self._stopped: dict[frozenset[int], bool] = {}

    def stopped(self, traces: frozenset[int]) -> bool:
        """Does the blocker stop every trace, the opponent being to move?"""
        if any(trace & (trace - 1) == 0 for trace in traces):  # completed, or by his next cell
            return False
        if plainly(traces):
            return True
        known = self._stopped.get(traces)
        if known is None:
            cells = dangerous(traces)
            self.work += len(cells) * len(traces) ** 2
            if len(self._stopped) >= self.budget or self.work > MOST_WORK:
                raise TooLarge
            self.tick()
            known = all(
                self.answer(minimal({trace & ~bit for trace in traces})) is not None
                for bit in cells  # where he gets through, this is soon seen
            )
            self._stopped[traces] = known
        return known

    def answer(self, traces: frozenset[int]) -> int | None:
        """The blocker's cell, as a bit, after which no trace can be completed, he being to
        move; 0 when he need not move, ``None`` when he is lost."""
        if 0 in traces:
            return None
        threats = [trace for trace in traces if trace & (trace - 1) == 0]
        tried = threats[:1]
        if not threats:
            if plainly(traces):
                return 0
            tried = dangerous(traces)
        left = {bit: frozenset(trace for trace in traces if not trace & bit) for bit in tried}
        for bit, rest in left.items():  # a static proof first: no search where one exists
            if all(trace & (trace - 1) for trace in rest) and plainly(rest):
                return bit
        for bit, rest in left.items():
            if self.stopped(rest):
                return bit
        return None


def dangerous(traces: Collection[int]) -> list[int]:
    """The cells of the traces, those in many and small ones first."""
    danger: Counter[int] = Counter()
    size = max((trace.bit_count() for trace in traces), default=0)
    for trace in traces:
        for bit in _bits(trace):
            danger[bit] += 1 << (size - trace.bit_count())
    return [bit for bit, _ in danger.most_common()]


def minimal(traces: Iterable[int]) -> frozenset[int]:
    """The traces that contain no other one: who has a cell of each of these has one of all."""
    kept: list[int] = []
    for trace in sorted(traces, key=int.bit_count):
        if not any(trace & other == other for other in kept):
            kept.append(trace)
    return frozenset(kept)


def plainly(traces: frozenset[int]) -> bool:
    """Is Erdős and Selfridge's bound or a pairing of the traces enough to stop them?"""
    size = max((trace.bit_count() for trace in traces), default=0)
    danger = sum(1 << (size - trace.bit_count()) for trace in traces)
    if danger << 1 < 1 << size:
        return True
    owner: dict[int, int] = {}

    def give(trace: int, seen: set[int]) -> bool:
        for bit in _bits(trace):
            if bit not in seen:
                seen.add(bit)
                if bit not in owner or give(owner[bit], seen):
                    owner[bit] = trace
                    return True
        return False

    return all(give(trace, set()) for trace in traces for _ in range(2))


def _bits(mask: int) -> list[int]:
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return bits


def masks(cells: Sequence[int], traces: Iterable[Iterable[int]]) -> frozenset[int]:
    """The traces, cut to ``cells``, as bit masks in the order of ``cells``."""
    bit = {cell: 1 << i for i, cell in enumerate(cells)}
    return frozenset(sum(bit.get(cell, 0) for cell in set(trace)) for trace in traces)


def conclude(goal: Goal[Position], certificate: Regions) -> Conclusion:
    """That ``player`` stops every set of the other. Regions are played out."""
    place, player = listed(goal.position), blocker(certificate.player)
    taken = place.first | place.second
    used: set[int] = set()
    play = Region(MOST_POSITIONS)  # remembers the positions of all regions
    for number, traces in enumerate(certificate.regions):
        inside = {cell for trace in traces for cell in trace}
        if len(inside) > MOST_CELLS or len(traces) > MOST_TRACES:
            raise Rejected(
                f"region {number} has more than {MOST_CELLS} cells or {MOST_TRACES} traces"
            )
        for cell in inside:
            if not 0 <= cell < place.board.cells or cell in taken or cell in used:
                raise Rejected(f"cell {cell} is not free for region {number}")
        used |= inside
        try:
            held = play.stopped(masks(sorted(inside), traces))
        except TooLarge:
            raise Rejected(f"up to region {number} there is too much to play out") from None
        if not held:
            raise Rejected(f"the opponent completes a trace of region {number}")
    live = place.live(OTHER[player])
    if len(certificate.owner) != len(live):
        raise Rejected(f"{len(certificate.owner)} owners for {len(live)} live sets")
    for row, owner in zip(live.sets(), certificate.owner, strict=True):
        if not 0 <= owner < len(certificate.regions):
            raise Rejected(f"no region {owner}")
        if not any(set(trace) <= set(row) for trace in certificate.regions[owner]):
            which = ", ".join(place.board.label(cell) for cell in row)
            raise Rejected(f"the live set {{{which}}} contains no trace of region {owner}")
    stopped = stops(place, player)
    return Conclusion(
        stopped.statements,
        f"{len(certificate.regions)} disjoint regions, one for each of {len(live)} live sets: "
        f"{stopped.sentence}",
    )


KIND = Kind(
    record=Regions,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="set matching (Uiterwijk, Set matching: an enhancement of the Hales-Jewett pairing "
    "strategy, Advances in Computer Games, 2017): disjoint regions, each held by itself",
    evidence="the regions' traces, and for each live set a region with a trace inside it",
    conclude=conclude,
)
