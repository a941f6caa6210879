"""What is asked, as plain JSON that means the same everywhere: numbers, edges and names.

``{"schema": "gameproof/instance/1", "game": ..., "board": {...}, "question": ...,
"arguments": {...}, "moves": [...]}``: the board has an entry for each of the game's parameters. A
graph is ``{"n": ..., "edges": [[0, 1], ...]}``, with the ``names`` of its vertices where they have
some, ``directed``, or ``counted`` from 1; its ``words``, how somebody asked for it, are read by
nobody here. A vertex is its name, else its number, as a text; a text that a game reads itself is
``{"text": ...}``. No words of a command line, no files. ``moves`` were played from the board, in
the game's notation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from gameproof.games.game import AnyGame, games
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import AnyQuestion

if TYPE_CHECKING:
    from gameproof.games.graph import Graph

P = ParamSpec("P")
T = TypeVar("T")

MOST_BITS = 13_287
"""Bits of the largest numbers: 4000 digits, which Python still prints."""
SCHEMA = "gameproof/instance/1"
ENTRIES = ("schema", "game", "board", "question", "arguments", "moves")
GRAPHS = ("graph", "digraph")
"""Kinds of parameters whose value is a graph."""

Special = Callable[[Parameter, object, "Graph | None", bool], object]
"""What a reader of words and files makes of a parameter's value, which is then typed here. It gets
the board's graph, and whether a graph is to be directed."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a position, with the values of the board and the moves that led to it."""

    game: AnyGame
    question: AnyQuestion
    position: AnyPosition
    arguments: dict[str, Value]
    values: dict[str, object]
    moves: tuple[str, ...] = ()


def read(document: object) -> Asked:
    """What a document asks; raises :class:`BadInput`. The cost is that of the board."""
    if not isinstance(document, Mapping):
        raise BadInput("expected an object")
    for name in document:
        if name not in ENTRIES:
            raise BadInput(f"unknown field {str(name)[:60]!r}", str(name)[:60])
    if document.get("schema") != SCHEMA:
        raise BadInput(f"expected {SCHEMA!r}", "schema")
    name, about = document.get("game"), document.get("question")
    found = games().get(name) if isinstance(name, str) else None
    if found is None:
        raise BadInput(f"no game {str(name)[:60]!r}", "game")
    question = next((q for q in found[0].questions if q.name == about), None)
    if question is None:
        raise BadInput(f"{name} has no question {str(about)[:60]!r}", "question")
    board, arguments = document.get("board"), document.get("arguments", {})
    moves = document.get("moves", [])
    if not isinstance(board, dict):
        raise BadInput("expected an object with the board's parameters", "board")
    if not isinstance(arguments, dict):
        raise BadInput("expected an object", "arguments")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadInput("expected a list of texts", "moves")
    return asked(found[0], question, board, arguments, moves)


def asked(
    game: AnyGame,
    question: AnyQuestion,
    board: Mapping[str, object],
    arguments: Mapping[str, object],
    moves: Sequence[str],
    special: Special = lambda _parameter, value, _graph, _directed: value,
) -> Asked:
    """The position of a board after the moves; raises :class:`BadInput`."""
    values = parameter_values(game.parameters, board, "board", special=special)
    position = at_place(_place(board), lambda: game.make(**values))
    for number, move in enumerate(moves):
        position = at_place(f"moves[{number}]", _played, position, move)
    graph = the_graph(game.parameters, values)
    given = parameter_values(question.parameters, arguments, "arguments", graph, special=special)
    known: dict[str, Value] = {k: v for k, v in given.items() if v is not None}  # type: ignore[misc]
    return Asked(game, question, position, known, values, tuple(moves))


def _played(position: AnyPosition, move: str) -> AnyPosition:
    return position.play(position.parse_move(move))


def parameter_values(
    parameters: tuple[Parameter, ...],
    given: Mapping[str, object],
    place: str,
    graph: Graph | None = None,
    *,
    special: Special,
) -> dict[str, object]:
    """The typed value of every parameter, its default where none is given.

    ``graph`` was made before, and names the vertices. Raises :class:`BadInput` with the path below
    ``place``.
    """
    keys = {p.name.replace("-", "_"): p for p in parameters}
    for key in given:
        if key not in keys:
            raise BadInput(f"unknown name {key!r}", f"{place}.{key}")
    values: dict[str, object] = {}
    # Graphs first: vertices are named by the graph.
    for key, p in sorted(keys.items(), key=lambda item: item[1].kind not in GRAPHS):
        if key not in given or given[key] is None:
            if p.required and not p.option:
                raise BadInput(f"{p.name} is missing", f"{place}.{key}")
            values[key] = p.default
            continue
        if graph is None:
            graph = the_graph(parameters, values)
        at_place(f"{place}.{key}", _one_direction, p, given[key], given.get("directed"))
        arcs = played_on_arcs(p, given)

        def typed(p: Parameter = p, value: object = given[key], graph: Graph | None = graph,
                  arcs: bool = arcs) -> object:  # fmt: skip
            return _value(p, special(p, value, graph, arcs), graph, arcs)

        values[key] = at_place(f"{place}.{key}", typed)
    return values


def the_graph(parameters: Sequence[Parameter], values: Mapping[str, object]) -> Graph | None:
    """The graph of a board, if it has one."""
    names = (p.name.replace("-", "_") for p in parameters if p.kind in GRAPHS)
    for name in names:
        made: Any = values.get(name)
        if made is not None:
            graph: Graph = made
            return graph
    return None


def played_on_arcs(p: Parameter, given: Mapping[str, object]) -> bool:
    """Is the game with these options played on the arcs of the graph ``p``, whatever a file
    says of direction?"""
    return p.kind == "digraph" or given.get("directed") is True


def _one_direction(p: Parameter, value: object, flag: object) -> None:
    """A graph that says whether it is directed must not be contradicted by what stands beside."""
    said = value.get("directed") if isinstance(value, dict) else None
    if p.kind not in GRAPHS or not isinstance(said, bool):
        return
    if said is not (True if p.kind == "digraph" else flag if isinstance(flag, bool) else said):
        raise BadInput(f"the graph says {str(said).lower()}, the board another", "directed")


def _value(p: Parameter, value: object, graph: Graph | None, arcs: bool) -> object:
    match p.kind:
        case "graph" | "digraph":
            from gameproof.games.meaning.portable_graphs import graph_of

            return graph_of(value, directed=arcs)
        case "integer":
            return _integer(value)
        case "integers":
            return tuple(map(_integer, _list(value, "whole numbers")))
        case "flag":
            if not isinstance(value, bool):
                raise BadInput(f"expected true or false, found {value!r}")
            return value
        case "vertex":
            return _vertex(value, graph)
        case "vertices":
            return tuple(_vertex(v, graph) for v in _list(value, "vertices"))
        case "words":
            return tuple(map(str, _list(value, "words")))
        case "choice":
            if value not in p.choices:
                raise BadInput(f"expected one of {', '.join(p.choices)}, found {value!r}")
            return value
        case "file":
            if not isinstance(value, dict) or not isinstance(value.get("text"), str):
                raise BadInput("expected {'text': ...}")
            return value["text"]
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise BadInput(f"expected text, found {value!r}")
    return str(value)


def _list(value: object, of: str) -> list[object]:
    if not isinstance(value, list):
        raise BadInput(f"expected a list of {of}, found {value!r}")
    return value


def _integer(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"expected a whole number, found {value!r}")
    if value.bit_length() > MOST_BITS:
        raise BadInput("a whole number has at most 4000 digits here")
    return value


def _vertex(value: object, graph: Graph | None) -> object:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise BadInput(f"expected a vertex, found {value!r}")
    return graph.vertex(str(value)) if graph is not None else value


def at_place(place: str, call: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
    """Call, and put the place in the document before the place inside the value."""
    try:
        return call(*values, **named)
    except BadInput as error:
        separator = "" if error.where.startswith("[") or not error.where else "."
        inner = "" if error.where == place else separator + error.where
        raise BadInput(error.message, place + inner) from None


def _place(board: Mapping[str, object]) -> str:
    """The place of what the rules refuse: the board, after the files that it stands in."""
    texts = [value for value in board.values() if isinstance(value, dict) and "text" in value]
    names = [str(text["name"]) for text in texts if "name" in text]
    return ": ".join([*([", ".join(names)] if names else []), "board"])
