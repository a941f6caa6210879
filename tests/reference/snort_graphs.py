"""The graphs of the stored table of Snort values, by their names there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gameproof.games.graph import Graph
from gameproof.instances.graphs import take_graph


def table() -> list[dict[str, Any]]:
    """Rows with name, outcome, temp, ls, rs, birthday (some), cf."""
    path = Path(__file__).parents[1] / "data" / "snort_values.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["values"]
    return rows


def graph(name: str) -> Graph:
    """The graph that a row is about; ``wheel_n`` has n vertices with the hub."""
    kind, _, size = name.partition("_")
    words = {
        "P": "path",
        "C": "cycle",
        "grid": "grid " + size.replace("x", " "),
        "Q3": "hypercube 3",
        "octahedron": "",
        "prism": "prism 5",
    }
    if kind == "octahedron":
        return Graph.of(6, [(a, b) for a in range(6) for b in range(a) if a - b != 3])
    if kind == "wheel":
        rim = int(size) - 1
        spokes = [(0, i) for i in range(1, rim + 1)]
        return Graph.of(rim + 1, spokes + [(i, i % rim + 1) for i in range(1, rim + 1)])
    if kind == "K":
        text = f"bipartite {size.replace(',', ' ')}" if "," in size else f"complete {size}"
    elif kind in ("P", "C"):
        text = f"{words[kind]} {size}"
    else:
        text = words[kind]
    found, _ = take_graph(text.split())
    return found
