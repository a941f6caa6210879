"""Paired timings: ours and theirs in turn, in one run, as medians and ratios.

Machines drift, so absolute times of different runs say little: each repeat
measures every contender once, in rotation, and the ratio of medians is printed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """One contender on one problem; ``ratio`` is its median over the first contender's."""

    problem: str
    contender: str
    seconds: float
    ratio: float
    result: str


def compare(
    problem: str,
    contenders: Mapping[str, Callable[[], Any]],
    *,
    repeats: int = 3,
    show: Callable[[Any], str] = str,
) -> list[Row]:
    """CPU seconds of each contender (first one ours), medians of ``repeats`` rounds.

    Each contender runs once before the count, so that caches and compilers are
    warm. A contender that raises ImportError is reported as not installed.
    """
    times: dict[str, list[float]] = {name: [] for name in contenders}
    results: dict[str, str] = {}
    for name, run in contenders.items():
        try:
            results[name] = show(run())
        except ImportError:
            results[name] = "not installed"
    for _ in range(repeats):
        for name, run in contenders.items():
            if results[name] == "not installed":
                continue
            started = time.process_time()
            run()
            times[name].append(time.process_time() - started)
    ours = next(iter(contenders))
    base = statistics.median(times[ours])
    rows = []
    for name in contenders:
        median = statistics.median(times[name]) if times[name] else float("nan")
        rows.append(Row(problem, name, median, median / base if base else 0.0, results[name]))
    return rows


def table(rows: list[Row]) -> str:
    """The rows as aligned text."""
    lines = [("problem", "contender", "CPU s", "ratio", "result")]
    for row in rows:
        lines.append(
            (row.problem, row.contender, f"{row.seconds:.4f}", f"{row.ratio:.1f}", row.result)
        )
    widths = [max(len(line[k]) for line in lines) for k in range(5)]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
