"""Limits of a whole process, set by the command line: time by an alarm, memory by the system.

For work that knows no limits of its own, such as a checker: it shares no code with solvers.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


class TimeOut(Exception):
    """The time limit of a piece of work ran out."""


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
    rung = False

    def limited() -> T:
        frames.append(sys._getframe())
        # Repeated: an exception that falls into a callback of the interpreter is lost.
        signal.setitimer(timer, max(seconds, 1e-6), 0.1)
        return work()

    def ring(_number: int, frame: FrameType | None) -> None:
        nonlocal rung
        while frame is not None and frame not in frames:
            frame = frame.f_back
        if frame is not None:  # on a busy machine it may ring once more when all is over
            rung = True
            raise TimeOut

    before = signal.signal(bell, ring)
    try:
        return limited()
    except Exception as error:
        # A module whose import was ended tells of it in its own way, as does a checker.
        if rung:
            raise TimeOut from error
        raise
    finally:
        signal.setitimer(timer, 0)
        signal.signal(bell, before)
        frames.clear()


def limit_memory(bytes_: int) -> None:
    """From now on this process may take about ``bytes_`` more; beyond that, ``MemoryError``."""
    try:
        import resource
    except ImportError:  # no such limits on this system
        return
    import numpy  # noqa: F401  where it finds no memory, its library ends the process

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = _mapped() + bytes_
    resource.setrlimit(
        resource.RLIMIT_AS,
        (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard),
    )


@contextmanager
def memory_ceiling(bytes_: int) -> Iterator[None]:
    """Inside the block, the data of this process, and of each that it starts, may grow by
    about ``bytes_``, and no single request by more: ``MemoryError`` beyond that.

    Code and files that are mapped do not count. For work that looks at its memory now and
    then: it ends what asks for too much between two looks.
    """
    try:
        import resource
    except ImportError:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = _mapped(DATA) + bytes_ + SPARE
    tightest = min(x for x in (wanted, *before) if x != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_DATA, (tightest, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


@contextmanager
def limited_memory(bytes_: int) -> Iterator[None]:
    """As :func:`limit_memory`, for a block."""
    try:
        import resource
    except ImportError:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    limit_memory(bytes_)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


SPARE = 512 << 20
"""Bytes that compilers and threads ask for beside the data of the work itself."""
WHOLE, DATA = 0, 5  # fields of /proc/self/statm: the address space, its private part


def _mapped(field: int = WHOLE) -> int:
    """Bytes of address space in use now; 1 GB where the system does not tell."""
    from pathlib import Path

    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[field])
    except (OSError, IndexError, ValueError):
        return 1 << 30
    import resource

    return pages * resource.getpagesize()
