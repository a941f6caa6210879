"""Modules found by their names."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType


def modules_of(package: ModuleType) -> Iterator[str]:
    """The full names of the modules in a package and the packages in it; imports none of them."""
    waiting = [(package.__name__, [str(path) for path in package.__path__])]
    while waiting:
        name, folders = waiting.pop(0)
        for info in pkgutil.iter_modules(folders):
            full = f"{name}.{info.name}"
            if info.ispkg:
                waiting.append((full, [str(Path(folder) / info.name) for folder in folders]))
            else:
                yield full


def imported(module: str) -> ModuleType:
    """A module, of ours or of a package; raises
    :class:`~gameproof.games.plugins.PluginFailed` for one of theirs."""
    try:
        return importlib.import_module(module)
    except Exception as error:
        if module.startswith("gameproof."):
            raise
        from gameproof.games.plugins import blamed

        raise blamed(error, module) from error
