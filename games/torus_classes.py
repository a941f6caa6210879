"""Homology classes of loops on the hexagonal torus, and who owns them.

The class (x, y) of a closed path counts its signed crossings of the right edge (x) and of the
top edge (y); (x, y) and (-x, -y) are one class. The owners are those of A. Schepler's posting
to the mailing list pbmserv-dev, February 2004.
"""

from __future__ import annotations

import re
from math import gcd

Class = tuple[int, int]
LONGEST_CLASS = 40
"""Characters of a class in text."""
CLASS = re.compile(r"\(? *([+-]?[0-9]+) *, *([+-]?[0-9]+) *\)?")


def normal(x: int, y: int) -> Class:
    """The representative of {(x, y), (-x, -y)} with x > 0, or x = 0 and y >= 0."""
    return (x, y) if x > 0 or (x == 0 and y >= 0) else (-x, -y)


def hex_norm(x: int, y: int) -> int:
    """Length of a shortest cycle of the class on an n x n torus, divided by n."""
    return max(abs(x), abs(y), abs(x - y))


def classes_within(bound: int) -> set[Class]:
    """All primitive classes with max(|x|, |y|, |x - y|) <= bound."""
    span = range(-bound, bound + 1)
    return {normal(x, y) for x in span for y in span if gcd(x, y) == 1 and hex_norm(x, y) <= bound}


def parity_owner(x: int, y: int) -> str:
    """Owner of a primitive class by the parity method: V if x is even, H if y is, else D."""
    if x % 2 == 0:
        return "V"
    return "H" if y % 2 == 0 else "D"


def sextant_owner(x: int, y: int) -> str:
    """Owner of a primitive class by the sextant method, as Schepler's diagram has it.

    V: x = 0, or x and y - x have the same sign. H: y = 0, or x and y have opposite
    signs. D: x = y, or y and x - y have the same sign. (Schepler's text gives
    12 of its 36 printed vectors two or three owners.)
    """
    if x == 0 or x * (y - x) > 0:
        return "V"
    return "H" if y == 0 or x * y < 0 else "D"


OWNERS = {"parity": parity_owner, "sextant": sextant_owner}


def generators(classes: set[Class]) -> set[Class]:
    """A basis of the lattice that the classes span: none, one normal vector, or two.

    Hermite form: Euclid on the second coordinate leaves multiples of (g, 0) and one vector more.
    """
    across, pivot = 0, (0, 0)
    for vector in classes:
        a, b = pivot, vector
        while b[1]:
            q = a[1] // b[1]
            a, b = b, (a[0] - q * b[0], a[1] - q * b[1])
        pivot, across = a, gcd(across, b[0])
        if pivot[1] == 0:
            pivot, across = (0, 0), gcd(across, pivot[0])
    basis = {(across, 0)} if across else set()
    if pivot != (0, 0):
        x, y = pivot if pivot[1] > 0 else (-pivot[0], -pivot[1])
        basis.add((x % across, y) if across else normal(x, y))
    return basis


def read_class(text: str) -> Class | None:
    """``1,-2`` as a normal class, ``None`` when it is none."""
    match = CLASS.fullmatch(text)
    if match is None or len(text) > LONGEST_CLASS:
        return None
    x, y = int(match[1]), int(match[2])
    return None if (x, y) == (0, 0) else normal(x, y)
