"""Where a turn of paper soccer can end, by its points alone.

A turn goes on at points that bounce, and a point that is fresh when the turn comes to it ends it:
so the points that bounce during a turn are those that did before it. Whoever comes to an end of the
turn comes there over them on a path, no point twice, and each step of a path is a legal ply.
"""

from __future__ import annotations

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


def turn_ends(position: Position) -> set[int]:
    """Points that end the turn, next to points that it can go on from."""
    place = position.pitch
    if place.goal[position.ball]:
        return set()
    found: set[int] = set()
    waiting, seen = [position.ball], {position.ball}
    while waiting:
        for line, point in place.steps[waiting.pop()]:
            if position.drawn >> line & 1 or point in seen:
                continue
            seen.add(point)
            if not place.goal[point] and (place.bounces[point] or position.degree(point) > 0):
                waiting.append(point)
            else:
                found.add(point)
    return found
