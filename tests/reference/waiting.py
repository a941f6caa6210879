"""Waiting in tests: for a condition, or for an exception from outside; never for a while."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

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


def alive(process: int) -> bool:
    """Is it there, and more than an entry that nobody has read?"""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def until_interrupted() -> None:
    """Return only when patience ends: a signal's handler is to raise before."""
    threading.Event().wait(PATIENCE)
