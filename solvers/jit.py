"""Compiled kernels, loaded only when a problem is large enough to deserve them.

Kernels live in modules named ``<engine>_kernel`` that import Numba at their top
and mark every function ``@njit(cache=True)``. Importing one costs half a second
and its first use compiles; :func:`kernels` says so, once, on standard error.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

_loaded: dict[tuple[str, str | None], ModuleType] = {}


def kernels(name: str, entry: str | None = None) -> ModuleType:
    """The kernel module ``gameproof.solvers.<name>``; announces a coming compilation.

    ``entry`` names the function that will be called, where a module has several that are
    compiled apart. Raises :class:`ImportError` where Numba is missing.
    """
    module = _loaded.get((name, entry))
    if module is None:
        module = importlib.import_module(f"gameproof.solvers.{name}")
        _forget_outdated(module)
        if not _compiled_before(module, entry):
            print(
                f"gameproof: compiling the {name.removesuffix('_kernel')} kernels "
                "(first use only; kept on disk)",
                file=sys.stderr,
                flush=True,
            )
        _loaded[name, entry] = module
    return module


def loaded(name: str) -> bool:
    """Has :func:`kernels` fetched this module already?"""
    return any(name == fetched for fetched, _ in _loaded)


def _compiled_before(module: ModuleType, entry: str | None) -> bool:
    """Does the disk cache hold an index newer than the module's source?"""
    for source, folder in _caches(module):
        if source.stem == module.__name__.rpartition(".")[2]:
            pattern = f"{source.stem}.*.nbi" if entry is None else f"{source.stem}.{entry}-*.nbi"
            written = [p.stat().st_mtime for p in folder.glob(pattern)]
            return bool(written) and max(written) >= source.stat().st_mtime
    return True


def _forget_outdated(module: ModuleType) -> None:
    """Remove what was compiled before a kernel module that this one imports changed: Numba
    looks only at the file that holds the function called."""
    caches = _caches(module)
    newest = max((source.stat().st_mtime for source, _ in caches), default=0.0)
    for source, folder in caches:
        if source.stem == module.__name__.rpartition(".")[2]:
            for index in folder.glob(f"{source.stem}.*.nbi"):
                if index.stat().st_mtime < newest:
                    index.unlink(missing_ok=True)


def _caches(module: ModuleType) -> set[tuple[Path, Path]]:
    """Source files and cache folders of the compiled functions a module defines or imports."""
    found = set()
    for value in vars(module).values():
        cache = getattr(getattr(value, "_cache", None), "_impl", None)
        locator = getattr(cache, "locator", None)
        if locator is not None:
            source = Path(value.py_func.__code__.co_filename)
            found.add((source, Path(locator.get_cache_path())))
    return found
