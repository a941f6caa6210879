"""Regions that repeat over the plane: what is accepted is true, and each forgery is refused."""

from __future__ import annotations

import json
import random
from typing import cast

import msgspec
import numpy as np
import pytest
from reference.often import often
from soundness.rules_oracle import NoOracle, holds

from gameproof.certificates.certificate import Rejected, Use
from gameproof.certificates.kernel import Goal, Theorem, conclude
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.certificates.pairings.tiling import Tiling
from gameproof.encodings.positional.pairings.tilings import (
    ACROSS,
    DOWN,
    EIGHT,
    ELEVEN_ROWS,
    NINE,
    NINE_BY_PAIRS,
    strip,
    turned,
)
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import (
    Forces,
    Is,
    Prevents,
    entails,
    nobody_wins,
    only,
    quantity,
)
from gameproof.games.positional import PLAYERS, Position
from gameproof.games.sets.region_play import MOST_CELLS as PLAYED
from gameproof.games.sets.tiles import MOST_AREA, MOST_CELLS, MOST_SHIFT, MOST_TRACES, Cell
from gameproof.replies.pairings.tiling import reply
from gameproof.solvers.limits import Limits

HOLDS = Forces("first", only("second"), only("breaker"))
BRICKS = Tiling(1, 2, 1, [[[(0, 0), (0, 1)]]])
"""Dominoes in rows, each row half a domino further: a pair in every fatty."""


SEVEN_IN_THREE = Tiling(
    1, 5, 3, [[[(0, 0), (1, 0)], [(0, 0), (1, 1), (2, 2)], [(1, 0), (1, 1), (1, 2)]]]
)
"""Seven in a row in three directions, by one region of five cells with three traces."""


def proved(words: str, tiling: Tiling) -> Theorem:
    return conclude(Goal(Position.parse(words), "outcome"), tiling)


def refused(words: str, tiling: Tiling, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        proved(words, tiling)


@pytest.mark.parametrize(
    ("board", "tiling"),
    [
        ("mnk 8 8 8", EIGHT),
        ("mnk 1000000 1000000 8", EIGHT),
        ("mnk 8 1000000 8", EIGHT),
        ("torus-row 10 10 8", EIGHT),
        ("torus-row 20 30 8", EIGHT),
        ("mnk 20 20 9", NINE),
        ("mnk 100 100 10", NINE),
        ("mnk 9 9 1000000000", NINE),
        ("mnk 1000000000 1000000000 123456789", NINE),
        ("torus-row 7 14 9", NINE),
        ("mnk 20 20 9", NINE_BY_PAIRS),
        ("torus-row 16 8 9", NINE_BY_PAIRS),
        ("mnk 11 1000000 7", ELEVEN_ROWS),
        ("mnk 8 40 7", ELEVEN_ROWS),
        ("mnk 7 9 7", ELEVEN_ROWS),
        ("mnk 1000000 11 7", turned(ELEVEN_ROWS)),
        ("mnk 4 1000000 5", ACROSS),
        ("mnk 1000000 4 5", DOWN),
        ("polyomino fatty 100000 100000", BRICKS),
        ("polyomino XX,XX 1000 1000", BRICKS),
        ("shapes 7e+7s+7se 1000 1000", SEVEN_IN_THREE),
        ("shapes 3e+3s+7se 2 1000", ACROSS),
    ],
)
def test_boards_of_any_size(board: str, tiling: Tiling) -> None:
    weak = proved(f"{board} --rule weak", tiling)
    assert entails(weak.statements, HOLDS)
    strong = proved(board, tiling)
    assert all(entails(strong.statements, one) for one in nobody_wins("first", PLAYERS))
    pairs = tiling in (NINE_BY_PAIRS, ACROSS, DOWN, BRICKS)
    assert entails(strong.statements, Is(quantity("pairing"), True)) == pairs


def test_with_the_second_player_to_move_no_draw_follows() -> None:
    """He may even win: his extra move can be stolen from nobody."""
    strong = proved("mnk 20 20 9 --to-move second", NINE)
    assert strong.statements == (Prevents("second", only("second"), only("first")),)
    weak = proved("mnk 20 20 9 --to-move second --rule weak", NINE)
    assert entails(weak.statements, Forces("second", only("second"), only("breaker")))


@pytest.mark.parametrize(
    ("board", "tiling"),
    [
        ("mnk 20 20 7", EIGHT),
        ("mnk 12 20 7", ELEVEN_ROWS),
        ("mnk 11 20 6", ELEVEN_ROWS),
        ("mnk 20 11 7", ELEVEN_ROWS),
        ("mnk 20 20 8", NINE),
        ("mnk 20 20 8", NINE_BY_PAIRS),
        ("mnk 5 20 5", ACROSS),
        ("mnk 20 5 5", DOWN),
        ("mnk 4 9 5", DOWN),
        ("mnk 1 9 2", ACROSS),
        ("torus-row 2 6 3", ACROSS),
        ("polyomino elly 20 20", BRICKS),
        ("polyomino fatty 20 20", ACROSS),
        ("mnk 1 1 1", Tiling(1, 1, 0, [])),
        ("torus-row 1 6 3", ACROSS),
    ],
)
def test_a_set_without_a_trace(board: str, tiling: Tiling) -> None:
    refused(f"{board} --rule weak", tiling, "contains no trace")


def test_sets_that_do_not_fit_need_no_trace() -> None:
    assert entails(proved("mnk 3 3 4 --rule weak", Tiling(1, 1, 0, [])).statements, HOLDS)
    # rows of three down do not fit on two rows; the slanted ones neither
    assert entails(proved("mnk 2 50 3 --rule weak", ACROSS).statements, HOLDS)
    refused("mnk 3 50 3 --rule weak", ACROSS, "contains no trace")


def test_every_shift_of_the_rows_is_looked_at() -> None:
    """On a narrow board the columns of the tile that a row meets change from row to row."""
    shifted = Tiling(1, 4, 1, [[[(0, 0), (0, 1)]], [[(0, 2), (0, 3)]]])
    refused("mnk 9 2 2 --rule weak", shifted, "contains no trace")
    refused("mnk 2 2 2 --rule weak", shifted, "contains no trace")
    straight = Tiling(1, 2, 0, [[[(0, 0), (0, 1)]]])
    assert entails(proved("mnk 1 2 2 --rule weak", straight).statements, HOLDS)
    for rows in (2, 3, 9):  # the second row starts inside a pair
        two = Tiling(1, 4, 3, [[[(0, 0), (0, 1)]], [[(0, 2), (0, 3)]]])
        refused(f"mnk {rows} 2 2 --rule weak", two, "contains no trace")
    # one row of two cells: only its own columns count
    assert proved("mnk 1 2 2 --rule weak", shifted).statements


@pytest.mark.parametrize(
    "regions",
    [
        [[[(0, 0), (0, 1)]], [[(0, 1), (0, 2)]]],
        [[[(0, 0), (0, 1)]], [[(0, 4), (0, 5)]]],
        [[[(0, 0), (0, 4)]]],
        [[[(0, 0), (1, 3)]]],
        [[[(0, 0), (0, 1)]], [[(-1, 1), (-1, 2)]]],
    ],
)
def test_copies_that_overlap(regions: list[list[list[Cell]]]) -> None:
    """In the tile, after a period, with a copy of itself, over the shift, above."""
    refused("mnk 1 3 3 --rule weak", Tiling(1, 4, 3, regions), "share a cell")


@pytest.mark.parametrize(
    "region",
    [
        [[(0, 0)]],
        [[]],
        [[(0, 0), (0, 1)], [(0, 1), (0, 2)]],
        [[(0, 0), (0, 1)], [(0, 0), (0, 0), (0, 1)], [(0, 2), (0, 2)]],
    ],
)
def test_regions_in_which_the_opponent_gets_through(region: list[list[Cell]]) -> None:
    refused("mnk 1 3 3 --rule weak", Tiling(1, 4, 0, [region]), "completes a trace of region 0")


@pytest.mark.parametrize(
    ("tiling", "reason"),
    [
        (Tiling(0, 2, 0, []), "a tile has"),
        (Tiling(1, 0, 0, []), "a tile has"),
        (Tiling(-1, -2, 0, []), "a tile has"),
        (Tiling(1, MOST_AREA + 1, 0, []), "a tile has"),
        (Tiling(1, 2, 2, []), "the shift 2"),
        (Tiling(1, 2, -1, []), "the shift -1"),
        (Tiling(1, 2, 0, [[[(0, 0), (0, MOST_SHIFT + 1)]]]), "too far away"),
        (Tiling(1, 2, 0, [[[(0, 0), (0, 1)]] * (MOST_TRACES + 1)]), "more than 128 cells or"),
        (Tiling(1, 999, 0, [[[(0, i) for i in range(MOST_CELLS + 1)]]]), "more than 128 cells or"),
        (Tiling(1, 99, 0, [[[(0, i) for i in range(PLAYED + 1)]]]), "24 cells to be played out"),
    ],
)
def test_numbers_out_of_range(tiling: Tiling, reason: str) -> None:
    refused("mnk 1 3 3 --rule weak", tiling, reason)


@pytest.mark.parametrize(
    "board", ["torus-row 10 11 8", "torus-row 5 20 8", "torus-row 8 8 8", "torus-row 10 5 8"]
)
def test_tiles_must_repeat_with_the_torus(board: str) -> None:
    refused(board, EIGHT, "does not repeat")


def test_the_shift_must_repeat_with_the_torus() -> None:
    bricks = Tiling(1, 2, 1, [[[(0, 0), (0, 1)]]])
    refused("torus-row 3 4 4", bricks, "does not repeat")


@pytest.mark.parametrize("board", ["tictactoe 9 2", "hex 3 3", '{"cells": 3, "sets": [[0, 1, 2]]}'])
def test_boards_whose_sets_are_no_translates(board: str) -> None:
    refused(board, ACROSS, "no translates")


def test_a_region_too_large_to_be_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gameproof.certificates.pairings.tiling.MOST_POSITIONS", 5)
    refused("mnk 20 20 8", EIGHT, "region 0 is too large to be played out")


def test_stones_of_the_second_player_only_help() -> None:
    board = "mnk 4 1000000 5 --rule weak --second a1;b1;d3"
    assert entails(proved(board, ACROSS).statements, HOLDS)


@pytest.mark.parametrize(
    ("stones", "good"),
    [
        ("--first a1", False),
        ("--first a1 --second b1", True),
        ("--first b1 --second a1", True),
        ("--first b1 --second c1", False),
        ("--first a1;c1 --second b1;d1", True),
        ("--first a1;c1 --second b1", False),
        ("--first a1;b1 --second d4", False),
        ("--first a1 --second b1 --to-move second", True),
        ("--first g1", True),  # its partner lies outside
    ],
)
def test_stones_of_the_first_player_must_be_answered(stones: str, good: bool) -> None:
    board = f"mnk 4 7 5 --rule weak {stones}"
    if good:
        position = Position.parse(board)
        wanted = Forces(position.to_move, only("second"), only("breaker"))
        assert entails(proved(board, ACROSS).statements, wanted)
    else:
        refused(board, ACROSS, "stones complete a trace")


def test_stones_on_a_torus_are_found_around_the_edge() -> None:
    """The partner of a1 is b8, over the edge; on the plane it lies outside the board."""
    torus = "torus-row 8 8 9 --rule weak --first a1"
    assert proved(f"{torus} --second b8", NINE_BY_PAIRS).statements
    refused(f"{torus} --second b2", NINE_BY_PAIRS, "stones complete")
    assert proved("mnk 8 8 9 --rule weak --first a1 --second b2", NINE_BY_PAIRS).statements


def test_where_the_first_player_has_stones_in_pairs_no_pairing_of_free_cells_follows() -> None:
    found = proved("mnk 4 7 5 --first a1 --second b1", ACROSS).statements
    assert not entails(found, Is(quantity("pairing"), True))
    found = proved("mnk 4 7 5 --second b1", ACROSS).statements
    assert entails(found, Is(quantity("pairing"), True))


SERVED = ["mnk 1 5 3", "mnk 2 4 3", "polyomino fatty 3 3", "polyomino tic 2 4"]
SMALL = [
    *SERVED,
    "mnk 2 3 2",
    "mnk 3 3 3",
    "torus-row 2 4 3",
    "torus-row 3 3 3",
    "polyomino el 2 4",
]


@pytest.mark.parametrize("board", SMALL)
def test_random_tilings_prove_nothing_false(board: str) -> None:
    """Against play by the rules alone, with stones, both rules, either to move."""
    chance = random.Random(board)
    accepted = 0
    for _ in range(often(250)):
        rows, columns = chance.choice([(1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4), (3, 3)])
        regions = [
            [
                [
                    (chance.randint(-1, 2), chance.randint(-1, 3))
                    for _ in range(chance.choice([2, 2, 3]))
                ]
                for _ in range(chance.choice([1, 1, 1, 2]))
            ]
            for _ in range(chance.choice([1, 1, 2, 3, 4]))
        ]
        if chance.random() < 0.6:  # neighbours, which often serve
            regions = [
                [[(r, c), (r + down, c + 1 - down)]]
                for (r, c) in (trace[0] for region in regions for trace in region)
                for down in (chance.randint(0, 1),)
            ]
        words = f"{board} --rule {chance.choice(['weak', 'strong'])}"
        words += f" --to-move {chance.choice(PLAYERS)}"
        count = Position.parse(words).board.cells
        stones = chance.sample(range(count), chance.choice([0, 0, 1, 2]))
        for player in PLAYERS:
            mine = [str(c) for i, c in enumerate(stones) if PLAYERS[i % 2] == player]
            words += f" --{player} {';'.join(mine)}" if mine else ""
        position = Position.parse(words)
        shift = chance.randrange(columns)
        try:
            found = conclude(Goal(position, "outcome"), Tiling(rows, columns, shift, regions))
        except Rejected:
            continue
        accepted += 1
        for statement in found.statements:
            try:
                assert holds(cast(AnyPosition, position), statement), (
                    words,
                    rows,
                    columns,
                    shift,
                    regions,
                )
            except NoOracle:
                pytest.fail(f"nobody knows {statement}")
    assert accepted or board not in SERVED


def play_out(words: str, tiling: Tiling, chance: random.Random) -> str | None:
    position = Position.parse(words)
    while position.result() is None:
        if position.to_move == "second":
            answer = reply(position, tiling)
            assert answer is not None
            position = position.play(answer)
        else:
            position = position.play(chance.choice(position.moves()))
    return position.result()


@pytest.mark.parametrize(
    ("board", "tiling"),
    [
        ("mnk 9 9 8", EIGHT),
        ("mnk 9 11 9", NINE),
        ("torus-row 10 10 8", EIGHT),
        ("mnk 4 9 5", ACROSS),
    ],
)
def test_replies_keep_the_second_player_safe(board: str, tiling: Tiling) -> None:
    chance = random.Random(7)
    for _ in range(5):
        assert play_out(f"{board} --rule weak", tiling, chance) == "breaker"


def test_replies_on_boards_beyond_memory() -> None:
    position = Position.parse("mnk 1000000 1000000 9")
    for cell in (5, 6, 7, 1000005, 2000005):
        if cell in position.second:
            continue
        position = position.play(cell)
        answer = reply(position, NINE)
        assert answer is not None
        position = position.play(answer)
    assert reply(position, NINE) is None  # not his turn


def test_replies_on_a_strip_keep_the_second_player_safe() -> None:
    assert play_out("mnk 11 14 7 --rule weak", ELEVEN_ROWS, random.Random(0)) == "breaker"


@pytest.fixture(scope="module")
def six_rows() -> Tiling:
    """Six in a row on six rows, with zones on a block of 30 cells."""
    found = strip(Position.parse("mnk 6 1000000 6"), Limits())
    assert found is not None
    return found


def test_a_region_held_by_a_proof_of_its_own(six_rows: Tiling) -> None:
    assert len(frozenset[Cell]().union(*six_rows.tile.regions[0])) == 30
    for board in ("mnk 6 1000000 6", "mnk 6 6 6", "mnk 4 50 6", "mnk 6 13 7"):
        assert entails(proved(f"{board} --rule weak", six_rows).statements, HOLDS)
        assert all(
            entails(proved(board, six_rows).statements, one)
            for one in nobody_wins("first", PLAYERS)
        )
    refused("mnk 7 1000000 6", six_rows, "contains no trace")
    refused("mnk 6 1000000 5", six_rows, "contains no trace")
    refused("mnk 6 20 6 --first a1 --second b1", six_rows, "24 cells to be played out")
    assert proved("mnk 6 20 6 --rule weak --second b1", six_rows).statements


def test_a_region_needs_the_theorem_about_itself(six_rows: Tiling) -> None:
    """The same proof, of what is nearly the region."""
    board = "mnk 6 20 6 --rule weak"
    bare = msgspec.structs.replace(six_rows, uses=())
    refused(board, bare, "24 cells to be played out")
    (use,) = six_rows.uses
    for more in ({"to_move": "second"}, {"rule": "strong"}, {"second": [0]}, {"first": [0]}):
        key = json.dumps(json.loads(str(use.key)) | more)
        changed = msgspec.structs.replace(six_rows, uses=(Use(use.certificate, key),))
        with pytest.raises(Rejected):
            proved(board, changed)
    region = [list(trace) for trace in six_rows.regions[0]]
    shorter = min(region, key=len)
    # one cell of one trace less: the block would have to stop more than the proof says
    region[region.index(shorter)] = shorter[:-1]
    less = msgspec.structs.replace(bare, regions=[region], uses=six_rows.uses)
    with pytest.raises(Rejected, match="24 cells to be played out"):
        proved(board, less)
    for trace in region[:5]:  # a trace less: a row has none
        fewer = msgspec.structs.replace(bare, regions=[[t for t in region if t != trace]])
        key = str(fewer.tile.alone(0))
        fewer = msgspec.structs.replace(fewer, uses=(Use(use.certificate, key),))
        with pytest.raises(Rejected):
            proved(board, fewer)


def test_a_small_region_with_a_proof_beside_one_that_is_played_out() -> None:
    """A proof of one region says nothing of another, nor of the first player's stones on it."""
    good: list[list[Cell]] = [[(0, 0), (0, 1)], [(0, 2), (0, 3)]]
    bad: list[list[Cell]] = [[(1, 0), (1, 1)], [(1, 1), (1, 2)]]
    known = Pairing(np.array([[0, 1], [2, 3]]))
    two = Tiling(2, 4, 0, [good, bad])
    use = Use(known, str(two.tile.alone(0)))
    refused("mnk 1 9 3", msgspec.structs.replace(two, uses=(use,)), "a trace of region 1")
    one = Tiling(1, 4, 0, [good], uses=(use,))
    assert entails(proved("mnk 1 9 4 --rule weak", one).statements, HOLDS)
    refused("mnk 1 9 4 --rule weak --first b1", one, "stones complete")
    refused("mnk 1 9 2 --rule weak", one, "contains no trace")
    false = Use(known, str(two.tile.alone(1)))  # three cells: the pairs are not there
    refused("mnk 1 9 3", msgspec.structs.replace(two, uses=(use, false)), "step 1")


@pytest.mark.parametrize(("board", "seed"), [("mnk 6 13 6", 0), ("mnk 6 11 6", 5)])
def test_replies_in_a_region_held_by_zones(six_rows: Tiling, board: str, seed: int) -> None:
    """Against a Maker who goes where most of his rows are short."""
    chance, position = random.Random(seed), Position.parse(f"{board} --rule weak")
    rows = position.board.first_sets.sets()
    while position.result() is None:
        move = reply(position, six_rows)
        if position.to_move == "first":
            worth = {cell: chance.random() / 1000 for cell in position.moves()}
            for row in rows:
                if position.second.isdisjoint(row):
                    left = position.first.symmetric_difference(row) & set(row)
                    for cell in left:
                        worth[cell] += 4.0 ** -len(left) * (0.5 + chance.random())
            move = max(worth, key=lambda cell: worth[cell])
        assert move is not None
        position = position.play(move)
    assert position.result() == "breaker"
