"""Tetris: every method against brute force by a twin, and against each other."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from reference.proved import findings, proved, question_of
from reference.tetris import answers, cells_of

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import verify
from gameproof.certificates.strategies.together import Together, parts
from gameproof.encodings.method import UNKNOWN, Options
from gameproof.encodings.tetris import tetris as encoding
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.tetris import ROTATIONS, Position, Rotation, make, vanish
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import sat


def accepted(position: Any, question: str, certificate: Certificate) -> None:
    verify(position, question_of("tetris", question), {}, "yes", certificate)


QUESTIONS = ("clear", "survive", "max-rows", "max-tetrises")


def random_position(seed: int, most_pieces: int = 3) -> Position:
    """Boards filled low, so that rows vanish and boards are emptied often enough."""
    rng = random.Random(seed)
    rows, columns = rng.randint(3, 6), rng.randint(3, 5)
    lower = columns * rng.randint(0, rows - 2)
    board = sum(1 << i for i in range(lower) if rng.random() < 0.7)
    pieces = "".join(rng.choices("IOTSZJL", k=rng.randint(0, most_pieces)))
    return Position(rows, columns, vanish(rows, columns, board)[0], pieces, rng.choice(ROTATIONS))


def expected(position: Position) -> dict[str, str]:
    cells = cells_of(position.columns, position.board)
    return answers(position.rows, position.columns, cells, position.pieces, position.rotation)


@pytest.mark.parametrize("seed", range(12))
def test_all_methods_agree_with_brute_force(seed: int) -> None:
    position = random_position(seed)
    right = expected(position)
    for question in QUESTIONS:
        assert proved("tetris", position, question) == right[question]


@pytest.mark.slow
def test_all_methods_agree_with_brute_force_more() -> None:
    seen: set[tuple[str, str]] = set()
    for seed in range(100, 180):
        position = random_position(seed, 4)
        right = expected(position)
        for question in QUESTIONS:
            assert proved("tetris", position, question) == right[question], str(position)
            seen.add((question, right[question]))
    assert {("clear", "yes"), ("clear", "no"), ("survive", "no"), ("max-rows", "3")} <= seen


@pytest.mark.parametrize("seed", range(20, 32))
def test_a_board_with_clear_yes(seed: int) -> None:
    """Take pieces away from a play: what was left behind, with the pieces again, is solvable."""
    rng = random.Random(seed)
    rotation = rng.choice(ROTATIONS)
    for _ in range(10_000):
        position = random_position(rng.randrange(1 << 30), 2)
        if position.pieces and expected(position)["clear"] == "yes":
            break
    found = findings("tetris", position, "clear")
    assert {f.answer for f in found.values()} == {True}, rotation
    assert {"boards", "sat", "cp-sat"} <= set(found)


@pytest.mark.parametrize(
    ("pieces", "rows", "clear"),
    [
        ("JJ", 2, True),
        ("JL", 1, False),
        ("TTTT", 4, True),
        ("SZ", 1, False),
        ("SSSS", 3, False),
        ("LJOO", 3, False),
    ],
)
def test_width_four_dropped(pieces: str, rows: int, clear: bool) -> None:
    position = make(size="10x4", pieces=pieces, rotation="drop")
    assert proved("tetris", position, "max-rows") == str(rows)
    assert (proved("tetris", position, "clear") == "yes") == clear


@pytest.mark.parametrize(("length", "number"), [(1, 1), (2, 4), (3, 41)])
def test_sequences_of_width_four(length: int, number: int) -> None:
    position = make(size="8x4", rotation="drop")
    assert proved("tetris", position, "sequences", length=length) == str(number)


@pytest.mark.slow
@pytest.mark.parametrize(("height", "number"), [(8, 343)])
def test_sequences_of_four_pieces(height: int, number: int) -> None:
    position = make(size=f"{height}x4", rotation="drop")
    assert proved("tetris", position, "sequences", length=4) == str(number)


def test_a_count_too_long_to_check_is_not_certified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "STEPS", 1)
    position = make(size="3x20", rotation="drop")
    method = next(m for m in encoding.ENCODING.methods if m.question == "sequences")
    finding = method.run(position, Limits(), Options(arguments={"length": 6}))
    assert finding.answer == 0  # 24 cells are no whole rows of 20
    assert finding.certificate is None
    with pytest.raises(BadInput):
        method.run(position, Limits(), Options(arguments={"length": -1}))


def wide_board(rng: random.Random, rotation: Rotation) -> tuple[Position, bool]:
    """Width 6, height 10, 10 pieces, whole rows of cells; is it solvable (by the dynamic
    program)?"""
    while True:
        cells = rng.sample(range(24), rng.choice([0, 2, 4, 8, 14, 20]))
        board = vanish(10, 6, sum(1 << c for c in cells))[0]
        pieces = "".join(rng.choices("IOTSZJL", k=10))
        position = Position(10, 6, board, pieces, rotation)
        if not encoding.uneven(position):
            found = encoding.by_boards(position, Limits(), Options(certificate=False), "clear")
            return position, found.answer is True


def sat_seconds(position: Position, solvable: bool) -> float:
    began = time.process_time()
    finding = encoding.planned(position, Limits(120), Options(certificate=False), "clear", None)
    seconds = time.process_time() - began
    assert finding.answer is solvable
    if solvable:
        assert finding.certificate is not None
        accepted(position, "clear", finding.certificate)
    return seconds


def test_sat_on_a_board_of_width_six() -> None:
    rng = random.Random(11)
    kinds: set[bool] = set()
    while len(kinds) < 2:
        position, solvable = wide_board(rng, "slide")
        kinds.add(solvable)
        assert sat_seconds(position, solvable) < 60  # loaded machines are slow


@pytest.mark.slow
@pytest.mark.parametrize("rotation", ROTATIONS)
def test_sat_on_boards_of_width_six(rotation: Rotation) -> None:
    rng = random.Random(7)
    times: dict[bool, list[float]] = {True: [], False: []}
    while min(map(len, times.values())) < 3:
        position, solvable = wide_board(rng, rotation)
        if len(times[solvable]) < 3:
            times[solvable].append(sat_seconds(position, solvable))
    for seconds in times.values():
        assert sorted(seconds)[len(seconds) // 2] < 10


def test_answers_that_only_a_refutation_proves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the checker's search is too large, SAT proofs take over."""
    monkeypatch.setattr(encoding, "STEPS", 0)
    position = make(size="6x4", pieces="JL", rotation="slide")
    rows = findings("tetris", position, "max-rows")
    proof = rows["boards"].certificate
    assert isinstance(proof, Together)
    assert [type(part) for part in parts(proof)] == [Definition, Refutation]
    assert {f.answer for f in rows.values() if f.answer != UNKNOWN} == {1}
    blocked = make(board="#.#./.#.#", pieces="TT")
    lost = findings("tetris", blocked, "survive")
    assert {f.answer for f in lost.values() if f.answer != UNKNOWN} == {False}
    assert lost["sat"].detail["lost at piece"] == 1


def test_a_large_board_is_survived_by_the_beam() -> None:
    pieces = "".join(random.Random(1).choices("IOTSZJL", k=80))
    position = make(size="20x10", pieces=pieces)
    finding = encoding.by_beam(position, Limits(), Options(), "survive")
    assert finding.answer is True
    assert isinstance(finding.certificate, Definition)
    accepted(position, "survive", finding.certificate)
    assert not encoding.small(position)


def test_a_tetris_is_built_by_the_beam() -> None:
    """Ten upright pieces on a board ten wide are one, and none may vanish by fewer rows."""
    for pieces, rows, most in (("I" * 10, 6, 1), ("I" * 20, 8, 2)):
        position = make(size=f"{rows}x10", pieces=pieces)
        finding = encoding.by_beam(position, Limits(), Options(), "max-tetrises")
        assert finding.answer == most
        assert finding.certificate is not None
        asked = question_of("tetris", "max-tetrises")
        verify(position, asked, {}, str(most), finding.certificate)


def test_a_large_board_is_emptied_by_the_beam() -> None:
    position = make(size="20x8", pieces="OOOOIIOOOO", rotation="drop")
    finding = encoding.by_beam(position, Limits(), Options(), "clear")
    assert finding.answer is True
    assert finding.certificate is not None
    accepted(position, "clear", finding.certificate)
    hopeless = make(size="20x8", pieces="SS", rotation="drop")
    assert encoding.by_beam(hopeless, Limits(), Options(), "clear").answer == UNKNOWN


def test_engines_agree_on_an_exported_model() -> None:
    position = make(board="###./###./###./###.", height=7, pieces="OI", rotation="slide")
    export = next(e for e in encoding.ENCODING.exports if e.question == "max-tetrises")
    model = export.build(position, Options())
    assert any(name.startswith("put(I") for name in model.names.values())
    for engine in (sat.DEFAULT_ENGINE, sat.CP_SAT):
        assert sat.solve(model, Limits(60), engine=engine).objective == 1
