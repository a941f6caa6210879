"""Draws ``architecture.svg`` from the imports: layers, their sizes, and who imports whom.

``python docs/draw_architecture.py`` in a clone writes the picture beside this file.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as Tree

ROOT = Path(__file__).parents[1]
PLACES = {  # column and row of each layer; chosen so that no arrow runs behind a box
    "gameproof": (0, 0),
    "cli": (1, 0),
    "web": (2, 0),
    "pictures": (0, 1),
    "prover": (1.4, 1),
    "studies": (2.5, 1),
    "encodings": (2.5, 2),
    "instances": (0, 3),
    "replies": (0, 2.1),
    "certificates": (1, 3),
    "solvers": (2, 3),
    "games": (0.5, 4),
}
LAYERS = tuple(PLACES)
TRUSTED = {"games", "certificates", "instances"}
WIDTH, HEIGHT, BOX, TALL = 840, 560, 180, 60


def imports() -> Counter[tuple[str, str]]:
    """How many modules of one layer import another layer."""
    arrows: Counter[tuple[str, str]] = Counter()
    for layer in LAYERS:
        for path in modules(layer):
            used = set()
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and node.module:
                    names = [node.module]
                used |= {n.split(".")[1] for n in names if n.startswith("gameproof.")}
            arrows.update((layer, other) for other in used & set(LAYERS) - {layer})
    return arrows


def modules(layer: str) -> list[Path]:
    """The modules of a layer; the links inside ``gameproof`` are other layers."""
    folder = ROOT / layer
    found = folder.glob("*.py") if layer == "gameproof" else folder.rglob("*.py")
    return sorted(found)


def place(layer: str) -> tuple[float, float]:
    """The middle of a layer's box."""
    column, row = PLACES[layer]
    return 120 + column * 240, 50 + row * (HEIGHT - 100) / 4


def draw() -> str:
    """The picture as SVG."""
    svg = Tree.Element(
        "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img"
    )
    Tree.SubElement(svg, "title").text = "The layers of gameproof and their imports"
    style = "svg{font-family:sans-serif}text{text-anchor:middle;fill:#222}"
    Tree.SubElement(svg, "style").text = style
    head = Tree.SubElement(
        Tree.SubElement(svg, "defs"), "marker", id="head", viewBox="0 0 8 8", refX="7", refY="4",
        markerWidth="8", markerHeight="8", orient="auto", markerUnits="userSpaceOnUse",
    )  # fmt: skip
    Tree.SubElement(head, "path", d="M0,0L8,4L0,8z", fill="#777")
    Tree.SubElement(svg, "rect", width=str(WIDTH), height=str(HEIGHT), fill="#fff")
    for (one, two), count in sorted(imports().items()):
        x, y = place(one)
        u, v = place(two)
        down = v - y
        shift = (u - x) * 0.12
        if down > 0:
            ends = (x + shift, y + TALL / 2, u - shift, v - TALL / 2)
        else:
            side = BOX / 2 if u > x else -BOX / 2
            ends = (x + side, y, u - side, v)
        Tree.SubElement(
            svg, "line", x1=f"{ends[0]:.0f}", y1=f"{ends[1]:.0f}", x2=f"{ends[2]:.0f}",
            y2=f"{ends[3]:.0f}", stroke="#999",
            **{"stroke-width": f"{min(4, 0.6 + count / 20):.1f}"},
            **{"marker-end": "url(#head)"},
        )  # fmt: skip
    for layer in LAYERS:
        x, y = place(layer)
        fill = "#e3f1e3" if layer in TRUSTED else "#e8eef8"
        Tree.SubElement(
            svg, "rect", x=f"{x - BOX / 2:.0f}", y=f"{y - TALL / 2:.0f}", width=str(BOX),
            height=str(TALL), rx="8", fill=fill, stroke="#555",
        )  # fmt: skip
        name = Tree.SubElement(svg, "text", x=f"{x:.0f}", y=f"{y - 4:.0f}")
        name.set("font-size", "18")
        name.text = layer
        size = Tree.SubElement(svg, "text", x=f"{x:.0f}", y=f"{y + 17:.0f}")
        size.set("font-size", "12")
        size.text = f"{len(modules(layer))} modules"
    Tree.indent(svg)
    return Tree.tostring(svg, encoding="unicode") + "\n"


if __name__ == "__main__":
    (ROOT / "docs" / "architecture.svg").write_text(draw(), encoding="utf-8")
