"""The search for opening pairings against definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.opening_pairing import breaker_holds, closable, has_pairing

from gameproof.games.boards.grid_rows import cube_lines, rows_of_k
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.matching.opening_pairing import Search, solve
from gameproof.solvers.matching.opening_pairing_matching import Matcher
from gameproof.solvers.matching.opening_pairing_nodes import Node
from gameproof.solvers.matching.opening_pairing_regions import library


def identity(cells: int) -> np.ndarray:
    return np.arange(cells, dtype=np.int32)[None, :]


@st.composite
def families(draw: st.DrawFn, cells: int = 7) -> tuple[int, tuple[frozenset[int], ...]]:
    number = draw(st.integers(3, cells))
    line = st.frozensets(st.integers(0, number - 1), min_size=2, max_size=4)
    return number, tuple(draw(st.lists(line, min_size=1, max_size=4, unique=True)))


@settings(max_examples=60)
@given(families(), st.integers(0, 2))
def test_finds_exactly_what_the_definition_allows(
    family: tuple[int, tuple[frozenset[int], ...]], answers: int
) -> None:
    cells, lines = family
    rows = [tuple(sorted(line)) for line in lines]
    result = solve(cells, rows, identity(cells), answers, Limits())
    expected = closable(cells, lines, frozenset(), frozenset(), answers)
    assert (result.node is not None) == expected
    if expected:
        assert breaker_holds(cells, lines, frozenset(), frozenset())
        if result.answers:
            assert not closable(cells, lines, frozenset(), frozenset(), result.answers - 1)


@settings(max_examples=100)
@given(families(9), st.sets(st.integers(0, 8), max_size=3))
def test_serve_marks_the_cells_that_some_pairing_leaves_out(
    family: tuple[int, tuple[frozenset[int], ...]], taken: set[int]
) -> None:
    cells, lines = family
    rows = [tuple(sorted(line)) for line in lines]
    alive = np.ones(len(rows), dtype=np.uint8)
    free = np.ones(cells, dtype=np.uint8)
    free[[cell for cell in taken if cell < cells]] = 0
    left = frozenset(np.flatnonzero(free).tolist())
    matcher = Matcher(rows, cells)
    owner = np.full(cells, -1, dtype=np.int32)
    paired = matcher.pair(alive, free, owner)
    assert paired == has_pairing(lines, left)
    if paired:
        served = set(np.flatnonzero(matcher.serve(alive, free, owner)).tolist())
        assert served == {cell for cell in left if has_pairing(lines, left - {cell})}


def test_a_warm_start_keeps_what_fits() -> None:
    lines = cube_lines(8, 3).sets()
    alive, free = np.ones(len(lines), dtype=np.uint8), np.ones(512, dtype=np.uint8)
    matcher = Matcher(lines, 512)
    owner = np.full(512, -1, dtype=np.int32)
    assert matcher.pair(alive, free, owner)
    before = owner.copy()
    lost = int(np.flatnonzero(owner >= 0)[0])
    free[lost] = 0
    assert matcher.pair(alive, free, owner)
    assert owner[lost] == -1
    assert (owner != before).sum() <= 20


def test_four_by_four_needs_one_answer_and_three_cubed_has_none() -> None:
    result = solve(16, cube_lines(4, 2).sets(), identity(16), 3, Limits())
    assert result.node is not None
    assert result.answers == 1
    assert solve(27, cube_lines(3, 3).sets(), identity(27), 2, Limits()).node is None


def test_maker_wins_are_never_closed() -> None:
    for lines, cells in ((rows_of_k(4, 3, 3).sets(), 12), (rows_of_k(5, 5, 4).sets(), 25)):
        for regions in (False, True):
            result = solve(
                cells, lines, identity(cells), 2, Limits(), width=3, most_positions=60,
                regions=regions,
            )  # fmt: skip
            assert result.node is None


def test_every_kind_of_region_is_held_by_breaker() -> None:
    lines = [frozenset(line) for line in cube_lines(6, 3).sets()]
    kinds = set()
    for region in library([tuple(sorted(line)) for line in lines]):
        inside = [lines[line] & set(region.cells) for line in region.lines]
        place = {cell: k for k, cell in enumerate(region.cells)}
        kinds.add(frozenset(frozenset(place[cell] for cell in line) for line in inside))
    assert {len(kind) for kind in kinds} == {6, 7}
    for kind in kinds:
        cells = max(max(line) for line in kind) + 1
        assert breaker_holds(cells, tuple(kind), frozenset(), frozenset())


def test_limits_and_budgets_end_the_search() -> None:
    lines = cube_lines(7, 3).sets()
    with pytest.raises(LimitReached):
        solve(343, lines, identity(343), 4, Limits(time_limit=0.0))
    result = solve(343, lines, identity(343), 4, Limits(), width=3, most_positions=50)
    assert result.node is None
    assert result.statistics.positions <= 60


def count(node: Node) -> tuple[int, int]:
    below = [count(child) for _, _, child in node.children]
    return (
        len(node.branches) + sum(branches for branches, _ in below),
        1 + sum(nodes for _, nodes in below),
    )


def test_orbits_are_those_of_the_stabiliser() -> None:
    turn = np.array([6, 3, 0, 7, 4, 1, 8, 5, 2], dtype=np.int32)
    group = np.array([np.arange(9), turn, turn[turn], turn[turn[turn]]], dtype=np.int32)
    search = Search(9, cube_lines(3, 2).sets(), group, Limits())
    assert search.orbits([], [], search.free_cells([], [])) == [0, 1, 4]
    assert search.orbits([4], [], search.free_cells([4], [])) == [0, 1]
    assert search.orbits([0], [], search.free_cells([0], [])) == [1, 2, 3, 4, 5, 6, 7, 8]
