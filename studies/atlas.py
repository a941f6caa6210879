"""Who wins Snort on the graphs that have names: each outcome with a certificate that was accepted.

The boards are those of :data:`FAMILIES`, asked one after the other, each for at most
:data:`EACH` seconds. With a results file (that of a batch) a run that was stopped goes on where
it was; what stayed open is asked again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path

from gameproof.instances.instance import from_words, to_object
from gameproof.prover import batch
from gameproof.prover.answer import UNKNOWN
from gameproof.prover.results import Record
from gameproof.prover.tasks import Task
from gameproof.solvers.limits import Limits

EACH = 300.0
"""Seconds for a board."""
COLUMNS = ("family", "graph", "outcome", "argument", "verified", "seconds", "known")
OPEN = "open"


@dataclass(frozen=True, slots=True)
class Line:
    """What the atlas says of one board; ``known`` is the first move of the opposition, or what
    is proved of an open board."""

    family: str
    words: str
    outcome: str = OPEN
    argument: str = ""
    verified: bool = False
    seconds: float = 0.0
    known: str = ""

    @property
    def row(self) -> tuple[str | float, ...]:
        """The line as a row of the table."""
        mark = "yes" if self.verified else "no"
        if self.outcome == OPEN:
            mark = ""
        seconds = round(self.seconds, 2)
        return self.family, self.words, self.outcome, self.argument, mark, seconds, self.known


def _ranges() -> dict[str, list[str]]:
    def sizes(name: str, first: int, last: int) -> list[str]:
        return [f"{name} {k}" for k in range(first, last + 1)]

    def pairs(name: str, first: int, last: int) -> list[str]:
        sides = range(first, last + 1)
        return [f"{name} {a} {b}" for a, b in combinations_with_replacement(sides, 2)]

    parts = [
        " ".join(map(str, chosen))
        for count in (3, 4)
        for chosen in combinations_with_replacement(range(1, 5), count)
    ]
    return {
        "paths": sizes("path", 1, 40),
        "cycles": sizes("cycle", 3, 40),
        "stars": sizes("star", 1, 40),
        "wheels": sizes("wheel", 3, 40),
        "ladders": sizes("ladder", 1, 40),
        "prisms": sizes("prism", 3, 40),
        "complete": sizes("complete", 1, 20),
        "complete bipartite": pairs("bipartite", 1, 10),
        "complete multipartite": [f"multipartite {sizes}" for sizes in parts],
        "Platonic": [
            "tetrahedron",
            "cube",
            "octahedron",
            "dodecahedron",
            "icosahedron",
        ],
        "hypercubes": sizes("hypercube", 1, 6),
        "grids": pairs("grid", 1, 10),
        "king's graphs": pairs("king", 2, 6),
        "Kneser": [
            f"kneser {n} {k}" for n, k in ((5, 2), (6, 2), (7, 2), (8, 2), (9, 2), (7, 3), (8, 3))
        ],
        "generalised Petersen": [
            f"generalised-petersen {n} {k}" for n in range(5, 19) for k in range(2, (n + 1) // 2)
        ],
        "tori": pairs("torus", 3, 8),
    }


FAMILIES: Mapping[str, list[str]] = _ranges()
"""The boards of each family, as words of graphs; the dear ones come last."""


def atlas(
    limits: Limits,
    results: Path | None = None,
    families: Mapping[str, Iterable[str]] = FAMILIES,
    each: float = EACH,
) -> list[Line]:
    """A line for each board, in the order of the families; open ones after the limits too.

    The certificates stand in a folder beside ``results``, from which a run that goes on checks
    them again. Raises :class:`BadInput` for a results file that is none or that another run holds.
    """
    boards = {words: name for name, listed in families.items() for words in listed}
    found: dict[str, Line] = {}
    kept = None if results is None else str(results.with_suffix(".certificates").absolute())
    tasks = _tasks(boards, limits, each, kept)
    for record, _ in batch.records(tasks, out=results, context=limits):
        words = record["file"]
        found[words] = _line(boards[words], words, record)
        limits.progress(f"{len(found)} of {len(boards)} boards")
    return [found.get(words, Line(name, words)) for words, name in boards.items()]


def _tasks(
    boards: Iterable[str], limits: Limits, each: float, certificates: str | None
) -> Iterator[Task]:
    """The questions, as long as there is time; each is made when it is to be asked."""
    for words in boards:
        if limits.exceeded() is not None:
            return
        instance = from_words(["snort", *words.split()], "outcome")
        yield Task(
            words,
            words,
            json.dumps(to_object(instance)),
            time_limit=min(each, limits.remaining()),
            memory_limit=limits.memory_limit,
            seed=limits.seed,
            certificates=certificates,
        )


def _line(family: str, words: str, record: Record) -> Line:
    if record["type"] != "answer":
        raise RuntimeError(f"snort {words}: {record['message']}")
    detail = record["detail"]
    if record["answer"] == UNKNOWN:
        known = str(detail.get("red_starts", ""))
        return Line(family, words, seconds=record["seconds"], known=known)
    first = detail.get("first move of red")
    return Line(
        family,
        words,
        record["answer"],
        record["method"] or "",
        bool(record["verified"]),
        record["seconds"],
        "" if first is None else f"first move {first}",
    )


def sheets(lines: Iterable[Line]) -> list[tuple[str, dict[tuple[int, int], str]]]:
    """The families that have two sides, each as outcomes by (a, b), for a plot."""
    drawn: dict[str, dict[tuple[int, int], str]] = {}
    for line in lines:
        if line.family in ("grids", "king's graphs", "tori"):
            a, b = map(int, line.words.split()[1:])
            sheet = drawn.setdefault(line.family, {})
            sheet[a, b] = sheet[b, a] = line.outcome
    return list(drawn.items())
