"""Instances in certificates: their plain form, and the words for it."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from gameproof.games.game import AnyGame
from gameproof.games.meaning.portable import SCHEMA, Asked, played_on_arcs
from gameproof.games.meaning.portable import read as plain_form
from gameproof.instances.instance import Instance, Resolved, from_object, resolved
from gameproof.instances.values import remembered
from gameproof.instances.words import graph_json


def contained(document: Any, found: Asked | None = None) -> Resolved:
    """The instance that stands in a certificate, with the words for it; opens no file.

    ``found`` is what the document asks, where it was read already. The words in which somebody
    asked for a graph are shown where they name this graph; nothing is concluded from them. Raises
    :class:`BadInput`.
    """
    found = found or plain_form(document)
    return resolved(found, _remembering(found.game, document["board"]))


def _remembering(game: AnyGame, board: dict[str, Any]) -> dict[str, Any]:
    """The board with words for its graph, where these name it."""
    for parameter in game.parameters:
        key = parameter.name.replace("-", "_")
        if parameter.on_graph and isinstance(board.get(key), dict):
            words = remembered(board[key], played_on_arcs(parameter, board))
            board = board if words is None else {**board, key: words}
    return board


def of_certificate(document: dict[str, Any]) -> Instance:
    """The instance that stands in a certificate, to be solved anew; raises :class:`BadInput`."""
    board = _remembering(plain_form(document).game, document["board"])
    return from_object({**document, "board": board})


def portable(asked: Resolved) -> dict[str, Any]:
    """The question as plain JSON, as :mod:`gameproof.games.meaning.portable` reads it: what came
    from words and files stands in it. The edges of a graph are an array; its words stand beside
    them for people."""
    board: dict[str, Any] = {}
    keys = {p.name.replace("-", "_"): p for p in asked.game.parameters}
    graph = next((asked.values.get(key) for key, p in keys.items() if p.on_graph), None)
    for key, parameter in keys.items():
        value: Any = asked.parameters.get(key)
        made: Any = asked.values.get(key)
        if value is None:
            continue
        if parameter.on_graph:
            named = isinstance(value, str) and ":" not in value  # no word like graph6:DQc
            words = {"words": value} if named else {}
            value = graph_json(dataclasses.replace(made, unsure="")) | words
        elif parameter.kind == "vertex" and graph is not None:
            value = graph.label(made)
        elif parameter.kind == "vertices" and graph is not None:
            value = [graph.label(v) for v in made]
        elif parameter.kind == "file":
            name = value.get("name", Path(value["file"]).name if "file" in value else None)
            value = {"text": made} | ({} if name is None else {"name": name})
        board[key] = value
    document = {
        "schema": SCHEMA,
        "game": asked.game.name,
        "board": board,
        "question": asked.question.name,
        "arguments": asked.arguments,
    }
    return {**document, "moves": list(asked.moves)} if asked.moves else document
