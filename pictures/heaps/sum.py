"""A sum of games: the picture of each component, with its value where one is proved."""

from __future__ import annotations

import importlib
from functools import reduce
from operator import xor

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.values.mex import Mex
from gameproof.games.impartial.sum import Component, Position
from gameproof.pictures.picture import Depiction, Detail, Picture
from gameproof.pictures.proof import shown_moves, strategy_lines
from gameproof.pictures.sheet.compose import side_by_side
from gameproof.pictures.sheet.drawing import described


def draw(
    position: Position, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The components side by side; a proved move is marked in its own component."""
    moves = shown_moves(position, certificate, detail)
    told = strategy_lines(position, certificate, detail)
    texts, documents = [], []
    for index, component in enumerate(position.components):
        own = [word.partition("/")[2] for word in moves if word.startswith(f"{index + 1}/")]
        picture = _component(component, own)
        value = _value(position, index, certificate)
        head = f"{index + 1}. {position.names[index]}" + (f" = *{value}" if value else "")
        texts.append("\n".join([head, *picture.text.rstrip("\n").split("\n")]))
        documents.append(picture.captioned(head).svg)
    svg = side_by_side(documents, str(position)[:200]) if documents else described("sum", "0").svg()
    text = "\n".join(["\n\n".join(texts) or "an empty sum", *told]) + "\n"
    return Picture(text, Picture("", svg).captioned(*told).svg)


def _component(component: Component, moves: list[str]) -> Picture:
    """By the picture of the component's own rules, or as text."""
    name = type(component).__module__.rpartition(".")[2]
    detail = {"question": "winning-moves", "answer": " ".join(moves)}
    try:
        depiction = importlib.import_module(f"gameproof.pictures.{name}").PICTURE
    except ModuleNotFoundError:
        return Picture(f"{component}\n", described(name, str(component)).svg())
    found: Picture = depiction.draw(component, None, detail)
    return found


def _value(position: Position, index: int, certificate: Certificate | None) -> str:
    """The Grundy value of a component, from the table of all parts."""
    if not isinstance(certificate, Mex):
        return ""
    alone = Position(
        (position.names[index],), (position.components[index],), (position.numbers[index],)
    )
    values = [certificate.values.get(part.name()) for part in alone.parts()]
    known = [value for value in values if value is not None]
    return str(reduce(xor, known, 0)) if len(known) == len(values) else ""


PICTURE = Depiction(draw)
