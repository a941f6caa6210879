"""Questions that are being answered: each in a process of its own, with limits, cancellable."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MOST_KEPT = 50
"""Jobs whose results are kept; the oldest finished one makes room."""
MOST_WAITING = 20
"""Jobs that wait or run; more are refused."""
LATE = 20.0
"""Seconds beyond its limit after which a job's process is ended."""
FILES = ("proof.json", "proof.npz", "proof.html")
"""What a job may leave."""


class Busy(Exception):
    """Too many jobs are waiting."""


@dataclass(slots=True)
class Job:
    """One question. ``state``: waiting, running, done, failed, cancelled."""

    number: str
    words: str
    question: str
    seconds: float
    folder: tempfile.TemporaryDirectory[str]
    state: str = "waiting"
    progress: list[str] = field(default_factory=list)
    answer: dict[str, Any] = field(default_factory=dict)
    message: str = ""
    asked: float = field(default_factory=time.monotonic)
    process: subprocess.Popen[str] | None = None

    @property
    def over(self) -> bool:
        """Will nothing happen any more?"""
        return self.state in ("done", "failed", "cancelled")

    def file(self, name: str) -> Path | None:
        """A file that the job left, of the three that there may be."""
        if name not in FILES or name not in self.answer.get("files", ()):
            return None
        return Path(self.folder.name) / name


class Jobs:
    """The jobs of one server. ``at_once`` run together; each has at most ``seconds`` and
    ``memory`` bytes."""

    def __init__(self, seconds: float = 60.0, memory: int = 2 << 30, at_once: int = 1) -> None:
        self.seconds = seconds
        self.memory = memory
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._places = threading.Semaphore(at_once)

    def start(self, words: str, question: str, seconds: float | None = None) -> Job:
        """A new job; raises :class:`Busy`. Its number cannot be guessed."""
        within = min(self.seconds, seconds if seconds is not None else self.seconds)
        with self._lock:
            if sum(not job.over for job in self._jobs.values()) >= MOST_WAITING:
                raise Busy
            for number in [n for n, job in self._jobs.items() if job.over][:-MOST_KEPT]:
                self._jobs.pop(number).folder.cleanup()
            folder = tempfile.TemporaryDirectory(prefix="gameproof-job-")
            job = Job(secrets.token_urlsafe(12), words, question, max(1.0, within), folder)
            self._jobs[job.number] = job
        threading.Thread(target=self._run, args=(job,), daemon=True).start()
        return job

    def find(self, number: str) -> Job | None:
        """The job of that number."""
        return self._jobs.get(number)

    def latest(self) -> list[Job]:
        """All jobs, the last one first."""
        return list(reversed(self._jobs.values()))

    def cancel(self, job: Job) -> None:
        """End a job, wherever it stands."""
        with self._lock:
            if job.over:
                return
            job.state = "cancelled"
            process = job.process
        if process is not None:
            ended(process)

    def close(self) -> None:
        """End all jobs and remove what they left."""
        for job in list(self._jobs.values()):
            self.cancel(job)
            job.folder.cleanup()

    # -- a job's own thread ---------------------------------------------------------------------

    def _run(self, job: Job) -> None:
        with self._places:
            with self._lock:
                if job.over:
                    return
                job.process = process = worker(job.folder.name)
                job.state = "running"
            watch = threading.Timer(job.seconds + LATE, ended, [process])
            watch.start()
            try:
                self._follow(job, process)
            finally:
                watch.cancel()
                ended(process)
                process.wait()

    def _follow(self, job: Job, process: subprocess.Popen[str]) -> None:
        request = {"words": job.words, "question": job.question, "seconds": job.seconds,
                   "bytes": self.memory}  # fmt: skip
        last: dict[str, Any] = {}
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(request))
            process.stdin.close()
            for line in process.stdout:
                last = json.loads(line)
                if last["type"] == "progress":
                    job.progress = [*job.progress[-19:], str(last["text"])]
        except (OSError, ValueError):
            last = {}
        with self._lock:
            if job.state == "cancelled":
                return
            if last.get("type") == "answer":
                job.answer, job.state = last, "done"
            else:
                late = "it was ended: it went beyond its limits"
                job.message = str(last.get("message", late))
                job.state = "failed"


def worker(folder: str, *arguments: str) -> subprocess.Popen[str]:
    """A process that does one job in this folder, or what the arguments say; it sees no more of our
    environment than that which Python and the engines need."""
    import gameproof

    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG", "XDG_CACHE_HOME")}
    root = str(Path(gameproof.__file__).resolve().parents[1])
    inside = {**kept, "PYTHONPATH": root, "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(
        [sys.executable, "-m", "gameproof.web.worker", *arguments], cwd=folder, env=inside,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, encoding="utf-8", start_new_session=True,
    )  # fmt: skip


def ended(process: subprocess.Popen[str]) -> None:
    """End a process with all that it started."""
    if process.poll() is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            process.kill()
