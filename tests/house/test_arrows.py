"""Which room may import which: the arrows of the house."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = (
    "games",
    "instances",
    "solvers",
    "encodings",
    "certificates",
    "prover",
    "pictures",
    "cli",
)
ALLOWED = {
    "games": {"games"},
    "instances": {"instances", "games"},
    "solvers": {"solvers"},
    "encodings": {"encodings", "games", "solvers", "certificates"},
    "certificates": {"certificates", "games"},
    "pictures": {"pictures", "games", "certificates"},
    "prover": set(ROOMS) - {"cli", "pictures"},
    "cli": set(ROOMS),
}
HEAVY = {"ortools", "numba", "matplotlib", "networkx", "scipy", "rich", "pysat", "distributed"}


def modules() -> list[Path]:
    return [path for room in ROOMS for path in sorted((ROOT / room).glob("*.py"))]


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""


@pytest.mark.parametrize("path", modules(), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_a_room_imports_only_what_it_may(path: Path) -> None:
    room = path.parent.name
    for name in imports(ast.parse(path.read_text(encoding="utf-8"))):
        assert name.split(".")[0] not in ROOMS, f"{name}: say gameproof.{name}"
        if name.startswith("gameproof."):
            assert name.split(".")[1] in ALLOWED[room], f"{room} may not import {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_heavy_libraries_are_imported_where_they_are_used(path: Path) -> None:
    if path.stem.endswith("_kernel"):
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body:
        for name in imports(node) if isinstance(node, ast.Import | ast.ImportFrom) else ():
            assert name.split(".")[0] not in HEAVY, f"{path.name} imports {name} at its top"


def test_rooms_are_flat_and_modules_small() -> None:
    for room in ROOMS:
        nested = [p for p in (ROOT / room).rglob("*.py") if p.parent != ROOT / room]
        assert not nested, f"nested packages in {room}: {nested}"
    # A kernel's functions stay in one module: Numba's cache does not see changes in another.
    most = {p: 900 if p.stem.endswith("_kernel") else 460 for p in modules()}
    long = {p.name: n for p in modules() if (n := len(p.read_text().splitlines())) > most[p]}
    assert not long, f"modules that hold two things: {long}"
