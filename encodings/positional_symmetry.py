"""Symmetries of [n]^d used to make models smaller: one variable for an orbit of cells.

Coordinates 0..p-1 (p the largest prime <= d) are permuted by x -> r x + s, r of odd
order mod p: a group of order 3, 5, 21, 55 for p = 3, 5, 7, 11. It acts on lines too,
so a colouring of orbits is tested on orbits of lines. The order is odd, so no orbit
but the centre's is its own mirror image: if g x = -x, then x = g^k x = -x for the odd
order k of g.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.games.set_family import SetFamily


def coordinate_group(d: int) -> list[tuple[int, ...]]:
    """The permutations of d coordinates described above (p >= 3), identity first."""
    primes = [p for p in range(3, d + 1) if all(p % q for q in range(2, p))]
    if not primes:
        return [tuple(range(d))]
    p = primes[-1]
    odd = p - 1
    while odd % 2 == 0:
        odd //= 2
    factors = [r for r in range(1, p) if pow(r, odd, p) == 1]
    return [
        tuple((r * x + shift) % p if x < p else x for x in range(d))
        for r in factors
        for shift in range(p)
    ]


@dataclass(frozen=True)
class Orbits:
    """``orbit[c]`` is the number of cell c's orbit, ``sign[c]`` -1 where the cell is taken by
    the mirror to the orbit's colour turned over, else 1; ``count`` orbits."""

    orbit: NDArray[np.int64]
    sign: NDArray[np.int64]
    count: int


def cell_orbits(n: int, d: int, mirror: bool) -> Orbits:
    """Orbits of the cells of [n]^d; with ``mirror`` the reflection of all coordinates joins
    the group and turns colours over (the centre of an odd board keeps its own)."""
    cells = np.arange(n**d, dtype=np.int64)
    cube = cells.reshape((n,) * d)
    least = cells.copy()
    for permutation in coordinate_group(d):
        np.minimum(least, cube.transpose(permutation).ravel(), out=least)
    sign = np.ones(n**d, dtype=np.int64)
    if mirror:
        # the reflection takes cell c to n^d - 1 - c
        other = least[::-1].copy()
        sign[other < least] = -1
        np.minimum(least, other, out=least)
    _, orbit = np.unique(least, return_inverse=True)
    return Orbits(orbit.ravel(), sign, int(orbit.max()) + 1)


def line_clauses(family: SetFamily, orbits: Orbits) -> list[list[int]]:
    """For each line, up to symmetry, "not all of one colour" as the literals of one clause
    (its negation is the other); variables are orbits from 1. O(total size, sorted)."""
    rows = family.rows
    if rows is None:
        raise ValueError("lines of different sizes")
    literals = (orbits.orbit[rows] + 1) * orbits.sign[rows]
    literals = np.sort(literals, axis=1).astype(np.int32)
    # a line and its image with colours turned over say the same
    turned = np.sort(-literals, axis=1)
    differs = literals != turned
    first = differs.argmax(axis=1)
    pick = np.arange(len(rows))
    smaller = literals[pick, first] <= turned[pick, first]
    literals = np.unique(np.where(smaller[:, None], literals, turned), axis=0)
    clauses = []
    for row in literals.tolist():
        members = set(row)
        if not any(-literal in members for literal in members):
            clauses.append(sorted(members, key=abs))
    return clauses
