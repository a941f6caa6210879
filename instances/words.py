"""The one grammar of the command line: game, board and options as words.

What a game accepts is read from its :class:`~gameproof.games.game.Parameter`
records, so that no game has a parser of its own. The result is *portable* JSON:
words stay words, files become their content (or a digest when they are large).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gameproof.games.game import BadInput, Game, Parameter
from gameproof.instances.did_you_mean import hint
from gameproof.instances.graphs import FAMILIES, take_graph


def parse_words(
    game: Game, words: list[str], question: str | None, folder: Path = Path()
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split ``words`` into the game's parameters and the question's arguments.

    Both come back as JSON values ready for an instance. Raises :class:`BadInput`
    for unknown options, missing or surplus words. Relative file names are taken
    from ``folder``. O(number of words) beside reading ``-``.
    """
    asked = next(
        (q for q in game.questions if q.name == (question or game.questions[0].name)), None
    )
    own = {p.name: p for p in game.parameters if p.option}
    extra = {p.name: p for p in (asked.parameters if asked else ())}
    board: dict[str, Any] = {}
    arguments: dict[str, Any] = {}
    plain: list[str] = []
    queue = list(words)
    while queue:
        word = queue.pop(0)
        if not word.startswith("--") or word == "--":
            plain.append(word)
            continue
        name, equals, value = word[2:].partition("=")
        parameter = own.get(name) or extra.get(name)
        if parameter is None:
            known = [*own, *extra]
            listed = ", ".join("--" + k for k in known) or "none"
            raise BadInput(
                f"{game.name} has no option --{name}{hint(name, known)} (its options: {listed})"
            )
        target = board if name in own else arguments
        key = name.replace("-", "_")
        if parameter.kind == "flag":
            if equals:
                raise BadInput(f"--{name} takes no value")
            target[key] = True
            continue
        taken = [value] if equals else _take_option(parameter, queue)
        target[key] = _option_value(parameter, taken, folder)
    _take_positional(game, plain, board, folder)
    return board, arguments


def _take_option(parameter: Parameter, queue: list[str]) -> list[str]:
    if not queue or queue[0].startswith("--"):
        raise BadInput(f"--{parameter.name} needs a value")
    taken = [queue.pop(0)]
    if parameter.kind == "integers":
        while queue and _is_integer(queue[0]):
            taken.append(queue.pop(0))
    return taken


def _option_value(parameter: Parameter, taken: list[str], folder: Path) -> Any:
    if parameter.kind in ("integers", "vertices"):
        parts = [part for text in taken for part in text.replace(",", " ").split()]
        return [_integer(parameter, p) for p in parts] if parameter.kind == "integers" else parts
    return _single(parameter, taken[0], folder)


def _take_positional(game: Game, plain: list[str], board: dict[str, Any], folder: Path) -> None:
    rest = list(plain)
    for parameter in game.parameters:
        if parameter.option:
            continue
        key = parameter.name.replace("-", "_")
        if not rest:
            if parameter.required:
                raise BadInput(f"{game.name} needs {usage(game)}: {parameter.name} is missing")
            continue
        if parameter.kind in ("graph", "digraph"):
            used = _graph_length(rest)
            board[key] = _graph_json(rest[:used], folder)
        elif parameter.kind == "integers":
            used = 0
            while used < len(rest) and _is_integer(rest[used]):
                used += 1
            if used == 0:
                raise BadInput(
                    f"{game.name}: {parameter.name} must be whole numbers, not {rest[0]!r}"
                )
            board[key] = [int(w) for w in rest[:used]]
        elif parameter.kind == "words":
            used = len(rest)
            board[key] = list(rest)
        elif parameter.kind == "vertices":
            used = 1
            board[key] = rest[0].split(",")
        else:
            used = 1
            board[key] = _single(parameter, rest[0], folder)
        del rest[:used]
    if rest:
        raise BadInput(
            f"{game.name}: too many words, starting at {rest[0]!r}; expected {usage(game)}"
        )


def usage(game: Game) -> str:
    """``N D`` or ``GRAPH [--start V]``: what the game's words are."""
    parts = []
    for p in game.parameters:
        name = p.name.upper()
        if p.kind == "integers" and not p.option:
            name += "..."
        if p.option:
            name = f"--{p.name}" if p.kind == "flag" else f"--{p.name} {name}"
        parts.append(name if p.required and not (p.option and not p.required) else f"[{name}]")
    return " ".join(parts)


def _single(parameter: Parameter, word: str, folder: Path) -> Any:
    if parameter.kind == "integer":
        return _integer(parameter, word)
    if parameter.kind == "choice" and word not in parameter.choices:
        raise BadInput(
            f"{parameter.name} must be one of {', '.join(parameter.choices)}, not {word!r}"
            f"{hint(word, parameter.choices)}"
        )
    if parameter.kind == "file":
        return _file_json(word, folder)
    if parameter.kind in ("graph", "digraph"):
        return _graph_json(word.split(), folder)
    return word


def _integer(parameter: Parameter, word: str) -> int:
    if not _is_integer(word):
        raise BadInput(f"{parameter.name} must be a whole number, not {word!r}")
    return int(word)


def _is_integer(word: str) -> bool:
    digits = word[1:] if word[:1] in "+-" else word
    return digits.isdecimal() and digits.isascii() and len(digits) <= 4000


def _graph_length(words: list[str]) -> int:
    family = FAMILIES.get(words[0])
    if family is None:
        return 1
    if family.many:
        used = 1
        while used < len(words) and words[used].isdecimal():
            used += 1
        return used
    used = 1 + len(family.parameters)
    if family.random and len(words) > used and words[used] == "seed":
        used += 2
    return min(used, len(words))


def _graph_json(words: list[str], folder: Path) -> Any:
    if words[0] == "-":
        graph, _ = take_graph(words)
        plain = {"n": graph.n, "edges": graph.edges}
        return plain if graph.names is None else {**plain, "names": list(graph.names)}
    if words[0] in FAMILIES:
        return " ".join(words)
    if not (folder / words[0]).is_file():
        raise BadInput(f"{words[0]!r} is no graph family and no file{hint(words[0], FAMILIES)}")
    return {"file": str(folder / words[0])}


def _file_json(word: str, folder: Path) -> dict[str, str]:
    if word == "-":
        return {"text": sys.stdin.read(), "name": "-"}
    path = folder / word
    try:
        return {"text": path.read_text(encoding="utf-8"), "name": path.name}
    except FileNotFoundError:
        raise BadInput("no such file", word) from None
    except IsADirectoryError:
        raise BadInput("is a folder, expected a file", word) from None
    except UnicodeDecodeError:
        raise BadInput("not UTF-8 text", word) from None
    except OSError as error:
        raise BadInput(error.strerror or "unreadable", word) from None


def to_words(game: Game, board: dict[str, Any], arguments: Iterable[tuple[str, Any]] = ()) -> str:
    """The words that stand for these parameters, for people to read."""
    parts = [game.name]
    options = []
    for parameter in game.parameters:
        key = parameter.name.replace("-", "_")
        if key not in board or board[key] is None or board[key] is False:
            continue
        text = _value_words(board[key], "," if parameter.kind == "vertices" else " ")
        if not parameter.option:
            parts.append(text)
        elif parameter.kind == "flag":
            options.append(f"--{parameter.name}")
        else:
            options.append(f"--{parameter.name} {text}")
    options += [f"--{name.replace('_', '-')} {_value_words(v, ',')}" for name, v in arguments]
    return " ".join(p for p in [*parts, *options] if p)


def _value_words(value: Any, separator: str) -> str:
    if isinstance(value, dict):
        if "file" in value:
            return str(value["file"])
        if "text" in value:
            return str(value.get("name", "-"))
        if "n" in value:
            return f"graph-with-{value['n']}-vertices-{len(value.get('edges', ()))}-edges"
        return "-"
    if isinstance(value, list | tuple):
        return separator.join(_value_words(v, separator) for v in value)
    return str(value)
