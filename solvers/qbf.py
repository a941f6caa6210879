"""Quantified models, answered by any QDIMACS solver found on PATH.

No QBF solver has a Python package, so none is required: games are decided by our
own search and a solver, where there is one, is a second opinion. It is run as a
child process within the limits and killed when they run out. Only the verdict is
used; a solver's partial assignment is no strategy.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from gameproof.solvers.cnf import DEFAULT_ENCODING
from gameproof.solvers.formats import render
from gameproof.solvers.limits import Limits
from gameproof.solvers.model import Model, ModelError
from gameproof.solvers.result import Result

# Programs that read QDIMACS from a file and end with 10 (true) or 20 (false).
SOLVERS = ("depqbf", "caqe", "rareqs", "qute", "ghostq", "quabs", "cadet", "dynqbf")
TRUE, FALSE = 10, 20


class BackendMissing(ModelError):
    """The requested program is not installed; the message says how to get it."""


def found() -> dict[str, str]:
    """QDIMACS solvers on PATH: name to full path."""
    paths = ((name, shutil.which(name)) for name in SOLVERS)
    return {name: path for name, path in paths if path is not None}


def solve(
    model: Model,
    limits: Limits,
    *,
    engine: str | None = None,
    encoding: str = DEFAULT_ENCODING,
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
        with subprocess.Popen(
            [command, str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as process:
            try:
                reason = _wait(process, limits)
            except BaseException:
                process.kill()
                raise
            output = process.stdout.read() if process.stdout else b""
    stats = dict(model.summary())
    if reason is not None:
        return Result("unknown", name, reason=reason, stats=stats)
    if process.returncode == TRUE:
        return Result("sat", name, stats=stats)
    if process.returncode == FALSE:
        return Result("unsat", name, stats=stats)
    last = output.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no output"]
    raise ModelError(f"{name} ended with status {process.returncode}: {last[0]}")


def _wait(process: subprocess.Popen[bytes], limits: Limits) -> str | None:
    """Wait for the end, or kill the program and say which limit ran out."""
    while True:
        try:
            process.wait(timeout=min(0.05, max(limits.remaining(), 0.001)))
            return None
        except subprocess.TimeoutExpired:
            reason = limits.exceeded()
            if reason is None and _too_large(process.pid, limits):
                reason = "memory"
            if reason is not None:
                process.kill()
                return reason


def _too_large(pid: int, limits: Limits) -> bool:
    """Does the child hold more than the memory limit (where the system tells)?"""
    if limits.memory_limit is None:
        return False
    try:
        words = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
    except OSError:
        return False
    import resource

    return int(words[1]) * resource.getpagesize() > limits.memory_limit
