"""The backstop of the command for limits and cancellation that nobody looks at."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest
from reference.waiting import until_interrupted

from gameproof.cli.interrupts import GRACE, watched
from gameproof.solvers.limits import Cancelled, LimitReached, Limits


class Finalised:
    """Raises where Python can only report it: in a finaliser."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __del__(self) -> None:
        raise self.error


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_lost_ctrl_c_prints_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is raised again; what else finalisers raise is still reported, as before."""
    reported: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", lambda lost: reported.append(lost.exc_type))
    with watched(Limits(time_limit=60.0)):
        Finalised(KeyboardInterrupt())
        assert reported == []
        Finalised(ValueError("mine"))
        assert reported == [ValueError]
    Finalised(KeyboardInterrupt())
    assert reported == [ValueError, KeyboardInterrupt]


COMPILES = """
def compiles(interrupted):
    try:
        interrupted()
    except Exception as error:
        raise TypeError("cannot type this") from None
"""


@pytest.mark.parametrize(("module", "expected"), [("numba.core", LimitReached), ("x", TypeError)])
def test_what_a_compiler_makes_of_the_limit_is_the_limit(
    module: str, expected: type[Exception]
) -> None:
    def waits() -> None:
        while True:
            until_interrupted()

    scope: dict[str, Any] = {"__name__": module}
    exec(COMPILES, scope)
    with pytest.raises(expected), watched(Limits(time_limit=0.05)):
        scope["compiles"](waits)


def test_an_error_of_a_compiler_before_the_limit_is_an_error() -> None:
    def fails() -> None:
        raise ValueError

    scope: dict[str, Any] = {"__name__": "numba.core"}
    exec(COMPILES, scope)
    with pytest.raises(TypeError), watched(Limits(time_limit=60.0)):
        scope["compiles"](fails)


HALF_MADE = """
class HalfMade:
    def __del__(self):
        self.parameter
"""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(("module", "reports"), [("llvmlite.binding", 1), ("x", 2)])
def test_what_an_interrupted_compiler_leaves_prints_no_traceback(
    module: str, reports: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its half-made objects fail to be finalised; before the interruption that is an error."""
    reported: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", lambda lost: reported.append(lost.exc_type))
    scope: dict[str, Any] = {"__name__": module}
    exec(HALF_MADE, scope)
    with watched(Limits(time_limit=0.05)):
        scope["HalfMade"]()
        assert reported == [AttributeError]
        with pytest.raises(LimitReached):
            until_interrupted()
        scope["HalfMade"]()
    assert reported == [AttributeError] * reports


def test_the_watch_ends_with_its_block() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(LimitReached), watched(Limits(0.05)):
        until_interrupted()
    with watched(Limits(0.05)):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before


def test_an_alarm_that_rings_while_the_watch_ends_starts_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody would listen to that one, and the process would be ended by it."""
    stop = signal.setitimer

    def late(which: int, *seconds: float) -> tuple[float, float]:
        found = stop(which, *seconds)
        if not any(seconds):
            signal.raise_signal(signal.SIGALRM)
        return found

    before = signal.signal(signal.SIGALRM, lambda _number, _frame: None)
    try:
        with monkeypatch.context() as patched, watched(Limits(60)):
            patched.setattr(signal, "setitimer", late)
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    finally:
        stop(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_nothing_is_raised_between_a_block_and_the_end_of_its_watch() -> None:
    """There the watch would never end, and ring in whatever comes after the block."""
    frames: list[FrameType] = []

    @contextmanager
    def noted() -> Iterator[None]:
        yield
        frames.append(sys._getframe(1))

    with noted():
        pass
    (ending,) = frames
    assert ending.f_code.co_name == "__exit__"
    with watched(Limits(0.0)):
        look = signal.getsignal(signal.SIGALRM)
        signal.setitimer(signal.ITIMER_REAL, 0)
        time.sleep(2 * GRACE)
        assert callable(look)
        look(signal.SIGALRM, ending)
        with pytest.raises(LimitReached):
            look(signal.SIGALRM, sys._getframe())


def test_cancellation_ends_code_that_never_looks() -> None:
    limits = Limits(60)
    limits.cancel()
    with pytest.raises(Cancelled), watched(limits):
        until_interrupted()


def test_a_lost_cancellation_is_raised_again() -> None:
    lost = []

    def deaf(limits: Limits) -> None:
        try:
            limits.cancel()
            until_interrupted()
        except Cancelled:
            lost.append(1)
        until_interrupted()

    limits = Limits(60)
    with pytest.raises(Cancelled), watched(limits):
        deaf(limits)
    assert lost == [1]


def test_a_share_of_the_time_has_a_watch_of_its_own() -> None:
    """The inner watch ends code that never looks; the outer one looks on after it."""
    ended = []

    def deaf() -> None:
        while True:
            pass

    def work(whole: Limits) -> None:
        for _ in range(2):
            short = whole.share(seconds=0.1)
            with pytest.raises(LimitReached), short.watched():
                deaf()
            ended.append(short)
        deaf()

    whole = Limits(3.0, guard=watched)
    with pytest.raises(LimitReached), whole.watched():
        work(whole)
    assert whole.elapsed() >= 3.0 or len(ended) == 2


def test_a_memory_limit_ends_code_that_never_looks() -> None:
    from gameproof.solvers.limits import resident_bytes

    held = []

    def hungry() -> None:
        while True:
            held.append(bytearray(1 << 20))

    limits = Limits(60, resident_bytes() + (200 << 20))
    with pytest.raises(LimitReached, match="memory"), watched(limits):
        hungry()


def test_a_memory_limit_counts_the_processes_that_were_started() -> None:
    from gameproof.solvers.limits import family_bytes

    hungry = "x = bytearray(b'x' * (300 << 20)); input()"
    limits = Limits(60, family_bytes() + (150 << 20))
    child = subprocess.Popen([sys.executable, "-c", hungry], stdin=subprocess.PIPE)
    try:
        with pytest.raises(LimitReached, match="memory"), watched(limits):
            until_interrupted()
    finally:
        child.kill()
        child.communicate()


def test_what_asks_for_too_much_at_once_does_not_get_it() -> None:
    """No look comes in between: the system refuses."""
    import resource

    from gameproof.cli.guard import SPARE

    before = resource.getrlimit(resource.RLIMIT_DATA)
    with pytest.raises(LimitReached, match="memory"), watched(Limits(60, 100 << 20)):
        bytearray(SPARE + (200 << 20))
    assert resource.getrlimit(resource.RLIMIT_DATA) == before


def test_outside_the_main_thread_there_is_no_watch() -> None:
    import threading

    seen: list[object] = []

    def run() -> None:
        with watched(Limits(0.0)):
            seen.append(signal.getsignal(signal.SIGALRM))

    before = signal.getsignal(signal.SIGALRM)
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [before]
