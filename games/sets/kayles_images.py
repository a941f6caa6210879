"""Vertices and their images in Kayles: may every move be answered on its image?

In node and arc Kayles an involution of what is left carries neighbours to neighbours and moves
every vertex away from itself and from its neighbours.
"""

from __future__ import annotations

from collections.abc import Hashable

from gameproof.games.bit_sets import members
from gameproof.games.graph import neighbour_masks
from gameproof.games.impartial.kayles import ArcPosition, Kayles
from gameproof.games.meaning.bad_input import BadInput


def in_play(position: Kayles[Hashable]) -> int:
    """The vertices that moves name: in arc Kayles those with a neighbour left."""
    if not isinstance(position, ArcPosition):
        return position.left
    near = neighbour_masks(position.graph)
    return sum(1 << v for v in members(position.left) if near[v] & position.left)


def symmetric(position: Kayles[Hashable], image: dict[int, int]) -> None:
    """Raise :class:`BadInput` unless answering on images works in Kayles. O(n + m)."""
    near = neighbour_masks(position.graph)
    whole = in_play(position)
    if set(image) != set(members(whole)):
        raise BadInput("the images are not of the vertices in play")
    for v, u in image.items():
        if image.get(u) != v or u == v or near[v] >> u & 1:
            raise BadInput(f"the vertices {v} and {u} are not each other's image, or touch")
        if sum(1 << image[w] for w in members(near[v] & whole)) != near[u] & whole:
            raise BadInput(f"the neighbours of {v} do not go to those of its image {u}")
