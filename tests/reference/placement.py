"""Components that play reaches in a placement game, one after the other, in sets of any size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gameproof.games.bit_sets import members as bits
from gameproof.solvers.values.game_graph_values import GameGraph, Total
from gameproof.solvers.values.placement import components, untwinned


def by_definition(
    same: Sequence[int], other: Sequence[int], a: int, b: int, images: Sequence[Sequence[int]] = ()
) -> tuple[GameGraph, Total, list[tuple[int, int]]]:
    """As ``explicit_components``."""
    nodes: list[tuple[int, int]] = []
    known: dict[tuple[int, int], int] = {}  # references of components

    def note(p: int, q: int, reference: int) -> None:
        known.setdefault((p, q), reference)
        known.setdefault((q, p), reference ^ 1)

    def terms(x: int, y: int) -> Total:
        whole, references = 0, []
        for part in components(same, other, x, y):
            p, q = x & part, y & part
            if part & (part - 1) == 0 and not (p and q):
                whole += 1 if p else -1
                continue
            if (p, q) not in known:
                sign = int(p < q)
                reference = 2 * len(nodes) + sign
                nodes.append((q, p) if sign else (p, q))
                note(p, q, reference)
                for image in images:
                    r, s = (sum(1 << image[v] for v in bits(open_to)) for open_to in (p, q))
                    note(r, s, reference)
            references.append(known[p, q])
        return whole, references

    total = terms(a, b)
    pointer: list[int] = []
    stream: list[int] = []
    while len(pointer) < len(nodes):
        p, q = nodes[len(pointer)]
        pointer.append(len(stream))
        alone = untwinned(same, other, p, q)
        lefts, rights = list(bits(p & alone)), list(bits(q & alone))
        stream += [len(lefts), len(rights)]
        for v in lefts:
            whole, references = terms(p & ~same[v], q & ~other[v])
            stream += [whole, len(references), *references]
        for v in rights:
            whole, references = terms(p & ~other[v], q & ~same[v])
            stream += [whole, len(references), *references]
    weight = np.array([p.bit_count() + q.bit_count() for p, q in nodes], dtype=np.int64)
    arrays = np.array(pointer, dtype=np.int64), np.array(stream, dtype=np.int32)
    order = np.argsort(weight, kind="stable").astype(np.int32)
    return GameGraph(*arrays, order), total, nodes
