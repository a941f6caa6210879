"""A win by opposition: answer every move v of the opponent on its image.

For each start a row names the winner, his first move when he starts himself, and an
image for every vertex where the opponent may then play. In Snort the answers stay legal
when no v lies in N[image(v)] and, for v different from w, w lies in N[image(v)] exactly
when v lies in N[image(w)]: the opponent's v was legal beside the answer to w, so the
answer to v is legal beside w. An involutive automorphism that sends every vertex outside
its closed neighbourhood is the classical case (Ashmore, Austin, Davies, Dyer, Kellough,
"On graph automorphisms related to Snort", 2025). In Col images of vertices that may both
be the opponent's must not touch, nor be those vertices.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.snort_strategy import goals_of
from gameproof.games.game import BadInput
from gameproof.games.snort import Colour, Position, members, neighbour_masks, opponent

Row = tuple[str, str, int | None, list[tuple[int, int]]]


class Opposition(Certificate, frozen=True, tag="opposition"):
    """``rows``: (who starts, who wins, the winner's first move when he starts, pairs of
    a vertex and its image)."""

    rows: list[Row]


def agree(v: int, u: int, w: int, t: int, neighbours: tuple[int, ...], own: bool) -> bool:
    """May v be answered by u and w by t, whichever of v and w is played first?"""
    if v == w or u == t:
        return False
    if not own:
        return (neighbours[u] | 1 << u) >> w & 1 == (neighbours[t] | 1 << t) >> v & 1
    if neighbours[v] >> w & 1 or (v == t and w == u):
        return True  # the opponent cannot hold both
    touching = bool(neighbours[u] >> t & 1)
    return not ((v != t and (touching or u == w)) or (w != u and (touching or t == v)))


def alone(v: int, u: int, neighbours: tuple[int, ...], own: bool) -> bool:
    """May v be answered by u at once?"""
    return v != u and (own or not neighbours[v] >> u & 1)


def verify(theirs: int, mine: int, position: Position, image: dict[int, int]) -> None:
    """Raise :class:`Rejected` unless answering on images always works. O(n + m) set
    operations: only vertices near an image or its pre-image can disagree."""
    neighbours = neighbour_masks(position.graph)
    own = position.rules.forbidden == "own"
    source: dict[int, int] = {}
    for v in members(theirs):
        u = image.get(v)
        if u is None:
            raise Rejected(f"vertex {v} has no image")
        if u in source:
            raise Rejected(f"the vertices {source[u]} and {v} have one image")
        source[u] = v
        if not mine >> u & 1:
            raise Rejected(f"the image {u} of {v} is closed to the winner")
        if not alone(v, u, neighbours, own):
            raise Rejected(f"the image {u} of {v} is {v} itself or next to it")
    for v in members(theirs):
        u = image[v]
        near = (neighbours[u] | 1 << u) & theirs & ~(1 << v)
        if own:  # vertices whose images touch u
            near |= sum(1 << source[t] for t in members(neighbours[u]) if t in source)
        for w in members(near & ~(1 << v)):
            if not agree(v, u, w, image[w], neighbours, own):
                raise Rejected(f"the answers {u} to {v} and {image[w]} to {w} do not agree")


def check(position: Position, claim: Claim, certificate: Opposition) -> str:
    """The proved outcome or winner as a sentence."""
    if not isinstance(position, Position):
        raise Rejected("opposition is for Snort and Col")
    if claim.question == "misere-outcome":
        raise Rejected("opposition proves nothing about misere play")
    if not isinstance(certificate.rows, list):
        raise Rejected("rows is not a list")
    said = []
    for starter, side in goals_of(position, claim):
        row = next((r for r in certificate.rows if tuple(r[:2]) == (starter, side)), None)
        if row is None:
            raise Rejected(f"no row for {side} winning when {starter} starts")
        first, image = _read(row, position.graph.n)
        here = position.turn(starter)
        begin = ""
        if starter == side:
            if first is None:
                raise Rejected(f"{side} starts but has no first move")
            try:
                here = here.play(first)
            except BadInput as problem:
                raise Rejected(str(problem)) from None
            begin = f" playing {position.move_text(first)} and"
        verify(here.free(opponent(side)), here.free(side), here, image)
        said.append(f"{side} wins when {starter} starts,{begin} answering by opposition")
    return "; ".join(said)


def _read(row: Any, n: int) -> tuple[int | None, dict[int, int]]:
    if len(row) != 4 or not isinstance(row[3], (list, tuple)):
        raise Rejected("a row is not (starter, side, first, pairs)")
    first = row[2]
    if first is not None and (type(first) is not int or not 0 <= first < n):
        raise Rejected("the first move is no vertex")
    image: dict[int, int] = {}
    for pair in row[3]:
        if not (isinstance(pair, (list, tuple)) and len(pair) == 2):
            raise Rejected("an image is not a pair of vertices")
        v, u = pair
        if type(v) is not int or type(u) is not int or not (0 <= v < n and 0 <= u < n):
            raise Rejected("an image is not a pair of vertices")
        if v in image:
            raise Rejected(f"vertex {v} has two images")
        image[v] = u
    return first, image


def reply(position: Position, certificate: Opposition) -> int | None:
    """The winner's answer: the first move, or the image that is still to be played."""
    side: Colour = position.to_move
    theirs = position.blue if side == "red" else position.red
    free = position.free(side)
    answers: list[int] = []
    for row in certificate.rows:
        if row[1] != side:
            continue
        first, image = _read(row, position.graph.n)
        mine = position.red if side == "red" else position.blue
        if first is not None and not mine >> first & 1:
            answers.append(first)
            continue
        answers.extend(u for v, u in image.items() if theirs >> v & 1 and free >> u & 1)
    return next((u for u in answers if free >> u & 1), None)
