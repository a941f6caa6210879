"""Games that installed packages bring, by the entry points of the group ``gameproof.games``.

The entry point of a game bears the game's name and leads to a :class:`Plugin`::

    [project.entry-points."gameproof.games"]
    nogo = "gameproof_nogo:PLUGIN"

Its modules are trusted like our own: rules say what is true, kinds of certificates what is
proved. Nothing of it is imported before one of its games is asked for.
"""

from __future__ import annotations

import traceback
import warnings
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "gameproof.games"


@dataclass(frozen=True, slots=True)
class Plugin:
    """The modules that a package brings, by their full names.

    ``rules`` holds ``GAMES``, ``encoding`` ``ENCODING``, ``picture`` ``PICTURE``, each of
    ``kinds`` a kind of certificate (the module of the kind ``my-kind`` is called ``my_kind``),
    each of ``replies`` the moves of a kind. ``instances`` is a package with a folder
    ``data`` of instance files.
    """

    rules: str
    encoding: str = ""
    picture: str = ""
    kinds: tuple[str, ...] = ()
    instances: str = ""
    replies: tuple[str, ...] = ()
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
    try:
        found = point.load()
    except Exception as error:
        raise blamed(error, point.module) from error
    brought_by = distribution(point.module)
    if not isinstance(found, Plugin):
        raise PluginFailed(
            f"the package {brought_by} is no game: its entry point {name!r} ({point.value}) "
            "is no Plugin"
        )
    return replace(found, distribution=brought_by)


def plugins() -> list[Plugin]:
    """The records of all installed packages, each once; imports their modules of records.
    One that fails is left out, with a :class:`PluginWarning`."""
    found: dict[str, Plugin] = {}
    for name in sorted(plugin_names()):
        try:
            one = plugin(name)
        except PluginFailed as failure:
            left_out(failure)
            continue
        if one is not None:
            found.setdefault(one.rules, one)
    return list(found.values())


class PluginFailed(RuntimeError):
    """An installed package raised; the message names it, the file and the line."""

    exit_status = 2


class PluginWarning(UserWarning):
    """An installed package raised and is left out."""


def left_out(failure: PluginFailed) -> None:
    """Say once that a package is left out."""
    warnings.warn(str(failure), PluginWarning, stacklevel=3)


def blamed(error: BaseException, module: str) -> PluginFailed:
    """What a package's module raised, with the last line of its own that was run."""
    top = module.partition(".")[0]
    frames = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__", "")).partition(".")[0] == top
    ]
    file, line = frames[-1] if frames else (module, 0)
    if isinstance(error, SyntaxError):
        file, line = error.filename or file, error.lineno or line
    where = f"{file}, line {line}" if line else file
    said = " ".join(str(error).split())
    return PluginFailed(
        f"the package {distribution(module)} raised {type(error).__name__}: {said} ({where})"
    )


def guilty(error: BaseException) -> PluginFailed | None:
    """The package in whose code an error arose, ``None`` where it passed none."""
    modules = {point.module.partition(".")[0] for point in plugin_names().values()} - {"gameproof"}
    for frame, _ in traceback.walk_tb(error.__traceback__):
        top = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if top in modules:
            return blamed(error, top)
    return None


def distribution(module: str) -> str:
    """The name by which the package of a module was installed."""
    top = module.partition(".")[0]
    for point in plugin_names().values():
        if point.module.partition(".")[0] == top and point.dist is not None:
            return point.dist.name
    return top
