"""Files as other programs leave them: byte order marks, line ends of Windows, UTF-16, gzip,
empty ones, files of another kind; each is read as it is meant, or refused by its name."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from gameproof.cli.main import run
from gameproof.cli.status import Status

INSTANCE = '{"schema": "gameproof/instance/1", "game": "nim", "board": "3 4 5", "expected": "N"}\n'
PATH = "p edge 3 2\ne 1 2\ne 2 3\n"
TURNS = "#times\n1 2\n#blackturns\n1\n#positions\na b\n#blackwins\na z\n"


def marked(text: str) -> bytes:
    """As an editor of Windows saves it."""
    return text.replace("\n", "\r\n").encode("utf-8-sig")


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("path.col", PATH, ["geography", "path.col", "--start", "0"]),
        ("path.edges", "0 1\n1 2\n", ["geography", "path.edges", "--start", "0"]),
        ("path.g6", "Bg\n", ["geography", "path.g6", "--start", "0"]),
        ("two.g6", "Bg\nBg\n", ["geography", "two.g6", "--start", "0"]),
        ("nim.json", INSTANCE, ["nim.json"]),
        ("nim.jsonl", INSTANCE * 2, ["nim.jsonl"]),
        ("words.txt", "ab bc\n", ["words", "words.txt"]),
    ],
)
def test_a_byte_order_mark_and_line_ends_change_nothing(
    name: str,
    text: str,
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    answers = []
    for data in (text.encode(), marked(text)):
        Path(name).write_bytes(data)
        assert run(["solve", *words]) == Status.DONE
        answers.append([line.split(" (")[0] for line in capsys.readouterr().out.splitlines()[::2]])
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("name", "data", "command", "told"),
    [
        ("g.col", PATH.encode(), "solve g.col", "g.col: a graph is no instance, name a game"),
        ("g.col", PATH.encode("utf-16"), "solve snort g.col", "g.col: UTF-16 text; save it"),
        (
            "g.col.gz",
            gzip.compress(PATH.encode(), mtime=0),
            "solve snort g.col.gz",
            "by gzip; unpack it",
        ),
        (
            "a.json.gz",
            gzip.compress(INSTANCE.encode(), mtime=0),
            "solve a.json.gz",
            "by gzip; unpack it",
        ),
        ("a.json", b"", "solve a.json", "a.json: this file is empty"),
        ("g.edges", b"", "solve snort g.edges", "g.edges: no graph in this file: it is empty"),
        ("w.txt", b"\n", "solve words w.txt", "w.txt: this file is empty"),
        ("a.pg", TURNS.encode(), "solve a.pg", "a.pg: board.line 8: no cell 'z'"),
        ("a.ig", b"#boardsize\n2 2\n", "solve a.ig", "a.ig: no domain.ig beside this problem"),
        ("a.jsonl", b"{bad\n", "solve a.jsonl", "gameproof: a.jsonl:1: not JSON"),
        ("a.jsonl", b"", "solve a.jsonl", "gameproof: a.jsonl: no instance in this file; expected"),
        ("a.jsonl", b"\n \r\n", "solve a.jsonl", "a.jsonl: no instance in this file; expected"),
        ("a.jsonl", b"\xef\xbb\xbf", "solve . --jobs 2", "a.jsonl: no instance in this file;"),
        ("a.txt", b"", "check .", "no certificate files (.json, .lrat) in this folder"),
        ("a.txt", b"", "solve -", "standard input needs a game before it"),
    ],
)
def test_what_is_told_of_other_files(
    name: str,
    data: bytes,
    command: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(data)
    assert run(command.split()) == Status.USAGE
    assert told in capsys.readouterr().err
