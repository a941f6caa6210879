"""Why no full board of the torus is an exception: lemmas from intersection numbers.

Were there one, the potentials a and b of ``games/clauses/full_board.py`` would
change the two crossing numbers, cocycles modulo 2 on the triangulated torus, into ones
whose cup product is a coboundary: the second vanishes on steps within a colour, the
first on steps within o, so the curve dual to the second can be pushed into o, where the
first is nothing. But the cup product of the crossing numbers is the intersection
number of the two ways around the torus, 1. (Cup products modulo 2: Hatcher, Algebraic
Topology, 3.2.) The variables ``cut`` are a cochain with this coboundary, so each
triangle has a lemma about its three sides; added up along a strip between two rows
they compare the rows' sums, and all the way around a sum would differ from itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from gameproof.games.clauses.clauses import Formula
from gameproof.games.clauses.full_board import Names, add_board, add_step, forward
from gameproof.games.torus_cycles import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.cases import by_cases
from gameproof.solvers.sat.cnf import xor_clauses

EAST, SOUTH, BACK = range(3)
Clause = list[int]


def lemmas(position: Position, limits: Limits) -> list[Clause]:
    """A refutation of the clauses of ``full-board`` by unit propagation. O(n^2) lemmas."""
    n = position.rows
    names = add_board(Formula(""), position)
    products, found = _triangles(position, names, limits)
    parity = 0
    for row in range(n):
        limits.check()
        of_row = products[row * n : row * n + n]
        found += _strip(names, row, of_row)
        parity ^= sum(map(sum, of_row)) % 2
        if row < n - 1:
            found += xor_clauses([names.sums[0][-1], names.sums[row + 1][-1]], bool(parity))
    return [*found, [names.sums[0][-1]], []]


def _triangles(
    position: Position, names: Names, limits: Limits
) -> tuple[list[list[int]], list[Clause]]:
    """The cup products of the two triangles on each cell's step south, and their lemmas."""
    near = [forward(position, cell) for cell in range(len(names.cells))]
    patterns: dict[tuple[tuple[int, int], ...], tuple[Names, list[Clause]]] = {}
    products, found = [], []
    for cell, steps in enumerate(near):
        limits.check()
        both = []
        for first, second in ((EAST, BACK), (BACK, EAST)):
            middle = steps[first][0]
            sides = (steps[first], near[middle][second], steps[SOUTH])
            crossings = tuple((p, q) for _, p, q in sides)
            if crossings not in patterns:
                patterns[crossings] = _triangle(crossings)
            local, proof = patterns[crossings]
            corners = [names.cells[v] for v in (cell, middle, steps[SOUTH][0])]
            cut = [names.cut[cell][first], names.cut[middle][second], names.cut[cell][SOUTH]]
            found += _renamed(proof, local, Names(corners, [cut], []))
            both.append(crossings[0][0] & crossings[1][1])
        products.append(both)
    return products, found


def _triangle(crossings: tuple[tuple[int, int], ...]) -> tuple[Names, list[Clause]]:
    """Lemmas that the three sides of one triangle add up to its cup product."""
    made = Formula("")
    corners = [(made.fresh(), made.fresh(), made.fresh()) for _ in range(3)]
    ends = ((0, 1), (1, 2), (0, 2))
    cut = [
        add_step(made, corners[u], corners[v], p, q)
        for (u, v), (p, q) in zip(ends, crossings, strict=True)
    ]
    order = [v for of_kind in zip(*corners, strict=True) for v in of_kind]
    product = bool(crossings[0][0] & crossings[1][1])
    return Names(corners, [cut], []), _by_cases(made.clauses, order, cut, product)


def _strip(names: Names, row: int, products: Sequence[Sequence[int]]) -> list[Clause]:
    """Lemmas that the sums of ``row`` and of the one below differ by the products.

    The triangles of the columns 0..c add up to the steps east as far as c above and,
    below, in the last column and those as far as c - 1, with the two steps back at the ends.
    """
    n = len(products)
    here = range(row * n, row * n + n)
    below = (row + 1) % n
    wrapped = names.cut[below * n + n - 1][EAST]
    above, under = names.sums[row], names.sums[below]
    start = names.cut[here[0]][BACK]
    found: list[Clause] = []
    before: list[Clause] = []
    parity = 0
    for c, both in enumerate(products):
        cut = names.cut[here[c]]
        after = names.cut[here[(c + 1) % n]][BACK]
        other = names.cut[below * n + c - 1][EAST] if c else wrapped
        local = [
            *before,
            *xor_clauses([cut[EAST], after, cut[SOUTH]], bool(both[0])),
            *xor_clauses([cut[BACK], other, cut[SOUTH]], bool(both[1])),
        ]
        if c:
            local += xor_clauses([above[c - 1], cut[EAST], above[c]], False)
        if c > 1:
            local += xor_clauses([under[c - 2], other, under[c - 1]], False)
        parity ^= sum(both) % 2
        if c < n - 1:
            sides = [above[c], start, after, wrapped, *under[c - 1 : c]]
        else:  # the strip closes: the steps back at its ends are one
            sides = [above[c], under[c]]
            local += xor_clauses([under[c - 1], wrapped, under[c]], False)
        order = [cut[EAST], cut[BACK], after, wrapped]
        lemmas_here = _by_cases(local, order, sides, bool(parity))
        before = xor_clauses(sides, bool(parity))
        found += lemmas_here
    return found


def _by_cases(
    clauses: Sequence[Clause], order: Sequence[int], variables: Sequence[int], parity: bool
) -> list[Clause]:
    """Lemmas for every clause of "the variables add up to ``parity``"."""
    return [
        lemma
        for target in xor_clauses(variables, parity)
        for lemma in by_cases(clauses, order, target)
    ]


def _renamed(lemmas: Sequence[Clause], local: Names, names: Names) -> list[Clause]:
    """Lemmas about one triangle said of another one."""
    new = dict(zip(_all(local), _all(names), strict=True))
    return [[new[v] if v > 0 else -new[-v] for v in lemma] for lemma in lemmas]


def _all(names: Names) -> list[int]:
    return [v for group in (*names.cells, *names.cut) for v in group]
