"""One line at the bottom of the terminal that says what is under way; nothing glues to it."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

import click

ERASE = "\r\x1b[K"
FIRST = 0.4  # seconds before the line is shown: most answers are there by then
PERIOD = 0.2  # seconds between two looks at what it should say


class StatusLine:
    """A context manager; ``text`` gives what the line says, asked for a few times a second.

    Without a terminal on standard error it shows nothing.
    """

    def __init__(self, text: Callable[[], str]) -> None:
        self._text = text
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._shown = ""
        self._thread: threading.Thread | None = None

    def __enter__(self) -> StatusLine:
        if sys.stderr.isatty():
            self._thread = threading.Thread(target=self._run, name="status line", daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        with self._lock:
            self._erase()

    def above(self, text: str) -> None:
        """Print a line of standard output above this one."""
        with self._lock:
            self._erase()
            click.echo(text)

    def aside(self, text: str) -> None:
        """Print a line of standard error above this one."""
        with self._lock:
            self._erase()
            click.echo(text, err=True)

    def _run(self) -> None:
        self._over.wait(FIRST)
        while not self._over.wait(PERIOD):
            with self._lock:
                if self._over.is_set():
                    return
                self._draw()

    def _draw(self) -> None:
        text = "  " + self._text()
        import shutil

        width = shutil.get_terminal_size().columns - 1
        text = text if len(text) <= width else text[: width - 3] + "..."
        if text != self._shown:
            self._write(ERASE + text)
            self._shown = text

    def _erase(self) -> None:
        if self._shown:
            self._write(ERASE)
            self._shown = ""

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):  # the terminal went away
            self._over.set()


class Underway:
    """What a single proof does: its method and the engine's own words, the time, the limit."""

    def __init__(self, started: float, limit: float | None) -> None:
        self._started = started
        self._limit = limit
        self._now = "reading"

    def note(self, text: str) -> None:
        """Something else is under way."""
        self._now = text

    def text(self) -> str:
        """The line."""
        limit = "" if self._limit is None else f" of {duration(self._limit)}"
        return f"{self._now}; {duration(time.monotonic() - self._started)}{limit}"


class Counted:
    """How far a batch is: ``total`` instances, or it is not known how many."""

    def __init__(self, total: int | None) -> None:
        self._total = total
        self._done = 0
        self._kept = 0
        self._started = time.monotonic()
        self._now = ""

    def step(self, kept: bool) -> None:
        """One more is finished, or was by an earlier run."""
        self._done += 1
        self._kept += kept

    def note(self, text: str) -> None:
        """What the instance under way does."""
        self._now = text

    def text(self) -> str:
        """The line."""
        elapsed = time.monotonic() - self._started
        rate = (self._done - self._kept) / max(elapsed, 1e-3)
        parts = [f"{self._done} done"]
        if self._total:
            parts = [f"{self._done} of {self._total} ({100 * self._done // self._total}%)"]
        parts.append(f"{rate:.0f} a second" if rate >= 2 else f"{duration(elapsed)}")
        if self._total and rate > 0:
            parts.append(f"about {duration((self._total - self._done) / rate)} left")
        return ", ".join(parts) + (f"; {self._now}" if self._now else "")


def duration(seconds: float) -> str:
    """``12 s``, ``3:05``, ``1:02:03``."""
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s" if seconds >= 1 or not seconds else f"{seconds:.1f} s"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
