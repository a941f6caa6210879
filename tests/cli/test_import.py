"""Models of other solvers made certificates: each question that reads one back, and what is no
model. The models come from PySAT, on the very files that ``encode`` writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from pysat.formula import CNF
from pysat.solvers import Cadical153

from gameproof.cli.main import run
from gameproof.solvers.sat.assignments import read_assignment
from gameproof.solvers.sat.model import ModelError

Captured = pytest.CaptureFixture[str]


def solved(folder: Path, words: str) -> Path:
    """The ``v`` lines of a solver for the question's CNF."""
    cnf = folder / "q.cnf"
    assert run(["encode", *words.split(), "-o", str(cnf)]) == 0
    with Cadical153(CNF(from_file=str(cnf))) as solver:
        assert solver.solve()
        model = solver.get_model()
    found = folder / "q.out"
    lines = [model[k : k + 9] for k in range(0, len(model), 9)]
    text = "\n".join("v " + " ".join(map(str, line)) for line in lines)
    found.write_text(f"c a comment\ns SATISFIABLE\n{text}\nv 0\n")
    return found


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("tictactoe 4 2 -q drawn-position", "yes"),
        ("tictactoe 4 2 -q drawn-position --even", "yes"),
        ("tictactoe 5 2 -q pairing", "exists"),
        ("tictactoe 5 2 -q own-pairing", "exists"),
        ("digraph path 5 -q p-positions", ""),
        ("tetris-3partition 12 4 4 4 4 4 4 -q partition", "yes"),
        ("torus-cycles 4 -q cycle --class 1,1", "yes"),
    ],
)
def test_a_model_is_made_a_certificate(
    words: str, answer: str, tmp_path: Path, capsys: Captured
) -> None:
    found = solved(tmp_path, words)
    capsys.readouterr()
    assert run(["import", str(found), "--of", words]) == 0
    told = capsys.readouterr().out
    assert f": {answer}" in told.splitlines()[0]
    assert "by imported-model" in told
    assert run(["check", str(tmp_path / "q.json")]) == 0
    assert capsys.readouterr().out.startswith("s VERIFIED")


def test_what_is_no_model_of_the_question(tmp_path: Path, capsys: Captured) -> None:
    words = "tictactoe 4 2 -q drawn-position"
    found = solved(tmp_path, words)
    flipped = found.read_text().replace("v ", "v -").replace("--", "")
    for text, said in (
        ("s UNSATISFIABLE\n", "'gameproof check'"),
        ("", "no literals"),
        ("v 1 -1 0\n", "two values"),
        ("p cnf 3 2\n1 2 0\n", "expected literals"),
        (" ".join(["v", *(str(k) for k in range(1, 17))]), "it breaks"),
    ):
        found.write_text(text)
        assert run(["import", str(found), "--of", words]) == 2
        assert said in capsys.readouterr().err
    found.write_text(flipped)
    assert run(["import", str(found), "--of", "tictactoe 3 2 -q drawn-position"]) == 2
    assert run(["import", str(found), "--of", "nim 1 2"]) == 2
    assert "no model of the question" in capsys.readouterr().err
    assert run(["import", str(found), "--of", words, "-o", "x.txt"]) == 2
    assert not (tmp_path / "q.json").exists()


def test_nothing_is_overwritten_without_a_word(tmp_path: Path, capsys: Captured) -> None:
    words = "tictactoe 4 2 -q drawn-position"
    found = solved(tmp_path, words)
    (tmp_path / "q.json").write_text("mine")
    assert run(["import", str(found), "--of", words]) == 2
    assert "there already" in capsys.readouterr().err
    assert (tmp_path / "q.json").read_text() == "mine"
    assert run(["import", str(found), "--of", words, "-o", str(tmp_path / "q.json")]) == 0


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("v 1 -2 3 0", [True, False, True]),
        ("s SATISFIABLE\nv 1 -2\nv 3 4 -5 0\n", [True, False, True]),
        ("SAT\n1 -2 3 0\n", [True, False, True]),
        ("o 12\ns OPTIMUM FOUND\nv x1 -x2 x3 -x4\n", [True, False, True]),
        ("v 3 0", [False, False, True]),
    ],
)
def test_the_forms_of_assignments(text: str, values: list[bool]) -> None:
    assert read_assignment(text, 3)[1:] == values


def test_no_assignment() -> None:
    for text in ("v 1 x 0", "UNSAT\n", "s UNKNOWN", "v 0"):
        with pytest.raises(ModelError):
            read_assignment(text, 3)
