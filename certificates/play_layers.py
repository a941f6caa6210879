"""Plays counted ply by ply: histories, positions, and the longest game, counted again.

The checker merges plays that meet in one position and carries their number along; it
shares nothing with an enumeration of single histories.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.paper_soccer import Position, make

MOST = 2_000_000
"""Positions of one ply that the checker is ready to hold."""


class PlayLayers(Certificate, frozen=True, tag="play-layers"):
    """For each ply from 0: ``histories``, and ``classes``, the numbers of distinct edge sets."""

    histories: list[int]
    classes: list[int]


class GamePair(Certificate, frozen=True, tag="game-pair"):
    """Two games compared; the checker replays both, nothing need be stored."""


class TurnWalk(Certificate, frozen=True, tag="turn-walk"):
    """``walk``, the points of a turn that ends in the goal; or ``cut``, points that bounce and
    hold the ball, with no undrawn line from them to the goal or to another bouncing point."""

    walk: list[int]
    cut: list[int]


def check(position: Any, claim: Claim, certificate: Certificate) -> str:
    """The claim about plays from the position, from the rules alone."""
    if not isinstance(position, Position):
        raise Rejected("this certificate is about paper soccer")
    if isinstance(certificate, PlayLayers):
        return _layers(position, claim, certificate)
    if isinstance(certificate, GamePair):
        found = relation(position, str(claim.arguments.get("other", "")))
        if claim.question != "equivalent" or claim.answer != found:
            raise Rejected(f"the two games are {found}")
        return f"the two games are {found}"
    assert isinstance(certificate, TurnWalk)
    return _turn(position, claim, certificate)


def relation(position: Position, other: str) -> str:
    """``equal`` (one history), ``strong`` (lines and ball), ``weak`` (lines) or ``different``."""
    width, length, rules = position.field_
    second = make(width, length, rules, other)
    if second.history == position.history:
        return "equal"
    if second.drawn != position.drawn:
        return "different"
    return "strong" if second.ball == position.ball else "weak"


def _layers(position: Position, claim: Claim, certificate: PlayLayers) -> str:
    layer: Counter[Position] = Counter({position: 1})
    histories, classes = [1], [1]
    twins = False
    wanted = len(certificate.histories) - 1
    if claim.question != "longest" and wanted != claim.arguments.get("plies", 4):
        raise Rejected("the counts end at another ply")
    while layer and len(histories) <= wanted:
        after: Counter[Position] = Counter()
        for one, number in layer.items():
            for move in one.moves():
                after[one.play(move)] += number
        if len(after) > MOST:
            raise Rejected(f"a ply with more than {MOST} positions is not counted again")
        layer = after
        sets: Counter[int] = Counter()
        for one, number in layer.items():
            sets[one.drawn] += number
        twins = twins or any(n > 1 and acyclic(position, drawn) for drawn, n in sets.items())
        histories.append(sum(layer.values()))
        classes.append(len(sets))
    if histories != certificate.histories or classes != certificate.classes:
        raise Rejected(f"the histories by ply are {histories}, the classes {classes}")
    return _told(claim, histories, classes, bool(layer), twins)


def _told(claim: Claim, histories: list[int], classes: list[int], open_: bool, twins: bool) -> str:
    plies = len(histories) - 1
    if claim.question == "histories":
        answer = " ".join(map(str, histories))
        sentence = f"histories by ply 0 to {plies}: {answer}"
    elif claim.question == "classes":
        answer = " ".join(map(str, classes))
        sentence = f"weak classes by ply 0 to {plies}: {answer}"
    elif claim.question == "longest":
        if open_ and histories[-1]:
            raise Rejected("the count stops while games go on")
        answer = str(max(k for k, n in enumerate(histories) if n))
        sentence = f"the longest game has {answer} plies"
    elif claim.question == "acyclic-twins":
        answer = "yes" if twins else "no"
        sentence = f"acyclic positions with two histories up to ply {plies}: {answer}"
    else:
        raise Rejected(f"counts of plays say nothing about {claim.question!r}")
    if claim.answer != answer:
        raise Rejected(f"the counts say {answer}")
    return sentence


def acyclic(position: Position, drawn: int) -> bool:
    """Do the drawn lines form a forest?"""
    root = list(range(len(position.pitch.points)))

    def find(v: int) -> int:
        while root[v] != v:
            root[v] = root[root[v]]
            v = root[v]
        return v

    for e, (u, v) in enumerate(position.pitch.edges):
        if drawn >> e & 1:
            if find(u) == find(v):
                return False
            root[find(u)] = find(v)
    return True


def _turn(position: Position, claim: Claim, certificate: TurnWalk) -> str:
    if claim.question != "goal-this-turn":
        raise Rejected(f"a turn's walk says nothing about {claim.question!r}")
    place = position.pitch
    if claim.answer == "yes":
        at = position
        for number, move in enumerate(certificate.walk):
            if at.mover != position.mover:
                raise Rejected("the turn ends before the goal")
            if type(move) is not int or move not in at.moves():
                raise Rejected(f"ply {number + 1} is not legal")
            at = at.play(move)
        if place.goal[at.ball] != position.mover:
            raise Rejected("the walk does not end in the mover's goal")
        return f"the mover reaches his goal this turn in {len(certificate.walk)} plies"
    inside = set(certificate.cut)
    if position.ball not in inside or claim.answer != "no":
        raise Rejected("the cut must hold the ball")
    for v in inside:
        if type(v) is not int or not 0 <= v < len(place.points):
            raise Rejected("the cut is a list of points")
        for e, w in place.steps[v]:
            if position.drawn >> e & 1 or w in inside:
                continue
            if place.goal[w] == position.mover:
                raise Rejected("a line leads from the cut to the goal")
            if not place.goal[w] and (place.bounces[w] or position.degree(w)):
                raise Rejected("a line leads from the cut to another bouncing point")
    return "every turn ends or stays among points without a line to the goal"
