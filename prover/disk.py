"""Errors of a disk or of a store: they stop a run, and are no fault of any instance."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gameproof.games.meaning.bad_input import BadInput

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO}
"""No more room, a file as large as it may be, a disk that cannot be written to, a broken one."""


class DiskError(BadInput):
    """What a run writes cannot be written: ``message`` says why, ``where`` is the file."""

    def __reduce__(self) -> tuple[type[DiskError], tuple[str, str]]:
        return DiskError, (self.message, self.where)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise :class:`DiskError` for what the system says against writing ``path``."""
    try:
        yield
    except OSError as error:
        where = str(error.filename or path)
        raise DiskError(f"cannot be written: {reason(error)}", where) from None


def reason(error: OSError) -> str:
    """The system's words, in lower case as in the rest of a line."""
    text = error.strerror or str(error) or type(error).__name__
    return text[:1].lower() + text[1:]
