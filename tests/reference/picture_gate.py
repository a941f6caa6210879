"""What must not be in a picture, read off its SVG with widths of letters of our own.

Independent of the drawing code: boxes of all shapes are computed from the document.
"""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

from gameproof.pictures.picture import Picture
from gameproof.pictures.sheet.palette import DARK

Box = tuple[float, float, float, float]

NARROW = set(" ijl.,:;'|!()[]tfrI/-")
RAW = re.compile(
    r"\b(?:None|frozenset|dict_keys|mappingproxy|dtype|namedtuple|Position|Graph|Board)\(|"
    r"object at 0x|<class |array\(|frozenset|np\.int|\bNone\b|\{'|\['|\"\]|__\w+__|\bnan\b"
)
SHRINK = 0.88
"""Words may touch; they overlap when the middle parts of their boxes do."""


def width(words: str, size: float, bold: bool) -> float:
    """About what DejaVu Sans and Arial need on average."""
    em = sum(0.33 if c in NARROW else 0.85 if c in "mwMW@%" else 0.6 for c in words)
    return em * size * (1.1 if bold else 1.0)


def boxes(svg: str) -> tuple[Box, list[tuple[str, Box]]]:
    """The view box, and for each shape its tag (or its words) with its box."""
    root = ElementTree.fromstring(svg)
    x, y, wide, high = (float(n) for n in root.get("viewBox", "").split())
    found = []
    for element in root:
        tag = element.tag.rpartition("}")[2]
        get = element.attrib
        if tag in ("title", "style"):
            continue
        if tag == "text":
            assert not list(element), "words are plain"
            words = element.text or ""
            size = float(get["font-size"])
            w = width(words, size, "font-weight" in get)
            left = float(get["x"]) - {"start": 0, "middle": w / 2, "end": w}[get["text-anchor"]]
            middle = float(get["y"]) - 0.36 * size  # from the base line
            found.append((words, (left, middle - size / 2, left + w, middle + size / 2)))
            continue
        if tag == "rect":
            left, top = float(get["x"]), float(get["y"])
            box = (left, top, left + float(get["width"]), top + float(get["height"]))
        elif tag == "circle":
            cx, cy, r = (float(get[name]) for name in ("cx", "cy", "r"))
            box = (cx - r, cy - r, cx + r, cy + r)
        elif tag == "line":
            xs = float(get["x1"]), float(get["x2"])
            ys = float(get["y1"]), float(get["y2"])
            box = (min(xs), min(ys), max(xs), max(ys))
        else:
            assert tag in ("polygon", "polyline"), tag
            points = [tuple(map(float, pair.split(","))) for pair in get["points"].split()]
            px, py = [p[0] for p in points], [p[1] for p in points]
            box = (min(px), min(py), max(px), max(py))
        found.append((f"<{tag}>", box))
    return (x, y, x + wide, y + high), found


def faults(picture: Picture) -> list[str]:
    """What is wrong with a picture: shapes outside its view box, words over words, raw strings,
    colours that no theme knows."""
    found = []
    for svg in (picture.svg, *picture.frames[:3]):
        found += _faults(svg)
    raw = RAW.search(picture.text)
    if raw:
        found.append(f"raw string in the text: {raw.group()}")
    return found


def _faults(svg: str) -> list[str]:
    sheet, shapes = boxes(svg)
    found = [
        f"outside: {name} {tuple(round(x) for x in box)}"
        for name, box in shapes
        if box[0] < sheet[0] - 0.6
        or box[1] < sheet[1] - 0.6
        or box[2] > sheet[2] + 0.6
        or box[3] > sheet[3] + 0.6
    ]
    words = [(name, box) for name, box in shapes if not name.startswith("<") and name]
    words.sort(key=lambda one: one[1][0])
    found += [f"overlap: {a!r} {b!r}" for a, b in _overlaps(words)]
    found += [f"raw string: {name}" for name, _ in words if RAW.search(name)]
    colours = set(re.findall(r'(?:fill|stroke)="([^"]+)"', svg)) - set(DARK) - {"none"}
    return found + [f"colour of no theme: {colour}" for colour in sorted(colours)]


def _overlaps(words: list[tuple[str, Box]]) -> list[tuple[str, str]]:
    """Pairs of words whose boxes meet, the boxes shrunk a little. By a sweep over columns."""
    if len(words) <= 200:
        return [(a, b) for (a, p), (b, q) in combinations(words, 2) if _meet(p, q)]
    found = []
    for k, (a, p) in enumerate(words):
        for b, q in words[k + 1 :]:
            if q[0] > p[2]:
                break
            if _meet(p, q):
                found.append((a, b))
    return found


def _meet(p: Box, q: Box) -> bool:
    p, q = _shrunk(p), _shrunk(q)
    return p[0] < q[2] and q[0] < p[2] and p[1] < q[3] and q[1] < p[3]


def _shrunk(box: Box) -> Box:
    dx = (box[2] - box[0]) * (1 - SHRINK) / 2
    dy = (box[3] - box[1]) * (1 - SHRINK) / 2
    return box[0] + dx, box[1] + dy, box[2] - dx, box[3] - dy
