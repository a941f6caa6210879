"""What a certificate says of the free cells of a positional board.

Pairs and regions have numbers, dangers and weights their amounts, a strategy its move or the
answers to the opponent's moves, a smaller board its cells, a final board its owners.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.pairings.hall import Hall
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.certificates.pairings.tiling import Tiling
from gameproof.certificates.strategies.map import Map, board_of, images, smaller
from gameproof.certificates.strategies.potential import BECK, Potential
from gameproof.certificates.strategies.together import Together, parts
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position, Positional
from gameproof.games.sets.tiles import Copies
from gameproof.pictures.picture import Detail
from gameproof.pictures.proof import inner, replies, reply_line, shown_moves
from gameproof.pictures.sheet.palette import HIGHLIGHT, TINTS, heat, tint
from gameproof.replies.strategies.potential import dangers, owner

OWNED = (TINTS[0], TINTS[1])
SMALLER = TINTS[0]
MOST_NUMBERS = 3
"""Of sets that are named in one cell."""


@dataclass
class Marks:
    """What is written and painted in free cells, by cell; ``legend`` explains it in sentences.
    ``best`` are the cells of proved moves."""

    words: dict[int, str] = field(default_factory=dict)
    colours: dict[int, str] = field(default_factory=dict)
    legend: list[str] = field(default_factory=list)
    best: set[int] = field(default_factory=set)


def marks_of(
    position: Position, asked: Positional, certificate: Certificate | None, detail: Detail | None
) -> Marks:
    """The marks for the position; none where the certificate speaks of no cell. Moves and answers
    are those of the position that was ``asked`` about, by its own rules. O(cells + size of the
    certificate + that of a strategy's replies)."""
    marks = _lines_through(position, detail) or _marks(position, certificate)
    moves = shown_moves(asked, certificate, detail)
    marks.best = {position.parse_move(move) for move in moves}
    if moves:
        marks.legend.append(f"! marks the proved move {' '.join(moves)}")
    elif not marks.words:
        _answered(asked, certificate, marks)
    return marks


def _marks(position: Position, certificate: Certificate | None) -> Marks:
    if isinstance(certificate, Together):  # the defence of whoever is to move
        every = parts(certificate)
        own = [p for p in every if getattr(p, "player", "") == position.to_move]
        return _marks(position, next(iter([*own, *every]), None))
    match certificate:
        case Pairing():
            return _pairs(np.asarray(certificate.pairs).tolist())
        case Potential():
            legend = "danger of a cell, in percent of the greatest; take the greatest"
            if certificate.theorem == BECK:
                legend = "worth of a cell to Maker, in percent of the greatest; he takes it"
            return _amounts(dict(enumerate(dangers(position, owner(certificate)))), legend)
        case Tiling():
            return _tiles(position, certificate)
        case Hall(sets=sets, cells=cells) if sets is not None and cells is not None:
            return _weights(np.asarray(cells).tolist(), int(np.asarray(sets).sum()))
        case Hall(sets=sets) if sets is not None:
            return _violator(position, np.asarray(sets).tolist())
        case Definition(has_object=True):
            return _colouring(certificate.rows()[0])
        case Definition(parts=numbers) if numbers is not None:
            return _counted(np.asarray(numbers).tolist())
        case Map(direction="inside"):
            return _smaller(position, certificate)
    return Marks()


def _answered(position: Positional, certificate: Certificate | None, marks: Marks) -> None:
    """Where the strategy is the other player's: its answer in each cell."""
    if certificate is None:
        return
    answers = replies(position, certificate)
    for move, answer in answers:
        cell = position.parse_move(move)
        marks.words[cell] = answer
        marks.colours[cell] = TINTS[0]
    if answers:
        first = answers[0]
        marks.legend.append(
            f"in a cell stands the proved answer to a move there: {reply_line([first])[9:]}"
        )


def _pairs(pairs: list[list[int]]) -> Marks:
    marks = Marks(legend=["cells of one number are a pair: answer one with the other"])
    for number, pair in enumerate(pairs, start=1):
        for cell in pair:
            marks.words[cell] = str(number)
            marks.colours[cell] = tint(number)
    return marks


def _amounts(amounts: Mapping[int, float], legend: str) -> Marks:
    marks = Marks(legend=[legend])
    top = max(amounts.values(), default=0)
    for cell, value in amounts.items():
        if top and value:
            marks.words[cell] = str(round(100 * value / top))
            marks.colours[cell] = heat(value / top)
    return marks


def _tiles(position: Position, certificate: Tiling) -> Marks:
    marks = Marks(
        legend=[
            "cells of one number are a region: answer inside it; the tile of "
            f"{certificate.rows} x {certificate.columns} cells repeats"
        ]
    )
    copies = Copies(position, certificate.tile)
    numbers: dict[object, int] = {}
    for cell in range(position.board.cells):
        copy = copies.over(cell)
        if copy is not None:
            number = numbers.setdefault(copy, len(numbers) + 1)
            marks.words[cell] = str(number)
            marks.colours[cell] = tint(number)
    return marks


def _violator(position: Position, numbers: list[int]) -> Marks:
    family = position.sets("first")
    taken = position.first | position.second
    cells = {int(c) for i in numbers if 0 <= i < len(family) for c in family[i]} - taken
    marks = Marks(legend=[f"{len(numbers)} sets with these {len(cells)} cells: too few for pairs"])
    for cell in cells:
        marks.words[cell] = "+"
        marks.colours[cell] = HIGHLIGHT
    return marks


def _weights(prices: list[int], total: int) -> Marks:
    marks = _amounts(dict(enumerate(prices)), "")
    marks.words = {cell: str(prices[cell]) for cell in marks.words}
    marks.legend = [
        f"weights of cells, {sum(prices)} in all; the sets weigh {total}, more than pairs can carry"
    ]
    return marks


def _colouring(owner: Sequence[int]) -> Marks:
    marks = Marks(legend=["a full board without a whole set, x the first player's, o the second's"])
    for cell, first in enumerate(owner):
        marks.words[cell] = "x" if first else "o"
        marks.colours[cell] = OWNED[1 if first else 0]
    return marks


def _counted(part: Sequence[int]) -> Marks:
    marks = Marks(legend=["cells of one number are a part; it is counted part by part"])
    for cell, number in enumerate(part):
        marks.words[cell] = str(number + 1)
        marks.colours[cell] = tint(number + 1)
    return marks


def _smaller(position: Position, certificate: Map) -> Marks:
    try:
        board = smaller(board_of(certificate))
        placed = images(position, certificate.places, board.board.cells)
        within = _marks(board, inner(certificate))
    except (Rejected, BadInput):
        return Marks()  # a certificate for another position, as after a move
    marks = Marks(legend=[f"the proof is about the coloured cells alone, {board}", *within.legend])
    for cell, at in enumerate(placed):
        marks.words[at] = within.words.get(cell, "+")
        marks.colours[at] = within.colours.get(cell, SMALLER)
    return marks


def _lines_through(position: Position, detail: Detail | None) -> Marks | None:
    """The winning sets through a cell, numbered, where that is asked for."""
    text = (detail or {}).get("through")
    if not isinstance(text, str):
        return None
    cell = position.parse_move(text)
    family = position.sets("first")
    rows = [row for row in family.sets() if cell in row]
    marks = Marks(legend=[f"{len(rows)} winning sets through {text}; each has its number"])
    several: dict[int, list[str]] = {}
    for number, row in enumerate(rows, start=1):
        for one in set(row) - {cell}:
            several.setdefault(one, []).append(str(number))
            marks.colours[one] = tint(number)
    many = any(len(numbers) > MOST_NUMBERS for numbers in several.values())
    marks.words = {
        one: f"{len(numbers)}x" if many else ",".join(numbers) for one, numbers in several.items()
    }
    if many:
        marks.legend = [f"{len(rows)} winning sets through {text}; 3x: so many hold the cell"]
    marks.words[cell] = "+"
    marks.colours[cell] = HIGHLIGHT
    return marks
