"""A store of finished answers in SQLite, keyed by the canonical question and the code.

A stored answer is as good as its certificate: the certificate is kept with it and checked
again whenever the answer is used. Nobody need trust the file.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import Sealed
from gameproof.encodings.method import Options
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import Resolved
from gameproof.prover.answer import Answer
from gameproof.prover.code_stamp import code_stamp
from gameproof.prover.disk import DiskError, writing
from gameproof.prover.verify import verify_sealed

T = TypeVar("T")

TABLE = (
    "create table if not exists proofs (key text primary key, code text not null,"
    " answer text not null, certificate blob, arrays blob)"
)
KNOWN = "select 1 from sqlite_master where name = 'proofs'"
ELSEWHERE = "; --store FILE names another place for it"
LARGEST = 1 << 26
"""Bytes; an answer with a larger certificate is not kept but solved again."""
MOST_WAITING = 1 << 23
"""Bytes of certificates that wait to be written together."""


def default_path() -> Path:
    """``results.sqlite`` in the user's cache folder (``XDG_CACHE_HOME`` is respected)."""
    base = os.environ.get("XDG_CACHE_HOME")
    folder = Path(base) if base else Path.home() / ".cache"
    return folder / "gameproof" / "results.sqlite"


Row = tuple[str, str, str, bytes | None, bytes | None]


class Store:
    """Answers and their certificates by key. Several processes may use one file at a time.

    Only decided answers are kept; ``unknown`` depends on the limits of the run.
    ``method`` and ``engine`` belong to the key, so that asking for another one
    never returns this one's answer. With ``together``, answers wait until :meth:`commit` or
    :meth:`close`, so that a batch writes many at once. Raises :class:`DiskError` for a file
    that is no store or cannot be written.
    """

    def __init__(self, path: Path, *, together: bool = False) -> None:
        self.path = path
        self._together = together
        self._waiting: dict[str, Row] = {}
        self._bytes = 0
        self._database: sqlite3.Connection | None = None
        try:
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
        except DiskError as error:
            raise DiskError(f"the store {error.message}{ELSEWHERE}", error.where) from None
        self._do(lambda db: db.execute(TABLE) if db.execute(KNOWN).fetchone() is None else None)

    def get(self, asked: Resolved, how: str = "") -> tuple[Answer, Sealed | None] | None:
        """The stored answer of this version of the code with its certificate, or ``None``.

        The certificate must answer just this question and pass its check again; an answer
        that says it is verified and has none, or fails, is no answer.
        """
        key = f"{asked.key} {how}"
        waiting = self._waiting.get(key)
        row = (
            waiting[2:]
            if waiting
            else self._do(
                lambda db: db.execute(
                    "select answer, certificate, arrays from proofs where key = ? and code = ?",
                    (key, code_stamp()),
                ).fetchone()
            )
        )
        if row is None:
            return None
        try:
            answer = msgspec.json.decode(row[0], type=Answer)
        except (msgspec.DecodeError, TypeError):
            return None
        answer.stored = True
        answer.certificate = None
        answer.verified = False
        answer.claim = None
        if row[1] is None:
            return answer, None
        if not all(part is None or isinstance(part, bytes) for part in row[1:]):
            return None
        sealed = Sealed(row[1], row[2])
        try:
            verified = verify_sealed(sealed)
        except (Rejected, BadInput):
            return None
        if verified.asked.key != asked.key or verified.answer != answer.answer:
            return None
        answer.verified = True
        answer.claim = verified.sentence
        return answer, sealed

    def put(self, answer: Answer, sealed: Sealed | None, how: str = "") -> None:
        """Keep a decided answer with its certificate."""
        if answer.verified and (sealed is None or sealed.size > LARGEST):
            return
        text = None if sealed is None else sealed.text
        arrays = None if sealed is None else sealed.arrays
        key = f"{answer.key} {how}"
        self._waiting[key] = key, code_stamp(), answer.to_json(), text, arrays
        self._bytes += 0 if sealed is None else sealed.size
        if not self._together or self._bytes > MOST_WAITING:
            self.commit()

    def commit(self) -> None:
        """Write the answers that wait, in one transaction."""
        if not self._waiting:
            return
        rows, self._waiting, self._bytes = list(self._waiting.values()), {}, 0
        self._do(
            lambda db: db.executemany("insert or replace into proofs values (?,?,?,?,?)", rows)
        )

    def close(self) -> None:
        """Write the answers that wait, and let go of the file."""
        try:
            self.commit()
        finally:
            if self._database is not None:
                self._database.close()
                self._database = None

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            if self._database is None:
                self._database = sqlite3.connect(self.path, timeout=30)
            try:
                with self._database as database:
                    return work(database)
            finally:
                if not self._together:
                    self._database.close()
                    self._database = None
        except sqlite3.OperationalError as error:
            raise DiskError(
                f"the store cannot be used: {error}{ELSEWHERE}", str(self.path)
            ) from None
        except sqlite3.DatabaseError as error:
            raise DiskError(f"not a store of results: {error}", str(self.path)) from None


def how(method: str | None, options: Options) -> str:
    """The part of the key that says how the answer was asked for."""
    return f"{method or ''}/{options.engine or ''}/{'x' if options.explicit else ''}"
