"""Transportation with exact integers of any size: supplies, capacities, allowed arcs.

Maximum flow by blocking flows along shortest augmenting paths (Dinic, Soviet Math.
Doklady 11 (1970)), arcs unbounded. If the supplies do not all fit, the sources that
remain reachable violate Hall's condition: together they supply more than the sinks
next to them can take (Gale, Pacific J. Math. 7 (1957)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gameproof.solvers.limits import Limits


@dataclass(frozen=True)
class TransportWitness:
    """``flow[s][t]`` > 0 are the amounts sent. ``violator`` is ``None`` when everything
    is sent, else sources whose supply exceeds the capacity of all sinks next to them."""

    flow: list[dict[int, int]]
    unsent: int
    violator: list[int] | None


def transport(
    supply: Sequence[int], capacity: Sequence[int], arcs: Sequence[Sequence[int]], limits: Limits
) -> TransportWitness:
    """Send ``supply[s]`` from every source s over the sinks ``arcs[s]``, at most
    ``capacity[t]`` into sink t. The greedy start fills the arcs in the given order.

    Raises ``LimitReached``. O(V^2 E) in the worst case, few phases in practice.
    """
    run = _Flow(supply, capacity, arcs)
    for s, row in enumerate(arcs):
        for t in row:
            if run.left[s] and run.room[t]:
                run.augment([s, ~t])
    limits.check()
    while True:
        onward, found = run.levels()
        if not found:
            break
        limits.check()
        for s, amount in enumerate(run.left):
            if amount:
                run.block(s, onward)
    unsent = sum(run.left)
    violator = sorted(v for v in onward if v >= 0) if unsent else None
    return TransportWitness(run.flow, unsent, violator)


class _Flow:
    """A source is its number, sink t is ``~t``; paths go to and fro between them."""

    def __init__(
        self, supply: Sequence[int], capacity: Sequence[int], arcs: Sequence[Sequence[int]]
    ) -> None:
        self.left, self.room = list(supply), list(capacity)
        self.flow: list[dict[int, int]] = [{} for _ in supply]
        self.near = [[~t for t in row] for row in arcs]
        self.senders: list[dict[int, None]] = [{} for _ in capacity]

    def augment(self, path: list[int]) -> None:
        """Send as much as a path takes: what flows against it is taken back."""
        s, t = path[0], ~path[-1]
        against = [(v, ~u) for u, v in zip(path[1::2], path[2::2], strict=False)]
        amount = min(self.left[s], self.room[t], *(self.flow[v][u] for v, u in against))
        self.left[s] -= amount
        self.room[t] -= amount
        for v, u in zip(path[::2], path[1::2], strict=True):
            self.flow[v][~u] = self.flow[v].get(~u, 0) + amount
            self.senders[~u][v] = None
        for v, u in against:
            self.flow[v][u] -= amount
            if not self.flow[v][u]:
                del self.flow[v][u], self.senders[u][v]

    def levels(self) -> tuple[dict[int, list[int]], bool]:
        """What is reached from sources with something left, breadth first, with the steps from
        each to the next level; up to the first level with room. True when one was met."""
        onward: dict[int, list[int]] = {v: [] for v, amount in enumerate(self.left) if amount}
        front, found = [*onward], False
        while front and not found:
            after: dict[int, None] = {}
            for v in front:
                steps = self.near[v] if v >= 0 else self.senders[~v]
                onward[v] = [u for u in steps if u not in onward]
                after |= dict.fromkeys(onward[v])
            onward |= {u: [] for u in after}
            front = [*after]
            found = any(u < 0 and self.room[~u] for u in front)
        return onward, found

    def block(self, s: int, onward: dict[int, list[int]]) -> None:
        """Send along shortest paths from a source until each is blocked; a step that can carry
        nothing more in this phase is dropped."""
        path = [s]
        while self.left[s] and path:
            v = path[-1]
            if v < 0 and self.room[~v]:
                self.augment(path)
                path = [s]
                continue
            while v < 0 and onward[v] and not self.flow[onward[v][-1]].get(~v):
                onward[v].pop()
            if onward[v]:
                path.append(onward[v][-1])
            else:
                path.pop()
                if path:
                    onward[path[-1]].pop()
