"""A larger board around the board on which Breaker wins: he wins here too.

The free cells of the board are put on different cells of the larger one, so that every live
set, its free cells alone, holds there a whole set of Maker's. Breaker imagines the larger
board: he answers as he does there, and where the answer is no cell of this board, or already
his, he takes any other; a further stone never hurts. Maker completes nothing there, so
nothing here. A draw of the strong game carries over as little as a win does: on the larger
board the blocking player may live by threats of his own.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import convert
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.kernel import conclude as conclude_part
from gameproof.certificates.strategies.blocking import listed, stops
from gameproof.certificates.strategies.sub_board import affordable, images, smaller
from gameproof.games.meaning.statement import Forces, Prevents, entails, only
from gameproof.games.positional import Position
from gameproof.games.positional_shapes import holds_a_set

MOST_MEMBERS = 1 << 18
"""Total size of the live sets of the board."""


class SuperBoard(Certificate, frozen=True, tag="super-board"):
    """``board``: the larger board without stones, in words, under the weak rule. ``places[i]``:
    the coordinates there (from 0) of the i-th free cell. ``part`` proves that Breaker wins."""

    board: str
    places: list[list[int]]
    part: dict[str, object]


def conclude(goal: Goal[Position], certificate: SuperBoard) -> Conclusion:
    """That the second player stops every set of the first. O(total size of the live sets)."""
    position = goal.position
    if position.board.cells > MOST_MEMBERS:
        raise Rejected("the board has too many cells to be put on another one")
    position = listed(position)
    outer = smaller(certificate.board)
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
    part = conclude_part(Goal(outer, "outcome"), convert(certificate.part))
    if not entails(part.statements, Forces(mover, only("second"), only("breaker"))):
        raise Rejected("that Breaker wins is not what the part proves")
    stopped = stops(position, "second")
    return Conclusion(
        stopped.statements,
        f"each of {len(live)} live sets holds a set of {outer}: {stopped.sentence}; "
        f"{part.sentence}",
    )


KIND = Kind(
    record=SuperBoard,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="Breaker's win carries to every board whose sets each contain one of the sets of a "
    "board on which he wins (Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008))",
    evidence="the larger board, the place there of each free cell, and a certificate about it",
    conclude=conclude,
)
