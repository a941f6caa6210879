"""A results file: one JSON object a line, held by one run at a time, each instance once.

A record belongs to an instance by the instance's content (its canonical key) and by the code
and the methods that were asked (its stamp), never by the name of a file. While a run goes on,
its records are added at the end; a record that a newer one replaces is taken out when it ends.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from gameproof.games.meaning.bad_input import BadInput
from gameproof.prover.disk import DiskError, reason, writing

Record = dict[str, Any]
"""An answer, an error or a fault as one JSON object."""

Fitted = tuple[Record, Record]
"""A record as it is to stand in the file, and as it may be told."""

PERIOD = 0.25  # seconds between synchronisations with the disk


class _Row(msgspec.Struct):
    """What a resumed run needs to know of a record."""

    type: str = ""
    file: str | None = None
    key: str = ""
    stamp: str = ""
    answer: str = ""


class Results:
    """The results file of a run, locked; a context manager.

    Raises :class:`BadInput` for a file that is none, and for one that another run holds;
    :class:`DiskError` where it cannot be written. A half-written last line is cut off.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.complete = True
        """False for a run that ends before it has seen every instance."""
        self._place = Path(os.path.realpath(path))
        self._lock = self._place.with_name(f".{self._place.name}.lock")
        self._held: int | None = None
        self._file: IO[bytes] | None = None
        self._reader: IO[bytes] | None = None
        self._size = 0
        self._old = 0
        self._synchronised = time.monotonic()
        self._dirty = False
        self._index: dict[int, int | list[int]] = {}
        self._claimed: set[int] = set()
        self._dropped: set[int] = set()
        self._wanted: set[int] = set()
        self._written: set[int] = set()

    def __enter__(self) -> Results:
        with writing(self.path):
            self._place.parent.mkdir(parents=True, exist_ok=True)
            self._held = self._take()
            try:
                self._file = self._place.open("ab", buffering=0)
                self._read()
            except BaseException:
                self._release()
                raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            with writing(self.path):
                if not (kind is not None and issubclass(kind, DiskError)):
                    self._synchronise()
                    self._tidy(complete=kind is None and self.complete)
        finally:
            self._release()

    # ------------------------------------------------------------------------ reading

    def kept(
        self, key: str, stamp: str, name: str, fit: Callable[[Record], Fitted | None]
    ) -> Record | None:
        """What an earlier run left for that instance, as ``fit`` says that it may be told,
        ``None`` where it is to be run; each record serves once."""
        place = identity(key, stamp)
        found = self._index.get(place)
        if found is None:
            return None
        offsets = [found] if isinstance(found, int) else found
        free = [at for at in offsets if at not in self._claimed and at not in self._dropped]
        rows = [(at, self._at(at)) for at in free or offsets[-1:]]
        at, record = next((row for row in rows if row[1].get("file") == name), rows[0])
        self._wanted.add(place)
        found_again = fit(record)
        if found_again is None:
            self._dropped.add(at)
            return None
        fitting, told = found_again
        if free and fitting == record:
            self._claimed.add(at)
        else:
            if free:
                self._dropped.add(at)
            self.add(fitting)
        return told

    def __bool__(self) -> bool:
        """Did an earlier run leave anything?"""
        return bool(self._index)

    def _read(self) -> None:
        for number, (offset, line) in enumerate(self._lines(), 1):
            try:
                row = msgspec.json.decode(line, type=_Row)
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise BadInput(
                    "not a results file (one JSON object a line)", f"{self.path}:{number}"
                ) from None
            self._size = offset + len(line)
            if not (row.key and row.stamp):
                continue
            place = identity(row.key, row.stamp)
            before = self._index.get(place)
            if before is None:
                self._index[place] = offset
            elif isinstance(before, int):
                self._index[place] = [before, offset]
            else:
                before.append(offset)
        self._old = self._size

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        offset = 0
        with self._place.open("rb") as stream:
            for line in stream:
                if not line.endswith(b"\n"):
                    os.truncate(self._place, offset)  # killed while writing
                    return
                yield offset, line
                offset += len(line)

    def _at(self, offset: int) -> Record:
        if self._reader is None:
            self._reader = self._place.open("rb")
        self._reader.seek(offset)
        record: Record = json.loads(self._reader.readline())
        return record

    # ------------------------------------------------------------------------ writing

    def add(self, record: Record) -> None:
        """Write a record; it is on the disk a quarter of a second later. A record that does
        not fit leaves no half line."""
        line = json.dumps(record, ensure_ascii=False).encode() + b"\n"
        assert self._file is not None
        with writing(self.path):
            try:
                rest = memoryview(line)
                while rest:
                    rest = rest[self._file.write(rest) :]
            except OSError:
                os.truncate(self._place, self._size)
                raise
            self._size += len(line)
            self._dirty = True
            if self._old:
                self._written.add(hash(record.get("file")))
            if time.monotonic() - self._synchronised > PERIOD:
                self._synchronise()

    def _synchronise(self) -> None:
        if self._dirty and self._file is not None:
            os.fsync(self._file.fileno())
            self._dirty = False
        self._synchronised = time.monotonic()

    def _tidy(self, complete: bool) -> None:
        """Take out the records that newer ones replace: the file is written anew beside
        itself, and takes its own place."""
        if not self._old:
            return
        out = [at for at, line in self._lines() if self._replaced(at, line, complete)]
        if not out:
            return
        replaced = set(out)
        beside = self._place.with_name(f".{self._place.name}.new")
        try:
            with beside.open("wb") as stream:
                stream.writelines(line for at, line in self._lines() if at not in replaced)
                stream.flush()
                os.fsync(stream.fileno())
            shutil.copymode(self._place, beside)
            beside.replace(self._place)
        except OSError:
            beside.unlink(missing_ok=True)
            raise

    def _replaced(self, at: int, line: bytes, complete: bool) -> bool:
        if at >= self._old or at in self._claimed:
            return False
        if at in self._dropped:
            return True
        row = msgspec.json.decode(line, type=_Row)
        if hash(row.file) in self._written:
            return True
        return complete and bool(row.key) and identity(row.key, row.stamp) in self._wanted

    # ------------------------------------------------------------------------ the lock

    def _take(self) -> int | None:
        """Hold the file, or say who does."""
        try:
            import fcntl
        except ImportError:  # this system has no such locks
            return None
        while True:
            held = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                holder = os.read(held, 400).decode("utf-8", "replace").strip()
                os.close(held)
                if not isinstance(error, BlockingIOError):
                    raise DiskError(f"cannot be locked: {reason(error)}", str(self.path)) from None
                raise BadInput(
                    f"held by {holder or 'another run'}; wait for it, or take another file",
                    str(self.path),
                ) from None
            if self._is_mine(held):
                break
            os.close(held)  # its last holder removed it in between
        os.ftruncate(held, 0)
        os.write(held, f"process {os.getpid()} on {socket.gethostname()}\n".encode())
        return held

    def _is_mine(self, held: int) -> bool:
        try:
            return os.path.samestat(os.fstat(held), self._lock.stat())
        except FileNotFoundError:
            return False

    def _release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        if self._held is not None:
            self._lock.unlink(missing_ok=True)
            os.close(self._held)
            self._held = None


def identity(key: str, stamp: str) -> int:
    """A number for an instance and how it was asked: 96 bits of a digest."""
    digest = hashlib.blake2b(f"{key} {stamp}".encode(), digest_size=12).digest()
    return int.from_bytes(digest, "little")
