"""The scripts of the page, as they stand in ``static``.

The second checker is seven of them. They are plain scripts: joined in this order they run in a
page, in a worker and in Node alike, and need nothing else.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

CHECKER = ("reader", "rules", "pairings", "strategies", "zones", "forced", "checker")
"""What is read first stands first."""

EXPLORER = ("replies", "connections", "models", "octal", "kayles", "boards", "explorer")


@cache
def static(name: str) -> str:
    """The text of a file in ``static``."""
    return (files("gameproof.web") / "static" / name).read_text(encoding="utf-8")


def style() -> str:
    """The style of all pages: tints of pairs and regions are those of the pictures."""
    from gameproof.pictures.sheet.palette import DARK, TINTS

    light = " ".join(f"--tint-{n}: {colour};" for n, colour in enumerate(TINTS))
    dark = " ".join(f"--tint-{n}: {DARK[colour]};" for n, colour in enumerate(TINTS))
    chosen = f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
    return chosen + static("style.css")


def checker() -> str:
    """The second checker; it defines ``verifyFile(bytes, arrays)``."""
    return "\n".join(static(f"{name}.js") for name in CHECKER)


def explorer() -> str:
    """What the page does beside checking."""
    return "\n".join(static(f"{name}.js") for name in EXPLORER)
