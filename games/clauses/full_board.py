"""Question ``full-board``: clauses of a board that would be an exception.

Variables of cell v: ``x[v]`` (its colour) and potentials ``a[v]``, ``b[v]`` in Z/2.
Neighbours of colour o agree in both up to the crossings of their step modulo 2,
neighbours of colour x agree in b up to the vertical crossings. An assignment is thus a
colouring without an o-loop of non-zero class mod 2 and without an x-loop of odd vertical
class.

Why a contradiction proves that the ranks of x and o add up to 2 on the n x n board. A simple
essential cycle has a primitive class, which is not (0, 0) mod 2. So no board lacks o-loops
and has only x-loops of even vertical class. The board's rotations permute the three
functionals of (Z/2)^2, so each of them is odd on some x-loop where o has no loop; a
rank-1 lattice with a primitive generator is even under one of them, hence x has rank 2.
Colours may be exchanged: each colour has a loop, or the other has rank 2. Loops with
independent classes have a non-zero intersection number and so share a cell (the cells'
adjacency triangulates the torus): the ranks are (2, 0), (1, 1) with one class, or (0, 2).

Further variables are defined by these and so forbid nothing; they make a proof of
O(n^2) lemmas possible. ``cut[v][s]`` belongs to the step s (east, south, south-west)
from v, and around each triangle of cells the three add up to the cup product of the two
crossing numbers, whose sum over the torus is 1. So the sum of all steps, each of which
lies on two triangles, would be 1. ``sums[r][c]`` adds the steps east of row r as far as c.
"""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.games.clauses.clauses import Asked, Formula
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.torus_cycles import Position

LARGEST = 40

Cell = tuple[int, int, int]
"""The variables x, a, b of a cell."""


@dataclass(frozen=True)
class Names:
    """The variables of the formula; ``cut`` by cell and step."""

    cells: list[Cell]
    cut: list[list[int]]
    sums: list[list[int]]


def forward(position: Position, cell: int) -> list[tuple[int, int, int]]:
    """The neighbours to the east, south and south-west, with the crossings modulo 2: every
    second one of the six, the others being the ways back."""
    return [(to, p % 2, q % 2) for to, p, q in list(position.neighbours(cell))[::2]]


def formula(goal: Asked, _bound: int | None = None) -> Formula:
    """The clauses for the position's board; raises :class:`BadInput` for another one."""
    position = goal.position
    if not isinstance(position, Position):
        raise BadInput("these clauses are about the torus game")
    n = position.rows
    if n != position.columns or not 3 <= n <= LARGEST:
        raise BadInput(f"the argument is for square boards of 3 to {LARGEST} rows")
    made = Formula(
        f"on every full {n} x {n} board the ranks of the two colours' loops add up to 2",
        (Is(quantity("full-board", goal.arguments), True),),
    )
    add_board(made, position)
    return made


def add_board(made: Formula, position: Position) -> Names:
    """Add the clauses and return their variables: x of all cells, then a, b, cut, sums."""
    n = position.rows
    x, a, b = ([made.fresh() for _ in range(n * n)] for _ in range(3))
    cells = list(zip(x, a, b, strict=True))
    cut = [
        [add_step(made, here, cells[to], p, q) for to, p, q in forward(position, cell)]
        for cell, here in enumerate(cells)
    ]
    sums = []
    for row in range(n):
        sums.append([cut[row * n][0]])
        for cell in range(row * n + 1, row * n + n):
            two = [sums[-1][-1], cut[cell][0]]
            sums[-1].append(made.defined(two, lambda before, east: before ^ east))
    return Names(cells, cut, sums)


def add_step(made: Formula, one: Cell, two: Cell, p: int, q: int) -> int:
    """Add that two neighbours agree, and the definition of ``cut``, which is returned."""
    (x1, a1, b1), (x2, a2, b2) = one, two
    made.agree(a1, a2, p, unless=[x1, x2])
    made.agree(b1, b2, q, unless=[x1, x2])
    made.agree(b1, b2, q, unless=[-x1, -x2])

    def cut(x1: int, x2: int, a1: int, b1: int, b2: int, a2: int) -> int:
        p_changed, q_changed = p ^ a1 ^ a2, q ^ b1 ^ b2
        return (a1 & q_changed) ^ (p & b2) ^ (x1 & (1 - x2) & p_changed & q_changed)

    return made.defined([x1, x2, a1, b1, b2, a2], cut)
