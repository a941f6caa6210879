"""Limits whose clock stands still: on a tiny board a method is given what it asks for, so that a
busy machine makes the same certificates as an idle one."""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.solvers.limits import Limits

SECONDS = 3600.0
"""What methods that divide their time are told to have."""


@dataclass(frozen=True, slots=True)
class Unhurried(Limits):
    """No time passes. Engines that measure time themselves have ``SECONDS``, which is endless for
    a tiny board."""

    time_limit: float | None = SECONDS

    def elapsed(self) -> float:
        """No seconds since the run started."""
        return 0.0
