"""What a turn of paper soccer can come to: a walk over points that bounce before it."""

from __future__ import annotations

from collections import deque

from gameproof.games.paper_soccer import Pitch, Position


def bouncing(position: Position) -> set[int]:
    """Points from which the mover goes on: they bounce now, so they do all through the turn."""
    place = position.pitch
    return {
        v
        for v, goal in enumerate(place.goal)
        if not goal and (place.bounces[v] or position.degree(v) > 0)
    }


def reach(position: Position) -> dict[int, int]:
    """Points that this turn can come to, each with the point before it. O(points + lines)."""
    before = {position.ball: -1}
    if position.result() is not None:
        return before
    on = bouncing(position)
    queue = deque([position.ball])
    while queue:
        v = queue.popleft()
        for e, w in position.pitch.steps[v]:
            if not position.drawn >> e & 1 and w not in before:
                before[w] = v
                if w in on:
                    queue.append(w)
    return before


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
