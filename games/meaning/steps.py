"""Definitions count their steps, some tenths of a microsecond each.

So whoever evaluates one can bound the work (:func:`within`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from gameproof.games.meaning.bad_input import BadInput

STEPS = 1 << 25
"""Steps that whoever counts again takes at most: some seconds."""
OFTEN = 1 << 15
"""Steps between two looks at the limits of whoever asks."""

T = TypeVar("T")

_left: ContextVar[_Left | None] = ContextVar("left", default=None)


@dataclass(slots=True)
class _Left:
    """Steps that are left, and until ``watch`` is called again."""

    steps: int
    watch: Callable[[], None] | None
    unwatched: int = 0


class TooMuch(BadInput):
    """A definition was given up: it takes too many steps."""


@contextmanager
def within(steps: int, watch: Callable[[], None] | None = None) -> Iterator[None]:
    """Definitions evaluated inside raise :class:`TooMuch` after so many steps; ``watch`` is called
    now and then and may end them by another exception."""
    token = _left.set(_Left(steps, watch))
    try:
        yield
    finally:
        _left.reset(token)


def tried(things: Iterable[T], steps: int = 1) -> Iterator[T]:
    """The things themselves, each counted as so many steps."""
    for thing in things:
        step(steps)
        yield thing


def step(steps: int = 1) -> None:
    """Count so many steps; raises :class:`TooMuch`."""
    left = _left.get()
    if left is None:
        return
    left.steps -= steps
    left.unwatched += steps
    if left.steps < 0:
        raise TooMuch("the definition takes too many steps to be evaluated")
    if left.unwatched > OFTEN:
        left.unwatched = 0
        look()


def look() -> None:
    """Let whoever asked look at his limits."""
    left = _left.get()
    if left is not None and left.watch is not None:
        left.watch()
