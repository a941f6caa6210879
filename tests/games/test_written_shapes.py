"""Shapes in words: what they are, and what is none."""

from __future__ import annotations

import pytest
from reference.positional import value
from reference.proved import proved

from gameproof.games.boards.animals import SHAPES, animal_forms
from gameproof.games.boards.grid_rows import rows_of_k
from gameproof.games.boards.written_shapes import written_shapes
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position


def test_rows_and_diagrams() -> None:
    assert written_shapes("3e+2sw") == (((0, 0), (0, 1), (0, 2)), ((0, 1), (1, 0)))
    assert written_shapes("..X,.X.") == written_shapes("2sw")
    assert written_shapes("X.X") == (((0, 0), (0, 2)),)
    assert written_shapes("2s+X,X") == written_shapes("2s")


def test_all_four_directions_are_those_of_k_in_a_row() -> None:
    for m, n, k in ((4, 5, 3), (6, 3, 4), (5, 5, 2)):
        board = Position.parse(f"shapes {k}e+{k}s+{k}se+{k}sw {m} {n}").board
        assert sorted(board.first_sets.sets()) == sorted(rows_of_k(m, n, k).sets())


@pytest.mark.parametrize("name", SHAPES)
def test_an_animal_that_is_drawn_is_the_one_with_the_name(name: str) -> None:
    assert set(animal_forms(SHAPES[name])) == set(animal_forms(name))
    board = Position.parse(f"polyomino {SHAPES[name]} 4 6").board
    written = "+".join(
        ",".join(
            "".join(".X"[(r, c) in form] for c in range(max(c for _, c in form) + 1))
            for r in range(max(r for r, _ in form) + 1)
        )
        for form in animal_forms(name)
    )
    turned = Position.parse(f"shapes {written} 4 6").board
    assert sorted(board.first_sets.sets()) == sorted(turned.first_sets.sets())


@pytest.mark.parametrize(
    "board", ["a3 2 4", "v3 2 4", "i3 2 4", "p4 2 4", "o4 2 4", "s4 4 2", "v3 3 2"]
)
def test_animals_of_hexagons(board: str) -> None:
    """Who wins, and whether a full board is without one, by trying all plays."""
    for rule in ("strong", "weak"):
        position = Position.parse(f"polyhex {board} --rule {rule}")
        assert proved("polyhex", position, "outcome") == value(position)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no shape ''"),
        ("3n", "no shape '3n'"),
        ("XX;X", "no shape"),
        ("..,.", "from 1 to 256 cells"),
        ("0e", "from 1 to 256 cells"),
        ("257s", "from 1 to 256 cells"),
        ("99999e", "no shape"),
        ("X." * 600, "more than 1024 characters"),
    ],
)
def test_what_is_no_shape(text: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        written_shapes(text)


def test_a_shape_that_holds_another_decides_nothing() -> None:
    """The sets are all translates of both; who wins is what the smaller one says."""
    assert written_shapes("3e+2e") == (written_shapes("3e") + written_shapes("2e"))
    for words, smaller in (
        ("3e+2e 3 3", "2e 3 3"),
        ("XX,X.+2s 3 3 --rule weak", "2s 3 3 --rule weak"),
    ):
        both, one = (Position.parse(f"shapes {text}") for text in (words, smaller))
        assert value(both) == value(one)
        assert proved("shapes", both, "outcome") == value(both)
    both = Position.parse("shapes 3e+2e 3 3")
    assert proved("shapes", both, "sets") == "9"
    assert proved("shapes", both, "drawn-position") == "yes"
