"""The one grammar of the command line: game, board and options as words.

What a game accepts is read from its :class:`~gameproof.games.game.Parameter`
records, so that no game has a parser of its own. The result is *portable* JSON:
words stay words, files become their content (or a digest when they are large).
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from gameproof.games.game import AnyGame
from gameproof.games.meaning.bad_input import BadInput, hint, quoted
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.portable import played_on_arcs

if TYPE_CHECKING:
    from gameproof.games.graph import Graph

FORMAT = ("format", "graph-format")
"""Options that say the format of a graph file; ``encode`` has a ``--format`` of its own."""


def parse_words(
    game: AnyGame,
    words: list[str],
    question: str | None,
    folder: Path = Path(),
    graph: object = None,
) -> tuple[dict[str, object], dict[str, object]]:
    """Split ``words`` into the game's parameters and the question's arguments.

    Both come back as JSON values ready for an instance. Raises :class:`BadInput`
    for unknown options, missing or surplus words. Relative file names are taken
    from ``folder``. A ``graph`` given as a value stands for the graph's word, which is then
    not looked at. O(number of words) beside reading ``-``.
    """
    plain, board, arguments, form = split_words(game, words, question, folder)
    _take_positional(game, plain, board, folder, form, graph)
    return board, arguments


def split_words(
    game: AnyGame, words: list[str], question: str | None, folder: Path = Path()
) -> tuple[list[str], dict[str, object], dict[str, object], str | None]:
    """The words of the board, the values of its options and of the question's, and the
    format of the graph's file where one is said."""
    asked = next(
        (q for q in game.questions if q.name == (question or game.questions[0].name)), None
    )
    own = {p.name: p for p in game.parameters if p.option}
    extra = {p.name: p for p in (asked.parameters if asked else ())}
    board: dict[str, object] = {}
    arguments: dict[str, object] = {}
    plain: list[str] = []
    form: str | None = None
    queue = list(words)
    while queue:
        word = queue.pop(0)
        if not word.startswith("--") or word == "--":
            plain.append(word)
            continue
        name, equals, value = word[2:].partition("=")
        parameter = own.get(name) or extra.get(name)
        if parameter is None and name in FORMAT and any(p.on_graph for p in game.parameters):
            if not equals and not queue:
                raise BadInput(f"--{name} needs a value")
            if form is not None:
                raise BadInput(f"--{name} is given twice, but takes one value")
            from gameproof.instances.graph_files import known_format

            form = known_format(value if equals else queue.pop(0))
            continue
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
        made = _option_value(parameter, taken, folder)
        target[key] = said_again(parameter, target[key], made) if key in target else made
    return plain, board, arguments, form


def said_again(parameter: Parameter, before: object, now: object) -> object:
    """The value of an option that is given in two places: both, where it is a list. Raises
    :class:`BadInput` for one that is none, of which neither place may win silently."""
    if isinstance(before, list) and isinstance(now, list):
        return [*before, *now]
    if parameter.between and isinstance(before, str) and isinstance(now, str):
        return f"{before}{parameter.between}{now}"
    raise BadInput(f"--{parameter.name} is given twice, but takes one value")


def given(parameter: Parameter, value: object, folder: Path) -> object:
    """A value of a board's object: names of files stand in ``folder``, lists for a file's
    content. Raises :class:`BadInput`."""
    if parameter.kind == "file" and isinstance(value, list):
        from gameproof.instances.typed_boards import of_list

        return of_list(parameter, value)
    if isinstance(value, dict) and isinstance(value.get("file"), str):
        return {**value, "file": str(folder / value["file"])}
    return value


def joined(
    parameters: Iterable[Parameter], before: dict[str, object], more: dict[str, object]
) -> dict[str, object]:
    """Values from two places, as of a file's board and its position; raises :class:`BadInput`
    where both give what can be given once."""
    known = {p.name.replace("-", "_"): p for p in parameters}
    found = dict(before)
    for key, value in more.items():
        twice = key in found and key in known
        found[key] = said_again(known[key], found[key], value) if twice else value
    return found


def _take_option(parameter: Parameter, queue: list[str]) -> list[str]:
    if not queue or queue[0].startswith("--"):
        raise BadInput(f"--{parameter.name} needs a value")
    taken = [queue.pop(0)]
    if parameter.kind == "integers":
        while queue and _is_integer(queue[0]):
            taken.append(queue.pop(0))
    return taken


def _option_value(parameter: Parameter, taken: list[str], folder: Path) -> object:
    if parameter.kind == "vertices":
        # Names that hold blanks and commas are found by whoever has the graph.
        return [v for word in taken for v in _split_names(word)]
    if parameter.kind == "integers":
        parts = [part for text in taken for part in text.replace(",", " ").split()]
        return [_integer(parameter, part) for part in parts]
    return _single(parameter, taken[0], folder)


_NAMES = re.compile(r"[\w.+-]+(?:,[\w.+-]+)*|[0-9]+(?:[, ]+[0-9]+)*")


def _split_names(word: str) -> list[str]:
    return re.split("[, ]+", word) if _NAMES.fullmatch(word) else [word]


def _take_positional(
    game: AnyGame,
    plain: list[str],
    board: dict[str, object],
    folder: Path,
    form: str | None,
    graph: object,
) -> None:
    rest = list(plain)
    for parameter in game.parameters:
        if parameter.option:
            continue
        rest[:1] = _loose(game, parameter, rest[:1])
        key = parameter.name.replace("-", "_")
        if not rest:
            if parameter.required:
                raise BadInput(f"{game.name} needs {usage(game)}: {parameter.name} is missing")
            continue
        if parameter.on_graph:
            used = _graph_length(rest)
            arcs = played_on_arcs(parameter, board)
            board[key] = _graph_json(rest[:used], folder, form, arcs) if graph is None else graph
        elif parameter.kind == "integers":
            rest = [n for w in rest for n in (w.split(",") if _NUMBERS.fullmatch(w) else [w])]
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
            board[key] = _split_names(rest[0])
        else:
            used = 1
            board[key] = _single(parameter, rest[0], folder)
        del rest[:used]
    if rest:
        raise BadInput(
            f"{game.name}: too many words, starting at {rest[0]!r}; expected {usage(game)}"
        )


_NUMBERS = re.compile(r"[+-]?[0-9]+(,[+-]?[0-9]+)+")
_CROSS = re.compile(r"[0-9]{1,9}([x×][0-9]{1,9})+")


def _loose(game: AnyGame, parameter: Parameter, word: list[str]) -> list[str]:
    """A word that people type for several: a quoted graph ``"complete 5"``, and ``3x4`` for
    two numbers that follow one another (for ``tictactoe`` the side and the dimension)."""
    if not word:
        return word
    if parameter.on_graph and " " in word[0].strip():
        from gameproof.instances.graphs import FAMILIES

        return word[0].split() if word[0].split()[0] in FAMILIES else word
    if parameter.kind != "integer" or not _CROSS.fullmatch(word[0]):
        return word
    sides = re.split("[x×]", word[0])
    if [p.name for p in game.parameters if not p.option] != ["n", "d"]:
        return sides
    if len(set(sides)) > 1:
        raise BadInput(f"{game.name} is played on boards of equal sides, not {word[0]!r}")
    return [sides[0], str(len(sides))]


def usage(game: AnyGame) -> str:
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


def _single(parameter: Parameter, word: str, folder: Path) -> object:
    if parameter.kind == "integer":
        return _integer(parameter, word)
    if parameter.kind == "choice" and word not in parameter.choices:
        raise BadInput(
            f"{parameter.name} must be one of {', '.join(parameter.choices)}, not {word!r}"
            f"{hint(word, parameter.choices)}"
        )
    if parameter.kind == "file":
        from gameproof.instances.typed_boards import file_value

        return file_value(parameter, word, folder)
    if parameter.on_graph:
        return _graph_json(word.split() or [""], folder, None, parameter.kind == "digraph")
    return word


def _integer(parameter: Parameter, word: str) -> int:
    if not _is_integer(word):
        raise BadInput(f"{parameter.name} must be a whole number, not {word!r}")
    return int(word)


def _is_integer(word: str) -> bool:
    digits = word[1:] if word[:1] in "+-" else word
    return digits.isdecimal() and digits.isascii() and len(digits) <= 4000


def _graph_length(words: list[str]) -> int:
    from gameproof.instances.graphs import FAMILIES

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


def _graph_json(words: list[str], folder: Path, form: str | None, arcs: bool) -> object:
    from gameproof.instances.graphs import FAMILIES, existing, literal, written_out

    if literal(words[0]):
        return words[0]
    if words[0] == "-":
        from gameproof.instances.graph_files import (
            bounded,
            line_format,
            literals,
            read_graph,
            standard_input,
        )

        data = bounded(standard_input(), "-")
        lines = line_format(Path("-"), data[:MOST_START].lstrip().partition(b"\n")[0], form)
        if lines is not None:
            found = [word for _, word in literals(Path("-"), io.BytesIO(data), lines)]
            if len(found) == 1:
                return found[0]
        read = read_graph(Path("-"), data, directed=arcs, form=form)
        return {**graph_json(read), "directed": read.directed}
    short = written_out(words[0])
    if words[0] in FAMILIES or short is not None:
        if form is not None:
            raise BadInput(f"--format goes with a file, {words[0]!r} is none")
        if short is not None and (folder / words[0]).exists():
            raise BadInput(
                f"{words[0]!r} is a graph and a file: write {' '.join(short)!r} or './{words[0]}'"
            )
        return " ".join(words if short is None else short)
    found_file = {"file": str(existing(words[0], folder))}
    return found_file if form is None else {**found_file, "format": form}


MOST_START = 1 << 16


def graph_json(graph: Graph) -> dict[str, object]:
    """A graph as the value of a board's parameter."""
    plain: dict[str, object] = {"n": graph.n, "edges": graph.edges}
    if graph.names is not None:
        plain["names"] = list(graph.names)
    for name in ("counted", "directed", "unsure"):
        if getattr(graph, name):
            plain[name] = getattr(graph, name)
    return plain


def to_words(
    game: AnyGame, board: dict[str, object], arguments: Iterable[tuple[str, object]] = ()
) -> str:
    """The words that stand for these parameters, for people to read."""
    parts = [game.name]
    options = []
    for parameter in game.parameters:
        key = parameter.name.replace("-", "_")
        if key not in board or board[key] is None or board[key] is False:
            continue
        text = _value_words(board[key], "," if parameter.kind == "vertices" else " ", parameter)
        if not parameter.option:
            parts.append(text)
        elif parameter.kind == "flag":
            options.append(f"--{parameter.name}")
        else:
            options.append(f"--{parameter.name} {text}")
    options += [f"--{name.replace('_', '-')} {_value_words(v, ',')}" for name, v in arguments]
    return " ".join(p for p in [*parts, *options] if p)


def _value_words(value: object, separator: str, parameter: Parameter | None = None) -> str:
    """The words of a value. What is said of a graph or a file is what is taken of it: other
    entries beside, as a ``name`` beside a graph's edges, must not name another board."""
    kind = "" if parameter is None else parameter.kind
    on_graph = parameter is not None and parameter.on_graph
    if isinstance(value, dict):
        if on_graph and "file" not in value:
            arcs = kind == "digraph" or value.get("directed") is True
            what, lines = ("digraph", "arcs") if arcs else ("graph", "edges")
            many = len(value.get("edges", ()))
            return f"{what}-with-{value.get('n')}-vertices-{many}-{lines}"
        if parameter is not None and kind == "file" and "text" in value:
            from gameproof.instances.typed_boards import file_words

            return file_words(parameter, str(value["text"]), str(value.get("name", "-")))
        return quoted(str(value.get("file", "-")), word=True)
    if isinstance(value, list | tuple):
        return separator.join(_value_words(v, separator, parameter) for v in value)
    if on_graph:
        return " ".join(str(value).split())
    if kind in ("vertex", "vertices"):
        return quoted(str(value))
    return quoted(value, word=True) if isinstance(value, str) else str(value)
