"""Certificates as files: a JSON object, with an ``.npz`` beside it for large arrays."""

from __future__ import annotations

import io
import json
import os
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gameproof.certificates.certificate import INLINE, SCHEMA, Certificate, Claim, kinds
from gameproof.games.game import BadInput

COMPRESS_BELOW = 1 << 26  # bytes; larger arrays are stored as they are, for speed
LARGEST_ARRAY = 1 << 33  # bytes; a file that promises more is refused unread


@dataclass(frozen=True, slots=True)
class CertificateFile:
    """What a certificate file says: an instance (as JSON), a claim, and the certificate."""

    instance: dict[str, Any]
    claim: Claim
    certificate: Certificate
    made_by: str = field(default="", compare=False)


def write(path: Path, record: CertificateFile) -> int:
    """Write ``path`` (and ``path`` with ``.npz`` when arrays are large); returns bytes written.

    Each file appears whole or not at all.
    """
    arrays: dict[str, np.ndarray] = {}
    document = {
        "type": "certificate",
        "schema": SCHEMA,
        "made_by": record.made_by,
        "instance": _plain(record.instance, arrays),
        "claim": {
            "question": record.claim.question,
            "answer": record.claim.answer,
            "arguments": record.claim.arguments,
        },
        "certificate": _plain(record.certificate, arrays),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    size = 0
    if arrays:
        beside = path.with_suffix(".npz")
        document["arrays"] = beside.name
        buffer = io.BytesIO()
        total = sum(a.nbytes for a in arrays.values())
        save = np.savez_compressed if total < COMPRESS_BELOW else np.savez
        save(buffer, **arrays)  # type: ignore[arg-type]
        size += _replace(beside, buffer.getbuffer())
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"
    return size + _replace(path, text.encode())


def read(path: Path) -> CertificateFile:
    """The content of a certificate file; raises :class:`BadInput` naming the wrong place."""
    try:
        document = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise BadInput("no such file", str(path)) from None
    except IsADirectoryError:
        raise BadInput("is a folder, expected a certificate file", str(path)) from None
    except (OSError, ValueError) as error:
        raise BadInput(f"not a JSON file: {error}", str(path)) from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise BadInput(f"expected a certificate with schema {SCHEMA!r}", f"{path}: schema")
    arrays = _arrays(path, document.get("arrays"))
    try:
        claim = msgspec.convert(document.get("claim"), Claim)
        instance = _restore(document.get("instance"), arrays)
        if not isinstance(instance, dict):
            raise BadInput("expected an object", f"{path}: instance")
        certificate = convert(document.get("certificate"), arrays)
    except msgspec.ValidationError as error:
        raise BadInput(str(error), str(path)) from None
    except BadInput as error:
        raise BadInput(error.message, f"{path}: {error.where}") from None
    return CertificateFile(instance, claim, certificate, str(document.get("made_by", "")))


def convert(data: Any, arrays: dict[str, np.ndarray] | None = None) -> Certificate:
    """A certificate record from its JSON form; raises :class:`BadInput`."""
    if not isinstance(data, dict) or "kind" not in data:
        raise BadInput("expected an object with a kind", "certificate")
    tag = str(data["kind"])
    if tag not in kinds():
        import difflib

        near = difflib.get_close_matches(tag, kinds(), 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise BadInput(f"unknown kind {tag!r}{hint}", "certificate.kind")
    record, _ = kinds()[tag]
    try:
        value: Certificate = msgspec.convert(
            _restore(data, arrays or {}), record, dec_hook=_decode, strict=True
        )
    except msgspec.ValidationError as error:
        raise BadInput(str(error), "certificate") from None
    return value


def to_json(certificate: Certificate) -> dict[str, Any]:
    """The JSON form with every array inline."""
    plain = _plain(certificate, None)
    assert isinstance(plain, dict)
    return plain


def _plain(value: Any, arrays: dict[str, np.ndarray] | None) -> Any:
    """Plain JSON data; arrays above INLINE numbers go to ``arrays`` where that is given."""
    if isinstance(value, np.ndarray):
        if arrays is not None and value.size > INLINE:
            name = f"a{len(arrays)}"
            arrays[name] = value
            return {"array": name}
        return {"numbers": value.tolist(), "dtype": value.dtype.str}
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, msgspec.Struct):
        data = {name: _plain(getattr(value, name), arrays) for name in value.__struct_fields__}
        config = value.__struct_config__
        if config.tag_field:
            return {config.tag_field: config.tag, **data}
        return data
    if isinstance(value, dict):
        return {str(k): _plain(v, arrays) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v, arrays) for v in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return msgspec.to_builtins(value)


def _restore(value: Any, arrays: dict[str, np.ndarray]) -> Any:
    if isinstance(value, dict):
        if set(value) == {"array"} and isinstance(value["array"], str):
            name = value["array"]
            if name not in arrays:
                raise BadInput(f"no array {name!r} beside the file", "arrays")
            return arrays[name]
        if set(value) == {"numbers", "dtype"}:
            return _inline(value)
        return {k: _restore(v, arrays) for k, v in value.items()}
    if isinstance(value, list):
        return [_restore(v, arrays) for v in value]
    return value


def _inline(value: dict[str, Any]) -> np.ndarray:
    try:
        dtype = np.dtype(str(value["dtype"]))
        if dtype.kind not in "iufb":
            raise ValueError("not a number type")
        return np.array(value["numbers"], dtype=dtype)
    except (TypeError, ValueError, OverflowError) as error:
        raise BadInput(f"not an array: {error}", "certificate") from None


def _decode(expected: Any, value: Any) -> Any:
    if expected is np.ndarray or getattr(expected, "__origin__", None) is np.ndarray:
        if isinstance(value, np.ndarray):
            return value
        raise ValueError("expected an array")
    raise ValueError(f"unexpected type {expected}")


def _arrays(path: Path, name: Any) -> dict[str, np.ndarray]:
    if name is None:
        return {}
    if not isinstance(name, str) or Path(name).name != name:
        raise BadInput("expected the name of a file in the same folder", f"{path}: arrays")
    beside = path.with_name(name)
    try:
        with zipfile.ZipFile(beside) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > LARGEST_ARRAY:
                raise BadInput("the arrays are larger than 8 GB", str(beside))
        with np.load(beside, allow_pickle=False) as data:
            return {key: data[key] for key in data.files}
    except FileNotFoundError:
        raise BadInput("no such file (the certificate's arrays)", str(beside)) from None
    except (OSError, ValueError, zipfile.BadZipFile, EOFError, KeyError) as error:
        raise BadInput(f"not an array file: {error}", str(beside)) from None


def _replace(path: Path, data: Any) -> int:
    part = path.with_name(path.name + ".part")
    with part.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(path)
    return len(data)
