"""A limit or Ctrl-C that comes while an engine is freed: it is freed once."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import Any

import pysat.solvers
import pytest
from pysat.solvers import Solver

from gameproof.cli.interrupts import _must_end
from gameproof.solvers.sat.sat import PYSAT_ENGINES


class Signal(int):
    """A signal's number in the place of an engine's file."""

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize("name", PYSAT_ENGINES)
def test_nothing_is_raised_while_an_engine_is_freed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal comes at the end of what frees the engine, before PySAT notes it: what sends a
    signal stands in its place, and the handler sees the frame that it would raise in."""
    engine: Any = Solver(name=name)
    inner = engine.solver
    pointer = next(
        field for field, value in vars(inner).items() if type(value).__name__ == "PyCapsule"
    )
    inner.delete()
    with_file = name.startswith("cadical")  # the others' functions take the engine alone
    setattr(inner, pointer, os.getpid() if with_file else signal.SIGUSR1)
    inner.prfile = Signal(signal.SIGUSR1) if with_file else None
    seen: list[bool] = []

    def handler(_number: int, frame: FrameType | None) -> None:
        seen.append(_must_end(frame))

    freeing = next(c for c in type(inner).delete.__code__.co_names if c.endswith("_del"))
    monkeypatch.setattr(
        pysat.solvers.pysolvers, freeing, os.kill if with_file else signal.raise_signal
    )
    before = signal.signal(signal.SIGUSR1, handler)
    try:
        inner.delete()
    finally:
        left = getattr(inner, pointer)
        setattr(inner, pointer, None)
        signal.signal(signal.SIGUSR1, before)
    assert seen == [True]
    assert left is None
