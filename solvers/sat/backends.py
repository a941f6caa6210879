"""The table of back-ends: what is installed, in which version, what it can do."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from gameproof.solvers.sat import qbf
from gameproof.solvers.sat.sat import CP_SAT, DEFAULT_ENGINE, PROOF_ENGINES, PYSAT_ENGINES


@dataclass(frozen=True, slots=True)
class Backend:
    """``version`` is None for a back-end that is not installed.

    ``kind`` is ``SAT``, ``CP-SAT``, ``QBF`` or ``library``; ``abilities`` are words
    for people: proofs, objective, ...
    """

    name: str
    kind: str
    version: str | None
    abilities: tuple[str, ...] = ()
    default: bool = False


def backends() -> list[Backend]:
    """Every back-end known, found or not. Imports none of them; asks programs on PATH."""
    sat = _package("python-sat")
    table = [
        Backend(
            name,
            "SAT",
            None if sat is None else f"python-sat {sat}",
            ("assumptions", *(("DRAT",) if name in PROOF_ENGINES else ())),
            name == DEFAULT_ENGINE,
        )
        for name in PYSAT_ENGINES
    ]
    cp = _package("ortools")
    table.append(
        Backend(
            CP_SAT,
            "CP-SAT",
            None if cp is None else f"ortools {cp}",
            ("linear", "xor", "objective", "LRAT"),
        )
    )
    programs = qbf.found()
    table.extend(
        Backend(name, "QBF", _ask(programs[name]) if name in programs else None, ("QDIMACS",))
        for name in qbf.SOLVERS
    )
    table.extend(
        Backend(name, "library", _package(name)) for name in ("numpy", "scipy", "networkx")
    )
    return table


def _package(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _ask(program: str) -> str:
    """The program's version in its own words, or "found" when it gives none."""
    for option in ("--version", "-h"):
        try:
            run = subprocess.run(
                [program, option], capture_output=True, timeout=5, check=False, text=True
            )
        except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
            continue
        match = re.search(r"\d+\.\d+(\.\d+)?", run.stdout + run.stderr)
        if match:
            return match.group()
    return "found"
