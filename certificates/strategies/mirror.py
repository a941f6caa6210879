"""A win by symmetry in node and arc Kayles: answer every move on its image.

Let an involution of what is left carry neighbours to neighbours and move every vertex away
from itself and from its neighbours. Then a move and its image take away disjoint sets, the
image of a move is a move after it, and what the two leave is again symmetric. So whoever
answers moves last, and the position is equal to 0. After a first move that leaves such a
position the one who made it wins.
"""

from __future__ import annotations

from collections.abc import Hashable

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.impartial_answers import DERIVES, conclude_values
from gameproof.games.bit_sets import members
from gameproof.games.graph import neighbour_masks
from gameproof.games.impartial.impartial import Move
from gameproof.games.impartial.kayles import ArcPosition, Kayles
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL
from gameproof.games.meaning.names import quoted


class Mirror(Certificate, frozen=True, tag="mirror"):
    """``first``: the ends of the first move of the player to move, empty where the other wins;
    ``pairs``: the vertices that then take part in moves, each with its image."""

    first: tuple[int, ...]
    pairs: list[tuple[int, int]]


def in_play(position: Kayles[Move]) -> int:
    """The vertices that moves name: in arc Kayles those with a neighbour left."""
    if not isinstance(position, ArcPosition):
        return position.left
    near = neighbour_masks(position.graph)
    return sum(1 << v for v in members(position.left) if near[v] & position.left)


def verify(position: Kayles[Move], pairs: list[tuple[int, int]]) -> None:
    """Raise :class:`Rejected` unless answering on images works. O(n + m)."""
    near = neighbour_masks(position.graph)
    whole = in_play(position)
    image: dict[int, int] = {}
    for v, u in pairs:
        if v in image or u in image or v == u:
            raise Rejected(f"the pair {v}, {u} names a vertex twice")
        image[v], image[u] = u, v
    if set(image) != set(members(whole)):
        raise Rejected("the pairs are not of the vertices in play")
    for v, u in image.items():
        if near[v] >> u & 1:
            raise Rejected(f"the vertex {v} is next to its image {u}")
        if sum(1 << image[w] for w in members(near[v] & whole)) != near[u] & whole:
            raise Rejected(f"the neighbours of {v} do not go to those of its image {u}")


def conclude(goal: Goal[Kayles[Move]], certificate: Mirror) -> Conclusion:
    """The position is equal to 0, or a first move leaves one that is."""
    position = goal.position
    if not certificate.first:
        verify(position, certificate.pairs)
        return conclude_values(goal, lambda: 0, lambda: (), ", who answers on the image")
    if goal.question != "outcome":
        raise Rejected("a first move shows who wins, and no more")
    move = next((m for m in position.moves() if position.ends(m) == certificate.first), None)
    if move is None:
        raise Rejected("the first move is not one of the position")
    verify(position.play(move), certificate.pairs)
    name = quoted(position.move_text(move))
    return conclude_values(goal, lambda: 1, lambda: (), f" with {name} and answers on the image")


KIND: Kind[Kayles[Hashable], Mirror] = Kind(
    record=Mirror,
    scope=Scope(derives=DERIVES, positions=(Kayles,), laws=IMPARTIAL_NORMAL),
    theorem="who always answers on the image of the last move moves last, and a position that "
    "the second player wins is equal to 0 (Tweedledum-Tweedledee: Winning Ways, chapter 1; "
    "Sprague 1935, Grundy 1939)",
    evidence="a first move where the first player wins, and the pairs of the symmetry",
    conclude=conclude,
)
