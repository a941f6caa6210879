"""Limits of work that never looks: it runs in a process that is ended.

Oracle: the clock and the process table. Operations: work that returns, raises, never ends, dies.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from reference.waiting import alive, eventually, until_interrupted

from gameproof.cli.guard import TimeOut, within
from gameproof.games.meaning.bad_input import BadInput


def endless(told: Path) -> None:
    told.write_text(str(os.getpid()))
    while True:
        until_interrupted()


def died() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refused() -> None:
    raise BadInput("expected a number", "here")


def test_work_that_ends_in_time_gives_its_value() -> None:
    assert within(60, lambda: "x" * (1 << 22)) == "x" * (1 << 22)


def test_work_that_does_not_end_is_ended(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    with pytest.raises(TimeOut):
        within(0.5, lambda: endless(told))
    assert eventually(lambda: not alive(int(told.read_text())))


def test_an_exception_of_the_work_passes() -> None:
    with pytest.raises(BadInput) as found:
        within(60, refused)
    assert (found.value.message, found.value.where) == ("expected a number", "here")


def test_work_that_kills_its_process_is_told() -> None:
    with pytest.raises(MemoryError, match="status"):
        within(60, died)
