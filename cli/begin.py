"""Ctrl-C and SIGTERM end the command quietly from its first line on.

Before the signals belong to a command (:mod:`gameproof.cli.interrupts`), while its modules are
imported, and after it, there is nothing to keep: the process ends at once.
"""

from __future__ import annotations

import os
import signal
from types import FrameType

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
