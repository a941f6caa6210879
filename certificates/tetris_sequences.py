"""How many sequences of k tetrominoes can follow and leave the board empty: counted again."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.tetris_play import tetris
from gameproof.certificates.tetris_reachable import can_still_clear
from gameproof.games.tetris import SHAPES, Position, fixed, placements

MOST_LENGTH = 5
MOST_BOARDS = 300_000


class TetrisSequences(Certificate, frozen=True, tag="tetris-sequences"):
    """Nothing need be stored: the checker follows the boards of every sequence itself."""


def check(position: Any, claim: Claim, certificate: TetrisSequences) -> str:
    """O(7^k boards), up to ``MOST_LENGTH`` pieces and ``MOST_BOARDS`` boards."""
    start = tetris(position)
    length = claim.arguments.get("length")
    if claim.question != "sequences" or type(length) is not int:
        raise Rejected("this certificate counts sequences of a given length")
    if not 0 <= length <= MOST_LENGTH:
        raise Rejected(f"counted again up to {MOST_LENGTH} pieces only")
    if start.pieces:
        raise Rejected("sequences are counted on a board without pieces to come")
    number = count(start, length)
    if claim.answer != str(number):
        raise Rejected(f"counted: {number}")
    return f"{number} of {7**length} sequences can leave the board empty"


def count(start: Position, length: int) -> int:
    """Sequences that can empty the board; all boards of a prefix are kept together."""
    rows, columns = start.rows, start.columns
    visited = 0

    def follow(boards: set[int], left: int) -> int:
        nonlocal visited
        visited += len(boards)
        if visited > MOST_BOARDS:
            raise Rejected(f"more than {MOST_BOARDS} boards: too many to count again")
        if left == 0:
            return int(0 in boards)
        total = 0
        for piece in SHAPES:
            after = {
                fixed(rows, columns, board, piece, move)[0]
                for board in boards
                for move in placements(rows, columns, board, piece, start.rotation)
            }
            kept = {b for b in after if can_still_clear(b, columns, 4 * (left - 1))}
            total += follow(kept, left - 1) if kept else 0
        return total

    if (start.filled + 4 * length) % columns:
        return 0
    return follow({start.board}, length)
