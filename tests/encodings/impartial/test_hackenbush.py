"""Hackenbush: fusion, colon and numbers against the definition."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, reduce
from operator import xor
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.grundy import grundy
from reference.impartial import confirm
from reference.often import often
from reference.proved import findings, proved

from gameproof.certificates.values.closed_form import ClosedForm
from gameproof.games.impartial.hackenbush import Coloured, Position, make, of_lines, whole
from gameproof.games.impartial.laws.green_hackenbush import green_value, winning_cuts
from gameproof.games.impartial.laws.hackenbush_trees import on_a_red_line
from gameproof.games.meaning.bad_input import BadInput
from gameproof.solvers.values.canonical_form import canonical_form

TWIG = "ground a\na b\na c"
DOOR = "ground a\na b\nb ground"
HOUSE = "ground a\na b\nb ground\na r\nr b\nground p\np q\nq ground"


def cycle(n: int, stem: int = 0) -> list[tuple[int, int]]:
    chain = [(k, k + 1) for k in range(stem)]
    if n == 1:
        return [*chain, (stem, stem)]
    ring = [stem, *range(stem + 1, stem + n)]
    return chain + [(ring[k], ring[(k + 1) % n]) for k in range(n)]


def green(lines: list[tuple[int, int]]) -> Position:
    position = whole(of_lines(lines))
    assert isinstance(position, Position)
    return position


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        *((cycle(n), n % 2) for n in range(1, 8)),
        (cycle(3, 1), 2),
        (cycle(4, 1), 1),
        (cycle(5, 1), 2),
        ([(k, k + 1) for k in range(6)], 6),
        ([(0, 1), (1, 2), (1, 3), (3, 4)], 4),  # branches 1 and 2 on a stem
        ([(0, 1), (1, 2), (2, 3), (2, 4)], 2),  # stem 2 and two leaves
        ([(0, 1), (1, 2), (1, 3), (1, 4)], 2),  # trident
        ([(0, 1), (1, 2), (0, 3), (3, 4), (1, 3), (2, 4)], 0),  # two storeys
        ([(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (5, 6), (6, 7), *[(0, 8)],
          (8, 9), (9, 10), (10, 11), (11, 12)], 2),  # Nim 3 4 5
    ],
)  # fmt: skip
def test_known_values(lines: list[tuple[int, int]], value: int) -> None:
    assert proved("hackenbush", green(lines), "grundy") == str(value)
    assert proved("hackenbush", green(lines), "equivalent", heap=value) == "yes"


def test_boards_of_the_lecture() -> None:
    assert proved("hackenbush", make(TWIG), "grundy") == "1"
    twig = make(TWIG)
    assert isinstance(twig, Position)
    options = {twig.move_text(m): grundy(twig.play(m)) for m in twig.moves()}
    assert options == {"ground-a": 0, "a-b": 2, "a-c": 2}
    assert proved("hackenbush", make(DOOR), "grundy") == "1"
    door = make(DOOR)
    assert isinstance(door, Position)
    assert sorted(grundy(door.play(m)) for m in door.moves()) == [0, 2, 2]
    assert proved("hackenbush", make(TWIG + "\nground n"), "outcome") == "P"
    assert proved("hackenbush", make(HOUSE), "grundy") == "0"
    stalks = "ground a\na b\nb c\nground d\nd e\ne f\nground g"  # Nim 3 3 1
    assert proved("hackenbush", make(stalks), "grundy") == "1"


@st.composite
def boards(draw: st.DrawFn) -> Position:
    lines: list[tuple[int, int]] = []
    n = 1
    for _ in range(draw(st.integers(1, 8))):
        a = draw(st.integers(0, n - 1))
        b = draw(st.integers(0, min(n, 5)))
        n = max(n, b + 1)
        lines.append((a, b))
    return green(lines)


@settings(max_examples=often(60))
@given(boards())
def test_every_small_board_is_as_defined(position: Position) -> None:
    memo: dict[Position, int] = {}
    truth = grundy(position, memo)
    assert proved("hackenbush", position, "grundy") == str(truth)
    wins = [m for m in position.moves() if grundy(position.play(m), memo) == 0]
    assert list(winning_cuts(position)) == wins
    proved("hackenbush", position, "winning-moves")
    proved("hackenbush", position, "outcome")
    after = position.play(next(iter(position.moves())))
    assert green_value(after) == grundy(after, memo)


def by_bridges(lines: list[tuple[int, int]]) -> int:
    """The value by the two principles, blocks being what networkx's bridges leave."""
    simple: nx.Graph[int] = nx.Graph(lines)
    simple.add_node(0)
    times = Counter(frozenset(line) for line in lines)
    found: Iterable[Any] = nx.bridges(simple)  # its stubs say that they are vertices
    bridges: list[tuple[int, int]] = [(u, v) for u, v in found if times[frozenset((u, v))] == 1]
    simple.remove_edges_from(bridges)
    block = {v: k for k, part in enumerate(nx.connected_components(simple)) for v in part}
    tree: nx.Graph[int] = nx.Graph([(block[u], block[v]) for u, v in bridges])
    tree.add_node(block[0])
    inside = Counter(block[u] for u, v in lines if block[u] == block[v])

    def value(at: int, above: int) -> int:
        behind = (value(other, at) + 1 for other in tree[at] if other != above)
        return reduce(xor, behind, inside[at] % 2)

    return value(block[0], -1)


@settings(max_examples=30)
@given(st.integers(0, 10**6))
def test_random_boards_are_confirmed(seed: int) -> None:
    source = random.Random(seed)
    n = source.randint(2, 60)
    lines = [(source.randrange(v), v) for v in range(1, n)]
    lines += [(source.randrange(n), source.randrange(n)) for _ in range(source.randint(0, 8))]
    value = by_bridges(lines)
    confirm("hackenbush", green(lines), "grundy", str(value), ClosedForm())


def test_a_large_board() -> None:
    source = np.random.default_rng(4)
    n, m = 20_000, 30_000
    tails = np.array([source.integers(max(0, v - 50), v) for v in range(1, n)])
    extra = source.integers(0, n, (m - n + 1, 2))
    lines = np.concatenate([np.stack([tails, np.arange(1, n)], axis=1), extra])
    position = green([(int(a), int(b)) for a, b in lines])
    found = findings("hackenbush", position, "outcome")["fusion"]
    value = found.detail["value"]
    assert found.answer == ("P" if value == "0" else "N")


# ------------------------------------------------------------------ red and blue


@cache
def left_wins(position: Coloured) -> bool:
    """Does Red win with the player to move of ``position``, by the rules alone?"""
    after = [left_wins(position.play(m)) for m in position.moves()]
    return any(after) if position.to_move == "red" else all(after)


def outcome_by_rules(position: Coloured) -> str:
    first, second = left_wins(position.turn("red")), left_wins(position.turn("blue"))
    return {(True, True): "L", (False, False): "R", (True, False): "N", (False, True): "P"}[
        first, second
    ]


@st.composite
def coloured_boards(draw: st.DrawFn, colours: int = 3) -> Coloured:
    lines: list[tuple[int, int]] = []
    n = 1
    count = draw(st.integers(1, 6))
    for _ in range(count):
        lines.append((draw(st.integers(0, n - 1)), draw(st.integers(0, min(n, 5)))))
        n = max(n, lines[-1][1] + 1)
    tints = draw(st.lists(st.integers(3 - colours, 2), min_size=count, max_size=count))
    tints[draw(st.integers(0, count - 1))] = draw(st.integers(1, 2))
    position = whole(of_lines(lines, tints))
    assert isinstance(position, Coloured)
    return position


@settings(max_examples=60)
@given(coloured_boards())
def test_coloured_outcomes_are_as_defined(position: Coloured) -> None:
    assert proved("hackenbush", position, "outcome") == outcome_by_rules(position)


@settings(max_examples=60)
@given(coloured_boards(colours=2))
def test_red_blue_boards_are_the_numbers_of_the_values_engine(position: Coloured) -> None:
    value = canonical_form(
        position.turn("red"),
        lambda p, side: [p.after(m) for m in p.cuts("red" if side == "left" else "blue")],
    )
    assert proved("hackenbush", position, "value") == str(value)
    wins = [m for m in position.moves() if _wins_after(position, m)]
    said = proved("hackenbush", position, "winning-moves")
    assert set(said.split(", ")) == ({position.move_text(m) for m in wins} or {"none"})


def _wins_after(position: Coloured, move: int) -> bool:
    return left_wins(position.play(move)) is (position.to_move == "red")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ground a red\na b blue", "1/2"),
        ("ground a red\na b blue\nb c blue", "1/4"),
        ("ground a blue\na b red\na c red", "-1/4"),
        ("ground a red\na b red\na c blue\nc d red", "3/2"),
        ("ground a red\na b red\nb c blue\nc d red", "7/4"),
        ("ground a red\nground b blue", "0"),
    ],
)
def test_red_blue_trees(text: str, value: str) -> None:
    assert proved("hackenbush", make(text), "value") == value


def test_a_line_under_a_number() -> None:
    assert [on_a_red_line(Fraction(x)) for x in ("0", "1", "-1", "-2", "1/2", "-1/2", "3")] == [
        Fraction(x) for x in ("1", "2", "1/2", "1/4", "3/2", "3/4", "4")
    ]


def test_green_lines_with_colours() -> None:
    position = make("ground a green\na b red")
    assert isinstance(position, Coloured)
    assert proved("hackenbush", position, "value") == "^*"  # {0, * | 0}
    assert proved("hackenbush", position, "mean") == "0"
    assert proved("hackenbush", position, "temperature") == "0"
    assert proved("hackenbush", position, "outcome") == outcome_by_rules(position) == "N"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b", "not connected"),
        ("ground a pink", "expected 'u v'"),
        ("ground", "expected 'u v'"),
        ("at a 1", "expected 'at"),
        ("at a x 2", "not coordinates"),
        ("ground a\npoints a", "before it is made ground"),
    ],
)
def test_messages(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        make(text)


def test_two_grounds_are_one() -> None:
    assert proved("hackenbush", make("points left right\nleft a\na b\nb right"), "grundy") == "1"
