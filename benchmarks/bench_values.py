"""Values of Snort, bare and with their proofs: ours beside cgt-py (Rust) and pycgt (Python).

Every run is a fresh process, so that no store is warm; its CPU seconds count the question
only, not imports, and its memory is the peak above what the imports took. Compiled code is
loaded by a small board first. The rivals are found in this interpreter or in the one that
``RIVALS_PYTHON`` names. "with proof" is a whole question: the value, its certificate, its file form
and the check of that; the check is measured once more by itself. What is told of a value beside it
(thermograph, birthday) is left out, as cgt-py is not asked for it.
Values are compared as games. ``python -m benchmarks values`` makes the whole table, one row
for each board; what is not there within the limit is told as ``> 120 s`` or ``no value`` (memory),
and enters the median of the ratios with the limit, so that the median is no more than the truth.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gameproof.prover.prove import Proof

Board = tuple[int, list[tuple[int, int]]]

BOARDS = [
    *(f"{family} {n}" for family in ("path", "cycle") for n in range(14, 21)),
    "grid 3 5",
    "grid 3 6",
    "grid 4 5",
    "gnp 16 0.3 seed 1",
    "king 4 4",
]
PURE_PYTHON = ("cycle 14",)  # pycgt needs minutes for the others
REPEATS = 3
LONG = 3.0  # seconds
PATIENCE = 120  # CPU seconds for one run
SPACE = 16 << 30  # bytes of addresses for one run


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


def with_proof(words: str) -> Proof:
    """The answer with its certificate, checked in its file form."""
    from gameproof.instances.instance import from_words
    from gameproof.prover.prove import prove_with_certificate

    return prove_with_certificate(from_words(f"snort {words}".split(), "value"), later=True)


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
PROVED = "with proof"
LATE = f"> {PATIENCE} s"


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
    words, n, edges = json.loads(sys.stdin.read())
    soft = PATIENCE, SPACE
    for kind, bound in zip((resource.RLIMIT_CPU, resource.RLIMIT_AS), soft, strict=True):
        resource.setrlimit(kind, (bound, bound))
    if name == PROVED:
        with_proof("path 14")
    elif name == "gameproof":
        gameproof(*SMALL)
    else:
        CONTENDERS[name](2, [(0, 1)])
    before = memory("VmRSS")
    started = time.process_time()
    proof = with_proof(words) if name == PROVED else None
    value = proof.answer.answer if proof else CONTENDERS[name](n, [(a, b) for a, b in edges])
    seconds = time.process_time() - started
    peak = memory("VmHWM")
    row = {"seconds": seconds, "kib": peak - before, "value": value}
    if proof is not None:
        from gameproof.prover.verify import verify_sealed

        if proof.sealed is None or not proof.answer.verified:
            raise RuntimeError(f"{words}: no proof")
        started = time.process_time()
        verify_sealed(proof.sealed)
        row |= {"check": time.process_time() - started, "bytes": proof.sealed.size}
    print(json.dumps(row))


def child(name: str, words: str) -> dict[str, Any] | str:
    """One fresh process; a word of what went wrong instead."""
    own = name in ("gameproof", PROVED)
    python = sys.executable if own else os.environ.get("RIVALS_PYTHON")
    done = subprocess.run(
        [python or sys.executable, str(Path(__file__).resolve()), "--one", name],
        input=json.dumps([words, *board(words)]),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        if "ModuleNotFoundError" in done.stderr:
            return "not installed"
        if -done.returncode in (signal.SIGXCPU, signal.SIGKILL):
            return LATE
        if own:
            raise RuntimeError(done.stderr)
        return "no value"
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def whole(name: str, words: str) -> float | None:
    """CPU seconds of a process that is asked for a board's value, from its start to its end: the
    command line, which proves and checks it, or a rival's module; ``None`` where it has none."""
    n, edges = board(words)
    ours = ["-m", "gameproof", "solve", "snort", *words.split(), "-q", "value"]
    theirs = ["-c", f"import cgt_py as c; print(c.Snort(c.Graph({n}, {edges})).canonical_form)"]
    python = sys.executable if name == PROVED else os.environ.get("RIVALS_PYTHON", sys.executable)
    command = [python, *(ours if name == PROVED else theirs)]
    runs: list[float] = []
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            return None
        runs.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        if runs[0] > LONG:
            break
    return median(runs)


def measured(name: str, words: str) -> dict[str, Any] | str:
    """Medians of some fresh processes; a word of what went wrong instead."""
    first = child(name, words)
    if isinstance(first, str):
        return first
    # What takes long is measured once.
    more = REPEATS - 1 if float(first["seconds"]) < LONG else 0
    again = (child(name, words) for _ in range(more))
    runs = [first, *(run for run in again if not isinstance(run, str))]
    numbers = {key for key in first if key != "value"}
    return {**first, **{key: median(run[key] for run in runs) for key in numbers}}


def cell(run: dict[str, Any] | str, key: str, form: str, unit: float = 1) -> str:
    """A figure of a run; its word, in the column of the seconds, where it has none."""
    if isinstance(run, str):
        return run if key == "seconds" else ""
    return format(run[key] / unit, form)


def row(words: str) -> tuple[list[str], float | None]:
    """The cells of a board, and the ratio of cgt-py's time to ours with proof."""
    from gameproof.encodings.short_games import parse_value
    from gameproof.games.short.game_notation import LONGEST

    runs = {name: measured(name, words) for name in (PROVED, "gameproof", "cgt-py")}
    ours, bare, rival = runs.values()
    if words in PURE_PYTHON:
        runs["pycgt"] = measured("pycgt", words)
    texts = [str(run["value"]) for run in runs.values() if not isinstance(run, str)]
    values = [parse_value(text) for text in texts if len(text) <= LONGEST]
    ratio: float | None = None
    if not isinstance(ours, str):
        if not isinstance(rival, str):
            ratio = rival["seconds"] / ours["seconds"]
        elif rival == LATE:
            ratio = PATIENCE / ours["seconds"]
    cells = [
        words,
        cell(bare, "seconds", ".3f"),
        cell(ours, "seconds", ".3f"),
        cell(ours, "check", ".3f"),
        cell(rival, "seconds", ".3f"),
        "" if ratio is None else f"{'> ' if isinstance(rival, str) else ''}{ratio:.1f}",
        *(wholes(words) if isinstance(rival, dict) else ("", "", "")),
        cell(ours, "bytes", ".0f", 1e3),
        cell(bare, "kib", ".1f", 1024),
        cell(ours, "kib", ".1f", 1024),
        cell(rival, "kib", ".1f", 1024),
    ]
    if any(value != values[0] for value in values):
        cells.append("ANOTHER VALUE")
    if len(values) < len(texts):
        cells.append("too long to be compared")
    if "pycgt" in runs:
        cells.append(f"pycgt: {cell(runs['pycgt'], 'seconds', '.1f')}")
    return cells, ratio


def wholes(words: str) -> tuple[str, str, str]:
    """Both whole processes, and their ratio."""
    ours, rival = whole(PROVED, words), whole("cgt-py", words)
    if ours is None or rival is None:
        return "", "", ""
    return f"{ours:.2f}", f"{rival:.2f}", f"{rival / ours:.1f}"


COLUMNS = (
    "board, value alone, with proof, of that check, cgt-py, ratio, process, cgt-py's, ratio, kB, "
    "MiB alone, MiB proof, MiB cgt-py"
)


def main() -> None:
    """The table in Markdown: CPU seconds, cgt-py's over ours with proof, the certificate's
    size, memory. ``python -m benchmarks.bench_values -- "path 15"`` for single boards."""
    chosen = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else BOARDS
    headings = COLUMNS.split(", ")
    print(f"| {' | '.join(headings)} |\n|{'---|' * len(headings)}", flush=True)
    ratios: list[float] = []
    for words in chosen:
        cells, ratio = row(words)
        ratios += [] if ratio is None else [ratio]
        print(f"| {' | '.join(cells)} |", flush=True)
    if ratios:
        print(f"median of cgt-py's time, bare, over ours with proof: {median(ratios):.1f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(sys.argv[2])
    else:
        main()
