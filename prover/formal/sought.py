"""Which moves win, in games without draws of which play can reach too many positions to list.

All play is looked at depth first, and of a player's moves no more than up to the first that wins;
in paper soccer those that come near to the goal are tried first.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from gameproof.games import paper_soccer
from gameproof.prover.formal.numbers import PLAYERS, NotCovered, Numbers, code, flat, row
from gameproof.prover.formal.play import ended
from gameproof.prover.formal.positions import in_order, moved, place

MOST, MOST_IN_SOCCER = 60_000, 130_000
"""Positions that are looked at."""

Name = tuple[int, ...]


def distance(position: paper_soccer.Position, mover: int) -> int:
    """From the ball to the goal that the mover attacks, in king's steps."""
    x, y = position.pitch.points[position.ball]
    return min((max(abs(x - a), abs(y - b)) for a, b in _goals(position.pitch, mover)), default=0)


@cache
def _goals(pitch: paper_soccer.Pitch, mover: int) -> list[paper_soccer.Point]:
    return [pitch.points[v] for v, owner in enumerate(pitch.goal) if owner == mover + 1]


class Found(NamedTuple):
    """Who wins at a position; which move, where its mover does; the positions after its moves, as
    far as they were looked at."""

    winner: int
    choice: int
    after: list[Name]


class Sought:
    """The moves of a position; raises :class:`NotCovered` for too many positions."""

    def __init__(self, position: Any) -> None:
        self.known: dict[Name, Found] = {}
        self.mover = code(PLAYERS, position.to_move)
        there = [moved(position, self.mover, move) for move in in_order(position)]
        self.roots = [tuple(place(*one)) for one in there]
        for one in there:
            self.winner(*one)

    def wins(self) -> list[bool]:
        """For each move whether it wins."""
        return [self.known[name].winner == self.mover for name in self.roots]

    def winner(self, position: Any, mover: int) -> int:
        """Who wins; as deep as the longest play."""
        name = tuple(place(position, mover))
        if name in self.known:
            return self.known[name].winner
        if len(self.known) > MOST_IN_SOCCER:
            raise NotCovered(f"more than {MOST_IN_SOCCER} positions")
        after: list[Name] = []
        if position.result() is not None:
            found = Found(ended(position, mover, misere=False), 0, after)
        else:
            there = [moved(position, mover, move) for move in in_order(position)]
            found = Found(1 - mover, 0, after)
            for number in sorted(range(len(there)), key=lambda k: distance(there[k][0], mover)):
                if self.winner(*there[number]) == mover:
                    found = Found(mover, number, [tuple(place(*there[number]))])
                    break
            else:
                after += [tuple(place(*one)) for one in there]
        self.known[name] = found
        return found.winner

    def table(self, side: int) -> tuple[list[Numbers], dict[Name, int]]:
        """Entries of a table of replies for the moves after which the side wins."""
        number: dict[Name, int] = {}
        entries: list[Numbers] = []
        stack = [(name, False) for name in self.roots if self.known[name].winner == side]
        while stack:
            name, done = stack.pop()
            found = self.known[name]
            if name in number:
                continue
            if not done:
                stack += [(name, True), *((one, False) for one in found.after)]
                continue
            entries.append([*name, found.choice, *row(number[one] for one in found.after)])
            number[name] = len(entries) - 1
        return entries, number

    def numbers(self) -> Numbers:
        """The tables for both, and for each move whether it wins and the entry that shows it."""
        first, ours = self.table(self.mover)
        second, others = self.table(1 - self.mover)
        each = [
            [1, ours[name]] if won else [0, others[name]]
            for name, won in zip(self.roots, self.wins(), strict=True)
        ]
        return [self.mover, *flat(first), *flat(second), *flat(each)]


class Forced:
    """What a side does to end every play in some results; raises :class:`NotCovered` for too many
    positions."""

    def __init__(self, side: int, results: list[int]) -> None:
        self.side, self.results = side, results
        self.known: dict[Name, bool] = {}
        self.number: dict[Name, int] = {}
        self.entries: list[Numbers] = []

    def good(self, position: Any, mover: int) -> bool:
        """Does the side force it from here? Where it does, an entry is written."""
        name = tuple(place(position, mover))
        if name in self.known:
            return self.known[name]
        if len(self.known) > MOST:
            raise NotCovered(f"more than {MOST} positions")
        self.known[name] = self._good(position, mover, name)
        return self.known[name]

    def _good(self, position: Any, mover: int, name: Name) -> bool:
        choice, leads = 0, []
        if position.result() is not None:
            if ended(position, mover, misere=False) not in self.results:
                return False
        else:
            own = mover == self.side
            for number, move in enumerate(in_order(position)):
                there = moved(position, mover, move)
                if self.good(*there):
                    leads.append(self.number[tuple(place(*there))])
                    if own:
                        choice = number
                        break
                elif not own:
                    return False
            if own and not leads:
                return False
        self.number[name] = len(self.entries)
        self.entries.append([*name, choice, *row(leads)])
        return True
