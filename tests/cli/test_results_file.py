"""One instance with ``-o results.jsonl``: a batch of one; and files without a graph."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gameproof.cli.main import run
from gameproof.cli.status import Status


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.g6").write_text("Dhc\n")
    return tmp_path


@pytest.mark.parametrize("words", ["cycle 5", "one.g6", "cycle 5..5"])
def test_one_instance_is_a_batch_of_one(words: str, here: Path) -> None:
    asked = f"solve snort {words} -q outcome -o r.jsonl --store s.sqlite"
    for _ in range(2):  # the second run finds it in its results
        assert run(asked.split()) == Status.DONE
        (line,) = (here / "r.jsonl").read_text().splitlines()
        told = json.loads(line)
        assert (told["answer"], told["verified"], told["type"]) == ("N", True, "answer")


@pytest.mark.parametrize("option", ["--left blue", "--journal j", "--proof p"])
def test_what_goes_with_one_question_is_refused_before_it_is_solved(
    option: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(f"solve snort path 3 -o r.jsonl {option}".split()) == Status.USAGE
    assert f"{option.split()[0]} goes with one question" in capsys.readouterr().err
    assert not (here / "r.jsonl").exists()


@pytest.mark.parametrize("text", ["", "\n\n", ">>graph6<<\n"])
@pytest.mark.parametrize("rest", ["", "--jobs 2", "-o r.jsonl", "-o p.json"])
def test_a_file_without_a_graph_says_so(
    text: str, rest: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "c8.g6").write_text(text)
    assert run(f"solve snort c8.g6 -q outcome {rest}".split()) == Status.USAGE
    assert "c8.g6: no graph in this file" in capsys.readouterr().err
    assert not (here / "r.jsonl").exists()


def test_a_stored_answer_is_told_in_the_words_that_were_asked(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ("one.g6", "cycle 5"):
        run(f"solve snort {words} -q outcome --store s.sqlite".split())
        assert capsys.readouterr().out.startswith(f"snort {words}: outcome: N")


def test_a_reader_who_goes_away_is_no_fault() -> None:
    there, here = os.pipe()
    os.close(there)
    command = [sys.executable, "-m", "gameproof", "list", "nim"]
    with os.fdopen(here, "wb") as closed:
        ended = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (Status.DONE, b"")
