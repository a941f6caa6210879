"""Hex on a board of unequal sides: whose sides are nearer wins, whoever moves first.

Take a window of d x (d + 1) cells, d cells from one of his sides to the other. Its cell
(r, c), r from side to side, with c <= r is the partner of (c, r + 1), a glide reflection that
carries cells that touch to cells that touch. The opponent's chain through the window would have
to cross from the one triangle to the other, and its image is a chain of the player that bars
its way; so a full window in which he owns a cell of each pair joins his sides (Gardner, The game
of Hex, Scientific American, July 1957; the answer to its exercise). He answers in the pair.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import blocker
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_questions import aim_of


class ShorterSide(Certificate, frozen=True, tag="shorter-side"):
    """``player``'s sides are nearer; the window begins at his column ``start`` (the second
    player's columns are the board's rows)."""

    player: str
    start: int

    def unanswered(self, position: Position) -> list[int]:
        """The partners that the player lacks of the opponent's stones. Raises :class:`Rejected`."""
        paired = partners(position, self)
        theirs, mine = position.stones(OTHER[self.player]), position.stones(self.player)
        return sorted(paired[c] for c in theirs if c in paired and paired[c] not in mine)


def partners(position: Position, certificate: ShorterSide) -> dict[int, int]:
    """The partner of each cell of the window. O(cells of the window); raises
    :class:`Rejected`."""
    player = blocker(certificate.player)
    if position.board.kind != "hex":
        raise Rejected("not a Hex board")
    deep, wide = position.board.shape if player == "first" else position.board.shape[::-1]
    if not 0 <= certificate.start < wide - deep:
        raise Rejected(f"no window of {deep} x {deep + 1} begins there")

    def cell(row: int, column: int) -> int:
        column += certificate.start
        return row * wide + column if player == "first" else column * deep + row

    pairs = [
        (cell(row, column), cell(column, row + 1))
        for row in range(deep)
        for column in range(row + 1)
    ]
    return dict(pairs) | {other: one for one, other in pairs}


def conclude(goal: Goal[Position], certificate: ShorterSide) -> Conclusion:
    """That the player wins: of each pair he has a cell or will get one. O(cells)."""
    position, player = goal.position, certificate.player
    waiting = certificate.unanswered(position)
    # Of a pair that the opponent owns he lacks both cells, and answers one at most.
    if len(waiting) > (position.to_move == player):
        raise Rejected("the opponent has taken cells whose partners the player lacks")
    result = aim_of(position.rule, player)
    return Conclusion(
        (Forces(position.to_move, only(player), only(result)),),
        f"the {player} player, whose sides are nearer, answers in pairs and joins them",
    )


KIND = Kind(
    record=ShorterSide,
    scope=Scope(derives=(Forces,), positions=(Position,)),
    theorem="the shorter way in Hex (Gardner 1957): of every chain between the farther sides a "
    "pair of partners is a part, so whoever answers in pairs joins the nearer ones",
    evidence="the player, and where his window begins",
    conclude=conclude,
)
