"""Instances: a game, a board, a position and a question, from words or a file.

File form (JSON, or TOML for hand writing), schema ``gameproof/instance/1``::

    {"schema": "gameproof/instance/1", "game": "geography",
     "board": "grid 3 3 --start 4", "question": "outcome", "expected": "P",
     "source": "..."}

``board`` is either words, the same as on the command line, or an object with
one entry for each of the game's parameters; ``position`` adds options in the
same two forms; ``moves`` were played from there, in the game's notation.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from gameproof.games.game import AnyGame, games
from gameproof.games.meaning.bad_input import BadInput, hint, quoted
from gameproof.games.meaning.portable import (
    SCHEMA,
    Asked,
    asked,
    at_place,
    parameter_values,
    the_graph,
)
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import AnyQuestion
from gameproof.instances.typed_words import DOMAIN, is_file, misread, sgf_words, split, typed
from gameproof.instances.values import digest, from_outside, without_files
from gameproof.instances.words import given, joined, parse_words, to_words


class LimitSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``time`` in seconds, ``memory`` in bytes; ``None`` leaves the run's own limit."""

    time: float | None = None
    memory: int | None = None


class Instance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One question about one position; see the module's text for the file form."""

    schema: Literal["gameproof/instance/1"]
    game: str
    board: str | dict[str, Any]
    question: str | None = None
    position: str | dict[str, Any] | None = None
    moves: list[str] = []
    arguments: dict[str, Any] = {}
    limits: LimitSpec = LimitSpec()
    expected: str | None = None
    source: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """An instance made concrete: the position itself, and a canonical key.

    ``parameters`` and ``arguments`` are the JSON values, ``words`` the board as
    a person would type it, ``key`` a SHA-256 that names the question exactly.
    """

    game: AnyGame
    module: str
    question: AnyQuestion
    position: AnyPosition
    parameters: dict[str, Any]
    arguments: dict[str, Any]
    values: dict[str, Any]
    words: str
    key: str
    moves: tuple[str, ...] = ()


def from_words(
    words: list[str], question: str | None = None, folder: Path = Path(), graph: Any = None
) -> Instance:
    """The instance that ``GAME WORDS...`` asks for; raises :class:`BadInput`.

    A ``graph`` given as a board's value stands for the word of the graph.
    """
    words = typed(words)
    if not words:
        raise BadInput("expected a game and its words; 'gameproof list' names the games")
    game = find_game(words[0])
    rest, flagged = _question_flag(game, words[1:])
    if question is not None and flagged is not None:
        raise BadInput(f"two questions: {question[:60]!r} and --{flagged}", "question")
    asked = find_question(game, question or flagged or implied_by_words(game, rest, folder))
    board, arguments = parse_words(game, rest, asked.name, folder, graph)
    if question is None and flagged is None and not arguments:  # a file on standard input
        asked = find_question(game, implied(game, board) or asked.name)
    return Instance(
        schema="gameproof/instance/1",
        game=game.name,
        board=board,
        question=asked.name,
        arguments=arguments,
    )


def implied(game: AnyGame, board: dict[str, Any]) -> str | None:
    """The question that the text of the game's file asks, where it stands in the board."""
    if game.implied is not None:
        for value in board.values():
            if isinstance(value, dict) and isinstance(value.get("text"), str):
                return game.implied(value["text"])
    return None


def implied_by_words(game: AnyGame, words: list[str], folder: Path) -> str | None:
    """The question that the game's file asks, whose name is the first of the words."""
    if game.implied is None or not words or words[0] == "-" or not is_file(folder / words[0]):
        return None
    from gameproof.instances.graph_files import read_text

    return game.implied(read_text(folder / words[0]))


def _question_flag(game: AnyGame, words: list[str]) -> tuple[list[str], str | None]:
    """Take ``-q all`` where words are a text, and ``--all`` for it: a question's name as a flag,
    where no option has it. Raises :class:`BadInput` for two questions."""
    options = {p.name for p in game.parameters if p.option}
    names = {q.name for q in game.questions} - options
    rest: list[str] = []
    asked: list[str] = []
    queue = iter(words)
    for word in queue:
        if word in ("-q", "--question"):
            asked.append(next(queue, ""))
        elif word.startswith("--") and word[2:] in names:
            asked.append(word[2:])
        else:
            rest.append(word)
    if len(asked) > 1:
        raise BadInput(f"two questions: {asked[0][:60]!r} and {asked[1][:60]!r}", "question")
    return rest, asked[0] if asked else None


def find_game(name: str) -> AnyGame:
    """The game of that name; raises :class:`BadInput` with a suggestion."""
    found = games().get(name)
    if found is None:
        raise BadInput(f"no game {name!r}{hint(name, games())}; 'gameproof list' names the games")
    return found[0]


OF_VALUES = ("stops", "birthday")
"""What is told beside a value, of the game's canonical form."""


def find_question(game: AnyGame, name: str | None) -> AnyQuestion:
    """The game's question of that name, its first one for ``None``."""
    if name is None:
        return game.questions[0]
    for question in game.questions:
        if question.name == name:
            return question
    known = [q.name for q in game.questions]
    near = hint(name, known)
    if name in OF_VALUES and "value" in known:
        near = f"; 'value' gives the {name} beside its answer"
    raise BadInput(
        f"{game.name} has no question {name[:60]!r}{near} (its questions: {', '.join(known)})",
        "question",
    )


def read(path: Path) -> Instance:
    """The instance in a ``.json`` or ``.toml`` file.

    A ``.pg`` file is an instance of ``positional``, an ``.sgf`` file of Hex or five in a row,
    an ``.ig`` problem one of ``bddl`` with the ``domain.ig`` beside it. Raises
    :class:`BadInput` with the file, the path inside it and what was expected.
    """
    from gameproof.instances.graph_files import read_bytes

    if path.suffix == ".pg":
        return from_words(["positional", path.name], folder=path.parent)
    if path.suffix == ".sgf":
        return from_words(sgf_words(path))
    if path.suffix == ".ig":
        return from_words(["bddl", DOMAIN, path.name], folder=path.parent)
    import tomllib  # a hundredth of a second, and few files are TOML

    data = read_bytes(path)
    try:
        document: Any = (
            tomllib.loads(data.decode()) if path.suffix == ".toml" else msgspec.json.decode(data)
        )
    except (ValueError, msgspec.DecodeError, RecursionError) as error:
        kind = "TOML" if path.suffix == ".toml" else "JSON"
        raise BadInput(misread(path, data) or f"not {kind}: {error}", str(path)) from None
    try:
        return from_object(document, path.parent)
    except BadInput as error:
        where = f"{path}: {error.where}" if error.where else str(path)
        raise BadInput(error.message, where) from None


def from_object(document: Any, folder: Path = Path()) -> Instance:
    """An instance from decoded JSON, its board's words parsed; raises :class:`BadInput`."""
    try:
        instance = msgspec.convert(document, Instance)
    except msgspec.ValidationError as error:
        raise _explained(error, document) from None
    game = at_place("game", find_game, instance.game)
    asked = at_place("question", find_question, game, instance.question)
    board, arguments = _part(game, asked, instance.board, "board", folder, whole=True)
    if instance.question is None and not arguments:
        asked = find_question(game, implied(game, board) or asked.name)
    if instance.position is not None:
        more, asked_too = _part(game, asked, instance.position, "position", folder, whole=False)
        board = at_place("position", joined, game.parameters, board, more)
        arguments = at_place("position", joined, asked.parameters, arguments, asked_too)
    arguments = at_place("arguments", joined, asked.parameters, arguments, instance.arguments)
    return msgspec.structs.replace(
        instance, board=board, position=None, arguments=arguments, question=asked.name
    )


def to_object(instance: Instance) -> dict[str, Any]:
    """The JSON object of an instance."""
    data = msgspec.to_builtins(instance, enc_hook=lambda value: value.tolist())
    assert isinstance(data, dict)
    return data


def write(path: Path, instance: Instance) -> None:
    """Write an instance file (JSON)."""
    text = json.dumps(to_object(instance), indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def resolve(instance: Instance, *, files: bool = True) -> Resolved:
    """Build the position. Raises :class:`BadInput`; the cost is that of the board.

    Without ``files`` an instance that names a file is refused.
    """
    game = at_place("game", find_game, instance.game)
    question = at_place("question", find_question, game, instance.question)
    if not isinstance(instance.board, dict):
        return resolve(from_object(to_object(instance)))
    board = instance.board
    special = from_outside if files else without_files
    found = asked(game, question, board, instance.arguments, instance.moves, special)
    return resolved(found, board)


def resolved(found: Asked, board: dict[str, Any]) -> Resolved:
    """What is asked, with the words for its board."""
    # Cells and vertices may have any names: one with blanks would read as the rest of a claim.
    played = [quoted(move, word=True) for move in found.moves]
    after = f" after {', '.join(played)}" if played else ""
    return Resolved(
        found.game,
        games()[found.game.name][1],
        found.question,
        found.position,
        board,
        found.arguments,
        found.values,
        to_words(found.game, board) + after,
        _key(found.game, found.question, found.values, found.arguments, list(found.moves)),
        found.moves,
    )


def key_of(instance: Instance) -> str:
    """The key that :func:`resolve` gives the instance, without its position. Raises
    :class:`BadInput`; the files that it names are read."""
    game = at_place("game", find_game, instance.game)
    question = at_place("question", find_question, game, instance.question)
    if not isinstance(instance.board, dict):
        return key_of(from_object(to_object(instance)))
    values = parameter_values(game.parameters, instance.board, "board", special=from_outside)
    given = parameter_values(
        question.parameters,
        instance.arguments,
        "arguments",
        the_graph(game.parameters, values),
        special=from_outside,
    )
    arguments = {k: v for k, v in given.items() if v is not None}
    return _key(game, question, values, arguments, instance.moves)


def _key(
    game: AnyGame,
    question: AnyQuestion,
    values: dict[str, Any],
    arguments: dict[str, Any],
    moves: list[str],
) -> str:
    """A SHA-256 of everything that the question is about."""
    canonical = {
        "game": game.name,
        "question": question.name,
        "board": {k: _canonical(v) for k, v in sorted(values.items()) if v is not None},
        "arguments": {k: _canonical(v) for k, v in sorted(arguments.items())},
    }
    if moves:
        canonical["moves"] = moves
    text = json.dumps(canonical, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _part(
    game: AnyGame,
    asked: AnyQuestion,
    part: str | dict[str, Any],
    name: str,
    folder: Path,
    *,
    whole: bool,
) -> tuple[dict[str, Any], dict[str, Any]]:
    if isinstance(part, dict):
        known = [p.name.replace("-", "_") for p in game.parameters]
        for key in part:
            if key not in known:
                listed = ", ".join(known)
                raise BadInput(
                    f"{game.name} has no parameter {key!r}{hint(key, known)} (it has: {listed})",
                    f"{name}.{key}",
                )
        own = {p.name.replace("-", "_"): p for p in game.parameters}
        return {k: at_place(f"{name}.{k}", given, own[k], v, folder) for k, v in part.items()}, {}
    words = at_place(name, split, part)
    if words and words[0] == game.name:
        del words[0]
    if not whole:
        # Options only: the board was given elsewhere.
        game = dataclasses.replace(game, parameters=tuple(p for p in game.parameters if p.option))
    parsed: tuple[dict[str, Any], dict[str, Any]] = at_place(
        name, parse_words, game, words, asked.name, folder
    )
    return parsed


def _canonical(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_canonical(v) for v in value]
    if value is None or isinstance(value, str | int):
        return value
    from gameproof.games.graph import Graph

    if not isinstance(value, Graph):
        return value
    names = list(value.names) if value.names is not None else None
    counted = {"counted": True} if value.counted else {}
    return {"graph": digest(value), "names": names, **counted}


def _explained(error: msgspec.ValidationError, document: Any) -> BadInput:
    text, _, place = str(error).partition(" - at `$")
    place = place.rstrip("`").lstrip(".")
    if text.startswith("Object contains unknown field"):
        word = text.split("`")[1]
        fields = Instance.__struct_fields__ if not place else LimitSpec.__struct_fields__
        return BadInput(
            f"unknown field {word!r}{hint(word, fields)}", f"{place}.{word}".lstrip(".")
        )
    if place == "schema" and isinstance(document, dict):
        return BadInput(f"expected {SCHEMA!r}, found {document.get('schema')!r}", "schema")
    return BadInput(text[:1].lower() + text[1:], place)
