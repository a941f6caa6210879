"""Canonical forms of Snort: ours beside cgt-py (Rust) and pycgt (pure Python).

Every run is a fresh process, so that no store is warm; its CPU seconds count the value
only, not imports, and its memory is the peak above what the imports took. Compiled code is
loaded by a small board first. The rivals are found in this interpreter or in the one that
``RIVALS_PYTHON`` names. Values are compared as games. ``python -m benchmarks values``.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

Board = tuple[int, list[tuple[int, int]]]

BOARDS = [
    "path 13",
    "path 15",
    "path 16",
    "path 18",
    "cycle 15",
    "cycle 18",
    "grid 3 5",
    "grid 4 4",
    "gnp 15 0.2 seed 1",
    "gnp 15 0.3 seed 1",
    "gnp 16 0.2 seed 1",
    "gnp 16 0.3 seed 1",
    "gnp 18 0.3 seed 1",
    "path 20",
    "grid 3 6",
]
PURE_PYTHON = ("path 13",)  # pycgt needs minutes for the others
REPEATS = 3
LONG = 3.0  # seconds


def board(words: str) -> Board:
    """Vertices and edges of a board in words."""
    from gameproof.instances.graphs import take_graph

    graph, _ = take_graph(words.split())
    return graph.n, [(int(a), int(b)) for a, b in graph.edges.tolist()]


def gameproof(n: int, edges: list[tuple[int, int]]) -> str:
    from gameproof.encodings.snort.value import position_value
    from gameproof.games.graph import Graph
    from gameproof.games.snort import make_snort
    from gameproof.solvers.limits import Limits

    return str(position_value(make_snort(Graph.of(n, edges)), Limits()))


def cgt_py(n: int, edges: list[tuple[int, int]]) -> str:
    cgt: Any = importlib.import_module("cgt_py")
    words = repr(cgt.Snort(cgt.Graph(n, edges)).canonical_form)
    return words.removeprefix("CanonicalForm('").removesuffix("')")


def pycgt(n: int, edges: list[tuple[int, int]]) -> str:
    cgt: Any = importlib.import_module("pycgt")
    graphs: Any = importlib.import_module("pycgt.rulesets.graphs")
    graph = graphs.Graph(frozenset(range(n)), frozenset(frozenset(e) for e in edges))
    return str(cgt.render(graphs.value(graphs.uncoloured(graph), graphs.SNORT)))


CONTENDERS: dict[str, Callable[[int, list[tuple[int, int]]], str]] = {
    "gameproof": gameproof,
    "cgt-py": cgt_py,
    "pycgt": pycgt,
}
SMALL = (10, [(i, i + 1) for i in range(9)])


def memory(field: str) -> float:
    """KiB of this process by Linux's account; reading ``VmRSS`` restarts the peak ``VmHWM``."""
    status = Path("/proc/self/status")
    if not status.exists():
        return float("nan")
    if field == "VmRSS":
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    for line in status.read_text(encoding="ascii").splitlines():
        if line.startswith(field):
            return float(line.split()[1])
    return float("nan")


def one(name: str) -> None:
    """In the child: read a board, print CPU seconds, KiB above the imports and the value."""
    n, edges = json.loads(sys.stdin.read())
    run = CONTENDERS[name]
    if name == "gameproof":
        run(*SMALL)
    else:
        run(2, [(0, 1)])
    before = memory("VmRSS")
    started = time.process_time()
    value = run(n, [(a, b) for a, b in edges])
    seconds = time.process_time() - started
    peak = memory("VmHWM")
    print(json.dumps({"seconds": seconds, "kib": peak - before, "value": value}))


def child(name: str, problem: Board) -> dict[str, str | float] | None:
    """One fresh process; ``None`` when the contender is not installed there."""
    python = sys.executable if name == "gameproof" else os.environ.get("RIVALS_PYTHON")
    done = subprocess.run(
        [python or sys.executable, str(Path(__file__).resolve()), "--one", name],
        input=json.dumps(problem),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        if "ModuleNotFoundError" in done.stderr:
            return None
        raise RuntimeError(done.stderr)
    found: dict[str, str | float] = json.loads(done.stdout)
    return found


def main() -> None:
    """The table: medians of CPU seconds, ratio to ours, peak memory, and agreement.

    Run as ``python -m benchmarks.bench_values -- "path 15"`` for single boards.
    """
    from gameproof.solvers.values.canonical_form import parse_value

    print(f"{'board':<20}{'contender':<12}{'CPU s':>9}{'ratio':>8}{'MiB':>8}  same value")
    chosen = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else BOARDS
    for words in chosen:
        problem = board(words)
        ours: tuple[float, str] | None = None
        for name in CONTENDERS:
            if name == "pycgt" and words not in PURE_PYTHON:
                continue
            first = child(name, problem)
            if first is None:
                print(f"{words:<20}{name:<12} not installed", flush=True)
                continue
            # What takes long is measured once.
            more = REPEATS - 1 if float(first["seconds"]) < LONG else 0
            runs = [first, *(r for _ in range(more) if (r := child(name, problem)) is not None)]
            seconds = median(float(r["seconds"]) for r in runs)
            memory = median(float(r["kib"]) for r in runs) / 1024
            value = str(runs[0]["value"])
            if ours is None:
                ours = seconds, value
                same = ""
            else:
                same = "yes" if parse_value(value) == parse_value(ours[1]) else "NO"
            ratio = seconds / ours[0]
            print(
                f"{words:<20}{name:<12}{seconds:>9.3f}{ratio:>8.1f}{memory:>8.1f}  {same}",
                flush=True,
            )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(sys.argv[2])
    else:
        main()
