"""A backstop for limits: interrupts code that forgot to look at them."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from gameproof.solvers.limits import LimitReached, Limits

INTERVAL = 0.1  # seconds between looks
COMPILERS = ("numba", "llvmlite")
AGAIN = 1.0  # seconds after which a Ctrl-C that had no effect is raised again
GRACE = 0.08  # seconds an engine has to notice the limit itself and say what it proved


@contextmanager
def watched(limits: Limits) -> Iterator[None]:
    """Raise :class:`LimitReached` in the main thread soon after a limit has run out.

    Engines look at their limits themselves; this catches plain Python code
    between two looks, and repeats a Ctrl-C that was lost. Outside the main
    thread, and on systems without interval timers, the engines' own looks are
    all there is.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return
    if limits.time_limit is None and limits.memory_limit is None:
        yield
        return

    pressed: list[float] = []  # when Ctrl-C was pressed
    raised: list[str] = []  # limits that were raised

    def interrupt(number: int, frame: FrameType | None) -> None:
        pressed.append(limits.elapsed())
        raise KeyboardInterrupt

    def look(number: int, frame: FrameType | None) -> None:
        # An exception raised inside a callback from C (a compiler's, a finaliser's) is lost;
        # so a Ctrl-C is raised again until it has ended the block.
        if pressed and limits.elapsed() > pressed[-1] + AGAIN:
            pressed.append(limits.elapsed())
            raise KeyboardInterrupt
        tick()
        late = limits.time_limit is not None and limits.elapsed() > limits.time_limit + GRACE
        reason = "time" if late else limits.exceeded()
        if late or reason == "memory":
            raised.append(str(reason))
            raise LimitReached(str(reason))

    def tick() -> None:
        """Look again soon, and just after the time limit."""
        first = limits.remaining() + GRACE
        signal.setitimer(signal.ITIMER_REAL, min(INTERVAL, first), INTERVAL)

    told = sys.unraisablehook

    def unraisable(lost: sys.UnraisableHookArgs) -> None:
        # Ours, lost in a finaliser: raised again soon, so nobody needs to read of it; nor of
        # what it left half made in a compiler.
        own = isinstance(lost.exc_value, (KeyboardInterrupt, LimitReached))
        if not own and not ((pressed or raised) and _of_a_compiler(lost.exc_value)):
            told(lost)

    sys.unraisablehook = unraisable
    before = signal.signal(signal.SIGALRM, look)
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ours:
        signal.signal(signal.SIGINT, interrupt)
    tick()
    try:
        yield
    except Exception as error:
        if raised and not isinstance(error, LimitReached) and _of_a_compiler(error):
            raise LimitReached(raised[-1]) from error
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = told
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _of_a_compiler(error: BaseException | None) -> bool:
    """Did it come through Numba, which makes other errors of what interrupts it?"""
    trace = None if error is None else error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__", "").partition(".")[0] in COMPILERS:
            return True
        trace = trace.tb_next
    return False
