"""Transportation with exact integers of any size: supplies, capacities, allowed arcs.

Maximum flow by blocking flows along shortest augmenting paths (Dinic, Soviet Math.
Doklady 11 (1970)), arcs unbounded. If the supplies do not all fit, the sources that
remain reachable violate Hall's condition: together they supply more than the sinks
next to them can take (Gale, Pacific J. Math. 7 (1957)).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gameproof.solvers.limits import Limits


@dataclass(frozen=True)
class TransportWitness:
    """``flow[s][t]`` > 0 are the amounts sent. ``violator`` is ``None`` when everything
    is sent, else sources whose supply exceeds the capacity of all sinks next to them."""

    flow: list[dict[int, int]]
    unsent: int
    violator: list[int] | None
    phases: int


def transport(
    supply: Sequence[int],
    capacity: Sequence[int],
    arcs: Sequence[Sequence[int]],
    limits: Limits,
) -> TransportWitness:
    """Send ``supply[s]`` from every source s over the sinks ``arcs[s]``, at most
    ``capacity[t]`` into sink t. The greedy start fills the arcs in the given order.

    Raises ``LimitReached``. O(V^2 E) in the worst case, few phases in practice.
    """
    left, room = list(supply), list(capacity)
    flow: list[dict[int, int]] = [{} for _ in supply]
    senders: list[dict[int, None]] = [{} for _ in capacity]

    def send(s: int, t: int, amount: int) -> None:
        total = flow[s].get(t, 0) + amount
        if total:
            flow[s][t] = total
            senders[t][s] = None
        else:
            flow[s].pop(t, None)
            senders[t].pop(s, None)

    for s, row in enumerate(arcs):
        for t in row:
            amount = min(left[s], room[t])
            if amount:
                send(s, t, amount)
                left[s] -= amount
                room[t] -= amount
    phases = 0
    while True:
        limits.check()
        source_level, sink_level, found = _levels(left, room, arcs, senders)
        if not found:
            break
        phases += 1
        _blocking_flow(left, room, arcs, senders, source_level, sink_level, send, flow)
    unsent = sum(left)
    violator = [s for s, level in enumerate(source_level) if level >= 0] if unsent else None
    return TransportWitness(flow, unsent, violator, phases)


def _levels(
    left: list[int],
    room: list[int],
    arcs: Sequence[Sequence[int]],
    senders: list[dict[int, None]],
) -> tuple[list[int], list[int], bool]:
    """Breadth-first levels of sources and sinks from the sources with something left;
    stops after the first level with room. True when one was met."""
    source_level = [0 if amount else -1 for amount in left]
    sink_level = [-1] * len(room)
    front = [s for s, amount in enumerate(left) if amount]
    level = 0
    found = False
    while front and not found:
        level += 1
        sinks: list[int] = []
        for s in front:
            for t in arcs[s]:
                if sink_level[t] < 0:
                    sink_level[t] = level
                    sinks.append(t)
                    found = found or room[t] > 0
        level += 1
        front = []
        for t in sinks:
            for s in senders[t]:
                if source_level[s] < 0:
                    source_level[s] = level
                    front.append(s)
    return source_level, sink_level, found


def _blocking_flow(
    left: list[int],
    room: list[int],
    arcs: Sequence[Sequence[int]],
    senders: list[dict[int, None]],
    source_level: list[int],
    sink_level: list[int],
    send: Callable[[int, int, int], None],
    flow: list[dict[int, int]],
) -> None:
    """Send along shortest paths until each is blocked. Pointers only advance past arcs
    that can carry nothing more in this phase."""
    onward = [
        [t for t in row if sink_level[t] == source_level[s] + 1] if source_level[s] >= 0 else []
        for s, row in enumerate(arcs)
    ]
    back = [
        [s for s in senders[t] if source_level[s] == sink_level[t] + 1]
        if sink_level[t] >= 0
        else []
        for t in range(len(room))
    ]
    for root, level in enumerate(source_level):
        if level != 0:
            continue
        sources: list[int] = [root]
        sinks: list[int] = []
        while left[root] and sources:
            s = sources[-1]
            if not onward[s]:  # nothing reachable through s: step back over the arc to it
                sources.pop()
                if sinks:
                    back[sinks[-1]].pop()
                    sinks.pop()
                continue
            t = onward[s][-1]
            if room[t]:
                amount = min(left[root], room[t])
                for sink, source in zip(sinks, sources[1:], strict=True):
                    amount = min(amount, flow[source][sink])
                for sink, source in zip(sinks, sources[1:], strict=True):
                    send(source, sink, -amount)
                for source, sink in zip(sources, [*sinks, t], strict=True):
                    send(source, sink, amount)
                left[root] -= amount
                room[t] -= amount
                sources, sinks = [root], []
                continue
            while back[t] and not flow[back[t][-1]].get(t, 0):
                back[t].pop()
            if back[t]:
                sinks.append(t)
                sources.append(back[t][-1])
            else:
                onward[s].pop()
