"""Compiled kernels, loaded only when a problem is large enough to deserve them.

Kernels live in modules named ``<engine>_kernel`` that import Numba at their top
and mark what Python calls ``@njit(cache=True)``. Importing one costs half a second
and its first use compiles; :func:`kernels` says so, once, on standard error.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from types import ModuleType

#: Seconds to import Numba and read a kernel from disk.
LOADING = 0.6

_loaded: dict[str, ModuleType] = {}


def kernels(name: str) -> ModuleType:
    """The kernel module ``gameproof.solvers.<name>``; announces a coming compilation.

    Raises :class:`ImportError` where Numba is missing.
    """
    module = _loaded.get(name)
    if module is None:
        module = importlib.import_module(f"gameproof.solvers.{name}")
        if not _compiled_before(module):
            print(
                f"gameproof: compiling the {name.removesuffix('_kernel')} kernels "
                "(first use only; kept on disk)",
                file=sys.stderr,
                flush=True,
            )
        _loaded[name] = module
    return module


def loaded(name: str) -> bool:
    """Has :func:`kernels` fetched this module already?"""
    return name in _loaded


def seconds(name: str, compiling: float) -> float:
    """About how long the first call of a kernel will take: nothing when it is loaded,
    ``compiling`` seconds when no code of it is found on disk. Numba is not imported."""
    if name in _loaded:
        return 0.0
    source = Path(__file__).with_name(f"{name}.py")
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        folders = [*Path(chosen).glob("*/")]
    else:
        own = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numba"
        folders = [source.parent / "__pycache__", *own.glob("*/")]
    changed = source.stat().st_mtime
    found = (p for folder in folders for p in folder.glob(f"{name}.*.nbi"))
    return LOADING if any(p.stat().st_mtime >= changed for p in found) else compiling


def _compiled_before(module: ModuleType) -> bool:
    """Does the disk cache hold an index newer than the module's source?"""
    for value in vars(module).values():
        cache = getattr(getattr(value, "_cache", None), "_impl", None)
        locator = getattr(cache, "locator", None)
        if locator is not None:
            source = Path(value.py_func.__code__.co_filename)
            folder = Path(locator.get_cache_path())
            written = [p.stat().st_mtime for p in folder.glob(f"{source.stem}.*.nbi")]
            return bool(written) and max(written) >= source.stat().st_mtime
    return True
