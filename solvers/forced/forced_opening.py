"""Wins by force where the attacker has at most one stone, and threatens nothing yet.

After his first move even the win after a pass takes quiet moves (:mod:`forced_search`), and nearly
every cell has to be answered. So that win is searched for, and what it relies on are the answers,
each with a search of its own; claims found for one serve the others, so that answers which take a
large search wait for those that do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from gameproof.solvers.forced.forced_board import CLAIMS, ForcedBoard, ForcedProblem
from gameproof.solvers.forced.forced_search import ForcedProof, ForcedSearch, Reply, proof_of
from gameproof.solvers.limits import Limits

WORTH = 8
"""First moves that are looked at, those of most worth: the cells around a stone."""
OPENINGS = 4
"""First moves that are tried, those of them that are farthest from the defender's stones."""
STEPS = 4
"""Walks of so many steps, each to a cell of a set that both are in, tell what is near."""
ROUNDS = (2_400, 10_000, 50_000)
"""Expansions of the search for the reply to one answer."""
FEW_LEFT = 2
"""With so few answers left the last round comes at once; else the moves with fewest come first."""
UNBOUNDED = 1 << 62
ROOM = 4 * CLAIMS
"""Claims; half a gigabyte on 15 x 15 when they fill their room."""


@dataclass(slots=True)
class Begun:
    """A move of the attacker, the answers that have to be replied to, the cells of the defender
    that are relied on, and what was found: first the win after a pass."""

    move: int
    answers: list[int]
    taken: list[int]
    replies: list[Reply]
    answered: dict[int, Reply] = field(default_factory=dict)

    @property
    def left(self) -> list[int]:
        """The answers that have no reply yet."""
        return [cell for cell in self.answers if cell not in self.answered]


class ForcedOpening:
    """The search for one problem, the attacker to move."""

    def __init__(self, problem: ForcedProblem, limits: Limits, most: int = UNBOUNDED) -> None:
        self.limits, self.most = limits, most
        self.arrays = ForcedBoard(problem, limits.seed, ROOM)
        self.search = ForcedSearch(limits, self.arrays)

    def run(self) -> ForcedProof | None:
        """A win, if one is found. Raises ``LimitReached``."""
        found = self._search(ROUNDS[0]) or self._answered_move()
        return None if found is None else proof_of(self.arrays, found, self.search.stats)

    def after(self, move: int) -> ForcedProof | None:
        """The win that this move makes, if one is found. Raises ``LimitReached``."""
        begun = self._begin(move)
        found = None if begun is None else self._finish(begun)
        return None if found is None else proof_of(self.arrays, found, self.search.stats)

    def _search(self, most: int) -> Reply | None:
        """A win from here within so many expansions, and within what is left of all."""
        left = self.most - self.search.stats["nodes"]
        return self.search.run(min(most, left)) if left > 0 else None

    def _answered_move(self) -> Reply | None:
        """A move of the attacker all answers to which have a reply."""
        later = list[Begun]()
        for move in self._moves():
            one = self._begin(move)
            if one is None:
                continue
            if len(one.left) > FEW_LEFT:
                later.append(one)
            elif found := self._finish(one):
                return found
        later.sort(key=lambda one: len(one.left))
        return next(filter(None, map(self._finish, later)), None)

    def _moves(self) -> list[int]:
        """First moves: without a stone the cells of most sets, of equal ones one."""
        problem = self.arrays.problem
        if not problem.attacker:
            return central(problem)[:OPENINGS]
        near = walks(problem)
        return sorted(self.arrays.moves(WORTH), key=near.__getitem__)[:OPENINGS]

    def _begin(self, move: int) -> Begun | None:
        """All rounds but the last; ``None`` where no win after a pass is found."""
        with self._after(move) as menaced:
            passed = None if menaced else self._search(ROUNDS[-1])
            if passed is None:
                return None
            answers, taken = self.arrays.asked(*passed)
            begun = Begun(move, answers, taken, [passed])
            for most in ROUNDS[:-1]:
                for cell in begun.left:
                    self._answer(begun, cell, most)
            return begun

    def _finish(self, begun: Begun) -> Reply | None:
        """The last round; the move and what it leads to if all answers have replies."""
        with self._after(begun.move):
            for cell in begun.left:
                if not self._answer(begun, cell, ROUNDS[-1]):
                    return None
            edges = [(cell, *begun.answered[cell]) for cell in begun.answers]
            taken = [(cell, -1, -1) for cell in begun.taken]
            claim = self.arrays.claimed([(-1, *begun.replies[0]), *edges, *taken])
        if claim < 0:
            return None
        self.arrays.keep(claim)
        return begun.move, claim

    @contextmanager
    def _after(self, move: int) -> Iterator[bool]:
        """The attacker's move is made. Could the defender complete a set then?"""
        try:
            yield self.arrays.add(move, 0)
        finally:
            self.arrays.remove(move, 0)

    def _answer(self, begun: Begun, cell: int, most: int) -> bool:
        """Is there a reply to an answer, one that is known or within so many expansions?"""
        done, every = len(begun.answered), len(begun.answers)
        self.limits.progress(f"{done} of {every} answers, {self.search.stats['nodes']} positions")
        self.arrays.add(cell, 1)
        try:
            known = self.arrays.recalled(begun.replies)
            found = begun.replies[known] if known >= 0 else self._search(most)
        finally:
            self.arrays.remove(cell, 1)
        if found is not None:
            begun.answered[cell] = found
            if known < 0:
                begun.replies.append(found)
        return found is not None


def central(problem: ForcedProblem) -> list[int]:
    """The free cells that most of the attacker's sets hold, weighed by their sizes, first; of
    cells of equal worth, most often images of each other, one. O(sets * cells)."""
    most = max(map(len, problem.attack))
    worth = [0] * problem.cells
    for one in problem.attack:
        for cell in one:
            worth[cell] += 1 << (most - len(one))
    first: dict[int, int] = {}
    for cell, n in enumerate(worth):
        if n and cell not in problem.defender:
            first.setdefault(n, cell)
    return [first[n] for n in sorted(first, reverse=True)]


def walks(problem: ForcedProblem) -> list[int]:
    """By cell how many walks of ``STEPS`` steps lead to it from the defender's stones: few
    where these are far. O(steps * sets * cells)."""
    member = np.zeros((len(problem.sets), problem.cells), np.int64)
    for s, cells in enumerate(problem.sets):
        member[s, list(cells)] = 1
    found = np.zeros(problem.cells, np.int64)
    found[list(problem.defender)] = 1
    for _ in range(STEPS):
        found = member.T @ (member @ found)
    near: list[int] = found.tolist()
    return near


def solve(problem: ForcedProblem, limits: Limits, most: int = UNBOUNDED) -> ForcedProof | None:
    """A win by force of the attacker, who is to move, with what it relies on; ``None`` if none
    was found, within ``most`` expansions in all. Raises :class:`LimitReached`, and ``ValueError``
    for a board that does not fit.

    A quarter of a minute to eighteen minutes for a stone in the middle of 15 x 15 and one
    elsewhere; at most some 700 MB.
    """
    if not problem.fits:
        raise ValueError("a board that is too large, or with no set or too many")
    return ForcedOpening(problem, limits, most).run()
