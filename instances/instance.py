"""Instances: a game, a board, a position and a question, from words or a file.

File form (JSON, or TOML for hand writing), schema ``gameproof/instance/1``::

    {"schema": "gameproof/instance/1", "game": "geography",
     "board": "grid 3 3 --start 4", "question": "outcome", "expected": "P",
     "source": "..."}

``board`` is either words, the same as on the command line, or an object with
one entry for each of the game's parameters; ``position`` adds options in the
same two forms.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from gameproof.games.game import BadInput, Game, Question, games
from gameproof.games.graph import Graph
from gameproof.instances.did_you_mean import hint
from gameproof.instances.values import at_place, digest, parameter_values
from gameproof.instances.words import parse_words, to_words

SCHEMA = "gameproof/instance/1"
EMBED = 2000  # a certificate embeds a file's graph up to this many edges


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

    game: Game
    module: str
    question: Question
    position: Any
    parameters: dict[str, Any]
    arguments: dict[str, Any]
    values: dict[str, Any]
    words: str
    key: str


def from_words(words: list[str], question: str | None = None, folder: Path = Path()) -> Instance:
    """The instance that ``GAME WORDS...`` asks for; raises :class:`BadInput`."""
    if not words:
        raise BadInput("expected a game and its words; 'gameproof list' names the games")
    game = find_game(words[0])
    rest, flagged = _question_flag(game, words[1:])
    asked = find_question(game, question or flagged)
    board, arguments = parse_words(game, rest, asked.name, folder)
    return Instance(
        schema="gameproof/instance/1",
        game=game.name,
        board=board,
        question=asked.name,
        arguments=arguments,
    )


def _question_flag(game: Game, words: list[str]) -> tuple[list[str], str | None]:
    """Take ``--all`` for ``-q all``: a question's name as a flag, where no option has it."""
    options = {p.name for p in game.parameters if p.option}
    names = {q.name for q in game.questions} - options
    for place, word in enumerate(words):
        if word.startswith("--") and word[2:] in names:
            return words[:place] + words[place + 1 :], word[2:]
    return words, None


def find_game(name: str) -> Game:
    """The game of that name; raises :class:`BadInput` with a suggestion."""
    found = games().get(name)
    if found is None:
        raise BadInput(f"no game {name!r}{hint(name, games())}; 'gameproof list' names the games")
    return found[0]


def find_question(game: Game, name: str | None) -> Question:
    """The game's question of that name, its first one for ``None``."""
    if name is None:
        return game.questions[0]
    for question in game.questions:
        if question.name == name:
            return question
    known = [q.name for q in game.questions]
    raise BadInput(
        f"{game.name} has no question {name!r}{hint(name, known)} (its questions: "
        f"{', '.join(known)})",
        "question",
    )


def read(path: Path) -> Instance:
    """The instance in a ``.json`` or ``.toml`` file.

    Raises :class:`BadInput` with the file, the path inside it and what was expected.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(error.strerror or "unreadable", str(path)) from None
    try:
        document: Any = (
            tomllib.loads(data.decode()) if path.suffix == ".toml" else msgspec.json.decode(data)
        )
    except (ValueError, msgspec.DecodeError) as error:
        raise BadInput(f"not {path.suffix.lstrip('.').upper()}: {error}", str(path)) from None
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
    if instance.position is not None:
        more, asked_too = _part(game, asked, instance.position, "position", folder, whole=False)
        board |= more
        arguments |= asked_too
    arguments |= instance.arguments
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


def resolve(instance: Instance) -> Resolved:
    """Build the position. Raises :class:`BadInput`; the cost is that of the board."""
    game, module = at_place("game", find_game, instance.game), games()[instance.game][1]
    question = at_place("question", find_question, game, instance.question)
    if not isinstance(instance.board, dict):
        return resolve(from_object(to_object(instance)))
    values = parameter_values(game.parameters, instance.board, "board")
    position = at_place("board", lambda: game.make(**values))
    asked = parameter_values(question.parameters, instance.arguments, "arguments", values)
    arguments = {k: v for k, v in asked.items() if v is not None}
    canonical = {
        "game": game.name,
        "question": question.name,
        "board": {k: _canonical(v) for k, v in sorted(values.items()) if v is not None},
        "arguments": {k: _canonical(v) for k, v in sorted(arguments.items())},
    }
    text = json.dumps(canonical, sort_keys=True, ensure_ascii=False)
    return Resolved(
        game,
        module,
        question,
        position,
        instance.board,
        arguments,
        values,
        to_words(game, instance.board),
        hashlib.sha256(text.encode()).hexdigest(),
    )


def portable(resolved: Resolved, folder: Path) -> dict[str, Any]:
    """The instance as JSON that still means the same beside a certificate in ``folder``.

    Graphs from files are embedded when small; a large one is named relative to
    ``folder`` together with the SHA-256 of its vertices and edges.
    """
    board: dict[str, Any] = {}
    for key, value in resolved.parameters.items():
        graph = resolved.values.get(key)
        if isinstance(graph, Graph) and isinstance(value, dict) and "file" in value:
            if graph.m <= EMBED:
                value = {"n": graph.n, "edges": graph.edges.tolist()}
                if graph.names is not None:
                    value["names"] = list(graph.names)
            else:
                path = os.path.relpath(Path(value["file"]).resolve(), folder.resolve())
                value = {"file": path, "sha256": digest(graph)}
        board[key] = value
    return {
        "schema": SCHEMA,
        "game": resolved.game.name,
        "board": board,
        "question": resolved.question.name,
        "arguments": resolved.arguments,
    }


def _part(
    game: Game, asked: Question, part: str | dict[str, Any], name: str, folder: Path, *, whole: bool
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
        return {k: _with_folder(v, folder) for k, v in part.items()}, {}
    words = shlex.split(part)
    if words and words[0] == game.name:
        del words[0]
    if not whole:
        # Options only: the board was given elsewhere.
        import dataclasses

        game = dataclasses.replace(game, parameters=tuple(p for p in game.parameters if p.option))
    parsed: tuple[dict[str, Any], dict[str, Any]] = at_place(
        name, parse_words, game, words, asked.name, folder
    )
    return parsed


def _with_folder(value: Any, folder: Path) -> Any:
    if isinstance(value, dict) and isinstance(value.get("file"), str):
        return {**value, "file": str(folder / value["file"])}
    return value


def _canonical(value: Any) -> Any:
    if isinstance(value, Graph):
        return {"graph": digest(value), "names": value.names and list(value.names)}
    if isinstance(value, tuple | list):
        return [_canonical(v) for v in value]
    return value


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
