"""Forces that spread a connected graph (Fruchterman and Reingold, 1991)."""

from __future__ import annotations

from collections.abc import Sequence

Point = tuple[float, float]

ROUNDS = 150


def spring_layout(n: int, edges: Sequence[tuple[int, int]], start: Sequence[Point]) -> list[Point]:
    """Places about a unit apart; the same graph is always laid out alike.

    Begins with forces of attraction and repulsion and ends by pushing apart whatever is still
    closer than 0.6. O(n^2) for each of :data:`ROUNDS` steps.
    """
    import numpy as np

    place = np.array(start, dtype=float)
    ends = np.array([e for e in edges if e[0] != e[1]], dtype=int).reshape(-1, 2)
    heat = 0.25 * float(np.sqrt(n))
    for _ in range(ROUNDS):
        apart = place[:, None, :] - place[None, :, :]
        square = np.maximum((apart**2).sum(axis=2), 1e-6)
        push = (apart / square[:, :, None]).sum(axis=1)
        along = place[ends[:, 0]] - place[ends[:, 1]]
        pull = along * np.hypot(along[:, 0], along[:, 1])[:, None]
        np.subtract.at(push, ends[:, 0], pull)
        np.add.at(push, ends[:, 1], pull)
        length = np.maximum(np.hypot(push[:, 0], push[:, 1]), 1e-9)
        place += push * (np.minimum(length, heat) / length)[:, None]
        heat *= 0.96
    for _ in range(60):
        apart = place[:, None, :] - place[None, :, :]
        distance = np.sqrt((apart**2).sum(axis=2)) + np.eye(n)
        close = np.maximum(0.6 - distance, 0.0)
        if not close.any():
            break
        place += 0.5 * (apart / np.maximum(distance, 1e-6)[:, :, None] * close[:, :, None]).sum(1)
    return [(float(x), float(y)) for x, y in place]
