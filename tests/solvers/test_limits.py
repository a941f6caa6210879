"""The context of a run: shares of its time, cancellation, engines that live as long as it."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gameproof.solvers import limits
from gameproof.solvers.limits import Cancelled, LimitReached, Limits


def test_a_share_keeps_the_clock_and_what_the_run_shares() -> None:
    run = Limits(100, 1 << 40, 7)
    part = run.share(0.5)
    assert part.time_limit == pytest.approx(50, abs=1)
    assert (part.started, part.memory_limit, part.seed) == (run.started, 1 << 40, 7)
    assert part.cancelled is run.cancelled
    assert part.cache is run.cache
    assert run.share(0.5, seconds=3).time_limit == pytest.approx(3, abs=1)
    assert run.share(seconds=300).time_limit == pytest.approx(100, abs=1)
    assert part.share(0.5).time_limit == pytest.approx(25, abs=1)


def test_a_share_of_work_is_a_share() -> None:
    run = Limits().working(100)
    part, all_ = run.share(0.5), run.share()
    assert run.work_limit == pytest.approx(time.thread_time() + 100, abs=5)
    assert part.work_limit == pytest.approx(time.thread_time() + 50, abs=5)
    assert (all_.work_limit, part.time_limit) == (run.work_limit, None)
    assert Limits().working(0).share(0.5).exceeded() == "time"


def test_a_share_of_endless_time_is_endless_unless_seconds_are_named() -> None:
    assert Limits().share(0.1).time_limit is None
    assert Limits().share(0.1, seconds=2).remaining() <= 2


def test_a_share_of_a_run_out_of_time_has_run_out() -> None:
    with pytest.raises(LimitReached, match="time"):
        Limits(0.0).share(0.5, seconds=10).check()


def test_work_ends_by_the_time_of_the_processor() -> None:
    run = Limits(None, 1 << 50, 7)
    part = run.working(1e9).working(0.01)
    assert (part.memory_limit, part.seed, part.started) == (1 << 50, 7, run.started)
    assert part.cancelled is run.cancelled
    assert part.working(5).work_limit == part.work_limit
    while time.thread_time() < (part.work_limit or 0):
        pass
    assert part.share(0.5).exceeded() == "time"
    assert run.exceeded() is None
    assert part.anew().exceeded() is None


def test_cancellation_reaches_every_share_and_is_no_limit() -> None:
    run = Limits(100)
    parts = [run, run.share(0.5), run.share(0.5).share(seconds=1), run.anew(5)]
    for part in parts:
        part.check()
    threading.Thread(target=run.cancel).start()
    assert run.cancelled.wait(10)
    for part in parts:
        assert part.exceeded() == "interrupted"
        with pytest.raises(Cancelled):
            part.check()
    # What catches errors, and limits, lets it pass.
    assert not issubclass(Cancelled, (Exception, LimitReached))


def test_a_run_anew_has_a_clock_and_engines_of_its_own() -> None:
    run = Limits(0.0, 5, 3)
    run.keep("engine", object)
    other = run.anew(60)
    assert (other.exceeded(), other.memory_limit, other.seed, other.cache) == (None, None, 3, {})


def test_engines_live_as_long_as_the_run() -> None:
    one, two = Limits(), Limits()
    first = one.keep(("engine", 3), lambda: [1])
    assert one.share(0.5).keep(("engine", 3), lambda: [2]) is first
    assert one.keep(("engine", 4), lambda: [3]) == [3]
    assert two.keep(("engine", 3), lambda: [4]) == [4]


def test_a_memory_limit_is_seen() -> None:
    assert Limits(memory_limit=1).exceeded() == "memory"
    with pytest.raises(LimitReached, match="memory"):
        Limits(memory_limit=1).check()


class _Counters(ctypes.Structure):
    """PROCESS_MEMORY_COUNTERS of psapi.h, as far as it is asked for."""

    _fields_ = (
        ("cb", ctypes.c_uint32), ("faults", ctypes.c_uint32),
        ("peak", ctypes.c_size_t), ("working_set", ctypes.c_size_t), ("rest", ctypes.c_size_t * 6),
    )  # fmt: skip


class _Kernel32:
    def K32GetProcessMemoryInfo(self, process: Any, told: Any, size: int) -> int:  # noqa: N802
        assert ctypes.c_size_t(process.value).value == ctypes.c_size_t(-1).value
        counters = ctypes.cast(told, ctypes.POINTER(_Counters)).contents
        assert size == ctypes.sizeof(_Counters)
        counters.peak, counters.working_set = 99 << 40, 7 << 33
        return 1


def test_memory_without_proc_and_resource(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows; where nobody tells, a memory limit is no limit, and that is said."""

    def unreadable(self: Path) -> bytes:
        raise FileNotFoundError(self)

    monkeypatch.setattr(Path, "read_bytes", unreadable)
    monkeypatch.setitem(sys.modules, "resource", None)
    with pytest.raises(OSError, match="does not tell"):
        Limits(memory_limit=1).check()
    windows = SimpleNamespace(kernel32=_Kernel32())
    monkeypatch.setattr(ctypes, "windll", windows, raising=False)
    assert limits.resident_bytes() == limits.family_bytes() == 7 << 33
    with pytest.raises(LimitReached, match="memory"):
        Limits(memory_limit=1).check()
