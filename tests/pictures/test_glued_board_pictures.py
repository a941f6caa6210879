"""Pictures of boards with glued sides: repeated border, loops, captions."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.certificates.definitions.definition import Definition
from gameproof.games.game import games
from gameproof.games.klein_cycles import OWN
from gameproof.games.klein_cycles import Position as TwoPlayers
from gameproof.games.torus_classes import normal
from gameproof.games.torus_cycles import Position, make
from gameproof.pictures.boards import klein_cycles, torus_cycles
from gameproof.pictures.boards.glued_board import border, shortest_loop

NAMESPACE = "{http://www.w3.org/2000/svg}"


def test_a_board_in_text() -> None:
    board = make(3, 3, "xxx/o../...")
    assert torus_cycles.draw(board).text.splitlines() == [
        "     A B C",
        "     . . . .",
        "1   X|X X X|X",
        "2    .|o . .|o",
        "3     .|. . .|.",
        "       X X X X",
        "loop of class (1, 0), 3 cells: H (parity)",
        "result: H",
    ]


def test_the_border_is_what_lies_across() -> None:
    board = make(4, 5)
    outside = {(r, c): cell for r, c, cell in border(board)}
    assert len(outside) == 2 * (4 + 5) + 2
    assert outside[-1, 0] == 15
    assert outside[0, 5] == 0
    assert outside[-1, 5] == 15  # A4, beyond E1: the corners that touch
    assert (-1, -1) not in outside


def test_a_certificate_s_cycle_is_drawn() -> None:
    drawn = torus_cycles.draw(make(4, 4), Definition.of([[0, 4, 8, 12]]))
    assert "loop of class (0, 1), 4 cells: V (parity)" in drawn.text
    root = ElementTree.fromstring(drawn.svg)
    assert len(root.findall(f"{NAMESPACE}line")) == 4
    assert len(root.findall(f"{NAMESPACE}polygon")) == 16 + 18


@settings(max_examples=40)
@given(st.integers(3, 5), st.integers(3, 5), st.data())
def test_shortest_loops_have_a_class_of_the_board(n: int, m: int, data: st.DataObject) -> None:
    stones = data.draw(st.text("xo", min_size=n * m, max_size=n * m))
    board = Position(n, m, stones)
    for colour in "xo":
        classes = board.loops(colour)
        if not classes:
            continue
        found = shortest_loop(board, colour, lambda crossings: crossings != (0, 0))
        assert found is not None
        walk, crossings = found
        assert len(set(walk)) == len(walk)
        assert len(classes) == 2 or normal(*crossings) in classes
        assert len(walk) >= min(n, m)


@settings(max_examples=40)
@given(st.sampled_from(("klein", "torus")), st.integers(2, 5), st.integers(2, 5), st.data())
def test_the_winner_s_loop_is_shown(surface: str, n: int, m: int, data: st.DataObject) -> None:
    stones = data.draw(st.text("xo", min_size=n * m, max_size=n * m))
    board = TwoPlayers(surface, n, m, stones)  # type: ignore[arg-type]
    drawn = klein_cycles.draw(board)
    winner = board.result()
    assert winner is not None
    assert f"{winner} wins" in drawn.text
    shown = {f"({p}, {q})" for p, q in OWN[board.surface][winner]}
    assert any(f"loop of parity {parity}" in drawn.text for parity in shown)
    ElementTree.fromstring(drawn.svg)


@pytest.mark.parametrize("words", [{"n": 1}, {"n": 2, "m": 3}, {"n": 3, "m": 30}])
@pytest.mark.parametrize("name", ["torus-cycles", "klein-cycles", "torus-hex"])
def test_boards_of_every_shape_are_drawn(name: str, words: dict[str, int]) -> None:
    game, module = games()[name]
    draw: Any = torus_cycles.draw if module == "torus_cycles" else klein_cycles.draw
    drawn = draw(game.make(**words))
    assert "to move" in drawn.text
    ElementTree.fromstring(drawn.svg)


def test_a_large_board_is_told_in_a_line() -> None:
    drawn = torus_cycles.draw(make(100, 100, "x" * 10000))
    assert drawn.text.startswith("100 x 100 cells")
