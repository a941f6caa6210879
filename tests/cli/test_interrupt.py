"""Ctrl-C and limits on the real command, in a process of its own."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from reference.running import running
from reference.waiting import eventually

ROOT = Path(__file__).parents[2]
LONG = "solve tictactoe 5 3 -q outcome --json"  # no method of ours decides it soon


def start(
    words: str, script: str = "from gameproof.cli.main import main; main()", **more: Any
) -> Any:
    return running(words, script, **more)


def at_work(words: str, step: str = "look") -> Any:
    """The command with a method that works for ever, once it does."""
    process = start(words, f"from reference.endless import command; command({step!r})")
    assert process.stderr.readline() == "at work\n", process.stderr.read()
    return process


PATIENCE = 300
"""Seconds in which even a busy machine lets a command end that was told to."""
ENDS = [(signal.SIGINT, 130), (signal.SIGTERM, 143)]


@pytest.mark.parametrize("step", ["look", "deaf"])
@pytest.mark.parametrize(("number", "status"), ENDS)
def test_a_signal_leaves_an_answer(number: signal.Signals, status: int, step: str) -> None:
    """Also when the method never looks at its limits."""
    process = at_work("solve geography path 3 --start 0 --json", step)
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == status, err
    answer = json.loads(out.splitlines()[-1])
    assert (answer["answer"], answer["stopped"]) == ("unknown", "interrupted")
    assert answer["detail"]["known"] == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("step", ["look", "deaf"])
@pytest.mark.parametrize(("number", "status"), ENDS)
def test_a_signal_stops_a_batch_with_one_job_at_once(
    number: signal.Signals, status: int, step: str, tmp_path: Path
) -> None:
    instance = {"schema": "gameproof/instance/1", "game": "geography", "board": "path 3 --start 0"}
    for k in range(3):
        (tmp_path / f"{k}.json").write_text(json.dumps(instance))
    words = f"solve {tmp_path} -o {tmp_path}/out.jsonl --store {tmp_path}/s.sqlite"
    process = at_work(words, step)
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)  # each of the three has ten minutes
    assert process.returncode == status, err
    assert (tmp_path / "out.jsonl").read_text() == ""
    assert "Traceback" not in err


@pytest.mark.parametrize(("number", "status"), ENDS)
def test_a_signal_stops_a_batch_with_workers(
    number: signal.Signals, status: int, tmp_path: Path
) -> None:
    instance = {"schema": "gameproof/instance/1", "game": "geography", "board": "path 3 --start 0"}
    (tmp_path / "in").mkdir()
    for name in "abc":
        (tmp_path / "in" / f"{name}.json").write_text(json.dumps(instance))
    words = f"solve {tmp_path}/in --jobs 2 --json --store {tmp_path}/s.sqlite"
    process = at_work(words, "deaf")
    first = json.loads(process.stdout.readline())
    assert first["answer"] == "N"
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == status, err
    assert "1 answered" in err
    assert "Traceback" not in err


LISTENING = (
    "from gameproof.cli.begin import listen; from gameproof.__main__ import main;"
    "listen(); print('listening', flush=True); main()"
)


def importing(process: Any, folder: Path) -> bool:
    """A library is in its memory that a batch needs, or in that of the process it watches."""
    for path in _running_in(process.pid):
        with suppress(OSError):
            if "msgspec" in Path(path).with_name("maps").read_text():
                return True
    return False


def storing(process: Any, folder: Path) -> bool:
    return (folder / "s").exists()


def employing(process: Any, folder: Path) -> bool:
    """The process that it watches has started another one."""
    return len(list(_running_in(process.pid))) > 2


def answering(process: Any, folder: Path) -> bool:
    results = folder / "r.jsonl"
    return results.exists() and results.stat().st_size > 0


def reached(moment: Callable[[Any, Path], bool], process: Any, folder: Path) -> None:
    """Wait until the command is there, or at its end already."""
    assert eventually(lambda: process.poll() is not None or moment(process, folder))


@pytest.mark.parametrize("moment", [None, importing, storing, employing, answering])
@pytest.mark.parametrize(("number", "status"), ENDS)
def test_a_signal_at_any_moment_ends_the_command_quietly(
    number: signal.Signals, status: int, moment: Any, tmp_path: Path
) -> None:
    """From its first line on: while modules are imported, workers started, files opened."""
    lines = "".join(f"graph6:G{a}{b}w??\n" for a in "?@ABCDEF_`abc" for b in "?@ABCDEF_`abc")
    (tmp_path / "many.jsonl").write_text(
        "".join(
            json.dumps({"schema": "gameproof/instance/1", "game": "snort", "board": line}) + "\n"
            for line in lines.split()
        )
    )
    words = f"solve {tmp_path}/many.jsonl --jobs 2 -o {tmp_path}/r.jsonl --store {tmp_path}/s"
    process = start(words, LISTENING)
    assert process.stdout.readline() == "listening\n"
    if moment is not None:
        reached(moment, process, tmp_path)
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode in (status, 0), err
    for word in ("Traceback", "leaked", "ignored"):
        assert word not in err
    assert not running_in(process.pid), "workers are gone"


def running_in(session: int) -> list[str]:
    """Processes of a session that are more than an entry that nobody has read, and stay: a
    worker needs a moment to see that its parent is gone."""
    eventually(lambda: not list(_running_in(session)))
    return list(_running_in(session))


def _running_in(session: int) -> Iterator[str]:
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            yield str(path)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_signal_ends_a_batch_that_waits_for_its_input(jobs: str, tmp_path: Path) -> None:
    """Whoever writes the graphs has not closed the pipe: what came is answered and kept."""
    words = f"solve snort - --jobs {jobs} -o {tmp_path}/r.jsonl --store {tmp_path}/s"
    process = start(words, stdin=subprocess.PIPE)
    process.stdin.write("Bw\nBg\nBW\n")
    process.stdin.flush()
    if jobs == "1":
        assert "verified" in process.stdout.readline()
    else:
        reached(employing, process, tmp_path)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 143, err
    assert "Traceback" not in err


def test_a_loop_over_the_python_interface_can_be_stopped() -> None:
    """Neither the question under way nor the loop goes on."""
    script = (
        "import reference.endless as e\n"
        "from gameproof.instances.instance import from_words\n"
        "from gameproof.prover import prove as proving\n"
        "proving.entry = lambda name: e.Portfolio([e.endless(e.deaf)])\n"
        "for _ in range(1000):\n"
        "    proving.prove(from_words(['geography', 'path', '3', '--start', '0']))\n"
    )
    process = start("", script)
    assert process.stderr.readline() == "at work\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == -signal.SIGINT
    assert "KeyboardInterrupt" in err


def test_a_time_limit_ends_the_run() -> None:
    process = start(f"{LONG} --time-limit 1s")
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
