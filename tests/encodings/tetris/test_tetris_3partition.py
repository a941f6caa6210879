"""The reduction: sizes, the intended play, and 3-PARTITION against brute force."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import pytest
from reference.proved import findings, proved

from gameproof.encodings.method import UNKNOWN, Options
from gameproof.encodings.tetris import tetris_3partition as encoding
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.definitions import question_of
from gameproof.games.meaning.steps import TooMuch, within
from gameproof.games.tetris import Position, Rotation, orientations, parse_pieces, placements
from gameproof.games.tetris_3partition import FILLER, make
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import sat

GAME = "tetris-3partition"
SIZES = [
    (4, [1, 1, 2], 46, 9, 192, 48, 11),
    (6, [2, 2, 2], 58, 9, 244, 61, 14),
    (4, [1, 1, 2, 1, 1, 2], 46, 15, 336, 84, 11),
    (10, [3, 3, 4], 82, 9, 348, 87, 20),
    (10, [3, 4, 3, 3, 3, 4], 82, 15, 612, 153, 20),
]


@pytest.mark.parametrize(
    ("target", "numbers", "rows", "columns", "free", "pieces", "tetrises"), SIZES
)
def test_sizes_and_the_intended_play(
    target: int, numbers: list[int], rows: int, columns: int, free: int, pieces: int, tetrises: int
) -> None:
    position = make(target, numbers)
    assert rows == 6 * target + 22
    assert tetrises == 3 * target // 2 + 5
    shown = f"{rows} x {columns}, {free} free cells, {pieces} pieces"
    assert proved(GAME, position, "sizes") == shown
    for question, answer in (
        ("clear", True),
        ("survive", True),
        ("max-rows", rows),
        ("max-tetrises", tetrises),
    ):
        method = next(m for m in encoding.ENCODING.methods if m.question == question)
        finding = method.run(position, Limits(), Options())
        assert (method.name, finding.answer) == ("partition", answer)
        assert finding.certificate is not None


@pytest.mark.parametrize("rotation", ["slide", "rotate"])
def test_every_order_of_the_numbers_is_played(rotation: Rotation) -> None:
    for numbers in sorted(set(permutations([1, 1, 2, 1, 1, 2])))[::4]:
        position = make(4, list(numbers), rotation)
        _, triples, _ = encoding.find_triples(position, Limits(), Options())
        here: Position = position
        for move in encoding.intended(position, triples):
            here = here.play(move)
        assert (here.result(), here.cleared, here.tetrises) == ("cleared", 46, 11)


def test_an_odd_target_is_doubled() -> None:
    position = make(5, [1, 2, 2])
    assert (position.target, position.numbers) == (10, (2, 4, 4))
    assert position.sizes() == make(10, [2, 4, 4]).sizes()


def test_without_turns_and_slides_the_notches_stay_open() -> None:
    """The intended play slides into the notches; dropped pieces cannot follow it."""
    position = make(4, [1, 1, 2], "drop")
    moves = encoding.intended(position, [[0, 1, 2]])
    here = position.play(moves[0])
    assert moves[1] not in here.moves()


def test_a_wrong_bucket_does_not_empty_the_board() -> None:
    """Numbers of unequal sums overflow a bucket or leave cells."""
    position = make(4, [1, 1, 2, 1, 1, 2], "slide")
    here: Position = position
    for move in encoding.intended(position, [[0, 1, 3], [2, 4, 5]]):
        if move not in here.moves():
            break
        here = here.play(move)
    assert here.pieces
    assert here.board


def test_the_filler_fills_its_part_of_a_bucket_in_one_way() -> None:
    """Three columns of six rows and a notch of two cells: of all tilings by the filler's
    pieces, resting one on another, there is one; other readings of the names have none."""

    def fills(pieces: str) -> int:
        columns = 6
        open_cells = {(r, c) for r in range(6) for c in range(3)} | {(4, 3), (4, 4)}
        walls = sum(
            1 << (r * columns + c)
            for r in range(6)
            for c in range(columns)
            if (r, c) not in open_cells
        )
        boards = {walls: 1}
        for piece in pieces:
            following: dict[int, int] = {}
            for board, ways in boards.items():
                for o, c, r in placements(8, columns, board, piece, "slide"):
                    cells = {(r + y, c + x) for x, y in orientations(piece)[o]}
                    if cells <= open_cells:
                        # full rows are kept here: in the whole board the lock keeps them
                        after = board | sum(1 << (y * columns + x) for y, x in cells)
                        following[after] = following.get(after, 0) + ways
            boards = following
        return boards.get((1 << 6 * columns) - 1, 0)

    assert fills(FILLER) == 1
    assert fills(FILLER.replace("J", "L")) == 0
    assert fills(FILLER.replace("Z", "S")) == 0
    assert parse_pieces("LG LS LG LG Sq") == FILLER


def brute(numbers: tuple[int, ...], target: int) -> bool:
    if not numbers:
        return True
    for pair in combinations(range(1, len(numbers)), 2):
        if numbers[0] + sum(numbers[i] for i in pair) == target:
            rest = tuple(a for i, a in enumerate(numbers) if i not in (0, *pair))
            if brute(rest, target):
                return True
    return False


def strict(target: int) -> list[tuple[int, ...]]:
    """Six numbers with T/4 < a < T/2 and the sum 2 T."""
    between = [a for a in range(1, target) if 4 * a > target > 2 * a]
    found = combinations_with_replacement(between, 6)
    return [numbers for numbers in found if sum(numbers) == 2 * target]


def splits(numbers: tuple[int, ...], target: int) -> object:
    position: Any = make(target, list(numbers))
    asked = question_of(position, "partition")
    assert asked is not None
    assert asked.defined_by is not None
    return asked.defined_by(position, {})


@pytest.mark.parametrize(
    ("target", "instances", "none"),
    [(12, 1, 0), (13, 2, 1), (14, 3, 0), (15, 7, 1), (16, 2, 1), (17, 4, 1), (18, 7, 1),
     (19, 13, 3), (20, 4, 1)],
)  # fmt: skip
def test_strict_instances_of_two_triples(target: int, instances: int, none: int) -> None:
    found = strict(target)
    without = [numbers for numbers in found if not brute(numbers, target)]
    assert (len(found), len(without)) == (instances, none)
    for numbers in found:
        assert splits(tuple(reversed(numbers)), target) == (numbers not in without)
    for numbers in {found[0], *without}:
        position = make(target, list(numbers))
        assert proved(GAME, position, "partition") == ("no" if numbers in without else "yes")


def test_engines_agree_on_partitions() -> None:
    for numbers, target in (((6, 5, 5, 6, 5, 5), 16), ((5, 5, 7, 5, 5, 5), 16)):
        position = make(target, list(numbers))
        engines = {
            encoding.find_triples(position, Limits(), Options(engine=engine))[0]
            for engine in (sat.DEFAULT_ENGINE, "glucose4", sat.CP_SAT)
        }
        assert engines == {"sat" if brute(numbers, target) else "unsat"}


def test_no_partition_says_nothing_about_the_board() -> None:
    position = make(4, [1, 1, 1, 1, 1, 3], "rotate")
    found = findings(GAME, position, "clear")
    assert found["partition"].answer == UNKNOWN
    assert found["partition"].detail == {"partition": "no"}
    assert proved(GAME, position, "partition") == "no"


def test_too_many_triples_are_not_tried_again() -> None:
    numbers = [4] * 21 + [3, 5, 4]
    position: Any = make(12, numbers)
    asked = question_of(position, "partition")
    assert asked is not None
    assert asked.defined_by is not None
    with within(10), pytest.raises(TooMuch):
        asked.defined_by(position, {})


@pytest.mark.parametrize(
    ("target", "numbers"), [(0, [1, 1, 1]), (4, [1, 1]), (4, [1, 1, 1]), (3, [0, 1, 2]), (4, [])]
)
def test_bad_numbers_are_refused(target: int, numbers: list[int]) -> None:
    with pytest.raises(BadInput):
        make(target, numbers)


def test_boards_beyond_memory_are_refused() -> None:
    with pytest.raises(BadInput, match="at most"):
        make(10**6, [10**6 // 3 + (i == 0) for i in range(3)])
