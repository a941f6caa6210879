"""Which engines were asked while something was worked out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_asked: ContextVar[set[str] | None] = ContextVar("asked", default=None)


def note(engine: str) -> None:
    """An engine was asked; told to the innermost :func:`used_engines` around."""
    names = _asked.get()
    if names is not None:
        names.add(engine)


@contextmanager
def used_engines() -> Iterator[set[str]]:
    """The names of the engines that are asked inside the block, by this process."""
    names: set[str] = set()
    token = _asked.set(names)
    try:
        yield names
    finally:
        _asked.reset(token)
