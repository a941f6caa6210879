"""Boards, positions and files of positional games, against counts from the definitions."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameproof.games.boards.animals import HEXES, SHAPES, animal_forms, placements
from gameproof.games.boards.grid_rows import cube_lines, line_count, rows_of_k, torus_rows
from gameproof.games.boards.hex_board import hex_paths
from gameproof.games.boards.hypergraph import FEW_MEMBERS, Hypergraph
from gameproof.games.boards.written_shapes import Cells, moved_to_origin
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.positional import GAMES, Position, from_file
from gameproof.games.positional_turns import TurnsPosition
from gameproof.studies.periodic import drawing


def lines_by_definition(n: int, d: int) -> set[frozenset[int]]:
    """Lines of [n]^d: every coordinate constant, t or n-1-t, not all constant."""
    found = set()
    for codes in product(range(n + 2), repeat=d):
        if all(code < n for code in codes):
            continue
        line = set()
        for t in range(n):
            cell = 0
            for code in codes:
                cell = cell * n + (code if code < n else t if code == n else n - 1 - t)
            line.add(cell)
        found.add(frozenset(line))
    return found


@pytest.mark.parametrize(
    ("n", "d"), [(1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (4, 3), (5, 2)]
)
def test_cube_lines(n: int, d: int) -> None:
    family = cube_lines(n, d)
    assert {frozenset(row) for row in family.sets()} == lines_by_definition(n, d)
    assert len(family) == line_count(n, d) == len(lines_by_definition(n, d))


@pytest.mark.parametrize(
    ("n", "d", "lines", "most"),
    [(2, 2, 6, 3), (3, 2, 8, 4), (4, 2, 10, 3), (5, 2, 12, 4), (6, 2, 14, 3), (2, 3, 28, 7),
     (3, 3, 49, 13), (4, 3, 76, 7), (5, 3, 109, 13), (6, 3, 148, 7), (7, 3, 193, 13),
     (8, 3, 244, 7), (9, 3, 301, 13), (10, 3, 364, 7), (3, 4, 272, 40), (14, 5, 255376, 31)],
)  # fmt: skip
def test_published_counts(n: int, d: int, lines: int, most: int) -> None:
    family = cube_lines(n, d)
    assert (len(family), int(family.degrees.max())) == (lines, most)


def test_too_large_to_list() -> None:
    board = Position.parse("tictactoe 1000 12").board
    assert board.cells == 10**36
    with pytest.raises(BadInput, match="too large"):
        _ = board.first_sets


def rows_by_definition(m: int, n: int, k: int) -> set[frozenset[int]]:
    found = set()
    for r, c in product(range(m), range(n)):
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            row = [(r + i * dr, c + i * dc) for i in range(k)]
            if all(0 <= x < m and 0 <= y < n for x, y in row):
                found.add(frozenset(x * n + y for x, y in row))
    return found


@pytest.mark.parametrize(("m", "n"), [(1, 1), (1, 4), (3, 3), (4, 3), (3, 5), (5, 5)])
@pytest.mark.parametrize("k", [1, 2, 3, 4, 6])
def test_rows_of_k(m: int, n: int, k: int) -> None:
    assert {frozenset(row) for row in rows_of_k(m, n, k).sets()} == rows_by_definition(m, n, k)


def test_torus_rows() -> None:
    family = torus_rows(5, 7, 4)
    assert len(family) == 4 * 35
    assert set(family.degrees.tolist()) == {16}
    assert all(len(row) == 4 for row in family.sets())
    assert len(torus_rows(4, 4, 4)) == 4 + 4 + 4 + 4  # whole circles, each once
    assert {len(row) for row in torus_rows(3, 3, 5).sets()} == {3}


def test_animals() -> None:
    # free polyominoes have at most 8 forms; on a board the counts follow by hand
    assert len(placements(animal_forms("el"), 3, 3)) == 16
    assert len(placements(animal_forms("tic"), 4, 4)) == 16
    assert len(placements(animal_forms("fatty"), 4, 4)) == 9
    assert len(placements(animal_forms("skinny"), 4, 4)) == 8
    assert len(placements(animal_forms("elly"), 3, 3)) == 8 * 2
    assert len(placements(animal_forms("snaky"), 2, 5)) == 4
    assert (
        placements(animal_forms("V3"), 5, 5).sets() == placements(animal_forms("el"), 5, 5).sets()
    )
    for name in SHAPES:
        size = SHAPES[name].count("X")
        assert set(placements(animal_forms(name), 6, 6).sizes.tolist()) == {size}
    with pytest.raises(BadInput, match="no animal"):
        Position.parse("polyomino hippo 3 3")


TOUCH = {(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)}


def test_polyhexes() -> None:
    """Fixed and free polyhexes (OEIS A001207, A000228), grown cell by cell on a Hex board."""
    named = {frozenset(animal_forms(name, "polyhex")) for name in HEXES}
    assert len(named) == len(HEXES)
    fixed: set[Cells] = {((0, 0),)}
    for all_fixed, free in ((1, 1), (3, 1), (11, 3), (44, 7), (186, 22)):
        classes = {frozenset(animal_forms(drawing(cells), "polyhex")) for cells in fixed}
        assert (len(fixed), len(classes)) == (all_fixed, free)
        assert set().union(*classes) == fixed
        assert classes <= named
        fixed = {
            moved_to_origin([*cells, (r + down, c + right)])
            for cells in fixed
            for r, c in cells
            for down, right in TOUCH
            if (r + down, c + right) not in cells
        }
    for name, there in (
        ("b5", {(0, 0), (1, 0), (2, 0), (1, 1), (2, 1)}),
        ("f5", {(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)}),
        ("h5", {(0, 0), (1, 0), (1, 1), (0, 2), (2, 1)}),
        ("l5", {(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)}),
    ):  # cells of Polyform Puzzler, the place in the row first
        assert moved_to_origin([(r, c) for c, r in there]) in animal_forms(name, "polyhex")
    with pytest.raises(BadInput, match="no animal 'tippy'"):
        Position.parse("polyhex tippy 3 3")


@pytest.mark.parametrize("size", [1, 2, 3])
def test_hex_has_exactly_one_winner(size: int) -> None:
    down, across = hex_paths(size, size, False).sets(), hex_paths(size, size, True).sets()
    for bits in range(1 << size**2):
        mine = {cell for cell in range(size**2) if bits >> cell & 1}
        joined = any(mine.issuperset(row) for row in down)
        others = any(mine.isdisjoint(row) for row in across)
        assert joined != others


@given(st.lists(st.frozensets(st.integers(0, 8), max_size=5), max_size=10), st.integers(0, 511))
def test_family_operations(sets: list[frozenset[int]], bits: int) -> None:
    family = Hypergraph.of(9, sets)
    rows = family.sets()
    assert rows == [tuple(sorted(s)) for s in dict.fromkeys(sets)]
    mask = [bool(bits >> cell & 1) for cell in range(9)]
    flags = np.array(mask)
    assert family.counts(flags).tolist() == [sum(mask[c] for c in row) for row in rows]
    assert family.degrees.tolist() == [sum(c in row for row in rows) for c in range(9)]
    indptr, through = family.through
    for cell in range(9):
        found = through[indptr[cell] : indptr[cell + 1]].tolist()
        assert found == [i for i, row in enumerate(rows) if cell in row]
    own = frozenset(cell for cell in range(9) if mask[cell])
    assert family.has_within(own) == any(own.issuperset(row) for row in rows)
    chosen = np.array([i % 2 == 0 for i in range(len(rows))], dtype=np.bool_)
    expected = [tuple(c for c in row if mask[c]) for row in rows[::2]]
    assert family.choose(chosen, flags).sets() == expected


@pytest.mark.parametrize("size", [5, 40])
def test_few_sets_are_compared_as_many_are(size: int) -> None:
    family = rows_of_k(size, size, 4)
    assert (len(family.members) > FEW_MEMBERS) == (size == 40)
    for row in (family.sets()[0], family.sets()[len(family) // 2], family.sets()[-1]):
        assert family.has_within(frozenset(row))
        assert family.has_within(frozenset(row) | {0, size, 3 * size + 1})
        assert not any(family.has_within(frozenset(row) - {cell}) for cell in row)
    assert not family.has_within(frozenset())


def test_play_and_results() -> None:
    position = Position.parse("tictactoe 3 2")
    for move in ("a1", "b1", "a2", "b2"):
        position = position.play(position.parse_move(move))
        assert position.result() is None
    assert position.play(position.parse_move("a3")).result() == "first"
    assert position.play(position.parse_move("c3")).play(7).result() == "second"
    with pytest.raises(BadInput, match="not free"):
        position.play(0)
    full = Position.parse("tictactoe 3 2 --first a1;b1;c2;a3;b2 --second c1;a2;b3;c3")
    assert full.result() == "draw"
    assert Position.parse(str(full) + " --rule weak").result() == "breaker"


def test_weak_rule_ignores_breakers_sets() -> None:
    position = Position.parse("tictactoe 3 2 --rule weak --second a1;b1;c1 --first a2;b2")
    assert position.result() is None
    assert position.play(position.parse_move("c2")).result() == "maker"


def test_killed_lines_drop_out() -> None:
    position = Position.parse("tictactoe 3 2 --first b2 --second a1")
    assert len(position.live_numbers("first")) == 5
    assert sorted(position.live("first").sets()) == [(1, 7), (2, 5, 8), (2, 6), (3, 5), (6, 7, 8)]
    assert sorted(position.live("second").sets()) == [
        (1, 2), (2, 5, 8), (3, 6), (6, 7, 8),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "words",
    ["tictactoe 3 2", "mnk 4 3 3 --rule weak --to-move second --first a1;b2 --second c3",
     "tictactoe 4 3 --first 1,2,3;4,4,4", "torus-row 4 5 3", "polyomino snaky 6 6", "hex 3 4"],
)  # fmt: skip
def test_text_round_trip(words: str) -> None:
    position = Position.parse(words)
    assert Position.parse(str(position)) == position
    assert hash(Position.parse(str(position))) == hash(position)
    for cell in range(position.board.cells):
        assert position.parse_move(position.move_text(cell)) == cell


@pytest.mark.parametrize(
    ("text", "message"),
    [("tictactoe 3", "needs d"), ("tictactoe 3 x", "expected a number"),
     ("tictactoe 3 2 1", "one word too many"), ("tictactoe 0 2", "positive"),
     ("chess", "expected a board"), ("tictactoe 3 2 --first d1", "no cell"),
     ("tictactoe 3 2 --first a1 --second a1", "both players"),
     ('{"cells": 3}', "expected a list of sets"), ('{"cells": 3, "sets": [[3]]}', "no cell 3"),
     ('{"cells": 3, "sets": [[0]], "shpe": 1}', "unknown key"), ("{", "not JSON"),
     ('{"cells": 3, "cells": 9, "sets": [[0]]}', "a name occurs twice"),
     ('{"cells": ["1", "2"], "sets": [[1]]}', "no cell 1"),
     ("#positions\na b\n#foo\n", "unknown section"),
     ("#positions\na b\n#blackwins\na c\n#times\nt1\n#blackturns\nt1\n", "no cell 'c'"),
     ("#positions\na\n#blackwins\na\n#times\nt1 t2\n#blackturns\nt1 t2\n", "alternate")],
)  # fmt: skip
def test_bad_input_in_one_line(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Position.parse(text)


def test_json_family() -> None:
    text = '{"cells": ["x", "y", "z"], "sets": [["x", "y"], ["y", "z"]], "first": ["y"]}'
    position = Position.parse(text)
    assert position.live("first").sets() == [(0,), (2,)]
    assert position.live("second").sets() == []
    assert position.play(0).result() == "first"
    assert Position.parse(str(position)) == position


def test_what_stands_beside_the_name_of_a_pg_section_belongs_to_it() -> None:
    text = "#times t1\n#blackturns t1\n#positions a b c\n#blackwins a b\nb c\n"
    assert Position.parse(text).sets("first").sets() == [(0, 1), (1, 2)]


def test_pg_files() -> None:
    folder = Path(__file__).parents[2] / "instances" / "data" / "positional"
    facts = {
        "browne_5x5_07": ("weak", 7, 74, 3, 4),
        "game_1_gttt_L_5x5_k_02_m_05": ("strong", 5, 64, 1, 1),
        "gttt_1_1_00011011_4x4_torus_b": ("strong", 16, 16, 0, 0),
        "gttt_1_1_00101120_3x3_b": ("strong", 9, 8, 0, 0),
        "hein_04_3x3-03": ("weak", 3, 4, 1, 2),
        "hein_04_3x3-05": ("weak", 5, 4, 1, 2),
    }
    for name, (rule, plies, sets, black, white) in facts.items():
        position = from_file(file=(folder / f"{name}.pg").read_text(encoding="utf-8"))
        found = (
            position.rule, position.horizon, len(position.board.first_sets),
            len(position.stones("first")), len(position.stones("second")),
        )  # fmt: skip
        assert found == (rule, plies, sets, black, white)
        assert position.to_move == "first"
        # those of gttt name first moves up to symmetry, and so whose each ply is
        assert isinstance(position, TurnsPosition) == name.startswith("gttt")
        assert from_file(file=str(position)) == position


def test_every_example_parses() -> None:
    for game in GAMES:
        for example in game.examples:
            if game.name != "positional":
                words = example.split(" -q ")[0]
                assert str(Position.parse(words)) == words


def test_boards_too_large() -> None:
    with pytest.raises(BadInput, match="at most"):
        Position.parse('{"cells": 2000000, "sets": []}')


@pytest.mark.parametrize(
    "text",
    ["mnk 1000000 1000000 9", "torus-row 20000 20000 5", "polyomino fatty 100000 100000",
     "polyomino XX.,.XX 100000 100000", "shapes 5e+5s 100000 100000"],
)  # fmt: skip
def test_boards_beyond_memory_are_not_listed(text: str) -> None:
    """Words, players, laws, keys, stones and results need no list of the sets."""
    position = Position.parse(f"{text} --first 0;1 --second 7")
    assert Position.parse(str(position)) == position
    assert Law.SAME_SETS in position.laws
    assert position.key() == "first:0 1/7"
    assert position.result() is None
    after = position.play(position.parse_move("b2"))
    assert after.to_move == "second"
    assert after.result() is None
    for ask in (position.moves, lambda: position.live("first"), lambda: position.mask("first")):
        with pytest.raises(BadInput, match=r"too large|too many"):
            ask()


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("mnk 1000000 1000000 3 --first 0;1;2", "first"),
        ("mnk 1000000 1000000 3 --first 0;1;3", None),
        ("mnk 1000000 1000000 3 --second a1;b2;c3 --rule strong", "second"),
        ("mnk 1000000 1000000 3 --second a1;b2;c3 --rule weak", None),
        ("mnk 1000000 1000000 3 --first a1;b2;c3 --rule weak", "maker"),
        ("mnk 1000000 1000000 3 --first 999999;1000000;1000001", None),
        ("torus-row 5000 5000 3 --first 4999;0;1", "first"),
        ("polyomino fatty 100000 100000 --second a1;b1;a2;b2", "second"),
    ],
)
def test_results_on_boards_beyond_memory(text: str, result: str | None) -> None:
    assert Position.parse(text).result() == result


def test_no_moves_are_listed_on_boards_beyond_memory() -> None:
    with pytest.raises(BadInput, match="too large to be played"):
        Position.parse("tictactoe 1000 12").moves()
