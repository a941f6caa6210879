"""Drawn final boards: existence, number, sparsest; every answer through its checker."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.certificates.certificate import Certificate, Claim, Rejected, check
from gameproof.certificates.clauses_drawn_position import first_share
from gameproof.certificates.colouring import Colouring
from gameproof.certificates.drawn_count import DrawnCount
from gameproof.certificates.lrat import check_lrat_text, read_dimacs
from gameproof.certificates.refutation import Refutation
from gameproof.encodings import positional_colouring as module
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.positional_symmetry import (
    Group,
    Mirror,
    cell_orbits,
    coordinate_group,
    largest_prime,
)
from gameproof.games.positional import Position
from gameproof.solvers.cnf import ENCODINGS
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import solve

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


def ask(position: Position, question: str, **arguments: Any) -> Finding:
    """The first method's finding, its certificate checked."""
    for method in module.METHODS:
        if method.question == question and method.applies(position):
            finding = method.run(position, Limits(time_limit=60), Options(arguments=arguments))
            assert finding.certificate is not None
            check(position, Claim(question, finding.answer, arguments), finding.certificate)
            return finding
    raise AssertionError(f"no method for {question}")


@pytest.mark.parametrize("words", SMALL)
@pytest.mark.parametrize("even", [False, True])
def test_small_boards_against_all_fillings(words: str, even: bool) -> None:
    position = Position.parse(words)
    boards = by_hand(position)
    share = len(position.first) + first_share(position)
    total = boards.get(share, 0) if even else sum(boards.values())
    assert ask(position, "drawn-position", even=even).answer == ("yes" if total else "no")
    assert ask(position, "count-drawn", even=even).answer == str(total)
    fewest = str(min(boards)) if boards else "none"
    assert ask(position, "fewest-crosses").answer == fewest


@pytest.mark.parametrize(
    ("n", "whole", "even"), [(3, 32, 16), (4, 16688, 5356), (5, 15312474, 3126376)]
)
def test_numbers_of_drawn_squares(n: int, whole: int, even: int) -> None:
    position = Position.parse(f"tictactoe {n} 2")
    assert ask(position, "count-drawn").answer == str(whole)
    assert ask(position, "count-drawn", even=True).answer == str(even)


def test_the_cube_3_has_no_drawn_board_and_the_cube_4_one_with_20_crosses() -> None:
    for words in ("tictactoe 3 3", "tictactoe 3 4"):
        assert ask(Position.parse(words), "drawn-position").answer == "no"
    assert ask(Position.parse("tictactoe 4 3"), "fewest-crosses").answer == "20"


@pytest.mark.parametrize("words", ["tictactoe 4 5", "tictactoe 4 6", "tictactoe 5 5"])
def test_symmetric_boards_are_shared_evenly(words: str) -> None:
    finding = ask(Position.parse(words), "drawn-position", even=True)
    assert finding.stats["orbits"] < 700


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["tictactoe 4 7", "tictactoe 4 8", "tictactoe 5 7", "tictactoe 5 8"]
)
def test_large_drawn_boards(words: str) -> None:
    assert ask(Position.parse(words), "drawn-position", even=True).answer == "yes"


def test_an_even_share_of_very_many_cells_is_not_counted_by_clauses() -> None:
    position = Position.parse("mnk 60 60 5")
    found = module.by_sat(position, Limits(), Options(arguments={"even": True}))
    assert found.answer == UNKNOWN
    assert "too many cells" in found.detail["even"]
    assert ask(position, "drawn-position").answer == "yes"


def test_symmetric_sat_finds_what_local_search_finds() -> None:
    position = Position.parse("tictactoe 5 5")
    found = module.by_symmetry(position, Limits(time_limit=60), Options(arguments={"even": True}))
    assert found.certificate is not None
    check(position, Claim("drawn-position", "yes", {"even": True}), found.certificate)


@pytest.mark.parametrize("engine", ["cadical195", "glucose4", "minisat22", "cp-sat"])
def test_engines_agree(engine: str) -> None:
    for words, answer in (("tictactoe 3 3", "no"), ("tictactoe 4 3", "yes"), ("hex 3 3", "no")):
        position = Position.parse(words)
        for even in (False, True):
            options = Options(engine=engine, arguments={"even": even})
            finding = module.by_sat(position, Limits(time_limit=60), options)
            assert finding.answer == answer
            assert finding.certificate is not None
            check(position, Claim("drawn-position", answer, {"even": even}), finding.certificate)


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
@settings(max_examples=60, deadline=None)
def test_a_changed_board_is_accepted_only_when_it_is_drawn(flips: list[int]) -> None:
    position = Position.parse("tictactoe 4 2")
    found = ask(position, "drawn-position", even=True).certificate
    assert isinstance(found, Colouring)
    owner = np.array(found.owner)
    for cell in flips:
        owner[cell] ^= 1
    lines = [list(row) for row in position.sets("first").sets()]
    drawn = all(0 < owner[row].sum() < 4 for row in lines)
    for even in (False, True):
        claim = Claim("drawn-position", "yes", {"even": even})
        if drawn and (not even or owner.sum() == 8):
            check(position, claim, Colouring(owner))
        else:
            with pytest.raises(Rejected):
                check(position, claim, Colouring(owner))


def test_hostile_certificates_are_rejected() -> None:
    cube, square = Position.parse("tictactoe 3 3"), Position.parse("tictactoe 3 2")
    good = ask(cube, "drawn-position").certificate
    assert isinstance(good, Refutation)
    sparse = ask(square, "fewest-crosses")
    assert isinstance(sparse.certificate, Colouring)
    no = Claim("drawn-position", "no")
    board = np.array([1, 1, 0, 0, 0, 1, 1, 1, 0])
    fewer = Refutation(*(np.zeros(0, dtype=np.int64) for _ in range(4)))
    bad: list[tuple[Position, Claim, Certificate]] = [
        (square, no, good),
        (cube, Claim("drawn-position", "yes"), good),
        (cube, Claim("outcome", "draw"), good),
        (cube, Claim("no-such-question", "no"), good),
        (cube, Claim("../clauses", "no"), good),
        (cube, Claim("drawn-position", "no", {"odd": True}), good),
        (cube, Claim("drawn-position", "no", {"even": "yes"}), good),
        (cube, no, fewer),
        (square, Claim("drawn-position", "yes"), Colouring(board[:8])),
        (square, Claim("drawn-position", "yes"), Colouring(board + 1)),
        (square, Claim("drawn-position", "yes"), Colouring(np.array(["x"] * 9))),
        (square, Claim("drawn-position", "yes"), Colouring(np.ones((3, 3), dtype=np.int64))),
        (square, Claim("drawn-position", "no"), Colouring(board)),
        (square, Claim("outcome", "draw"), Colouring(board)),
        (square, Claim("fewest-crosses", "5"), Colouring(board)),
        (square, Claim("fewest-crosses", "5"), Colouring(board, fewer)),
        (square, Claim("fewest-crosses", "3"), sparse.certificate),
        (square, Claim("fewest-crosses", "many"), sparse.certificate),
        (square, Claim("count-drawn", "32"), DrawnCount(np.zeros(10, dtype=np.int64))),
        (square, Claim("count-drawn", "32"), DrawnCount(np.zeros(3, dtype=np.int64))),
        (Position.parse("tictactoe 4 3"), Claim("count-drawn", "1"), DrawnCount(board)),
    ]
    check(square, Claim("drawn-position", "yes"), Colouring(board))
    for position, claim, certificate in bad:
        with pytest.raises(Rejected):
            check(position, claim, certificate)
