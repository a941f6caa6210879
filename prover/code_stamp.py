"""A stamp of the installed code for the store of results."""

from __future__ import annotations

import hashlib
import importlib
from functools import cache
from pathlib import Path

from gameproof.prover.answer import VERSION

LAYERS = ("games", "instances", "solvers", "encodings", "certificates", "prover", "studies")


@cache
def code_stamp() -> str:
    """Version plus a digest of what decides answers, modules and compiled engines: the same on
    every machine.

    A stored answer must not outlive the code that gave it, also while the code
    is being written and its version stands still. O(size of the modules).
    """
    from gameproof.solvers import native

    digest = hashlib.sha256()
    for layer in LAYERS:
        package = importlib.import_module(f"gameproof.{layer}")
        for folder in package.__path__:
            for path in sorted(Path(folder).rglob("*.py")):
                name = path.relative_to(folder).as_posix()
                source = path.read_bytes()
                digest.update(f"{layer}/{name} {len(source)}\n".encode() + source)
    digest.update(native.stamp().encode())
    return f"{VERSION}+{digest.hexdigest()[:16]}"
