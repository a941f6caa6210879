"""Every exit status, and one clear line for each kind of wrong input."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from reference import warm

from gameproof.cli.main import VERBS, run
from gameproof.cli.status import Status

INSTANCE = {"schema": "gameproof/instance/1", "game": "geography", "board": "path 3 --start 1"}


def gameproof(words: str) -> int:
    return run(words.split())


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert gameproof(f"{verb} --help") == Status.DONE
    assert "Usage:" in capsys.readouterr().out


def test_without_words_the_help_is_all_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == Status.USAGE
    alone = capsys.readouterr()
    assert run(["--help"]) == Status.DONE
    assert (alone.out, alone.err) == ("", capsys.readouterr().out)


def test_done(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert gameproof(f"solve geography path 3 --start 1 -o {tmp_path}/p.json") == Status.DONE
    assert gameproof(f"check {tmp_path}/p.json") == Status.DONE
    assert "s VERIFIED geography path 3 --start 1: outcome N" in capsys.readouterr().out


def test_refuted_by_the_checker(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    gameproof(f"solve geography path 3 --start 1 -o {path}")
    document = json.loads(path.read_text())
    document["answer"] = "P"
    path.write_text(json.dumps(document))
    capsys.readouterr()
    assert gameproof(f"check {path}") == Status.REFUTED
    assert capsys.readouterr().out.startswith("s NOT VERIFIED ")
    assert gameproof(f"check --json {path}") == Status.REFUTED
    assert json.loads(capsys.readouterr().out)["verified"] is False


def test_refuted_by_an_expected_answer(tmp_path: Path) -> None:
    path = tmp_path / "i.json"
    path.write_text(json.dumps({**INSTANCE, "expected": "P"}))
    assert gameproof(f"solve {path} --store {tmp_path}/s.sqlite") == Status.REFUTED
    path.write_text(json.dumps({**INSTANCE, "expected": "N"}))
    assert gameproof(f"solve {path} --store {tmp_path}/s.sqlite") == Status.DONE


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("slove x", "no verb 'slove'; did you mean 'solve'?"),
        ("solve geografy path 3", "'geografy' is no game and no file; did you mean 'geography'?"),
        ("solve geography pth 3", "did you mean 'path'?"),
        ("solve geography path 3 --strat 1", "did you mean 'start'?"),
        ("solve geography path 3 --start", "--start needs a value"),
        ("solve geography path 3 --start 7", "no vertex '7'"),
        ("solve geography path 3 4", "too many words, starting at '4'"),
        ("solve geography path 3 -q outcme", "did you mean 'outcome'?"),
        ("solve geography path 3 --start 0 --time-limit 5x", "write it like 60s"),
        ("solve geography path 3 --start 0 --method magic", "no method 'magic'"),
        ("solve tictactoe 3", "D is missing"),
        ("solve tictactoe 3 3 -q drawn-position --engine magic", "unknown engine 'magic'"),
        ("check nowhere.json", "nowhere.json: no such file"),
        ("show geography path 3 -o x.bmp", "cannot draw a .bmp file"),
        ("encode nim 3 4 -q grundy -o x.cnf", "has no encoding"),
        ("claims 999", "no claims of a document '999'"),
        ("solve nim 3 4 --engine magic", "unknown engine 'magic'"),
        ("experiment nothing", "'experiment' lists them"),
        ("schema nothing", "is not one of"),
        ("schema", "Choose from: instance, answer, certificate, claim"),
    ],
)
def test_wrong_input_is_one_line(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gameproof(words) == Status.USAGE
    error = capsys.readouterr().err
    assert message.lower() in error.lower()
    assert error.count("\n") == 1
    assert "Traceback" not in error


def test_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    status = gameproof("solve geography path 3 --start 0 --time-limit 0s --json")
    assert status == Status.UNKNOWN
    answer = json.loads(capsys.readouterr().out)
    assert (answer["answer"], answer["stopped"]) == ("unknown", "time")


def test_a_missing_back_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # no QBF solver can be found there
    words = "solve tictactoe 3 2 -q win-within --plies 3 --method qbf --engine caqe"
    assert gameproof(words) == Status.NO_BACKEND
    assert "caqe" in capsys.readouterr().err


def test_an_internal_fault_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*words: object, **more: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("gameproof.prover.prove.prove_with_certificate", broken)
    assert gameproof("solve geography path 3 --start 0") == Status.INTERNAL
    assert "internal error: RuntimeError: a fault" in capsys.readouterr().err


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*words: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gameproof.prover.prove.prove_with_certificate", stop)
    assert gameproof("solve geography path 3 --start 0") == Status.INTERRUPTED


def test_a_solvers_proof_is_checked_against_its_clauses(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "draw.lrat"
    assert gameproof(f"solve tictactoe 3 3 -q drawn-position --proof {path}") == Status.DONE
    assert gameproof(f"check {path}") == Status.DONE
    assert "s VERIFIED" in capsys.readouterr().out
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:-3], lines[-1]]) + "\n")
    assert gameproof(f"check {path}") == Status.REFUTED
    path.with_suffix(".cnf").unlink()
    assert gameproof(f"check {path}") == Status.USAGE


@pytest.mark.parametrize("words", ["solve snort path 4 -q value", "solve frob", "list nim"])
def test_the_quick_way_of_the_tests_is_the_command_itself(words: str, tmp_path: Path) -> None:
    """What :mod:`reference.warm` says is what a process begun the usual way says."""
    environment = {**os.environ, "COLUMNS": "100", "XDG_CACHE_HOME": str(tmp_path)}
    quick = warm.run(words.split(), tmp_path, environment)
    usual = subprocess.run(
        [sys.executable, "-m", "gameproof", *words.split()], cwd=tmp_path, env=environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    took = re.compile(r"[\d.]+ m?s,")
    for one, other in ((quick.stdout, usual.stdout), (quick.stderr, usual.stderr)):
        assert took.sub("", one) == took.sub("", other)
    assert quick.returncode == usual.returncode
