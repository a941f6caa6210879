"""The compiled searches of this tree beside those of another one: after a change, ratios.

``python -m benchmarks kernels --beside=FOLDER`` runs each problem in this tree and in the one
at FOLDER (a checkout of an earlier state) by turns, each time in a fresh process, and prints
medians of CPU seconds, their ratio and whether both counted the same nodes. The first line of
each problem is the first use with an empty cache: loading and compiling. Only solvers are
asked, so that other layers may differ. Without ``--beside`` this tree alone is measured.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

REPEATS = 5
HERE = Path(__file__).resolve().parents[1]


def random_graph(n: int, p: float, seed: int) -> list[int]:
    """Neighbours as bit masks."""
    random, masks = Random(seed), [0] * n
    for a in range(n):
        for b in range(a):
            if random.random() < p:
                masks[a] |= 1 << b
                masks[b] |= 1 << a
    return masks


def random_tree(n: int, seed: int) -> list[int]:
    """Neighbours as bit masks; every vertex hangs on an earlier one."""
    random, masks = Random(seed), [0] * n
    for a in range(1, n):
        b = random.randrange(a)
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    return masks


def path(n: int) -> list[int]:
    """Neighbours as bit masks."""
    return [(1 << v + 1 | (1 << v >> 1)) & (1 << n) - 1 for v in range(n)]


def sums(boards: list[list[int]]) -> int:
    """Snort by sums of components; nodes."""
    from gameproof.solvers.limits import Limits
    from gameproof.solvers.sums.reservation_search import ReservationSearch

    nodes = 0
    for masks in boards:
        search = ReservationSearch(masks)
        free = (1 << len(masks)) - 1
        search._search(free, free, 0, False, Limits(), want_move=False)
        nodes += search.stats["nodes"]
    return nodes


def stars(boards: list[list[int]]) -> int:
    """Snort by packings of stars and, on forests, by pieces and thermostrat; nodes."""
    from gameproof.solvers.limits import Limits
    from gameproof.solvers.sums.star_packing import StarPacking

    nodes = 0
    for masks in boards:
        search = StarPacking(masks)
        free = (1 << len(masks)) - 1
        search.wins(free, free, Limits())
        nodes += search.stats["nodes"]
    return nodes


def values(boards: list[list[int]]) -> int:
    """Canonical forms of Snort; comparisons made."""
    from gameproof.solvers.limits import Limits
    from gameproof.solvers.values.placement import placement_value

    compared = 0
    for masks in boards:
        free = (1 << len(masks)) - 1
        own = [1 << v for v in range(len(masks))]
        closed = [mask | 1 << v for v, mask in enumerate(masks)]
        found = placement_value(own, closed, free, free, Limits())
        compared += int(found.stats.get("comparisons", 0))
    return compared


def lines(boards: list[tuple[int, int, int, int]]) -> int:
    """k in a row by proof numbers within some plies; expansions."""
    import numpy as np

    from gameproof.solvers.limits import Limits
    from gameproof.solvers.positional.proof_number import ProofNumberSearch
    from gameproof.solvers.positional.threat_search import Achievement

    nodes = 0
    for m, n, k, plies in boards:
        rows = [
            [(x + i * dx) * n + y + i * dy for i in range(k)]
            for x in range(m)
            for y in range(n)
            for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1))
            if x + (k - 1) * dx < m and 0 <= y + (k - 1) * dy < n
        ]
        family = np.arange(0, k * len(rows) + 1, k), np.array(rows).ravel()
        cells = m * n
        symmetries = np.arange(cells, dtype=np.int64)[None, :]
        problem = Achievement(cells, family, family, symmetries, 0, 0, True, plies)
        search = ProofNumberSearch(problem, Limits())
        search.wins(0, 0, problem.moves, 1)
        nodes += search.nodes
    return nodes


#: The kernel's name, a small problem that loads it, and one that takes about a second.
PROBLEMS: dict[str, tuple[Callable[[], int], Callable[[], int]]] = {
    "reservation": (
        lambda: sums([random_graph(20, 0.2, 1)]),
        lambda: sums([random_tree(34, 1), random_graph(30, 0.1, 1), random_graph(40, 0.12, 2)]),
    ),
    "star packing": (
        lambda: stars([random_graph(20, 0.3, 1)]),
        lambda: stars([random_graph(54, 0.11, s) for s in range(4)]),
    ),
    "thermostrat": (
        lambda: stars([path(20)]),
        lambda: stars([random_tree(84, s) for s in range(4)]),
    ),
    "canonical form": (
        lambda: values([path(14)]),
        lambda: values([path(18), random_graph(16, 0.2, 1)]),
    ),
    "proof number": (
        lambda: lines([(3, 3, 3, 9)]),
        lambda: lines([(5, 5, 4, 13)]),
    ),
}


def one(name: str) -> None:
    """In the child: CPU seconds of the first use and of the problem, and the count."""
    first, problem = PROBLEMS[name]
    begun = time.process_time()
    first()
    loaded = time.process_time()
    count = problem()
    done = time.process_time()
    print(json.dumps({"first": loaded - begun, "seconds": done - loaded, "count": count}))


def child(tree: Path, name: str, cache: str) -> dict[str, float]:
    """One fresh process that takes ``gameproof`` from a tree."""
    done = subprocess.run(
        [sys.executable, str(Path(__file__).resolve()), "--one", name],
        env={**os.environ, "PYTHONPATH": str(tree), "NUMBA_CACHE_DIR": cache},
        cwd=tree,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """The table."""
    beside = [Path(w.partition("=")[2]) for w in sys.argv if w.startswith("--beside=")]
    trees = [HERE, *(tree.resolve() for tree in beside)]
    head = "kernel", "compiling, s", "beside", "ratio", "search, s", "beside", "ratio", "count"
    print("{:<16}{:>13}{:>9}{:>7}{:>11}{:>9}{:>7}  {}".format(*head))
    for name in PROBLEMS:
        with tempfile.TemporaryDirectory() as folder:
            caches = [str(Path(folder, str(i))) for i in range(len(trees))]
            runs: list[list[dict[str, float]]] = [[] for _ in trees]
            for _ in range(REPEATS + 1):
                for tree, cache, row in zip(trees, caches, runs, strict=True):
                    row.append(child(tree, name, cache))
        first = [row[0]["first"] for row in runs]
        times = [median(run["seconds"] for run in row[1:]) for row in runs]
        counts = {run["count"] for row in runs for run in row}
        shown = [f"{name:<16}{first[0]:>13.1f}", f"{times[0]:>11.3f}"]
        if beside:
            shown[0] += f"{first[1]:>9.1f}{first[0] / first[1]:>7.2f}"
            shown[1] += f"{times[1]:>9.3f}{times[0] / times[1]:>7.3f}"
        else:
            shown = [part + " " * 16 for part in shown]
        same = f"{int(counts.pop())}" if len(counts) == 1 else f"DIFFER: {sorted(counts)}"
        print("".join(shown), f" {same}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(sys.argv[2])
    else:
        main()
