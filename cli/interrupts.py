"""Ctrl-C and SIGTERM, for the command alone: it owns its process.

A library sets no signals. The command turns Ctrl-C and SIGTERM into the cancellation of what
is under way, which then leaves what it proved; a second Ctrl-C ends it without more ado.
What does not look at its cancellation is ended from :mod:`gameproof.cli.supervisor`.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from gameproof.cli.begin import leave
from gameproof.cli.status import Status

if TYPE_CHECKING:  # who only checks a certificate loads no solver
    from gameproof.prover.watch import Reporter
    from gameproof.solvers.limits import Limits, Tell

T = TypeVar("T")

SAME = 0.3  # seconds in which two signals are one: the terminal's, and the same passed on
Handler = Callable[[int, FrameType | None], object] | signal.Handlers
SIGNALS: dict[signal.Signals, tuple[Handler, Status]] = {
    signal.SIGINT: (signal.default_int_handler, Status.INTERRUPTED),
    signal.SIGTERM: (signal.SIG_DFL, Status.TERMINATED),
}


class Interrupts:
    """The signals of one command; ``status`` is how it ends after one, ``reporter`` tells of its
    runs to the process that watches it.

    Handlers that are not Python's own stay (a background job is deaf to Ctrl-C).
    """

    def __init__(self, reporter: Reporter | None = None) -> None:
        self.cancelled = threading.Event()
        self.status = Status.INTERRUPTED
        self._reporter = reporter
        self._patient = 0
        self._first = 0.0
        self._taken: list[tuple[signal.Signals, Handler]] = []

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
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

    def _received(self, number: int, _frame: FrameType | None) -> None:
        first = not self.cancelled.is_set()
        if first:
            self.status = SIGNALS[signal.Signals(number)][1]
            self._first = time.monotonic()
            self.cancelled.set()
        elif time.monotonic() > self._first + SAME:
            leave(number, None)
        if first and not self._patient:
            raise KeyboardInterrupt

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
    def guard(self, limits: Limits, saying: dict[str, Any] | None = None) -> Iterator[Tell]:
        """A run of this command: the first signal cancels it, its limits are watched from
        outside, and no single request for memory goes beyond its limit. ``saying`` goes with
        what is told of an answer, where that is to be said in the command's place."""
        from gameproof.solvers.limits import untold

        watched = nullcontext(untold) if self._reporter is None else self._reporter.guard(limits)
        ceiling: AbstractContextManager[None] = nullcontext()
        if limits.memory_limit is not None:
            from gameproof.cli.guard import memory_ceiling

            ceiling = memory_ceiling(limits.memory_limit)
        with self.patience(), watched as tell, ceiling:
            yield tell if saying is None else lambda k: tell({"answer": k, "saying": saying})
