"""Compiled kernels, loaded only when a problem is large enough to deserve them.

Kernels live in modules named ``<engine>_kernel`` that import Numba at their top
and mark what Python calls ``@njit(cache=True)``. Importing one costs half a second
and its first use compiles; :func:`kernels` says so, once, on standard error.
"""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType

#: Seconds to import Numba and read a kernel from disk.
LOADING = 0.6

_loaded: dict[tuple[str, str | None], ModuleType] = {}
_compiled: list[str] = []


def kernels(name: str, entry: str | None = None) -> ModuleType:
    """The kernel module ``gameproof.solvers.<name>``, its package named before the dot
    (``matching.hall_kernel``); announces a coming compilation.

    ``entry`` names the function that will be called, where a module has several that are
    compiled apart. Raises :class:`ImportError` where Numba is missing.
    """
    module = _loaded.get((name, entry))
    if module is None:
        module = importlib.import_module(f"gameproof.solvers.{name}")
        _forget_outdated(module)
        if not _compiled_before(module, entry):
            _compiled.append(_stem(name).removesuffix("_kernel"))
            print(
                f"{_new_line()}gameproof: compiling the {_stem(name).removesuffix('_kernel')} "
                "kernels (first use only; kept on disk)",
                file=sys.stderr,
                flush=True,
            )
        _loaded[name, entry] = module
    return module


def loaded(name: str, entry: str | None = None) -> bool:
    """Has :func:`kernels` fetched this module, for this entry, already?"""
    return (name, entry) in _loaded


def used() -> set[str]:
    """The modules that :func:`kernels` fetched so far."""
    return {name for name, _ in _loaded}


def compiled() -> tuple[str, ...]:
    """The engines whose kernels were not on disk when :func:`kernels` fetched them, so that
    this process compiles them; in the order of their first use."""
    return tuple(_compiled)


def seconds(name: str, compiling: float, entry: str | None = None) -> float:
    """About how long the first call of a kernel will take: nothing when it is loaded,
    ``compiling`` seconds when no code of it is found on disk. Numba is not imported."""
    if (name, entry) in _loaded:
        return 0.0
    if _source(_steps(name)).exists():
        name = _steps(name)
    source = _source(name)
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        folders = [*Path(chosen).glob("*/")]
    else:
        own = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numba"
        folders = [source.parent / "__pycache__", *own.glob("*/")]
    changed = source.stat().st_mtime
    found = (p for folder in folders for p in folder.glob(_indices(name, entry)))
    return LOADING if any(p.stat().st_mtime >= changed for p in found) else compiling


def _new_line() -> str:
    """On a terminal, what takes the place of a line that says what is under way."""
    return "\r\x1b[K" if sys.stderr.isatty() else ""


def _compiled_before(module: ModuleType, entry: str | None) -> bool:
    """Does the disk cache hold an index newer than the module's source?"""
    folder = _folder(module)
    if folder is None:
        return True
    module = _filed(module)
    written = [p.stat().st_mtime for p in folder.glob(_indices(module.__name__, entry))]
    return bool(written) and max(written) >= Path(str(module.__file__)).stat().st_mtime


def _forget_outdated(module: ModuleType) -> float:
    """Remove what was compiled before a kernel module that this one imports, itself or through
    others, changed: Numba looks only at the file that holds the function called. Returns the
    time of the last change."""
    own = vars(module).values()
    used = {v.py_func.__module__ for v in own if _is_compiled(v)} - {module.__name__}
    newest = Path(str(module.__file__)).stat().st_mtime
    newest = max([newest, *(_forget_outdated(sys.modules[name]) for name in used)])
    folder = _folder(module)
    if folder is not None:
        for index in folder.glob(_indices(_filed(module).__name__, None)):
            with suppress(FileNotFoundError):  # another process may remove it at the same time
                if index.stat().st_mtime < newest:
                    index.unlink()
    return newest


def _indices(name: str, entry: str | None) -> str:
    """The pattern of the cache's index files of a module or of one function."""
    return f"{_stem(name)}.*.nbi" if entry is None else f"{_stem(name)}.{entry}-*.nbi"


def _filed(module: ModuleType) -> ModuleType:
    """The module under whose name Numba files what a kernel module compiles: that of the steps
    where it holds nothing but another one's steps, compiled; else itself."""
    return sys.modules.get(_steps(module.__name__), module)


def _steps(name: str) -> str:
    """What the module of a kernel's steps is called, if there is one."""
    return name.replace("_kernel", "_steps")


def _source(name: str) -> Path:
    """The file of a module of this package, named as for :func:`kernels`."""
    return Path(__file__).parent.joinpath(*name.split(".")).with_suffix(".py")


def _stem(name: str) -> str:
    """The name of a module without its packages."""
    return name.rpartition(".")[2]


def _is_compiled(value: object) -> bool:
    return hasattr(value, "py_func")


def _folder(module: ModuleType) -> Path | None:
    """Where the compiled functions of a module are kept."""
    own = (module.__name__, _filed(module).__name__)
    for value in vars(module).values():
        if _is_compiled(value) and value.py_func.__module__ in own:
            locator = getattr(getattr(value._cache, "_impl", None), "locator", None)
            if locator is not None:
                return Path(locator.get_cache_path())
    return None
