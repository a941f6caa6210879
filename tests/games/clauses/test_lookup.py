"""Clauses are looked up by the question's name; nothing else in the package answers."""

from __future__ import annotations

import importlib
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from gameproof.certificates.kernel import Goal
from gameproof.games.clauses import clauses, even_kernels
from gameproof.games.clauses.clauses import BOUNDED, FORMULAS, Formula, formula
from gameproof.games.game import games
from gameproof.games.geography import make
from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput


@pytest.mark.parametrize(
    "question",
    ["clauses", "refutation", "lrat", "tetris-plays", "__init__", "outcome", "os.path", "", "."],
)
def test_only_modules_of_questions_give_clauses(question: str) -> None:
    with pytest.raises(BadInput, match="no clauses are defined"):
        formula(Goal(object(), question))


def test_every_question_has_its_clauses() -> None:
    asked = {question.name for game, _ in games().values() for question in game.questions}
    assert FORMULAS.keys() <= asked
    assert FORMULAS.keys() >= BOUNDED
    package = Path(clauses.__file__).parent
    written = {path.stem for path in package.glob("*.py")}
    assert written == {*FORMULAS.values(), "__init__", "clauses"}
    for module in FORMULAS.values():
        name = f"gameproof.games.clauses.{module}"
        assert callable(importlib.import_module(name).formula)


@pytest.mark.parametrize("question", sorted(FORMULAS.keys() - BOUNDED))
def test_clauses_about_no_number_are_given_none(question: str) -> None:
    for bound in (0, 1, -1):
        with pytest.raises(BadInput, match="are about no number"):
            formula(Goal(object(), question), bound)


def test_clauses_that_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A contradiction is worth what is written beside it."""
    monkeypatch.setattr(even_kernels, "formula", lambda goal, bound: Formula("nothing"))
    with pytest.raises(BadInput, match="prove nothing here"):
        formula(Goal(make(Graph.of(2, [(0, 1)]), 0, edge=True), "even-kernel"))


def test_asking_for_one_question_imports_no_other() -> None:
    code = (
        "import sys\n"
        "from gameproof.games.clauses.clauses import formula\n"
        "from gameproof.certificates.kernel import Goal\n"
        "from gameproof.games.geography import make\n"
        "from gameproof.games.graph import Graph\n"
        "formula(Goal(make(Graph.of(2, [(0, 1)]), 0, edge=True), 'even-kernel'))\n"
        "print(*[m for m in sys.modules if 'tetris' in m or 'torus' in m or 'positional' in m])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_definitions_add_nothing() -> None:
    """For every function of three inputs, each assignment extends in the one right way."""
    for table in range(256):
        made = Formula("")
        inputs = [made.fresh() for _ in range(3)]
        value = made.defined(inputs, lambda a, b, c, table=table: table >> (4 * a + 2 * b + c) & 1)
        for bits in product((0, 1), repeat=3):
            wanted = table >> (4 * bits[0] + 2 * bits[1] + bits[2]) & 1
            for guess in (0, 1):
                true = {
                    v if bit else -v
                    for v, bit in zip([*inputs, value], [*bits, guess], strict=True)
                }
                assert all(true.intersection(c) for c in made.clauses) == (guess == wanted)
