"""How the command begins: what its signals do, and streams that hold whatever is said.

Ctrl-C and SIGTERM end it quietly from its first line on. Before the signals belong to a command
(:mod:`gameproof.cli.interrupts`), while its modules are imported, and after it, there is nothing to
keep: the process ends at once.
"""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys
from types import FrameType
from typing import TextIO

ESCAPED = "gameproof.escaped"
STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143}
USUAL = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}


def listen() -> None:
    """End this process quietly at either signal; handlers that are not Python's own stay."""
    for number, usual in USUAL.items():
        if signal.getsignal(number) is usual:
            signal.signal(number, leave)


def leave(number: int, _frame: FrameType | None) -> None:
    """End this process now."""
    os.write(2, b"gameproof: interrupted\n")
    os._exit(STATUS[signal.Signals(number)])


def prepare() -> None:
    """Let every text be written to standard output and error.

    A closed stream becomes the null device, also for what is opened later: the next file would
    get its number, and what is said there. What a code page does not have is written as
    ``\\u2264``, which JSON reads, too.
    """
    codecs.register_error(ESCAPED, _escaped)
    while (taken := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(taken)
    sys.stdout = _writable(sys.stdout, 1)
    sys.stderr = _writable(sys.stderr, 2)


def _writable(stream: TextIO | None, number: int) -> TextIO:
    if stream is None:
        return open(number, "w", encoding="utf-8", errors=ESCAPED, closefd=False)
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    if codecs.lookup(stream.encoding).name == "ascii":
        return _Ascii(stream.detach(), "ascii", ESCAPED, line_buffering=stream.line_buffering)
    stream.reconfigure(errors=ESCAPED)
    return stream


class _Ascii(io.TextIOWrapper):
    """A stream that was asked to be ASCII; by that name click would write UTF-8 to it."""

    encoding = ESCAPED


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """The characters that an encoding does not have, by their numbers (two for large ones)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = ""
    for character in error.object[error.start : error.end]:
        units = character.encode("utf-16-be", "surrogatepass")
        for i in range(0, len(units), 2):
            found += f"\\u{units[i] << 8 | units[i + 1]:04x}"
    return found, error.end
