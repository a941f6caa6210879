"""The context of what a worker process does: how its work is cancelled and guarded."""

from __future__ import annotations

from gameproof.solvers.limits import Limits

_context: Limits | None = None


def work_within(context: Limits) -> None:
    """All work of this process is cancelled and guarded as ``context`` says."""
    global _context
    _context = context


def context_of_work() -> Limits | None:
    """What :func:`work_within` said, if anything."""
    return _context
