"""The journal of a divided proof: every piece, as soon as it was checked, one JSON line each.

A run that was killed goes on from it: the lines are read again in their order, and checked again.
All methods that divide the question share it; their claims have different names.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import IO

import msgspec

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import Resolved
from gameproof.prover.code_stamp import code_stamp
from gameproof.prover.disk import writing
from gameproof.prover.divided.pieces import Piece, read_piece

SCHEMA = "gameproof/journal/1"


class Journal:
    """The file, held by one run at a time; a context manager.

    ``pieces`` are those of earlier runs. Raises :class:`BadInput` for a file that is no
    journal, that of another question or of other code, or one that another run holds;
    :class:`DiskError` where it cannot be written. A half-written last line is cut off.
    """

    def __init__(self, path: Path, asked: Resolved) -> None:
        self.path = path
        self.pieces: list[Piece] = []
        self._header = {
            "type": "journal",
            "schema": SCHEMA,
            "board": asked.words,
            "question": asked.question.name,
            "key": asked.key,
            "code": code_stamp(),
        }
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Journal:
        with writing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("a+b", buffering=0)
            try:
                self._hold(self._file)
                self._read(self._file)
            except BaseException:
                self._file.close()
                raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def _hold(self, file: IO[bytes]) -> None:
        try:
            import fcntl
        except ImportError:  # this system has no such locks
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput("held by another run", str(self.path)) from None

    def _read(self, file: IO[bytes]) -> None:
        file.seek(0)
        data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        if not whole:
            if data and not json.dumps(self._header).encode().startswith(data):
                raise BadInput("is no journal of a proof", str(self.path))
            file.truncate(0)
            self._write(json.dumps(self._header).encode())
            return
        first, *lines = whole.splitlines()
        self._compare(first)
        for line in lines:
            try:
                self.pieces.append(read_piece(line.decode()))
            except (BadInput, UnicodeDecodeError):
                continue  # its place is searched again
        file.truncate(len(whole))

    def _compare(self, line: bytes) -> None:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or found.get("schema") != SCHEMA:
            raise BadInput("is no journal of a proof", str(self.path))
        if found.get("key") != self._header["key"]:
            other = f"{found.get('board')}: {found.get('question')}"
            raise BadInput(f"is the journal of another question ({other[:80]})", str(self.path))
        if found.get("code") != self._header["code"]:
            raise BadInput(
                f"was written by other code ({str(found.get('code'))[:60]}, this is "
                f"{self._header['code']}); take another file",
                str(self.path),
            )

    def add(self, piece: Piece) -> None:
        """Append a piece; it is on the disk when this returns."""
        self._write(msgspec.json.encode(piece))

    def _write(self, line: bytes) -> None:
        if self._file is None:
            raise RuntimeError("the journal is not open")
        with writing(self.path):
            rest = memoryview(line + b"\n")
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
