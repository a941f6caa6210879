"""Games on squares beside published values and theorems that hold for whole families."""

from __future__ import annotations

from functools import cache

import pytest

import gameproof as gp

VALUES = [
    ("domineering 1 2", "-1"),
    ("domineering 5 1", "2"),
    ("domineering 3 2", "{1/2|-2}"),
    ("domineering ../.#", "{0|0}"),
    ("domineering ...", "-1"),
    ("clobber xo", "*"),
    ("clobber oxo", "*"),
    ("clobber xx/xx", "0"),
    ("toads-and-frogs T.F", "*"),
    ("toads-and-frogs T.F/T.F", "0"),
    ("toads-and-frogs T..", "2"),
]
OUTCOMES = [
    ("2 2", "N"), ("3 3", "N"), ("4 4", "N"), ("5 5", "P"), ("6 6", "N"), ("7 7", "N"),
    ("6 7", "L"), ("7 6", "R"), ("2 13", "P"), ("13 2", "P"), ("2 26", "R"), ("3 21", "R"),
]  # fmt: skip
WRITTEN = [
    ("cram 3", "expected ROWS COLUMNS"),
    ("cram 27 1", "expected 0 to 26"),
    ("cram ..x", "a square is one of"),
    ("cram ../.", "not equally long"),
    ("chomp #./..", "a square is left"),
    ("clobber x#", "a square is one of"),
    ("toads-and-frogs TxF", "a square is one of"),
    ("toads-and-frogs T F", "with / between them"),
]


@pytest.mark.parametrize(("words", "value"), VALUES)
def test_values(words: str, value: str) -> None:
    """On Numbers and Games, chapter 10; Albert et al. 2005; Winning Ways, chapter 1; by hand."""
    proof = gp.solve(words, "equals", game=value)
    assert proof.verified
    assert str(proof.answer) == "yes"


@pytest.mark.parametrize(("board", "outcome"), OUTCOMES)
def test_domineering_of_the_published_tables(board: str, outcome: str) -> None:
    """Squares, and long rows: Breuker, Uiterwijk, van den Herik 2000; Lachmann, Moore, Rapaport
    2002. A board turned by a quarter is the other player's."""
    proof = gp.solve(f"domineering {board}")
    assert proof.verified
    assert str(proof.answer) == outcome


@pytest.mark.parametrize(("words", "said"), WRITTEN)
def test_a_board_that_is_none(words: str, said: str) -> None:
    with pytest.raises(gp.BadInput, match=said):
        gp.position(words)


@pytest.mark.parametrize("columns", range(1, 8))
def test_one_row_of_cram_is_dawsons_game(columns: int) -> None:
    """A row is a heap of .07 in octal notation."""
    words = (f"cram 1 {columns}", f"octal 0.07 --heaps {columns}")
    row, octal = (gp.solve(board, "grundy") for board in words)
    assert row.verified
    assert row.answer == octal.answer


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 4), (3, 2), (2, 3), (2, 5), (3, 4)])
def test_cram_by_symmetry(rows: int, columns: int) -> None:
    """Even by even is lost for the next player, even by odd is won (Gardner 1974)."""
    proof = gp.solve(f"cram {rows} {columns}")
    assert proof.verified
    assert str(proof.answer) == ("P" if rows % 2 == columns % 2 == 0 else "N")


@pytest.mark.parametrize(("words", "value"), [("3 3", 0), ("3 4", 1), ("3 5", 1), ("2 5", 1)])
def test_cram_of_the_published_table(words: str, value: int) -> None:
    """Values as published by Lemoine and Viennot 2012; 2 x odd is 1 (Winning Ways, chapter 15)."""
    assert str(gp.solve(f"cram {words}", "grundy").answer) == str(value)


@cache
def lost(rows: tuple[int, ...]) -> bool:
    """Chomp on rows of these lengths, the poisoned square being the last one to take."""
    for r, row in enumerate(rows):
        for c in range(row):
            after = (*rows[:r], *(min(x, c) for x in rows[r:]))
            if (r, c) != (0, 0) and lost(tuple(x for x in after if x)):
                return False
    return True


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 6), (2, 4), (3, 5), (4, 4), (5, 3)])
def test_chomp_beside_lengths_of_rows(rows: int, columns: int) -> None:
    bar = (columns,) * rows
    proof = gp.solve(f"chomp {rows} {columns}", "winning-moves")
    assert proof.verified
    winning = [
        f"{'abcdefg'[c]}{r + 1}"
        for r in range(rows)
        for c in range(columns)
        if (r, c) != (0, 0)
        and lost(tuple(x for x in (*bar[:r], *(min(x, c) for x in bar[r:])) if x))
    ]
    assert sorted(str(proof.answer).split(", ")) == sorted(winning or ["none"])
