"""The context of a run: its limits, its seed, its cancellation, its progress, its engines.

An engine receives a :class:`Limits`, works in slices short enough to notice a
limit promptly (about 0.1 s) and calls :meth:`Limits.check` between them.
Compiled kernels return to Python after each slice, so that Ctrl-C is seen too.
Nothing here sets a signal: cancellation is a flag that somebody sets and engines look at.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from mmap import PAGESIZE
from pathlib import Path
from threading import Event
from typing import Any, TypeVar, cast

T = TypeVar("T")
Tell = Callable[[dict[str, Any]], None]
"""Told what a run knows so far, as plain data."""


class LimitReached(Exception):
    """A limit ran out before the engine decided; ``reason`` is ``time``, ``memory``,
    ``proof size`` or ``search width``."""

    exit_status = 3

    def __init__(self, reason: str) -> None:
        super().__init__(f"{reason} limit reached")
        self.reason = reason


class Cancelled(BaseException):
    """Somebody cancelled the run. Like ``KeyboardInterrupt`` it is no ``Exception``: what
    catches errors, or limits, does not catch it."""

    exit_status = 130

    def __init__(self) -> None:
        super().__init__("cancelled")


def resident_bytes() -> int:
    """Resident memory of this process in bytes (its peak where the system tells no more)."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[1]) * PAGESIZE
    except (OSError, IndexError, ValueError):
        pass
    try:
        import resource
    except ImportError:
        return _working_set()
    import sys

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _working_set() -> int:
    """The same on Windows. Raises :class:`OSError` where the system does not tell: a limit that
    nobody can look at is no limit."""
    import ctypes

    system = getattr(ctypes, "windll", None)
    # Two DWORDs, PeakWorkingSetSize, WorkingSetSize, and six more (PROCESS_MEMORY_COUNTERS).
    told = (ctypes.c_size_t * 10)()
    size = 8 + 8 * ctypes.sizeof(ctypes.c_size_t)
    if system is None or not system.kernel32.K32GetProcessMemoryInfo(
        ctypes.c_void_p(-1), ctypes.byref(told), size
    ):
        raise OSError("this system does not tell how much memory a process has: no memory limit")
    first = 8 + ctypes.sizeof(ctypes.c_size_t)
    return int.from_bytes(bytes(told)[first : 2 * first - 8], "little")


def family(pid: int) -> list[int]:
    """A process and all that it started, and they, as far as the system tells."""
    found, waiting = [], [pid]
    while waiting:
        process = waiting.pop()
        found.append(process)
        with suppress(OSError, ValueError):
            for thread in Path(f"/proc/{process}/task").iterdir():
                waiting += map(int, (thread / "children").read_bytes().split())
    return found


def family_bytes(pid: int | None = None) -> int:
    """Resident memory of a process (this one) and of all that it started, and they, in bytes
    (of this one alone where the system does not tell)."""
    import os

    pages = 0
    for process in family(pid or os.getpid()):
        with suppress(OSError, IndexError, ValueError):  # it may just have ended
            pages += int(Path(f"/proc/{process}/statm").read_bytes().split()[1])
    return pages * PAGESIZE or resident_bytes()


def _silent(text: str) -> None:
    """Nobody listens."""


def untold(known: dict[str, Any]) -> None:
    """Nobody is to hear what is known so far."""


def _unguarded(_limits: Limits) -> AbstractContextManager[Tell]:
    return nullcontext(untold)


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds for one run, and what its engines share; the clock starts when the record is made.

    ``time_limit`` is in seconds, ``memory_limit`` in bytes of resident memory, that of the
    programs that an engine starts included; ``None`` means no bound. ``seed`` makes
    randomised engines repeatable.
    ``cancelled`` is set, from any thread, to end the run. ``progress`` is told what is under
    way. ``cache`` keeps engines as long as the run (:meth:`keep`). ``guard`` surrounds a
    run and is told what it knows: where a process is at work that another one watches, that
    one ends what does not look at its limits. ``work_limit`` is a reading of the processor
    time of the thread that made it (:meth:`working`), whatever else the machine has to do.
    """

    time_limit: float | None = None
    memory_limit: int | None = None
    seed: int = 0
    started: float = field(default_factory=time.monotonic, compare=False)
    cancelled: Event = field(default_factory=Event, compare=False, repr=False)
    progress: Callable[[str], None] = field(default=_silent, compare=False, repr=False)
    guard: Callable[[Limits], AbstractContextManager[Tell]] = field(
        default=_unguarded, compare=False, repr=False
    )
    cache: dict[Hashable, object] = field(default_factory=dict, compare=False, repr=False)
    work_limit: float | None = None

    def elapsed(self) -> float:
        """Seconds since the run started."""
        return time.monotonic() - self.started

    def remaining(self) -> float:
        """Seconds left, ``inf`` without a time limit, never negative."""
        if self.time_limit is None:
            return float("inf")
        return max(0.0, self.time_limit - self.elapsed())

    def exceeded(self) -> str | None:
        """``"interrupted"``, ``"time"``, ``"memory"`` or ``None``; costs a few microseconds."""
        if self.cancelled.is_set():
            return "interrupted"
        if self.time_limit is not None and self.elapsed() >= self.time_limit:
            return "time"
        if self.work_limit is not None and time.thread_time() >= self.work_limit:
            return "time"
        if self.memory_limit is not None and resident_bytes() > self.memory_limit:
            return "memory"
        return None

    def check(self) -> None:
        """Raise :class:`LimitReached` when a limit has run out, :class:`Cancelled` when the
        run was cancelled."""
        reason = self.exceeded()
        if reason == "interrupted":
            raise Cancelled
        if reason is not None:
            raise LimitReached(reason)

    def cancel(self) -> None:
        """End the run and all that share its flag, soon; callable from any thread."""
        self.cancelled.set()

    def share(self, fraction: float = 1.0, seconds: float | None = None) -> Limits:
        """The same run with less time: ``fraction`` of what remains, of the processor's time as
        well where that is limited, ``seconds`` at most.

        Clock, memory limit, seed, cancellation and engines stay the run's.
        """
        run = self
        if self.work_limit is not None and fraction < 1.0:
            begun = time.thread_time()
            run = replace(self, work_limit=begun + fraction * max(0.0, self.work_limit - begun))
        within = min(fraction * self.remaining(), float("inf") if seconds is None else seconds)
        if within == float("inf"):
            return run
        return replace(run, time_limit=self.elapsed() + within)

    def working(self, seconds: float) -> Limits:
        """The same run, ending as well when this thread has worked for so long: seconds of the
        processor, so that as much is tried on a machine that has much else to do. For the
        thread that asks; everything else is as with :meth:`share`."""
        until = time.thread_time() + seconds
        known = self.work_limit
        return replace(self, work_limit=until if known is None else min(until, known))

    def anew(
        self,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        seed: int | None = None,
    ) -> Limits:
        """Limits and engines of another run, whose clock starts now; cancelled with this one."""
        return replace(
            self,
            time_limit=time_limit,
            memory_limit=memory_limit,
            seed=self.seed if seed is None else seed,
            started=time.monotonic(),
            cache={},
            work_limit=None,
        )

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` made when the run was first asked for ``key``."""
        if key not in self.cache:
            self.cache[key] = make()
        return cast(T, self.cache[key])


_asked: ContextVar[set[str] | None] = ContextVar("asked", default=None)


def note(engine: str) -> None:
    """An engine was asked; told to the innermost :func:`used_engines` around."""
    names = _asked.get()
    if names is not None:
        names.add(engine)


@contextmanager
def used_engines() -> Iterator[set[str]]:
    """The names of the engines that are asked inside the block, by this process."""
    names: set[str] = set()
    token = _asked.set(names)
    try:
        yield names
    finally:
        _asked.reset(token)
