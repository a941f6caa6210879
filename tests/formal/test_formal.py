"""The checker proved in Coq, where it can be built, beside the plain one.

Without ``coqc`` the tests that need the program are skipped and say so.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from soundness.edges import Mutants

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import load, unseal
from gameproof.certificates.kernel import Goal, conclude
from gameproof.cli.check import check_file, verify
from gameproof.cli.formal import NotProvable, play, program
from gameproof.cli.formal.numbers import NotCovered, claim
from gameproof.cli.formal.translate import STEPS, translate
from gameproof.cli.guard import TimeOut
from gameproof.cli.main import run
from gameproof.cli.status import Status
from gameproof.encodings.plays import build
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Forces, Statement
from gameproof.instances.instance import from_words, resolve

ROOT = Path(__file__).parents[2]
ARENA = ROOT / "tests" / "arena"
LIMIT = 60.0
MEMORY = 1 << 32


def covered(path: Path) -> bool:
    """Has the proved checker a rule for the kind of this file?"""
    try:
        return type(unseal(load(path)).certificate).__struct_config__.tag in STEPS
    except BadInput:
        return False


GENUINE = [path for path in sorted((ARENA / "genuine").glob("*.json")) if covered(path)]


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of the programs, made where their sources are newer."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed: the proved checker cannot be built")
    subprocess.run(["make", "-C", str(ROOT / "formal")], check=True, capture_output=True)
    return ROOT / "formal" / "build"


def test_without_the_program_it_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GAMEPROOF_FORMAL", str(tmp_path / "nothing"))
    assert run(["check", "--formal", str(tmp_path / "any.json")]) == Status.NO_BACKEND
    assert "make -C formal" in capsys.readouterr().err


def test_what_must_be_believed_is_short() -> None:
    assert len((ROOT / "formal" / "Meaning.v").read_text().splitlines()) <= 250


def test_no_theory_assumes_or_admits() -> None:
    for theory in (ROOT / "formal").rglob("*.v"):
        text = theory.read_text()
        for word in ("Axiom", "Admitted", "admit.", "Parameter", "Conjecture"):
            assert word not in text, f"{theory.name}: {word}"


@pytest.mark.slow
def test_the_theorem_rests_on_nothing(built: Path) -> None:
    assert built.is_dir()
    done = subprocess.run(
        ["coqc", "-q", "-R", ".", "Gameproof", "Assumptions.v"],
        cwd=ROOT / "formal", check=True, capture_output=True, text=True,
    )  # fmt: skip
    said = done.stdout.split("\n")
    asked = (ROOT / "formal" / "Assumptions.v").read_text().count("Print Assumptions")
    assert said.count("Closed under the global context") == asked > 0
    assert "Axioms:" not in said


@pytest.mark.slow
@pytest.mark.parametrize("path", GENUINE, ids=lambda path: path.stem)
def test_genuine_certificates_are_accepted_by_both_programs(built: Path, path: Path) -> None:
    try:
        numbers = translate(path)
    except NotCovered as what:
        pytest.skip(f"not covered: {what}")
    said = {program.run(checker, numbers, LIMIT, MEMORY) for checker in built.glob("*/checker")}
    assert len(said) == 1
    assert verify(path)


@pytest.mark.slow
def test_no_false_certificate_of_the_arena_is_accepted(built: Path) -> None:
    assert built.is_dir()
    for path in sorted((ARENA / "false").glob("*.json")):
        record = check_file(path, LIMIT, MEMORY, formal=True)
        assert not record["verified"], path.name


@pytest.mark.slow
def test_nothing_is_accepted_here_that_the_plain_checker_rejects(
    built: Path, tmp_path: Path
) -> None:
    assert built.is_dir()
    documents = [json.loads(path.read_text()) for path in GENUINE]
    path = tmp_path / "mutant.json"
    seen: Counter[tuple[bool, bool]] = Counter()
    for text in islice(Mutants(37, documents), 300):
        path.write_bytes(text)
        try:
            program.prove(path, 2.0, MEMORY)
            here = True
        except (Rejected, BadInput, NotProvable, TimeOut, MemoryError):
            here = False
        if not here:
            continue
        there = check_file(path, LIMIT, MEMORY)["verified"]
        seen[here, there] += 1
        assert there, text
    assert seen[True, True]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "side"),
    [
        ("tictactoe 3 2", "second"),
        ("mnk 3 2 2", "first"),
        ("geography path 4 --start 1", "first"),
        ("nim 1 2", "next"),
        ("wythoff 1 2", "previous"),
    ],
)
def test_tables_of_replies_say_the_same_to_both(built: Path, words: str, side: str) -> None:
    """Any strategy forces something: here that of the first legal move."""
    assert built.is_dir()
    position = resolve(from_words(words.split())).position
    table = build([(position, side)], lambda p: next(iter(p.moves())))
    goal = Goal(position, "outcome")
    known = conclude(goal, table).statements[0]
    steps = play.of_play(goal, table)

    def numbers(said: Statement) -> list[int]:
        return [*claim(position, [said]), len(steps), *(x for step in steps for x in step)]

    assert program.run(program.program(), numbers(known), LIMIT, MEMORY)
    assert isinstance(known, Forces)
    assert known.plies
    sooner = Forces(known.starter, known.side, known.results, known.plies - 1)
    with pytest.raises(Rejected):
        program.run(program.program(), numbers(sooner), LIMIT, MEMORY)
