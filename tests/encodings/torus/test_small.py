"""Tori with a side below 3, and small others, by counting: against the oracle of the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product

import pytest
from soundness.oracle_glued import ORACLES

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions import definition
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal, conclude
from gameproof.games.meaning.statement import Is
from gameproof.games.torus_classes import generators
from gameproof.games.torus_cycles import Position

Asked = tuple[str, dict[str, object]]


def about(question: str, *classes: str, **more: object) -> list[Asked]:
    return [(question, {"class": wanted, **more}) for wanted in classes]


ASKED: list[Asked] = [
    ("classes", {"kind": "simple"}),
    ("classes", {"kind": "chordless"}),
    *about("cycle", "1,0", "1,1", "2,1", "2,0", kind="simple"),
    *about("cycle", "0,1", "1,2", kind="chordless"),
    ("full-board", {}),
    *about("blocked", "1,0", "0,1", "1,1"),
    *about("smallest-block", "1,0", "1,-1"),
    *about("smallest-block", "1,0", loop_free=True),
    *about("shortest-loop", "1,0", "2,1", "2,2", "0,3"),
]


def counted(position: Position, question: str, arguments: Mapping[str, object]) -> object:
    (found,) = conclude(Goal(position, question, arguments), Definition()).statements  # type: ignore[arg-type]
    assert isinstance(found, Is)
    return found.value


@pytest.mark.parametrize(
    ("rows", "columns"), [(1, 1), (1, 4), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3)]
)
def test_counts_are_those_of_the_oracle(rows: int, columns: int) -> None:
    dice = random.Random(rows * 10 + columns)
    boards = ["." * rows * columns]
    boards += ["".join(dice.choices("xo.", (1, 2, 2), k=rows * columns)) for _ in range(3)]
    for stones, (question, arguments) in product(boards, ASKED):
        position = Position(rows, columns, stones)
        truth = ORACLES[Position, question](position, arguments)
        assert counted(position, question, arguments) == truth, (stones, question, arguments)


def test_lattices() -> None:
    """Every combination of two or three vectors with small factors, and nothing between them."""
    dice = random.Random(3)
    for _ in range(200):
        vectors = {(dice.randint(-2, 2), dice.randint(-2, 2)) for _ in range(dice.randint(0, 3))}
        near = range(-8, 9)
        every = {(0, 0)}
        for x, y in vectors:
            every = {(a + k * x, b + k * y) for a, b in every for k in near}
        for a, b in product(range(-1, 2), repeat=2):
            inside = generators(vectors | {(a, b)}) == generators(vectors)
            assert inside == ((a, b) in every)


@pytest.mark.parametrize(
    ("rows", "columns", "question", "arguments"),
    [
        (2, 6, "classes", {}),
        (40, 40, "blocked", {"class": "1,0"}),
        (4, 5, "full-board", {}),
        (2, 2, "shortest-loop", {"class": "17,0"}),
    ],
)
def test_what_is_too_large(
    rows: int,
    columns: int,
    question: str,
    arguments: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(definition, "STEPS", 1 << 12)
    with pytest.raises(Rejected):
        counted(Position(rows, columns, "." * rows * columns), question, arguments)
