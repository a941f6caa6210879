"""Small regions played out: does the blocker, moving second, get a cell of every trace?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

MOST_CELLS = 24
"""Larger regions are not tried."""
MOST_TRACES = 100
"""Nor are regions of more traces."""
MOST_POSITIONS = 100_000
"""Positions that may be looked at, all regions together."""
MOST_WORK = 1 << 25
"""And cells times pairs of traces of all positions, about half a minute."""


class TooLarge(Exception):
    """Playing a region out took more positions than allowed."""


class Region:
    """Exhaustive play on one region, remembered; traces are bit masks of free cells that
    the opponent still needs. ``budget`` bounds the positions, ``MOST_WORK`` what is done at
    them; ``TooLarge`` beyond. ``tick`` is called at each position, and may raise."""

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
    return danger << 1 < 1 << size or own_pairs(traces) is not None


def own_pairs(traces: frozenset[int]) -> list[tuple[int, int]] | None:
    """Two cells of its own for each trace, if there are."""
    owner: dict[int, int] = {}

    def give(trace: int, seen: set[int]) -> bool:
        for bit in _bits(trace):
            if bit not in seen:
                seen.add(bit)
                if bit not in owner or give(owner[bit], seen):
                    owner[bit] = trace
                    return True
        return False

    if not all(give(trace, set()) for trace in traces for _ in range(2)):
        return None
    pairs: dict[int, list[int]] = {}
    for bit, trace in sorted(owner.items()):
        pairs.setdefault(trace, []).append(bit.bit_length() - 1)
    return [(one, two) for one, two in pairs.values()]


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
