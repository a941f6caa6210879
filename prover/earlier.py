"""What an earlier run wrote, as it may be told now."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import load
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import Resolved, read, resolve
from gameproof.prover.prove import same_answer
from gameproof.prover.verify import Verified, verify_sealed

Record = dict[str, Any]


def told_again(record: Record) -> Record:
    """The record of an answer as this run may tell it.

    ``verified`` only where its certificate stands in its file, is about this very instance and
    answer (the instance's key and the answer stand in it, so that no line of a results file can
    speak for another proof), and passes its check again; else ``earlier``: an earlier run said
    so, and nobody checked it since. Whether the answer agrees with what is expected is worked
    out anew. Raises :class:`BadInput` for a game or question that does not exist. The cost is
    that of the check.
    """
    expected, answer = record.get("expected"), record["answer"]
    agrees = None
    if expected is not None and answer != "unknown":
        agrees = same_answer(record["game"], record["question"], expected, answer)
    told = {**record, "agrees": agrees}
    found = _verified(record)
    if found is None:
        return {**told, "verified": False, "claim": None, "earlier": True}
    asked = found.asked
    return {
        **told,
        "verified": True,
        "claim": found.sentence,
        "game": asked.game.name,
        "question": asked.question.name,
        "arguments": msgspec.to_builtins(asked.arguments),
        "board": words_of(str(record["board"]), record.get("file"), asked),
    }


def words_of(board: str, file: str | None, asked: Resolved) -> str:
    """The words for the board that was asked about: ``board`` where these are its words, also in
    the instance that stands in ``file``; else those of the certificate."""
    if board != asked.words and file is not None:
        with suppress(BadInput):
            stands = resolve(read(Path(file)))
            if (stands.key, stands.words) == (asked.key, board):
                return board
    return asked.words


def _verified(record: Record) -> Verified | None:
    """What the record's certificate proves, ``None`` where it has none that proves its answer."""
    path = record.get("certificate")
    if not (record.get("verified") and isinstance(path, str)):
        return None
    try:
        found = verify_sealed(load(Path(path)))
    except (Rejected, BadInput):
        return None
    return (
        found if (found.asked.key, found.answer) == (record.get("key"), record["answer"]) else None
    )
