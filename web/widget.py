"""The explorer of a proof as a widget of notebooks, built on anywidget (the extra ``notebook``)."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol

from gameproof.web.scripts import static

HEIGHT = 720
"""Pixels of the frame."""


class Widget(Protocol):
    """What the widget holds: the page, the opponent's moves that were played in it (setting them
    plays them), and the line with the proof's answers."""

    html: str
    height: int
    played: list[str]
    line: list[str]


def available() -> bool:
    """Is anywidget installed?"""
    try:
        return find_spec("anywidget") is not None
    except (ImportError, ValueError):  # an import that was switched off
        return False


def widget(html: str) -> Widget:
    """The widget of a page; raises :class:`ImportError` without anywidget."""
    made: Widget = _class()(html=html)
    return made


@cache
def _class() -> type:
    """The widget's class, made when it is first needed: the import takes a second."""
    import anywidget
    import traitlets

    def shown(self: Widget) -> str:
        return f"ExplorerWidget({len(self.html)} characters, played {' '.join(self.played)})"

    traits: dict[str, Any] = {
        "html": traitlets.Unicode(),
        "height": traitlets.Int(HEIGHT),
        "played": traitlets.List(traitlets.Unicode()),
        "line": traitlets.List(traitlets.Unicode()),
    }
    body = {name: trait.tag(sync=True) for name, trait in traits.items()}
    # Made by a call, since the base has a type only where anywidget is installed.
    return type(
        "ExplorerWidget",
        (anywidget.AnyWidget,),
        {"_esm": static("widget.js"), "__repr__": shown, "__doc__": Widget.__doc__, **body},
    )
