"""Tasks for worker processes, importable by them."""

from __future__ import annotations

import os
import signal
from typing import Any

from gameproof.prover.tasks import Task


def die_on_p5(task: Task, *_: object) -> dict[str, Any]:
    """Answers every task, but takes its process down on one of them."""
    if task.name.endswith("p5.json"):
        os.kill(os.getpid(), signal.SIGKILL)
    return {"type": "answer", "file": task.name, "answer": "N", "agrees": True}
