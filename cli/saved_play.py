"""A game that was begun, as a file: the words it began with, the person's side, the moves."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import msgspec

from gameproof.games.meaning.bad_input import BadInput

SCHEMA: Final = "gameproof/play/1"
LARGEST = 1 << 24


class SavedPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``moves`` of all players in the game's notation, in order."""

    schema: Literal["gameproof/play/1"]
    words: list[str]
    question: str | None
    side: str
    moves: list[str]


def save(path: Path, play: SavedPlay) -> None:
    """Write the game; raises :class:`BadInput` where the file cannot be written."""
    try:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(play), indent=1) + b"\n")
    except OSError as error:
        raise BadInput(error.strerror or "not written", str(path)) from None


def resume(path: Path) -> SavedPlay:
    """The game in the file; raises :class:`BadInput`."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput("too large for a saved game", str(path))
        return msgspec.json.decode(path.read_bytes(), type=SavedPlay)
    except OSError as error:
        raise BadInput(error.strerror or "unreadable", str(path)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"no saved game: {error}", str(path)) from None
