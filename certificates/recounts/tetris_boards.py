"""All boards that a sequence of tetrominoes can lead to.

A breadth-first search over boards, one layer for each piece: how the board came about is
of no concern, and the cells tell how many rows are gone. It is the dynamic program of
Demaine, Hohenberger and Liben-Nowell (2003) for boards of bounded size.

Where the board is to be empty at the end, every row with a filled cell must still vanish,
and the cells say how many rows will: boards with more such rows are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.models.tetris_play import counted_part, no_full_row
from gameproof.certificates.recounts.recount import Count
from gameproof.games.meaning.answers import Value
from gameproof.games.tetris import Position, fixed, placements

MOST = 60_000
"""Boards of 64 cells, of all layers together; fewer where they are larger."""

Layer = dict[int, int]
"""Boards, each with the most tetrises on the way to it."""


def layers(start: Position, clearing: bool = False) -> Iterator[Layer]:
    """The boards after 0, 1, 2, ... pieces, up to the last piece; empty ones where the play
    is lost. ``clearing`` leaves out those that cannot become empty.

    O(boards * cells); raises :class:`Rejected` when there are too many.
    """
    no_full_row(start)
    rows, columns = start.rows, start.columns
    most = min(MOST, MOST * 64 // (rows * columns))
    layer = {start.board: 0}
    yield layer
    visited = 1
    for number, piece in enumerate(start.pieces, 1):
        left = 4 * (len(start.pieces) - number)
        after: Layer = {}
        for board, tetrises in layer.items():
            for move in placements(rows, columns, board, piece, start.rotation):
                following, gone = fixed(rows, columns, board, piece, move)
                if clearing and not can_still_clear(following, columns, left):
                    continue
                after[following] = max(after.get(following, 0), tetrises + (gone == 4))
            if visited + len(after) > most:
                raise Rejected(f"more than {most} boards: too many to search again")
        layer = after
        yield layer
        visited += len(layer)
        if not layer:
            return


def can_still_clear(board: int, columns: int, cells: int) -> bool:
    """Do the rows that are to vanish number at least those with a filled cell?"""
    full = (1 << columns) - 1
    vanishing = (board.bit_count() + cells) // columns
    while board:
        vanishing -= bool(board & full)
        board >>= columns
    return vanishing >= 0


def _clear(start: Position, _arguments: Mapping[str, Value]) -> Value:
    if (start.filled + 4 * len(start.pieces)) % start.columns:
        return False  # the cells do not fill whole rows
    return 0 in _last(start, clearing=True)


def _survive(start: Position, _arguments: Mapping[str, Value]) -> Value:
    return bool(_last(start, clearing=False))


def _last(start: Position, clearing: bool) -> Layer:
    """The boards after the last piece."""
    last: Layer = {}
    for last in layers(start, clearing):  # noqa: B007
        pass
    return last


def _most_rows(start: Position, _arguments: Mapping[str, Value]) -> Value:
    return max(
        (start.filled + 4 * placed - board.bit_count()) // start.columns
        for placed, layer in enumerate(layers(start))
        for board in layer
    )


def _most_tetrises(start: Position, _arguments: Mapping[str, Value]) -> Value:
    return max(
        tetrises
        for layer in layers(counted_part(start, "max-tetrises"))
        for tetrises in layer.values()
    )


def _count(
    question: str, count: Callable[[Position, Mapping[str, Value]], Value]
) -> Count[Position]:
    theorem = "all boards after each piece (Demaine, Hohenberger, Liben-Nowell 2003)"
    return Count(question, (Position,), count, theorem)


COUNTS = (
    _count("clear", _clear),
    _count("survive", _survive),
    _count("max-rows", _most_rows),
    _count("max-tetrises", _most_tetrises),
)
