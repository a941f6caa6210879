"""Positional games from files: JSON set families and the ``.pg`` format.

JSON::

    {"cells": 9, "sets": [[0, 1, 2], ...], "second_sets": [...], "shape": [3, 3],
     "first": [4], "second": [0], "to_move": "first", "rule": "strong"}

``cells`` is a number or a list of names (sets and stones then use the names, or numbers from 0
where no name is a number); only ``cells`` and ``sets`` are required.
``second_sets`` defaults to ``sets``.

``"turns": ["first", "first", "second", ...]`` says whose each ply is, where the players do not
move in turn, and ``"first_moves"`` which cells the first of these plies may take; the play ends
with the last one. For ``.pg`` files see :mod:`gameproof.games.positional_files.pg_file`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from gameproof.games.boards.hypergraph import MOST_CELLS
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional_files.positional_content import (
    FileContent,
    cell_reader,
    is_whole,
    read_names,
    read_sets,
    read_stones,
)


def implied(text: str) -> str | None:
    """The question that a file asks: ``win-within`` for a ``.pg`` file."""
    return None if text.lstrip().startswith("{") else "win-within"


def read(text: str) -> FileContent:
    """The content of a JSON or ``.pg`` file; raises ``BadInput`` with the place."""
    if text.lstrip().startswith("{"):
        return _json(text)
    from gameproof.games.positional_files.pg_file import read_pg  # no other board is read by it

    return read_pg(text)


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
    data = _content(content) | {"turns": content.turns, "rule": content.rule}
    if content.first_moves:
        data["first_moves"] = [
            cell if content.labels is None else content.labels[cell]
            for cell in sorted(content.first_moves)
        ]
    return json.dumps(data)


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
        "horizon", "turns", "first_moves", "schema", "name", "source",
    }  # fmt: skip
    for key in data:
        if key not in known:
            raise BadInput(f"unknown key {key!r}; known are {', '.join(sorted(known))}", key)
    labels: tuple[str, ...] | None = None
    cells = data.get("cells")
    if isinstance(cells, list) and all(isinstance(x, str) for x in cells):
        labels = read_names(cells, "cells")
        cells = len(labels)
    if not is_whole(cells) or cells < 1:
        raise BadInput("expected a positive number of cells or a list of names", "cells")
    if cells > MOST_CELLS:
        raise BadInput(f"at most {MOST_CELLS} cells are allowed", "cells")
    cell = cell_reader(cells, labels)
    sets = read_sets(data.get("sets"), "sets", cell)
    shape = data.get("shape", [])
    if not isinstance(shape, list) or not all(is_whole(x) and x > 0 for x in shape):
        raise BadInput("expected a list of positive sizes", "shape")
    product = 1
    for size in shape:
        product *= size
        if product > cells:
            break
    if shape and product != cells:
        raise BadInput(f"the shape does not hold {cells} cells", "shape")
    horizon = data.get("horizon")
    if horizon is not None and not (is_whole(horizon) and horizon >= 0):
        raise BadInput("expected a number of plies", "horizon")
    turns = data.get("turns", [])
    if not isinstance(turns, list) or not all(player in ("first", "second") for player in turns):
        raise BadInput("expected a list of first and second", "turns")
    if "first_moves" in data and not (turns and data["first_moves"]):
        raise BadInput("first moves, of which there are some, go with turns", "first_moves")
    for key in ("to_move", "horizon"):
        if turns and key in data:
            raise BadInput("turns say who moves, and how long", key)
    return FileContent(
        cells,
        labels,
        tuple(shape),
        sets,
        read_sets(data["second_sets"], "second_sets", cell) if "second_sets" in data else sets,
        read_stones(data.get("first", []), "first", cell),
        read_stones(data.get("second", []), "second", cell),
        _choice(data.get("to_move", "first"), "to_move", ("first", "second")),
        _choice(data.get("rule", "strong"), "rule", ("strong", "weak", "avoid")),
        horizon,
        tuple(turns),
        read_stones(data.get("first_moves", []), "first_moves", cell),
    )


def _choice(value: object, where: str, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise BadInput(f"expected {' or '.join(allowed)}, got {value!r}", where)
    return value
