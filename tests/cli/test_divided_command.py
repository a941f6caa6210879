"""One question on many processes by the real command: signals, kills, and going on."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from reference.running import running
from reference.waiting import alive, eventually

ROOT = Path(__file__).parents[2]
SHORT = "solve mnk 5 4 4 --method search --json --jobs"
LONG = "solve mnk 6 5 4 --method search --json --jobs"


def start(words: str, script: str = "from reference.divided import command; command()") -> Any:
    """The command in a process of its own; it prints a line for each piece that is kept."""
    return running(words, script)


def children(pid: int) -> set[int]:
    """The processes that a process has started and that are still there."""
    found: set[int] = set()
    for thread in Path(f"/proc/{pid}/task").iterdir():
        found |= set(map(int, (thread / "children").read_text().split()))
    return found


def gone(processes: set[int]) -> bool:
    """Do all of them end within a minute?"""
    return eventually(lambda: not any(map(alive, processes)))


def test_after_kill_9_the_same_command_goes_on(tmp_path: Path) -> None:
    """With another number of workers; what was kept is not searched again."""
    words = f"--journal {tmp_path}/j"
    process = start(f"{SHORT} 2 {words}")
    assert process.stdout.readline() == "kept\n", process.stderr.read()
    workers = children(process.pid)
    process.kill()
    process.communicate(timeout=60)
    assert gone(workers)
    lines = [json.loads(line) for line in (tmp_path / "j").read_text().splitlines()[1:]]
    sent = [line for line in lines if line["worker"] != "client"]
    out, err = start(f"{SHORT} 1 {words}").communicate(timeout=300)
    answer = json.loads(out.splitlines()[-1])
    assert (answer["answer"], answer["verified"]) == ("draw", True), err
    counts = answer["stats"]["search"]
    assert counts.get("resumed", 0) == len(sent)
    assert out.count("kept\n") >= counts["pieces"]


@pytest.mark.slow
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_question_and_its_workers(
    number: signal.Signals, status: int, tmp_path: Path
) -> None:
    process = start(f"{LONG} 2 --journal {tmp_path}/j")
    for _ in range(3):
        assert process.stdout.readline() == "kept\n", process.stderr.read()
    workers = children(process.pid)
    assert workers
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    assert process.returncode == status, err
    answer = json.loads(out.splitlines()[-1])
    assert (answer["answer"], answer["stopped"]) == ("unknown", "interrupted")
    assert answer["detail"]["divided"]["workers"] == 2
    assert "Traceback" not in err
    assert gone(workers)


def test_what_cannot_be_divided_is_said_in_a_line(tmp_path: Path) -> None:
    script = "from gameproof.cli.main import main; main()"
    words = f"solve tictactoe 5 2 -q degree --journal {tmp_path}/j"
    done = start(words, script)
    _, err = done.communicate(timeout=120)
    assert done.returncode == 2
    assert err == (
        "gameproof: tictactoe 5 2: the question degree is not divided, so it has no journal\n"
    )
