"""A picture in two forms, text for a terminal and SVG for everything else.

No picture uses colour as its only signal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar
from xml.etree import ElementTree

from gameproof.certificates.certificate import Certificate
from gameproof.games.meaning.position import AnyPosition
from gameproof.pictures.sheet import measure
from gameproof.pictures.sheet.drawing import CAPTION, EDGE, LINE, NARROWEST, Drawing
from gameproof.pictures.sheet.palette import INK, as_text, themed

__all__ = ["AnyDepiction", "Depiction", "Detail", "Drawing", "Picture"]

Detail = Mapping[str, object]
"""What stands beside an answer, as JSON."""

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Picture:
    """``text`` for a terminal (no colour codes) and ``svg``, a whole document.

    ``frames`` holds the SVG documents of an animation where there is one.
    """

    text: str
    svg: str
    frames: tuple[str, ...] = ()

    def themed(self, theme: str) -> Picture:
        """The same in a theme: ``light``, ``dark``, or ``auto``, as the reader's system has it."""
        return replace(
            self,
            svg=themed(self.svg, theme),
            frames=tuple(themed(frame, theme) for frame in self.frames),
        )

    def captioned(self, *lines: str) -> Picture:
        """The same with sentences below it, wrapped to its width. O(length)."""
        said = [line for line in lines if line]
        if not said:
            return self
        text = "\n".join([self.text.rstrip("\n"), *said]) + "\n"
        frames = tuple(_captioned(frame, said) for frame in self.frames)
        return replace(self, text=text, svg=_captioned(self.svg, said), frames=frames)

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
        if self.frames:
            slider = {
                "type": "range",
                "min": "0",
                "max": str(len(self.frames) - 1),
                "value": "0",
                "oninput": "show(+this.value)",
                "aria-label": "step",
            }
            ElementTree.SubElement(body, "input", slider)
            for number, frame in enumerate(self.frames):
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


def _captioned(svg: str, lines: list[str]) -> str:
    """The document with more words at its foot; its first rectangle is the sheet."""
    root = ElementTree.fromstring(svg)
    left, top, wide, high = (float(x) for x in root.get("viewBox", "0 0 0 0").split())
    missing = max(0.0, NARROWEST - wide)
    left, wide = left - missing / 2, wide + missing
    said = [part for line in lines for part in measure.wrap(line, CAPTION, wide - 2 * EDGE)]
    at = top + high
    for part in said:
        words = ElementTree.SubElement(root, "{http://www.w3.org/2000/svg}text")
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
    high = at + EDGE - top
    box = {"x": left, "y": top, "width": wide, "height": high}
    root.set("viewBox", " ".join(f"{x:g}" for x in box.values()))
    root.set("width", f"{wide:g}")
    root.set("height", f"{high:g}")
    sheet = root.find("{http://www.w3.org/2000/svg}rect")
    if sheet is not None:
        for name, number in box.items():
            sheet.set(name, f"{number:g}")
    return as_text(root)
