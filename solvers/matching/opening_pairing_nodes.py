"""What the search for opening pairings finds."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]

NO_ANSWER = -1
"""The answer of a branch that serves the position itself, and every move."""


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """After Second's ``answer`` every open line owns two free cells (``owner[cell]`` is a
    line or -1) or is served by one of the disjoint ``regions`` (numbers of a library)."""

    answer: int
    owner: Ints
    regions: tuple[int, ...] = ()


@dataclass(slots=True)
class Node:
    """A position with First to move, closed.

    A branch serves every move outside its regions that some pairing of the lines it pairs leaves
    out. A child ``(move, answer, node)`` serves the moves of one orbit of the position's
    stabiliser, ``move`` being its least cell.
    """

    branches: list[Branch] = field(default_factory=list)
    children: list[tuple[int, int, Node]] = field(default_factory=list)
