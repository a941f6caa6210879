"""The backstop for limits and Ctrl-C."""

from __future__ import annotations

import time
from typing import Any

import pytest

from gameproof.prover.watch import watched
from gameproof.solvers.limits import LimitReached, Limits


class Finalised:
    """Raises where Python can only report it: in a finaliser."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __del__(self) -> None:
        raise self.error


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_lost_ctrl_c_prints_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is raised again; what else finalisers raise is still reported, as before."""
    reported: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", lambda lost: reported.append(lost.exc_type))
    with watched(Limits(time_limit=60.0)):
        Finalised(KeyboardInterrupt())
        assert reported == []
        Finalised(ValueError("mine"))
        assert reported == [ValueError]
    Finalised(KeyboardInterrupt())
    assert reported == [ValueError, KeyboardInterrupt]


COMPILES = """
def compiles(interrupted):
    try:
        interrupted()
    except Exception as error:
        raise TypeError("cannot type this") from None
"""


@pytest.mark.parametrize(("module", "expected"), [("numba.core", LimitReached), ("x", TypeError)])
def test_what_a_compiler_makes_of_the_limit_is_the_limit(
    module: str, expected: type[Exception]
) -> None:
    def waits() -> None:
        while True:
            time.sleep(0.01)

    scope: dict[str, Any] = {"__name__": module}
    exec(COMPILES, scope)
    with pytest.raises(expected), watched(Limits(time_limit=0.05)):
        scope["compiles"](waits)


def test_an_error_of_a_compiler_before_the_limit_is_an_error() -> None:
    def fails() -> None:
        raise ValueError

    scope: dict[str, Any] = {"__name__": "numba.core"}
    exec(COMPILES, scope)
    with pytest.raises(TypeError), watched(Limits(time_limit=60.0)):
        scope["compiles"](fails)


HALF_MADE = """
class HalfMade:
    def __del__(self):
        self.parameter
"""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(("module", "reports"), [("llvmlite.binding", 1), ("x", 2)])
def test_what_an_interrupted_compiler_leaves_prints_no_traceback(
    module: str, reports: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its half-made objects fail to be finalised; before the interruption that is an error."""
    reported: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", lambda lost: reported.append(lost.exc_type))
    scope: dict[str, Any] = {"__name__": module}
    exec(HALF_MADE, scope)
    with watched(Limits(time_limit=0.05)):
        scope["HalfMade"]()
        assert reported == [AttributeError]
        with pytest.raises(LimitReached):
            time.sleep(5)
        scope["HalfMade"]()
    assert reported == [AttributeError] * reports
