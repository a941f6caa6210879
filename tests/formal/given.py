"""A list of numbers as the proved checker gets it, read again."""

from __future__ import annotations

from collections.abc import Iterable


class Numbers:
    """The numbers, one after the other."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = iter(numbers)

    def one(self) -> int:
        """The next."""
        return next(self.numbers)

    def many(self) -> list[int]:
        """A list with its length before it."""
        return [self.one() for _ in range(self.one())]
