"""The answer to an instance, as a record and as one JSON object."""

from __future__ import annotations

from typing import Any

import msgspec

VERSION = "0.1.0"
"""``pyproject.toml`` reads it here: to look among what is installed takes 20 ms of each command."""
SCHEMA = "gameproof/answer/1"
UNKNOWN = "unknown"
"""The text of an answer that nothing decided."""


class Answer(msgspec.Struct, kw_only=True, omit_defaults=False):
    """What was decided, for which board, by which method, and where the proof is.

    ``answer`` uses the question's own words, or ``unknown``. ``verified`` is
    true only after the independent checker accepted the certificate, and
    ``claim`` is the sentence it returned. ``stopped`` says why no method
    decided: ``time``, ``memory``, ``interrupted``, ``methods`` (none applied
    or decided) or ``None``. ``seconds`` is wall time, checking included. In a
    batch, ``stamp`` names the code and what was asked of it (method, engine), and an
    ``earlier`` answer is one that a former run left and nobody checked again.
    """

    type: str = "answer"
    schema: str = SCHEMA
    game: str
    board: str
    question: str
    arguments: dict[str, Any] = {}
    answer: str
    method: str | None = None
    theorem: str | None = None
    verified: bool = False
    claim: str | None = None
    certificate: str | None = None
    expected: str | None = None
    agrees: bool | None = None
    stopped: str | None = None
    seconds: float = 0.0
    stats: dict[str, Any] = {}
    detail: dict[str, Any] = {}
    file: str | None = None
    key: str = ""
    version: str = ""
    stamp: str = ""
    stored: bool = False
    earlier: bool = False

    def to_object(self) -> dict[str, Any]:
        """Plain JSON data."""
        data = msgspec.to_builtins(self, enc_hook=_plain)
        assert isinstance(data, dict)
        return data

    def to_json(self) -> str:
        """One line of JSON."""
        return msgspec.json.encode(self, enc_hook=_plain).decode()


def _plain(value: Any) -> Any:
    """NumPy scalars and arrays as plain numbers and lists."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"not a JSON value: {type(value).__name__}")
