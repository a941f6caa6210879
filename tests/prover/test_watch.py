"""The backstop for limits and Ctrl-C."""

from __future__ import annotations

import pytest

from gameproof.prover.watch import watched
from gameproof.solvers.limits import Limits


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
