"""A larger board around the board on which Breaker wins: he wins here too.

The free cells of the board are put on different cells of the larger one, so that every live
set, its free cells alone, holds there a whole set of Maker's. Breaker imagines the larger
board: he answers as he does there, and where the answer is no cell of this board, or already
his, he takes any other; a further stone never hurts. Maker completes nothing there, so
nothing here. A draw of the strong game carries over as little as a win does: on the larger
board the blocking player may live by threats of his own.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Composite, Rejected, Use
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import listed, stops
from gameproof.certificates.strategies.sub_board import affordable, images, other, part
from gameproof.games.meaning.statement import Forces, Prevents, entails, only
from gameproof.games.positional import Position
from gameproof.games.positional_shapes import holds_a_set

MOST_MEMBERS = 1 << 18
"""Total size of the live sets of the board."""


class SuperBoard(Composite, frozen=True, tag="super-board"):
    """``places[i]``: the coordinates (from 0) of the i-th free cell on the larger board, under the
    weak rule. Used is, by that board's notation, its ``outcome``: Breaker wins."""

    places: list[list[int]]


def around(board: str, places: list[list[int]], known: Certificate) -> SuperBoard:
    """The record, from a certificate that Breaker wins on the larger board."""
    return SuperBoard(places, uses=(Use(known, f"outcome {board}"),))


def conclude(goal: Goal[Position], certificate: SuperBoard) -> Conclusion:
    """That the second player stops every set of the first. O(total size of the live sets)."""
    position = goal.position
    if position.board.cells > MOST_MEMBERS:
        raise Rejected("the board has too many cells to be put on another one")
    position = listed(position)
    outer = other(goal)
    if outer.rule != "weak":
        raise Rejected("only a win of Breaker's carries over to boards with fewer sets")
    mover = position.to_move
    if outer.to_move != mover:
        raise Rejected(f"the {mover} player is to move, but not on the larger board")
    taken = position.first | position.second
    free = [cell for cell in range(position.board.cells) if cell not in taken]
    placed = dict(zip(free, images(outer, certificate.places, len(free)), strict=True))
    live = position.live("first")
    if len(live.members) > MOST_MEMBERS:
        raise Rejected("the live sets are too large")
    affordable(outer.board, len(live), int(live.sizes.max(initial=0)))
    for members in live.sets():
        if not holds_a_set(outer.board, {placed[cell] for cell in members}):
            where = ", ".join(position.board.label(cell) for cell in members)
            raise Rejected(f"the live set {{{where}}} holds no set of the larger board")
    if not entails(goal.of(outer), Forces(mover, only("second"), only("breaker"))):
        raise Rejected("that Breaker wins is not known")
    stopped = stops(position, "second")
    return Conclusion(
        stopped.statements,
        f"each of {len(live)} live sets holds a set of {outer}: {stopped.sentence}; "
        f"{goal.known[0].sentence}",
    )


KIND = Kind(
    record=SuperBoard,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="Breaker's win carries to every board whose sets each contain one of the sets of a "
    "board on which he wins (Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008))",
    evidence="the place of each free cell on the larger board, of which a theorem is known",
    conclude=conclude,
    part=part,
)
