"""The scripts of the page, as they stand in ``static``.

The second checker is seven of them. They are plain scripts: joined in this order they run in a
page, in a worker and in Node alike, and need nothing else.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from gameproof.pictures.sheet.look import variables

CHECKER = ("reader", "rules", "pairings", "strategies", "zones", "forced", "checker")
"""What is read first stands first."""

EXPLORER = ("replies", "connections", "models", "octal", "kayles", "boards", "explorer")


@cache
def static(name: str) -> str:
    """The text of a file in ``static``."""
    return (files("gameproof.web") / "static" / name).read_text(encoding="utf-8")


def style() -> str:
    """The style of all pages, with the look that they share with the pictures."""
    return variables() + static("style.css")


def checker() -> str:
    """The second checker; it defines ``verifyFile(bytes, arrays)``."""
    return "\n".join(static(f"{name}.js") for name in CHECKER)


def explorer() -> str:
    """What the page does beside checking."""
    return "\n".join(static(f"{name}.js") for name in EXPLORER)
