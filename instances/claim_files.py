"""Claims of the documents listed in docs/sources.md, each with the instances that decide it.

A claim file (``claims/*.json``) is a list of objects: the document, the place
in it, the statement in our own words, a verdict, how far it was checked, the
correction where it is wrong, and instances whose expected answers are what the
verdict rests on.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

import msgspec

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import Instance, from_object

Verdict = Literal["proved", "refuted", "corrected", "consistent", "open", "not checkable"]


class ClaimRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One claim. ``reach`` says up to which size the instances decide it."""

    document: str
    place: str
    statement: str
    verdict: Verdict
    reach: str = ""
    correction: str = ""
    instances: list[dict[str, Any]] = []


@dataclass(frozen=True, slots=True)
class ReadClaim:
    """A claim with its instances read; ``where`` is file and number."""

    record: ClaimRecord
    instances: tuple[Instance, ...]
    where: str


def read_claims(document: str | None = None) -> list[ReadClaim]:
    """All shipped claims (of one document), in the order of files and places.

    Raises :class:`BadInput` for a malformed file and for an unknown document.
    """
    folder = files("gameproof.instances").joinpath("claims")
    found: list[ReadClaim] = []
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".json"))
    for name in names:
        data = folder.joinpath(name).read_bytes()
        try:
            records = msgspec.json.decode(data, type=list[ClaimRecord])
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise BadInput(str(error), f"claims/{name}") from None
        for number, record in enumerate(records):
            if document not in (None, record.document):
                continue
            where = f"claims/{name}: [{number}]"
            read = []
            for k, item in enumerate(record.instances):
                try:
                    read.append(from_object({"schema": "gameproof/instance/1", **item}))
                except BadInput as error:
                    place = f"{where}.instances[{k}].{error.where}"
                    raise BadInput(error.message, place) from None
            found.append(ReadClaim(record, tuple(read), where))
    if document is not None and not found:
        raise BadInput(f"no claims of a document {document!r}; 'claims --list' lists all")
    return found
