"""One turn of paper soccer: walks to points where it can end, and where it cannot.

A turn goes on at points that bounce. A point that is fresh when the turn comes to it ends
the turn, so the points that bounce during a turn are those that did before it.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.statement import AtLeast, AtMost, Is, Statement, quantity
from gameproof.games.paper_soccer import Position

ENDS, GOAL = "turn-ends", "goal-this-turn"


class SoccerTurn(Certificate, frozen=True, tag="soccer-turn"):
    """``walks``: turns, as the points the ball comes to, each to another end. ``cut``: the ball's
    point and points that bounce, with no undrawn line from them to any further point that
    bounces: the turn ends where lines lead out of them. An empty one says nothing.
    """

    walks: list[list[int]]
    cut: list[int]


def conclude(goal: Goal[Position], certificate: SoccerTurn) -> Conclusion:
    """Ends that are shown, a goal among them or not, and ends that are all there can be.

    O(points of the walks * lines at a point + lines at the cut).
    """
    position = goal.position
    scores = position.pitch.goal
    shown = {replay(position, walk).ball for walk in certificate.walks}
    derived: list[Statement] = [AtLeast(quantity(ENDS), len(shown))]
    said = [f"this turn can end at {len(shown)} points"]
    if any(scores[point] == position.mover for point in shown):
        derived.append(Is(quantity(GOAL), True))
        said.append("one of them the goal")
    if certificate.cut:
        ends = leaving(position, certificate.cut)
        derived.append(AtMost(quantity(ENDS), len(ends)))
        said.append(f"at {len(ends)} at most")
        if not any(scores[point] == position.mover for point in ends):
            derived.append(Is(quantity(GOAL), False))
            said.append("never in the goal")
    return Conclusion(tuple(derived), ", ".join(said))


def replay(position: Position, walk: list[int]) -> Position:
    """The position after a whole turn; raises :class:`Rejected`."""
    at = position
    for number, move in enumerate(walk, 1):
        if at.mover != position.mover:
            raise Rejected("the walk goes on after its turn")
        if type(move) is not int or move not in at.moves():
            raise Rejected(f"ply {number} is not legal")
        at = at.play(move)
    if not walk:
        raise Rejected("a walk without plies")
    if at.mover == position.mover and not position.pitch.goal[at.ball]:
        raise Rejected("a walk ends while the turn goes on")
    return at


def leaving(position: Position, cut: list[int]) -> set[int]:
    """Where lines lead from the cut, all of them ends of the turn; raises :class:`Rejected`.

    The lines that the turn itself draws are not taken away: there are only fewer.
    """
    place = position.pitch
    if not all(type(v) is int and 0 <= v < len(place.points) for v in cut):
        raise Rejected("the cut is a list of points")
    inside = set(cut)
    if position.ball not in inside:
        raise Rejected("the cut must hold the ball")
    if any(v != position.ball and not goes_on(position, v) for v in inside):
        raise Rejected("a point of the cut ends the turn")
    if position.result() is not None:
        return set()
    found = set()
    for v in inside:
        for e, w in place.steps[v]:
            if position.drawn >> e & 1 or w in inside:
                continue
            if goes_on(position, w):
                raise Rejected("a line leads from the cut to another bouncing point")
            found.add(w)
    return found


def goes_on(position: Position, point: int) -> bool:
    """Does a turn that comes to this point go on?"""
    place = position.pitch
    return not place.goal[point] and (place.bounces[point] or position.degree(point) > 0)


KIND = Kind(
    record=SoccerTurn,
    scope=Scope(derives=(ENDS, GOAL), positions=(Position,)),
    theorem="points that bounce during a turn did so before it; a set of points that no line "
    "leaves but to ends of the turn holds every turn",
    evidence="a walk for each end, and the points that the turn can go on from",
    conclude=conclude,
)
