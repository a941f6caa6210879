"""Quantified models, answered by any QDIMACS solver found on PATH.

No QBF solver has a Python package, so none is required: games are decided by our
own search and a solver, where there is one, is a second opinion. It is run as a
child process within the limits and killed when they run out. Only the verdict is
used; a solver's partial assignment is no strategy.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import IO

from gameproof.solvers.limits import Limits, family_bytes
from gameproof.solvers.sat.cnf import DEFAULT_ENCODING
from gameproof.solvers.sat.formats import render
from gameproof.solvers.sat.model import Model, ModelError
from gameproof.solvers.sat.result import Result

# Programs that read QDIMACS from a file and end with 10 (true) or 20 (false).
SOLVERS = ("depqbf", "caqe", "rareqs", "qute", "ghostq", "quabs", "cadet", "dynqbf")
TRUE, FALSE = 10, 20


class BackendMissing(ModelError):
    """The requested program is not installed; the message says how to get it."""

    exit_status = 4


def found() -> dict[str, str]:
    """QDIMACS solvers on PATH: name to full path."""
    paths = ((name, shutil.which(name)) for name in SOLVERS)
    return {name: path for name, path in paths if path is not None}


def solve(
    model: Model, limits: Limits, *, engine: str | None = None, encoding: str = DEFAULT_ENCODING
) -> Result:
    """Is the quantified model true ("sat") or false ("unsat")?

    ``engine`` is a program's name or path; None takes the first one found.
    Raises :class:`BackendMissing` when there is none and :class:`ModelError` when
    the program ends in an unexpected way.
    """
    command = shutil.which(engine) if engine else next(iter(found().values()), None)
    if command is None:
        wanted = engine or "QBF solver"
        raise BackendMissing(
            f"no {wanted} on PATH; any of {', '.join(SOLVERS)} will do "
            "(Debian and Ubuntu: apt-get install depqbf)"
        )
    name = Path(command).name
    with tempfile.TemporaryDirectory(prefix="gameproof-") as folder:
        path = Path(folder) / "question.qdimacs"
        path.write_text(render(model, path.name, encoding), encoding="ascii", errors="replace")
        process = subprocess.Popen(
            [os.path.abspath(command), str(path)],  # noqa: PTH100 - links stay as they are
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            start_new_session=True,  # its own children end with it
        )
        said = _Tail(process.stdout)
        try:
            reason = _wait(process, limits)
        finally:
            _kill(process)
            said.close()
    stats = dict(model.summary())
    if reason is not None:
        return Result("unknown", name, reason=reason, stats=stats)
    if process.returncode == TRUE:
        return Result("sat", name, stats=stats)
    if process.returncode == FALSE:
        return Result("unsat", name, stats=stats)
    last = said.text().strip().splitlines()[-1:] or ["no output"]
    raise ModelError(f"{name} {_ending(process.returncode)}: {last[0][:200]}")


class _Tail:
    """What a program writes, read as it comes, however much; the end of it is kept."""

    KEPT = 1 << 16  # bytes

    def __init__(self, stream: IO[bytes] | None) -> None:
        self._end = b""
        self._stream = stream
        self._reader = threading.Thread(target=self._read, name="qbf output", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        if self._stream is not None:
            while part := os.read(self._stream.fileno(), self.KEPT):
                self._end = (self._end + part)[-self.KEPT :]

    def close(self) -> None:
        """The program has ended: read what it left. A stranger may hold the other end."""
        self._reader.join(timeout=1.0)
        if self._stream is not None and not self._reader.is_alive():
            self._stream.close()

    def text(self) -> str:
        """The last of it."""
        return self._end.decode("utf-8", "replace")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the program, where it still runs, and its children."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _ending(status: int) -> str:
    if status < 0:
        return f"was ended by {signal.Signals(-status).name}"
    return f"ended with status {status}"


def _wait(process: subprocess.Popen[bytes], limits: Limits) -> str | None:
    """Wait for the end, or say which limit ran out."""
    while True:
        try:
            process.wait(timeout=min(0.05, max(limits.remaining(), 0.001)))
            return None
        except subprocess.TimeoutExpired:
            reason = limits.exceeded()
            if limits.memory_limit is not None and family_bytes() > limits.memory_limit:
                reason = reason or "memory"
            if reason is not None:
                return reason
