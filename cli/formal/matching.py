"""Rules ``hall`` and ``matching``: sets that want too many cells; geography by matchings.

The evidence of ``hall``: whose sets, and their numbers. That of ``matching``: who starts, whether
every largest matching covers the start, a matching (where it is not so, one that misses the start),
and parts of the graph that no edge joins, 0 for the vertices that are taken out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates.kernel import Goal
from gameproof.cli.formal.numbers import PLAYERS, Numbers, Steps, row
from gameproof.games import geography, positional

HALL, MATCHING = 5, 6


def of_hall(_goal: Goal[positional.Position], certificate: Any) -> list[Numbers]:
    """The step."""
    return [[HALL, PLAYERS["first"], *row(np.asarray(certificate.sets).tolist())]]


def of_matching(goal: Goal[geography.Position], certificate: Any) -> list[Numbers]:
    """The step; the path of the certificate is flipped here."""
    mate = np.asarray(certificate.mate).tolist()
    path = np.asarray(certificate.path).tolist()
    for place in range(1, len(path) - 1, 2):
        mate[path[place]], mate[path[place + 1]] = path[place + 1], path[place]
    if path:
        mate[path[0]] = -1
    edges = [x for u, v in enumerate(mate) if u < v for x in (u, v)]
    labels = np.asarray(certificate.parts).tolist()
    names = {label: i + 1 for i, label in enumerate(sorted({*labels} - {-1}))}
    parts = [names.get(label, 0) for label in labels]
    start = PLAYERS[goal.position.to_move]
    covered = int(not path)
    return [[
        MATCHING, start, covered, len(edges) // 2, *edges, len(names), *row(parts),
    ]]  # fmt: skip


STEPS: Steps = {"hall-violator": of_hall, "maximum-matching": of_matching}
