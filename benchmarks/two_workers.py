"""Wall times of whole commands: undivided, with one worker, with two; one table.

Each row is a question of some seconds to minutes, asked by ``gameproof solve`` in a process of
its own. A row is as good as the machine is quiet: nothing else may run. What is not answered
within the row's limit is told as such. Run with ``python -m benchmarks divided --table``: undivided
and with two workers, in less than a quarter of an hour, the rows that decide first.
``--within=SECONDS`` is for the whole table, ``--limit=SECONDS`` bounds each command,
``--rows=NAME,NAME`` takes some rows, ``--ways="undivided,one worker,two workers"`` some ways.
"""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gameproof.prover.answer import UNKNOWN

LIMIT = 300.0
"""Seconds of a command."""
WITHIN = 840.0
"""Seconds of the table; a command that would end later is not begun, or ends sooner."""
LONG = 20.0
"""Seconds undivided from which two workers are to be ``WANTED`` times as fast."""
WANTED = 1.7
LEAST = 10.0
"""Seconds that a command has at least, or is not begun."""
ROUNDS = 60_000_000
"""Of a loop that two processes run side by side: some seconds."""
GRACE = 120.0
"""Seconds past its limit after which a command is ended: it starts, and ends, in its own time."""


@dataclass(frozen=True)
class Row:
    """A question in the words of the command line."""

    name: str
    words: tuple[str, ...]
    options: tuple[str, ...] = ()


ROWS = (
    Row("qubic", ("tictactoe", "4", "3"), ("--method", "search")),
    Row("6^3", ("tictactoe", "6", "3"), ("--method", "opening-regions")),
    Row("toric", ("torus-row", "8", "8", "9"), ("-q", "count-pairings", "--method", "exact-cover")),
    Row("mnk", ("mnk", "7", "4", "4"), ("--method", "search")),
    Row("7^3", ("tictactoe", "7", "3"), ("--method", "opening-regions")),
    Row("hex", ("hex", "6", "6", "--first", "a2", "--to-move", "second")),
    Row("torus", ("torus-cycles", "7"), ("-q", "full-board")),
    Row("tree", ("snort", "tree", "100", "seed", "0"), ("-q", "outcome")),
    Row("digraph", ("geography", "digraph.txt", "--directed", "--start", "0")),
    Row("soccer", ("paper-soccer", "4", "5")),
    Row("cubes", ("positional", "progressions.json"), ("-q", "drawn-position", "--method", "sat")),
)
PAIRINGS = "pairings"
"""The row of the table of least pairings to d = 10: a batch, an instance for each d."""
DIMENSIONS = range(2, 11)
UNDIVIDED = "undivided"
WAYS: dict[str, tuple[str, ...]] = {
    UNDIVIDED: (),
    "one worker": ("--jobs", "1", "--journal", "one.journal"),
    "two workers": ("--jobs", "2", "--journal", "two.journal"),
}


@dataclass(frozen=True)
class Told:
    """What a command came to; without a verdict it has no speed."""

    answer: str
    verified: bool
    seconds: float
    stats: dict[str, Any] = field(default_factory=dict)
    decided: bool = True


def progressions(first: int, second: int, cells: int) -> dict[str, Any]:
    """The board on which the players want arithmetic progressions of these lengths: the clauses
    of van der Waerden's numbers, w(3, 10) = 97."""

    def sets(length: int) -> list[list[int]]:
        rows = (range(s, cells, step) for step in range(1, cells) for s in range(cells))
        return [list(row[:length]) for row in rows if len(row) >= length]

    return {"cells": cells, "sets": sets(first), "second_sets": sets(second)}


def digraph(n: int) -> str:
    """The arcs of a digraph by chance, three out of every vertex, a line each."""
    chance = random.Random(0)
    rows = ((u, chance.sample([x for x in range(n) if x != u], 3)) for u in range(n))
    return "".join(f"{u} {v}\n" for u, ends in rows for v in ends)


def command(words: list[str], folder: Path, limit: float) -> tuple[list[dict[str, Any]], float]:
    """The answers that a command prints, and its wall time."""
    began = time.perf_counter()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "gameproof", "solve", *words, "--time-limit", f"{limit:.0f}s"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=limit + GRACE,
        )
    except subprocess.TimeoutExpired:
        return [{"type": "answer", "answer": UNKNOWN}], time.perf_counter() - began
    took = time.perf_counter() - began
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        last = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
        lines = [{"type": "answer", "answer": last, "said": True}]
    return lines, took


def ask(row: Row, way: str, folder: Path, limit: float) -> Told:
    """A row in one of the ways."""
    words = [*row.words, *row.options, "--json", *WAYS[way]]
    (answer, *_), took = command(words, folder, limit)
    if answer["answer"] == UNKNOWN:
        return Told(f"over the limit of {limit:.0f} s", False, took, decided=False)
    if "said" in answer:
        told = str(answer["answer"])
        return Told("not divided" if "not divided" in told else told, False, took, decided=False)
    counts: dict[str, Any] = {}
    for one in answer.get("stats", {}).values():
        counts.update({k: one[k] for k in ("pieces", "work") if k in one})
    return Told(str(answer["answer"]), bool(answer.get("verified")), took, counts)


def batch(way: str, folder: Path, limit: float) -> Told:
    """The least side of a pairing in every dimension to 10, as a batch."""
    asked = folder / "least"
    asked.mkdir(exist_ok=True)
    for d in DIMENSIONS:
        instance = {
            "schema": "gameproof/instance/1",
            "game": "tictactoe",
            "board": f"1 {d}",
            "question": "pairing-from",
        }
        (asked / f"{d}.json").write_text(json.dumps(instance))
    jobs = "2" if way == "two workers" else "1"
    lines, took = command([str(asked), "--jobs", jobs, "--json"], folder, limit)
    answers = [line for line in lines if line.get("type") == "answer"]
    least = [line.get("detail", {}).get("least n") for line in answers]
    verified = bool(answers) and all(line.get("verified") for line in answers)
    text = " ".join(map(str, sorted(n for n in least if n)))
    if len(text.split()) < len(DIMENSIONS):
        return Told(f"{text}: over the limit of {limit:.0f} s", False, took, decided=False)
    return Told(text, verified, took)


def machine() -> float:
    """How many times as fast two processes are that have nothing to do with each other: on a
    machine that is shared with others less than 2, and no division is faster than that."""
    script = [sys.executable, "-c", f"sum(k * k for k in range({ROUNDS}))"]
    told = []
    for processes in (1, 2):
        began = time.perf_counter()
        for one in [subprocess.Popen(script) for _ in range(processes)]:
            one.wait()
        told.append(time.perf_counter() - began)
    return 2 * told[0] / told[1]


def table(
    names: list[str],
    limit: float,
    ways: Sequence[str] = tuple(WAYS),
    within: float = math.inf,
    clock: Callable[[], float] = time.perf_counter,
    seed: int = 0,
) -> Iterator[str]:
    """The lines of the table, each row's ways in an order by chance."""
    began = clock()
    yield "| question | way | answer | verified | wall time | times as fast | pieces |"
    yield "|---|---|---|---|---|---|---|"
    chance = random.Random(seed)
    rows = {row.name: row for row in ROWS}
    for name in names:
        found: dict[str, Told] = {}
        for way in chance.sample(list(ways), len(ways)):
            left = min(limit, within - (clock() - began))
            if left < LEAST:
                found[way] = Told("no time left", False, 0.0, decided=False)
                continue
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place)
                if name == PAIRINGS:
                    found[way] = batch(way, folder, left)
                    continue
                board = folder / "progressions.json"
                board.write_text(json.dumps(progressions(3, 10, 97)))
                (folder / "digraph.txt").write_text(digraph(64))
                found[way] = ask(rows[name], way, folder, left)
        alone = found[UNDIVIDED]
        for way in ways:
            told = found[way]
            same = alone.decided and (told.answer, told.verified) == (alone.answer, alone.verified)
            fast = alone.seconds / told.seconds if same else 0.0
            yield (
                f"| {name} | {way} | {told.answer[:60]} | {'yes' if told.verified else 'no'} | "
                f"{told.seconds:.1f} s | {f'{fast:.2f}' if same else '-'} | "
                f"{told.stats.get('pieces', '-')} |"
            )
        two = found.get("two workers", alone)
        long = two is not alone and alone.seconds > LONG
        if long and alone.decided and two.answer == alone.answer:
            met = alone.seconds / two.seconds >= WANTED
            yield f"| {name} | wanted: {WANTED} | | | | {'met' if met else 'not met'} | |"


def main(options: dict[str, str]) -> None:
    """Print the table."""
    names = [row.name for row in ROWS] + [PAIRINGS]
    chosen = options["rows"].split(",") if options.get("rows") else names
    if unknown := set(chosen) - set(names):
        print(f"no row {min(unknown)!r}; there are: {', '.join(names)}", file=sys.stderr)
        return
    ways = options["ways"].split(",") if options.get("ways") else [UNDIVIDED, "two workers"]
    if unknown := set(ways) - set(WAYS) or {UNDIVIDED} - set(ways):
        told = f"{min(unknown)!r}: the ways are {', '.join(WAYS)}, the first always"
        print(told, file=sys.stderr)
        return
    print(f"two processes that share nothing, here: {machine():.2f} times as fast", flush=True)
    limit, within = (float(options.get(n) or m) for n, m in (("limit", LIMIT), ("within", WITHIN)))
    for line in table(chosen, limit, ways, within):
        print(line, flush=True)
