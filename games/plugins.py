"""Games that installed packages bring, by the entry points of the group ``gameproof.games``.

The entry point of a game bears the game's name and leads to a :class:`Plugin`::

    [project.entry-points."gameproof.games"]
    domineering = "gameproof_domineering:PLUGIN"

Its modules are trusted like our own: rules say what is true, kinds of certificates what is
proved. Nothing of it is imported before one of its games is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "gameproof.games"


@dataclass(frozen=True, slots=True)
class Plugin:
    """The modules that a package brings, by their full names.

    ``rules`` holds ``GAMES``, ``encoding`` ``ENCODING``, ``picture`` ``PICTURE``, each of
    ``kinds`` a kind of certificate (the module of the kind ``my-kind`` is called ``my_kind``)
    or counts. ``instances`` is a package with a folder ``data`` of instance files.
    """

    rules: str
    encoding: str = ""
    picture: str = ""
    kinds: tuple[str, ...] = ()
    instances: str = ""
    distribution: str = field(default="", compare=False)


@cache
def plugin_names() -> dict[str, EntryPoint]:
    """The games that installed packages say they bring; imports none of them."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def plugin(name: str) -> Plugin | None:
    """The package's record for the game of that name."""
    point = plugin_names().get(name)
    if point is None:
        return None
    found = point.load()
    if not isinstance(found, Plugin):
        raise RuntimeError(f"the entry point {name!r} ({point.value}) is no Plugin")
    distribution = point.dist.name if point.dist is not None else point.module.partition(".")[0]
    return Plugin(
        found.rules, found.encoding, found.picture, found.kinds, found.instances, distribution
    )


def plugins() -> list[Plugin]:
    """The records of all installed packages, each once; imports their modules of records."""
    found: dict[str, Plugin] = {}
    for name in sorted(plugin_names()):
        one = plugin(name)
        if one is not None:
            found.setdefault(one.rules, one)
    return list(found.values())


def plugin_of(module: str) -> Plugin | None:
    """The package that a game's module comes from, ``None`` for gameproof itself.

    Our modules are known by their last name, those of packages by their full name.
    """
    if "." not in module:
        return None
    return next((one for one in plugins() if one.rules == module), None)
