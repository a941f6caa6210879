"""Maximum matchings: every start of vertex geography against two matchings for one start.

networkx and rustworkx need a matching of G and one of G - v to decide one start v; our
one forest decides all starts. Larger graphs are timed alone, dense and sparse.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import compare, table
from gameproof.solvers.matching.blossom import OUTER, maximum_matching

Edges = NDArray[np.int32]


def random_edges(n: int, m: int, seed: int = 1) -> Edges:
    """m random pairs of different vertices."""
    pairs = np.random.default_rng(seed).integers(0, n, size=(m + m // 8 + 64, 2), dtype=np.int32)
    different: Edges = pairs[pairs[:, 0] != pairs[:, 1]]
    return different[:m]


def ours(n: int, edges: Edges) -> str:
    """The number of P-starts of the whole graph."""
    return f"{int((maximum_matching(n, edges).label == OUTER).sum())} P-starts"


def with_rustworkx(n: int, edges: Edges) -> str:
    """Start 0 by two rustworkx matchings."""
    import rustworkx

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(n))
    graph.add_edges_from([(u, v, 1) for u, v in edges.tolist()])
    whole = len(rustworkx.max_weight_matching(graph, max_cardinality=True))
    graph.remove_node(0)
    rest = len(rustworkx.max_weight_matching(graph, max_cardinality=True))
    return "P" if whole == rest else "N"


def with_networkx(n: int, edges: Edges) -> str:
    """Start 0 by two networkx matchings."""
    import networkx

    graph: Any = networkx.Graph(edges.tolist())
    graph.add_nodes_from(range(n))
    whole = len(networkx.max_weight_matching(graph, maxcardinality=True))
    graph.remove_node(0)
    rest = len(networkx.max_weight_matching(graph, maxcardinality=True))
    return "P" if whole == rest else "N"


def main() -> None:
    """Ratios on graphs the others can finish, then our own times on large ones."""
    cases: list[tuple[str, int, int, dict[str, Callable[[int, Edges], object]], int]] = [
        (
            "1000 vertices, 4000 edges",
            1_000,
            4_000,
            {"rustworkx, one start": with_rustworkx, "networkx, one start": with_networkx},
            3,
        ),
        ("3000, 12000", 3_000, 12_000, {"rustworkx, one start": with_rustworkx}, 3),
        ("200000, 300000", 200_000, 300_000, {}, 5),
        ("200000, 1000000", 200_000, 1_000_000, {}, 5),
        ("2000000, 3000000", 2_000_000, 3_000_000, {}, 3),
        ("2000000, 10000000", 2_000_000, 10_000_000, {}, 3),
    ]
    rows = []
    for name, n, m, rivals, repeats in cases:
        edges = random_edges(n, m)
        contenders: dict[str, Callable[[], object]] = {
            "gameproof, all starts": partial(ours, n, edges)
        }
        for rival, run in rivals.items():
            contenders[rival] = partial(run, n, edges)
        rows += compare(name, contenders, repeats=repeats)
    print(table(rows))


if __name__ == "__main__":
    main()
