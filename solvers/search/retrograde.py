"""Who wins a game whose play may go on for ever: retrograde analysis.

Positions without moves are lost; a position with a move to a lost one is won;
one whose moves all lead to won positions is lost; what stays unlabelled is a
draw, since there a player can always avoid losing (K. Thompson, ICCA Journal
1986; the argument is Zermelo's, 1913). In Python: the graph of positions was made by
rules in Python, which took longer.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.limits import Limits

LOST, WON, DRAWN = 0, 1, 2


@dataclass(frozen=True)
class Labels:
    """``label`` is LOST, WON or DRAWN for the player to move; ``plies`` the length
    of best play (the winner hurries, the loser delays), -1 for draws."""

    label: NDArray[np.int8]
    plies: NDArray[np.int32]


def retrograde(indptr: NDArray[np.int64], heads: NDArray[np.int32], limits: Limits) -> Labels:
    """Label every vertex of the digraph in compressed rows. O(n + m).

    Vertex v has the moves to ``heads[indptr[v]:indptr[v + 1]]``; arcs may repeat
    and cycles are allowed. Raises ``LimitReached``.
    """
    n = len(indptr) - 1
    degree = np.diff(indptr)
    tails = np.repeat(np.arange(n, dtype=np.int32), degree)
    before = tails[np.argsort(heads, kind="stable")].tolist()
    start = np.concatenate([[0], np.cumsum(np.bincount(heads, minlength=n))]).tolist()
    escapes = degree.tolist()
    label = [DRAWN] * n
    plies = [-1] * n
    queue = [v for v in range(n) if escapes[v] == 0]
    for v in queue:
        label[v], plies[v] = LOST, 0
    for place, v in enumerate(queue):
        if place % 4096 == 0:
            limits.check()
            limits.progress(f"{place} of {n} positions labelled")
        for u in before[start[v] : start[v + 1]]:
            if label[u] != DRAWN:
                continue
            if label[v] == LOST:
                label[u], plies[u] = WON, plies[v] + 1
                queue.append(u)
            else:
                escapes[u] -= 1
                if escapes[u] == 0:
                    label[u], plies[u] = LOST, plies[v] + 1
                    queue.append(u)
    return Labels(np.array(label, dtype=np.int8), np.array(plies, dtype=np.int32))
