"""Does a player force one of his sets? Plain search, proof-number search, and stages before it.

With the strategy of whoever succeeds.
"""

from __future__ import annotations

from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.positional_search import Strategy, TooManyNodes, plain, strategy
from gameproof.solvers.positional.proof_number import KernelSearch
from gameproof.solvers.positional.staged_search import StagedSearch
from gameproof.solvers.positional.threat_search import Achievement

MOST_CELLS = 64
MOST_SETS = 1 << 14
"""With more sets the potential could leave 63 bits."""

PLAIN_WORK = 2_000_000
"""Positions times cells times sets that plain Python may look at before compiled code
takes over: a second or so."""

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
    search = KernelSearch(problem, limits, bits=23 if problem.cells > 40 else 20)
    zone_without_stones = bool(problem.barred) and problem.stones < 2
    quiet = zone_without_stones or len(problem.symmetries) > STAGED_FROM
    if problem.plies is None and problem.attacker_to_move and quiet:
        StagedSearch(search).forces()
    found = strategy(search, search.turned, limits)
    found.stats = {
        "nodes": search.nodes,
        "threats": int(search.rules.stats[0]),
        "searches": search.searches,
    }
    return found
