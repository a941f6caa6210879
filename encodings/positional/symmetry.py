"""Symmetries of [n]^d used to make models smaller: one variable for an orbit of cells.

Coordinates are permuted by a group of odd order, either x -> r x + s on coordinates
0..p-1, p the largest prime <= d and r of odd order mod p (order 3, 5, 21, 55 for
p = 3, 5, 7, 11), or by turning each block of three coordinates on its own. The group
takes lines to lines, so a colouring of orbits is tested on orbits of lines. A mirror
that commutes with it may turn colours over: the reflection of all coordinates or,
where the last one is not permuted, of that alone.

The order of the group is odd, so a mirror takes no orbit to itself unless cell by cell:
if g x is the mirror image of x, then x = g^k x is its k-th image for the odd order k
of g. On even n no cell is its own image, and both colours get half of the board; on
odd n cells in the middle of all reflected coordinates keep a colour of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gameproof.games.boards.hypergraph import Hypergraph

Mirror = Literal["none", "all", "last"]
Group = Literal["affine", "blocks"]


def coordinate_group(d: int, kind: Group) -> list[tuple[int, ...]]:
    """Permutations of d coordinates as described above; the identity alone for d < 3."""
    if d < 3:
        return [tuple(range(d))]
    if kind == "blocks":
        turns = [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
        blocks = d // 3
        return [
            (
                *(3 * i + x for i, turn in enumerate(chosen) for x in turn),
                *range(3 * blocks, d),
            )
            for chosen in product(turns, repeat=blocks)
        ]
    p = largest_prime(d)
    odd = p - 1
    while odd % 2 == 0:
        odd //= 2
    factors = [r for r in range(1, p) if pow(r, odd, p) == 1]
    return [
        tuple((r * x + shift) % p if x < p else x for x in range(d))
        for r in factors
        for shift in range(p)
    ]


def largest_prime(d: int) -> int:
    """The largest prime <= d, for d >= 2."""
    return next(p for p in range(d, 1, -1) if all(p % q for q in range(2, p)))


@dataclass(frozen=True)
class Orbits:
    """``orbit[c]`` is the number of cell c's orbit, ``sign[c]`` -1 where cell c has the
    opposite of the orbit's colour, else 1; ``count`` orbits."""

    orbit: NDArray[np.int64]
    sign: NDArray[np.int64]
    count: int


def cell_orbits(n: int, d: int, kind: Group, mirror: Mirror) -> Orbits:
    """Orbits of the cells of [n]^d under the group and the mirror. O(n^d * order)."""
    cells = np.arange(n**d, dtype=np.int64)
    cube = cells.reshape((n,) * d)
    least = cells.copy()
    for permutation in coordinate_group(d, kind):
        np.minimum(least, cube.transpose(permutation).ravel(), out=least)
    sign = np.ones(n**d, dtype=np.int64)
    if mirror != "none":
        # all coordinates: cell c goes to n^d - 1 - c; the last one is the fastest digit
        image = cells[::-1] if mirror == "all" else (cells // n) * n + (n - 1 - cells % n)
        other = least[image]
        sign[other < least] = -1
        least = np.minimum(least, other)
    _, orbit = np.unique(least, return_inverse=True)
    return Orbits(orbit.ravel(), sign, int(orbit.max()) + 1)


def line_clauses(family: Hypergraph, orbits: Orbits) -> list[list[int]]:
    """For each line, up to symmetry, "not all of one colour" as the literals of one clause
    (its negation is the other); variables are orbits from 1. O(total size, sorted)."""
    rows = family.rows
    if rows is None:
        raise ValueError("lines of different sizes")
    literals = (orbits.orbit[rows] + 1) * orbits.sign[rows]
    literals = np.sort(literals, axis=1).astype(np.int32)
    # a line and its image with colours turned over say the same
    turned = np.sort(-literals, axis=1)
    first = (literals != turned).argmax(axis=1)
    pick = np.arange(len(rows))
    smaller = literals[pick, first] <= turned[pick, first]
    literals = np.unique(np.where(smaller[:, None], literals, turned), axis=0)
    clauses = []
    for row in literals.tolist():
        members = set(row)
        if not any(-literal in members for literal in members):
            clauses.append(sorted(members, key=abs))
    return clauses
