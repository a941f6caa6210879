"""Directed geography in all its forms: exact search.

A token moves along an arc x -> y of what is left; who cannot move loses. Each arc names the
arcs that its use deletes: itself (directed edge geography) and its reverse (on undirected
edges), or all arcs at x (vertex geography). A state is the token's vertex and the set of arcs
still alive, kept as a Python integer. Depth-first search with a table of states; before a
state is looked up it is reduced by rules that do not change who wins:

* reach: arcs that the token cannot reach are dropped. With this a strongly connected
  component entered for good is solved once, however it was reached.
* finish: if an arc x -> y wins on the spot whenever the token stands on x, every arc
  into x loses and is dropped (x is not the token's vertex).
* cancel: when single arcs go, an arc x -> y and an arc y -> x are dropped together
  (two parallel undirected edges, or two loops, likewise): whoever wins without them
  answers the use of one by the other, and the position is as before.
* forced moves are played without a branch.

Arcs that cancel are dropped once, before the search: no move makes a new pair; that is done
here. Small states with few choices for the opponent are tried first. States of an undirected
bipartite graph are decided by a theorem (Fraenkel, Scheinerman, Ullman, *Undirected edge
geography*, TCS 112, 1993). The time is exponential at worst.

States are told apart by 64-bit hashes: a collision could give a wrong answer, with a chance of
about n^2 / 2^65 for n states. Strategies built from the answers are checked by the rules, where
collisions cannot hide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.verdicts import FIRST, Verdicts, verdicts

Arcs = tuple[int, int]
"""A state: the token's vertex, and the arcs alive as a bit mask."""

SLICE = 4_000
"""States between two looks at the clock."""
TOGETHER = 2_000
"""The same where others search the same states."""
SHARED = 1 << 23
"""Verdicts that processes keep together."""

_engine = native.engine("directed_geography")
_take_over = _engine.function("take_over")
WON, DONE, FULL = (_engine.constant(name) for name in ("WON", "DONE", "FULL"))
Ints = NDArray[np.int64]
Short = NDArray[np.int32]


@dataclass
class DirectedGeography:
    """The problem and the table of everything decided so far.

    ``tail``, ``head``: ends of every arc. ``deletes[a]``: bit mask of the arcs that the
    use of arc ``a`` deletes, ``a`` among them. ``single``: does every use delete one edge
    only (edge geography), which is an arc or an arc and its reverse? ``undirected``: are all
    edges such? ``shared``: a file in which searches of several processes keep what they find.
    """

    n: int
    tail: Sequence[int]
    head: Sequence[int]
    deletes: Sequence[int]
    single: bool
    limits: Limits = field(default_factory=Limits)
    undirected: bool = False
    shared: Path | None = None

    def __post_init__(self) -> None:
        self.leaving = [0] * self.n
        for arc, x in enumerate(self.tail):
            self.leaving[x] |= 1 << arc
        ends = list(zip(self.tail, self.head, strict=True))
        reverse: dict[tuple[int, int], int] = {}
        for arc, (x, y) in enumerate(ends):
            reverse[y, x] = reverse.get((y, x), 0) | 1 << arc
        self._coupled = sum(
            1 << arc
            for arc, (end, deleted) in enumerate(zip(ends, self.deletes, strict=True))
            if reverse.get(end, 0) & ~deleted
        )
        arcs = len(ends)
        self._words = words = max(1, (arcs + 63) // 64)
        tail, head = (np.array(row, dtype=np.int32) for row in (self.tail, self.head))
        others = [deleted & ~(1 << arc) for arc, deleted in enumerate(self.deletes)]
        back = [other.bit_length() - 1 if self.single else -1 for other in others]
        out_start, out = _grouped(tail, self.n)
        in_start, into = _grouped(head, self.n)
        self._graph = native.arrays(
            tail=tail,
            head=head,
            back=np.array(back, dtype=np.int32),
            out_start=out_start,
            in_start=in_start,
            out=out,
            into=into,
            deletes=np.array([self._packed(mask) for mask in self.deletes], np.uint64).reshape(
                -1, words
            ),
        )
        # Every move takes an arc from those that leave its vertex, in the vertex game all of them.
        degree = np.diff(out_start)
        children = int((degree * (degree + 1) // 2).sum() if self.single else arcs) + 2
        together = self.shared is not None
        self._room = native.arrays(
            table=(verdicts(SHARED if together else FIRST, self.shared),),
            path=np.zeros((arcs + 2, 3), np.int64),
            path_alive=np.zeros((arcs + 2, words), np.uint64),
            children=np.zeros((children, 3), np.int64),
            child_alive=np.zeros((children, words), np.uint64),
            work=np.zeros(words, np.uint64),
            kept=np.zeros(words, np.uint64),
            given=np.zeros(words, np.uint64),
            degree=np.zeros(self.n, np.int64),
            seen=np.zeros(self.n, np.int64),
            waiting=np.zeros(self.n, np.int64),
            rows=np.zeros((self.n + 1, (self.n + 63) // 64), np.uint64),
        )
        self._state = _engine.function("search").numbers(
            single=self.single,
            bipartite=self.single and self.undirected,
            shared=together,
            budget=TOGETHER if together else SLICE,
        )
        self._bind()

    def _bind(self) -> None:
        """The engine's functions with what they work on."""
        self._calls = {
            name: _engine.function(name).bind(self._graph, self._room, self._state)
            for name in ("reduce", "reach", "known", "begin", "search", "known_reply")
        }

    def _ask(self, name: str, state: Arcs) -> int:
        self._state.token, alive = state
        self._room.given[:] = self._packed(alive)
        return self._calls[name]()

    def _packed(self, mask: int) -> Verdicts:
        return np.frombuffer(mask.to_bytes(8 * self._words, "little"), dtype="<u8")

    @property
    def nodes(self) -> int:
        """States opened so far."""
        return self._state.nodes

    @property
    def decided(self) -> int:
        """States of which the table says who wins."""
        return self._state.filled

    def moves(self, token: int, alive: int) -> list[Arcs]:
        """The states that follow, one for each vertex the token can go to."""
        seen: dict[int, Arcs] = {}
        for arc in bits(alive & self.leaving[token]):
            if self.head[arc] not in seen:
                seen[self.head[arc]] = (self.head[arc], alive & ~self.deletes[arc])
        return list(seen.values())

    def wins(self, token: int, alive: int) -> bool:
        """Does the player to move win? Raises ``LimitReached``; the table survives."""
        if self.single:
            self._ask("reach", (token, alive))
            alive = self._cancel(int.from_bytes(self._room.given.tobytes(), "little"))
        state, flag = self.reduce(token, alive)
        if state is None:
            return flag
        while not (found := self._ask("known", state)):
            self._ask("begin", state)
            self._search()
        return (found == WON) != flag

    def _search(self) -> None:
        """Until the first state of the path is decided."""
        while (ended := self._calls["search"]()) != DONE:
            self.limits.check()
            self.limits.progress(f"{self.nodes} positions searched")
            if ended == FULL:
                larger = (verdicts(2 * len(self._room.table[0])),)
                _take_over(self._room, larger)
                self._room = self._room._replace(table=larger)
                self._bind()

    def known(self, token: int, alive: int) -> bool | None:
        """The same as far as it, or what follows, is decided already."""
        found = self._known(token, alive)
        if found is None:
            after = [self._known(*follower) for follower in self.moves(token, alive)]
            return True if False in after else None if None in after else False
        return found

    def _known(self, token: int, alive: int) -> bool | None:
        state, flag = self.reduce(token, self._cancel(alive) if self.single else alive)
        if state is None:
            return flag
        found = self._ask("known", state)
        return (found == WON) != flag if found else None

    def winning_move(self, token: int, alive: int) -> int | None:
        """A vertex to go to that leaves the opponent lost, ``None`` without one."""
        # What cancels is dropped first: the table has only states without it.
        found = self._ask("known_reply", (token, self._cancel(alive) if self.single else alive))
        if found >= 0:
            return found
        for follower in sorted(self.moves(token, alive), key=self._choices):
            if not self.wins(*follower):
                return follower[0]
        return None

    def _choices(self, state: Arcs) -> int:
        return (state[1] & self.leaving[state[0]]).bit_count()

    def reduce(self, token: int, alive: int) -> tuple[Arcs | None, bool]:
        """``(state, flag)``: the mover wins iff he wins in ``state``, or, with ``flag``,
        iff he does not. ``(None, value)`` where the rules decide that he wins."""
        self._ask("reduce", (token, alive))
        state = self._state
        if state.verdict >= 0:
            return None, state.verdict == 1
        alive = int.from_bytes(self._room.work.tobytes(), "little")
        return (state.token, alive), state.flip == 1

    def _cancel(self, alive: int) -> int:
        """Without pairs of edges that lead there and back."""
        waiting: dict[tuple[int, int], list[int]] = {}
        done = 0
        for arc in bits(alive & self._coupled):
            if done >> arc & 1:
                continue
            x, y = self.tail[arc], self.head[arc]
            edge = self.deletes[arc]
            partners = (p for p in waiting.get((y, x), ()) if not (done | edge) >> p & 1)
            partner = next(partners, None)
            if partner is not None:
                pair = edge | self.deletes[partner]
                alive &= ~pair
                done |= pair
            else:
                waiting.setdefault((x, y), []).append(arc)
        return alive


def _grouped(ends: Short, n: int) -> tuple[Ints, Short]:
    """The arcs grouped by this end, in ascending order within a group."""
    start = np.concatenate([[0], np.cumsum(np.bincount(ends, minlength=n))]).astype(np.int64)
    return start, np.argsort(ends, kind="stable").astype(np.int32)
