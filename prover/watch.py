"""What a process tells of the work under way, to whoever may end it: our checkpoints are many,
but PySAT, OR-Tools and large NumPy calls pass none.

A process at work reports when a run with limits begins and ends and what is known so far
(:class:`Reporter`); another one keeps these notes (:class:`Watch`) and ends the process, with
what it started, when it has not ended by itself a moment after its limit. Nothing is raised
into a run from outside.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from gameproof.solvers.limits import Limits, Tell, family, family_bytes

Note = dict[str, Any]
GRACE = 0.35
"""Seconds after a limit in which a run may end by itself and say what it proved."""
PERIOD = 0.1
"""Seconds between two looks at memory."""


class Reporter:
    """The notes of this process, sent by ``send``; :meth:`guard` surrounds its runs."""

    def __init__(self, send: Callable[[Note], None]) -> None:
        self._send = send
        self._runs: list[Limits] = []

    @contextmanager
    def guard(self, limits: Limits) -> Iterator[Tell]:
        """A run with limits: told when it begins and ends, and what is known in between."""
        self._runs.append(limits)
        self._tell()
        try:
            yield lambda known: self._send({"known": known})
        finally:
            self._runs.pop()
            self._tell()

    def _tell(self) -> None:
        run = self._runs[-1] if self._runs else Limits()
        until = None if run.time_limit is None else run.started + run.time_limit
        self._send({"busy": bool(self._runs), "until": until, "memory": run.memory_limit})


@dataclass(slots=True)
class Watch:
    """What a process told last: is it at work with limits, ``until`` when (``time.monotonic``,
    one clock for all processes), in how much ``memory`` (bytes), and what is ``known``."""

    busy: bool = False
    until: float | None = None
    memory: int | None = None
    known: dict[str, Any] | None = None
    _looked: float = field(default=0.0)

    def note(self, note: Note) -> None:
        """Take a note of :class:`Reporter`."""
        for name, value in note.items():
            setattr(self, name, value)
        if self.until is not None:  # it may have begun late; it has its moment all the same
            self.until = max(self.until, time.monotonic())

    def pause(self) -> float | None:
        """Seconds until the next look; ``None``: when the next note comes."""
        left = None if self.until is None else max(0.0, self.until + GRACE - time.monotonic())
        if self.memory is not None:
            return PERIOD if left is None else min(PERIOD, left)
        return left

    def over(self, pid: int) -> str | None:
        """Why the process has to be ended now: ``time``, ``memory`` or ``None``."""
        now = time.monotonic()
        if self.until is not None and now >= self.until + GRACE:
            return "time"
        if self.memory is not None and now >= self._looked + PERIOD:
            self._looked = now
            if family_bytes(pid) > self.memory + SLACK:
                return "memory"
        return None


SLACK = 64 << 20
"""Bytes beyond the limit that a run may hold until it looks at its memory itself."""


def end(pid: int) -> None:
    """End a process and all that it started."""
    for process in family(pid):
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGKILL)
