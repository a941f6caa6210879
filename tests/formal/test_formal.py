"""The checker proved in Coq, where it can be built, beside the plain one.

Without ``coqc`` the tests that need the program are skipped and say so.
"""

from __future__ import annotations

import contextlib
import hashlib
import random
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
import pytest
from formal.mutants import ACCEPTED, compared, mutants
from reference import shared

from formal import in_node
from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import load, unseal
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.zones.force import Force
from gameproof.cli import formal as program
from gameproof.cli.check import check_file, verify
from gameproof.cli.guard import TimeOut
from gameproof.cli.main import run
from gameproof.cli.status import Status
from gameproof.encodings.plays import build
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Forces, Statement
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.formal import play
from gameproof.prover.formal.claims import claim
from gameproof.prover.formal.numbers import NotCovered
from gameproof.prover.formal.translate import require_covered, translate
from gameproof.prover.verify import verify_sealed
from gameproof.prover.written import seal

ROOT = Path(__file__).parents[2]
ARENA = ROOT / "tests" / "arena"
LIMIT = 60.0
MEMORY = 1 << 32


@cache
def covered(path: Path) -> bool:
    """Has the proved checker a rule for this file?"""
    try:
        require_covered(unseal(load(path)))
    except (BadInput, NotCovered):
        return False
    return True


PRIMITIVE = {"array", "eqb", "get", "int", "land", "length", "lsr", "sub"}
"""What Coq computes by itself with numbers of 63 bits and arrays."""
PROOFS = ROOT / "instances" / "proofs"
KEPT = sorted(PROOFS.glob("*.json"))
GENUINE = sorted((ARENA / "genuine").glob("*.json"))


def skip_unless_covered(path: Path) -> None:
    """What is covered takes a while to find out, and is asked of one file at a time."""
    if not covered(path):
        pytest.skip(f"the proved checker has no rule for {path.name}")


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of the programs, made where their sources are newer, by one worker of a run."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc is not installed: the proved checker cannot be built")
    shared.parts("formal", [make])
    return ROOT / "formal" / "build"


def make() -> None:
    """Let ``make`` build what is older than its sources: a minute where all is."""
    subprocess.run(["make", "-C", str(ROOT / "formal")], check=True, capture_output=True)


def test_without_the_program_it_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GAMEPROOF_FORMAL", str(tmp_path / "nothing"))
    assert run(["check", "--formal", str(tmp_path / "any.json")]) == Status.NO_BACKEND
    assert "make -C formal" in capsys.readouterr().err


def test_what_must_be_believed_is_short() -> None:
    folder = ROOT / "formal"
    lines = {path: path.read_text().splitlines() for path in folder.glob("rules/*.v")}
    assert all(len(found) <= 60 for found in lines.values())
    general = [
        (folder / f"{name}.v").read_text().splitlines() for name in ("Strategies", "Meaning")
    ]
    assert sum(map(len, general)) <= 250
    assert all(len(line) <= 120 for found in [*lines.values(), *general] for line in found)


def believed(theory: Path) -> set[Path]:
    """A theory, and all that it names of what has to be believed."""
    folder = ROOT / "formal"
    names = {path.stem: path for path in [*folder.glob("rules/*.v"), folder / "Strategies.v"]}
    asked = re.findall(r"From Gameproof Require \w+ ([\w ]+)\.", theory.read_text())
    found = [believed(names[name]) for line in asked for name in line.split()]
    return {theory}.union(*found)


@pytest.mark.parametrize("path", GENUINE, ids=lambda path: path.stem)
def test_what_is_behind_a_verdict_holds_the_rules_of_its_game(path: Path) -> None:
    """With the rules that these name."""
    skip_unless_covered(path)
    names = program.behind_it(path)["modules"].keys() - {"program/words.ml"}
    files = {ROOT / "formal" / name for name in names}
    general = {ROOT / "formal" / f"{name}.v" for name in ("Strategies", "Meaning")}
    assert general <= files
    own = files - general
    assert {found for one in own for found in believed(one)} <= files
    assert own
    assert len(own) <= 3


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
        numbers = translate(load(path))
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


@pytest.mark.parametrize("name", ["moves", "replies", "children"])
def test_numbers_are_in_range_in_nodes_that_are_never_read_too(name: str) -> None:
    """The last node of a win by force once more, behind the root: nothing leads to it."""
    path = ARENA / "genuine" / "force.json"
    record = unseal(load(path))
    certificate = record.certificate
    assert isinstance(certificate, Force)
    low, high = (int(end) for end in certificate.edge_ends[-2:])
    longer = {
        field: np.concatenate([getattr(certificate, field), getattr(certificate, field)[low:high]])
        for field in ("moves", "replies", "children", "turns")
        if len(getattr(certificate, field))
    }
    longer["edge_ends"] = np.append(certificate.edge_ends, 2 * high - low)
    behind = msgspec.structs.replace(certificate, **longer)
    translate(seal(replace(record, certificate=behind)))
    longer[name] = np.append(longer[name][:-1], -1000 if name == "children" else 1000)
    outside = msgspec.structs.replace(certificate, **longer)
    for checker in (translate, verify_sealed):
        with pytest.raises(Rejected, match=f"{name} holds"):
            checker(seal(replace(record, certificate=outside)))


def same(seed: int, count: int) -> None:
    """Both accept some of so many mutants, and no one what the other refuses."""
    seen, differ = compared(mutants(seed, ARENA / "genuine"), count)
    assert not differ, differ[:3]
    assert seen[ACCEPTED, ACCEPTED] > count / 50


@pytest.mark.slow
def test_both_checkers_agree_on_mutants(built: Path) -> None:
    assert built.is_dir()
    same(37, 300)


@pytest.mark.slow
def test_both_checkers_agree_on_twenty_thousand_mutants(built: Path) -> None:
    assert built.is_dir()
    same(38, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_the_kept_proofs_that_are_covered_are_accepted(built: Path, path: Path) -> None:
    assert built.is_dir()
    skip_unless_covered(path)
    assert program.prove(path, 300.0, 2 * MEMORY)


@pytest.mark.slow
def test_the_page_holds_the_table_of_what_is_covered() -> None:
    page = (ROOT / "docs" / "formal.md").read_text(encoding="utf-8")
    printed = subprocess.run(
        [sys.executable, str(ROOT / "formal" / "coverage.py")],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    assert printed in page
    false = len([*(ARENA / "false").glob("*.json")])
    assert f"None of the {false} false certificates of the arena is accepted" in " ".join(
        page.split()
    )


def test_the_page_names_the_theorems_that_are_closed() -> None:
    page = (ROOT / "docs" / "formal.md").read_text(encoding="utf-8")
    lines = (ROOT / "formal" / "Makefile").read_text(encoding="utf-8").splitlines()
    made = {line.split(":")[0].removesuffix(".v") for line in lines if ": WORDS =" in line}
    named = (ROOT / "formal" / "Named.v").read_text(encoding="utf-8")
    for name in (name.removeprefix("build/") for name in made):
        assert f"Definition {name} :" in named
        assert f"`{name}`" in page


def test_what_the_general_theorems_rest_on_is_printed() -> None:
    page = (ROOT / "docs" / "formal.md").read_text(encoding="utf-8")
    table = page.split("**Theorems in general**")[1].split("`make -C formal theorems`")[0]
    named = [
        name
        for line in table.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`(\w+)`", line.split(" | ")[0])
    ]
    printed = (ROOT / "formal" / "Assumptions.v").read_text(encoding="utf-8")
    assert "pairing_3d_1" in named
    assert [name for name in named if f"Print Assumptions {name}." not in printed] == []


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


@pytest.mark.slow
def test_the_named_theorems_are_closed(built: Path) -> None:
    assert built.is_dir()
    for path in built.glob("*.vo"):
        path.unlink()
    done = subprocess.run(
        ["make", "-C", str(ROOT / "formal"), "theorems", f"PYTHON={sys.executable}"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    found = {path.stem for path in built.glob("*.vo")}
    assert {"draw_6_3", "first_wins_4", "no_pairing_4_2", "tictactoe_draw"} <= found
    # Primitive numbers and arrays, in which the data are stored, and nothing else.
    rested = {line.split(" : ")[0] for line in done.stdout.splitlines() if " : " in line}
    assert rested <= PRIMITIVE


PAGE = ROOT / "web" / "static" / "proved.js"
"""The program as JavaScript, as it is kept."""


def spoilt(chance: random.Random, numbers: list[int]) -> list[int]:
    """Some numbers in the place of others; one may not fit into 53 bits, or into 32."""
    found = [*numbers]
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(found))
        found[at] = chance.choice(
            [chance.randrange(12), found[at] + 1, 2**31, 2**32 + found[at], 2**53, 2**64]
        )
    return found


@pytest.mark.slow
@pytest.mark.skipif(in_node.NODE is None, reason="node is not installed")
def test_the_program_of_the_page_says_the_same(built: Path) -> None:
    checker = next(
        path for path in (built / "fast" / "checker", program.program()) if path.exists()
    )
    chance = random.Random(5)
    streams = []
    for path in GENUINE:
        with contextlib.suppress(NotCovered):
            streams.append(translate(load(path)))
    small = [numbers for numbers in streams if len(numbers) < 2000]
    streams += [spoilt(chance, chance.choice(small)) for _ in range(500)]

    said: list[str | None] = []
    kept: list[list[int]] = []
    for numbers in streams:
        try:
            said.append(program.run(checker, numbers, 1.0, MEMORY))
        except Rejected:
            said.append(None)
        except (TimeOut, MemoryError):  # a board of 2^31 rows
            continue
        kept.append(numbers)
    for numbers, native, page in zip(kept, said, in_node.said(kept), strict=True):
        # Cells and places beyond 28 bits are no numbers of the page's machine: it gives up.
        words = "; ".join(page.split("\n")) if isinstance(page, str) else None
        assert words == native or (words is None and max(numbers) >= 1 << 28)
    assert len([one for one in said if one is not None]) > len(small) >= 5
    assert len(kept) > 400


def test_the_program_of_the_page_is_made_from_these_sources() -> None:
    """By the digest that stands in it; ``make -C formal javascript`` makes it anew."""
    made = (ROOT / "formal" / "Makefile").read_text(encoding="utf-8")
    lines = {line.split(" = ")[0]: line.split()[2:] for line in made.splitlines() if " = " in line}
    theories = [
        name
        for word in lines["THEORIES"]
        for name in (lines["RULES"] if word == "$(RULES)" else [word])
    ]
    names = [f"{name}.v" for name in (*theories, "ExtractFast")]
    names += ["program/words.ml", "program/fast/numbers.ml"]
    names += [f"program/page/{name}.ml" for name in ("z", "big_int_Z", "page")]
    digest = hashlib.sha256()
    for name in names:
        digest.update((ROOT / "formal" / name).read_bytes())
    assert f"SHA-256 is {digest.hexdigest()}." in PAGE.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("js_of_ocaml") is None, reason="js_of_ocaml is not installed")
def test_the_program_of_the_page_can_be_made_anew(built: Path) -> None:
    again = built / "proved.js"
    again.unlink(missing_ok=True)
    made = ["make", "-C", str(ROOT / "formal"), "build/proved.js"]
    subprocess.run(made, check=True, capture_output=True)
    kept, found = (path.read_text(encoding="utf-8") for path in (PAGE, again))
    if kept.splitlines()[1] != found.splitlines()[1]:
        pytest.skip("other versions of Coq, OCaml or js_of_ocaml")
    assert kept == found
