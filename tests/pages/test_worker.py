"""What the process of a job refuses by itself, and how many jobs there may be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gameproof.web import jobs as module
from gameproof.web.jobs import Busy, Jobs
from gameproof.web.worker import MOST_WORDS, Refused, refuse_paths

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "words",
    ["tictactoe 5 2 --first a1;b2", "snort grid ./R. red",
     "take-away 3*x//2 20", "tetris --board #.#./#.#. --pieces TT", "nim 3 4 5",
     "sum nim:3,4 + wythoff:2,3", "positional -"],
)  # fmt: skip
def test_words_that_name_no_file(words: str) -> None:
    refuse_paths(words)


@pytest.mark.parametrize(
    "words",
    ["positional /etc/passwd", "positional ../x", "positional a/../../x", "positional ~root/x",
     "--file=/etc/passwd", "sum x:/etc/passwd", "'/etc/passwd'", "\\\\host\\share",
     "x" * (MOST_WORDS + 1), "nim 3\n4", "{\"file\":\"/etc/passwd\"}"],
)  # fmt: skip
def test_words_that_might(words: str) -> None:
    with pytest.raises(Refused):
        refuse_paths(words)


def test_the_second_wall() -> None:
    """Whatever the words say, no other file is opened while they are read."""
    code = """
from gameproof.web.worker import no_files
with no_files():
    import gameproof.games.positional
    try:
        open("/etc/hostname")
    except PermissionError as error:
        print("refused", error.strerror)
open("/etc/passwd").close()
print("after")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout.splitlines() == ["refused no files are read here", "after"], done.stderr


def test_too_many_jobs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 2)
    jobs = Jobs(seconds=50)
    try:
        first = jobs.start("mnk 9 9 5", "outcome")
        jobs.start("mnk 9 9 5", "outcome")
        with pytest.raises(Busy):
            jobs.start("mnk 9 9 5", "outcome")
        jobs.cancel(first)
        assert first.over
        assert jobs.start("nim 3", "outcome") in jobs.latest()
    finally:
        jobs.close()
    assert all(job.state == "cancelled" for job in jobs.latest())
    assert not any(Path(job.folder.name).exists() for job in jobs.latest())
