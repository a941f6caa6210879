"""All automorphisms of a small graph, by backtracking over classes of like vertices."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial, prod

from gameproof.solvers.bit_sets import bits

#: Larger groups are given up: to list them would cost more than they save.
MOST = 512
#: Images tried before the search is given up, for each vertex.
TRIED = 4_000
_ROUNDS = 4


def automorphisms(near: Sequence[int], most: int = MOST) -> list[tuple[int, ...]]:
    """The automorphisms of an undirected graph but the identity, ``found[i][v]`` the image of v.

    ``near`` are neighbourhoods as bit masks, closed or open alike. Empty when there are more
    than ``most``, or when the search is not over after :data:`TRIED` images for each vertex.
    """
    n = len(near)
    near = [mask & ~(1 << v) for v, mask in enumerate(near)]
    if not n or _exchanges(near) > most:
        return []
    colour = _colours(near)
    order = _connected_order(near, colour)
    before = [0] * n  # of each vertex, those earlier in the order
    for i, v in enumerate(order):
        before[v] = sum(1 << u for u in order[:i])
    alike: dict[int, int] = {}
    for v, c in enumerate(colour):
        alike[c] = alike.get(c, 0) | 1 << v

    found: list[tuple[int, ...]] = []
    image = [0] * n
    left = TRIED * n
    # One entry a vertex of the order that has an image: those still to try, and those in use.
    stack = [(alike[colour[order[0]]], 0)]
    while stack:
        candidates, used = stack.pop()
        if not candidates:
            continue
        v, bit = order[len(stack)], candidates & -candidates
        stack.append((candidates ^ bit, used))
        left -= 1
        if left < 0:
            return []
        w = image[v] = bit.bit_length() - 1
        wanted = sum(1 << image[u] for u in bits(near[v] & before[v]))
        if near[w] & used != wanted:
            continue
        if len(stack) == n:
            if any(u != v for v, u in enumerate(image)):
                found.append(tuple(image))
            if len(found) >= most:
                return []
            continue
        u, used = order[len(stack)], used | bit
        fresh = alike[colour[u]] & ~used
        for x in bits(near[u] & before[u]):
            fresh &= near[image[x]]
        stack.append((fresh, used))
    return found


def _exchanges(near: Sequence[int]) -> int:
    """How many automorphisms only exchange vertices with the same neighbours."""
    apart: dict[int, int] = {}
    together: dict[int, int] = {}
    for v, mask in enumerate(near):
        apart[mask] = apart.get(mask, 0) + 1
        together[mask | 1 << v] = together.get(mask | 1 << v, 0) + 1
    return prod(factorial(k) for k in (*apart.values(), *together.values()))


def _colours(near: Sequence[int]) -> list[int]:
    """A class for each vertex that every automorphism keeps: by degree, then by the classes
    of the neighbours, some times over."""
    colour = [mask.bit_count() for mask in near]
    for _ in range(_ROUNDS):
        seen: dict[tuple[int, tuple[int, ...]], int] = {}
        keys = [
            (colour[v], tuple(sorted(colour[u] for u in bits(near[v])))) for v in range(len(near))
        ]
        for key in sorted(set(keys)):
            seen[key] = len(seen)
        colour = [seen[key] for key in keys]
    return colour


def _connected_order(near: Sequence[int], colour: Sequence[int]) -> list[int]:
    """The vertices, each next to an earlier one where it can be, rare classes first."""
    size: dict[int, int] = {}
    for c in colour:
        size[c] = size.get(c, 0) + 1
    order: list[int] = []
    rest, edge = (1 << len(near)) - 1, 0
    while rest:
        v = min(bits(edge & rest or rest), key=lambda u: (size[colour[u]], u))
        order.append(v)
        rest &= ~(1 << v)
        edge |= near[v]
    return order
