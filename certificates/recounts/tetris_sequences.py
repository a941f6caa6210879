"""How many sequences of k tetrominoes can follow and leave the board empty."""

from __future__ import annotations

from collections.abc import Mapping

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.models.tetris_play import no_full_row
from gameproof.certificates.recounts.recount import Count
from gameproof.certificates.recounts.tetris_boards import can_still_clear
from gameproof.games.meaning.answers import Value
from gameproof.games.tetris import SHAPES, Position, fixed, placements

MOST_LENGTH = 5
MOST_BOARDS = 300_000
"""Boards of 64 cells; fewer where they are larger."""


def _sequences(start: Position, arguments: Mapping[str, Value]) -> Value:
    """O(7^k boards), up to ``MOST_LENGTH`` pieces and ``MOST_BOARDS`` boards."""
    length = arguments.get("length")
    if type(length) is not int or not 0 <= length <= MOST_LENGTH:
        raise Rejected(f"counted again are sequences of 0 to {MOST_LENGTH} pieces")
    if start.pieces:
        raise Rejected("sequences are counted on a board without pieces to come")
    no_full_row(start)
    return count(start, length)


def count(start: Position, length: int) -> int:
    """Sequences that can empty the board; all boards of a prefix are kept together."""
    rows, columns = start.rows, start.columns
    most = min(MOST_BOARDS, MOST_BOARDS * 64 // (rows * columns))
    visited = 0

    def extend(boards: set[int], piece: str, left: int) -> set[int]:
        """The boards after one more piece that can still become empty."""
        after: set[int] = set()
        for board in boards:
            for move in placements(rows, columns, board, piece, start.rotation):
                following = fixed(rows, columns, board, piece, move)[0]
                if can_still_clear(following, columns, 4 * left):
                    after.add(following)
            if visited + len(after) > most:
                # redundant: they are refused below when all are made, which takes longer
                raise Rejected(f"more than {most} boards: too many to count again")
        return after

    def follow(boards: set[int], left: int) -> int:
        nonlocal visited
        visited += len(boards)
        if visited > most:
            raise Rejected(f"more than {most} boards: too many to count again")
        if left == 0:
            return int(0 in boards)
        total = 0
        for piece in SHAPES:
            kept = extend(boards, piece, left - 1)
            total += follow(kept, left - 1) if kept else 0
        return total

    if (start.filled + 4 * length) % columns:
        return 0
    return follow({start.board}, length)


COUNTS = (
    Count(
        "sequences",
        (Position,),
        _sequences,
        "the boards of every sequence (Demaine, Hohenberger, Liben-Nowell 2003)",
    ),
)
