"""Small boards of Snort at random, and sets of the checkers as masks over vertices."""

from __future__ import annotations

import itertools
import random
from typing import Any

import msgspec
import numpy as np

from gameproof.certificates.strategies.snort_refutations import BY_STARS, SnortRefutations
from gameproof.certificates.strategies.snort_stars import packed
from gameproof.encodings.snort.packings import Greedy
from gameproof.games.graph import Graph, neighbour_masks
from gameproof.games.sets.snort_sets import Sets
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


def some_stars(chance: random.Random) -> tuple[Position, Any, Sets, Any, Any]:
    """A position, its neighbours, its stars, and the contested sets of Red and Blue."""
    position = random_sets(chance, chance.randint(2, 9))
    masks = neighbour_masks(position.graph)
    stars = Sets(masks)
    x, y, _, _ = stars.contested(
        stars.place(position.free("red")), stars.place(position.free("blue"))
    )
    return position, masks, stars, x, y


def back(stars: Sets, column: Any) -> int:
    """A column as a mask over vertices of the graph."""
    return sum(1 << v for i, v in enumerate(stars.order) if int(column[i >> 6, 0]) >> (i & 63) & 1)


def pack(board: Sets, x: Any, y: Any, first: Any, spare: Any) -> tuple[Any, Any]:
    """What the checker makes of the stars that are found greedily: needs and vertices used."""
    rows = Greedy(board).pack(x, y, first, spare)
    none = np.zeros((0, x.shape[1]), dtype=np.int64)
    return packed(board, x, y, first, *(np.stack(part) if part else none for part in rows))


def refitted(true: SnortRefutations, origin: list[int], **fields: Any) -> SnortRefutations:
    """A certificate with other fields, whose steps were those of ``origin``: they keep their
    packings where they still end by stars, and others that do have none."""
    old = np.array([*true.evidence.tolist(), *true.roots])
    ends = np.flatnonzero(old == BY_STARS).tolist()
    begins = [0, *np.cumsum(true.packing.sum(axis=1)).tolist()]
    centres = [true.centres[a:b] for a, b in itertools.pairwise(begins)]
    kept = dict(zip(ends, zip(true.packing, centres, strict=True), strict=True))
    made = msgspec.structs.replace(true, **fields)
    steps = [*origin, *range(len(true.evidence), len(old))]
    new = [*np.asarray(made.evidence).tolist(), *made.roots]
    none = np.zeros(2, true.packing.dtype), np.zeros(0, true.centres.dtype)
    found = [
        kept.get(step, none)
        for step, evidence in zip(steps, new, strict=True) if evidence == BY_STARS
    ]  # fmt: skip
    return msgspec.structs.replace(
        made,
        packing=np.array([row for row, _ in found], dtype=true.packing.dtype).reshape(-1, 2),
        centres=np.concatenate([none[1], *(row for _, row in found)]),
    )
