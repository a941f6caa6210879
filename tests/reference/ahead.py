"""Kernels compiled before the tests of a whole run, each by one worker only.

In a fresh clone a dozen kernels are compiled, some for twenty seconds. Workers that come to the
same one at about the same time would each compile it.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from gameproof import solvers
from gameproof.prover.compilation import AHEAD
from gameproof.solvers import jit

ROOT = Path(__file__).parents[2]
COMPILING = 2 * jit.LOADING
LONGEST = 900.0
"""Seconds after which the tests begin all the same."""


def missing() -> bool:
    """Is there a kernel of which no code is on disk?"""
    return any(jit.seconds(name, COMPILING) == COMPILING for name in AHEAD)


def share() -> None:
    """Compile what no other process is compiling, and wait until the others have done it."""
    left: list[IO[bytes]] = []
    for name, use in AHEAD.items():
        source: IO[bytes] = (
            Path(solvers.__path__[0], *name.split(".")).with_suffix(".py").open("rb")
        )
        try:
            fcntl.flock(source, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            left.append(source)
            continue
        with source, suppress(Exception):  # what is wrong with it, its tests will tell
            if jit.seconds(name, COMPILING) == COMPILING:
                use()
    for source in left:
        with source:
            fcntl.flock(source, fcntl.LOCK_EX)


def start() -> None:
    """:func:`share` in a process of its own: the tests find nothing loaded."""
    paths = f"{ROOT}{os.pathsep}{ROOT / 'tests'}"
    with suppress(subprocess.TimeoutExpired):
        subprocess.run(
            [sys.executable, "-c", "from reference.ahead import share; share()"],
            env={**os.environ, "PYTHONPATH": paths},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=LONGEST,
        )
