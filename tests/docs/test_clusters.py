"""The cluster of docs/clusters.md, started as the page says, and its command again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gameproof.cli import main, solve
from gameproof.cli.status import Status

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "clusters.md").read_text(encoding="utf-8")


def by_hand() -> list[str]:
    """The commands that start a cluster, ask it, and end it."""
    section = PAGE.partition("## A cluster by hand")[2]
    found = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert found is not None
    return found[1].splitlines()


def run(lines: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """The commands in one shell; what the cluster says goes to a file."""
    quiet = [re.sub(r" &$", " >> cluster.log 2>&1 &", line) for line in lines]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", "set -m\n" + "\n".join([*quiet, "wait"])],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": path},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def test_a_scheduler_file_that_nobody_writes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(solve, "PATIENCE", 0.0)
    assert main.run(["solve", "tictactoe", "3", "2", "--dask", "none.json"]) == Status.USAGE
    assert "no Dask cluster at none.json: no such file" in capsys.readouterr().err


@pytest.mark.slow
def test_a_cluster_by_hand(tmp_path: Path) -> None:
    """One question on a scheduler and two workers, and once more from its journal."""
    pytest.importorskip("distributed")
    scheduler, workers, question, end = by_hand()
    done = run([scheduler, workers, f"{question} --json", end], tmp_path)
    answer = json.loads(done.stdout)
    assert (answer["answer"], answer["verified"]) == ("draw", True), done.stderr
    assert answer["stats"]["search"]["pieces"] >= 1
    kept = (tmp_path / "cluster.journal").read_text().count("\n")
    (tmp_path / "cluster.json").unlink(missing_ok=True)
    again = json.loads(run([scheduler, workers, f"{question} --json", end], tmp_path).stdout)
    assert again["answer"] == "draw"
    assert again["stats"]["search"].get("pieces", 0) == 0
    assert (tmp_path / "cluster.journal").read_text().count("\n") == kept
