"""Boards and questions as Python gives them: words, graphs, positions; as instances."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gameproof.games.meaning.bad_input import BadInput

if TYPE_CHECKING:
    from gameproof.games.game import AnyGame
    from gameproof.instances.instance import Instance
    from gameproof.playing import Position


@contextmanager
def one_exception() -> Iterator[None]:
    """Wrong input is :class:`BadInput`, whatever found it, with the command line's message."""
    try:
        yield
    except BadInput as error:
        if error.where and not str(error).startswith(error.where):
            error.args = (f"{error.where}: {error.message}",)
        raise
    except Exception as error:
        if getattr(error, "exit_status", None) in (2, 4):
            raise BadInput(str(error)) from error
        raise


def instance_of(
    asked: str | Path | Position, rest: Sequence[object], parameters: Mapping[str, object]
) -> Instance:
    """The instance that ``asked``, a board and a question ask for (see ``docs/python.md``)."""
    from gameproof.instances.instance import from_object, from_words, read
    from gameproof.playing import Position

    if len(rest) > 2:
        raise BadInput(f"expected a game, a board and a question, found {len(rest) + 1} values")
    if isinstance(asked, Position):
        asked_for = rest[0] if rest else None
        if len(rest) > 1 or not isinstance(asked_for, str | None):
            raise BadInput("a position is asked a question, it has its board")
        return asked.instance(asked_for, parameters)
    if isinstance(asked, Path):
        if rest or parameters:
            raise BadInput("an instance file names its own board and question", str(asked))
        return read(asked)
    if not isinstance(asked, str):
        raise BadInput(
            f"expected a game's words, an instance file or a position, not {type(asked).__name__}"
        )
    words = shlex.split(asked)
    with_board = len(rest) == 2 or (len(rest) == 1 and not isinstance(rest[0], str | None))
    question = (rest[1] if len(rest) == 2 else None) if with_board else (rest[0] if rest else None)
    if not isinstance(question, str | None):
        raise BadInput(f"a question is a text, not {type(question).__name__}")
    if with_board and isinstance(rest[0], str):
        words[1:1] = shlex.split(rest[0])
    if with_board and isinstance(rest[0], Path):
        words.insert(1, str(rest[0]))
    if not with_board or isinstance(rest[0], str | Path):
        made = from_words(words, question)
        return with_parameters(made, parameters) if parameters else made
    if not words:
        raise BadInput("expected the name of a game")
    board = board_of(words, rest[0])
    document = {
        "schema": "gameproof/instance/1",
        "game": words[0],
        "board": board,
        "position": shlex.join(words[1:]) if words[1:] else None,
        "question": question,
    }
    return with_parameters(from_object(document), parameters)


def with_parameters(instance: Instance, given: Mapping[str, object]) -> Instance:
    """The instance with more of the game's options and the question's arguments."""
    import msgspec

    from gameproof.instances.did_you_mean import hint
    from gameproof.instances.instance import find_game, find_question
    from gameproof.instances.words import joined

    game = find_game(instance.game)
    question = find_question(game, instance.question)
    own = {p.name.replace("-", "_") for p in game.parameters}
    extra = {p.name.replace("-", "_") for p in question.parameters}
    assert isinstance(instance.board, dict)
    board: dict[str, object] = {}
    arguments: dict[str, object] = {}
    for name, value in given.items():
        if name == "question" and name not in own | extra:
            raise BadInput("the question has no name here, it is the text after the board")
        if name not in own | extra:
            raise BadInput(f"{game.name} has no option {name!r}{hint(name, own | extra)}")
        (board if name in own else arguments)[name] = _plain(value)
    board = joined(game.parameters, instance.board, board)
    arguments = joined(question.parameters, instance.arguments, arguments)
    return msgspec.structs.replace(instance, board=board, arguments=arguments)


def _plain(value: object) -> object:
    if isinstance(value, set | frozenset):
        value = sorted(value, key=lambda v: (len(str(v)), str(v)))  # in no order of their own
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value


def board_of(words: Sequence[str], board: object) -> dict[str, object]:
    """The board's parameters as JSON: of a graph, numbers, or a mapping of parameters."""
    from gameproof.instances.instance import find_game

    game = find_game(words[0])
    if isinstance(board, Mapping):
        return {str(name).replace("-", "_"): _plain(value) for name, value in board.items()}
    places = [p for p in game.parameters if not p.option]
    first = places[0] if places else None
    if first is not None and first.kind in ("graph", "digraph"):
        return graph_board(game, first.name.replace("-", "_"), first.kind == "digraph", board)
    if first is not None and first.kind == "integers" and isinstance(board, Sequence):
        return {first.name.replace("-", "_"): list(board)}
    if first is not None and first.inline is not None and isinstance(board, Sequence):
        return {first.name.replace("-", "_"): _plain(list(board))}
    if isinstance(board, Sequence) and not isinstance(board, str) and len(board) <= len(places):
        return {p.name.replace("-", "_"): v for p, v in zip(places, board, strict=False)}
    raise BadInput(f"expected a board of {game.name}, not {type(board).__name__}")


def graph_board(game: AnyGame, key: str, directed: bool, board: object) -> dict[str, object]:
    """A graph from networkx, pairs of vertices, or an adjacency matrix (NumPy, SciPy)."""
    flag = any(p.name == "directed" and p.kind == "flag" for p in game.parameters)
    graph, arcs = _graph(board, directed)
    if arcs and not directed:
        if not flag:
            raise BadInput(f"{game.name} is played on undirected graphs")
        return {key: graph, "directed": True}
    if directed and arcs is False:
        raise BadInput(f"{game.name} is played on directed graphs")
    return {key: graph}


def _graph(board: object, directed: bool) -> tuple[dict[str, object], bool | None]:
    """The graph as JSON, and whether it has a direction (``None``: it does not say)."""
    if hasattr(board, "edges") and hasattr(board, "nodes") and hasattr(board, "is_directed"):
        nodes = list(board.nodes)
        number = {node: k for k, node in enumerate(nodes)}
        if set(nodes) == set(range(len(nodes))):
            number = {node: node for node in nodes}
        edges = [(number[edge[0]], number[edge[1]]) for edge in board.edges]
        names = None if number.keys() == set(range(len(nodes))) else [str(v) for v in nodes]
        return _json(len(nodes), edges, names), bool(board.is_directed())
    if hasattr(board, "toarray"):
        board = board.toarray()
    shape = getattr(board, "shape", None)
    if shape is not None and len(shape) == 2 and shape[0] == shape[1]:
        return _matrix(board, directed)
    if isinstance(board, str) or not hasattr(board, "__iter__"):
        raise BadInput(f"expected a graph, not {type(board).__name__}")
    pairs = [tuple(edge) for edge in board]
    if any(len(pair) != 2 for pair in pairs):
        raise BadInput("an edge is a pair of vertices")
    ends = [end for pair in pairs for end in pair]
    if all(hasattr(end, "__index__") and not isinstance(end, bool) for end in ends):
        rows = [(int(a), int(b)) for a, b in pairs]
        return _json(max((max(row) for row in rows), default=-1) + 1, rows, None), None
    named = {end: k for k, end in enumerate(dict.fromkeys(ends))}
    rows = [(named[a], named[b]) for a, b in pairs]
    return _json(len(named), rows, [str(end) for end in named]), None


def _matrix(board: object, directed: bool) -> tuple[dict[str, object], bool | None]:
    import numpy as np

    matrix = np.asarray(board)
    if not np.isin(matrix, (0, 1)).all():
        raise BadInput(
            "an adjacency matrix holds 0 and 1; numbers of edges and weights are not read"
        )
    symmetric = bool((matrix == matrix.T).all())
    used = matrix if directed or not symmetric else np.triu(matrix)
    edges = [(int(a), int(b)) for a, b in np.argwhere(used)]
    return _json(len(matrix), edges, None), None if symmetric else True


def _json(n: int, edges: list[tuple[int, int]], names: list[str] | None) -> dict[str, object]:
    graph: dict[str, object] = {"n": n, "edges": [list(edge) for edge in edges]}
    return graph if names is None else {**graph, "names": names}
