"""The minimal excluded number."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count


def mex(values: Collection[int]) -> int:
    """The least of 0, 1, 2, ... that is not among the values."""
    return next(n for n in count() if n not in values)
