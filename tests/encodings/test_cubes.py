"""Questions of clauses in pieces: the answers of the undivided methods, nothing forged."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from pathlib import Path

import msgspec
import numpy as np
import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.definitions.definition import Definition
from gameproof.encodings.cubes import CLAIM, ENGINE, CubeClaim
from gameproof.encodings.division import Place
from gameproof.encodings.method import Options
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import Resolved, from_words, resolve
from gameproof.prover.answer import Answer
from gameproof.prover.divided.crew import Crew
from gameproof.prover.divided.divided import Divided
from gameproof.prover.divided.pieces import check_piece, division_of
from gameproof.prover.lrat_text import check_lrat_text, read_dimacs
from gameproof.prover.prove import prove
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.cnf import Cnf
from gameproof.solvers.sat.cubes import Cube, conquer
from gameproof.solvers.sat.result import Result


def progressions(length: int, cells: int) -> list[list[int]]:
    rows = (range(start, cells, step) for step in range(1, cells) for start in range(cells))
    return [list(row[:length]) for row in rows if len(row) >= length]


def arithmetic(folder: Path, first: int, second: int, cells: int) -> str:
    """The board of the cells 0, 1, ... on which the players want arithmetic progressions."""
    path = folder / f"w{first}_{second}_{cells}.json"
    sets = {"sets": progressions(first, cells), "second_sets": progressions(second, cells)}
    path.write_text(json.dumps({"cells": cells, **sets}))
    return f"positional {path}"


def asked(words: str, question: str) -> Resolved:
    return resolve(from_words(words.split(), question))


def claim_of(words: str, question: str) -> CubeClaim[object]:
    here = asked(words, question)
    division = division_of(here, "sat")
    assert division is not None
    found = division.splitting(here.position, CLAIM, Options())
    assert isinstance(found, CubeClaim)
    return found


def in_pieces(words: str, question: str, effort: int) -> Answer:
    """The answer of two workers, in threads."""
    with ThreadPoolExecutor(2) as executor:
        divided = Divided(Crew(executor, 2), effort=effort)
        return prove(from_words(words.split(), question), method="sat", divided=divided)


NUMBERS = {(3, 3): 9, (3, 4): 18, (3, 5): 22}
"""Van der Waerden's numbers (Chvatal, *Some unknown van der Waerden numbers*, 1970): the least
number of cells whose full boards all have a whole progression of a player."""


@pytest.mark.parametrize("lengths", NUMBERS)
def test_van_der_waerden_numbers(tmp_path: Path, lengths: tuple[int, int]) -> None:
    for cells, answer in ((NUMBERS[lengths], "no"), (NUMBERS[lengths] - 1, "yes")):
        found = in_pieces(arithmetic(tmp_path, *lengths, cells), "drawn-position", 1)
        assert (found.answer, found.verified) == (answer, True)


class Hasty(CubeClaim[object]):
    """A claim whose places are divided three times before anything is searched."""

    def _place(self, cube: tuple[int, ...]) -> Place:
        return replace(super()._place(cube), job=len(cube) >= 3)


@pytest.mark.parametrize(
    ("words", "question", "answer"),
    [
        ("tictactoe 3 3", "drawn-position", "no"),
        ("tictactoe 4 2", "drawn-position", "yes"),
        ("mnk 5 5 4", "pairing", "impossible"),
        ("mnk 5 5 5", "pairing", "exists"),
    ],
)
def test_many_pieces_make_one_certificate(
    monkeypatch: pytest.MonkeyPatch, words: str, question: str, answer: str
) -> None:
    monkeypatch.setattr("gameproof.encodings.cubes.CubeClaim", Hasty)
    found = in_pieces(words, question, 1000)
    assert (found.answer, found.verified) == (answer, True)
    counts = found.stats["sat"]
    assert counts["pieces"] == 8 or answer in ("yes", "exists")
    if answer == "impossible" or answer == "no":
        assert counts["lemmas"] > 0


@pytest.mark.parametrize("engine", [None, "cadical153", "hopcroft-karp"])
def test_pieces_are_made_by_the_engine_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str | None
) -> None:
    """The name of another method's engine leaves the choice to this one. The proof that was
    asked for is written, and an outside reader of LRAT follows it."""
    used: set[str | None] = set()

    def noting(cnf: Cnf, cube: Cube, limits: Limits, engine: str | None = None) -> Result:
        used.add(engine)
        return conquer(cnf, cube, limits, engine)

    monkeypatch.setattr("gameproof.encodings.cubes.CubeClaim", Hasty)
    monkeypatch.setattr("gameproof.encodings.cubes.conquer", noting)
    proof = tmp_path / "full.lrat"
    with ThreadPoolExecutor(2) as executor:
        found = prove(
            from_words(["tictactoe", "3", "3"], "drawn-position"),
            method="sat",
            options=Options(engine=engine, proof=proof),
            divided=Divided(Crew(executor, 2), effort=1000),
        )
    wanted = engine if engine == "cadical153" else ENGINE
    assert (found.answer, found.stats["sat"]["engine"], used) == ("no", wanted, {wanted})
    assert found.stats["sat"]["pieces"] == 8
    clauses = read_dimacs(proof.with_suffix(".cnf").read_text().splitlines())
    check_lrat_text(clauses, proof.read_text().splitlines())


def test_an_engine_that_makes_no_pieces_is_refused() -> None:
    with (
        ThreadPoolExecutor(1) as executor,
        pytest.raises(BadInput, match="cp-sat writes no proofs"),
    ):
        prove(
            from_words(["tictactoe", "3", "3"], "drawn-position"),
            method="sat",
            options=Options(engine="cp-sat"),
            divided=Divided(Crew(executor, 1)),
        )


def test_an_argument_is_not_divided() -> None:
    here = resolve(from_words(["tictactoe", "4", "2", "--even"], "drawn-position"))
    assert division_of(here) is None
    assert division_of(asked("tictactoe 4 2", "drawn-position")) is not None


def test_forged_pieces_are_refused(tmp_path: Path) -> None:
    claim = claim_of(arithmetic(tmp_path, 3, 3, 9), "drawn-position")
    here, other = Place("1", "1", False), Place("-1", "-1", False)
    made = claim.search(here, 1000, Limits()).certificate
    assert isinstance(made, Refutation)
    check_piece(claim, here, True, made)
    wanting = msgspec.structs.replace
    # A refutation that is right, and names its cube before the end.
    early = wanting(
        made,
        lemmas=np.concatenate([[1], made.lemmas]).astype(np.int32),
        lemma_ends=np.concatenate([[0], made.lemma_ends + 1]),
        hints=np.concatenate(
            [
                [len(claim.cnf.clauses)],
                np.where(made.hints > len(claim.cnf.clauses), made.hints + 1, made.hints),
            ]
        ),
        hint_ends=np.concatenate([[0], made.hint_ends + 1]),
    )
    for place, verdict, forged in (
        (other, True, made),
        (here, True, None),
        (here, False, None),
        (here, False, made),
        (here, True, early),
        (here, True, wanting(made, bound=3)),
        (here, True, wanting(made, hints=made.hints + 1)),
        (here, True, Definition.of([[0] * 9])),
    ):
        with pytest.raises(Rejected):
            check_piece(claim, place, verdict, forged)


def test_a_deep_cube_comes_with_a_verdict(tmp_path: Path) -> None:
    claim = claim_of(arithmetic(tmp_path, 3, 3, 9), "drawn-position")
    whole = " ".join(map(str, range(1, 10)))
    with pytest.raises(Rejected, match="comes with a verdict"):
        claim.follow(Place(whole, whole, False), ())


def test_a_forged_board_is_refused(tmp_path: Path) -> None:
    claim = claim_of(arithmetic(tmp_path, 3, 3, 8), "drawn-position")
    start = claim.start()
    found = claim.search(start, 1000, Limits())
    assert found.verdict is False
    check_piece(claim, start, False, found.certificate)
    drawn = {b for b in product((0, 1), repeat=8) if not _whole(b)}
    for board in product((0, 1), repeat=8):
        forged = Definition.of([board])
        if board in drawn:
            check_piece(claim, start, False, forged)
        else:
            with pytest.raises(Rejected):
                check_piece(claim, start, False, forged)


def _whole(board: tuple[int, ...]) -> bool:
    return any(len({board[cell] for cell in row}) == 1 for row in progressions(3, len(board)))
