"""The scripts of the page, as they stand in ``static``.

They are plain scripts that share one scope: joined in this order they run in a page.
"""

from __future__ import annotations

import base64
import zlib
from functools import cache
from importlib.resources import files

from gameproof.pictures.sheet.look import variables

EXPLORER = (
    "reader", "positions", "replies", "trees", "zones", "connections", "models", "octal", "kayles",
    "boards", "explorer",
)  # fmt: skip
"""What is read first stands first."""


@cache
def static(name: str) -> str:
    """The text of a file in ``static``."""
    return (files("gameproof.web") / "static" / name).read_text(encoding="utf-8")


def style() -> str:
    """The style of all pages, with the look that they share with the pictures."""
    return variables() + static("style.css")


def explorer() -> str:
    """What the page does."""
    return "\n".join(static(f"{name}.js") for name in EXPLORER)


@cache
def prover() -> str:
    """The checker that is proved in Coq, compiled, as the page unpacks it."""
    return packed(static("proved.js"))


def packed(text: str) -> str:
    """A text in fewer characters, as the page unpacks it."""
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()
