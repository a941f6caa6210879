"""Wins by force with quiet moves: what a win would rely on is asked first, answered afterwards.

``quiet_tree.h`` says how (null moves: Donninger 1993, Thomsen 2000; relevance zones: Wu, Lin 2010)
and weak proof numbers (Ueda, Hashimoto, Hashimoto, Iida 2008) say where. What is proved is kept as
a claim about all positions of a kind (``claims.h``), so that an answer found at one position is
tried at others first. It finds wins only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.forced.forced_board import ForcedBoard, ForcedProblem
from gameproof.solvers.forced.threat_board import GROWING
from gameproof.solvers.limits import Limits

MOST_EXPANSIONS = 50_000
WORK = 16
"""Positions that are expanded until time and memory are looked at: about 0.03 s, and 0.2 s where
each is searched as far as it may be."""

Reply = tuple[int, int]
"""The attacker's move and what it leads to: -1 - number of the set that it completes, or a
claim."""


@dataclass(frozen=True, slots=True)
class ForcedProof:
    """The attacker's first move, and nodes with their edges: ``ends`` (nodes + 1) delimits those of
    a node, ``edges`` are rows (move, reply, child), the first of each node with a move of -1 for
    all moves that are not listed; a child is an earlier node, or -1 - number of the set that is
    completed; a reply of -1 says that the defender owns the cell. ``root`` is the node after the
    first move, -1 where that completes a set. ``stats`` counts what was looked at."""

    opening: int
    root: int
    ends: NDArray[np.int64]
    edges: NDArray[np.int64]
    stats: dict[str, int]


class ForcedSearch:
    """Searches from the position that is on a board, the attacker to move; ``stats`` counts the
    positions with quiet moves, and with threes, that were expanded by all of them."""

    def __init__(self, limits: Limits, arrays: ForcedBoard) -> None:
        self.limits, self.arrays = limits, arrays
        self.stats = {"nodes": 0, "threes": 0}

    def run(self, most: int = MOST_EXPANSIONS) -> Reply | None:
        """The attacker's first move and what it leads to, ``None`` if none was found within so
        many expansions. Raises :class:`LimitReached`; the board is as it was then, too."""
        arrays, ask, state, quiet = (
            self.arrays,
            self.arrays.ask,
            self.arrays.state,
            self.arrays.quiet,
        )
        before = quiet.by_threes
        ask.most, ask.work, ask.count = most, WORK, 0
        self.limits.check()
        try:
            while arrays.search() == GROWING:
                ask.count = 1
                self.limits.progress(f"{state.expanded} positions expanded")
                self.limits.check()
        finally:
            self.stats["nodes"] += state.expanded
            self.stats["threes"] += quiet.by_threes - before
        return (ask.reply, ask.after) if ask.reply >= 0 else None


def proof_of(arrays: ForcedBoard, reply: Reply, stats: dict[str, int]) -> ForcedProof:
    """What the attacker's first move rests on. O(claims)."""
    opening, root = reply
    claims = arrays.claims
    if root < 0:
        return ForcedProof(opening, -1, np.zeros(1, np.int64), np.zeros((0, 3), np.int64), stats)
    spans = claims.spans[: root + 1].tolist()
    needed = {root}
    for n in range(root, -1, -1):
        if n in needed:
            low, high = spans[n]
            needed |= {
                child
                for _, answer, child in claims.edges[low:high].tolist()
                if answer >= 0 and child >= 0
            }
    number = {n: i for i, n in enumerate(sorted(needed))}
    ends, edges = [0], list[tuple[int, int, int]]()
    for n in number:
        low, high = spans[n]
        for move, answer, child in claims.edges[low:high].tolist():
            leads = answer >= 0 and child >= 0
            edges.append((move, answer, number[child] if leads else child))
        ends.append(len(edges))
    return ForcedProof(
        opening, number[root], np.array(ends, np.int64), np.array(edges, np.int64), stats
    )


def solve(problem: ForcedProblem, limits: Limits) -> ForcedProof | None:
    """A win by force of the attacker, who is to move, with what it relies on; ``None`` if none
    was found.

    The memory is bounded (some 250 MB on 15 x 15 when claims fill their room, and an estimated
    400 MB when as many positions are expanded and remembered as may be), the time by the limits
    alone. Raises :class:`LimitReached`, and ``ValueError`` for a board that does not fit.
    """
    if not problem.fits:
        raise ValueError("a board that is too large, or with no set or too many")
    arrays = ForcedBoard(problem, limits.seed)
    search = ForcedSearch(limits, arrays)
    reply = search.run()
    return None if reply is None else proof_of(arrays, reply, search.stats)
