"""Grundy values of sums, only as many as a question needs.

Whether the value of a part is k is settled without those of most things below it: it is not as
soon as one option has the value k, and in a sum of parts all but the largest are evaluated, the
largest is only compared with what they leave (J. Lemoine, S. Viennot, Nimbers are inevitable,
Theoretical Computer Science 462, 2012). Options that leave small parts come first.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Generic, TypeVar

from gameproof.solvers.limits import Limits
from gameproof.solvers.values.sprague_grundy import State

Part = TypeVar("Part")

#: States whose options are remembered at a time.
REMEMBERED = 20_000


class NimberSearch(Generic[Part, State]):
    """What is known of states: ``values``, and numbers that the values of others are not.

    A state is what a part of a position is, by ``state(part)``; parts of the same state have
    equal values. ``options(state)`` gives the moves, each as the parts that it leaves,
    ``size(part)`` is larger for a part than for those below it, and ``nimber(state)`` is the
    value of a state that needs no search, else ``None``.
    """

    def __init__(
        self,
        options: Callable[[State], Iterable[tuple[Part, ...]]],
        state: Callable[[Part], State],
        nimber: Callable[[State], int | None],
        size: Callable[[Part], int],
        limits: Limits,
    ) -> None:
        self.options, self.state, self.nimber = options, state, nimber
        self.size, self.limits = size, limits
        self.values: dict[State, int] = {}
        self.excluded: dict[State, set[int]] = {}
        self._moves: dict[State, list[tuple[Part, ...]]] = {}

    def value(self, parts: Iterable[Part]) -> int:
        """The Grundy value of a sum. Raises ``LimitReached``; exponential in general."""
        nim, states = self._sum(parts)
        return nim ^ self._value(states)

    def equals(self, parts: Iterable[Part], k: int) -> bool:
        """Has a sum the value ``k``? Raises ``LimitReached``; exponential in general."""
        nim, states = self._sum(parts)
        if not states:
            return nim == k
        return self._settle(states[-1], k ^ nim ^ self._value(states[:-1]))

    def _value(self, states: Iterable[State]) -> int:
        nim = 0
        for state in states:
            candidate = 0
            while state not in self.values:
                self._settle(state, candidate)
                candidate += 1
            nim ^= self.values[state]
        return nim

    def _sum(self, parts: Iterable[Part]) -> tuple[int, tuple[State, ...]]:
        """A sum as a Nim heap and different states, the largest last; equal ones cancel."""
        nim = 0
        odd: dict[State, None] = {}
        for part in sorted(parts, key=self.size):
            state = self.state(part)
            known = self.nimber(state)
            if known is not None:
                nim ^= known
            elif state in odd:
                del odd[state]
            else:
                odd[state] = None
        return nim, tuple(odd)

    def _options(self, state: State) -> list[tuple[Part, ...]]:
        """The options, those with small parts first."""
        moves = self._moves.get(state)
        if moves is None:
            if len(self._moves) >= REMEMBERED:
                self._moves.clear()
            moves = sorted(
                dict.fromkeys(self.options(state)),
                key=lambda parts: sorted(map(self.size, parts), reverse=True),
            )
            self._moves[state] = moves
        return moves

    def _known(self, state: State, k: int) -> bool | None:
        value = self.values.get(state)
        if value is not None:
            return value == k
        return False if k in self.excluded.get(state, ()) else None

    def _settle(self, state: State, k: int) -> bool:
        """Is k the value of a part? The questions that wait for one another are on a stack of
        our own: a part may be as deep as it is large."""
        answer = self._known(state, k)
        if answer is not None:
            return answer
        self.limits.check()
        stack = [self._ask(state, k)]
        while stack:
            try:
                part, candidate = stack[-1].send(answer)
            except StopIteration as done:
                answer = bool(done.value)
                stack.pop()
                continue
            answer = self._known(part, candidate)
            if answer is None:
                self.limits.check()
                stack.append(self._ask(part, candidate))
        return bool(answer)

    def _ask(self, state: State, k: int) -> Generator[tuple[State, int], bool | None, bool]:
        """Settle whether a part has the value k; yields the questions (part, value) it has."""
        for option in self._options(state):
            nim, parts = self._sum(option)
            wanted = k ^ nim
            for part in parts[:-1]:
                candidate = 0
                while part not in self.values:
                    yield part, candidate
                    candidate += 1
                wanted ^= self.values[part]
            if (yield parts[-1], wanted) if parts else wanted == 0:
                self.excluded.setdefault(state, set()).add(k)
                return False
        for lower in range(k):
            if (yield state, lower):
                return False
        self.values[state] = k
        self.excluded.pop(state, None)
        return True
