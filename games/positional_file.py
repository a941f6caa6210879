"""Positional games from files: JSON set families and the ``.pg`` format.

JSON::

    {"cells": 9, "sets": [[0, 1, 2], ...], "second_sets": [...], "shape": [3, 3],
     "first": [4], "second": [0], "to_move": "first", "rule": "strong"}

``cells`` is a number or a list of names (sets and stones then use the names, or numbers from 0
where no name is a number); only ``cells`` and ``sets`` are required.
``second_sets`` defaults to ``sets``.

``.pg`` is the text format of the corrective QBF encoding of positional games (Mayer-Eichberger,
Saffidine, "Positional games and QBF: the corrective encoding", 2020): sections ``#blackinitials``,
``#whiteinitials`` (stones), ``#times``, ``#blackturns`` (when black moves), ``#positions``
(the cells), ``#blackwins``, ``#whitewins`` (one set a line); ``%`` starts a comment.
Black is the first player here. Without ``#whitewins`` the game is Maker-Breaker. The
number of time points is the file's horizon: the file asks whether black wins within so many
plies. Where the players alternate, the play may go on after that; any other pattern of
``#blackturns``, as several stones a turn, says whose each ply is, and the play ends with the
last one (in JSON: ``"turns": ["first", "first", "second", ...]``). ``#firstmoves`` lists
representatives of black's first moves up to symmetry; it changes no answer and is not used, nor
is ``#version`` and what else describes the file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeGuard

from gameproof.games.hypergraph import MOST_CELLS
from gameproof.games.meaning.bad_input import BadInput

SECTIONS = (
    "blackinitials", "whiteinitials", "times", "blackturns", "positions", "blackwins",
    "whitewins", "firstmoves", "version", "name", "author", "date", "source", "description",
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
    turns: tuple[str, ...] = ()
    """Whose each ply is, where the players do not alternate for ever."""


def implied(text: str) -> str | None:
    """The question that a file asks: ``win-within`` for a ``.pg`` file."""
    return None if text.lstrip().startswith("{") else "win-within"


def read(text: str) -> FileContent:
    """The content of a JSON or ``.pg`` file; raises ``BadInput`` with the place."""
    return _json(text) if text.lstrip().startswith("{") else _pg(text)


def typed(word: str) -> str | None:
    """The JSON of a family that one word is: sets divided by semicolons, their cells by commas,
    as ``a,b,c;c,d``. The cells are those named, in order. Raises ``BadInput``."""
    if not set(word) & set(",;") or any(sign in word for sign in "/{"):
        return None
    rows = word.removesuffix(";").split(";")
    sets = [[cell.strip() for cell in row.split(",")] for row in rows]
    for row in sets:
        if not all(row):
            raise BadInput("a cell without a name; sets are typed as a,b,c;c,d", "sets")
    cells = list(dict.fromkeys(cell for row in sets for cell in row))
    if all(cell.isdecimal() and cell.isascii() for cell in cells):
        cells.sort(key=lambda cell: (len(cell), cell))
    return json.dumps({"cells": cells, "sets": sets})


def write(content: FileContent) -> str:
    """One line of JSON that :func:`read` reads back, of a game whose players alternate."""
    data = _content(content) | {"to_move": content.to_move, "rule": content.rule}
    return json.dumps(data | ({} if content.horizon is None else {"horizon": content.horizon}))


def write_turns(content: FileContent) -> str:
    """The same of a game in which ``turns`` says whose each ply is; they may have run out."""
    return json.dumps(_content(content) | {"turns": content.turns, "rule": content.rule})


def _content(content: FileContent) -> dict[str, object]:
    names: Sequence[str | int] = content.labels or range(content.cells)

    def named(cells: Iterable[int]) -> list[str | int]:
        return [names[cell] for cell in cells]

    return {
        "cells": content.cells if content.labels is None else content.labels,
        "sets": [named(row) for row in content.first_sets],
        "second_sets": [named(row) for row in content.second_sets],
        "shape": content.shape,
        "first": named(sorted(content.first)),
        "second": named(sorted(content.second)),
    }


def _json(text: str) -> FileContent:
    def once(items: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(items)
        if len(found) != len(items):
            raise BadInput("a name occurs twice in an object", "")
        return found

    try:
        data = json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg}", f"line {error.lineno}") from None
    except RecursionError:
        raise BadInput("not JSON that can be read: nested too deeply") from None
    except BadInput:
        raise
    except ValueError:
        raise BadInput("not JSON that can be read: a number is too long") from None
    known = {
        "cells", "sets", "second_sets", "shape", "first", "second", "to_move", "rule",
        "horizon", "turns", "schema", "name", "source",
    }  # fmt: skip
    for key in data:
        if key not in known:
            raise BadInput(f"unknown key {key!r}; known are {', '.join(sorted(known))}", key)
    labels: tuple[str, ...] | None = None
    cells = data.get("cells")
    if isinstance(cells, list) and all(isinstance(x, str) for x in cells):
        labels = _names(cells, "cells")
        cells = len(labels)
    if not _whole(cells) or cells < 1:
        raise BadInput("expected a positive number of cells or a list of names", "cells")
    if cells > MOST_CELLS:
        raise BadInput(f"at most {MOST_CELLS} cells are allowed", "cells")
    cell = _reader(cells, labels)
    sets = _sets(data.get("sets"), "sets", cell)
    shape = data.get("shape", [])
    if not isinstance(shape, list) or not all(_whole(x) and x > 0 for x in shape):
        raise BadInput("expected a list of positive sizes", "shape")
    product = 1
    for size in shape:
        product *= size
        if product > cells:
            break
    if shape and product != cells:
        raise BadInput(f"the shape does not hold {cells} cells", "shape")
    horizon = data.get("horizon")
    if horizon is not None and not (_whole(horizon) and horizon >= 0):
        raise BadInput("expected a number of plies", "horizon")
    turns = data.get("turns", [])
    if not isinstance(turns, list) or not all(player in ("first", "second") for player in turns):
        raise BadInput("expected a list of first and second", "turns")
    for key in ("to_move", "horizon"):
        if turns and key in data:
            raise BadInput("turns say who moves, and how long", key)
    return FileContent(
        cells,
        labels,
        tuple(shape),
        sets,
        _sets(data["second_sets"], "second_sets", cell) if "second_sets" in data else sets,
        _stones(data.get("first", []), "first", cell),
        _stones(data.get("second", []), "second", cell),
        _choice(data.get("to_move", "first"), "to_move", ("first", "second")),
        _choice(data.get("rule", "strong"), "rule", ("strong", "weak")),
        horizon,
        tuple(turns),
    )


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _names(words: list[str], where: str) -> tuple[str, ...]:
    """Names of cells: different, and such that they can be printed on a line."""
    for name in words:
        if not name or not name.isprintable():
            raise BadInput(f"no name of a cell: {name[:60]!r}", where)
    if len(set(words)) != len(words):
        raise BadInput("two cells have the same name", where)
    return tuple(words)


def _reader(cells: int, labels: tuple[str, ...] | None) -> Callable[[object, str], int]:
    numbers = {label: number for number, label in enumerate(labels or ())}
    # Names that are numbers are not the cells' own numbers, which nobody sees then.
    named = any(label.isdecimal() for label in labels or ())

    def cell(value: object, where: str) -> int:
        if isinstance(value, str) and value in numbers:
            return numbers[value]
        if not named and _whole(value) and 0 <= value < cells:
            return value
        raise BadInput(f"no cell {repr(value)[:60]}", where)

    return cell


def _row(value: object, where: str, cell: Callable[[object, str], int]) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BadInput("expected a list of cells", where)
    return tuple(sorted({cell(x, f"{where}[{i}]") for i, x in enumerate(value)}))


def _stones(value: object, where: str, cell: Callable[[object, str], int]) -> frozenset[int]:
    """A player's stones: different cells, since no play takes one twice."""
    row = _row(value, where, cell)
    if isinstance(value, list) and len(row) < len(value):
        raise BadInput("a cell is named twice", where)
    return frozenset(row)


def _sets(
    value: object, where: str, cell: Callable[[object, str], int]
) -> tuple[tuple[int, ...], ...]:
    if not isinstance(value, list):
        raise BadInput("expected a list of sets", where)
    rows = (_row(row, f"{where}[{i}]", cell) for i, row in enumerate(value))
    return tuple(dict.fromkeys(rows))


def _choice(value: object, where: str, allowed: tuple[str, ...]) -> str:
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
            if words[1:]:
                lines[section].append((number, words[1:]))
        elif section is None:
            raise BadInput("neither JSON nor a section of a .pg file", f"line {number}")
        else:
            lines[section].append((number, words))
    for needed in ("positions", "blackwins", "times", "blackturns"):
        if needed not in lines:
            raise BadInput(f"no section #{needed}")

    def words_of(name: str) -> list[str]:
        return [word for _, words in lines.get(name, []) for word in words]

    labels = _names(words_of("positions"), "#positions")
    if not 0 < len(labels) <= MOST_CELLS:
        raise BadInput(f"expected from 1 to {MOST_CELLS} cells", "#positions")
    cell = _reader(len(labels), labels)

    def sets_of(name: str) -> tuple[tuple[int, ...], ...]:
        rows = (
            tuple(sorted({cell(word, f"line {number}") for word in words}))
            for number, words in lines.get(name, [])
        )
        return tuple(dict.fromkeys(rows))

    times, black = words_of("times"), words_of("blackturns")
    if len(set(times)) != len(times):
        raise BadInput("a time point stands twice", "#times")
    known = set(times)
    for word in black:
        if word not in known:
            raise BadInput(f"no time point {word[:60]!r}", "#blackturns")
    black_times = set(black)
    turns = tuple("first" if time in black_times else "second" for time in times)
    alternate = all(a != b for a, b in pairwise(turns))
    first, second = (
        _stones(words_of(name), f"#{name}", cell) for name in ("blackinitials", "whiteinitials")
    )
    return FileContent(
        len(labels),
        labels,
        (),
        sets_of("blackwins"),
        sets_of("whitewins") if "whitewins" in lines else sets_of("blackwins"),
        first,
        second,
        turns[0] if turns else "first",
        "strong" if "whitewins" in lines else "weak",
        len(times),
        () if alternate else turns,
    )
