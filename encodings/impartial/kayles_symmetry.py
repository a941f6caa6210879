"""Symmetric boards of node and arc Kayles, decided without a search.

An involution that moves every vertex away from its closed neighbourhood is what opposition in
Snort looks for, so that search finds it (``encodings.snort.symmetry``); what it finds is used
where it is a symmetry, before or after a central first move.
"""

from __future__ import annotations

from collections.abc import Hashable

from gameproof.certificates.strategies.images import Images
from gameproof.encodings.snort.symmetry import eccentricity, second_wins
from gameproof.games.bit_sets import members
from gameproof.games.graph import Graph
from gameproof.games.impartial.kayles import Kayles
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.outcomes import NEXT, PREVIOUS
from gameproof.games.sets.kayles_images import in_play, symmetric
from gameproof.games.snort import make_snort
from gameproof.solvers.limits import Limits

#: Larger boards are not looked at.
LARGEST = 256
#: First moves that are tried, the most central ones.
FIRST_MOVES = 4


def worth_a_look(position: Kayles[Hashable]) -> bool:
    """Is the board of moderate size, and no sum of paths and cycles, which are heaps anyway?"""
    near = position.graph.near
    left = position.left
    return left.bit_count() <= LARGEST and any(
        (near[v] & left).bit_count() > 2 for v in members(left)
    )


def pairs_of(position: Kayles[Hashable], limits: Limits) -> list[tuple[int, int]] | None:
    """The pairs of a symmetry that shows the position to be 0, or ``None``."""
    near = position.graph.near
    whole = in_play(position)
    vertices = list(members(whole))
    place = {v: i for i, v in enumerate(vertices)}
    edges = [(place[v], place[u]) for v in vertices for u in members(near[v] & whole) if u < v]
    board = make_snort(Graph.of(len(vertices), edges))
    image = second_wins(board, "blue", board, limits)
    if image is None:
        return None
    pairs = [(vertices[v], vertices[u]) for v, u in sorted(image.items())]
    try:
        symmetric(position, dict(pairs))
    except BadInput:  # opposition that is no symmetry
        return None
    return pairs


def mirror(position: Kayles[Hashable], limits: Limits, *, moves: bool) -> Images | None:
    """A certificate that the second player, or if first ``moves`` are tried the first one,
    wins by symmetry. Raises ``LimitReached``."""
    pairs = pairs_of(position, limits)
    if pairs is not None:
        return Images([(NEXT, PREVIOUS, [], pairs)])
    if not moves:
        return None
    near = position.graph.near
    inside = tuple(mask & position.left for mask in near)
    depth = {v: eccentricity(inside, v) for v in members(position.left)}

    def central(move: Hashable) -> tuple[int, tuple[int, ...]]:
        ends = position.ends(move)
        return sum(depth[v] for v in ends), ends

    for move in sorted(position.moves(), key=central)[:FIRST_MOVES]:
        pairs = pairs_of(position.play(move), limits)
        if pairs is not None:
            return Images([(NEXT, NEXT, list(position.ends(move)), pairs)])
    return None
