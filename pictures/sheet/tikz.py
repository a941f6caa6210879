"""Pictures for papers: an SVG document of our own as a ``tikzpicture``, or as a whole page.

Only what :mod:`gameproof.pictures.sheet.drawing` and the plots of experiments make is read. The
picture needs the package ``tikz`` and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from gameproof.pictures.sheet.drawing import Point
from gameproof.pictures.sheet.latex import escaped
from gameproof.pictures.sheet.palette import NONE, PAPER

BIG_POINTS = 0.75
"""Of a pixel: 96 pixels and 72 big points are an inch."""

TEXT = 481.0
"""Big points of a line of text on such a page: 17 cm."""


def to_tikz(svg: str) -> str:
    """A ``tikzpicture`` with the colours, lines and words of the document. O(length)."""
    root = ElementTree.fromstring(svg)
    colours: dict[str, str] = {}
    body: list[str] = []
    for number, element in enumerate(root.iter()):
        tag = element.tag.rpartition("}")[2]
        if tag in ("svg", "g", "title", "style"):
            continue
        if tag == "rect" and number <= 2 and element.get("fill") == PAPER:
            continue  # the sheet: paper has its own
        body.append(_shape(tag, element.attrib, element.text or "", colours))
    names = [
        rf"\definecolor{{{name}}}{{HTML}}{{{colour.lstrip('#').upper()}}}"
        for colour, name in colours.items()
    ]
    begin = r"\begin{tikzpicture}[x=1bp,y=-1bp]"
    lines = ["% needs \\usepackage{tikz}", begin, *names, *body, r"\end{tikzpicture}"]
    return "\n".join(lines) + "\n"


def to_document(svg: str, more: Sequence[str] = ()) -> str:
    """A LaTeX document with the picture, no wider than the text of the page, and paragraphs of
    LaTeX below it."""
    picture = to_tikz(svg)
    if float(ElementTree.fromstring(svg).get("width", "0")) * BIG_POINTS > TEXT:
        picture = rf"\resizebox{{\linewidth}}{{!}}{{%{chr(10)}{picture}}}"
    page = [
        r"\documentclass[a4paper]{article}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage[utf8]{inputenc}",
        r"\usepackage{tikz}",
        r"\usepackage[margin=2cm]{geometry}",
        r"\pagestyle{empty}",
        r"\setlength{\parindent}{0pt}",
        r"\begin{document}",
        picture,
    ]
    for paragraph in more:
        page += ["", r"\medskip", paragraph]
    return "\n".join([*page, r"\end{document}"]) + "\n"


def _shape(tag: str, get: dict[str, str], words: str, colours: dict[str, str]) -> str:
    if tag == "text":
        return _words(get, words, colours)
    style = _style(get, colours)
    if tag == "rect":
        a = (float(get["x"]), float(get["y"]))
        b = (a[0] + float(get["width"]), a[1] + float(get["height"]))
        return rf"\path[{style}] {_at(a)} rectangle {_at(b)};"
    if tag == "circle":
        centre = (float(get["cx"]), float(get["cy"]))
        return rf"\path[{style}] {_at(centre)} circle[radius={_length(get['r'])}bp];"
    if tag == "line":
        points = [(float(get["x1"]), float(get["y1"])), (float(get["x2"]), float(get["y2"]))]
    else:
        pairs = [pair.split(",") for pair in get["points"].split()]
        points = [(float(x), float(y)) for x, y in pairs]
    end = " -- cycle" if tag == "polygon" else ""
    return rf"\path[{style}] {' -- '.join(_at(p) for p in points)}{end};"


def _style(get: dict[str, str], colours: dict[str, str]) -> str:
    style = []
    if get.get("fill", NONE) != NONE:
        style.append(f"fill={_colour(get['fill'], colours)}")
    if get.get("stroke", NONE) != NONE:
        style.append(f"draw={_colour(get['stroke'], colours)}")
        style.append(f"line width={_length(get.get('stroke-width', '1'))}bp")
    dashes = get.get("stroke-dasharray", NONE)
    if dashes != NONE:
        lengths = dashes.replace(",", " ").split()
        words = ("on", "off") * (len(lengths) // 2)
        pattern = (f"{w} {_length(x)}bp" for w, x in zip(words, lengths, strict=True))
        style.append(f"dash pattern={' '.join(pattern)}")
    return ", ".join(style)


def _words(get: dict[str, str], words: str, colours: dict[str, str]) -> str:
    size = float(get["font-size"]) * BIG_POINTS
    anchor = {"start": "base west", "middle": "base", "end": "base east"}[get["text-anchor"]]
    series = r"\bfseries" if "font-weight" in get else ""
    font = rf"\sffamily{series}\fontsize{{{size:.2f}bp}}{{{1.2 * size:.2f}bp}}\selectfont"
    place = _at((float(get["x"]), float(get["y"])))
    colour = _colour(get.get("fill", "#000000"), colours)
    options = f"anchor={anchor}, inner sep=0pt, text={colour}, font={font}"
    return rf"\node[{options}] at {place} {{{escaped(words)}}};"


def _colour(colour: str, colours: dict[str, str]) -> str:
    return colours.setdefault(colour, f"gameproof{chr(ord('a') + len(colours))}")


def _at(point: Point) -> str:
    return f"({point[0] * BIG_POINTS:.2f},{point[1] * BIG_POINTS:.2f})"


def _length(text: str) -> str:
    return f"{float(text) * BIG_POINTS:.2f}"
