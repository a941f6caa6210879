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


def loaded(name: str, entry: str | None = None) -> bool:
    """Has :func:`kernels` fetched this module, for this entry, already?"""
    return (name, entry) in _loaded


def seconds(name: str, compiling: float, entry: str | None = None) -> float:
    """About how long the first call of a kernel will take: nothing when it is loaded,
    ``compiling`` seconds when no code of it is found on disk. Numba is not imported."""
    if (name, entry) in _loaded:
        return 0.0
    source = Path(__file__).with_name(f"{name}.py")
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        folders = [*Path(chosen).glob("*/")]
    else:
        own = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numba"
        folders = [source.parent / "__pycache__", *own.glob("*/")]
    changed = source.stat().st_mtime
    found = (p for folder in folders for p in folder.glob(_indices(name, entry)))
    return LOADING if any(p.stat().st_mtime >= changed for p in found) else compiling


def _compiled_before(module: ModuleType, entry: str | None) -> bool:
    """Does the disk cache hold an index newer than the module's source?"""
    name = module.__name__.rpartition(".")[2]
    folder = _folder(module)
    if folder is None:
        return True
    written = [p.stat().st_mtime for p in folder.glob(_indices(name, entry))]
    return bool(written) and max(written) >= Path(str(module.__file__)).stat().st_mtime


def _forget_outdated(module: ModuleType) -> None:
    """Remove what was compiled before a kernel module that this one imports changed: Numba
    looks only at the file that holds the function called."""
    sources = {v.py_func.__code__.co_filename for v in vars(module).values() if _is_compiled(v)}
    newest = max((Path(source).stat().st_mtime for source in sources), default=0.0)
    folder = _folder(module)
    if folder is not None:
        for index in folder.glob(_indices(module.__name__.rpartition(".")[2], None)):
            if index.stat().st_mtime < newest:
                index.unlink(missing_ok=True)


def _indices(name: str, entry: str | None) -> str:
    """The pattern of the cache's index files of a module or of one function."""
    return f"{name}.*.nbi" if entry is None else f"{name}.{entry}-*.nbi"


def _is_compiled(value: object) -> bool:
    return hasattr(value, "py_func")


def _folder(module: ModuleType) -> Path | None:
    """Where the compiled functions of a module are kept."""
    for value in vars(module).values():
        if _is_compiled(value) and value.py_func.__module__ == module.__name__:
            locator = getattr(getattr(value._cache, "_impl", None), "locator", None)
            if locator is not None:
                return Path(locator.get_cache_path())
    return None
