"""A stream of graphs that is killed again and again: in the end each graph once, all verified."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import networkx
import pytest
from reference.snort import outcome

from gameproof.games.graph import Graph
from gameproof.games.snort import SNORT, Position

ROOT = Path(__file__).parents[2]


def atlas(most: int) -> list[Any]:
    """All graphs of one to so many vertices, up to isomorphism (Read and Wilson's atlas)."""
    return [g for g in networkx.graph_atlas_g() if 1 <= len(g) <= most]


@pytest.mark.slow
def test_each_graph_stands_once_after_three_kills(tmp_path: Path) -> None:
    """Values of Snort; what they say of the outcome agrees with brute force over the rules."""
    listed = atlas(6)
    words = [networkx.to_graph6_bytes(g, header=False).decode().strip() for g in listed]
    out = tmp_path / "results.jsonl"
    command = [sys.executable, "-m", "gameproof", "solve", "snort", "-", "-q", "value", "--json",
               "--jobs", "2", "-o", str(out), "--store", str(tmp_path / "s.sqlite")]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    before = 0
    for _ in range(3):
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            text=True,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("\n".join(words) + "\n")
            process.stdin.flush()  # and it stays open: the run cannot end by itself
            seen = min(before + 20, len(words))
            for _ in range(seen):
                assert process.stdout.readline()
            process.send_signal(signal.SIGKILL)
        before = out.read_bytes().count(b"\n")
        assert before >= seen, "what was shown was written"
    done = subprocess.run(
        command,
        input="\n".join(words),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"{before} of them from an earlier run" in done.stderr
    records = [json.loads(line) for line in out.read_text().splitlines()]
    names = sorted(record["file"] for record in records)
    assert names == sorted(f"-:{number} graph6:{word}" for number, word in enumerate(words, 1))
    assert all(record["verified"] for record in records)
    values = {record["board"]: record["answer"] for record in records}
    for graph, word in zip(listed, words, strict=True):
        if len(graph) > 5:
            continue
        position = Position(SNORT, Graph.of(len(graph), list(graph.edges)))
        # Both players may do the same, so the value is its own negative: zero or hot (N).
        zero = values[f"snort graph6:{word}"] == "0"
        assert (outcome(position) == "P") == zero
