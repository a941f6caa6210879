"""Loops by walking in the universal cover: slow, and sharing no idea with union-find."""

from __future__ import annotations

from collections import deque
from math import gcd

STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
Element = tuple[int, int]


def project(surface: str, rows: int, columns: int, r: int, c: int) -> tuple[int, Element]:
    """The cell below a lifted cell, and (p, q) with a^p b^q moving the cell to the lift.

    a moves by a whole number of columns, b by the rows; on the Klein bottle b maps (r, c)
    to (r + rows, -c - r), and q counts downwards.
    """
    q, base = divmod(r, rows)
    if surface == "klein":
        # Undo b, one gluing at a time.
        at, column, sign = r, c, 1
        for _ in range(abs(q)):
            if q > 0:
                at -= rows
                column = -column - at
            else:
                column = -column - at
                at += rows
            sign = -sign
        p, below = divmod(column, columns)
        # a^p then b^q reaches column in the frame before the glides; a is turned round by b.
        return base * columns + below, (sign * p, q)
    p, below = divmod(c, columns)
    return base * columns + below, (p, -q)


def deck_elements(
    surface: str, rows: int, columns: int, stones: str, start: int, reach: int = 40
) -> set[Element]:
    """Which lifts of ``start`` the lifted component of its colour holds, within ``reach``."""
    seen = {divmod(start, columns)}
    queue = deque(seen)
    found = set()
    while queue:
        r, c = queue.popleft()
        cell, element = project(surface, rows, columns, r, c)
        if cell == start:
            found.add(element)
        for dr, dc in STEPS:
            to = (r + dr, c + dc)
            if to in seen or max(abs(to[0]), abs(to[1])) > reach:
                continue
            if stones[project(surface, rows, columns, *to)[0]] == stones[start]:
                seen.add(to)
                queue.append(to)
    return found - {(0, 0)}


def invariants(elements: set[Element]) -> tuple[frozenset[Element], int, bool]:
    """What conjugation leaves: the span mod 2, the gcd of the q, is there anything at all."""
    span = {(0, 0)}
    for p, q in elements:
        span |= {((p + x) % 2, (q + y) % 2) for x, y in span}
    return frozenset(span), gcd(*(q for _, q in elements)) if elements else 0, bool(elements)
