"""Pictures as files: the format is the suffix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gameproof.games.meaning.bad_input import BadInput
from gameproof.pictures.sheet.palette import themed

SUFFIXES = (".svg", ".pdf", ".png", ".tikz", ".tex", ".txt")
"""What :func:`to_bytes` writes."""
SCALE = 2.0
"""Dots of a ``.png`` for each pixel."""


class Drawn(Protocol):
    """A picture: its text, and its SVG in the light theme."""

    @property
    def text(self) -> str:
        """For a terminal."""

    @property
    def svg(self) -> str:
        """A whole document."""


class Missing(Exception):
    """A library that is not installed; the message says which one, and how to get it."""

    exit_status = 4


def to_bytes(
    picture: Drawn,
    suffix: str,
    *,
    theme: str = "light",
    scale: float = SCALE,
    more: Sequence[str] = (),
) -> bytes:
    """The picture in the format of a suffix, ``.svg`` for example.

    ``.tikz`` is a ``tikzpicture`` to be input in a paper, ``.tex`` a document with it and the
    paragraphs of LaTeX ``more``. ``scale`` is dots of a ``.png`` a pixel. Raises
    :class:`BadInput` for any other suffix, and :class:`Missing` where ``.pdf`` or ``.png`` needs
    a library that is not there.
    """
    if suffix not in SUFFIXES:
        raise BadInput(f"no picture is written to a {suffix or 'nameless'} file")
    if suffix == ".txt":
        return picture.text.encode()
    svg = themed(picture.svg, theme)
    if suffix == ".svg":
        return svg.encode()
    if theme == "auto":
        raise BadInput("the theme auto is one of .svg files: a .pdf, .png or .tex cannot change")
    if suffix in (".tikz", ".tex"):
        from gameproof.pictures.sheet.tikz import to_document, to_tikz

        return (to_tikz(svg) if suffix == ".tikz" else to_document(svg, more)).encode()
    return _converted(svg, suffix, scale)


def _converted(svg: str, suffix: str, scale: float) -> bytes:
    try:
        import cairosvg
    except (ImportError, OSError) as error:  # OSError: the library itself, cairo, is not there
        raise Missing(
            f"a {suffix} file needs CairoSVG (pip install 'gameproof[pictures]') and the cairo "
            f"library: {error}".splitlines()[0]
        ) from None
    if suffix == ".pdf":
        found: bytes = cairosvg.svg2pdf(bytestring=svg.encode())
    else:
        found = cairosvg.svg2png(bytestring=svg.encode(), scale=scale)
    return found
