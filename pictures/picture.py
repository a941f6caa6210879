"""A picture in two forms, text for a terminal and SVG for everything else.

No picture uses colour as its only signal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeVar
from xml.etree import ElementTree

from gameproof.certificates.certificate import Certificate
from gameproof.games.meaning.position import AnyPosition
from gameproof.pictures.sheet import measure
from gameproof.pictures.sheet.drawing import (
    BARE,
    CAPTION,
    CAPTIONS,
    EDGE,
    LINE,
    NARROWEST,
    Drawing,
)
from gameproof.pictures.sheet.palette import INK, as_text, themed

__all__ = ["AnyDepiction", "Depiction", "Detail", "Drawing", "Picture"]

Detail = Mapping[str, object]
"""What stands beside an answer, as JSON."""

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Picture:
    """``text`` for a terminal (no colour codes) and ``svg``, a whole document.

    ``animation`` draws the SVG documents of an animation where there is one, when they are asked
    for: pages of many positions show none.
    """

    text: str
    svg: str
    animation: Callable[[], tuple[str, ...]] = tuple

    @property
    def frames(self) -> tuple[str, ...]:
        """The SVG documents of the animation. Drawn each time."""
        return self.animation()

    def themed(self, theme: str) -> Picture:
        """The same in a theme: ``light``, ``dark``, or ``auto``, as the reader's system has it."""
        return replace(
            self,
            svg=themed(self.svg, theme),
            animation=lambda: tuple(themed(frame, theme) for frame in self.frames),
        )

    def captioned(self, *lines: str) -> Picture:
        """The same with sentences below it, wrapped to its width. O(length)."""
        said = [line for line in lines if line]
        if not said:
            return self
        text = "\n".join([self.text.rstrip("\n"), *said]) + "\n"
        return replace(
            self,
            text=text,
            svg=_captioned(self.svg, said),
            animation=lambda: tuple(_captioned(frame, said) for frame in self.frames),
        )

    def without_caption(self) -> Picture:
        """The same without the sentences below it, in its SVG. O(length)."""
        return replace(
            self,
            svg=_bare(self.svg),
            animation=lambda: tuple(_bare(frame) for frame in self.frames),
        )

    def save(
        self, path: str | Path, *, theme: str = "light", scale: float = 2.0, caption: bool = True
    ) -> None:
        """Write the picture to a file, in the format of its suffix: ``.svg``, ``.pdf``, ``.png``
        (``scale`` dots a pixel), ``.tikz`` (to be input in a paper), ``.tex`` or ``.txt``.

        Raises :class:`BadInput` for another suffix, :class:`OSError` where it cannot be
        written, and where ``.pdf`` or ``.png`` lacks a library :class:`Missing`, which says
        how to get it.
        """
        from gameproof.pictures.sheet.files import to_bytes

        shown = self if caption else self.without_caption()
        data = to_bytes(shown, Path(path).suffix.lower(), theme=theme, scale=scale)
        Path(path).write_bytes(data)

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.text

    def html(self, title: str) -> str:
        """A page that shows the picture (its frames as a small player)."""
        page = ElementTree.Element("html", {"lang": "en"})
        head = ElementTree.SubElement(page, "head")
        ElementTree.SubElement(head, "meta", {"charset": "utf-8"})
        ElementTree.SubElement(head, "title").text = title
        body = ElementTree.SubElement(page, "body", {"style": "font-family: sans-serif"})
        ElementTree.SubElement(body, "h1").text = title
        frames = self.frames
        if frames:
            slider = {
                "type": "range",
                "min": "0",
                "max": str(len(frames) - 1),
                "value": "0",
                "oninput": "show(+this.value)",
                "aria-label": "step",
            }
            ElementTree.SubElement(body, "input", slider)
            for number, frame in enumerate(frames):
                style = "" if number == 0 else "display:none"
                holder = ElementTree.SubElement(body, "div", {"class": "frame", "style": style})
                holder.append(ElementTree.fromstring(frame))
            script = ElementTree.SubElement(body, "script")
            script.text = (
                "function show(k){document.querySelectorAll('.frame').forEach("
                "(f,i)=>{f.style.display=i===k?'':'none'})}"
            )
        else:
            body.append(ElementTree.fromstring(self.svg))
        ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
        text = ElementTree.tostring(page, encoding="unicode", method="html")
        return "<!DOCTYPE html>\n" + text + "\n"


@dataclass(frozen=True, slots=True)
class Depiction(Generic[P]):
    """What a picture module of a game declares, as ``PICTURE``.

    ``draw(position, certificate, detail)`` draws a position, with what is proved of it where
    a certificate and the details of the answer are given.
    """

    draw: Callable[[P, Certificate | None, Detail | None], Picture]


AnyDepiction = Depiction[AnyPosition]
"""The picture of a game that is known only while the program runs."""


SVG = "{http://www.w3.org/2000/svg}"


def _bare(svg: str) -> str:
    """The document without its captions; one that is nothing else stays as it is."""
    root = ElementTree.fromstring(svg)
    captions = [text for text in root.findall(f"{SVG}text") if text.get("class") == CAPTIONS]
    if len(captions) == len(root.findall(f"{SVG}*")) - len(root.findall(f"{SVG}title")) - 1:
        return svg
    for text in captions:
        root.remove(text)
    _boxed(root, [float(x) for x in root.get(BARE, root.get("viewBox", "")).split()])
    return as_text(root)


def _boxed(root: ElementTree.Element, box: list[float]) -> None:
    """The document in a new view box: left, top, width, height."""
    root.set("viewBox", " ".join(f"{x:g}" for x in box))
    root.set("width", f"{box[2]:g}")
    root.set("height", f"{box[3]:g}")
    sheet = root.find(f"{SVG}rect")
    if sheet is not None:
        for name, number in zip(("x", "y", "width", "height"), box, strict=True):
            sheet.set(name, f"{number:g}")


def _captioned(svg: str, lines: list[str]) -> str:
    """The document with more words at its foot; its first rectangle is the sheet."""
    root = ElementTree.fromstring(svg)
    left, top, wide, high = (float(x) for x in root.get("viewBox", "0 0 0 0").split())
    missing = max(0.0, NARROWEST - wide)
    left, wide = left - missing / 2, wide + missing
    said = [part for line in lines for part in measure.wrap(line, CAPTION, wide - 2 * EDGE)]
    at = top + high
    for part in said:
        words = ElementTree.SubElement(root, f"{SVG}text", {"class": CAPTIONS})
        words.text = part
        place = {
            "x": f"{left + EDGE:g}",
            "y": f"{at + LINE / 2 + measure.BASE * CAPTION:g}",
            "fill": INK,
        }
        look = {"font-size": f"{CAPTION:g}"}
        for name, value in {**place, **look, "text-anchor": "start"}.items():
            words.set(name, value)
        at += LINE
    _boxed(root, [left, top, wide, at + EDGE - top])
    return as_text(root)
