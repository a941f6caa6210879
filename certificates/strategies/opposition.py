"""A win by opposition: answer every move v of the opponent on its image.

For each start a row names the winner, his first move when he starts himself, and an
image for every vertex where the opponent may then play. In Snort the answers stay legal
when no v lies in N[image(v)] and, for v different from w, w lies in N[image(v)] exactly
when v lies in N[image(w)]: the opponent's v was legal beside the answer to w, so the
answer to v is legal beside w. An involutive automorphism that sends every vertex outside
its closed neighbourhood is the classical case (Ashmore, Austin, Davies, Dyer, Kellough,
"On graph automorphisms related to Snort", 2025). In Col images of vertices that may both
be the opponent's must not touch, nor be those vertices. The strategy is known as
Tweedledum-Tweedledee.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.snort_strategy import colour_of
from gameproof.games.bit_sets import members
from gameproof.games.graph import neighbour_masks
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.names import quoted
from gameproof.games.meaning.statement import Forces, wins
from gameproof.games.snort import Position, opponent

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


def conclude(goal: Goal[Position], certificate: Opposition) -> Conclusion:
    """For each row: its winner has an answer to every move, so the other runs out first."""
    position = goal.position
    if not isinstance(certificate.rows, list) or not 1 <= len(certificate.rows) <= 4:
        raise Rejected("rows is not a list of one to four")
    said, statements = [], []
    for row in certificate.rows:
        first, image = row_read(row, position.graph.n)
        starter, side = colour_of(row[0]), colour_of(row[1])
        here = position.turn(starter)
        begin = ""
        if (starter == side) != (first is not None):
            raise Rejected("a first move is for the winner who starts")
        if first is not None:
            here = here.play(first)
            begin = f" playing {quoted(position.move_text(first))} and"
        verify(here.free(opponent(side)), here.free(side), here, image)
        statements.append(wins(starter, side))
        said.append(f"{side} wins when {starter} starts,{begin} answering by opposition")
    return Conclusion(tuple(statements), "; ".join(said))


def row_read(row: object, n: int) -> tuple[int | None, dict[int, int]]:
    """A row's first move and images; raises :class:`Rejected`."""
    if not isinstance(row, list | tuple) or len(row) != 4 or not isinstance(row[3], list | tuple):
        raise Rejected("a row is not (starter, side, first, pairs)")
    first = row[2]
    if first is not None and (type(first) is not int or not 0 <= first < n):
        raise Rejected("the first move is no vertex")
    image: dict[int, int] = {}
    for pair in row[3]:
        if not (isinstance(pair, list | tuple) and len(pair) == 2):
            raise Rejected("an image is not a pair of vertices")
        v, u = pair
        if type(v) is not int or type(u) is not int or not (0 <= v < n and 0 <= u < n):
            raise Rejected("an image is not a pair of vertices")
        if v in image:
            raise Rejected(f"vertex {v} has two images")
        image[v] = u
    return first, image


KIND = Kind(
    record=Opposition,
    scope=Scope(
        derives=(Forces,),
        positions=(Position,),
        laws=frozenset({Law.TURNS, Law.FINITE, Law.NORMAL_PLAY, Law.EITHER_STARTS}),
    ),
    theorem="who always answers on the image of the last move wins (Tweedledum-Tweedledee; "
    "Ashmore, Austin, Davies, Dyer, Kellough, On graph automorphisms related to Snort, 2025)",
    evidence="a first move, and an image for each vertex where the opponent may then play",
    conclude=conclude,
)
