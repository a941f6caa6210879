"""Options that the method which answered has no use for; files that verbs share; what is kept."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from reference.running import running

from gameproof.cli.main import run

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    "words",
    [
        "nim 1 2 --engine depqbf",
        "nim 1 2 --engine glucose4",
        "tictactoe 3 2 --engine depqbf",
        "geography petersen --start 0 --engine cadical153",
        "tictactoe 3 3 -q drawn-position --engine depqbf",
    ],
)
def test_an_engine_that_was_not_asked(words: str, capsys: Captured) -> None:
    assert run(["solve", *words.split()]) == 2
    assert "has no use for --engine" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        "tictactoe 3 3 -q drawn-position --engine glucose4",
        "tictactoe 4 2 -q drawn-position --engine cp-sat",
        "tictactoe 5 2 -q pairing --engine hopcroft-karp",
        "mnk 4 4 3 -q drawn-position --engine minisat22",
    ],
)
def test_an_engine_that_answered(words: str) -> None:
    assert run(["solve", *words.split()]) == 0


def test_another_opinion_of_depqbf() -> None:
    if shutil.which("depqbf") is None:
        pytest.skip("no depqbf on PATH")
    assert run(["solve", "nim", "1", "2", "--method", "qbf", "--engine", "depqbf"]) == 0


def test_a_proof_that_no_solver_wrote(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "v.lrat"
    for words in ("tictactoe 3 2", "tictactoe 3 2 -q drawn-position", "nim 1 2"):
        assert run(["solve", *words.split(), "--proof", str(path)]) == 2
        assert "was not written" in capsys.readouterr().err
        assert not path.exists()
    words = "tictactoe 3 3 -q drawn-position"
    assert run(["solve", *words.split(), "--proof", str(path)]) == 0
    assert path.exists()


def test_drat_is_no_lrat(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "x.drat").write_text("1 0\n")
    assert run(["check", str(tmp_path / "x.drat")]) == 2
    assert "LRAT" in capsys.readouterr().err
    (tmp_path / "x.foo").write_text("1 0\n")
    assert run(["check", str(tmp_path / "x.foo")]) == 2
    assert ".json" in capsys.readouterr().err


def test_play_and_show_take_the_same_files(tmp_path: Path, capsys: Captured) -> None:
    proof, instance, kept = (tmp_path / name for name in ("p.json", "i.json", "k.json"))
    words = "tictactoe 5 2 -q outcome --method pairing"
    assert run(["solve", *words.split(), "-o", str(proof)]) == 0
    instance.write_text(
        json.dumps({"schema": "gameproof/instance/1", "game": "nim", "board": "1 2"})
    )
    (tmp_path / "h.sgf").write_text("(;GM[11]SZ[3];B[b2])")
    assert run(["play", str(proof), "--moves", f"b1 save:{kept} q"]) == 0
    assert "by the file's certificate" in capsys.readouterr().out
    for file in (proof, instance, kept, tmp_path / "h.sgf"):
        assert run(["show", str(file)]) == 0
        assert run(["play", str(file), "--moves", "q"]) == 0
    capsys.readouterr()
    assert run(["show", str(kept)]) == 0
    assert "X" in capsys.readouterr().out
    assert run(["play", "--resume", str(proof), "--moves", "q"]) == 2
    assert run(["show", str(proof), "-q", "outcome"]) == 2
    claimed = json.loads(proof.read_text())
    claimed["answer"] = "first"
    proof.write_text(json.dumps(claimed))
    assert run(["play", str(proof), "--moves", "q"]) == 1  # the strategy is not one for that


def test_save_overwrites_nothing_silently(tmp_path: Path, capsys: Captured) -> None:
    kept = tmp_path / "k.json"
    kept.write_text("mine")
    assert run(["play", "nim", "3", "4", "--moves", f"save:{kept} q"]) == 2
    assert "there already" in capsys.readouterr().err
    assert kept.read_text() == "mine"
    assert run(["play", "nim", "3", "4", "--moves", f"save!:{kept} save:{kept} q"]) == 0
    assert json.loads(kept.read_text())["words"] == ["nim", "3", "4"]
    assert run(["play", "--resume", str(kept), "--moves", f"save:{kept} q"]) == 0


@pytest.mark.parametrize(
    ("words", "moves", "said"),
    [
        ("tictactoe 3 2", "b2 B2", "B2: cell b2 is not free"),
        ("tictactoe 3 2", "b2 2,2", "2,2: cell b2 is not free"),
        ("tictactoe 3 2", "z9", "'z9'"),
        ("snort 3x3 --red 0", "1 1", "vertex 1"),
        ("words 'New York,Kansas City,Yuma'", "'New York' yuma", "yuma"),
    ],
)
def test_errors_name_cells_as_they_were_typed(
    words: str, moves: str, said: str, capsys: Captured
) -> None:
    side = "red" if words.startswith("snort") else "first"
    assert run(["play", words, "--side", side, "--moves", moves]) in (0, 2)
    assert said in (told := capsys.readouterr()).err or said in told.out


def test_the_rule_of_a_player_without_a_move_is_said(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "domain.ig").write_text(
        "#blackactions\n:action take\n:parameters (?x, ?y)\n:precondition (open(?x, ?y))\n"
        ":effect (black(?x, ?y))\n#whiteactions\n:action take\n:parameters (?x, ?y)\n"
        ":precondition (open(?x, ?y))\n:effect (white(?x, ?y))\n"
    )
    (tmp_path / "p.ig").write_text(
        "#boardsize\n1 1\n#init\n#depth\n1\n#blackgoal\nFalse\n#whitegoal\nFalse\n"
    )
    assert run(["solve", str(tmp_path / "p.ig"), "-q", "outcome", "--json"]) in (0, 2)
    told = capsys.readouterr().out
    if told.startswith("{"):
        assert "resigns" in json.loads(told)["detail"]["rule"]
    assert run(["solve", "bddl", str(tmp_path / "domain.ig"), str(tmp_path / "p.ig")]) == 0
    assert "whoever has no move resigns" in capsys.readouterr().out


def test_a_store_that_cannot_be_written_names_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    board = tmp_path / "i.json"
    board.write_text('{"schema": "gameproof/instance/1", "game": "nim", "board": "1 2"}')
    done = subprocess.run(
        [sys.executable, "-c", "from gameproof.__main__ import main; main()", "solve", str(board)],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "file")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "--store" in done.stderr


def test_ctrl_c_in_show_solve(tmp_path: Path) -> None:
    working = running(
        f"show geography path 3 --start 0 --solve -o {tmp_path}/a.svg",
        "from reference.endless import command; command('look')",
    )
    assert working.stderr.readline() == "at work\n"
    working.send_signal(signal.SIGINT)
    _, told = working.communicate(timeout=60)
    assert working.returncode == 130, told
    assert not (tmp_path / "a.svg").exists()
