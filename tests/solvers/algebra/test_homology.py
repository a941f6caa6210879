"""Union-find with offsets against walks in the universal cover, on three surfaces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.homology import deck_elements, invariants, project

from gameproof.games.torus_classes import generators, normal
from gameproof.games.torus_cycles import Position
from gameproof.solvers.algebra import homology
from gameproof.solvers.algebra.homology import Loops, Mesh, lattice

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
ELEMENTS = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


def glued(surface: homology.Surface, rows: int, columns: int) -> Mesh:
    """The hexagonal torus or Klein bottle, glued as the reference glues it."""
    near, p, q = [], [], []
    for v in range(rows * columns):
        r, c = divmod(v, columns)
        steps = [project(surface, rows, columns, r + dr, c + dc) for dr, dc in STEPS]
        near.append([cell for cell, _ in steps])
        p.append([element[0] for _, element in steps])
        q.append([element[1] for _, element in steps])
    return Mesh(
        surface,
        np.array(near, dtype=np.int32),
        np.array(p, dtype=np.int8),
        np.array(q, dtype=np.int8),
    )


@settings(max_examples=60)
@given(st.sampled_from(("torus", "klein")), st.integers(3, 4), st.integers(3, 4), st.data())
def test_loops_agree_with_the_cover(surface: Any, rows: int, columns: int, data: Any) -> None:
    cells = rows * columns
    stones = data.draw(st.text("xo.", min_size=cells, max_size=cells))
    order = data.draw(st.permutations(range(cells)))
    loops = Loops(glued(surface, rows, columns))
    closed: list[tuple[int, tuple[int, int]]] = []
    for cell in order:
        if stones[cell] != ".":
            closed += [(cell, e) for e in loops.place(cell, "xo".index(stones[cell]))]
    root = [loops.find(cell)[0] for cell in range(cells)]
    for start in range(cells):
        if stones[start] == "." or root[start] != start:
            continue
        ours = {e for cell, e in closed if root[cell] == start}
        theirs = deck_elements(surface, rows, columns, stones, start, reach=24)
        assert invariants(ours) == invariants(theirs)
        if surface == "torus":
            assert lattice(ours) == lattice(theirs)


@settings(max_examples=40)
@given(st.integers(2, 5), st.integers(2, 5), st.data())
def test_loops_agree_with_the_rules(rows: int, columns: int, data: Any) -> None:
    cells = rows * columns
    order = data.draw(st.permutations(range(cells)))
    here = Position(rows, columns, "." * cells)
    loops = Loops(glued("torus", rows, columns))
    for cell in order:
        expected = here.completed(cell, "x")
        ours = lattice(loops.place(cell, 0))
        assert len(ours) == len(generators(set(expected)))
        if len(ours) == 1:
            assert {normal(*ours[0])} == expected
        if expected:
            return
        stones = here.stones[:cell] + "x" + here.stones[cell + 1 :]
        here = Position(rows, columns, stones)


def test_all_at_once_and_one_by_one() -> None:
    source = np.random.default_rng(5)
    for board in (glued("torus", 9, 7), glued("klein", 9, 7), projex(9)):
        cells = source.permutation(board.cells).astype(np.int32)
        colours = source.integers(0, 2, len(cells)).astype(np.int8)
        single, whole = Loops(board), Loops(board)
        rows = [
            (turn, *loop)
            for turn, (cell, colour) in enumerate(
                zip(cells.tolist(), colours.tolist(), strict=True)
            )
            for loop in single.place(cell, colour)
        ]
        assert whole.place_all(cells, colours).tolist() == [list(row) for row in rows]
        for cell in range(board.cells):
            assert single.find(cell) == whole.find(cell)


def test_taken_cells_are_refused() -> None:
    loops = Loops(glued("torus", 3, 3))
    loops.place(4, 0)
    with pytest.raises(ValueError, match="taken"):
        loops.place(4, 1)
    with pytest.raises(ValueError, match="taken"):
        loops.place_all(np.array([0, 0], dtype=np.int32), np.zeros(2, dtype=np.int8))


def projex(n: int) -> Mesh:
    """A hexagon of side n whose border meets itself at the antipodes: a projective plane.

    Cells |r|, |c|, |r + c| < n. The strip between border edge vw and its antipode -v, -w
    is cut into two triangles by the step from v to -w, so that the cells triangulate the
    plane; q is odd across the strip.
    """
    reach = range(1 - n, n)
    inside = [(r, c) for r in reach for c in reach if abs(r + c) < n]
    number = {cell: k for k, cell in enumerate(inside)}
    steps: list[list[tuple[int, int]]] = [
        [(number[r + dr, c + dc], 0) for dr, dc in STEPS if (r + dr, c + dc) in number]
        for r, c in inside
    ]
    r, c = n - 1, 0
    border = []
    for dr, dc in ((-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0), (0, 1)):
        for _ in range(n - 1):
            border.append(number[r, c])
            r, c = r + dr, c + dc
    half = len(border) // 2
    for k in range(half):
        for far in (k + half, (k + half + 1) % len(border)):
            steps[border[k]].append((border[far], 1))
            steps[border[far]].append((border[k], 1))
    most = max(len(row) for row in steps)
    padded = [row + [(-1, 0)] * (most - len(row)) for row in steps]
    return Mesh(
        "projective",
        np.array([[to for to, _ in row] for row in padded], dtype=np.int32),
        np.zeros((len(padded), most), dtype=np.int8),
        np.array([[odd for _, odd in row] for row in padded], dtype=np.int8),
    )


@pytest.mark.parametrize("n", [2, 3, 6, 40])
def test_projex_has_exactly_one_winner(n: int) -> None:
    """On the projective plane one colour, never both, has an essential loop (Projex)."""
    source = np.random.default_rng(n)
    board = projex(n)
    rounds = 128 if n == 2 else 200 if n < 40 else 3
    for number in range(rounds):
        if n == 2:
            colours = np.array([number >> k & 1 for k in range(7)], dtype=np.int8)
        else:
            colours = source.integers(0, 2, board.cells).astype(np.int8)
        closed = Loops(board).place_all(np.arange(board.cells, dtype=np.int32), colours)
        assert len({int(colours[turn]) for turn, _, _ in closed}) == 1


@given(st.lists(ELEMENTS, max_size=6))
def test_lattice_is_the_rules_generators(vectors: list[tuple[int, int]]) -> None:
    ours = lattice(vectors)
    assert len(ours) == len(generators(set(vectors) - {(0, 0)}))
    assert lattice([*vectors, *ours]) == ours


def test_cells_outside_the_mesh_are_refused() -> None:
    with pytest.raises(ValueError, match="outside"):
        Loops(glued("torus", 3, 3)).place_all(
            np.array([9], dtype=np.int32), np.zeros(1, dtype=np.int8)
        )
