"""Arrays of whole numbers that nobody vouches for, read."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected

MOST = 1 << 63


def integers(
    value: object, name: str, ndim: int, low: int = -MOST, high: int = MOST
) -> NDArray[np.int64]:
    """The value as an int64 array of ``ndim`` dimensions with low <= entry < high.

    Raises ``Rejected`` for anything else, truth values and fractions included. An empty array may
    have lost its shape. O(size).
    """
    if isinstance(value, list | tuple):
        _whole(value, name, ndim)
    try:
        array = np.asarray(value)
    except (ValueError, OverflowError):
        raise Rejected(f"{name} is not an array") from None
    if array.size == 0:
        kept = array.shape if array.ndim == ndim and not len(array) else (0,) * ndim
        return np.zeros(kept, dtype=np.int64)
    if array.dtype.kind not in "iu" or array.ndim != ndim:
        raise Rejected(f"{name} must hold integers in {ndim} dimensions")
    smallest, largest = int(array.min()), int(array.max())
    if smallest < low or largest >= high:
        bad = smallest if smallest < low else largest
        raise Rejected(f"{name} holds {bad}, outside {low}..{high - 1}")
    return array.astype(np.int64, copy=False)


def _whole(value: list[object] | tuple[object, ...], name: str, ndim: int) -> None:
    """NumPy takes truth values among numbers for numbers; here they are refused."""
    for entry in value:
        if ndim > 1 and isinstance(entry, list | tuple):
            _whole(entry, name, ndim - 1)
        elif type(entry) is not int:
            raise Rejected(f"{name} must hold integers in {ndim} dimensions")


def shaped(
    value: object, name: str, shape: tuple[int, ...], low: int = -MOST, high: int = MOST
) -> NDArray[np.int64]:
    """The same of an array of this shape, -1 for any length."""
    array = integers(value, name, len(shape), low, high)
    if any(want not in (-1, have) for want, have in zip(shape, array.shape, strict=True)):
        raise Rejected(f"{name} is not an array of whole numbers of shape {shape}")
    return array


def ends_of(value: object, name: str, total: int) -> list[int]:
    """Where each of the parts of a list of ``total`` entries ends, 0 first; raises ``Rejected``."""
    ends = integers(value, name, 1, 0, total + 1)
    if len(ends) == 0 or ends[0] != 0 or ends[-1] != total or (np.diff(ends) < 0).any():
        raise Rejected(f"{name} does not delimit its list")
    found: list[int] = ends.tolist()
    return found
