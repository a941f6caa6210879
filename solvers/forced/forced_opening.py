"""Wins by force where the attacker has one stone, and threatens nothing yet.

After his first move even the win after a pass takes quiet moves (:mod:`forced_search`), and nearly
every cell has to be answered. So that win is searched for, and what it relies on are the answers,
each with a search of its own; claims found for one serve the others, so that answers which take a
large search wait for those that do not.
"""

from __future__ import annotations

from gameproof.solvers.forced.forced_board import CLAIMS, ForcedBoard, ForcedProblem
from gameproof.solvers.forced.forced_search import ForcedProof, ForcedSearch, Reply, proof_of
from gameproof.solvers.limits import Limits

OPENINGS = 4
"""First moves that are tried, those of most worth."""
AT_THEIRS = 0
"""In place of a budget: a move at stones of the defender in line, and all answers to that."""
ROUNDS = (2_400, 10_000, AT_THEIRS, 50_000)
"""Expansions of the search for the reply to one answer."""
DEEPEST = 3
"""Moves one after the other after each of which all is answered."""
ROOM = 4 * CLAIMS
"""Claims; half a gigabyte on 15 x 15 when they fill their room."""


class ForcedOpening:
    """The search for one problem, the attacker to move."""

    def __init__(self, problem: ForcedProblem, limits: Limits) -> None:
        self.limits = limits
        self.arrays = ForcedBoard(problem, limits.seed, ROOM)
        self.search = ForcedSearch(limits, self.arrays)
        self.last = -1

    def run(self) -> ForcedProof | None:
        """A win, if one is found. Raises ``LimitReached``."""
        found = self.search.run(ROUNDS[0]) or self._answered_move(OPENINGS, 1)
        return None if found is None else proof_of(self.arrays, found, self.search.stats)

    def _answered_move(self, most: int, depth: int) -> Reply | None:
        """A move of the attacker all answers to which have a reply: one of so many of most worth,
        or one at stones of the defender in line."""
        arrays = self.arrays
        for move in arrays.moves(most):
            menaced = arrays.add(move, 0)
            if depth > 1:
                arrays.put_aside(move)
            try:
                claim = -1 if menaced else self._answered(depth)
            finally:
                arrays.remove(move, 0)
                if depth > 1:
                    arrays.put_aside(move)
            if claim >= 0:
                arrays.keep(claim)
                return move, claim
        return None

    def _answered(self, depth: int) -> int:
        """The claim about the position, the defender to move; -1 where none was found."""
        passed = self.search.run(ROUNDS[-1], self.last)
        if passed is None:
            return -1
        answers, taken = self.arrays.asked(*passed)
        replies, answered = [passed], dict[int, Reply]()
        for most in ROUNDS:
            if most == AT_THEIRS and depth == DEEPEST:
                continue
            for cell in [cell for cell in answers if cell not in answered]:
                nodes = self.search.stats["nodes"]
                self.limits.progress(
                    f"{len(answered)} of {len(answers)} answers, {nodes} positions"
                )
                found = self._reply(cell, replies, most, depth)
                if found is not None:
                    answered[cell] = found
        if len(answered) < len(answers):
            return -1
        edges = [(-1, *passed), *((cell, *answered[cell]) for cell in answers)]
        return self.arrays.claimed([*edges, *((cell, -1, -1) for cell in taken)])

    def _reply(self, cell: int, replies: list[Reply], most: int, depth: int) -> Reply | None:
        """The attacker's reply to an answer, one that is known if it serves."""
        menaced = self.arrays.add(cell, 1)
        before, self.last = self.last, cell
        try:
            known = self.arrays.recalled(replies)
            if known >= 0:
                return replies[known]
            if most != AT_THEIRS:
                found = self.search.run(most, cell)
            else:
                found = None if menaced else self._answered_move(0, depth + 1)
        finally:
            self.arrays.remove(cell, 1)
            self.last = before
        if found is not None:
            replies.append(found)
        return found


def solve(problem: ForcedProblem, limits: Limits) -> ForcedProof | None:
    """A win by force of the attacker, who is to move, with what it relies on; ``None`` if none
    was found. Raises :class:`LimitReached`, and ``ValueError`` for a board that does not fit.

    A minute or so for a stone in the middle of 15 x 15 and one in a corner, and hours where the
    defender's stone is one that others near it matter with; at most some 700 MB.
    """
    if not problem.fits:
        raise ValueError("a board that is too large, or with sets of one cell or too many")
    return ForcedOpening(problem, limits).run()
