"""Many instances: in parallel, streamed, resumable after a kill; the cost of each is constant.

Tasks go out in chunks of about a quarter of a second, to the processes of
:mod:`gameproof.prover.workers` or to any other executor, a Dask cluster's for one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import Instance
from gameproof.prover.results import Record, Results
from gameproof.prover.tasks import (
    SPAN,
    Solve,
    Solved,
    Stores,
    Task,
    Tasks,
    fitted,
    solve_chunk,
    solve_task,
)
from gameproof.prover.workers import Stopped, Workers
from gameproof.solvers.limits import Limits

AHEAD = 2
"""Chunks that are handed out for each worker."""
LANES = 32
"""Workers that a strange executor is taken to have."""
LARGEST = 128
"""Tasks in a chunk."""
POLL = 0.1  # seconds between looks at the cancellation, and at what comes, during work

Ready = Callable[[], bool]
"""Is the next task there (or the last one taken), so that asking for it need not wait?"""


@dataclass(slots=True)
class Summary:
    """What a batch came to; ``contradictions`` and ``errors`` name the tasks."""

    answered: int = 0
    unknown: int = 0
    resumed: int = 0
    contradictions: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """A record that an earlier run left, in place of its task."""

    record: Record


def make_tasks(paths: Sequence[Path], **settings: Any) -> Tasks:
    """Tasks for every instance below ``paths``, all with the same settings."""
    return Tasks(paths, **settings)


def run(
    tasks: Iterable[Task],
    *,
    out: Path | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    on_record: Callable[[Record, bool], None] = lambda _record, _resumed: None,
    context: Limits | None = None,
    apart: bool = False,
    ready: Ready = lambda: True,
) -> Summary:
    """Run a batch and stream each finished record to ``out``; see :func:`records`."""
    summary = Summary()
    context = context or Limits()
    for record, resumed in records(
        tasks,
        out=out,
        jobs=jobs,
        executor=executor,
        context=context,
        apart=apart,
        ready=ready,
    ):
        summary.resumed += resumed
        _count(summary, record)
        on_record(record, resumed)
    summary.interrupted = context.cancelled.is_set()
    return summary


def records(
    tasks: Iterable[Task],
    *,
    out: Path | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    context: Limits | None = None,
    apart: bool = False,
    ready: Ready = lambda: True,
) -> Iterator[tuple[Record, bool]]:
    """The records of a batch as they are finished, each with whether it stood in ``out``.

    Instances whose record already stands in ``out``, found by their content and the version
    of the code, are not run again, unless it is ``unknown`` or a fault; the others are added
    to it. ``executor`` is any :mod:`concurrent.futures` executor; without one, ``jobs`` worker
    processes are started, one too where it is to work ``apart``: tasks that do not look at
    their limits can be ended there alone. Tasks are taken as workers
    need them; while workers are busy only those that are ``ready``, so that no answer waits
    for a task that is still to come. Whoever cancels ``context``, closes the iterator or
    presses Ctrl-C ends the batch at once; what is finished is kept. Raises :class:`BadInput`
    where another run holds ``out``, and :class:`DiskError` where it or the store cannot be
    written.
    """
    context = context or Limits()
    opened: AbstractContextManager[Results | None] = nullcontext() if out is None else Results(out)
    with opened as results:
        for found in _records(_left(tasks, results), jobs, executor, context, apart, ready):
            if isinstance(found, Kept):
                yield found.record, True
                continue
            if results is not None:
                results.add(found)
            yield found, False
        if results is not None:
            results.complete = not context.cancelled.is_set()


def _left(tasks: Iterable[Task], results: Results | None) -> Iterator[Task | Kept]:
    """Tasks, and in place of those that need not be run the records that stand for them."""
    for task in tasks:
        record = None
        if results:
            instance = _instance(task)
            key = task.key(instance)
            if key:
                fit = partial(fitted, task, instance)
                record = results.kept(key, task.stamp, task.name, fit)
        yield task if record is None else Kept(record)


def _instance(task: Task) -> Instance | None:
    try:
        return task.read()
    except BadInput:
        return None


def _records(
    todo: Iterator[Task | Kept],
    jobs: int,
    executor: Executor | None,
    context: Limits,
    apart: bool,
    ready: Ready = lambda: True,
) -> Iterator[Record | Kept]:
    if executor is not None:
        lanes = getattr(executor, "_max_workers", LANES)
        yield from _collect(executor, todo, lanes, context, solve_task, ready)
    elif jobs == 1 and not apart:
        yield from _alone(todo, context)
    else:
        with Workers(jobs) as workers:
            yield from _collect(workers, todo, jobs, context, solve_task, ready)


def _alone(todo: Iterator[Task | Kept], context: Limits) -> Iterator[Record | Kept]:
    """In this process."""
    with Stores() as stores:
        for task in todo:
            if context.cancelled.is_set():
                return
            if isinstance(task, Kept):
                yield task
                continue
            record = solve_task(task, context, stores)
            if record.get("stopped") != "interrupted":
                yield record
            stores.tick()


def _collect(
    executor: Executor,
    todo: Iterator[Task | Kept],
    lanes: int,
    context: Limits,
    solve: Solve,
    ready: Ready = lambda: True,
) -> Iterator[Record | Kept]:
    """Records as they are finished. A task whose worker died is tried once more, alone."""
    waiting: dict[Future[Solved], list[Task]] = {}
    again: deque[Task] = deque()
    suspects: deque[Task] = deque()
    tried: set[str] = set()
    size = 1
    try:
        while not context.cancelled.is_set():
            while len(waiting) < AHEAD * lanes and not context.cancelled.is_set():
                chunk = [suspects.popleft()] if suspects else []
                while not chunk or (not suspects and len(chunk) < size):
                    if (chunk or waiting) and not again and not ready():
                        break
                    found = again.popleft() if again else next(todo, None)
                    if found is None:
                        break
                    if isinstance(found, Kept):
                        yield found
                    elif found.name in tried:
                        suspects.append(found)
                    else:
                        chunk.append(found)
                if not chunk:
                    break
                waiting[executor.submit(solve_chunk, chunk, solve)] = chunk
            if not waiting:
                return
            ended, _ = wait(waiting, timeout=POLL, return_when=FIRST_COMPLETED)
            for future in sorted(ended, key=lambda f: waiting[f][0].name):
                chunk = waiting.pop(future)
                try:
                    solved = future.result()
                except Exception as error:
                    if isinstance(error, Stopped) and len(chunk) == 1:
                        yield _stopped(chunk[0], error)
                        continue
                    if not (_died(error) or isinstance(error, Stopped)):
                        raise
                    if len(chunk) == 1 and chunk[0].name in tried:
                        yield _fault(chunk[0])
                    else:
                        tried.update(task.name for task in chunk)
                        suspects.extend(chunk)
                    continue
                again.extend(chunk[len(solved.records) :])
                size = _size(solved, size)
                yield from solved.records
    finally:
        for future in waiting:
            future.cancel()


def _size(solved: Solved, size: int) -> int:
    """Tasks of the next chunk: as many as filled the span, not many times more than before."""
    fits = int(SPAN / max(solved.seconds / len(solved.records), 1e-6))
    return max(1, min(fits, 4 * size, LARGEST))


def _died(error: Exception) -> bool:
    """Did the worker die? Dask has an exception of its own for that."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"


def _stopped(task: Task, stopped: Stopped) -> Record:
    """The record of a task whose worker had to be ended: what it had told, and why."""
    if stopped.known is None:
        return _fault(task)
    known = {**stopped.known, "file": task.name, "stamp": task.stamp, "stopped": stopped.reason}
    known["key"] = known["key"] or task.key(_instance(task))
    return known


def _fault(task: Task) -> Record:
    return {
        "type": "fault",
        "file": task.name,
        "message": "the worker process died (killed, or out of memory)",
        "key": task.key(_instance(task)),
        "stamp": task.stamp,
    }


def _count(summary: Summary, record: Record) -> None:
    if record["type"] == "error":
        summary.errors.append(f"{record['file']}: {record['message']}")
    elif record["type"] == "fault":
        summary.faults.append(f"{record['file']}: {record['message']}")
    elif record["answer"] == "unknown":
        summary.unknown += 1
    else:
        summary.answered += 1
        if record.get("agrees") is False:
            summary.contradictions.append(str(record["file"]))
