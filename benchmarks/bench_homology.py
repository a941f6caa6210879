"""Loops on glued boards: a million cells, stones one by one, tables, refutations.

The plain contender finds the ranks of both colours by spanning trees in Python
dictionaries, as one would first write it (``Position.loops``); networkx gives the
components alone, without any class. ``python -m benchmarks homology``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.harness import compare, table
from gameproof.certificates.kernel import Goal, conclude
from gameproof.encodings.method import Options
from gameproof.encodings.torus import blocked, boards, torus_cycles
from gameproof.encodings.torus.mesh import mesh
from gameproof.encodings.torus.outcome import outcome
from gameproof.games.torus_cycles import Position, make
from gameproof.solvers.algebra.homology import Loops
from gameproof.solvers.limits import Limits


def full(n: int) -> Position:
    source = np.random.default_rng(1)
    return Position(n, n, "".join(np.array(["x", "o"])[source.integers(0, 2, n * n)]))


def ranks(position: Position) -> str:
    return " ".join(str(len(position.loops(colour))) for colour in "xo")


def found(position: Position) -> str:
    detail = torus_cycles.winner(position, Limits(), Options()).detail
    return f"{detail['rank']['x']} {detail['rank']['o']}"


def components(position: Position) -> str:
    networkx: Any = importlib.import_module("networkx")
    graph = networkx.Graph()
    for v, stone in enumerate(position.stones):
        graph.add_node(v)
        for w, _, _ in position.neighbours(v):
            if position.stones[w] == stone:
                graph.add_edge(v, w)
    return f"{networkx.number_connected_components(graph)} components"


def placed(n: int) -> Callable[[], str]:
    source = np.random.default_rng(2)
    board = mesh(n, n)
    cells = source.permutation(n * n).astype(np.int32)
    colours = source.integers(0, 2, n * n).astype(np.int8)
    return lambda: f"{len(Loops(board).place_all(cells, colours))} loops"


def main() -> None:
    middle, large = full(200), full(1000)
    rows = compare(
        "ranks of a full 200 x 200 board",
        {
            "gameproof": lambda: found(middle),
            "plain trees": lambda: ranks(middle),
            "networkx, no classes": lambda: components(middle),
        },
    )
    finding = torus_cycles.winner(large, Limits(), Options())
    if finding.certificate is None:
        raise RuntimeError("no certificate to check")
    proof = finding.certificate
    goal = Goal(large, "winner")
    loop_free, wanted = make(4, 4), Options(arguments={"class": "1,1", "loop_free": True})
    alone: dict[str, Callable[[], Any]] = {
        "winner of a full 1000 x 1000 board, with certificate": lambda: found(large),
        "check of that certificate": lambda: conclude(goal, proof).sentence[:40],
        "a million stones one by one, random order": placed(1000),
        "outcome of 4 x 4, 23.6 million boards": lambda: (
            outcome(make(4, 4), Limits(), Options()).answer
        ),
        "full boards of 5 x 5, refutation": lambda: (
            boards.full_board(make(5, 5), Limits(), Options()).answer
        ),
        "smallest loop-free block of (1, 1) on 4 x 4": lambda: (
            blocked.smallest_block(loop_free, Limits(), wanted).answer
        ),
    }
    for problem, run in alone.items():
        rows += compare(problem, {"gameproof": run})
    print(table(rows))


if __name__ == "__main__":
    main()
