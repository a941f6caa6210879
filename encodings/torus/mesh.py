"""The hexagonal torus as a mesh of cells, for the homology engine."""

from __future__ import annotations

import numpy as np

from gameproof.games.boards.glued_board import STEPS
from gameproof.solvers.algebra.homology import Mesh


def mesh(rows: int, columns: int) -> Mesh:
    """The hexagonal torus as a mesh: six neighbours a cell, their crossings. O(cells)."""
    cells = rows * columns
    number = np.arange(cells, dtype=np.int32).reshape(rows, columns)
    near = np.empty((rows, columns, len(STEPS)), dtype=np.int32)
    x, y = np.zeros_like(near, dtype=np.int8), np.zeros_like(near, dtype=np.int8)
    for k, (dr, dc) in enumerate(STEPS):
        near[:, :, k] = np.roll(number, (-dr, -dc), axis=(0, 1))
        if dc:
            x[:, -1 if dc > 0 else 0, k] = dc
        if dr:
            y[-1 if dr > 0 else 0, :, k] = -dr
    flat = (cells, len(STEPS))
    return Mesh("torus", near.reshape(flat), x.reshape(flat), y.reshape(flat))
