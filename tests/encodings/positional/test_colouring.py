"""Drawn final boards: existence, number, sparsest; every answer through its checker."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.positional import accepted, checked

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.together import Together, parts
from gameproof.encodings.each_move import together
from gameproof.encodings.method import UNKNOWN, Finding, Options, Undecided
from gameproof.encodings.positional import colouring as module
from gameproof.encodings.positional.symmetry import (
    Group,
    Mirror,
    cell_orbits,
    coordinate_group,
    largest_prime,
)
from gameproof.games.clauses import drawn_boards
from gameproof.games.clauses.clauses import formula
from gameproof.games.impartial.nim import Position as Nim
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position
from gameproof.games.sets.board_stones import first_share
from gameproof.prover.lrat_text import check_lrat_text, read_dimacs
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.cnf import ENCODINGS
from gameproof.solvers.sat.sat import solve

SMALL = [
    "tictactoe 2 2",
    "tictactoe 3 2",
    "tictactoe 3 2 --first b2 --second a1",
    "tictactoe 3 2 --rule weak",
    "mnk 3 4 3",
    "mnk 3 3 2",
    "mnk 2 5 3 --to-move second",
    "hex 3 3",
    "polyomino el 3 3",
    "torus-row 3 3 3",
]


def colouring(owner: np.ndarray) -> Definition:
    """A full board with these owners, whatever they are."""
    return Definition(owner, np.array([0, owner.size]))


def by_hand(position: Position) -> dict[int, int]:
    """Drawn boards by number of crosses, playing every filling of the free cells."""
    taken = position.first | position.second
    free = [cell for cell in range(position.board.cells) if cell not in taken]
    wants = {name: [set(row) for row in position.sets(name).sets()] for name in ("first", "second")}
    found: dict[int, int] = {}
    for colours in product((False, True), repeat=len(free)):
        first = position.first | {c for c, own in zip(free, colours, strict=True) if own}
        second = position.second | {c for c, own in zip(free, colours, strict=True) if not own}
        if not any(row <= first for row in wants["first"]) and not any(
            row <= second for row in wants["second"]
        ):
            found[len(first)] = found.get(len(first), 0) + 1
    return found


def ask(position: Position, question: str, **arguments: Value) -> Finding:
    """The first method's finding, its certificate checked."""
    for method in module.METHODS:
        if method.question == question and method.applies(position):
            finding = method.run(position, Limits(time_limit=60), Options(arguments=arguments))
            assert finding.certificate is not None
            assert not isinstance(finding.answer, Undecided)
            checked(position, question, finding.answer, finding.certificate, **arguments)
            return finding
    raise AssertionError(f"no method for {question}")


@pytest.mark.parametrize("words", SMALL)
@pytest.mark.parametrize("even", [False, True])
def test_small_boards_against_all_fillings(words: str, even: bool) -> None:
    position = Position.parse(words)
    boards = by_hand(position)
    share = len(position.first) + first_share(position)
    total = boards.get(share, 0) if even else sum(boards.values())
    assert ask(position, "drawn-position", even=even).answer is bool(total)
    assert ask(position, "count-drawn", even=even).answer == total
    fewest = min(boards) if boards else None
    assert ask(position, "fewest-crosses").answer == fewest


@pytest.mark.parametrize(
    ("n", "whole", "even"), [(3, 32, 16), (4, 16688, 5356), (5, 15312474, 3126376)]
)
def test_numbers_of_drawn_squares(n: int, whole: int, even: int) -> None:
    position = Position.parse(f"tictactoe {n} 2")
    assert ask(position, "count-drawn").answer == whole
    assert ask(position, "count-drawn", even=True).answer == even


def test_the_cube_3_has_no_drawn_board_and_the_cube_4_one_with_20_crosses() -> None:
    for words in ("tictactoe 3 3", "tictactoe 3 4"):
        assert ask(Position.parse(words), "drawn-position").answer is False
    assert ask(Position.parse("tictactoe 4 3"), "fewest-crosses").answer == 20


@pytest.mark.parametrize("words", ["tictactoe 4 5", "tictactoe 4 6", "tictactoe 5 5"])
def test_symmetric_boards_are_shared_evenly(words: str) -> None:
    finding = ask(Position.parse(words), "drawn-position", even=True)
    assert finding.stats["orbits"] < 700


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["tictactoe 4 7", "tictactoe 4 8", "tictactoe 5 7", "tictactoe 5 8"]
)
def test_large_drawn_boards(words: str) -> None:
    assert ask(Position.parse(words), "drawn-position", even=True).answer is True


def test_an_even_share_of_very_many_cells_is_not_counted_by_clauses() -> None:
    position = Position.parse("mnk 60 60 5")
    found = module.by_sat(position, Limits(), Options(arguments={"even": True}))
    assert found.answer == UNKNOWN
    assert found.note is not None
    assert "too many cells" in found.note
    assert ask(position, "drawn-position").answer is True


def test_symmetric_sat_finds_what_local_search_finds() -> None:
    position = Position.parse("tictactoe 5 5")
    found = module.by_symmetry(position, Limits(time_limit=60), Options(arguments={"even": True}))
    assert found.certificate is not None
    assert accepted(position, "drawn-position", True, found.certificate, even=True)


@pytest.mark.parametrize("engine", ["cadical195", "glucose4", "minisat22", "cp-sat"])
def test_engines_agree(engine: str) -> None:
    for words, answer in (("tictactoe 3 3", False), ("tictactoe 4 3", True), ("hex 3 3", False)):
        position = Position.parse(words)
        for even in (False, True):
            options = Options(engine=engine, arguments={"even": even})
            finding = module.by_sat(position, Limits(time_limit=60), options)
            assert finding.answer is answer
            assert finding.certificate is not None
            assert accepted(position, "drawn-position", answer, finding.certificate, even=even)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_cardinality_encodings_agree_on_even_boards(encoding: str) -> None:
    options = Options(arguments={"even": True, "encoding": encoding})
    for words in ("tictactoe 4 2", "tictactoe 2 2"):
        model = module.drawn_position_model(Position.parse(words), options)
        result = solve(model, Limits(), encoding=encoding)
        assert result.status == ("sat" if words.startswith("tictactoe 4") else "unsat")


def test_the_group_of_order_21_and_its_orbits() -> None:
    assert len(set(coordinate_group(7, "affine"))) == 21
    assert len(set(coordinate_group(8, "affine"))) == 21
    assert len(set(coordinate_group(6, "blocks"))) == 9
    kinds: list[tuple[Group, Mirror]] = [
        ("affine", "none"),
        ("affine", "all"),
        ("affine", "last"),
        ("blocks", "all"),
    ]
    for n, d in ((2, 5), (3, 4), (4, 3)):
        for kind, mirror in kinds:
            if mirror == "last" and largest_prime(d) == d:
                continue  # the last coordinate is permuted with the others
            orbits = cell_orbits(n, d, kind, mirror)
            cells = np.arange(n**d).reshape((n,) * d)
            for permutation in coordinate_group(d, kind):
                image = cells.transpose(permutation).ravel()
                assert (orbits.orbit[image] == orbits.orbit).all()
                assert (orbits.sign[image] == orbits.sign).all()
            if mirror != "none":
                image = (cells[..., ::-1] if mirror == "last" else np.flip(cells)).ravel()
                assert (orbits.orbit[image] == orbits.orbit).all()
                moved = orbits.sign[image] != orbits.sign
                assert moved.all() if n % 2 == 0 else moved.sum() < len(moved)


def test_a_proof_is_written_beside_its_clauses(tmp_path: Path) -> None:
    position = Position.parse("tictactoe 3 3")
    for name in ("draw.lrat", "draw.drat"):
        module.by_sat(position, Limits(), Options(proof=tmp_path / name))
    clauses = read_dimacs((tmp_path / "draw.cnf").read_text().splitlines())
    assert len(clauses) == 98
    lines = (tmp_path / "draw.lrat").read_text().splitlines()
    assert check_lrat_text(clauses, lines).startswith("the 98 clauses are unsatisfiable")
    assert (tmp_path / "draw.drat").read_text().endswith("\n0\n")


@given(flips=st.lists(st.integers(0, 15), max_size=6))
@settings(max_examples=60)
def test_a_changed_board_is_accepted_only_when_it_is_drawn(flips: list[int]) -> None:
    position = Position.parse("tictactoe 4 2")
    found = ask(position, "drawn-position", even=True).certificate
    assert isinstance(found, Definition)
    owner = np.array(found.numbers)
    for cell in flips:
        owner[cell] ^= 1
    lines = [list(row) for row in position.sets("first").sets()]
    drawn = all(0 < owner[row].sum() < 4 for row in lines)
    for even in (False, True):
        right = bool(drawn and (not even or owner.sum() == 8))
        assert accepted(position, "drawn-position", True, colouring(owner), even=even) == right


def test_hostile_certificates_are_rejected() -> None:
    cube, square = Position.parse("tictactoe 3 3"), Position.parse("tictactoe 3 2")
    good = ask(cube, "drawn-position").certificate
    assert isinstance(good, Refutation)
    sparse = ask(square, "fewest-crosses").certificate
    assert isinstance(sparse, Together)
    board = np.array([1, 1, 0, 0, 0, 1, 1, 1, 0])
    row = np.zeros(0, dtype=np.int64)
    fewer = Refutation(row, row, row, row)
    many, few = (msgspec.structs.replace(good, bound=bound) for bound in (10**30, -1))
    ones = np.ones(9, dtype=np.int64)
    bad: list[tuple[Position, str, Value, Certificate]] = [
        (square, "drawn-position", False, good),
        (cube, "drawn-position", True, good),
        (cube, "outcome", "draw", good),
        (cube, "drawn-position", False, fewer),
        (cube, "drawn-position", False, many),
        (cube, "fewest-crosses", None, many),
        (cube, "fewest-crosses", None, few),
        (square, "drawn-position", True, colouring(board[:8])),
        (square, "drawn-position", True, colouring(board + 1)),
        (square, "drawn-position", True, colouring(board - 1)),
        (square, "drawn-position", True, colouring(board * 1.0)),
        (square, "drawn-position", True, colouring(board.astype(bool))),
        (square, "drawn-position", True, colouring(np.array(["x"] * 9))),
        (square, "drawn-position", True, colouring(np.ones((3, 3), dtype=np.int64))),
        (square, "drawn-position", True, colouring(ones)),
        (square, "drawn-position", False, colouring(board)),
        (square, "outcome", "draw", colouring(board)),
        (square, "fewest-crosses", 5, colouring(board)),
        (square, "fewest-crosses", 5, together(colouring(board), fewer)),
        (square, "fewest-crosses", 3, sparse),
        (square, "fewest-crosses", None, sparse),
        (square, "fewest-crosses", "many", sparse),
        (square, "fewest-crosses", "04", sparse),
        (square, "count-drawn", 33, Definition()),
        (square, "fewest-crosses", 3, Definition()),
        (Position.parse("tictactoe 4 2"), "count-drawn", 1, Definition()),
    ]
    assert accepted(square, "drawn-position", True, colouring(board))
    assert accepted(cube, "fewest-crosses", None, good)
    for position, question, answer, certificate in bad:
        assert not accepted(position, question, answer, certificate), (question, answer)
    for arguments in ({"odd": True}, {"even": "yes"}, {"plies": 3}):
        assert not accepted(cube, "drawn-position", "yes", good, **arguments)


@pytest.mark.slow
def test_what_has_too_many_states_is_not_counted() -> None:
    with pytest.raises(Rejected, match="too many"):
        conclude(Goal(Position.parse("tictactoe 4 3"), "count-drawn"), Definition())


def test_a_lower_bound_alone_is_no_fewest_number() -> None:
    """The clauses refute fewer crosses than 0 at once; only a board with so many makes a
    number of the bound."""
    square = Position.parse("tictactoe 3 2")
    sparse = ask(square, "fewest-crosses").certificate
    assert isinstance(sparse, Together)
    board, lower = parts(sparse)
    assert not accepted(square, "fewest-crosses", 4, lower)
    assert not accepted(square, "fewest-crosses", 4, board)
    empty = np.zeros(0, dtype=np.int32)
    nothing = Refutation(empty, np.zeros(1, dtype=np.int32), empty, np.zeros(1, dtype=np.int32), 0)
    for certificate in (nothing, together(board, nothing)):
        for count in (0, 4):
            assert not accepted(square, "fewest-crosses", count, certificate)


def test_even_false_and_absent_are_the_same_question() -> None:
    square = Position.parse("tictactoe 3 2")
    for arguments in ({}, {"even": False}):
        assert accepted(square, "count-drawn", 32, Definition(), **arguments)
        assert not accepted(square, "count-drawn", 16, Definition(), **arguments)
    assert accepted(square, "count-drawn", 16, Definition(), even=True)
    assert not accepted(square, "count-drawn", 32, Definition(), even=True)


def test_complete_sets_leave_no_drawn_board() -> None:
    """Sets without free cells, and the empty set, are whole already."""
    for words in (
        "tictactoe 3 2 --first a1;b1;c1",
        '{"cells": 3, "sets": [[]]}',
        '{"cells": 3, "sets": [[0, 1]], "second_sets": [[2]], "second": [2]}',
    ):
        position = Position.parse(words)
        cells = position.board.cells
        assert position.result() is not None
        assert ask(position, "drawn-position").answer is False
        assert ask(position, "count-drawn").answer == 0
        assert ask(position, "fewest-crosses").answer is None
        for owner in product((0, 1), repeat=cells if cells < 4 else 0):
            assert not accepted(position, "drawn-position", True, colouring(np.array(owner)))


def test_clauses_are_about_positional_games_and_numbers_of_cells() -> None:
    square, other = Position.parse("tictactoe 3 2"), Nim((1, 2))
    for question in ("drawn-position", "fewest-crosses", "pairing"):
        with pytest.raises(BadInput, match="positional"):
            formula(Goal(other, question))
    for bound in (-1, 10, 10**6, 10**5000):
        with pytest.raises(BadInput, match="number of cells"):
            formula(Goal(square, "fewest-crosses"), bound)
    for question in ("drawn-position", "pairing"):
        with pytest.raises(BadInput, match="no number"):
            formula(Goal(square, question), 3)


def test_boards_too_large_for_clauses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("mnk 100 100 90")
    for question, bound, arguments in (
        ("fewest-crosses", 5_000, {}), ("drawn-position", None, {"even": True}),
    ):  # fmt: skip
        with pytest.raises(BadInput, match="too large"):
            formula(Goal(position, question, arguments), bound)
    cube = Position.parse("tictactoe 3 3")
    good = module.by_sat(cube, Limits(), Options())
    monkeypatch.setattr(drawn_boards, "MOST_LITERALS", 50)
    assert good.certificate is not None
    assert not accepted(cube, "drawn-position", False, good.certificate)
