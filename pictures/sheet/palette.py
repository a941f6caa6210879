"""The colours of all pictures, each in a light and a dark theme.

The strong colours have the hues of Okabe and Ito (Color Universal Design, 2008), which readers
with any of the common colour vision deficiencies tell apart, as dark (in the dark theme, as
light) as words need to be read (4.5 to 1, WCAG 2); the tints are mixtures of them with the paper.
No picture uses a colour that is not listed here, so :func:`themed` is total.
"""

from __future__ import annotations

from xml.etree import ElementTree

PAPER = "#ffffff"
SURFACE = "#f4f5f6"
INK = "#222222"
MUTED = "#5f6368"
LINE = "#868b90"
"""Borders of cells and what is live no more: 3 to 1 on the paper, as graphics need it."""
PALE = "#d9d9d9"
FILLED = "#a6a6a6"
RED = "#bf4b00"
BLUE = "#0069a8"
GREEN = "#00734f"
THREAT = "#b0185c"
"""Sets that are about to be completed."""
WRONG = "#b3261e"
ON_STONE = "#fefefe"
"""Words on a stone of a strong colour."""
HIGHLIGHT = "#f0e442"
FIRST = RED
SECOND = BLUE

TINTS = (
    "#bfe0f4", "#f5bf6b", "#9fdcc0", "#f6ef8f", "#dcaee8", "#ee9b80",
    "#93b2ee", "#d6d6d6", "#bfe07a", "#6fcfd0", "#fbcfdc", "#cfae86",
)  # fmt: skip
"""Light areas for pairs, regions and pieces: sky blue, orange, bluish green, yellow, purple,
vermilion, blue, grey, lime, teal, pink, tan. One differs from the next by 31 or more (CIE 1976),
so that a dozen numbered in a row can be told apart."""

HEAT = ("#fff8ee", "#fdeacf", "#fbdbae", "#f9cc8d", "#f6bc6b", "#f0a94a")
"""From little to much, by lightness alone."""

SHADES = (
    "#1f4a61", "#7a5200", "#0c6a4c", "#666000", "#6a3a78", "#8a3a14",
    "#2a4fa0", "#55585c", "#4a6a10", "#0a6f74", "#85405f", "#5c4630",
)  # fmt: skip
DARK: dict[str, str] = {
    PAPER: "#15171a",
    SURFACE: "#1e2125",
    INK: "#e9e9e9",
    MUTED: "#a3a8ae",
    LINE: "#7b8087",
    PALE: "#44484d",
    FILLED: "#7c8188",
    RED: "#ff8b3d",
    BLUE: "#5cb6ef",
    GREEN: "#2fc79a",
    THREAT: "#ff86b8",
    WRONG: "#ff8f80",
    ON_STONE: "#101010",
    HIGHLIGHT: "#5a5400",
    **dict(zip(TINTS, SHADES, strict=True)),
    **dict(
        zip(HEAT, ("#1d1a15", "#33260f", "#49320c", "#603f0a", "#784c08", "#905a06"), strict=True)
    ),
}
"""The dark theme: what takes the place of each colour."""

THEMES = ("light", "dark", "auto")
NONE = "none"


def tint(number: int) -> str:
    """A light colour for the ``number``-th pair or class, counted from 1; they repeat."""
    return TINTS[(number - 1) % len(TINTS)]


def heat(share: float) -> str:
    """A colour for a part of the greatest value, between 0 and 1."""
    return HEAT[min(len(HEAT) - 1, int(share * len(HEAT)))]


def darkened(within: str = "") -> str:
    """The dark theme as rules of CSS, for drawings inside of what the selector ``within`` finds."""
    return "".join(
        f'{within}[{name}="{light}"]{{{name}:{dark}}}'
        for light, dark in DARK.items()
        for name in ("fill", "stroke")
    )


def themed(svg: str, theme: str) -> str:
    """The document in a theme: ``light``, ``dark``, or ``auto``, as the reader's system has it.

    Raises :class:`KeyError` for a colour that is not listed. O(length).
    """
    if theme == "light":
        return svg
    root = ElementTree.fromstring(svg)
    if theme == "auto":
        style = ElementTree.Element("{http://www.w3.org/2000/svg}style")
        style.text = f"@media (prefers-color-scheme:dark){{{darkened()}}}"
        root.insert(0, style)
    else:
        for element in root.iter():
            for name in ("fill", "stroke"):
                colour = element.get(name, NONE)
                if colour != NONE:
                    element.set(name, DARK[colour])
    return as_text(root)


def as_text(root: ElementTree.Element) -> str:
    """An SVG element as a document."""
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    return ElementTree.tostring(root, encoding="unicode") + "\n"
