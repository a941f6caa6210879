"""The instances of a batch as plain data that any worker can answer on its own."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Protocol

from gameproof.encodings.method import Options
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.plugins import guilty
from gameproof.instances import instance as instances
from gameproof.instances.graph_reading import without_mark
from gameproof.instances.typed_words import DOMAIN
from gameproof.prover.answer import UNKNOWN
from gameproof.prover.code_stamp import code_stamp
from gameproof.prover.disk import FULL, DiskError, reason
from gameproof.prover.earlier import told_again
from gameproof.prover.prove import recall_or_prove
from gameproof.prover.results import Record
from gameproof.prover.store import Store, how
from gameproof.prover.verify import CertificateRejected
from gameproof.prover.work_context import context_of_work
from gameproof.solvers.limits import Limits

SUFFIXES = (".json", ".toml", ".jsonl", ".pg", ".sgf", ".ig")
LINES = ".jsonl"  # an instance a line
NO_INSTANCES = {"claims", "proofs"}  # folders of other JSON files beside the corpus
SPAN = 0.25  # seconds of work that are handed over, and stored, together


@dataclass(frozen=True, slots=True)
class Task:
    """One instance of a batch; plain data, so that any executor can carry it.

    ``name`` tells it from the others of the run. The instance is ``document``, JSON whose
    files lie in ``folder``, or stands in ``file``.
    """

    name: str
    file: str
    document: str | None = None
    folder: str = ""
    time_limit: float | None = None
    memory_limit: int | None = None
    seed: int = 0
    method: str | None = None
    engine: str | None = None
    explicit: bool = False
    certificates: str | None = None
    store: str | None = None
    fresh: bool = False

    @property
    def options(self) -> Options:
        """What the methods are told."""
        return Options(engine=self.engine, explicit=self.explicit)

    @property
    def stamp(self) -> str:
        """What an answer depends on beside the instance: the code, and what was asked of it."""
        return f"{code_stamp()} {how(self.method, self.options)}"

    def read(self) -> instances.Instance:
        """The instance; raises :class:`BadInput`."""
        if self.document is None:
            if self.file.endswith(LINES):
                raise BadInput("no instance in this file; expected one a line, as JSON", self.file)
            return instances.read(Path(self.file))
        try:
            document = json.loads(self.document)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"not JSON: {error}", self.name) from None
        return instances.from_object(document, Path(self.folder))

    def key(self, instance: instances.Instance | None) -> str:
        """The canonical key of the instance; of what is none, a digest of its text, empty
        where it cannot be read."""
        if instance is not None:
            with contextlib.suppress(BadInput):
                return instances.key_of(instance)
        try:
            text = Path(self.file).read_bytes() if self.document is None else self.document.encode()
        except OSError:
            return ""
        return hashlib.sha256(b"no instance\n" + text).hexdigest()


class Tasks:
    """The instances in files and folders, each with the same settings, one after the other.

    A ``.jsonl`` file counts as one instance a line; its lines are read as they are taken. One
    without any is a task as well, whose record is an error.
    Raises :class:`BadInput` at once for a path that does not exist or a folder without
    instances.
    """

    def __init__(self, paths: Sequence[Path], **settings: Any) -> None:
        self.files = _files(paths)
        self.settings = settings

    def __iter__(self) -> Iterator[Task]:
        for file in self.files:
            folder, found = str(Path(file).parent), False
            for number, line in _lines(file) if file.endswith(LINES) else ():
                yield Task(f"{file}:{number}", file, line, folder, **self.settings)
                found = True
            if not found:
                yield Task(file, file, **self.settings)

    def __len__(self) -> int:
        """The number of instances. O(size of the ``.jsonl`` files)."""
        return sum(
            max(1, sum(1 for _ in _lines(file))) if file.endswith(LINES) else 1
            for file in self.files
        )


def _files(paths: Sequence[Path]) -> list[str]:
    found: dict[str, None] = {}
    for path in paths:
        if path.is_dir():
            files = sorted(
                p
                for p in path.rglob("*")
                if p.suffix in SUFFIXES
                and p.is_file()
                and not p.name.endswith((".schema.json", DOMAIN))
                # A problem without its domain beside it belongs to a file that names both.
                and (p.suffix != ".ig" or p.with_name(DOMAIN).is_file())
            )
            files = [p for p in files if not NO_INSTANCES & {*p.relative_to(path).parts[:-1]}]
            if not files:
                raise BadInput(
                    f"no instance files ({', '.join(SUFFIXES)}) in this folder", str(path)
                )
        elif path.is_file():
            files = [path]
        else:
            raise BadInput("no such file or folder", str(path))
        found.update((str(file), None) for file in files)
    return list(found)


def _lines(file: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, with their numbers; what is not UTF-8 is no JSON either."""
    try:
        with Path(file).open(encoding="utf-8", errors="replace") as stream:
            for number, text in enumerate(stream, 1):
                line = without_mark(text) if number == 1 else text
                if line.strip():
                    yield number, line
    except OSError as error:
        raise BadInput(reason(error), file) from None


class Stores:
    """The stores of a piece of work: opened once, written to together every quarter of a
    second and in the end; a context manager."""

    def __init__(self) -> None:
        self._open: dict[str, Store] = {}
        self._since = time.monotonic()

    def __enter__(self) -> Stores:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for store in self._open.values():
            store.close()

    def store(self, path: str | None) -> Store | None:
        """The store in that file."""
        if path is None:
            return None
        if path not in self._open:
            self._open[path] = Store(Path(path), together=True)
        return self._open[path]

    def tick(self) -> None:
        """Write what has waited long enough."""
        if time.monotonic() - self._since > SPAN:
            for store in self._open.values():
                store.commit()
            self._since = time.monotonic()


class Solve(Protocol):
    """:func:`solve_task`, or what stands for it in a test."""

    def __call__(self, task: Task, context: Limits | None, stores: Stores | None, /) -> Record:
        """The record of the task."""


def solve_task(task: Task, context: Limits | None = None, stores: Stores | None = None) -> Record:
    """Answer one task; an error becomes a record of ``type`` ``error`` or ``fault``.

    It is cancelled, reports and is guarded as ``context`` says; the limits are the task's.
    Raises :class:`DiskError`, which is no fault of the task.
    """
    if stores is None:
        with Stores() as stores:
            return solve_task(task, context, stores)
    instance = None
    key = ""
    try:
        instance = task.read()
        resolved = instances.resolve(instance)
        key = resolved.key
        limits = (context or Limits()).anew(
            _least(task.time_limit, instance.limits.time),
            _least(task.memory_limit, instance.limits.memory),
            task.seed,
        )
        answer = recall_or_prove(
            instance,
            limits,
            store=stores.store(task.store),
            fresh=task.fresh,
            method=task.method,
            options=task.options,
            certificate=_certificate(task, key),
            resolved=resolved,
        )
        answer.file = task.name
        answer.stamp = task.stamp
        return answer.to_object()
    except DiskError:
        raise
    except BadInput as error:
        where = f"{error.where}: " if error.where else ""
        message = (where + error.message).removeprefix(task.name + ": ")
        message = message.removeprefix(task.file + ": ")  # its name stands before the message
        kind = "error"
    except CertificateRejected as error:
        kind, message = "fault", str(error)
    except MemoryError:
        kind, message = "fault", "out of memory"
    except Exception as error:
        if isinstance(error, OSError) and error.errno in FULL:
            raise DiskError(reason(error), str(error.filename or "")) from None
        theirs = guilty(error)
        told = f"{type(error).__name__}: {error}" if theirs is None else str(theirs)
        kind, message = "fault", told
    return {
        "type": kind,
        "file": task.name,
        "message": message,
        "key": key or task.key(instance),
        "stamp": task.stamp,
    }


def _certificate(task: Task, key: str) -> Path | None:
    if task.certificates is None:
        return None
    label = task.name.replace(os.sep, "/").rsplit("/", 1)[-1]
    label = re.sub(r"[^\w.#-]+", "-", label)[:80].lstrip("-")
    stem = label
    for suffix in SUFFIXES:
        stem = stem.removesuffix(suffix)
    return Path(task.certificates) / f"{stem}-{key[:8]}.certificate.json"


def _least(one: float | None, two: float | None) -> Any:
    given = [x for x in (one, two) if x is not None]
    return min(given) if given else None


@dataclass(frozen=True, slots=True)
class Solved:
    """The records of the first tasks of a chunk, and how long they took."""

    records: list[Record]
    seconds: float


def solve_chunk(tasks: Sequence[Task], solve: Solve) -> Solved:
    """Answer tasks for a quarter of a second, at least one; the others are left."""
    started = time.monotonic()
    records: list[Record] = []
    with Stores() as stores:
        for task in tasks:
            records.append(solve(task, context_of_work(), stores))
            if time.monotonic() - started > SPAN:
                break
    return Solved(records, time.monotonic() - started)


class Fitted(NamedTuple):
    """An earlier record as it is to stand in the results, and as it may be told now."""

    record: Record
    told: Record


def fitted(task: Task, instance: instances.Instance | None, record: Record) -> Fitted | None:
    """An earlier record of the same instance as this task's: its name, its expected answer,
    whether the two agree, and whether its certificate passes again. ``None`` where the task
    should be run: nothing was decided, or a certificate is to be kept and none proves it."""
    if record["type"] == "fault" or record.get("answer") == UNKNOWN:
        return None
    fitting = {**record, "file": task.name}
    if instance is None or record["type"] != "answer":
        return Fitted(fitting, fitting)
    fitting |= {"game": instance.game, "expected": instance.expected}
    told = told_again(fitting)
    fitting["agrees"] = told["agrees"]
    if task.certificates is not None and record.get("verified") and not told["verified"]:
        return None
    return Fitted(fitting, told)
