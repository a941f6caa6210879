"""A command in a process of its own, to be interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def running(words: str, script: str, **more: Any) -> Any:
    """The process of a script with these words, its output read as text through pipes; ``more``
    goes to :class:`subprocess.Popen`."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *words.split()],
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell's background jobs are born deaf to Ctrl-C; so may this test be.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        start_new_session=True,
        **more,
    )
