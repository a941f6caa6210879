"""Small boards of Snort at random, and sets of the checkers as masks over vertices."""

from __future__ import annotations

import random
from typing import Any

from gameproof.certificates.strategies.snort_stars import Stars
from gameproof.games.graph import Graph, neighbour_masks
from gameproof.games.snort import SNORT, Position, make
from gameproof.instances.graphs import take_graph


def board(words: str) -> Position:
    return make(SNORT, take_graph(words.split())[0])


def random_sets(chance: random.Random, n: int) -> Position:
    pairs = [(a, b) for b in range(n) for a in range(b)]
    edges = [pair for pair in pairs if chance.random() < 0.4]
    red = [v for v in range(n) if chance.random() < 0.75]
    blue = [v for v in range(n) if chance.random() < 0.75]
    return make(
        SNORT,
        Graph.of(n, edges),
        only_red=[v for v in red if v not in blue],
        only_blue=[v for v in blue if v not in red],
    )


def some_stars(chance: random.Random) -> tuple[Position, Any, Stars, Any, Any]:
    """A position, its neighbours, its stars, and the contested sets of Red and Blue."""
    position = random_sets(chance, chance.randint(2, 9))
    masks = neighbour_masks(position.graph)
    stars = Stars(masks)
    x, y, _, _ = stars.contested(
        stars.place(position.free("red")), stars.place(position.free("blue"))
    )
    return position, masks, stars, x, y


def back(stars: Stars, column: Any) -> int:
    """A column as a mask over vertices of the graph."""
    return sum(1 << v for i, v in enumerate(stars.order) if int(column[i >> 6, 0]) >> (i & 63) & 1)
