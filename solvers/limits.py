"""Time and memory limits that every engine obeys.

An engine receives a :class:`Limits`, works in slices short enough to notice a
limit promptly (about 0.1 s) and calls :meth:`Limits.check` between them.
Compiled kernels return to Python after each slice, so that Ctrl-C is seen too.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path


class LimitReached(Exception):
    """A limit ran out before the engine decided; ``reason`` is ``time`` or ``memory``."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{reason} limit reached")
        self.reason = reason


def resident_bytes() -> int:
    """Resident memory of this process in bytes (its peak where the system tells no more)."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        import resource
        import sys

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    import resource

    return pages * resource.getpagesize()


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds for one run; the clock starts when the record is made.

    ``time_limit`` is in seconds, ``memory_limit`` in bytes of resident memory;
    ``None`` means no bound. ``seed`` makes randomised engines repeatable.
    """

    time_limit: float | None = None
    memory_limit: int | None = None
    seed: int = 0
    started: float = field(default_factory=time.monotonic, compare=False)

    def elapsed(self) -> float:
        """Seconds since the run started."""
        return time.monotonic() - self.started

    def remaining(self) -> float:
        """Seconds left, ``inf`` without a time limit, never negative."""
        if self.time_limit is None:
            return float("inf")
        return max(0.0, self.time_limit - self.elapsed())

    def exceeded(self) -> str | None:
        """``"time"``, ``"memory"`` or ``None``; costs a few microseconds."""
        if self.time_limit is not None and self.elapsed() >= self.time_limit:
            return "time"
        if self.memory_limit is not None and resident_bytes() > self.memory_limit:
            return "memory"
        return None

    def check(self) -> None:
        """Raise :class:`LimitReached` when a limit has run out."""
        reason = self.exceeded()
        if reason is not None:
            raise LimitReached(reason)
