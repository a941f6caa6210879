"""Finding kinds of certificates: a kind ``my-kind`` lives in a module ``my_kind``.

Nothing registers a kind. Reading a certificate imports the one module that its tag names;
:func:`kinds` imports them all. Kinds of installed packages (``gameproof.games.plugins``) are
asked for where we have none of that name.
"""

from __future__ import annotations

import importlib
from functools import cache

from gameproof.certificates.kernel import AnyKind, kind_of_module
from gameproof.games.meaning.bad_input import BadInput, hint
from gameproof.games.meaning.modules import modules_of


@cache
def _modules() -> dict[str, str]:
    """Full names of the modules of this package, by their last component."""
    found: dict[str, str] = {}
    for full in modules_of(importlib.import_module(__package__)):
        name = full.rpartition(".")[2]
        if name != "__init__" and found.setdefault(name, full) != full:
            raise RuntimeError(f"two modules of the name {name}: {found[name]} and {full}")
    return found


@cache
def _brought() -> dict[str, str]:
    """The same of installed packages; a name of ours stays ours."""
    from gameproof.games.plugins import plugins

    names = [name for plugin in plugins() for name in plugin.kinds]
    return {last: full for full in names if (last := full.rpartition(".")[2]) not in _modules()}


def named(tag: str) -> AnyKind:
    """The kind of that name; raises :class:`BadInput`. Imports one module."""
    name = tag.replace("-", "_")
    module = None if "_" in tag else _modules().get(name) or _brought().get(name)
    kind = None if module is None else kind_of_module(module)
    if kind is None:
        near = hint(tag[:60], [n.replace("_", "-") for n in _modules()])
        raise BadInput(
            f"unknown kind {tag[:60]!r}{near}; 'gameproof convert' makes old files anew", "kind"
        )
    return kind


@cache
def kinds() -> dict[str, AnyKind]:
    """Every kind by its tag; imports all modules of this package and theirs."""
    from gameproof.games.plugins import PluginFailed, left_out

    found: dict[str, AnyKind] = {}
    for name in (*_modules().values(), *_brought().values()):
        try:
            kind = kind_of_module(name)
        except PluginFailed as failure:
            left_out(failure)
            continue
        if kind is not None:
            found[kind.tag] = kind
    return found
