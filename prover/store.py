"""A store of finished answers in SQLite, keyed by the canonical question and the code."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from gameproof.games.game import BadInput
from gameproof.prover.answer import Answer
from gameproof.prover.version import code_stamp

T = TypeVar("T")


def default_path() -> Path:
    """``results.sqlite`` in the user's cache folder (``XDG_CACHE_HOME`` is respected)."""
    base = os.environ.get("XDG_CACHE_HOME")
    folder = Path(base) if base else Path.home() / ".cache"
    return folder / "gameproof" / "results.sqlite"


class Store:
    """Answers by key. Several processes may use one file at a time.

    Only decided answers are kept; ``unknown`` depends on the limits of the run.
    ``method`` and ``engine`` belong to the key, so that asking for another one
    never returns this one's answer.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._do(
            lambda db: db.execute(
                "create table if not exists answers (key text primary key, code text not null,"
                " answer text not null)"
            )
        )

    def get(self, key: str, how: str = "") -> Answer | None:
        """The stored answer of this version of the code, or ``None``."""
        row = self._do(
            lambda db: db.execute(
                "select answer from answers where key = ? and code = ?",
                (f"{key} {how}", code_stamp()),
            ).fetchone()
        )
        if row is None:
            return None
        answer = msgspec.json.decode(row[0], type=Answer)
        answer.stored = True
        return answer

    def put(self, answer: Answer, how: str = "") -> None:
        """Keep a decided answer."""
        self._do(
            lambda db: db.execute(
                "insert or replace into answers values (?, ?, ?)",
                (f"{answer.key} {how}", code_stamp(), answer.to_json()),
            )
        )

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            connection = sqlite3.connect(self.path, timeout=30)
            try:
                with connection:
                    return work(connection)
            finally:
                connection.close()
        except sqlite3.DatabaseError as error:
            raise BadInput(f"not a store of results: {error}", str(self.path)) from None


def reusable(answer: Answer | None, wanted: Path | None) -> bool:
    """May a stored answer stand for a new run that wants its certificate at ``wanted``?"""
    if answer is None:
        return False
    if wanted is None:
        return True
    if answer.certificate is None:
        return not answer.verified  # a verified answer had a certificate, which was not kept
    return Path(answer.certificate).exists()


def how(method: str | None, options: Any) -> str:
    """The part of the key that says how the answer was asked for."""
    return f"{method or ''}/{options.engine or ''}/{'x' if options.explicit else ''}"
