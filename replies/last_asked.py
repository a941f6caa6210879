"""What was worked out last, for objects that are no keys of a cache."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class LastAsked(Generic[T]):
    """A store of one: replies are asked for one after the other, of the same proof."""

    def __init__(self) -> None:
        self._asked: tuple[object, ...] | None = None
        self._found: list[T] = []

    def get(self, asked: tuple[object, ...], make: Callable[[], T]) -> T:
        """What was made for these very objects, or is made now."""
        known = self._asked
        if known is None or any(a is not b for a, b in zip(known, asked, strict=True)):
            self._found[:] = [make()]
            self._asked = asked
        return self._found[0]
