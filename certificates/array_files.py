"""The arrays of a certificate as an ``.npz``, from bytes that nobody vouches for."""

from __future__ import annotations

import io
import math
import struct
import tokenize
import zipfile
import zlib

import numpy as np

from gameproof.certificates.inline_arrays import MOST_DIMENSIONS, number_type
from gameproof.games.meaning.bad_input import BadInput

Arrays = dict[str, np.ndarray]

COMPRESS_BELOW = 1 << 26  # bytes; larger arrays are stored as they are, for speed
LARGEST_ARRAYS = 1 << 32  # bytes of all arrays together, as they are


def unpack(data: bytes) -> Arrays:
    """The arrays of an ``.npz``; sizes are looked at before memory is taken."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            # Of what is compressed the file does not bound the size; ours is small.
            packed = sum(e.file_size for e in entries if e.compress_type != zipfile.ZIP_STORED)
            if packed > 2 * COMPRESS_BELOW or sum(e.file_size for e in entries) > LARGEST_ARRAYS:
                raise BadInput("the arrays are larger than any of ours", "arrays")
            headers = [_header(archive, entry) for entry in entries]
            found: Arrays = {}
            for entry, name in zip(entries, headers, strict=True):
                with archive.open(entry) as stream:
                    found[name] = np.lib.format.read_array(stream, allow_pickle=False)
            return found
    except BadInput:
        raise
    except (
        ValueError,
        TypeError,
        OSError,
        EOFError,
        KeyError,
        RuntimeError,
        zipfile.BadZipFile,
        zlib.error,
        OverflowError,
        SyntaxError,
        tokenize.TokenError,  # of the reader of headers, which are Python's
        struct.error,
        zipfile.LargeZipFile,
    ) as error:
        raise BadInput(f"not an array file: {str(error)[:200]}", "arrays") from None


def _header(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> str:
    """The name of one array; its header must promise just the bytes that the entry has."""
    if not entry.filename.endswith(".npy"):
        raise BadInput(f"no array: {entry.filename[:60]!r}", "arrays")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BadInput("arrays are packed by deflate or not at all", "arrays")
    with archive.open(entry) as stream:
        version = np.lib.format.read_magic(stream)
        if version not in ((1, 0), (2, 0)):
            raise BadInput("an unknown version of the array format", "arrays")
        reader = (
            np.lib.format.read_array_header_1_0
            if version == (1, 0)
            else np.lib.format.read_array_header_2_0
        )
        shape, _, dtype = reader(stream)
        number_type(dtype.str)
        bytes_ = math.prod(shape) * dtype.itemsize
        if len(shape) > MOST_DIMENSIONS or entry.file_size != stream.tell() + bytes_:
            raise BadInput("an array is not as large as its header says", "arrays")
    return entry.filename.removesuffix(".npy")
