"""Certificates as files: a JSON object, with an ``.npz`` of the same name for large arrays.

The JSON holds the instance (game, board, question, arguments), the answer and the steps of the
certificate. Nothing else is opened, whatever the text says. What is checked is this form:
``gameproof.prover.written`` makes it, :func:`unseal` reads it back.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from gameproof.certificates.certificate import (
    SCHEMA,
    About,
    Certificate,
    Step,
    whole_of,
)
from gameproof.certificates.json_text import NoCertificate as NoCertificate
from gameproof.certificates.json_text import document_of
from gameproof.certificates.kernel import Theorem, verify
from gameproof.certificates.kinds import named
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.portable import Asked

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

Arrays = dict[str, np.ndarray]
LARGEST_TEXT = 1 << 28  # bytes of JSON


@dataclass(frozen=True, slots=True)
class CertificateFile:
    """What a file says: an instance (as JSON), an answer, and the certificate."""

    instance: dict[str, Json]
    answer: str
    certificate: Certificate
    made_by: str = ""


@dataclass(frozen=True, slots=True)
class Sealed:
    """The bytes of a certificate file, and of its ``.npz`` where it has large arrays."""

    text: bytes
    arrays: bytes | None = None

    @property
    def size(self) -> int:
        """Bytes of both files."""
        return len(self.text) + len(self.arrays or b"")


def unseal(sealed: Sealed) -> CertificateFile:
    """The record in a file's bytes; raises :class:`NoCertificate`, and :class:`BadInput` naming
    the wrong place in a certificate."""
    document, surrogates = document_of(sealed.text)
    if document.get("schema") != SCHEMA:
        found = document.get("schema")
        older = isinstance(found, str) and found.startswith("gameproof/certificate/")
        hint = "; 'gameproof convert' makes the file of an earlier version again" if older else ""
        raise NoCertificate(f"expected a certificate with schema {SCHEMA!r}{hint}", "schema")
    if surrogates:
        raise BadInput("a text holds half a character (a lone surrogate)")
    arrays: Arrays = {}
    if document.get("arrays") is True:
        if sealed.arrays is None:
            raise BadInput("the file's arrays are missing (an .npz of the same name)", "arrays")
        from gameproof.certificates.array_files import unpack

        arrays = unpack(sealed.arrays)
    elif document.get("arrays") is not None:
        raise BadInput("expected true, where there is an .npz", "arrays")
    instance = instance_of(document.get("instance"), arrays)
    answer = document.get("answer")
    if not isinstance(answer, str):
        raise BadInput("expected a text", "answer")
    certificate = convert(document.get("steps"), arrays)
    return CertificateFile(instance, answer, certificate, str(document.get("made_by", "")))


def load(path: Path) -> Sealed:
    """The bytes of a certificate file and its ``.npz``; raises :class:`BadInput`.

    Regular files only, of bounded size: their sizes are known before they are read.
    """
    text = regular_bytes(path, LARGEST_TEXT, "a certificate file")
    beside = path.with_suffix(".npz")
    arrays = None
    if b'"arrays"' in text and beside != path and os.path.lexists(beside):
        from gameproof.certificates.array_files import LARGEST_ARRAYS

        arrays = regular_bytes(beside, LARGEST_ARRAYS, "the certificate's arrays")
    return Sealed(text, arrays)


def read(path: Path) -> CertificateFile:
    """The content of a certificate file; raises :class:`BadInput` naming the wrong place."""
    try:
        return unseal(load(path))
    except BadInput as error:
        if error.where.startswith(str(path.with_suffix(""))):
            raise
        where = f"{path}: {error.where}" if error.where else str(path)
        raise BadInput(error.message, where) from None


def convert(data: object, arrays: Arrays | None = None) -> Certificate:
    """A certificate from the list of its steps in JSON; raises :class:`BadInput`."""
    if not isinstance(data, list):
        raise BadInput("expected a list of steps", "steps")
    steps = []
    for number, step in enumerate(data):
        try:
            steps.append(_step(step, arrays or {}))
        except BadInput as error:
            raise BadInput(error.message, f"steps[{number}].{error.where}".rstrip(".")) from None
    return whole_of(steps)


def _step(data: object, arrays: Arrays) -> Step:
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
        raise BadInput("expected an object with a kind")
    kind = named(data["kind"])
    uses, about = data.get("uses", []), data.get("about", [])
    if not isinstance(uses, list) or any(type(number) is not int for number in uses):
        raise BadInput("expected numbers of earlier steps", "uses")
    evidence = {name: value for name, value in data.items() if name not in ("uses", "about")}
    try:
        record = msgspec.convert(
            _restore(evidence, arrays), kind.record, dec_hook=_decode, strict=True
        )
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `$")
        text = text.replace("`numpy.ndarray`", "an array")
        if "missing required field" in text:
            text += "; 'gameproof convert' makes old files anew"
        raise BadInput(text[:1].lower() + text[1:], place.rstrip("`").lstrip(".")) from None
    except AttributeError:  # some releases of msgspec ask an array for its names
        raise BadInput("expected `object`, got an array") from None
    except UnicodeEncodeError:  # in the name of a field
        raise BadInput("a text holds half a character") from None
    return Step(_about(about), record, tuple(uses))


def _about(data: object) -> About:
    if not isinstance(data, list):
        raise BadInput("expected a list", "about")
    for part in data:
        kind_and_key = isinstance(part, list) and len(part) == 2 and isinstance(part[0], str)
        if not kind_and_key or type(part[1]) not in (str, int, type(None)):
            raise BadInput("expected pairs of a kind and a text or number", "about")
    return tuple((kind, key) for kind, key in data)


def verdict(asked: Asked, record: CertificateFile) -> Theorem:
    """The theorem of the certificate in a file that asks this, if it entails the file's answer.

    Raises :class:`~gameproof.certificates.certificate.Rejected`.
    """
    return verify(
        asked.position, asked.question, asked.arguments, record.answer, record.certificate
    )


# -- from plain JSON values ----------------------------------------------------------


def instance_of(value: object, arrays: Arrays) -> dict[str, Json]:
    """The instance: plain values, but for the edges of a graph on its board, which may be an
    array."""
    if not isinstance(value, dict):
        raise BadInput("expected an object", "instance")
    board = value.get("board")
    if isinstance(board, dict):
        board = {
            name: {**part, "edges": _restore(part["edges"], arrays)}
            if isinstance(part, dict) and "edges" in part
            else part
            for name, part in board.items()
        }
        value = {**value, "board": board}
    return value


def _restore(value: object, arrays: Arrays) -> object:
    if isinstance(value, dict):
        if set(value) == {"array"} and isinstance(value["array"], str):
            name = value["array"]
            if name not in arrays:
                raise BadInput(f"no array {name[:60]!r} in the .npz", "arrays")
            return arrays[name]
        if set(value) == {"numbers", "dtype", "shape"}:
            from gameproof.certificates.inline_arrays import inline

            return inline(value)
        return {k: _restore(v, arrays) for k, v in value.items()}
    if isinstance(value, list):
        return [_restore(v, arrays) for v in value]
    return value


def _decode(expected: type, value: object) -> object:
    if expected is np.ndarray or getattr(expected, "__origin__", None) is np.ndarray:
        if isinstance(value, np.ndarray):
            return value
        raise ValueError("expected an array")
    raise ValueError(f"unexpected type {expected}")


def regular_bytes(path: Path, most: int, what: str) -> bytes:
    """The bytes of a regular file of at most ``most`` bytes; raises :class:`BadInput`."""
    try:
        # Without O_NONBLOCK, opening a pipe would wait for its writer.
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except FileNotFoundError:
        raise BadInput(f"no such file ({what})", str(path)) from None
    except OSError as error:
        raise BadInput(error.strerror or "unreadable", str(path)) from None
    with os.fdopen(number, "rb") as stream:
        status = os.fstat(stream.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise BadInput(f"is no regular file, expected {what}", str(path))
        if status.st_size > most:
            raise BadInput(f"holds more than {most >> 20} MiB", str(path))
        try:
            return stream.read(status.st_size)
        except OSError as error:
            raise BadInput(error.strerror or "unreadable", str(path)) from None
