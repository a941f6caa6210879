"""What a terminal shows while something is under way."""

from __future__ import annotations

import os
import pty
import re
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gameproof.cli.status_line import Counted, Underway, duration
from gameproof.instances.instance import from_words
from gameproof.prover.prove import prove
from gameproof.solvers.limits import Limits

ROOT = Path(__file__).parents[2]
LINE = re.compile(r"\r\x1b\[K(  (?! )[^\r\n]*)?")


class Terminal:
    """The command on a terminal of its own."""

    def __init__(self, *words: str, script: str = "") -> None:
        begin = [sys.executable, *(["-c", script] if script else ["-m", "gameproof"])]
        self.process, self.screen = pty.fork()
        if not self.process:
            # Whoever runs the tests in the background has it ignored.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}
            os.execve(sys.executable, [*begin, *words], environment)

    def __iter__(self) -> Iterator[str]:
        while True:
            try:
                part = os.read(self.screen, 1 << 16)
            except OSError:  # the other end is closed
                return
            if not part:
                return
            yield part.decode("utf-8", "replace")

    def status(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def test_a_long_proof_says_what_it_does_and_what_it_did_when_it_is_stopped() -> None:
    words = ["gnp", "150", "0.1", "seed", "1", "-q", "outcome", "--method", "search"]
    terminal = Terminal("solve", "snort", *words, "--time-limit", "5m")
    shown = ""
    for part in terminal:
        shown += part
        if re.search(r"search: \d+ sums searched; [\d:]+( s)? of 5:00", shown):
            os.kill(terminal.process, signal.SIGINT)
            break
    shown += "".join(terminal)
    assert terminal.status() == 130
    rest = shown[shown.rindex("\x1b[K") + 3 :]
    assert rest.splitlines()[0].endswith(": outcome: unknown\x1b[0m")
    assert re.search(r"stopped in: search: \d+ sums searched", rest)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_results_stand_above_the_line_of_a_batch(jobs: str, tmp_path: Path) -> None:
    words = ["solve", "geography", "cycle", "3..400", "--start", "0", "--jobs", jobs]
    script = (
        "import sys\n"
        "from threading import Event\n"
        "from gameproof.cli.main import run\n"
        "from gameproof.cli.status_line import StatusLine\n"
        "drawn, draw, above = Event(), StatusLine._draw, StatusLine.above\n"
        "StatusLine._draw = lambda line: (draw(line), drawn.set())\n"
        "def once_drawn(line, text):\n"
        "    assert drawn.wait(timeout=60), 'the line was never shown'\n"
        "    above(line, text)\n"
        "StatusLine.above = once_drawn\n"
        "if __name__ == '__main__':\n"
        "    sys.exit(run(sys.argv[1:]))\n"
    )
    shown = "".join(Terminal(*words, "--store", str(tmp_path / "s"), script=script))
    assert re.search(r"\d+ done", shown)
    lines = [line for line in LINE.sub("", shown).split("\r\n") if line]
    assert len(lines) == 399
    assert all(line.startswith("          geography cycle ") for line in lines[:-1])
    assert lines[-1].startswith("gameproof: 398 answered")


def test_without_a_terminal_nothing_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    from gameproof.cli.main import run

    run(["solve", "geography", "cycle", "5", "--start", "0"])
    assert capfd.readouterr().err == ""


def test_what_was_reached_is_kept_when_the_limit_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock jumps beyond the limit when something was reached."""
    told: list[str] = []
    now = time.monotonic

    def tell(text: str) -> None:
        told.append(text)
        if "searched" in text:
            monkeypatch.setattr(time, "monotonic", lambda: now() + 1e6)

    limits = Limits(1e5, progress=tell)
    words = ["snort", "gnp", "150", "0.1", "seed", "1"]
    answer = prove(from_words(words, "outcome"), limits, method="search")
    assert answer.stopped == "time"
    assert answer.detail["stopped_in"] == told[-1]
    assert told[0] == "search"


def test_the_words_of_the_line() -> None:
    counted = Counted(200)
    for k in range(50):
        counted.step(k < 10)
    counted.note("search")
    assert re.fullmatch(r"50 of 200 \(25%\), .* left; search", counted.text())
    assert Counted(None).text().startswith("0 done, 0")
    assert re.fullmatch(r"reading; \d+(\.\d)? s of 1:05", Underway(0.0, 65).text()) is None
    assert [duration(t) for t in (0, 0.25, 59.9, 61, 3725)] == [
        *("0 s", "0.2 s", "59 s", "1:01", "1:02:05"),
    ]
