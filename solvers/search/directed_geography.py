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

Arcs that cancel are dropped once, before the search: no move makes a new pair. Small
states with few choices for the opponent are tried first. ``oracle`` may decide states by
a theorem. A search on a digraph that turns out long goes on in compiled code
(:mod:`gameproof.solvers.search.directed_geography_compiled`). The time is exponential at worst.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.directed_geography_compiled import CompiledGeography

State = tuple[int, int]
Oracle = Callable[[int, int], bool | None]


@dataclass(slots=True)
class _Frame:
    """A state being searched and its children not yet decided, cheapest last, each with
    the number of forced moves made on the way to it, modulo 2."""

    state: State
    children: list[tuple[State, bool]]


@dataclass
class DirectedGeography:
    """The problem and the table of everything decided so far.

    ``tail``, ``head``: ends of every arc. ``deletes[a]``: bit mask of the arcs that the
    use of arc ``a`` deletes, ``a`` among them. ``single``: does every use delete one edge
    only (edge geography)? ``oracle(token, alive)`` may decide a reduced state. ``shared``: a
    file in which compiled searches of several processes keep what they find.
    """

    n: int
    tail: Sequence[int]
    head: Sequence[int]
    deletes: Sequence[int]
    single: bool
    limits: Limits = field(default_factory=Limits)
    oracle: Oracle | None = None
    table: dict[State, bool] = field(default_factory=dict)
    nodes: int = 0
    compile_after: int = 4000
    shared: Path | None = None
    compiled: CompiledGeography | None = None

    def __post_init__(self) -> None:
        self.leaving = [0] * self.n
        self.entering = [0] * self.n
        for arc, (x, y) in enumerate(zip(self.tail, self.head, strict=True)):
            self.leaving[x] |= 1 << arc
            self.entering[y] |= 1 << arc
        ends = list(zip(self.tail, self.head, strict=True))
        back: dict[tuple[int, int], int] = {}
        for arc, (x, y) in enumerate(ends):
            back[y, x] = back.get((y, x), 0) | 1 << arc
        self._coupled = sum(
            1 << arc
            for arc, (end, deleted) in enumerate(zip(ends, self.deletes, strict=True))
            if back.get(end, 0) & ~deleted
        )
        # The compiled search knows digraphs only, where a used arc does not delete its reverse.
        alone = all(deleted == 1 << arc for arc, deleted in enumerate(self.deletes))
        self.compilable = alone or not self.single

    def moves(self, token: int, alive: int) -> list[State]:
        """The states that follow, one for each vertex the token can go to."""
        seen: dict[int, State] = {}
        for arc in bits(alive & self.leaving[token]):
            if self.head[arc] not in seen:
                seen[self.head[arc]] = (self.head[arc], alive & ~self.deletes[arc])
        return list(seen.values())

    def wins(self, token: int, alive: int) -> bool:
        """Does the player to move win? Raises ``LimitReached``; the table survives."""
        if self.single:
            alive = self._cancel(self._reach(token, alive))
        state, flag = self.reduce(token, alive)
        if state is None:
            return flag
        if state not in self.table and not self._search(state, self._patience()):
            if self.compiled is None:
                self.compiled = CompiledGeography(self, self.shared)
            self.table[state] = self.compiled.wins(*state)
            self.nodes = max(self.nodes, self.compiled.nodes)
        return self.table[state] != flag

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
        found = self.table.get(state)
        if found is None and self.compiled is not None:
            found = self.compiled.known(*state)
        return None if found is None else found != flag

    def _patience(self) -> int | None:
        """How many states to open before compiled code takes over; ``None``: never."""
        if self.oracle is not None or not self.compilable:
            return None
        return 0 if self.compiled is not None else self.compile_after

    def winning_move(self, token: int, alive: int) -> int | None:
        """A vertex to go to that leaves the opponent lost, ``None`` without one."""
        if self.compiled is not None:
            # What cancels is dropped first: the table has only states without it.
            left = self._cancel(alive) if self.single else alive
            found = self.compiled.reply(token, left)
            if found is not None:
                return found
        for follower in sorted(self.moves(token, alive), key=self._choices):
            if not self.wins(*follower):
                return follower[0]
        return None

    def _choices(self, state: State) -> int:
        return (state[1] & self.leaving[state[0]]).bit_count()

    def _search(self, start: State, patience: int | None) -> bool:
        """Decide ``start``; gives up (False) after ``patience`` opened states."""
        table = self.table
        stack: list[_Frame] = []
        last = None if patience is None else self.nodes + patience
        if patience == 0:
            return False
        self._open(start, stack)
        while stack:
            if last is not None and self.nodes > last:
                return False
            frame = stack[-1]
            if frame.state in table:
                stack.pop()
                continue
            while frame.children:
                state, flip = frame.children[-1]
                known = table.get(state)
                if known is None:
                    self._open(state, stack)
                    break
                frame.children.pop()
                if known == flip:  # the opponent loses there
                    table[frame.state] = True
                    break
            else:
                table[frame.state] = False
        return True

    def _open(self, state: State, stack: list[_Frame]) -> None:
        """Decide a reduced state at once or push it with its undecided children."""
        self.nodes += 1
        if self.nodes % 64 == 0:
            self.limits.check()
            self.limits.progress(f"{self.nodes} positions searched")
        if self.oracle is not None:
            answer = self.oracle(*state)
            if answer is not None:
                self.table[state] = answer
                return
        children: dict[tuple[State, bool], int] = {}
        for follower in self.moves(*state):
            after, flag = self.reduce(*follower)
            value = flag
            if after is not None:
                known = self.table.get(after)
                if known is None:
                    choices = self._choices(after)
                    children[after, flag] = after[1].bit_count() + choices * (-2 if flag else 2)
                    continue
                value = known != flag
            if not value:
                self.table[state] = True
                return
        order = sorted(children, key=children.__getitem__, reverse=True)
        stack.append(_Frame(state, order))

    def reduce(self, token: int, alive: int) -> tuple[State | None, bool]:
        """``(state, flag)``: the mover wins iff he wins in ``state``, or, with ``flag``,
        iff he does not. ``(None, value)`` where the rules decide that he wins."""
        odd = False
        while True:
            alive = self._reach(token, alive)
            if not alive & self.leaving[token]:
                return None, odd
            if self._finishing(token, alive, token):
                return None, not odd
            smaller = self._drop_lost(token, alive)
            if smaller != alive:
                alive = smaller
                continue
            followers = self.moves(token, alive)
            if len(followers) > 1:
                return (token, alive), odd
            token, alive = followers[0]
            odd = not odd

    def _reach(self, token: int, alive: int) -> int:
        """The alive arcs that start where the token can come."""
        found = 0
        seen = 1 << token
        waiting = seen
        while waiting:
            low = waiting & -waiting
            waiting ^= low
            arcs = alive & self.leaving[low.bit_length() - 1]
            found |= arcs
            for arc in bits(arcs):
                there = 1 << self.head[arc]
                if not seen & there:
                    seen |= there
                    waiting |= there
        return found

    def _finishing(self, x: int, alive: int, token: int) -> bool:
        """Can a player on ``x`` end the game at once, now and at any later visit?"""
        for arc in bits(alive & self.leaving[x]):
            y = self.head[arc]
            if x == token:
                after = alive & ~self.deletes[arc]
            elif y == token:
                continue
            else:
                # Vertices: y's own arc back to x would delete this one, so y must be a sink.
                after = alive & ~self.deletes[arc] if self.single else alive
            if not after & self.leaving[y]:
                return True
        return False

    def _drop_lost(self, token: int, alive: int) -> int:
        """Without the arcs into vertices where the player to move wins on the spot."""
        for x in range(self.n):
            into = alive & self.entering[x]
            if x != token and into and self._finishing(x, alive, token):
                alive &= ~into
        return alive

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
