"""Waiting in tests: for a condition, or for an exception from outside; never for a while."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds after which what is waited for will not come, on a busy machine either."""
BETWEEN = 0.01
"""Seconds between two looks at a condition that nothing announces."""


def eventually(condition: Callable[[], object]) -> bool:
    """Does the condition hold, now or before patience ends?"""
    nothing = threading.Event()
    until = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > until:
            return False
        nothing.wait(BETWEEN)
    return True


def until_interrupted() -> None:
    """Return only when patience ends: a signal's handler is to raise before."""
    threading.Event().wait(PATIENCE)
