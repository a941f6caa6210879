"""Proofs of wins on large boards: choose early moves by the effort their answers take.

With few stones on the board no sequence of threats is in sight, every move leaves the
defender all his answers, and proof numbers tell little. What tells much is how many of
those answers df-pn refutes within a small number of positions. So at a *quiet* node each
candidate, in order of potential, is tried on its answers with a small effort, given up
after a few that resist; the best go on to the next stage with more effort. Everything
proved stays in the table of the search.
"""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.solvers.bit_sets import bits
from gameproof.solvers.positional.achievement import fewer
from gameproof.solvers.positional.positional_search import ATTACKER, DEFENDER, Rules
from gameproof.solvers.positional.proof_number import ProofNumberSearch

AT_FIRST = 500
"""Expansions that df-pn may use on the root before the stages begin."""


@dataclass(frozen=True, slots=True)
class Stage:
    """``effort``: expansions an answer; ``keep``: candidates tried; ``resisting``: answers
    that resist before a candidate is given up."""

    effort: int
    keep: int
    resisting: int


STAGES = (Stage(100, 14, 6), Stage(600, 4, 8), Stage(3000, 2, 10), Stage(15000, 1, 64))

MANY = 0.5
"""Share of resisting answers from which on a stage tells nothing: how soon so many resist is
chance, and what counts is the order of the stage before, at first that of potential."""

EFFORTS = ((1, 1), (1, 4), (2, 16), (3, 64), (3, 256))
"""Passes: the depth of choice by stages after the first, and what multiplies the effort."""


class StagedSearch:
    """Proves that the attacker, to move with few stones on the board, forces a set."""

    def __init__(self, search: ProofNumberSearch) -> None:
        self.search = search
        self.rules = Rules(search.problem)
        self.ranked: dict[tuple[int, int], list[int]] = {}
        """The attacker's moves that the last stage left, the best first, by position."""

    def forces(self) -> bool:
        """Was a win of the attacker, who is to move, proved? Stages with growing effort.

        All that is proved is in the search's table afterwards.
        """
        problem = self.search.problem
        start = problem.attacker, problem.defender, problem.moves
        if problem.stones < 2:
            return self.opens(*start)
        return any(self.proves(*start, inner, scale) for inner, scale in EFFORTS)

    def opens(self, a: int, d: int, r: int) -> bool:
        """As :meth:`forces`, with fewer than two stones on the board: the attacker's move of
        most potential is tried with every answer."""
        candidates = self.candidates(a, d, r)
        if not candidates:
            return False
        a |= 1 << candidates[0]
        r = fewer(r)
        for y in self.answers(a, d, r):
            if not any(self.proves(a, d | 1 << y, r, inner, scale) for inner, scale in EFFORTS):
                return False
        return self.search.wins(*self.rules.alive(a, d, r), r, DEFENDER)

    def proves(self, a: int, d: int, r: int, inner: int, scale: int) -> bool:
        """Was a win of the attacker, to move, proved?

        His next move is chosen by stages, and so are the ``inner`` ones after it where an
        answer resists the last stage. ``scale`` multiplies every effort.
        """
        if self.search.attempt(*self.rules.alive(a, d, r), r, ATTACKER, AT_FIRST * scale):
            return True
        candidates = self.candidates(a, d, r)
        for stage, kept in zip(STAGES, [*(after.keep for after in STAGES[1:]), 1], strict=True):
            shares: dict[int, float] = {}
            for x in candidates[: stage.keep]:
                best = sorted(shares.values())[:kept]
                most = best[-1] if len(best) == kept else 1.0
                shares[x] = self.resisting(a | 1 << x, d, fewer(r), stage, scale, most)
                if shares[x] == 0:
                    return True
            candidates = self.ranked[a, d] = sorted(shares, key=lambda x: min(shares[x], MANY))
        return inner > 0 and any(
            self.refutes(a | 1 << x, d, fewer(r), inner - 1, max(1, scale // 4)) for x in candidates
        )

    def refutes(self, a: int, d: int, r: int, inner: int, scale: int) -> bool:
        """Is every answer of the defender, to move, refuted?"""
        for y in self.answers(a, d, r):
            if not self.proves(a, d | 1 << y, r, inner, scale):
                return False
        return self.search.wins(*self.rules.alive(a, d, r), r, DEFENDER)

    def resisting(
        self, a: int, d: int, r: int, stage: Stage, scale: int, most: float = 1.0
    ) -> float:
        """The share of the answers tried that resist; 0 when all are refuted.

        Given up as soon as the share of all answers must be above ``most``: the candidate is
        behind those that go on to the next stage.
        """
        hard = tried = 0
        answers = self.answers(a, d, r)
        for y in answers:
            tried += 1
            after = self.rules.alive(a, d | 1 << y, r)
            if not self.search.attempt(*after, r, ATTACKER, stage.effort * scale):
                hard += 1
                if hard >= min(stage.resisting, most * len(answers)):
                    break
        if hard == 0:
            self.search.wins(*self.rules.alive(a, d, r), r, DEFENDER)
        return hard / max(tried, 1)

    def candidates(self, a: int, d: int, r: int) -> list[int]:
        """The attacker's moves up to symmetry, those with the most potential first."""
        worth: dict[tuple[int, int], tuple[int, int]] = {}
        for x in bits(self.search.problem.own_moves(self.rules.board & ~(a | d))):
            after = self.search.turned(*self.rules.alive(a | 1 << x, d, r))[:2]
            if after not in worth:
                own = self.rules.attack.scan(a | 1 << x, d, r)[2] << self.rules.defend.longest
                theirs = self.rules.defend.scan(d, a | 1 << x, r)[2] << self.rules.attack.longest
                worth[after] = (theirs - 2 * own, x)
        return [x for _, x in sorted(worth.values())]

    def answers(self, a: int, d: int, r: int) -> list[int]:
        """The defender's moves up to symmetry, those that leave the least potential first."""
        worth: dict[tuple[int, int], tuple[int, int]] = {}
        for y in bits(self.search.problem.answers(self.rules.board & ~(a | d))):
            after = self.search.turned(*self.rules.alive(a, d | 1 << y, r))[:2]
            if after not in worth:
                worth[after] = (self.rules.attack.scan(a, d | 1 << y, r)[2], y)
        return [y for _, y in sorted(worth.values())]
