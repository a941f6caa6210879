"""Does a player force one of his sets? Proof-number search, and stages before it.

With the strategy of whoever succeeds.
"""

from __future__ import annotations

from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.achievement import Achievement
from gameproof.solvers.positional.positional_search import ATTACKER, DEFENDER, Strategy
from gameproof.solvers.positional.proof_number import ProofNumberSearch
from gameproof.solvers.positional.staged_search import StagedSearch
from gameproof.solvers.positional.strategy_writer import strategy

LARGE = 40
"""Boards of more cells get a larger table."""

LONG, FEW_CELLS = 60_000, 4
"""After so many expansions, where no set has more cells than this, the search goes on with weak
proof numbers: for four in a row on four rows they take a fraction of the time, for five in a row
they take more."""
STAGED_FROM = 16
"""With more symmetries than this the first moves are chosen by the effort they take."""


def solve(problem: Achievement, limits: Limits) -> Strategy:
    """Does the attacker force a set? With the strategy of whoever succeeds.

    Raises ``LimitReached``, and :class:`ValueError` for boards of more than 4 096 cells.
    Exponential in the worst case.
    """
    large = problem.cells > LARGE
    search = ProofNumberSearch(problem, limits, bits=23 if large else 20)
    zone_without_stones = bool(problem.barred) and problem.stones < 2
    quiet = zone_without_stones or len(problem.symmetries) > STAGED_FROM
    if problem.plies is None and problem.attacker_to_move and quiet:
        StagedSearch(search).forces()
    elif few_cells(problem) and within(search, LONG) is None:
        search = ProofNumberSearch(problem, limits, bits=23 if large else 21, weak=True)
    found = strategy(search)
    found.stats = {
        "nodes": search.nodes,
        "searches": search.searches,
        "weak numbers": int(search.weak),
    }
    return found


def few_cells(problem: Achievement) -> bool:
    """Is this a question that weak proof numbers serve? O(sets)."""
    longest = max((mask.bit_count() for mask in problem.masks("attack")), default=0)
    return problem.plies is None and not problem.barred and longest <= FEW_CELLS


def within(search: ProofNumberSearch, effort: int) -> bool | None:
    """Does the attacker force a set, if so much effort tells?"""
    problem = search.problem
    turn = ATTACKER if problem.attacker_to_move else DEFENDER
    a, d = problem.attacker, problem.defender
    return search.attempt(
        *search.plain_rules.alive(a, d, problem.moves), problem.moves, turn, effort
    )
