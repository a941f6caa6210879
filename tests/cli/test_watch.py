"""Processes at work are watched from outside: what does not look at its limit is ended.

Oracle: the clock, the process table and the system's account of memory. Operations: runs that
look and that do not, in the command and in workers; forged notes are not possible, the pipe is
the process's own.
"""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from reference.running import running
from reference.waiting import alive, eventually

from gameproof.prover.watch import GRACE, SLACK, Reporter, Watch
from gameproof.prover.work_context import context_of_work
from gameproof.prover.workers import Stopped, Workers
from gameproof.solvers.limits import Limits, family, family_bytes


def test_a_reporter_tells_of_runs_and_of_what_they_know() -> None:
    notes: list[dict[str, Any]] = []
    report = Reporter(notes.append)
    limits = Limits(5.0, 100)
    with report.guard(limits) as tell:
        tell({"answer": 1})
        with report.guard(Limits()):
            assert notes[-1] == {"busy": True, "until": None, "memory": None}
        assert notes[-1] == {"busy": True, "until": limits.started + 5.0, "memory": 100}
    assert notes[1] == {"known": {"answer": 1}}
    assert notes[-1] == {"busy": False, "until": None, "memory": None}


def test_a_watch_is_over_a_moment_after_the_limit() -> None:
    watch = Watch()
    assert (watch.pause(), watch.over(os.getpid())) == (None, None)
    watch.note({"busy": True, "until": time.monotonic() + 60, "memory": None})
    assert watch.over(os.getpid()) is None
    watch.until = time.monotonic() - GRACE
    assert (watch.pause(), watch.over(os.getpid())) == (0.0, "time")
    watch.note({"until": time.monotonic() - 60})
    assert watch.over(os.getpid()) is None
    watch.note({"until": None, "memory": -SLACK})
    assert watch.over(os.getpid()) == "memory"


def work(limit: float | None, memory: int | None, known: int) -> None:
    """In a worker: a run that never looks."""
    context = context_of_work()
    assert context is not None
    limits = context.anew(limit, memory)
    held = []
    with limits.guard(limits) as tell:
        tell({"known": known})
        while True:
            held.append(bytearray(1 << 20) if memory else None)
            if memory is None:
                held.clear()


def test_a_worker_that_does_not_look_is_ended_and_replaced() -> None:
    with Workers(1) as workers:
        with pytest.raises(Stopped) as stopped:
            workers.submit(work, 0.2, None, 7).result()
        assert (stopped.value.reason, stopped.value.known) == ("time", {"known": 7})
        with pytest.raises(Stopped) as stopped:
            workers.submit(work, None, family_bytes() + (150 << 20), 8).result()
        assert (stopped.value.reason, stopped.value.known) == ("memory", {"known": 8})
        assert workers.submit(abs, -3).result() == 3


def test_the_command_and_what_it_started_end_with_its_limit() -> None:
    words = "solve geography path 3 --start 0 --json --time-limit 1s"
    process = running(words, "from reference.endless import command; command('deaf')")
    assert process.stderr.readline() == "at work\n"
    started = family(process.pid)
    assert len(started) == 2
    out, err = process.communicate(timeout=120)
    answer = json.loads(out)
    assert (process.returncode, answer["answer"], answer["stopped"]) == (3, "unknown", "time"), err
    assert answer["detail"] == {"known": 1}
    assert eventually(lambda: not any(alive(pid) for pid in started))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_process_that_dies_is_a_line(number: signal.Signals) -> None:
    process = running(
        "solve geography path 3 --start 0", "from reference.endless import command; command('deaf')"
    )
    assert process.stderr.readline() == "at work\n"
    os.kill(family(process.pid)[1], number)
    _, err = process.communicate(timeout=120)
    expected = (3, "out of memory?") if number == signal.SIGKILL else (70, "SIGSEGV")
    assert process.returncode == expected[0]
    assert expected[1] in err
    assert len(err.splitlines()) == 1


def test_the_work_ends_with_the_process_that_watches_it() -> None:
    process = running(
        "solve geography path 3 --start 0", "from reference.endless import command; command('deaf')"
    )
    assert process.stderr.readline() == "at work\n"
    started = family(process.pid)
    process.kill()
    process.communicate(timeout=120)
    assert eventually(lambda: not any(alive(pid) for pid in started))


def test_a_batch_goes_on_after_a_task_that_never_looks(tmp_path: Path) -> None:
    instance = {"schema": "gameproof/instance/1", "game": "geography", "board": "path 3 --start 0"}
    for name in "bca":
        (tmp_path / f"{name}.json").write_text(json.dumps(instance))
    words = f"solve {tmp_path} --jobs 2 --json --time-limit 1s --store {tmp_path}/s.sqlite"
    process = running(words, "from reference.endless import command; command('deaf')")
    out, err = process.communicate(timeout=120)
    found = {Path(r["file"]).stem: r for r in map(json.loads, out.splitlines())}
    assert process.returncode == 3, err
    assert found["a"]["answer"] == "N"
    assert [found[name]["stopped"] for name in "bc"] == ["time", "time"]
