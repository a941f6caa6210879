"""Certificate files written: the bytes that are checked, and stored.

Believed by nobody: what is checked is what :mod:`gameproof.certificates.files` reads back.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from gameproof.certificates.certificate import (
    INLINE,
    SCHEMA,
    Certificate,
    fields_of,
    steps_of,
)
from gameproof.certificates.files import CertificateFile, Json, Sealed

if TYPE_CHECKING:
    from gameproof.certificates.array_files import Arrays


def seal(record: CertificateFile, *, compress: bool = True) -> Sealed:
    """The file form of a record. O(size). Uncompressed it is read as well, and made sooner."""
    arrays: Arrays = {}
    document: dict[str, object] = {
        "type": "certificate",
        "schema": SCHEMA,
        "made_by": record.made_by,
        "instance": _plain(record.instance, arrays),
        "answer": record.answer,
        "steps": _steps(record.certificate, arrays),
    }
    packed = None
    if arrays:
        document["arrays"] = True
        packed = pack(arrays, compress)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Sealed(text.encode() + b"\n", packed)


def compressed(sealed: Sealed) -> Sealed:
    """The same with its arrays compressed, of a file that was read or made. O(size)."""
    if sealed.arrays is None:
        return sealed
    if not is_stored(sealed.arrays):
        return sealed
    from gameproof.certificates.array_files import unpack

    return Sealed(sealed.text, pack(unpack(sealed.arrays), compress=True))


def write(path: Path, sealed: Sealed) -> int:
    """Write ``path`` (and its ``.npz``); returns bytes. Each file appears whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    sealed = compressed(sealed)
    if sealed.arrays is not None:
        _replace(path.with_suffix(".npz"), sealed.arrays)
    _replace(path, sealed.text)
    return sealed.size


def to_json(certificate: Certificate) -> list[dict[str, Json]]:
    """The steps of a certificate in JSON, with every array inline."""
    return _steps(certificate, None)


def _plain(value: object, arrays: Arrays | None) -> Json:
    """Plain JSON data; arrays above INLINE numbers go to ``arrays`` where that is given."""
    if isinstance(value, np.ndarray):
        if arrays is not None and value.size > INLINE:
            name = f"a{len(arrays)}"
            arrays[name] = value
            return {"array": name}
        return {
            "numbers": value.ravel().tolist(),
            "dtype": value.dtype.str,
            "shape": list(value.shape),
        }
    if isinstance(value, np.generic):
        return _plain(value.item(), arrays)
    if isinstance(value, msgspec.Struct):
        return {name: _plain(field, arrays) for name, field in _fields(value).items()}
    if isinstance(value, dict):
        return {str(k): _plain(v, arrays) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v, arrays) for v in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(f"not a JSON value: {type(value).__name__}")


def _steps(certificate: Certificate, arrays: Arrays | None) -> list[dict[str, Json]]:
    found = []
    for step in steps_of(certificate):
        data = _plain(step.certificate, arrays)
        assert isinstance(data, dict)
        data |= {"uses": list(step.uses)} if step.uses else {}
        data |= {"about": [list(part) for part in step.about]} if step.about else {}
        found.append(data)
    return found


def _fields(value: msgspec.Struct) -> dict[str, object]:
    """The fields of a record by name, after its kind where it has one."""
    config = value.__struct_config__
    data = {name: getattr(value, name) for name in fields_of(value)}
    return {str(config.tag_field): str(config.tag), **data} if config.tag_field else data


def pack(arrays: Arrays, compress: bool) -> bytes:
    """The arrays' file, compressed if it is asked for and they are not too large. O(size)."""
    from gameproof.certificates.array_files import COMPRESS_BELOW

    buffer = io.BytesIO()
    total = sum(a.nbytes for a in arrays.values())
    save = np.savez_compressed if compress and total < COMPRESS_BELOW else np.savez
    save(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def is_stored(data: bytes) -> bool:
    """Could :func:`pack` make the file smaller? So it is with small arrays that lie there as they
    are. O(number of arrays)."""
    from gameproof.certificates.array_files import COMPRESS_BELOW

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
    stored = all(entry.compress_type == zipfile.ZIP_STORED for entry in entries)
    return stored and sum(entry.file_size for entry in entries) < COMPRESS_BELOW


def _replace(path: Path, data: bytes) -> None:
    part = path.with_name(path.name + ".part")
    with part.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(path)
