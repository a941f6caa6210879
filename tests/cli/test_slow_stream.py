"""Graphs that come slowly: no answer waits for a graph that is still to come."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gameproof.instances.many import Arriving

GRAPHS = ["Bw", "CF", "DqK", "C~", "D?{", "DQo"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_answer_comes_before_the_next_graph_is_sent(jobs: int, tmp_path: Path) -> None:
    """The next graph goes out only once the last answer is in: whoever waits, waits for ever."""
    command = [sys.executable, "-m", "gameproof", "solve", "snort", "-", "-q", "outcome", "--json",
               "-o", f"{tmp_path}/r.jsonl", "--jobs", str(jobs),
               "--store", f"{tmp_path}/s.sqlite"]  # fmt: skip
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said = []
        for graph in GRAPHS:
            process.stdin.write(graph + "\n")
            process.stdin.flush()
            said.append(json.loads(process.stdout.readline())["board"])
        rest, err = process.communicate(timeout=60)
        assert (rest, process.returncode) == ("", 0), err
    assert said == [f"snort graph6:{graph}" for graph in GRAPHS]


def test_lines_of_a_stream_are_those_that_the_library_reads() -> None:
    text = b"".join(bytes([65 + k % 26]) * (k * 37 % 101) + b"\n" for k in range(5000)) + b"end"
    for most in (1, 7, 64, 1 << 20):
        plain = io.BytesIO(text)
        ours = Arriving(io.BytesIO(text))
        lines = list(iter(lambda ours=ours, most=most: ours.readline(most), b""))  # type: ignore[misc]
        wanted = list(iter(lambda plain=plain, most=most: plain.readline(most), b""))  # type: ignore[misc]
        assert lines == wanted
    halves = Arriving(io.BytesIO(text))
    start = halves.readline(1 << 20)
    assert start + halves.read(1000) + halves.read(1 << 20) == text
    assert halves.readline(10) == b""


def test_a_pipe_says_whether_a_line_is_there() -> None:
    there, here = os.pipe()
    with os.fdopen(there, "rb") as stream:
        lines = Arriving(stream)
        try:
            assert not lines.ready()
            os.write(here, b"half")
            assert not lines.ready()
            os.write(here, b" a line\nand another\nthe")
            assert lines.ready()
            assert lines.readline(100) == b"half a line\n"
            assert lines.ready()
            assert lines.readline(100) == b"and another\n"
            assert not lines.ready()
        finally:
            os.close(here)
        assert lines.ready()
        assert lines.readline(100) == b"the"
        assert lines.readline(100) == b""
