"""Boards and questions as Python gives them: words, graphs, positions; as instances."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING

from gameproof.games.meaning.bad_input import BadInput

if TYPE_CHECKING:
    from gameproof.games.game import AnyGame
    from gameproof.games.meaning.parameter import Parameter
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
        return _about(asked, asked_for, parameters)
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
    board = board_of(words, rest[0], {"directed": "--directed" in words, **parameters})
    document = {
        "schema": "gameproof/instance/1",
        "game": words[0],
        "board": board,
        "position": shlex.join(words[1:]) if words[1:] else None,
        "question": question,
    }
    return with_parameters(from_object(document), parameters)


def _about(position: Position, question: str | None, parameters: Mapping[str, object]) -> Instance:
    """A question about a position, which stays as it is."""
    from gameproof.instances.instance import Instance, find_question

    resolved = position.resolved
    own = {p.name.replace("-", "_") for p in resolved.game.parameters}
    for name in parameters:
        if name in own:
            raise BadInput(f"{name} belongs to the board, which the position has")
    made = Instance(
        schema="gameproof/instance/1",
        game=position.game,
        board=resolved.parameters,
        question=find_question(resolved.game, question).name,
        moves=list(resolved.moves),
    )
    return with_parameters(made, parameters)


def with_parameters(instance: Instance, given: Mapping[str, object]) -> Instance:
    """The instance with more of the game's options and the question's arguments."""
    import msgspec

    from gameproof.games.meaning.bad_input import hint
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
        kind = next(
            p.kind
            for p in (*game.parameters, *question.parameters)
            if p.name == name.replace("_", "-")
        )
        plain = _plain(value, kind, next(iter(instance.board.values()), None))
        (board if name in own else arguments)[name] = plain
    board = joined(game.parameters, instance.board, board)
    arguments = joined(question.parameters, instance.arguments, arguments)
    return msgspec.structs.replace(instance, board=board, arguments=arguments)


def _plain(value: object, kind: str = "", graph: object = None) -> object:
    """A value as JSON has it: NumPy's numbers are numbers; a vertex goes by its name, as
    ``(0, 0)``, a single one of ``graph`` stands for a list of one. Raises :class:`BadInput`."""
    from gameproof.instances.graph_reading import name_of

    if kind == "vertex" and value is not None and not isinstance(value, str | bool):
        return name_of(value)
    if kind == "vertices" and not isinstance(value, bool | None):
        known = graph.get("names", ()) if isinstance(graph, Mapping) else ()
        rows = [value]
        if isinstance(value, Iterable) and not isinstance(value, str):
            inner = list(value)
            if name_of(value) not in known:
                rows = inner
            elif all(name_of(v) in known for v in inner):
                raise BadInput(f"{value!r} may be one vertex or several; write a list")
        return [v if isinstance(v, str | bool) else name_of(v) for v in rows]
    if type(value) is not bool and isinstance(value, Integral):
        return int(value)
    if isinstance(value, set | frozenset):
        value = sorted(value, key=lambda v: (len(str(v)), str(v)))  # in no order of their own
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value


def board_of(
    words: Sequence[str], board: object, options: Mapping[str, object]
) -> dict[str, object]:
    """The board's parameters as JSON: of a graph, numbers, or a mapping of parameters."""
    from gameproof.instances.instance import find_game

    game = find_game(words[0])
    names = {p.name for p in game.parameters}
    if isinstance(board, Mapping) and {str(key).replace("_", "-") for key in board} <= names:
        return {str(name).replace("-", "_"): _plain(value) for name, value in board.items()}
    places = [p for p in game.parameters if not p.option]
    first = places[0] if places else None
    if first is not None and first.on_graph:
        return graph_board(game, first, board, options)
    if first is not None and first.kind == "integers" and isinstance(board, Sequence):
        return {first.name.replace("-", "_"): list(board)}
    if first is not None and first.inline is not None and isinstance(board, Sequence):
        return {first.name.replace("-", "_"): _plain(list(board))}
    if isinstance(board, Sequence) and not isinstance(board, str) and len(board) <= len(places):
        return {p.name.replace("-", "_"): v for p, v in zip(places, board, strict=False)}
    raise BadInput(f"expected a board of {game.name}, not {type(board).__name__}")


def graph_board(
    game: AnyGame, parameter: Parameter, board: object, options: Mapping[str, object]
) -> dict[str, object]:
    """The parameters of a board that is a graph; see :mod:`gameproof.instances.python_graphs`."""
    from gameproof.games.meaning.portable import played_on_arcs
    from gameproof.instances.python_graphs import listing_of
    from gameproof.instances.words import graph_json

    graph = listing_of(board).graph("graph", played_on_arcs(parameter, options))
    value = {**graph_json(graph), "directed": graph.directed}
    flag = any(p.name == "directed" and p.kind == "flag" for p in game.parameters)
    more = {"directed": True} if flag and graph.directed and not options.get("directed") else {}
    return {parameter.name.replace("-", "_"): value, **more}
