"""Processes that stay for a whole batch, as a :mod:`concurrent.futures` executor.

A process that dies takes only its own piece of work with it, and the next piece gets a new
one. They have no semaphores, locks or queues in common, so there is nothing to leak.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, TypeVar

from gameproof.games.meaning.bad_input import BadInput
from gameproof.prover.watch import Reporter, Watch, end
from gameproof.prover.work_context import work_within
from gameproof.solvers.limits import Limits

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

T = TypeVar("T")
Piece = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


READY = "ready"
NOTE = None
"""Stands before a note about the work under way, where True or False stand before its result."""
CANNOT_START = (
    "a worker process ended as it started; a script that asks for more than one job needs "
    "if __name__ == '__main__': before what it runs"
)


class WorkerDied(BrokenExecutor):
    """The process that was at work on this piece ended before it was finished."""


class Stopped(Exception):
    """The process was ended because its run did not end at its limit; ``reason`` is ``time`` or
    ``memory``, ``known`` what it had told."""

    def __init__(self, reason: str, known: dict[str, Any] | None) -> None:
        super().__init__(f"{reason} limit reached")
        self.reason = reason
        self.known = known


class Workers(Executor):
    """``count`` processes, each started when it is first needed, and ended where the run in it
    does not end at its limit."""

    def __init__(self, count: int) -> None:
        self._pieces: queue.SimpleQueue[tuple[Future[Any], Piece] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._processes: set[SpawnProcess] = set()
        self._closed = False
        self._lanes = [threading.Thread(target=self._lane, daemon=True) for _ in range(count)]
        for lane in self._lanes:
            lane.start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """The future of a call, which one of the processes makes."""
        future: Future[T] = Future()
        self._pieces.put((future, (fn, args, kwargs)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes, at once where they are still at work; what waits is not begun."""
        del cancel_futures
        with self._lock:
            self._closed = True
            processes = list(self._processes)
        for _ in self._lanes:
            self._pieces.put(None)
        for process in processes:
            process.kill()
        if wait:
            for lane in self._lanes:
                lane.join()

    def end(self, pid: int) -> None:
        """End the process of this number, if it is one of ours; another takes its place."""
        with self._lock:
            for process in self._processes:
                if process.pid == pid:
                    process.kill()
                    process.join()

    def _lane(self) -> None:
        """Hand pieces to one process, and a new one when it has died."""
        process: SpawnProcess | None = None
        line: Connection | None = None
        while (taken := self._pieces.get()) is not None:
            future, piece = taken
            if not future.set_running_or_notify_cancel():
                continue
            try:
                if process is None or line is None or not process.is_alive():
                    self._forget(process)
                    process, line = self._start()
                line.send(piece)
                done, found = _awaited(process, line)
            except (EOFError, ConnectionError, BrokenPipeError):
                name = "" if process is None else f" {process.pid}"
                future.set_exception(WorkerDied(f"the worker process{name} died"))
                self._forget(process)
                process = line = None
                continue
            except BaseException as error:
                future.set_exception(error)
                continue
            if isinstance(found, Stopped):
                self._forget(process)
                process = line = None
            if done:
                future.set_result(found)
            else:
                future.set_exception(found)
        if line is not None:
            line.close()
        self._forget(process)

    def _start(self) -> tuple[SpawnProcess, Connection]:
        import multiprocessing

        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe()
        process = spawn.Process(target=_serve, args=(theirs, os.getpid()), daemon=True)
        with self._lock, _deaf():
            if self._closed:
                raise WorkerDied("the workers are closed")
            process.start()
            self._processes.add(process)
        theirs.close()
        self._await(process, ours)
        return process, ours

    def _await(self, process: SpawnProcess, line: Connection) -> None:
        """Wait until the process is ready. One that was not even killed cannot start at all:
        the next one would fare no better."""
        try:
            line.recv()
        except (EOFError, ConnectionError):
            process.join()
            failed = process.exitcode == 1
            self._forget(process)
            if failed:
                raise BadInput(CANNOT_START, "jobs") from None
            raise WorkerDied("the worker process died as it started") from None

    def _forget(self, process: SpawnProcess | None) -> None:
        if process is not None:
            process.kill()
            process.join()
            with self._lock:
                self._processes.discard(process)


class _deaf:  # noqa: N801 - used as a function
    """Signals of the terminal wait: a process that is started here never hears them."""

    def __enter__(self) -> None:
        self.before: set[Any] | None = None
        if hasattr(signal, "pthread_sigmask"):
            self.before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})

    def __exit__(self, *error: object) -> None:
        if self.before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, self.before)


def _awaited(process: SpawnProcess, line: Connection) -> tuple[bool, Any]:
    """What comes of the piece under way. Raises :class:`EOFError` where the process died."""
    watch = Watch()
    while True:
        if line.poll(watch.pause()):
            told, found = line.recv()
            if told is not NOTE:
                return told, found
            watch.note(found)
        elif (reason := watch.over(process.pid or 0)) is not None:
            end(process.pid or 0)
            return False, Stopped(reason, watch.known)


def _serve(line: Connection, parent: int) -> None:
    """The work of a process: pieces come in, results go out, until the line is closed.

    It leaves Ctrl-C and SIGTERM to its parent, and does not outlive it.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.2)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    line.send(READY)
    work_within(Limits(guard=Reporter(lambda note: line.send((NOTE, note))).guard))
    while True:
        try:
            call, args, kwargs = line.recv()
        except (EOFError, OSError):
            os._exit(0)
        try:
            answer = True, call(*args, **kwargs)
        except BaseException as error:
            answer = False, error
        with contextlib.suppress(BrokenPipeError):
            _send(line, answer)


def _send(line: Connection, answer: tuple[bool, Any]) -> None:
    try:
        line.send(answer)
    except (TypeError, AttributeError, ValueError) as error:  # it cannot be sent
        line.send((False, RuntimeError(f"{answer[1]!r}: {error}")))
