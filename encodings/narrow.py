"""Numbers in the narrowest type that holds them: what a certificate's arrays take in a file."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def small(values: object) -> NDArray[np.signedinteger]:
    """The numbers in the narrowest signed type of 2, 4 or 8 bytes that holds them. O(size)."""
    array = np.asarray(values, dtype=np.int64)
    largest = int(array.max(initial=0))
    if largest > np.iinfo(np.int32).max:
        return array
    return array.astype(np.int16 if largest <= np.iinfo(np.int16).max else np.int32)
