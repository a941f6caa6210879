"""The version, and a stamp of the installed code for the store of results."""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
from functools import cache
from pathlib import Path

ROOMS = ("games", "instances", "solvers", "encodings", "certificates", "prover")


@cache
def version() -> str:
    """The installed version of gameproof."""
    try:
        return importlib.metadata.version("gameproof")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


@cache
def code_stamp() -> str:
    """Version plus a digest of names and sizes and times of the modules that decide answers.

    A stored answer must not outlive the code that gave it, also while the code
    is being written and its version stands still.
    """
    digest = hashlib.sha256()
    for room in ROOMS:
        package = importlib.import_module(f"gameproof.{room}")
        for folder in package.__path__:
            for path in sorted(Path(folder).glob("*.py")):
                facts = path.stat()
                digest.update(f"{room}/{path.name} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return f"{version()}+{digest.hexdigest()[:16]}"
