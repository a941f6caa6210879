"""A time limit of a test's own, by an alarm that raises into whatever runs: quick enough for
hundreds of thousands of attacks on a checker, and harmless where a lost one only costs time."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from gameproof.cli.guard import TimeOut

T = TypeVar("T")


def within(seconds: float, work: Callable[[], T], *, processor: bool = False) -> T:
    """What ``work`` returns; :class:`TimeOut` is raised inside it after so many seconds (in the
    main thread of systems with timers; elsewhere it runs to its end). With ``processor``, the
    seconds that this process computes are counted, whatever else the machine does."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        return work()
    timer, bell = signal.ITIMER_REAL, signal.SIGALRM
    if processor:
        timer, bell = signal.ITIMER_PROF, signal.SIGPROF
    frames: list[FrameType] = []

    def limited() -> T:
        frames.append(sys._getframe())
        # Repeated: an exception that falls into a callback of the interpreter is lost.
        signal.setitimer(timer, max(seconds, 1e-6), 0.1)
        return work()

    def ring(_number: int, frame: FrameType | None) -> None:
        while frame is not None and frame not in frames:
            frame = frame.f_back
        if frame is not None:  # on a busy machine it may ring once more when all is over
            raise TimeOut

    before = signal.signal(bell, ring)
    try:
        return limited()
    finally:
        signal.setitimer(timer, 0)
        signal.signal(bell, before)
        frames.clear()
