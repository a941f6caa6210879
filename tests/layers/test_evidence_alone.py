"""Encodings import from certificates records of evidence: what they build on stands below.

A checker's own functions in the hands of who writes certificates are a second path to the same
truth. What is still imported is listed: names are struck off, and none is added.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path

import msgspec

from gameproof.certificates.certificate import Step, Use
from gameproof.certificates.kernel import Goal

ROOT = Path(__file__).parents[2]
PACKAGE = "gameproof.certificates"
RECORDS = (msgspec.Struct, Exception, Step, Use, Goal)
"""Evidence, how it is written down, and what it is about."""

#: Names of each module of ``certificates`` that encodings import still.
LEFT = {"files": "read", "strategies.snort_strategy": "Winner"}


def is_record(module: str, name: str) -> bool:
    found = getattr(importlib.import_module(module), name, None)
    return inspect.isclass(found) and issubclass(found, RECORDS)


def test_encodings_import_records_of_evidence() -> None:
    used: dict[str, set[str]] = {}
    for path in sorted((ROOT / "encodings").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):  # a whole module would be hidden from the list
                assert not [a.name for a in node.names if a.name.startswith(PACKAGE)], path
            if not isinstance(node, ast.ImportFrom) or not str(node.module).startswith(PACKAGE):
                continue
            module = str(node.module)
            for alias in node.names:
                if not is_record(module, alias.name):
                    used.setdefault(module.removeprefix(f"{PACKAGE}."), set()).add(alias.name)
    assert used == {module: set(names.split()) for module, names in LEFT.items()}
