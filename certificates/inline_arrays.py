"""Arrays whose numbers stand in the text of a certificate, and the types that arrays have."""

from __future__ import annotations

import math
import re
from contextlib import suppress

import numpy as np

from gameproof.games.meaning.bad_input import BadInput

MOST_DIMENSIONS = 8


def inline(value: dict[str, object]) -> np.ndarray:
    """An array from its numbers: whole numbers for integer types, nothing rounded."""
    numbers, shape, name = value["numbers"], value["shape"], value["dtype"]
    if not isinstance(numbers, list) or not isinstance(shape, list) or not isinstance(name, str):
        raise BadInput("expected numbers, a dtype and a shape", "certificate")
    dtype = number_type(name)
    if len(shape) > MOST_DIMENSIONS or any(type(s) is not int or s < 0 for s in shape):
        raise BadInput("a shape is a short list of whole numbers", "certificate")
    if math.prod(shape) != len(numbers):
        raise BadInput(f"{len(numbers)} numbers do not fill the shape {shape}", "certificate")
    wanted = {"b": (bool,), "f": (int, float)}.get(dtype.kind, (int,))
    if any(type(x) not in wanted for x in numbers):
        raise BadInput(f"expected numbers of type {dtype.name}", "certificate")
    try:
        return np.array(numbers, dtype=dtype).reshape(shape)
    except (TypeError, ValueError, OverflowError) as error:
        raise BadInput(f"not an array: {error}", "certificate") from None


def number_type(name: str) -> np.dtype[np.generic]:
    """The type of numbers of that name; raises :class:`BadInput` for any that we do not write."""
    found: np.dtype[np.generic] | None = None
    if re.fullmatch("[<>|][iufb][1248]", name):
        with suppress(TypeError):
            found = np.dtype(name)
    if found is None or found.str != name:
        raise BadInput(f"no number type {name[:20]!r}", "certificate")
    return found
