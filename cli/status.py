"""The exit codes of the ``gameproof`` command, all in one place."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """What the exit code says."""

    DONE = 0  # the command did its job, whatever the verdict
    REFUTED = 1  # a certificate was rejected, or an expected answer contradicted
    USAGE = 2  # wrong words, wrong input
    UNKNOWN = 3  # no verdict within the limits
    NO_BACKEND = 4  # a requested back-end is missing
    INTERNAL = 70  # a fault of gameproof itself
    INTERRUPTED = 130  # Ctrl-C
    TERMINATED = 143  # SIGTERM
