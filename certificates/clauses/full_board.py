"""Question ``full-board``: clauses of a board that would be an exception.

Variables of cell v: ``x[v]`` (its colour), ``a[v]`` and ``b[v]`` (a potential in (Z/2)^2 used
where v is o), ``q[v]`` (a potential in Z/2 used where v is x). Neighbours of colour o agree up
to the crossings of their step modulo 2, neighbours of colour x up to the vertical crossings.
An assignment is thus a colouring without an o-loop of non-zero class mod 2 and without an
x-loop of odd vertical class; the three potentials of cell 0 may be taken to be 0.

Why a contradiction proves that the ranks of x and o add up to 2 on the n x n board. A simple
essential cycle has a primitive class, which is not (0, 0) mod 2. So no board lacks o-loops
and has only x-loops of even vertical class. The board's rotations permute the three
functionals of (Z/2)^2, so each of them is odd on some x-loop where o has no loop; a
rank-1 lattice with a primitive generator is even under one of them, hence x has rank 2.
Colours may be exchanged: each colour has a loop, or the other has rank 2. Loops with
independent classes have a non-zero intersection number and so share a cell (the cells'
adjacency triangulates the torus): the ranks are (2, 0), (1, 1) with one class, or (0, 2).
"""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.clauses.clauses import Formula
from gameproof.certificates.kernel import Goal
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.torus_cycles import Position

LARGEST = 20


def formula(goal: Goal[object], _bound: int | None = None) -> Formula:
    """The clauses for the position's board; raises :class:`Rejected` for another one."""
    position = goal.position
    if not isinstance(position, Position):
        raise Rejected("these clauses are about the torus game")
    n = position.rows
    if n != position.columns or not 3 <= n <= LARGEST:
        raise Rejected(f"the argument is for square boards of 3 to {LARGEST} rows")
    made = Formula(
        f"on every full {n} x {n} board the ranks of the two colours' loops add up to 2",
        (Is(quantity("full-board", goal.arguments), True),),
    )
    cells = n * n
    x, a, b, q = ([made.fresh() for _ in range(cells)] for _ in range(4))
    for v in range(cells):
        for w, sx, sy in position.neighbours(v):
            if v > w:
                continue  # each step once; the way back says the same
            _agree(made, [x[v], x[w]], a[v], a[w], sx)
            _agree(made, [x[v], x[w]], b[v], b[w], sy)
            _agree(made, [-x[v], -x[w]], q[v], q[w], sy)
    for potential in (a, b, q):
        made.add([-potential[0]])
    return made


def _agree(made: Formula, unless: list[int], one: int, two: int, crossing: int) -> None:
    """``two = one + crossing`` modulo 2, unless one of the literals holds."""
    sign = -1 if crossing % 2 else 1
    made.add([*unless, -one, sign * two])
    made.add([*unless, one, -sign * two])
