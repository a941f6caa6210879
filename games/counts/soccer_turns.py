"""Where a turn of paper soccer can end, by its points alone.

A turn goes on at points that bounce, and a point that is fresh when the turn comes to it ends it:
so the points that bounce during a turn are those that did before it. Whoever comes to an end of the
turn comes there over them on a path, no point twice, and each step of a path is a legal ply.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from gameproof.games.meaning.answers import Value
from gameproof.games.paper_soccer import Position


def faster(position: object, question: str, _arguments: Mapping[str, Value]) -> tuple[Value] | None:
    """How many points the turn can end at, and whether one is the mover's goal. O(lines)."""
    if not isinstance(position, Position):
        return None
    ends = turn_ends(position)
    goal = position.pitch.goal
    return (len(ends) if question == "turn-ends" else position.mover in {goal[v] for v in ends},)


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


def turn_ends(position: Position) -> set[int]:
    """Points that end the turn, next to points that it can go on from."""
    return {*reach(position)} - bouncing(position) - {position.ball}
