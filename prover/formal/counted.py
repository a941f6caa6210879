"""Quantities that the proved checker counts by their definition (rule ``count``), and full boards
without a whole set as examples (rule ``example``)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.games import positional, snort
from gameproof.games.bit_sets import members
from gameproof.games.counts import snort_counts
from gameproof.games.meaning.statement import Is
from gameproof.games.tetris_3partition import Reduction
from gameproof.prover.formal.numbers import PLAYERS, NotCovered, Numbers, Said, code, row

COUNT, EXAMPLE = 17, 18
MOST_CELLS, MOST_NUMBERS = 16, 9
"""Free cells of boards whose fillings are listed; numbers that are split."""
OF_BOARDS = ("drawn-position", "count-drawn", "fewest-crosses", "sets")
OF_TRIPLES = ("partition", "sizes")
OF_STONES = ("labels", "terminal", "score")
TERMINAL = (snort_counts.NOT_TERMINAL, "red", "blue")
MOST_VERTICES, MOST_POSITIONS = 32, 5000
MOST_PLAYS = 100_000
"""A score in Snort or Col: vertices of the graph, positions, and plays that lead to them."""


def knows(position: Any, said: Is) -> bool:
    """Is it one of these quantities?"""
    if isinstance(position, Reduction):
        return said.quantity.name in OF_TRIPLES
    if isinstance(position, snort.Position):
        return said.quantity.name in OF_STONES
    return isinstance(position, positional.Position) and said.quantity.name in OF_BOARDS


def shared(position: Any, said: Is) -> Numbers:
    """Who starts, where boards are filled in turn."""
    even = bool(dict(said.quantity.arguments).get("even"))
    return [1 + code(PLAYERS, position.to_move) if even else 0]


def require_few_plays(position: snort.Position) -> None:
    """Raise :class:`NotCovered` where minimax, which remembers nothing, would take long."""
    if position.graph.n > MOST_VERTICES:
        raise NotCovered(f"a score on more than {MOST_VERTICES} vertices")
    known: dict[tuple[int, int, str], int] = {}

    def plays(here: snort.Position) -> int:
        key = here.red_free, here.blue_free, here.to_move
        if key not in known:
            known[key] = 1
            if not snort_counts.decided(here):
                known[key] += sum(plays(here.play(move)) for move in here.moves())
            if len(known) > MOST_POSITIONS or known[key] > MOST_PLAYS:
                raise NotCovered(f"a score after more than {MOST_PLAYS} plays")
        return known[key]

    plays(position)


def of_stones(position: snort.Position, said: Is) -> tuple[Numbers, Numbers]:
    """A quantity of Snort or Col and the numbers of its value; raises :class:`NotCovered`, and
    ``Rejected`` for what is none."""
    name, value = said.quantity.name, said.value
    if name == "labels":
        if not isinstance(value, str) or set(value) - set("URBA"):
            raise Rejected("no labels")
        sets = (position.red, position.blue, position.only_red, position.only_blue)
        stones = [x for one in sets for x in (1, *row(members(one)))]
        return [5, 0, *stones], ["URBA".index(letter) for letter in value]
    mover = code(PLAYERS, position.to_move)
    if name == "terminal":
        if value not in TERMINAL:
            raise Rejected("no answer to whether it is decided")
        return [5, 1, mover], [TERMINAL.index(value)]
    if not isinstance(value, Fraction) or (2 * value).denominator > 1:
        raise Rejected("no number of halves")
    require_few_plays(position)
    halves = int(2 * value)
    return [5, 2, mover], [max(halves, 0), max(-halves, 0)]


def quantity(position: Any, said: Is) -> tuple[Numbers, Numbers]:
    """The quantity, and the numbers of its value; raises :class:`NotCovered`, and ``Rejected``
    for what is none."""
    name, value = said.quantity.name, said.value
    if isinstance(position, snort.Position):
        return of_stones(position, said)
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
