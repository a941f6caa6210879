"""Ctrl-C and limits on the real command, in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONG = "solve tictactoe 6 3 -q outcome --json"  # open: no ladder of ours decides it soon


def start(words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", "from gameproof.cli.main import main; main()", *words.split()],
        env={**os.environ, "PYTHONPATH": str(ROOT / ".links")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell's background jobs are born deaf to Ctrl-C; so may this test be.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_ctrl_c_leaves_an_answer() -> None:
    process = start(f"{LONG} --time-limit 5m")
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    started = time.monotonic()
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - started < 20
    assert process.returncode == 130, err
    answer = json.loads(out.splitlines()[-1])
    assert (answer["answer"], answer["stopped"]) == ("unknown", "interrupted")
    assert "Traceback" not in err


def test_a_time_limit_ends_the_run() -> None:
    process = start(f"{LONG} --time-limit 2s")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 3, err
    answer = json.loads(out.splitlines()[-1])
    assert (answer["answer"], answer["stopped"]) == ("unknown", "time")
    # A wide margin: the promptness itself is measured in the benchmarks.
    assert answer["seconds"] < 20


def test_the_limit_counts_from_the_start_of_the_command() -> None:
    """Imports alone take longer than this limit: no method is tried."""
    process = start("solve snort tree 80 --json --time-limit 1ms")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 3, err
    answer = json.loads(out)
    assert (answer["answer"], answer["stopped"]) == ("unknown", "time")
    assert answer["stats"] == {}


def test_all_output_is_written_before_the_command_ends() -> None:
    process = start("list --json")
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    assert all(json.loads(line) for line in out.splitlines())
