"""Does a player force one of his sets? Plain search, proof-number search, and stages before it.

With the strategy of whoever succeeds.
"""

from __future__ import annotations

from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.positional_search import (
    ATTACKER,
    DEFENDER,
    Strategy,
    TooManyNodes,
    plain,
    strategy,
)
from gameproof.solvers.positional.proof_number import KernelSearch
from gameproof.solvers.positional.staged_search import StagedSearch
from gameproof.solvers.positional.threat_search import Achievement
from gameproof.solvers.positional.weak_numbers import WeakSearch

MOST_CELLS = 64
LARGE = 40
"""Boards of more cells get a larger table."""
MOST_SETS = 1 << 14
"""With more sets the potential could leave 63 bits."""

PLAIN_WORK = 2_000_000
"""Positions times cells times sets that plain Python may look at before compiled code
takes over: a second or so."""

LONG, FEW_CELLS = 60_000, 4
"""After so many expansions, where no set has more cells than this, the search goes on with weak
proof numbers: for four in a row on four rows they take a fraction of the time, for five in a row
they take more."""
STAGED_FROM = 16
"""With more symmetries than this the first moves are chosen by the effort they take."""


def solve(problem: Achievement, limits: Limits) -> Strategy:
    """Does the attacker force a set? With the strategy of whoever succeeds.

    Small boards in plain Python, larger ones, and those with barred cells, by the compiled
    search where it applies (at most ``MOST_CELLS`` cells). Raises ``LimitReached``. Exponential
    in the worst case.
    """
    compiled = problem.cells <= MOST_CELLS and len(problem.masks("attack")) <= MOST_SETS
    size = problem.cells * max(1, len(problem.attack[0]) - 1)
    if problem.barred:
        if not compiled:
            raise ValueError(f"barred cells on a board of more than {MOST_CELLS} cells")
    else:
        try:
            return plain(problem, limits, PLAIN_WORK // size if compiled else None)
        except TooManyNodes:
            pass
    search = KernelSearch(problem, limits, bits=23 if problem.cells > LARGE else 20)
    zone_without_stones = bool(problem.barred) and problem.stones < 2
    quiet = zone_without_stones or len(problem.symmetries) > STAGED_FROM
    if problem.plies is None and problem.attacker_to_move and quiet:
        StagedSearch(search).forces()
    elif few_cells(problem) and within(search, LONG) is None:
        search = WeakSearch(problem, limits, bits=23 if problem.cells > LARGE else 21)
    found = strategy(search, search.turned, limits)
    found.stats = {
        "nodes": search.nodes,
        "threats": int(search.rules.stats[0]),
        "searches": search.searches,
        "weak numbers": int(isinstance(search, WeakSearch)),
    }
    return found


def few_cells(problem: Achievement) -> bool:
    """Is this a question that weak proof numbers serve? O(sets)."""
    longest = max((mask.bit_count() for mask in problem.masks("attack")), default=0)
    return problem.plies is None and not problem.barred and longest <= FEW_CELLS


def within(search: KernelSearch, effort: int) -> bool | None:
    """Does the attacker force a set, if so much effort tells?"""
    problem = search.problem
    turn = ATTACKER if problem.attacker_to_move else DEFENDER
    a, d = problem.attacker, problem.defender
    return search.attempt(
        *search.plain_rules.alive(a, d, problem.moves), problem.moves, turn, effort
    )
