"""Ctrl-C, SIGTERM and limits that nobody looks at, for the command alone: it owns its process.

A library sets no signals. The command turns Ctrl-C and SIGTERM into the cancellation of what
is under way, which then leaves what it proved; a second Ctrl-C ends it without more ado.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, TypeVar

from gameproof.cli.begin import leave
from gameproof.cli.status import Status

if TYPE_CHECKING:  # who only checks a certificate loads no solver
    from gameproof.solvers.limits import Limits

T = TypeVar("T")

INTERVAL = 0.1  # seconds between looks
COMPILERS = ("numba", "llvmlite")
AGAIN = 1.0  # seconds after which an exception that had no effect is raised again
GRACE = 0.08  # seconds an engine has to notice the limit itself and say what it proved
Handler = Callable[[int, FrameType | None], object] | signal.Handlers
SIGNALS: dict[signal.Signals, tuple[Handler, Status]] = {
    signal.SIGINT: (signal.default_int_handler, Status.INTERRUPTED),
    signal.SIGTERM: (signal.SIG_DFL, Status.TERMINATED),
}


class Interrupts:
    """The signals of one command; ``status`` is how it ends after one.

    Handlers that are not Python's own stay (a background job is deaf to Ctrl-C).
    """

    def __init__(self) -> None:
        self.cancelled = threading.Event()
        self.status = Status.INTERRUPTED
        self._patient = 0
        self._watched = False
        self._taken: list[tuple[signal.Signals, Handler]] = []

    def __enter__(self) -> Interrupts:
        if _in_main_thread():
            for number, (usual, _) in SIGNALS.items():
                before = signal.getsignal(number)
                if before is usual or before is leave:
                    self._taken.append((number, usual if before is usual else leave))
                    signal.signal(number, self._received)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        while self._taken:
            signal.signal(*self._taken.pop())

    def _received(self, number: int, frame: FrameType | None) -> None:
        if _must_end(frame):  # a moment later
            threading.Timer(0.01, os.kill, (os.getpid(), number)).start()
            return
        first = not self.cancelled.is_set()
        if first:
            self.status = SIGNALS[signal.Signals(number)][1]
        self.cancelled.set()
        if not (first and self._patient):
            raise KeyboardInterrupt
        if self._watched:  # the engines see the flag; the next look is for those that do not
            signal.setitimer(signal.ITIMER_REAL, GRACE, INTERVAL)

    @contextmanager
    def patience(self) -> Iterator[None]:
        """While what is under way looks at ``cancelled`` itself: the first signal only sets it."""
        self._patient += 1
        try:
            yield
        finally:
            self._patient -= 1

    def stoppable(self, items: Iterable[T]) -> Iterator[T]:
        """The items, until a signal comes: also while the next one is waited for."""
        following = iter(items)
        while not self.cancelled.is_set():
            patient = self._patient
            try:
                self._patient = 0
                item = next(following)
            except (StopIteration, KeyboardInterrupt):
                return
            finally:
                self._patient = patient
            yield item

    @contextmanager
    def guard(self, limits: Limits) -> Iterator[None]:
        """A run of this command: the first signal cancels it, and :func:`watched`."""
        if not _can_watch():
            yield
            return
        with self.patience(), watched(limits):
            outer, self._watched = self._watched, True
            try:
                yield
            finally:
                self._watched = outer


@contextmanager
def watched(limits: Limits) -> Iterator[None]:
    """Raise ``LimitReached`` or ``Cancelled`` in the main thread soon after a limit
    has run out or the run was cancelled.

    Engines look at their limits themselves; this catches plain Python code between two
    looks. Watches may be nested, for a share of the time. Outside the main thread, and on
    systems without interval timers, the engines' own looks are all there is.
    """
    from gameproof.cli.guard import memory_ceiling
    from gameproof.solvers.limits import Cancelled, LimitReached, family_bytes

    if not _can_watch():
        yield
        return

    raised: list[tuple[float, BaseException]] = []
    over = False

    def look(_number: int, frame: FrameType | None) -> None:
        if _must_end(frame):  # the timer rings again
            return
        if over:  # it rang while the timer was being stopped: to start it again would be to ring
            return  # when nobody listens, which ends the process
        # An exception raised inside a callback from C (a compiler's, a finaliser's) is lost;
        # so it is raised again until it has ended the block.
        tick()
        if raised and limits.elapsed() < raised[-1][0] + AGAIN:
            return
        error: BaseException | None = None
        reason = limits.exceeded()
        if reason == "interrupted":
            error = Cancelled()
        elif limits.time_limit is not None and limits.elapsed() > limits.time_limit + GRACE:
            error = LimitReached("time")
        elif limits.memory_limit is not None and family_bytes() > limits.memory_limit:
            error = LimitReached("memory")
        if error is not None:
            raised.append((limits.elapsed(), error))
            raise error

    def tick() -> None:
        """Look again soon, and just after the time limit."""
        first = limits.remaining() + GRACE
        signal.setitimer(signal.ITIMER_REAL, min(INTERVAL, first), INTERVAL)

    told = sys.unraisablehook

    def unraisable(lost: sys.UnraisableHookArgs) -> None:
        # Ours, lost in a finaliser: raised again soon, so nobody needs to read of it; nor of
        # what it left half made in a compiler.
        own = isinstance(lost.exc_value, (KeyboardInterrupt, LimitReached, Cancelled))
        if not own and not (raised and _of_a_compiler(lost.exc_value)):
            told(lost)

    sys.unraisablehook = unraisable
    before = signal.signal(signal.SIGALRM, look)
    outer = signal.getitimer(signal.ITIMER_REAL) != (0.0, 0.0)
    tick()
    ceiling = nullcontext() if limits.memory_limit is None else memory_ceiling(limits.memory_limit)
    try:
        with ceiling:
            yield
    except MemoryError as error:
        raise LimitReached("memory") from error
    except Exception as error:
        # A module of C whose import was ended says that its initialization failed.
        hidden = isinstance(error, ImportError) or _of_a_compiler(error)
        if raised and not isinstance(error, LimitReached) and hidden:
            raise raised[-1][1] from error
        raise
    finally:
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if outer:  # a watch around this one looks on
            signal.setitimer(signal.ITIMER_REAL, INTERVAL / 2, INTERVAL)
        sys.unraisablehook = told


def _must_end(frame: FrameType | None) -> bool:
    """Is this a function that nothing may be raised in? In a weakref's callback nobody catches it,
    between PySAT's freeing an engine and its note of that it would be freed once more, and
    between a block's end and the end of what watches over it that would go on for ever."""
    if frame is None:
        return False
    if frame.f_globals.get("__name__") == "contextlib":
        return frame.f_code.co_name in ("__enter__", "__exit__")
    if frame.f_code.co_name == "cb":
        return frame.f_code.co_filename == "<frozen importlib._bootstrap>"
    return frame.f_code.co_name == "delete" and frame.f_globals.get("__name__") == "pysat.solvers"


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _can_watch() -> bool:
    return _in_main_thread() and hasattr(signal, "setitimer")


def _of_a_compiler(error: BaseException | None) -> bool:
    """Did it come through Numba, which makes other errors of what interrupts it?"""
    trace = None if error is None else error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__", "").partition(".")[0] in COMPILERS:
            return True
        trace = trace.tb_next
    return False
