"""The rules of Tetris against a twin with cells in sets, and the notation."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reference.tetris import after, cells_of, rests, turned

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.tetris import (
    ROTATIONS,
    SHAPES,
    Position,
    Rotation,
    fixed,
    make,
    orientations,
    parse_pieces,
    placements,
    vanish,
)


@st.composite
def positions(draw: st.DrawFn, most_pieces: int = 4) -> Position:
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    lower = columns * draw(st.integers(0, rows))
    board = draw(st.integers(0, (1 << lower) - 1))
    pieces = draw(st.text(sorted(SHAPES), max_size=most_pieces))
    rotation: Rotation = draw(st.sampled_from(ROTATIONS))
    return Position(rows, columns, vanish(rows, columns, board)[0], pieces, rotation)


@pytest.mark.parametrize(
    ("piece", "count"),
    [("I", 2), ("O", 1), ("T", 4), ("S", 2), ("Z", 2), ("J", 4), ("L", 4)],
)
def test_orientations_are_the_drawn_ones_in_clockwise_order(piece: str, count: int) -> None:
    shapes = [frozenset((y, x) for x, y in cells) for cells in orientations(piece)]
    assert shapes == list(turned(piece))
    assert len(shapes) == count


@settings(max_examples=300)
@given(positions(), st.sampled_from(sorted(SHAPES)))
def test_a_piece_comes_to_rest_where_the_twin_says(position: Position, piece: str) -> None:
    rows, columns, board = position.rows, position.columns, position.board
    cells = cells_of(columns, board)
    expected = {}
    for fixed_cells in rests(rows, columns, cells, piece, position.rotation):
        expected[fixed_cells] = after(rows, columns, cells, fixed_cells)
    found = {}
    for move in placements(rows, columns, board, piece, position.rotation):
        o, c, r = move
        where = frozenset((r + y, c + x) for x, y in orientations(piece)[o])
        left, gone = fixed(rows, columns, board, piece, move)
        found[where] = cells_of(columns, left), gone
    assert found == expected


@settings(max_examples=100)
@example(make(file=".\nL S"))
@given(positions())
def test_moves_and_boards_are_read_back(position: Position) -> None:
    for move in position.moves():
        assert position.parse_move(position.move_text(move)) == move
    again = make(file=str(position).replace("-", ""), rotation=position.rotation)
    assert again == position


@settings(max_examples=60)
@given(positions(6))
def test_a_play_keeps_count(position: Position) -> None:
    """Cells are neither lost nor made: a row that vanishes takes its columns with it."""
    here = position
    while moves := here.moves():
        here = here.play(moves[len(moves) // 2])
        placed = 4 * (len(position.pieces) - len(here.pieces))
        assert here.filled == position.filled + placed - here.cleared * here.columns
    assert here.result() == ("lost" if here.pieces else ("survived" if here.board else "cleared"))


@pytest.mark.parametrize(("rotation", "rows"), [("drop", 0), ("slide", 0), ("rotate", 1)])
def test_an_overhang_that_only_a_turn_gets_under(rotation: Rotation, rows: int) -> None:
    position = make(board="#..#/...#", height=8, pieces="L", rotation=rotation)
    assert max(position.play(move).cleared for move in position.moves()) == rows


@pytest.mark.parametrize(("rotation", "reached"), [("drop", False), ("slide", True)])
def test_an_overhang_that_a_slide_gets_under(rotation: Rotation, reached: bool) -> None:
    position = make(board="...##/.....", height=8, pieces="LG", rotation=rotation)
    assert ((0, 2, 0) in position.moves()) == reached


def test_the_names_of_the_document() -> None:
    assert parse_pieces("Sq, LG RG LS,RS I T") == "OJLZSIT"
    assert parse_pieces("jjLs") == "JJLS"
    assert parse_pieces("LS Sq") == "ZO"
    assert parse_pieces("L S") == "LS"
    with pytest.raises(BadInput, match="LS is the left snake or two pieces"):
        parse_pieces("LS")
    with pytest.raises(BadInput, match="LS is the left snake or two pieces"):
        parse_pieces("I,ls")
    with pytest.raises(BadInput, match="no tetromino 'X'"):
        parse_pieces("JX")


def test_a_file_of_rows_and_pieces() -> None:
    position = make(file="..\n.#\n\npieces: IO\n", height=3, pieces="T")
    assert str(position) == "..\n..\n.#\nIOT"
    assert position.result() == "lost"  # an I does not fit


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({}, "a board is a file"),
        ({"board": "..", "size": "2x2"}, "a board is a file"),
        ({"size": "2 x 2"}, "a size is ROWSxCOLUMNS"),
        ({"size": "99999x99999"}, "at most"),
        ({"board": "../..."}, "expected rows of 2"),
        ({"board": "..#/ /.#."}, "a row between two / is empty"),
        ({"board": "/.#."}, "a row between two / is empty"),
        ({"board": "##/.."}, "a full row would have vanished"),
        ({"file": "IO\n..\n"}, "expected rows of . and #, then the pieces"),
        ({"file": ".."}, None),
        ({"board": "..", "pieces": "Q"}, "no tetromino 'Q'"),
        ({"board": "../..", "height": 1}, "2 rows already, more than 1"),
    ],
)
def test_bad_boards_are_refused(words: dict[str, str], message: str | None) -> None:
    if message is None:
        assert make(**words).moves() == []  # type: ignore[arg-type]
        return
    with pytest.raises(BadInput, match=message):
        make(**words)  # type: ignore[arg-type]


def test_bad_moves_are_refused() -> None:
    position = make(size="4x4", pieces="J")
    with pytest.raises(BadInput, match="a move is a piece"):
        position.parse_move("left")
    with pytest.raises(BadInput, match="the next piece is J, not T"):
        position.parse_move("T0-A1")
    for text in ("0-B2", "3-D1", "J0-AA1"):
        with pytest.raises(BadInput, match="cannot come to rest"):
            position.play(position.parse_move(text))
    with pytest.raises(BadInput, match="no piece is left"):
        position.play((0, 0, 0)).play((0, 0, 1))
