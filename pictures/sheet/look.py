"""The look of everything that is seen: sizes, spaces, widths of lines, and the names of the roles
that colours play. Pictures take them from here, pages and the site as variables of CSS.

``docs/look.md`` says what each is for.
"""

from __future__ import annotations

from gameproof.pictures.sheet import palette

CELL = 44.0
"""Pixels between neighbouring cells of a board: what a finger hits. Pages make them larger."""
STONE = 0.27
"""Reach of a stone, in cells."""
VERTEX = 15.0
"""Radius of a vertex, in pixels."""

FINE, EDGE, STRONG, STONE_LINE, SIDE = 1.0, 1.5, 3.0, 4.0, 6.0
"""Widths of lines: borders of cells; edges; what is proved; stones; the sides of a Hex board."""

LETTERS, WORDS = 12.0, 13.0
"""Sizes of the letters beside a board, and of the words in its cells."""

SIZES = {"small": 14, "normal": 16, "large": 20, "title": 28}
"""The type scale of pages, in pixels."""
SPACES = {"tight": 4, "near": 8, "gap": 16, "wide": 24, "far": 40}
"""Spaces of pages, in pixels."""

ROLES = {
    "paper": palette.PAPER,
    "surface": palette.SURFACE,
    "ink": palette.INK,
    "muted": palette.MUTED,
    "line": palette.LINE,
    "pale": palette.PALE,
    "first": palette.FIRST,
    "second": palette.SECOND,
    "mark": palette.HIGHLIGHT,
    "threat": palette.THREAT,
    "link": palette.BLUE,
    "good": palette.GREEN,
    "bad": palette.WRONG,
    "on-stone": palette.ON_STONE,
    **{f"tint-{number}": colour for number, colour in enumerate(palette.TINTS)},
}
"""What each colour is for. The players are ``first`` (Red, Left) and ``second`` (Blue, Right)."""

READ = ("ink", "muted", "first", "second", "threat", "link", "good", "bad")
"""Roles that words are written in, on ``paper`` and on ``surface``."""


def variables() -> str:
    """The look as CSS, with the colours of pictures that stand in the page: light, and dark where
    the reader's system asks for it or where the page says so (``data-theme``)."""
    sizes = {f"size-{name}": f"{size / 16:g}rem" for name, size in SIZES.items()}
    sizes |= {f"space-{name}": f"{space / 16:g}rem" for name, space in SPACES.items()}
    sizes |= {
        "line-fine": f"{FINE:g}px",
        "line-edge": f"{EDGE:g}px",
        "line-strong": f"{STRONG:g}px",
        "line-stone": f"{STONE_LINE:g}px",
        "line-side": f"{SIDE:g}px",
    }
    light = {**sizes, **ROLES}
    dark = {name: palette.DARK[colour] for name, colour in ROLES.items()}
    system = ":root:not([data-theme=light], :has(> body[data-theme=light]))"
    page = ":root:is([data-theme=dark], :has(> body[data-theme=dark]))"
    asked = f"{system} {{ {_said(dark)} }} {palette.darkened(f'{system} ')}"
    return (
        f":root {{ {_said(light)} }}\n"
        f"@media (prefers-color-scheme: dark) {{ {asked} }}\n"
        f"{page} {{ {_said(dark)} }} {palette.darkened(f'{page} ')}\n"
    )


def _said(values: dict[str, str]) -> str:
    return " ".join(f"--{name}: {value};" for name, value in values.items())
