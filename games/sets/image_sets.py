"""Vertices and their images in Snort and Col: may every move be answered on its image?

In Snort the answers stay legal when no v lies in N[image(v)] and, for v different from w, w lies in
N[image(v)] exactly when v lies in N[image(w)]: the opponent's v was legal beside the answer to w,
so the answer to v is legal beside w. In Col images of vertices that may both be the opponent's must
not touch, nor be those vertices.
"""

from __future__ import annotations

from gameproof.games.bit_sets import members
from gameproof.games.graph import neighbour_masks
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.snort import Position


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


def opposed(theirs: int, mine: int, position: Position, image: dict[int, int]) -> None:
    """Raise :class:`BadInput` unless answering on images always works. O(n + m) set
    operations: only vertices near an image or its pre-image can disagree."""
    neighbours = neighbour_masks(position.graph)
    own = position.rules.forbidden == "own"
    source: dict[int, int] = {}
    for v in members(theirs):
        u = image.get(v)
        if u is None:
            raise BadInput(f"vertex {v} has no image")
        if u in source:
            raise BadInput(f"the vertices {source[u]} and {v} have one image")
        source[u] = v
        if not mine >> u & 1:
            raise BadInput(f"the image {u} of {v} is closed to the winner")
        if not alone(v, u, neighbours, own):
            raise BadInput(f"the image {u} of {v} is {v} itself or next to it")
    for v in members(theirs):
        u = image[v]
        near = (neighbours[u] | 1 << u) & theirs & ~(1 << v)
        if own:  # vertices whose images touch u
            near |= sum(1 << source[t] for t in members(neighbours[u]) if t in source)
        for w in members(near & ~(1 << v)):
            if not agree(v, u, w, image[w], neighbours, own):
                raise BadInput(f"the answers {u} to {v} and {image[w]} to {w} do not agree")
