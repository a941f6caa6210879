"""A win by images: answer every move of the opponent on its image (Tweedledum-Tweedledee).

For each start a row names the winner, his first move when he starts himself, and an
image for every vertex where the opponent may then play.

When images answer every move is said in :mod:`gameproof.games.sets.image_sets`; an involutive
automorphism that sends every vertex outside its closed neighbourhood is the classical case
(Ashmore, Austin, Davies, Dyer, Kellough, "On graph automorphisms related to Snort", 2025). In
Kayles a move and its image take away disjoint sets, the image of a move is a move after it, and
what the two leave is again symmetric. So whoever answers moves last, and the position equals 0.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, cast

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope, of_class
from gameproof.games.meaning.bad_input import quoted
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import NEXT, OF_GRUNDY_VALUES, PREVIOUS
from gameproof.games.meaning.statement import wins

if TYPE_CHECKING:
    from gameproof.games.impartial.kayles import Kayles
    from gameproof.games.snort import Position

Row = tuple[str, str, list[int], list[tuple[int, int]]]
KAYLES, SNORT = "gameproof.games.impartial.kayles.Kayles", "gameproof.games.snort.Position"


class Images(Certificate, frozen=True, tag="images"):
    """``rows``: (who starts, who wins, the vertices of the winner's first move when he starts,
    pairs of a vertex and its image). In Kayles there is one row, and players are ``next`` and
    ``previous``."""

    rows: list[Row]


def images(row: Row, n: int) -> dict[int, int]:
    """The images of a row; raises :class:`Rejected` unless they are vertices, one for each."""
    found = dict(row[3])
    if any(not 0 <= v < n for pair in row[3] for v in pair):
        raise Rejected("an image is not a pair of vertices")
    if len(found) != len(row[3]):
        raise Rejected("a vertex has two images")
    return found


def conclude(goal: Goal[Kayles[Hashable] | Position], certificate: Images) -> Conclusion:
    """For each row: its winner has an answer to every move, so the other runs out first."""
    if of_class(goal.position, KAYLES):
        return _of_kayles(cast("Goal[Kayles[Hashable]]", goal), certificate)
    return _of_snort(cast("Goal[Position]", goal), certificate)


def _of_snort(goal: Goal[Position], certificate: Images) -> Conclusion:
    """The winner of each row moves last."""
    from gameproof.certificates.strategies.snort_rows import colour_of
    from gameproof.games.sets.image_sets import opposed
    from gameproof.games.snort import opponent

    position = goal.position
    if not 1 <= len(certificate.rows) <= 4:
        raise Rejected("rows is not a list of one to four")
    said, statements = [], []
    for row in certificate.rows:
        starter, side = colour_of(row[0]), colour_of(row[1])
        here = position.turn(starter)
        begin = ""
        if len(row[2]) != (starter == side):
            raise Rejected("a first move is for the winner who starts")
        for first in row[2]:
            here = here.play(first)
            begin = f" playing {quoted(position.move_text(first))} and"
        opposed(here.free(opponent(side)), here.free(side), here, images(row, position.graph.n))
        statements.append(wins(starter, side))
        said.append(f"{side} wins when {starter} starts,{begin} answering by opposition")
    return Conclusion(tuple(statements), "; ".join(said))


def _of_kayles(goal: Goal[Kayles[Hashable]], certificate: Images) -> Conclusion:
    """The position is equal to 0, or a first move leaves one that is."""
    from gameproof.certificates.values.impartial_answers import conclude_values
    from gameproof.games.sets.kayles_images import symmetric

    position = goal.position
    if len(certificate.rows) != 1:
        raise Rejected("one row is expected")
    (row,) = certificate.rows
    if (row[0], row[1]) == (NEXT, PREVIOUS) and not row[2]:
        symmetric(position, images(row, position.graph.n))
        return conclude_values(goal, lambda: 0, lambda: (), ", who answers on the image")
    if (row[0], row[1]) != (NEXT, NEXT) or goal.question != "outcome":
        raise Rejected("a first move shows who wins, and no more")
    move = next((m for m in position.moves() if position.ends(m) == tuple(row[2])), None)
    if move is None:
        raise Rejected("the first move is not one of the position")
    symmetric(position.play(move), images(row, position.graph.n))
    name = quoted(position.move_text(move))
    return conclude_values(goal, lambda: 1, lambda: (), f" with {name} and answers on the image")


KIND: Kind[Kayles[Hashable] | Position, Images] = Kind(
    record=Images,
    scope=Scope(
        derives=OF_GRUNDY_VALUES,
        positions=(KAYLES, SNORT),
        laws=frozenset({Law.TURNS, Law.FINITE, Law.NORMAL_PLAY}),
    ),
    theorem="who always answers on the image of the last move moves last, and an impartial "
    "position that the second player wins is equal to 0 (Tweedledum-Tweedledee: Winning Ways, "
    "chapter 1; Ashmore, Austin, Davies, Dyer, Kellough, On graph automorphisms related to "
    "Snort, 2025; "
    "Sprague 1935, Grundy 1939)",
    evidence="a first move, and an image for each vertex where the opponent may then play",
    conclude=conclude,
)
