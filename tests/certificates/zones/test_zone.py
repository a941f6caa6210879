"""Strategies inside a box: its game against the board's, its proofs, and what must be refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, cast

import msgspec
import numpy as np
import pytest
from reference.forging import attack
from reference.often import often
from soundness import rules_oracle

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, Theorem, conclude
from gameproof.certificates.zones.force import Force, claims_of
from gameproof.encodings.positional.forced import attempt
from gameproof.games.boards.positional_shapes import Place, place
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import Forces, Statement, only
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.zone_board import Box, ZoneBoard, zone_board
from gameproof.replies.zones.force import reply
from gameproof.solvers.limits import Limits

BOARDS = (
    "mnk 1 5 2", "mnk 1 6 3", "mnk 2 3 2", "mnk 2 4 3", "mnk 3 3 2", "mnk 3 3 3", "mnk 2 5 2",
    "mnk 3 4 3", "polyomino el 2 3", "polyomino tic 2 4", "polyomino el 3 3",
    "polyomino domino 1 6", "polyomino skinny 2 4", "tictactoe 2 2", "tictactoe 2 3",
    "tictactoe 3 2",
)  # fmt: skip

MIXED = ("shapes X.X+3s 3 4", "shapes 3s+X.X 3 4", "shapes 2e+5s 4 6", "shapes X...X+2s+3e 2 6")
"""Sets of several sizes."""


def holds(statement: Statement, position: Position) -> bool:
    """Is the statement true by the rules?"""
    return rules_oracle.holds(cast("AnyPosition", position), statement)


def some_position(rng: random.Random) -> Position:
    words = rng.choice(BOARDS)
    if rng.random() < 0.2:
        words += " --rule weak"
    position = Position.parse(words)
    cells = rng.sample(range(position.board.cells), position.board.cells)
    cut = rng.randint(max(0, len(cells) - 9), len(cells))
    first = frozenset(c for c in cells[:cut] if rng.random() < 0.5)
    second = frozenset(cells[:cut]) - first
    if rng.random() < 0.5 and len(cells) < 10:
        first, second = frozenset(cells[: len(cells) // 5]), frozenset(cells[-1:])
        second -= first
    return replace(position, first=first, second=second, to_move=rng.choice(["first", "second"]))


def some_box(position: Position, rng: random.Random) -> tuple[list[int], list[int]]:
    low, size = [], []
    for n in position.board.shape:
        a = rng.choice([0, 0, rng.randrange(n)])
        b = rng.choice([n - a, rng.randint(1, n - a)])
        if position.board.kind == "tictactoe" and b != 1:
            a, b = 0, n
        low.append(a)
        size.append(b)
    return low, size


def wins_in_zone(zone: ZoneBoard, moving: bool) -> bool:
    """The game of the zone, played out move by move from its definition."""
    attack = [sum(1 << c for c in row) for row in zone.attack]
    defend = [sum(1 << c for c in row) for row in zone.defend]
    counters = sum(zone.barred)
    everything = (1 << zone.cells) - 1

    @cache
    def wins(a: int, d: int, moving: bool) -> bool:
        free = everything & ~(a | d)
        inside = [1 << c for c in range(zone.cells) if free >> c & 1 and not counters >> c & 1]
        if moving:
            return any(
                any(row & (a | bit) == row for row in attack) or wins(a | bit, d, False)
                for bit in inside
            )
        elsewhere = [(free & word) & -(free & word) for word in zone.barred if free & word]
        moves = [*inside, *elsewhere]
        if not elsewhere:
            moves.append(0)  # a move that does nothing
        return not any(
            any(row & (d | bit) == row for row in defend) or (not inside and not bit)
            or not wins(a, d | bit, True)
            for bit in moves
        )  # fmt: skip

    return wins(zone.attacker, zone.defender, moving)


def drawn(rng: random.Random) -> tuple[Position, str, tuple[list[int], list[int]]] | None:
    position = some_position(rng)
    if position.result() is not None:
        return None
    attacker = rng.choice(position.players)
    if not position.wants_sets(attacker):
        return None
    return position, attacker, some_box(position, rng)


def forced(position: Position, attacker: str) -> Forces:
    result = attacker if position.rule == "strong" else "maker"
    return Forces(position.to_move, only(attacker), only(result))


def compare(rng: random.Random, rounds: int) -> int:
    """Wins in zones of tiny positions; each must be one on the board."""
    won = 0
    for _ in range(rounds):
        one = drawn(rng)
        if one is None:
            continue
        position, attacker, box = one
        try:
            zone = zone_board(position, attacker, *box)
        except BadInput:
            continue
        if zone.cells < 16 and wins_in_zone(zone, position.to_move == attacker):
            won += 1
            assert holds(forced(position, attacker), position), (str(position), attacker, box)
    return won


def test_a_win_in_a_zone_is_one_on_the_board() -> None:
    assert compare(random.Random(1), often(500)) > 25


@pytest.mark.slow
def test_a_win_in_a_zone_is_one_on_the_board_for_long() -> None:
    assert compare(random.Random(2), 40_000) > 2000


def side_of(cell: Place, low: list[int], size: list[int]) -> int:
    """Above, below, left or right of the box; -1 inside."""
    (r, c), (top, left), (tall, wide) = cell, low, size
    if not top <= r < top + tall:
        return 0 if r < top else 1
    if not left <= c < left + wide:
        return 2 if c < left else 3
    return -1


def test_what_the_defender_completes_is_what_the_zone_says() -> None:
    """By every set of the board: its cells in the box are his, and on each side of it he has made
    as many moves as it has further cells there; any moves outside, as many as the smallest set has
    cells, may be one. Whoever can count no more moves on a side completes one by a move on
    another."""
    rng = random.Random(8)
    seen = set()
    for _ in range(300):
        boards = [w for w in (*BOARDS, *MIXED) if not w.startswith("tic")]
        position = Position.parse(rng.choice(boards))
        cells = rng.sample(range(position.board.cells), position.board.cells)
        first, second = (
            frozenset(cells[: rng.randint(0, 2)]),
            frozenset(cells[2 : rng.randint(2, 5)]),
        )
        position = replace(position, first=first, second=second)
        low, size = some_box(position, rng)
        if position.result() is not None:
            continue
        zone = zone_board(position, "first", low, size)
        board = [place(position.board, cell) for cell in range(position.board.cells)]
        sides = sorted({side_of(cell, low, size) for cell in board} - {-1})
        rows = position.sets("second").sets()
        length = min(map(len, rows), default=0)
        capacity = [word.bit_count() for word in zone.barred]
        if not any(side_of(board[c], low, size) < 0 or c in second for row in rows for c in row):
            continue  # no set is looked at
        assert capacity == [length if len(sides) == 1 else length - 1] * len(sides)
        seen.add(len(sides))
        for _ in range(10):
            mine = {c for c in cells if side_of(board[c], low, size) < 0 and rng.random() < 0.6}
            mine = mine - first | second
            made = dict(zip(sides, (rng.randint(0, most) for most in capacity), strict=True))
            expected = sum(made.values()) >= length and bool(sides)
            for row in rows:
                left = Counter(side_of(board[c], low, size) for c in row if c not in mine)
                if first.isdisjoint(row) and all(made.get(s, 0) >= n for s, n in left.items()):
                    expected = True
            box = [cell for cell, where in enumerate(board) if side_of(where, low, size) < 0]
            word = sum(1 << number for number, cell in enumerate(box) if cell in mine)
            for count, counters in zip(made.values(), zone.barred, strict=True):
                lowest = counters & -counters
                word |= (lowest << count) - lowest
            found = any(
                all(word >> c & 1 for c in row) and not any(zone.attacker >> c & 1 for c in row)
                for row in zone.defend
            )
            assert found == expected, (str(position), low, size, sorted(mine), made)
    assert seen >= {0, 1, 2, 3}


def test_moves_outside_must_be_answered() -> None:
    """Inside are two forks, of which no move there stops both. But the other has a stone outside,
    and makes two threats with another one."""
    position = Position.parse("mnk 2 9 3 --to-move second --first c1;c2 --second h1")
    after = position.play(position.board.cell("g1"))
    for move in after.moves():
        then = after.play(move)
        assert then.result() is None
        assert any(then.play(last).result() == "second" for last in then.moves())
    weak = replace(position, rule="weak")
    forks = certificate(weak, "first", [0, 0], [2, 5])
    assert forks is not None
    assert conclude(Goal(weak, "outcome"), forks).statements == (forced(weak, "first"),)
    refused(position, forks, "lacks too few cells")


def test_a_small_set_elsewhere_is_completed_first() -> None:
    """Inside are sets of three cells, of which the first player has one of his; the pairs of cells
    are all outside, and with them the second player makes two threats at once."""
    position = Position.parse("shapes X.....X+3s+3e 14 9 --to-move second --first e7")
    after = position.play(position.board.cell("a1"))
    for move in after.moves():
        then = after.play(move)
        assert then.result() is None
        if move != position.board.cell("g1"):
            assert then.play(position.board.cell("g1")).result() == "second"
            continue
        then = then.play(position.board.cell("b1"))
        for other in then.moves():
            last = then.play(other)
            assert last.result() is None
            cell = position.board.cell("h1" if other == position.board.cell("c1") else "c1")
            assert last.play(cell).result() == "second"
    zone = zone_board(position, "first", [4, 3], [6, 3])
    assert [word.bit_count() for word in zone.barred] == [1, 1, 1, 1]
    assert certificate(position, "first", [4, 3], [6, 3]) is None


def test_the_whole_board_as_a_zone_is_the_game() -> None:
    rng = random.Random(5)
    for _ in range(often(60)):
        one = drawn(rng)
        if one is None or one[0].board.kind == "tictactoe":
            continue
        position, attacker, _ = one
        shape = list(position.board.shape)
        zone = zone_board(position, attacker, [0] * len(shape), shape)
        assert not zone.barred
        found = wins_in_zone(zone, position.to_move == attacker)
        assert found == holds(forced(position, attacker), position), str(position)


# -- certificates -------------------------------------------------------------------------------

LARGE = Position.parse("mnk 30 40 3")
SIZE = [3, 4]


def certificate(
    position: Position, attacker: str = "first", low: list[int] | None = None,
    size: list[int] | None = None,
) -> Force | None:  # fmt: skip
    found = attempt(position, attacker, Limits(), (low or [0, 0], size or SIZE))
    made = found.certificate
    return made if isinstance(made, Force) else None


def altered(zone: Force, **change: Any) -> Force:
    """The proof with something else in it; its box is made of ``low`` and ``size``."""
    low, size = box_of(zone)
    box = change.pop("low", low), change.pop("size", size)
    return msgspec.structs.replace(zone, box=box, **change)


def box_of(zone: Force) -> tuple[list[int], list[int]]:
    assert zone.box is not None
    return zone.box


def derived(position: Position, zone: Force) -> Theorem:
    return conclude(Goal(position, "outcome"), zone)


def refused(position: Position, zone: Force, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        derived(position, zone)


def test_a_corner_serves_every_larger_board() -> None:
    zone = certificate(LARGE)
    assert zone is not None
    for words in ("mnk 30 40 3", "mnk 4 5 3", "mnk 1000000 1000000 3"):
        position = Position.parse(words)
        assert derived(position, zone).statements == (forced(position, "first"),)
    refused(Position.parse("mnk 3 3 3"), zone, "not a part of the board")
    refused(Position.parse("mnk 30 40 4"), zone, ".")
    assert certificate(Position.parse("mnk 30 40 3"), size=[3, 3]) is None


def test_the_middle_needs_more_room() -> None:
    zone = certificate(LARGE)
    assert zone is not None
    refused(LARGE, altered(zone, low=[10, 10]), ".")
    middle = certificate(LARGE, low=[10, 10], size=[5, 5])
    assert middle is not None
    assert derived(LARGE, middle).statements == (forced(LARGE, "first"),)


def test_what_is_refused() -> None:
    zone = certificate(LARGE)
    assert zone is not None
    changes: list[tuple[dict[str, object], str]] = [
        ({"attacker": "maker"}, "first or second"),
        ({"attacker": "second"}, "an opening move"),
        ({"low": [0]}, "dimensions"),
        ({"size": [3, 4, 1]}, "dimensions"),
        ({"low": [True, 0]}, "not numbers"),
        ({"low": [-1, 0]}, "not a part"),
        ({"size": [0, 4]}, "not a part"),
        ({"size": [30, 40]}, "at most"),
        ({"opening": -1}, "opening"),
        ({"opening": 12}, "opening"),
        ({"opening": 1 << 80}, "opening"),
        ({"root": 99}, "no node"),
        ({"root": -1}, "no node"),
        ({"replies": np.full_like(zone.replies, 12)}, "counts moves of the other"),
        ({"permutations": np.zeros((1, 3), np.int16)}, "wrong length"),
    ]
    for change, reason in changes:
        refused(LARGE, altered(zone, **change), reason)
    for words, reason in (
        ("hex 3 4", "both want the same"),
        ("torus-row 5 5 3", "both want the same"),
        ("mnk 3 4 3 --first a1;b2;c3", "over"),
        ("mnk 300 300 100", "extend"),
    ):
        refused(Position.parse(words), zone, reason)
    weak = Position.parse("mnk 30 40 3 --rule weak")
    refused(weak, altered(zone, attacker="second"), "Breaker")


def test_sides_keep_their_order() -> None:
    """Counters of a side may not change places, nor become cells."""
    zone = certificate(LARGE)
    assert zone is not None
    board = zone_board(LARGE, "first", *box_of(zone))
    one, two = (word & -word for word in board.barred)
    swapped = list(range(board.cells))
    i, j = one.bit_length() - 1, one.bit_length()
    swapped[i], swapped[j] = j, i
    assert not board.keeps_sides(swapped)
    exchanged = list(range(board.cells))
    k = two.bit_length() - 1
    width = k - i
    exchanged[i : i + width], exchanged[k : k + width] = range(k, k + width), range(i, i + width)
    assert board.keeps_sides(exchanged)
    exchanged[0], exchanged[i] = exchanged[i], 0
    assert not board.keeps_sides(exchanged)


def test_cubes() -> None:
    wide = Position.parse("tictactoe 3 3")
    plane = zone_board(wide, "first", [0, 0, 0], [3, 3, 1])
    assert len(plane.attack) == 8
    assert all((c, 9, 10) in plane.defend for c in range(9))
    for low, size, reason in (
        ([0, 0, 0], [3, 2, 1], "full length"),
        ([0, 0, 0], [1, 1, 1], "no line"),
    ):
        with pytest.raises(BadInput, match=reason):
            zone_board(wide, "first", low, size)
    with pytest.raises(BadInput, match="outside the zone"):
        zone_board(replace(wide, first=frozenset({1})), "second", [0, 0, 0], [3, 3, 1])
    with pytest.raises(BadInput, match="too many lines"):
        zone_board(Position.parse("tictactoe 2 12"), "first", [0] * 12, [2] * 10 + [1, 1])
    huge = zone_board(Position.parse("tictactoe 3 40"), "first", [0] * 40, [3, 3, *[1] * 38])
    assert (huge.attack, huge.defend) == (plane.attack, plane.defend)


def test_large_animals_and_single_cells() -> None:
    with pytest.raises(BadInput, match="one cell"):
        zone_board(Position.parse("mnk 5 5 1"), "first", [0, 0], [2, 2])
    with pytest.raises(BadInput, match="too many sets"):
        zone_board(Position.parse("mnk 99 99 60"), "first", [0, 0], [30, 30])
    with pytest.raises(BadInput, match="too many sets of the defender"):
        zone_board(Position.parse("mnk 60 60 18"), "first", [20, 20], [20, 20])
    with pytest.raises(BadInput, match="too long for moves to be counted"):
        zone_board(Position.parse("mnk 99 99 30"), "first", [40, 40], [4, 4])
    assert zone_board(Position.parse("mnk 9 9 1"), "first", [0, 0], [9, 9]).attack[0] == (0,)


def neighbour(position: Position, rng: random.Random) -> Position:
    """The position with a stone more, less or turned, or with the other player to move."""
    cell = rng.randrange(position.board.cells)
    first, second = position.first - {cell}, position.second - {cell}
    return rng.choice([
        replace(position, to_move=OTHER[position.to_move]),
        replace(position, first=first | {cell}, second=second),
        replace(position, first=first, second=second | {cell}),
        replace(position, first=first, second=second),
    ])  # fmt: skip


def changed(zone: Force, rng: random.Random) -> Force:
    """One thing in it changed."""
    name = rng.choice(["low", "size", "opening", "root", "attacker", "arrays", "arrays"])
    if name in ("low", "size"):
        numbers = list(box_of(zone)[name == "size"])
        numbers[rng.randrange(len(numbers))] += rng.choice([-1, 1])
        return altered(zone, **{name: numbers})
    if name in ("opening", "root"):
        return altered(zone, **{name: rng.randint(-1, 8)})
    if name == "attacker":
        return altered(zone, attacker=OTHER[zone.attacker])
    field = rng.choice(["moves", "replies", "children", "edge_ends"])
    array = np.array(getattr(zone, field))
    if array.size:
        array.flat[rng.randrange(array.size)] = rng.randint(-1, 12)
    return msgspec.structs.replace(zone, **{field: array})


def found(rng: random.Random) -> tuple[Position, Force | None] | None:
    """A position with a zone, where there is one, that is searched."""
    one = drawn(rng)
    if one is None:
        return None
    position, attacker, box = one
    made = attempt(position, attacker, Limits(), box).certificate
    return position, made if isinstance(made, Force) else None


def test_nothing_false_is_derived() -> None:
    tried, accepted = attack(random.Random(3), often(120), found, neighbour, changed, holds, 60, 8)
    assert tried > 280
    assert accepted > 25


@pytest.mark.slow
def test_nothing_false_is_derived_for_long() -> None:
    tried, accepted = attack(random.Random(4), 12_000, found, neighbour, changed, holds, 60, 8)
    assert tried > 30_000
    assert accepted > 3000


def played(start: Position, zone: Force, answer: Callable[[Position], int]) -> Position:
    """The end of a game against the proof."""
    position = start
    while position.result() is None:
        move = reply(position, zone)
        assert move is not None
        position = position.play(move)
        if position.result() is None:
            position = position.play(answer(position))
    return position


def test_the_strategy_is_played() -> None:
    """Against random play, far away as well, the proved player wins."""
    zone = certificate(LARGE)
    assert zone is not None
    rng = random.Random(6)

    def answer(position: Position) -> int:
        near = [c for c in position.moves() if c // 40 < 4 and c % 40 < 5]
        far = 900 if 900 not in position.second else 1100
        return rng.choice(near) if rng.random() < 0.7 else far

    for _ in range(20):
        assert played(LARGE, zone, answer).result() == "first"
    assert reply(LARGE, altered(zone, low=[0])) is None
    huge = Position.parse("mnk 2000 2000 3")
    assert reply(huge, zone) == 2001
    assert reply(replace(LARGE, to_move="second"), zone) is None
    assert reply(Position.parse("mnk 1 3 3 --first 0;1;2"), zone) is None
    with pytest.raises(BadInput):
        LARGE.play(-1)


def test_moves_elsewhere_under_the_weak_rule_are_none() -> None:
    """Breaker's moves outside of the box are not counted, so the default answers them."""
    start = Position.parse("mnk 12 12 3 --rule weak")
    zone = certificate(start)
    assert zone is not None
    rng = random.Random(7)

    def answer(position: Position) -> int:
        far = [c for c in position.moves() if c > 72]
        return rng.choice(far if rng.random() < 0.4 else position.moves())

    for _ in range(20):
        assert played(start, zone, answer).result() == "maker"


@pytest.mark.parametrize(
    "box",
    [
        (), ([0, 0],), ([0, 0], [3, 4], [1]), 5, ([0, 0], None), [[0, 0], [3, 4]],
        ({0: 0}, {3: 4}), ((0, 0), (3, 4)),
    ],
)  # fmt: skip
def test_what_is_no_box(box: Any) -> None:
    zone = certificate(LARGE)
    assert zone is not None
    refused(LARGE, msgspec.structs.replace(zone, box=box), "a box is two lists")
    assert reply(LARGE, msgspec.structs.replace(zone, box=box)) is None


def test_the_box_numbers_its_cells() -> None:
    box = Box(LARGE, [2, 3], [2, 2])
    assert list(box.number) == [(2, 3), (2, 4), (3, 3), (3, 4)]
    assert box.sides() == [0, 1, 2, 3]
    assert [box.side(cell) for cell in ((1, 3), (4, 3), (2, 2), (2, 5), (0, 0))] == [0, 1, 2, 3, 0]


def test_a_symmetry_that_mixes_the_counters_of_a_side_is_rejected() -> None:
    """It keeps every set, but not the order in which moves outside are counted."""
    plane = Position.parse("tictactoe 3 3")
    zone = certificate(plane, "first", [0, 0, 0], [3, 3, 1])
    assert zone is None  # the plane alone is a draw
    board = zone_board(plane, "first", [0, 0, 0], [3, 3, 1])
    mixed = [*range(9), 10, 9, 11]
    rows = {frozenset(row) for row in board.defend}
    assert {frozenset(mixed[c] for c in row) for row in rows} == rows
    none = np.zeros(0, dtype=np.int64)
    forged = Force(
        "first", [], [], "first", 4, 0, np.zeros(1, np.int64), none, none, none,
        np.array([mixed]), none, ([0, 0, 0], [3, 3, 1]),
    )  # fmt: skip
    with pytest.raises(Rejected, match="a symmetry does not keep the sides"):
        claims_of(board, forged)
