"""Connect Four's family: published outcomes, every small board by the rules alone."""

from __future__ import annotations

from functools import cache

import pytest

import gameproof as gp

TABLE = {
    (4, 4): "draw", (4, 5): "draw", (5, 4): "draw", (6, 4): "draw", (7, 4): "draw",
    (5, 5): "draw", (4, 6): "second", (6, 6): "second", (4, 7): "draw", (6, 5): "draw",
}  # fmt: skip
LARGER = {
    (5, 6): "draw", (5, 7): "draw", (7, 5): "draw", (4, 8): "second", (6, 6): "second",
}  # fmt: skip
"""Rows and columns, four in a row: J. Tromp's table of Connect Four on small boards (2006)."""


@pytest.mark.parametrize("size", TABLE)
def test_four_in_a_row_as_published(size: tuple[int, int]) -> None:
    proof = gp.solve(f"mnk {size[0]} {size[1]} 4 --gravity")
    assert proof.verified
    assert str(proof.answer) == TABLE[size]


@pytest.mark.slow
@pytest.mark.parametrize("size", LARGER)
def test_larger_boards_as_published(size: tuple[int, int]) -> None:
    proof = gp.solve(f"mnk {size[0]} {size[1]} 4 --gravity", method="search", time_limit=600)
    assert proof.verified
    assert str(proof.answer) == LARGER[size]


def best(rows: int, columns: int, k: int, start: str = "") -> str:
    """The outcome from columns of stones, by the rules: ``start`` is what was dropped so far."""

    def row_of(stones: tuple[str, ...], mark: str) -> bool:
        at = {(h, c) for c, one in enumerate(stones) for h, m in enumerate(one) if m == mark}
        return any(
            all((h + i * dh, c + i * dc) in at for i in range(k))
            for h, c in at
            for dh, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
        )

    @cache
    def value(stones: tuple[str, ...], mark: str) -> int:
        found = None
        for c in range(columns):
            if len(stones[c]) < rows:
                after = (*stones[:c], stones[c] + mark, *stones[c + 1 :])
                one = 1 if row_of(after, mark) else -value(after, "xo"[mark == "x"])
                found = one if found is None else max(found, one)
        return 0 if found is None else found

    empty = ("",) * columns
    return {1: "first", 0: "draw", -1: "second"}[value(empty, "x")]


@pytest.mark.parametrize(
    ("rows", "columns", "k"),
    [
        (2, 2, 2),
        (1, 5, 3),
        (3, 3, 3),
        (2, 5, 3),
        (4, 3, 3),
        (3, 4, 3),
        pytest.param(2, 6, 4, marks=pytest.mark.slow),
        (5, 2, 3),
    ],
)
def test_small_boards_by_the_rules(rows: int, columns: int, k: int) -> None:
    proof = gp.solve(f"mnk {rows} {columns} {k} --gravity")
    assert proof.verified
    assert str(proof.answer) == best(rows, columns, k)


def test_stones_fall_to_the_last_row() -> None:
    here = gp.position("mnk 3 3 3 --gravity")
    assert list(map(str, here.moves())) == ["a3", "b3", "c3"]
    after = here.play("b3")
    assert sorted(map(str, after.moves())) == ["a3", "b2", "c3"]
    with pytest.raises(gp.BadInput, match="may not be taken"):
        after.play("a2")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("mnk 3 3 3 --gravity --rule weak", "where stones fall"),
        ("mnk 3 3 3 --gravity --first a2", "below the stone on a2"),
        ("hex 3 3 --gravity", "has no option --gravity"),
    ],
)
def test_a_board_that_is_none(words: str, said: str) -> None:
    with pytest.raises(gp.BadInput, match=said):
        gp.position(words)


def test_score_four_on_three() -> None:
    """Three in a row in space, stones falling: whoever begins wins from the middle column."""
    proof = gp.solve("tictactoe 3 3 --gravity")
    assert proof.verified
    assert str(proof.answer) == "first"
