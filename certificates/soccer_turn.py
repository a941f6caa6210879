"""One turn of paper soccer: a walk into the goal, or all the points where it can end.

A turn goes on at points that bounce. A point that is fresh when the turn comes to it
ends the turn, so the points that bounce during a turn are those that did before it.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.paper_soccer import Position


class TurnWalk(Certificate, frozen=True, tag="turn-walk"):
    """``walk``, the points of a turn that ends in the goal; or ``cut``, points that bounce and
    hold the ball, with no undrawn line from them to the goal or to another bouncing point."""

    walk: list[int]
    cut: list[int]


class TurnEnds(Certificate, frozen=True, tag="turn-ends"):
    """``walks``, a turn to each point where one can end; ``cut`` as in :class:`TurnWalk`,
    but lines may lead from it to those ends."""

    walks: list[list[int]]
    cut: list[int]


def check(position: Any, claim: Claim, certificate: Certificate) -> str:
    """The claim about the turn, from the rules alone; raises :class:`Rejected`."""
    if not isinstance(position, Position):
        raise Rejected("this certificate is about paper soccer")
    if isinstance(certificate, TurnEnds):
        return _ends(position, claim, certificate)
    assert isinstance(certificate, TurnWalk)
    if claim.question != "goal-this-turn":
        raise Rejected(f"a turn's walk says nothing about {claim.question!r}")
    if claim.answer == "yes":
        at = replay(position, certificate.walk)
        if position.pitch.goal[at.ball] != position.mover:
            raise Rejected("the walk does not end in the mover's goal")
        return f"the mover reaches his goal this turn in {len(certificate.walk)} plies"
    if claim.answer != "no":
        raise Rejected(f"the answer is yes or no, not {claim.answer!r}")
    if any(position.pitch.goal[v] == position.mover for v in leaving(position, certificate.cut)):
        raise Rejected("a line leads from the cut to the goal")
    return "every turn ends or stays among points without a line to the goal"


def _ends(position: Position, claim: Claim, certificate: TurnEnds) -> str:
    if claim.question != "turn-ends":
        raise Rejected(f"the ends of a turn say nothing about {claim.question!r}")
    ends = set()
    for walk in certificate.walks:
        at = replay(position, walk)
        if at.mover == position.mover and not position.pitch.goal[at.ball]:
            raise Rejected("a walk ends while the turn goes on")
        ends.add(at.ball)
    if not leaving(position, certificate.cut) <= ends:
        raise Rejected("a turn can end at a point that has no walk")
    if claim.answer != str(len(ends)):
        raise Rejected(f"the turn can end at {len(ends)} points")
    return f"the turn can end at {len(ends)} points"


def replay(position: Position, walk: list[int]) -> Position:
    """The position after a walk of one turn; raises :class:`Rejected`."""
    at = position
    for number, move in enumerate(walk):
        if at.mover != position.mover:
            raise Rejected("the walk goes on after its turn")
        if type(move) is not int or move not in at.moves():
            raise Rejected(f"ply {number + 1} is not legal")
        at = at.play(move)
    if not walk:
        raise Rejected("a walk without plies")
    return at


def leaving(position: Position, cut: list[int]) -> set[int]:
    """Ends of lines that lead out of the cut, all of which end a turn; raises ``Rejected``."""
    place = position.pitch
    if not all(type(v) is int and 0 <= v < len(place.points) for v in cut):
        raise Rejected("the cut is a list of points")
    inside = set(cut)
    if position.ball not in inside:
        raise Rejected("the cut must hold the ball")
    found = set()
    for v in inside:
        for e, w in place.steps[v]:
            if position.drawn >> e & 1 or w in inside:
                continue
            if not place.goal[w] and (place.bounces[w] or position.degree(w)):
                raise Rejected("a line leads from the cut to another bouncing point")
            found.add(w)
    return found
