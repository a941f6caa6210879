"""Limits of the whole command: processes that are asked for more than they may take."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from reference.hard_questions import LIMIT, QUESTIONS, STOPPED, ask

MEGABYTE = 1 << 20
NEVER = 20.0
"""Seconds of work beyond the limit that only a search takes which never looks at it."""
MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
"""
# A small process in between: what a process held counts from before it became another program.


@pytest.mark.parametrize(
    ("words", "limit"),
    [("mnk 8 8 5 -q count-drawn", 150), ("snort gnp 68 0.07 seed 1", 150),
     ("mnk 4 8 4 --method search", 130),  # it takes half a minute to fill 150
     ("snort gnp 40 0.1 seed 1 -q value", 100)],
)  # fmt: skip
def test_memory(words: str, limit: int, tmp_path: Path) -> None:
    """The most that the process ever held, measured by the system."""
    command = [sys.executable, "-m", "gameproof", "solve", *words.split(), "--fresh", "--store",
               str(tmp_path / "store.sqlite"), "--memory-limit", f"{limit}MB"]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=False
    )
    said, _, most = done.stdout.rstrip().rpartition("\n")
    assert done.returncode == 3, said
    assert "memory" in said
    if sys.platform == "linux":  # in kilobytes there
        assert int(most) * 1024 < 300 * MEGABYTE


@pytest.mark.slow
@pytest.mark.parametrize("words", QUESTIONS)
def test_time(words: str, tmp_path: Path) -> None:
    """No work goes on without a look at its limit. How soon a command ends depends on the
    machine: ``python -m reference.hard_questions`` prints it."""
    ended = ask(words, LIMIT, tmp_path)
    assert ended.status in STOPPED, ended.said
    assert ended.spent < LIMIT + NEVER, ended
