"""Quantities that the proved checker counts by their definition (rule ``count``), and full boards
without a whole set as examples (rule ``example``)."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.games import positional
from gameproof.games.meaning.statement import Is
from gameproof.games.tetris_3partition import Reduction
from gameproof.prover.formal.numbers import PLAYERS, NotCovered, Numbers, Said, code, row

COUNT, EXAMPLE = 17, 18
MOST_CELLS, MOST_NUMBERS = 16, 9
"""Free cells of boards whose fillings are listed; numbers that are split."""
OF_BOARDS = ("drawn-position", "count-drawn", "fewest-crosses", "sets")
OF_TRIPLES = ("partition", "sizes")


def knows(position: Any, said: Is) -> bool:
    """Is it one of these quantities?"""
    if isinstance(position, Reduction):
        return said.quantity.name in OF_TRIPLES
    return isinstance(position, positional.Position) and said.quantity.name in OF_BOARDS


def shared(position: Any, said: Is) -> Numbers:
    """Who starts, where boards are filled in turn."""
    even = bool(dict(said.quantity.arguments).get("even"))
    return [1 + code(PLAYERS, position.to_move) if even else 0]


def quantity(position: Any, said: Is) -> tuple[Numbers, Numbers]:
    """The quantity, and the numbers of its value; raises :class:`NotCovered`, and ``Rejected``
    for what is none."""
    name, value = said.quantity.name, said.value
    if name == "sizes":
        size = [position.rows, position.columns]
        free = position.rows * position.columns - position.filled
        if value != position.sizes():
            raise Rejected("not the sizes")
        return [4], [*size, free, len(position.pieces)]
    if not isinstance(value, int):
        raise NotCovered(f"the value {value!r}")
    if name == "partition":
        if len(position.numbers) > MOST_NUMBERS:
            raise NotCovered(f"more than {MOST_NUMBERS} numbers")
        return [3, position.target, *row(position.numbers)], [int(value)]
    if name == "sets":
        return [2], [value]
    if position.board.cells - len(position.first) - len(position.second) > MOST_CELLS:
        raise NotCovered(f"fillings of more than {MOST_CELLS} cells")
    if name == "fewest-crosses":
        return [1], [value]
    return [0, *shared(position, said)], [int(value)]


def statement(position: Any, said: Is) -> Numbers:
    """What is claimed."""
    if said.quantity.name == "drawn-position" and said.value is True:
        return [Said.DRAWN, *shared(position, said)]
    counted, value = quantity(position, said)
    return [Said.COUNTS, *counted, *row(value)]


def step(position: Any, said: Is, certificate: Any) -> Numbers:
    """The step for one statement; raises :class:`NotCovered` where no board is told."""
    if said.quantity.name == "drawn-position" and said.value is True:
        if not (isinstance(certificate, Definition) and certificate.has_object):
            raise NotCovered("a board that is not told")
        (flags,) = certificate.rows()
        return [EXAMPLE, *shared(position, said), *row(c for c, own in enumerate(flags) if own)]
    return [COUNT, *quantity(position, said)[0]]
