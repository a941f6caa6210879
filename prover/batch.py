"""Folders of instances: in parallel, streamed, resumable after a kill."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gameproof.encodings.method import Options
from gameproof.games.game import BadInput
from gameproof.instances import instance as instances
from gameproof.prover.prove import CertificateRejected
from gameproof.prover.recall import recall_or_prove
from gameproof.prover.store import Store
from gameproof.solvers.limits import Limits

SUFFIXES = (".json", ".toml", ".jsonl")
NO_INSTANCES = {"claims", "proofs"}  # folders of other JSON files beside the corpus


@dataclass(frozen=True, slots=True)
class Task:
    """One instance of a batch; plain data, so that any executor can carry it.

    ``name`` is the file (and line) and identifies the task when a run resumes.
    """

    name: str
    file: str
    line: int = 0
    time_limit: float | None = None
    memory_limit: int | None = None
    seed: int = 0
    method: str | None = None
    engine: str | None = None
    explicit: bool = False
    certificates: str | None = None
    store: str | None = None
    fresh: bool = False


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


def find(paths: Sequence[Path]) -> list[tuple[str, Path, int]]:
    """The instance files below ``paths``: (name, file, line), sorted, each once.

    A ``.jsonl`` file counts as one instance a line. Raises :class:`BadInput`
    for a path that does not exist or a folder without instances.
    """
    found: dict[str, tuple[str, Path, int]] = {}
    for path in paths:
        if path.is_dir():
            files = sorted(
                p
                for p in path.rglob("*")
                if p.suffix in SUFFIXES and p.is_file() and not p.name.endswith(".schema.json")
            )
            files = [p for p in files if not NO_INSTANCES & {*p.relative_to(path).parts[:-1]}]
            if not files:
                raise BadInput("no instance files (.json, .toml, .jsonl) in this folder", str(path))
        elif path.is_file():
            files = [path]
        else:
            raise BadInput("no such file or folder", str(path))
        for file in files:
            if file.suffix == ".jsonl":
                lines = file.read_text(encoding="utf-8").splitlines()
                for number, line in enumerate(lines, 1):
                    if line.strip():
                        name = f"{file}:{number}"
                        found.setdefault(name, (name, file, number))
            else:
                found.setdefault(str(file), (str(file), file, 0))
    return list(found.values())


def solve_task(task: Task) -> dict[str, Any]:
    """Answer one task; an error becomes a record of ``type`` ``error`` or ``fault``."""
    try:
        instance = _read(task)
        options = Options(engine=task.engine, explicit=task.explicit)
        wanted = None
        if task.certificates is not None:
            resolved = instances.resolve(instance)
            label = task.name.replace(os.sep, "/").rsplit("/", 1)[-1].replace(":", "-")
            stem = label.removesuffix(".json").removesuffix(".toml")
            wanted = Path(task.certificates) / f"{stem}-{resolved.key[:8]}.certificate.json"
        store = Store(Path(task.store)) if task.store else None
        limits = Limits(
            _least(task.time_limit, instance.limits.time),
            _least(task.memory_limit, instance.limits.memory),
            task.seed,
        )
        answer = recall_or_prove(
            instance,
            limits,
            store=store,
            fresh=task.fresh,
            method=task.method,
            options=options,
            certificate=wanted,
        )
        answer.file = task.name
        return answer.to_object()
    except BadInput as error:
        where = f"{error.where}: " if error.where else ""
        message = where + error.message
        return {
            "type": "error",
            "file": task.name,
            "message": message.removeprefix(task.file + ": "),
        }
    except CertificateRejected as error:
        return {"type": "fault", "file": task.name, "message": str(error)}
    except MemoryError:
        return {"type": "fault", "file": task.name, "message": "out of memory"}
    except Exception as error:
        return {"type": "fault", "file": task.name, "message": f"{type(error).__name__}: {error}"}


def _read(task: Task) -> instances.Instance:
    path = Path(task.file)
    if not task.line:
        return instances.read(path)
    line = path.read_text(encoding="utf-8").splitlines()[task.line - 1]
    try:
        document = json.loads(line)
    except ValueError as error:
        raise BadInput(f"not JSON: {error}", task.name) from None
    return instances.from_object(document, path.parent)


def _least(one: float | None, two: float | None) -> Any:
    given = [x for x in (one, two) if x is not None]
    return min(given) if given else None


def finished(out: Path) -> dict[str, dict[str, Any]]:
    """Answers already in a results file, by task; a half-written last line is cut off."""
    done: dict[str, dict[str, Any]] = {}
    if not out.exists():
        return done
    data = out.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        with out.open("r+b") as stream:
            stream.truncate(len(whole))
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            record = json.loads(line)
        except ValueError:
            raise BadInput(
                "not a results file (one JSON object a line)", f"{out}:{number}"
            ) from None
        if record.get("type") == "answer" and isinstance(record.get("file"), str):
            done[record["file"]] = record
    return done


def run(
    tasks: Sequence[Task],
    *,
    out: Path | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    on_record: Callable[[dict[str, Any], bool], None] = lambda record, resumed: None,
) -> Summary:
    """Run a batch and stream each finished record to ``out``.

    Tasks whose answer already stands in ``out`` are not run again, unless it was
    ``unknown``. ``executor`` is any :mod:`concurrent.futures` executor; without
    one, ``jobs`` worker processes are started. Ctrl-C keeps what is finished.
    """
    summary = Summary()
    done = finished(out) if out is not None else {}
    done = {name: record for name, record in done.items() if record["answer"] != "unknown"}
    todo = []
    for task in tasks:
        if task.name in done:
            summary.resumed += 1
            _count(summary, done[task.name])
            on_record(done[task.name], True)
        else:
            todo.append(task)
    stream = None
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        stream = out.open("a", encoding="utf-8")
    try:
        for record in _records(todo, jobs, executor):
            if stream is not None:
                stream.write(json.dumps(record, ensure_ascii=False) + "\n")
                stream.flush()
                os.fsync(stream.fileno())
            _count(summary, record)
            on_record(record, False)
    except KeyboardInterrupt:
        summary.interrupted = True
    finally:
        if stream is not None:
            stream.close()
    return summary


def _records(
    todo: Sequence[Task], jobs: int, executor: Executor | None
) -> Iterator[dict[str, Any]]:
    if executor is not None:
        waiting = {executor.submit(solve_task, task): task for task in todo}
        yield from _collect(waiting, [])
        return
    if jobs == 1:
        for task in todo:
            yield solve_task(task)
        return
    lost = list(todo)
    alone = False
    while lost:
        # A worker that the system killed takes the whole pool with it: the tasks
        # that were under way then run again, each in a pool of its own.
        batch, lost = (lost[:1], lost[1:]) if alone else (lost, [])
        pool = _pool(1 if alone else jobs)
        broken: list[Task] = []
        try:
            yield from _collect({pool.submit(solve_task, t): t for t in batch}, broken)
        except BaseException:
            _stop(pool)
            raise
        pool.shutdown(wait=False, cancel_futures=True)
        if alone and broken:
            message = "the worker process died (killed, or out of memory)"
            yield {"type": "fault", "file": broken[0].name, "message": message}
        elif broken:
            lost = broken
            alone = True


def _collect(
    waiting: dict[Future[dict[str, Any]], Task], broken: list[Task]
) -> Iterator[dict[str, Any]]:
    pending = set(waiting)
    while pending:
        ready, pending = wait(pending, return_when=FIRST_COMPLETED)
        for future in sorted(ready, key=lambda f: waiting[f].name):
            try:
                record = future.result()
            except BrokenProcessPool:
                broken.append(waiting[future])
                continue
            yield record


def _pool(jobs: int) -> ProcessPoolExecutor:
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_worker, initargs=(os.getpid(),)
    )


def _stop(pool: ProcessPoolExecutor) -> None:
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


def _worker(parent: int) -> None:
    """A worker leaves Ctrl-C to its parent, and does not outlive it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.2)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _count(summary: Summary, record: dict[str, Any]) -> None:
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


def make_tasks(paths: Sequence[Path], **settings: Any) -> list[Task]:
    """Tasks for every instance below ``paths``, all with the same settings."""
    return [Task(name, str(file), line, **settings) for name, file, line in find(paths)]
