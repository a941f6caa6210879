"""``gameproof WORDS`` in a process of its own that need not import everything anew.

A server imports what the verbs use, once for a run of tests, and forks for each command: the
command finds a fresh state, its own folder and environment, but half a second of imports done.
For tests of what a command says; when a process begins, hears signals or starts others is
tested with processes begun the usual way.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 900
"""Seconds of the processor after which a command is ended: a busy machine changes nothing."""
USED = ("networkx", "numpy", "ortools.sat.python.cp_model", "pysat.solvers", "rich.console",
        "scipy.sparse.csgraph")  # fmt: skip


class Ran(subprocess.CompletedProcess[str]):
    """What became of a command; the processor ``seconds`` that it took, and the most memory that
    it held, in bytes, with what the server had imported."""

    seconds: float
    peak: int


def run(
    words: list[str], folder: Path, environment: dict[str, str], *, packages: bool = False
) -> Ran:
    """The command with these words, as :func:`subprocess.run` would tell of it; nothing can be
    read from its standard input. Only with ``packages`` does it look for them where
    ``PYTHONPATH`` says, and for all games anew."""
    server = _server(packages)
    assert server.stdin is not None
    assert server.stdout is not None
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        files = [f"/proc/{os.getpid()}/fd/{file.fileno()}" for file in (out, err)]
        asked = {"words": words, "folder": str(folder), "environment": environment, "files": files}
        server.stdin.write(json.dumps(asked) + "\n")
        server.stdin.flush()
        status, seconds, kilobytes = server.stdout.readline().split()
        for file in (out, err):
            file.seek(0)
        done = Ran(words, int(status), out.read(), err.read())
        done.seconds, done.peak = float(seconds), 1024 * int(kilobytes)
        return done


@cache
def _server(packages: bool) -> subprocess.Popen[str]:
    paths = f"{ROOT}{os.pathsep}{ROOT / 'tests'}"
    server = subprocess.Popen(
        [sys.executable, "-c", f"from reference.warm import serve; serve({packages})"],
        env={**os.environ, "PYTHONPATH": paths},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def close() -> None:
        assert server.stdin is not None
        server.stdin.close()
        server.wait()

    atexit.register(close)
    return server


def serve(packages: bool) -> None:
    """A line of standard input is a command, a line of standard output its exit status, seconds
    of the processor and peak memory; until the input ends. With ``packages`` no game is known
    before a command looks for it."""
    import importlib

    from gameproof.cli.main import VERBS
    from gameproof.games.game import games
    from gameproof.prover import registry

    for name in USED:
        importlib.import_module(name)
    for module, _ in VERBS.values():
        importlib.import_module(f"gameproof.cli.{module}")
    for game in () if packages else games():
        registry.entry(game)
    gc.freeze()  # no command looks for garbage here, which would copy it all
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            asked = json.loads(line)
            if packages:
                sys.path[:0] = asked["environment"]["PYTHONPATH"].split(os.pathsep)
            _command(**asked)
        _, status, used = os.wait4(child, 0)
        seconds = used.ru_utime + used.ru_stime
        print(os.waitstatus_to_exitcode(status), seconds, used.ru_maxrss, flush=True)


def _command(words: list[str], folder: str, environment: dict[str, str], files: list[str]) -> None:
    """Be the command; does not return."""
    from gameproof.cli import main

    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
    status = 70
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, name in enumerate(files, 1):
            os.dup2(os.open(name, os.O_WRONLY), number)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv[:] = ["gameproof", *words]
        status = main.run(words)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
