"""Words and files that name more than fits: one line, exit status 2, and nothing was made."""

from __future__ import annotations

from pathlib import Path

import pytest

from gameproof.cli.guard import memory_ceiling
from gameproof.cli.main import run
from gameproof.cli.status import Status

WORDS = """\
subtraction 1 999999999999 3 4 --heaps 11
snort complete 100000
snort path 99999999999
snort grid 99999 99999
snort hypercube 60
snort kneser 60 30
snort multipartite 99999 99999
snort gnp 1000000 0.5
snort gnm 10 99999999999
snort regular 3 99999999
snort bipartite 99999 99999
snort caterpillar 99999999 99999999
snort graph6:~~~~~~~~~
snort sparse6::~~~~~~~~~~
snort digraph6:&~~~~~~~~~~
snort path 3..99999999999
geography path 33554432 --start 0
positional /dev/zero
hackenbush /dev/urandom
bddl /dev/zero /dev/zero
tictactoe 99999 99999
torus-cycles 999999999999
klein-cycles 100000
tetris --size 99999x99999 --pieces I
tetris --size 20x10 --pieces I --height 99999999999
tetris-3partition 99999999999 33333333333 33333333333 33333333333
take-away 2**99999999*x 50
paper-soccer 999999999999 4
snort path 5 -q equals --game *999999999
snort path 5 -q equals --game 99999999.^
nim 3..5 --jobs 99999999
far.edges
far.mtx
far.json"""

FILES = {
    "far.edges": "0 100000000000\n",
    "far.mtx": "%%MatrixMarket matrix coordinate pattern symmetric\n"
    "99999999999 99999999999 1\n2 1\n",
    "far.json": '{"n": 99999999999, "edges": []}',
}


@pytest.mark.parametrize("words", WORDS.splitlines())
def test_what_does_not_fit_is_refused_in_a_line(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a ceiling on memory, beyond which the system would refuse."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    typed = ["snort", words] if words in FILES else words.split()
    with memory_ceiling(200 << 20):
        status = run(["solve", *typed])
    said = capsys.readouterr().err
    assert status == Status.USAGE, said
    assert said.count("\n") == 1


@pytest.mark.parametrize("limit", ["--time-limit 0.2", "--memory-limit 20MB"])
def test_a_file_that_never_ends_is_not_written(
    limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = "tictactoe 99 4 -q drawn-position -o far.cnf"
    assert run(["encode", *words.split(), *limit.split()]) == Status.UNKNOWN
    said = capsys.readouterr().err
    assert said == f"gameproof: {limit[2:].split('-')[0]} limit reached, nothing written\n"
    assert not (tmp_path / "far.cnf").exists()


def test_a_graph_too_large_to_draw(capsys: pytest.CaptureFixture[str]) -> None:
    """Masks of neighbours would take n x n bits."""
    with memory_ceiling(400 << 20):
        assert run(["show", "snort", "path", "200000"]) == Status.DONE
    assert capsys.readouterr().out == "200000 vertices: too many to draw\n"
