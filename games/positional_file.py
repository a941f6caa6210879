"""Positional games from files: JSON set families and the ``.pg`` format.

JSON::

    {"cells": 9, "sets": [[0, 1, 2], ...], "second_sets": [...], "shape": [3, 3],
     "first": [4], "second": [0], "to_move": "first", "rule": "strong"}

``cells`` is a number or a list of names (sets and stones then use the names); only
``cells`` and ``sets`` are required. ``second_sets`` defaults to ``sets``.

``.pg`` is the text format of the corrective QBF encoding of positional games (Mayer-Eichberger,
Saffidine, "Positional games and QBF: the corrective encoding", 2020): sections ``#blackinitials``,
``#whiteinitials`` (stones), ``#times``, ``#blackturns`` (when black moves), ``#positions``
(the cells), ``#blackwins``, ``#whitewins`` (one set a line); ``%`` starts a comment.
Black is the first player here. Without ``#whitewins`` the game is Maker-Breaker. The
number of time points is the file's horizon. ``#firstmoves`` lists representatives of
black's first moves up to symmetry; it changes no answer and is not used.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gameproof.games.game import BadInput
from gameproof.games.set_family import MOST_CELLS

SECTIONS = (
    "blackinitials", "whiteinitials", "times", "blackturns", "positions", "blackwins",
    "whitewins", "firstmoves",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FileContent:
    """What a file says; cells are numbers, sets tuples of cells."""

    cells: int
    labels: tuple[str, ...] | None
    shape: tuple[int, ...]
    first_sets: tuple[tuple[int, ...], ...]
    second_sets: tuple[tuple[int, ...], ...]
    first: frozenset[int]
    second: frozenset[int]
    to_move: str
    rule: str
    horizon: int | None


def read(text: str) -> FileContent:
    """The content of a JSON or ``.pg`` file; raises ``BadInput`` with the place."""
    return _json(text) if text.lstrip().startswith("{") else _pg(text)


def _json(text: str) -> FileContent:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg}", f"line {error.lineno}") from None
    known = {
        "cells", "sets", "second_sets", "shape", "first", "second", "to_move", "rule",
        "horizon", "schema", "name", "source",
    }  # fmt: skip
    for key in data:
        if key not in known:
            raise BadInput(f"unknown key {key!r}; known are {', '.join(sorted(known))}", key)
    labels: tuple[str, ...] | None = None
    cells = data.get("cells")
    if isinstance(cells, list) and all(isinstance(x, str) for x in cells):
        labels = tuple(cells)
        if len(set(labels)) != len(labels):
            raise BadInput("two cells have the same name", "cells")
        cells = len(labels)
    if not isinstance(cells, int) or isinstance(cells, bool) or cells < 1:
        raise BadInput("expected a positive number of cells or a list of names", "cells")
    if cells > MOST_CELLS:
        raise BadInput(f"at most {MOST_CELLS} cells are allowed", "cells")
    cell = _reader(cells, labels)
    sets = _sets(data.get("sets"), "sets", cell)
    shape = data.get("shape", [])
    if not isinstance(shape, list) or not all(isinstance(x, int) and x > 0 for x in shape):
        raise BadInput("expected a list of positive sizes", "shape")
    product = 1
    for size in shape:
        product *= size
    if shape and product != cells:
        raise BadInput(f"the shape holds {product} cells, not {cells}", "shape")
    horizon = data.get("horizon")
    if horizon is not None and (not isinstance(horizon, int) or horizon < 0):
        raise BadInput("expected a number of plies", "horizon")
    return FileContent(
        cells,
        labels,
        tuple(shape),
        sets,
        _sets(data["second_sets"], "second_sets", cell) if "second_sets" in data else sets,
        frozenset(_row(data.get("first", []), "first", cell)),
        frozenset(_row(data.get("second", []), "second", cell)),
        _choice(data.get("to_move", "first"), "to_move", ("first", "second")),
        _choice(data.get("rule", "strong"), "rule", ("strong", "weak")),
        horizon,
    )


def _reader(cells: int, labels: tuple[str, ...] | None) -> Callable[[Any, str], int]:
    numbers = {label: number for number, label in enumerate(labels or ())}

    def cell(value: Any, where: str) -> int:
        if isinstance(value, str) and value in numbers:
            return numbers[value]
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < cells:
            return value
        raise BadInput(f"no cell {value!r}", where)

    return cell


def _row(value: Any, where: str, cell: Callable[[Any, str], int]) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BadInput("expected a list of cells", where)
    return tuple(sorted({cell(x, f"{where}[{i}]") for i, x in enumerate(value)}))


def _sets(value: Any, where: str, cell: Callable[[Any, str], int]) -> tuple[tuple[int, ...], ...]:
    if not isinstance(value, list):
        raise BadInput("expected a list of sets", where)
    rows = (_row(row, f"{where}[{i}]", cell) for i, row in enumerate(value))
    return tuple(dict.fromkeys(rows))


def _choice(value: Any, where: str, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise BadInput(f"expected {' or '.join(allowed)}, got {value!r}", where)
    return value


def _pg(text: str) -> FileContent:
    lines: dict[str, list[tuple[int, list[str]]]] = {}
    section = None
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("%", 1)[0].split()
        if not words:
            continue
        if words[0].startswith("#"):
            section = words[0][1:].lower()
            if section not in SECTIONS:
                raise BadInput(f"unknown section {words[0]!r}", f"line {number}")
            lines.setdefault(section, [])
        elif section is None:
            raise BadInput("expected a section such as #positions", f"line {number}")
        else:
            lines[section].append((number, words))
    for needed in ("positions", "blackwins", "times", "blackturns"):
        if needed not in lines:
            raise BadInput(f"no section #{needed}")

    def words_of(name: str) -> list[str]:
        return [word for _, words in lines.get(name, []) for word in words]

    labels = tuple(words_of("positions"))
    cell = _reader(len(labels), labels)

    def sets_of(name: str) -> tuple[tuple[int, ...], ...]:
        rows = (
            tuple(sorted({cell(word, f"line {number}") for word in words}))
            for number, words in lines.get(name, [])
        )
        return tuple(dict.fromkeys(rows))

    times, black = words_of("times"), set(words_of("blackturns"))
    turns = [time in black for time in times]
    if any(a == b for a, b in pairwise(turns)):
        raise BadInput("players must alternate", "#blackturns")
    return FileContent(
        len(labels),
        labels,
        (),
        sets_of("blackwins"),
        sets_of("whitewins") if "whitewins" in lines else sets_of("blackwins"),
        frozenset(cell(word, "#blackinitials") for word in words_of("blackinitials")),
        frozenset(cell(word, "#whiteinitials") for word in words_of("whiteinitials")),
        "first" if not turns or turns[0] else "second",
        "strong" if "whitewins" in lines else "weak",
        len(times),
    )
