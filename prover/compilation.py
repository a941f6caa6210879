"""Compiled kernels made ahead of their first use, for images and clusters.

A kernel is compiled for the types that it is called with. So each is called as its engine calls
it, on a problem that is just large enough to be given to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from gameproof.solvers import jit
from gameproof.solvers.limits import Limits


@dataclass(frozen=True, slots=True)
class Made:
    """A kernel module of ``solvers``, and the seconds until its first answer; ``error`` where
    it could not be made."""

    name: str
    seconds: float
    error: str = ""


def compile_ahead() -> Iterator[Made]:
    """Make every kernel of :data:`AHEAD`, one after the other; what is on disk is only loaded."""
    for name, use in AHEAD.items():
        begun = time.perf_counter()
        error = ""
        try:
            use()
            if name not in jit.used():
                error = "its engine did without"
        except Exception as reason:
            error = f"{type(reason).__name__}: {reason}"
        yield Made(name, round(time.perf_counter() - begun, 3), error)


def _colour_claiming() -> None:
    from gameproof.solvers.positional.colour_claiming import SMALL, solve

    cells = SMALL + 1
    closing = np.zeros((1 << cells, cells), dtype=np.uint8)
    solve(cells, closing, np.ones(1 << cells, dtype=np.bool_), Limits())


AHEAD: dict[str, Callable[[], object]] = {
    "positional.colour_claiming_kernel": _colour_claiming,
}
"""A use of each kernel module that engines ask :func:`gameproof.solvers.jit.kernels` for."""
