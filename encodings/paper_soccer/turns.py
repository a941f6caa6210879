"""Walks of a turn of paper soccer."""

from __future__ import annotations

from gameproof.games.paper_soccer import Pitch


def walk_to(before: dict[int, int], end: int) -> list[int]:
    """The points of the walk found to ``end``, without the start."""
    walk = [end]
    while before[walk[-1]] >= 0:
        walk.append(before[walk[-1]])
    return walk[-2::-1]


def distance(place: Pitch, point: int, player: int) -> int:
    """King's steps to the nearest point where ``player`` wins."""
    x, y = place.points[point]
    goals = [place.points[v] for v, owner in enumerate(place.goal) if owner == player]
    return min(max(abs(x - a), abs(y - b)) for a, b in goals)
