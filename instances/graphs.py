"""Graphs from words (``grid 3 4``, ``gnp 10 0.3 seed 7``) and from files."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput, hint

if TYPE_CHECKING:
    from gameproof.instances.random_graphs import Edges

LARGEST = 1 << 31
MOST = 1 << 25
"""Vertices and edges together of a graph that words may ask for (200 bytes each at most)."""


@dataclass(frozen=True, slots=True)
class Family:
    """A family of graphs: its parameters' names and its builder ``(*values, seed)``.

    ``size(*values)`` is about the number of vertices and edges, known before anything is built.
    """

    parameters: tuple[str, ...]
    build: Callable[..., tuple[int, Edges]]
    size: Callable[..., float]
    random: bool = False
    many: bool = False


def _grid(rows: int, columns: int) -> tuple[int, Edges]:
    cells = np.arange(rows * columns, dtype=np.int64).reshape(rows, columns)
    across = np.stack([cells[:, :-1].ravel(), cells[:, 1:].ravel()], axis=1)
    down = np.stack([cells[:-1].ravel(), cells[1:].ravel()], axis=1)
    return rows * columns, np.concatenate([across, down])


def _torus(rows: int, columns: int) -> tuple[int, Edges]:
    cells = np.arange(rows * columns, dtype=np.int64).reshape(rows, columns)
    across = np.stack([cells.ravel(), np.roll(cells, -1, axis=1).ravel()], axis=1)
    down = np.stack([cells.ravel(), np.roll(cells, -1, axis=0).ravel()], axis=1)
    edges = np.sort(np.concatenate([across, down]), axis=1)
    return rows * columns, np.unique(edges[edges[:, 0] != edges[:, 1]], axis=0)


def _cycle(k: int) -> tuple[int, Edges]:
    if k < 3:
        raise BadInput(f"a cycle needs at least 3 vertices, not {k}")
    return k, [(i, (i + 1) % k) for i in range(k)]


def _path(k: int) -> tuple[int, Edges]:
    first = np.arange(max(k - 1, 0), dtype=np.int64)
    return k, np.stack([first, first + 1], axis=1)


def _complete(k: int) -> tuple[int, Edges]:
    return k, np.stack(np.triu_indices(k, 1), axis=1).astype(np.int64)


def _bipartite(a: int, b: int) -> tuple[int, Edges]:
    return a + b, [(i, a + j) for i in range(a) for j in range(b)]


def _wheel(k: int) -> tuple[int, Edges]:
    if k < 3:
        raise BadInput(f"a wheel's rim needs at least 3 vertices, not {k}")
    rim = [(1 + i, 1 + (i + 1) % k) for i in range(k)]
    return k + 1, [(0, 1 + i) for i in range(k)] + rim


def _petersen() -> tuple[int, Edges]:
    outer = [(i, (i + 1) % 5) for i in range(5)]
    return 10, outer + [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]


def _generalised_petersen(n: int, k: int) -> tuple[int, Edges]:
    """A cycle of n, a spoke at each vertex, and the inner ends joined k apart (Watkins 1969)."""
    if n < 3 or k < 1 or 2 * k >= n:
        raise BadInput(f"generalised-petersen N K needs N >= 3 and 1 <= K < N / 2, not {n} {k}")
    outer = [(i, (i + 1) % n) for i in range(n)]
    spokes = [(i, n + i) for i in range(n)]
    return 2 * n, [*outer, *spokes, *((n + i, n + (i + k) % n) for i in range(n))]


def _kneser(n: int, k: int) -> tuple[int, Edges]:
    """The sets of k of n things in lexicographic order, joined where they are disjoint
    (Kneser 1955)."""
    sets = [frozenset(chosen) for chosen in combinations(range(n), k)]
    return len(sets), [
        (i, j)
        for i, one in enumerate(sets)
        for j, other in enumerate(sets[i + 1 :], i + 1)
        if one.isdisjoint(other)
    ]


def _kneser_size(n: int, k: int) -> float:
    """Looked at are all pairs of sets."""
    if not 1 <= k <= n:
        raise BadInput(f"kneser N K needs 1 <= K <= N, not {n} {k}")
    sets = comb(n, k) if min(k, n - k) <= 12 else MOST
    return float(sets * sets)


def _multipartite(*sizes: int) -> tuple[int, Edges]:
    """Parts of these sizes, one after the other, and all edges between different parts."""
    part = np.repeat(np.arange(len(sizes)), sizes)
    ends = np.stack(np.triu_indices(len(part), 1), axis=1).astype(np.int64)
    return len(part), ends[part[ends[:, 0]] != part[ends[:, 1]]]


def _hypercube(d: int) -> tuple[int, Edges]:
    if d > 24:
        raise BadInput(f"a hypercube of dimension {d} is too large (at most 24)")
    v = np.arange(1 << d, dtype=np.int64)
    parts = [np.stack([v[v & (1 << b) == 0], v[v & (1 << b) == 0] | 1 << b], 1) for b in range(d)]
    return 1 << d, np.concatenate(parts) if parts else []


def _prism(k: int) -> tuple[int, Edges]:
    n, rim = _cycle(k)
    again = [(a + k, b + k) for a, b in rim]
    return 2 * n, [*rim, *again, *((i, i + k) for i in range(k))]


def _ladder(k: int) -> tuple[int, Edges]:
    return _grid(2, k)


def _king(rows: int, columns: int) -> tuple[int, Edges]:
    n, straight = _grid(rows, columns)
    cells = np.arange(n, dtype=np.int64).reshape(rows, columns)
    falling = np.stack([cells[:-1, :-1].ravel(), cells[1:, 1:].ravel()], axis=1)
    rising = np.stack([cells[:-1, 1:].ravel(), cells[1:, :-1].ravel()], axis=1)
    return n, np.concatenate([np.asarray(straight), falling, rising])


def _around(jumps: tuple[int, ...], times: int) -> tuple[int, Edges]:
    """A Hamiltonian cycle and a chord at each vertex (the notation of Lederberg, Coxeter and
    Frucht)."""
    n = len(jumps) * times
    chords = {tuple(sorted((v, (v + jumps[v % len(jumps)]) % n))) for v in range(n)}
    return n, [*((v, (v + 1) % n) for v in range(n)), *sorted((a, b) for a, b in chords)]


def _dodecahedron() -> tuple[int, Edges]:
    return _around((10, 7, 4, -4, -7, 10, -4, 7, -7, 4), 2)


def _icosahedron() -> tuple[int, Edges]:
    """Two poles, and an antiprism of ten between them."""
    ring = [(1 + i, 1 + (i + 1) % 10) for i in range(10)]
    skip = [(1 + i, 1 + (i + 2) % 10) for i in range(10)]
    return 12, ring + skip + [(0, 1 + i) for i in range(0, 10, 2)] + [
        (11, 1 + i) for i in range(1, 10, 2)
    ]


def _octahedron() -> tuple[int, Edges]:
    return 6, [(a, b) for a in range(6) for b in range(a + 1, 6) if a + b != 5]


def _caterpillar(*legs: int) -> tuple[int, Edges]:
    spine = len(legs)
    edges = [(i, i + 1) for i in range(spine - 1)]
    n = spine
    for vertex, count in enumerate(legs):
        edges += [(vertex, n + i) for i in range(count)]
        n += count
    return n, edges


def _random(name: str) -> Callable[..., tuple[int, Edges]]:
    def build(*values: float) -> tuple[int, Edges]:
        from gameproof.instances import random_graphs

        made: tuple[int, Edges] = getattr(random_graphs, name)(*values)
        return made

    return build


def _edges(n: int, *ends: int) -> tuple[int, Edges]:
    """A graph written out: its number of vertices, then the two ends of each edge."""
    if len(ends) % 2:
        raise BadInput("edges N A B A B ...: the last edge has one end only")
    for v in ends:
        if v >= n:
            raise BadInput(f"edges {n}: no vertex {v}; vertices are 0..{n - 1}")
    return n, [(ends[k], ends[k + 1]) for k in range(0, len(ends), 2)]


FAMILIES: dict[str, Family] = {
    "path": Family(("K",), _path, lambda k: 2 * k),
    "cycle": Family(("K",), _cycle, lambda k: 2 * k),
    "star": Family(("K",), lambda k: (k + 1, [(0, i + 1) for i in range(k)]), lambda k: 2 * k),
    "complete": Family(("K",), _complete, lambda k: k * k / 2),
    "bipartite": Family(("A", "B"), _bipartite, lambda a, b: a + b + a * b),
    "grid": Family(("A", "B"), _grid, lambda a, b: 3 * a * b),
    "torus": Family(("A", "B"), _torus, lambda a, b: 3 * a * b),
    "petersen": Family((), _petersen, lambda: 25),
    "ladder": Family(("K",), _ladder, lambda k: 5 * k),
    "king": Family(("A", "B"), _king, lambda a, b: 5 * a * b),
    "tetrahedron": Family((), lambda: _complete(4), lambda: 10),
    "cube": Family((), lambda: _hypercube(3), lambda: 20),
    "octahedron": Family((), _octahedron, lambda: 18),
    "dodecahedron": Family((), _dodecahedron, lambda: 50),
    "icosahedron": Family((), _icosahedron, lambda: 42),
    "wheel": Family(("K",), _wheel, lambda k: 3 * k),
    "generalised-petersen": Family(("N", "K"), _generalised_petersen, lambda n, _: 5 * n),
    "kneser": Family(("N", "K"), _kneser, _kneser_size),
    "multipartite": Family(
        ("SIZES...",), _multipartite, lambda *sizes: sum(sizes) ** 2 / 2, many=True
    ),
    "prism": Family(("K",), _prism, lambda k: 5 * k),
    "hypercube": Family(("D",), _hypercube, lambda d: (1 + d / 2) * 2.0 ** min(d, 99)),
    "empty": Family(("K",), lambda k: (k, []), lambda k: k),
    "caterpillar": Family(("LEGS...",), _caterpillar, lambda *legs: 2 * sum(legs), many=True),
    "edges": Family(("N", "A", "B..."), _edges, lambda n, *ends: n + len(ends) / 2, many=True),
    "gnp": Family(("N", "P"), _random("gnp"), lambda n, p: n + p * n * n / 2, random=True),
    "gnm": Family(("N", "M"), _random("gnm"), lambda n, m: n + m, random=True),
    "regular": Family(("D", "N"), _random("regular"), lambda d, n: n + d * n / 2, random=True),
    "tree": Family(("N",), _random("tree"), lambda n: 2 * n, random=True),
}


_SHORT = (
    (re.compile(r"[Kk]([0-9]{1,10})"), "complete {}"),
    (re.compile(r"[Kk]([0-9]{1,10}),([0-9]{1,10})"), "bipartite {} {}"),
    (re.compile(r"[Pp]([0-9]{1,10})"), "path {}"),
    (re.compile(r"[Cc]([0-9]{1,10})"), "cycle {}"),
    (re.compile(r"Q([0-9]{1,10})"), "hypercube {}"),
    (re.compile(r"([0-9]{1,10})[x×]([0-9]{1,10})"), "grid {} {}"),
)


def written_out(word: str) -> list[str] | None:
    """The words that ``K5``, ``K3,4``, ``P7``, ``C5``, ``Q3`` or ``3x4`` stands for."""
    for pattern, meaning in _SHORT:
        match = pattern.fullmatch(word)
        if match is not None:
            return meaning.format(*(int(number) for number in match.groups())).split()
    return None


def take_graph(
    words: list[str], *, directed: bool = False, files: bool = True
) -> tuple[Graph, int]:
    """The graph that the first words name, and how many words that took.

    A file's format is known by its suffix or its content. Raises :class:`BadInput` for an
    unknown family, a missing or wrong number, a graph too large to be made, or an unreadable
    file. Without ``files`` no file is opened.
    """
    if not words:
        raise BadInput("expected a graph (path 7, grid 3 4, gnp 10 0.3 seed 7, FILE, -)")
    name = words[0]
    if name not in FAMILIES:
        if literal(name):
            from gameproof.instances.graph_files import literal_graph

            return literal_graph(name, directed=directed), 1
        if not files:
            raise BadInput(f"{name[:60]!r} is no graph family{hint(name, FAMILIES)}")
        from gameproof.instances.graph_files import (
            bounded,
            read_bytes,
            read_graph,
            standard_input,
        )

        if name == "-":
            data = bounded(standard_input(), "-")
            return read_graph(Path("-"), data, directed=directed), 1
        short = written_out(name)
        if short is not None:
            return take_graph(short, directed=directed)[0], 1
        path = existing(name)
        return read_graph(path, read_bytes(path), directed=directed), 1
    family = FAMILIES[name]
    values: list[int | float] = []
    used = 1
    if family.many:
        while used < len(words) and re.fullmatch(r"[0-9]+", words[used]):
            values.append(_number(words[used], name, "each word"))
            used += 1
        if not values:
            raise BadInput(f"{name} needs numbers: {' '.join(family.parameters)}")
    for parameter in () if family.many else family.parameters:
        if used >= len(words):
            raise BadInput(f"{name} needs {' '.join(family.parameters)}: {parameter} is missing")
        values.append(_number(words[used], name, parameter))
        used += 1
    if family.random:
        seed = 0
        if used < len(words) and words[used] == "seed":
            if used + 1 >= len(words) or not re.fullmatch(r"[0-9]+", words[used + 1]):
                raise BadInput("seed needs a whole number")
            if len(words[used + 1]) > 40:
                raise BadInput("a seed has at most 40 digits")
            seed = int(words[used + 1])
            used += 2
    if not family.size(*values) <= MOST:
        asked = " ".join(words[:used])[:60]
        raise BadInput(f"{asked} is too large: at most {MOST} vertices and edges are made")
    if family.random:
        values.append(seed)
    n, edges = family.build(*values)
    if directed:
        edges = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    return Graph.of(n, edges, directed=directed, words=" ".join(words[:used])), used


def literal(word: str) -> bool:
    """Is it a word like ``graph6:DQc``?"""
    if ":" not in word:
        return False
    from gameproof.instances import graph_files

    return graph_files.literal(word) is not None


def existing(name: str, folder: Path = Path()) -> Path:
    """The file of that name; raises :class:`BadInput` where there is none."""
    path = folder / name
    try:
        found = path.exists()
    except (OSError, ValueError):
        found = False
    if not found:
        shown = name if len(name) <= 60 else name[:57] + "..."
        raise BadInput(f"{shown!r} is no graph family and no file{hint(name[:60], FAMILIES)}")
    return path


def _number(text: str, family: str, parameter: str) -> int | float:
    shape = (
        r"\+?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?" if parameter == "P" else r"[0-9]+"
    )
    if re.fullmatch(shape, text) is None or len(text) > 40:
        kind = "a probability" if parameter == "P" else "a whole number"
        raise BadInput(f"{family}: {parameter} must be {kind}, not {text[:60]!r}")
    value = float(text) if parameter == "P" else int(text)
    if value < 0 or value >= LARGEST:
        raise BadInput(f"{family}: {parameter} must lie in 0..{LARGEST - 1}, not {text}")
    return value
