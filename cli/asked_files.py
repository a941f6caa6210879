"""Files that verbs take in place of words: an instance, a certificate, a game that was kept."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from gameproof.games.meaning.bad_input import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameproof.certificates.certificate import Certificate
    from gameproof.certificates.files import Sealed
    from gameproof.instances.instance import Instance
    from gameproof.pictures.picture import Detail


PLAY_SCHEMA: Final = "gameproof/play/1"
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


@dataclass(frozen=True)
class AskedFile:
    """What is asked, and what the file holds beside: a certificate with what it claims, or the
    moves of a game."""

    instance: Instance
    certificate: Certificate | None = None
    sealed: Sealed | None = None
    detail: Detail = field(default_factory=dict)
    saved: SavedPlay | None = None


def asked_file(words: Sequence[str], question: str | None) -> AskedFile:
    """What the words ask for, or the one file that they name; raises ``BadInput``."""
    from gameproof.instances.instance import from_words

    if len(words) == 1 and Path(words[0]).suffix in (".json", ".toml"):
        if question is not None:
            raise BadInput("-q goes with words; a file names its own question", words[0])
        return of_file(Path(words[0]))
    return AskedFile(from_words(list(words), question))


def of_file(path: Path) -> AskedFile:
    """What a ``.json`` or ``.toml`` file asks; raises ``BadInput``."""
    import json

    from gameproof.certificates.certificate import SCHEMA
    from gameproof.certificates.files import load
    from gameproof.certificates.files import read as read_certificate
    from gameproof.instances.contained import of_certificate
    from gameproof.instances.instance import read

    try:
        document = json.loads(path.read_bytes()) if path.suffix == ".json" else {}
    except OSError as error:
        raise BadInput(error.strerror or "unreadable", str(path)) from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"not JSON: {error}", str(path)) from None
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema == SCHEMA:
        record = read_certificate(path)
        instance = of_certificate(record.instance)
        claimed = {"answer": record.answer, "claimed": True}
        return AskedFile(instance, record.certificate, load(path), claimed)
    if schema == PLAY_SCHEMA:
        saved = resume(path)
        begun = asked_file(saved.words, saved.question)
        if begun.saved is not None:
            raise BadInput("a kept game that names a kept game", str(path))
        return replace(begun, saved=saved)
    return AskedFile(read(path))
