"""The time limit of a piece of work: it ends the work, and rings nowhere else."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from reference.waiting import until_interrupted

from gameproof.cli.guard import TimeOut, within


def endless() -> None:
    while True:
        until_interrupted()


def test_work_that_ends_in_time_gives_its_value() -> None:
    assert within(60, lambda: 7) == 7


def test_work_is_ended() -> None:
    with pytest.raises(TimeOut):
        within(0.05, endless)


def test_only_its_own_computing_may_count() -> None:
    """Another program at work takes none of the seconds; computing does."""
    other = "import time\nwhile time.process_time() < 0.2: pass"
    done = within(0.1, lambda: subprocess.run([sys.executable, "-c", other]), processor=True)
    assert done.returncode == 0

    def busy() -> None:
        while True:
            pass

    with pytest.raises(TimeOut):
        within(0.02, busy, processor=True)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_the_handler_of_before_is_back_and_nothing_rings_later() -> None:
    before = signal.getsignal(signal.SIGALRM)
    for _ in range(50):
        with pytest.raises(TimeOut):
            within(0.002, endless)
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_ring_on_the_way_out_is_not_raised() -> None:
    """The alarm goes off when the work is over and its handler still stands."""
    handlers: list[object] = []

    def work() -> int:
        handlers.append(signal.getsignal(signal.SIGALRM))
        return 1

    within(60, work)
    (ring,) = handlers
    assert callable(ring)
    ring(signal.SIGALRM, None)
    ring(signal.SIGALRM, sys._getframe())


def test_an_exception_of_the_work_passes() -> None:
    with pytest.raises(KeyError):
        within(60, lambda: {"yes": 1}["no"])
