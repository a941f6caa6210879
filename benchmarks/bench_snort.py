"""Outcomes of Snort: ours beside cgt-py's route through canonical forms, and how far we reach.

The first table: CPU seconds of our search with empty tables (opposition is not asked, the
kernels are compiled) and of cgt-py's ``canonical_form`` in a child process of the interpreter
named by ``RIVALS_PYTHON``. The second: larger boards by the portfolio of methods (opposition,
then search), each with a limit. ``python -m benchmarks snort``; ``--rivals`` runs cgt-py too
(minutes and gigabytes).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from statistics import median

from benchmarks.bench_values import board

AGAINST = ["path 20", "cycle 20", "grid 3 6", "gnp 18 0.2 seed 1", "gnp 20 0.5 seed 1"]
FAR = [
    "path 40",
    "path 100",
    "cycle 30",
    "cycle 99",
    "cycle 100",
    "grid 5 5",
    "grid 4 7",
    "grid 6 7",
    "grid 7 7",
    "grid 6 9",
    "tree 40 seed 1",
    "tree 60 seed 1",
    "tree 60 seed 2",
    "tree 60 seed 3",
    "tree 70 seed 0",
    "tree 80 seed 0",
    "tree 80 seed 1",
    "tree 80 seed 2",
    "tree 100 seed 0",
    "regular 3 32 seed 1",
    "regular 3 38 seed 1",
    "regular 3 44 seed 1",
    "regular 3 46 seed 1",
    "gnp 60 0.1 seed 1",
    "gnp 60 0.07 seed 1",
    "gnp 70 0.07 seed 1",
    "gnp 70 0.1 seed 1",
    "gnp 100 0.2 seed 1",
    "gnp 120 0.2 seed 1",
]
LIMIT = 60.0
REPEATS = 5
RIVAL = """
import json, sys, time, cgt_py
n, edges = json.load(sys.stdin)
edges = [tuple(edge) for edge in edges]
started = time.process_time()
form = cgt_py.Snort(cgt_py.Graph(n, edges)).canonical_form
print(time.process_time() - started, len(str(form)))
"""


def searched(words: str, limit: float | None = None) -> tuple[str, float, dict[str, int]]:
    """Outcome, CPU seconds and counts of the search alone, with empty tables."""
    from gameproof.solvers.limits import LimitReached, Limits
    from gameproof.solvers.sums.reservation_search import engine

    n, edges = board(words)
    masks = [0] * n
    for a, b in edges:
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    search = engine(masks)
    free = (1 << n) - 1
    started = time.process_time()
    try:
        answer = "N" if search.wins(free, free, Limits(limit)) else "P"
    except LimitReached:
        answer = "unknown"
    return answer, time.process_time() - started, search.stats


def by_portfolio(words: str) -> tuple[str, str, float]:
    """Outcome, method and CPU seconds of the methods in turn, as ``solve`` takes them."""
    from gameproof.encodings.method import UNKNOWN, Options
    from gameproof.encodings.snort.outcome import METHODS
    from gameproof.games.graph import Graph
    from gameproof.games.snort import make_snort
    from gameproof.solvers.limits import Limits

    n, edges = board(words)
    position = make_snort(Graph.of(n, edges))
    limits = Limits(LIMIT)
    started = time.process_time()
    answer, used = "unknown", ""
    for method in METHODS:
        if method.question == "outcome" and method.applies(position):
            finding = method.run(position, limits, Options(certificate=False))
            answer, used = str(finding.answer), f"{method.name} {finding.stats.get('nodes', '')}"
            if finding.answer != UNKNOWN:
                break
    return answer, used, time.process_time() - started


def rival(words: str) -> float | None:
    """CPU seconds of cgt-py, ``None`` when it is not installed."""
    done = subprocess.run(
        [os.environ.get("RIVALS_PYTHON", sys.executable), "-c", RIVAL],
        input=json.dumps(board(words)),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        if "ModuleNotFoundError" in done.stderr:
            return None
        raise RuntimeError(done.stderr)
    return float(done.stdout.split()[0])


def main() -> None:
    """Both tables."""
    print(f"{'board':<24}{'outcome':<9}{'ours, CPU s':>12}{'cgt-py':>10}{'ratio':>10}")
    for words in AGAINST:
        runs = [searched(words) for _ in range(REPEATS)]
        seconds = median(run[1] for run in runs)
        theirs = rival(words) if "--rivals" in sys.argv else None
        shown = f"{theirs:>10.1f}{theirs / seconds:>10.0f}" if theirs is not None else ""
        print(f"{words:<24}{runs[0][0]:<9}{seconds:>12.5f}{shown}", flush=True)
    print(f"\n{'board':<24}{'outcome':<9}{'CPU s':>9}  method (limit {LIMIT:.0f} s)")
    for words in FAR:
        answer, method, seconds = by_portfolio(words)
        print(f"{words:<24}{answer:<9}{seconds:>9.2f}  {method}", flush=True)


if __name__ == "__main__":
    main()
