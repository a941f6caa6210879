"""Which layer may import which."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = (
    "games",
    "instances",
    "solvers",
    "encodings",
    "certificates",
    "replies",
    "prover",
    "studies",
    "pictures",
    "web",
    "cli",
)
ALLOWED = {
    "games": {"games"},
    "instances": {"instances", "games"},
    "solvers": {"solvers"},
    "encodings": {"encodings", "games", "solvers", "certificates"},
    "certificates": {"certificates", "games"},
    "replies": {"replies", "games", "certificates"},
    "pictures": {"pictures", "games", "certificates", "replies"},
    "prover": set(LAYERS) - {"cli", "pictures", "web", "studies"},
    "studies": set(LAYERS) - {"cli", "pictures", "web"},
    "web": set(LAYERS) - {"cli", "studies"},
    "cli": set(LAYERS),
}
JOINS = "prover/registry.py"  # a game's record in every layer, its picture too
#: Modules of more than 400 lines, each with its reason.
LONG: dict[str, str] = {}
HEAVY = {
    "ortools",
    "matplotlib",
    "networkx",
    "scipy",
    "rich",
    "pysat",
    "distributed",
    "starlette",
    "uvicorn",
}


def modules(*layers: str) -> list[Path]:
    return [path for layer in layers or LAYERS for path in sorted((ROOT / layer).rglob("*.py"))]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield node.module or ""


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_it_may(layer: str) -> None:
    for path in modules(layer):
        above = {"pictures"} if name_of(path) == JOINS else set()
        for name in imports(parsed(path)):
            assert name.split(".")[0] not in LAYERS, f"{path}: {name}: say gameproof.{name}"
            if name.startswith("gameproof."):
                allowed = ALLOWED[layer] | above
                assert name.split(".")[1] in allowed, f"{path}: {layer} may not import {name}"


@pytest.mark.parametrize("layer", LAYERS)
def test_heavy_libraries_are_imported_where_they_are_used(layer: str) -> None:
    for path in modules(layer):
        for node in parsed(path).body:
            for name in imports(node) if isinstance(node, ast.Import | ast.ImportFrom) else ():
                assert name.split(".")[0] not in HEAVY, f"{path} imports {name} at its top"


def test_no_two_modules_import_each_other() -> None:
    """Neither at once nor in turn: no circle of imports, also of those inside functions."""
    own = sorted((ROOT / "gameproof").glob("*.py"))
    paths = {
        f"gameproof.{name_of(p)[:-3].removeprefix('gameproof/').replace('/', '.')}": p
        for p in (*modules(), *own)
    }
    uses = {name: {n for n in imported(parsed(path)) if n in paths} for name, path in paths.items()}
    while free := {name for name, used in uses.items() if not used & uses.keys()}:
        uses = {name: used for name, used in uses.items() if name not in free}
    assert not uses, f"modules in a circle, or above one: {sorted(uses)}"


def imported(tree: ast.AST) -> Iterator[str]:
    """Modules imported, also as ``from package import module`` and by ``import_module``."""
    yield from imports(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and str(node.value).startswith("gameproof."):
            yield str(node.value)


def test_modules_are_small_and_folders_not_crowded() -> None:
    folders = Counter(path.parent for path in modules())
    crowded = {name_of(folder): n for folder, n in folders.items() if n > 34}
    assert not crowded, f"folders to divide: {crowded}"
    lines = {name_of(p): len(p.read_text(encoding="utf-8").splitlines()) for p in modules()}
    long = {name: n for name, n in lines.items() if n > 400}
    assert not long.keys() - LONG.keys(), f"modules that hold two things: {long}"
    assert all(lines[name] < 600 for name in LONG), f"modules that hold two things: {long}"
