"""Graph files: which format a text has, and the graphs in it.

The format is what a person says (``--format``), else what the file's suffix says, else what
the text itself says where it cannot be mistaken. What is not certain is an error.
"""

from __future__ import annotations

import importlib
import json
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput, hint
from gameproof.instances.graph6 import HEADERS, is_graph6, six, six_lines
from gameproof.instances.graph_reading import (
    BARE,
    MARKED,
    Listing,
    Reading,
    unmarked,
    without_mark,
)

MOST_BYTES = 1 << 29
"""Bytes of a file that are read; a graph of so many takes some ten times as much memory."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its suffixes, its reader (``None``: one graph a line), and how a text of it
    begins, where that tells it from all others."""

    suffixes: tuple[str, ...]
    read: Callable[[bytes, Reading], Iterator[Listing]] | None = None
    head: re.Pattern[bytes] | None = None


def _head(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern, re.IGNORECASE)


def _by(reader: str) -> Callable[[bytes, Reading], Iterator[Listing]]:
    """The reader of that name, whose module is imported when it is first used."""

    module, _, name = reader.partition(".")

    def read(data: bytes, reading: Reading) -> Iterator[Listing]:
        found = importlib.import_module(f"gameproof.instances.{module}")
        listings: Iterator[Listing] = getattr(found, name)(data, reading)
        return listings

    return read


_PROBLEM = rb"(?:c[^\n]*\n|[ \t\r]*\n)*p\s+(?:%b)\s+[0-9]+\s+[0-9]+\s"
FORMATS: dict[str, Format] = {
    "graph6": Format((".g6",)),
    "sparse6": Format((".s6",)),
    "digraph6": Format((".d6",)),
    "dimacs": Format(
        (".col", ".dimacs"),
        _by("graph_formats.dimacs"),
        _head(_PROBLEM % b"|".join(MARKED)),
    ),
    "pace": Format((".gr",), _by("graph_formats.dimacs"), _head(_PROBLEM % b"|".join(BARE))),
    "metis": Format((".graph",), _by("graph_lists.metis")),
    "pajek": Format(
        (".net",),
        _by("graph_formats.pajek"),
        _head(rb"(?:\s|%[^\n]*\n)*\*(?:network\s[^\n]*\n\s*\*)?vertices\s"),
    ),
    "leda": Format((".lgr",), _by("graph_formats.leda"), _head(rb"(?:\s|#[^\n]*\n)*LEDA\.GRAPH\s")),
    "gml": Format(
        (".gml",),
        _by("graph_formats.gml"),
        _head(rb"(?:\s|#[^\n]*\n|(?:Creator|Version|comment)\s[^\n]*\n)*graph\s*\["),
    ),
    "graphml": Format(
        (".graphml",),
        _by("graph_formats.graphml"),
        _head(rb"\s*(?:<(?!graphml)[^<]*)*<graphml"),
    ),
    "dot": Format(
        (".dot", ".gv"),
        _by("dot_files.dot"),
        _head(
            rb"(?:\s|//[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/|#[^\n]*\n)*"
            rb"(?:strict\s+)?(?:di)?graph\b[^{}\[\]\n]*\n?\s*\{"
        ),
    ),
    "matrix-market": Format(
        (".mtx",), _by("graph_matrices.matrix_market"), _head(rb"%%MatrixMarket")
    ),
    "json": Format((".json",), _by("graph_formats.from_json"), _head(rb"\s*\{")),
    "edge-list": Format((".edges", ".edgelist", ".ncol"), _by("graph_lists.edge_list")),
    "adjacency-list": Format((".adjlist",), _by("graph_lists.adjacency_list")),
    "multiline-adjacency-list": Format(
        (".multiline_adjlist",), _by("graph_lists.multiline_adjacency_list")
    ),
    "adjacency-matrix": Format((".adjmatrix",), _by("graph_matrices.adjacency_matrix")),
    "csv": Format((".csv", ".tsv"), _by("graph_matrices.csv")),
    "lgl": Format((".lgl",), _by("graph_lists.lgl")),
}
SUFFIXES = {suffix: name for name, form in FORMATS.items() for suffix in form.suffixes}
NOT_READ = {
    ".hgr": "hypergraphs of hMETIS",
    ".hmetis": "hypergraphs of hMETIS",
    ".gexf": "GEXF",
    ".gdf": "GDF",
    ".tgf": "TGF",
    ".xlsx": "spreadsheets",
    ".pkl": "pickled graphs",
    ".gpickle": "pickled graphs",
    ".npz": "NumPy's archives",
    ".npy": "NumPy's arrays",
    ".mat": "MATLAB's matrices",
}
"""Suffixes of what might be meant for a graph."""
LISTED = ", ".join(
    " ".join([name, *([f"({' '.join(form.suffixes)})"] if form.suffixes else [])])
    for name, form in FORMATS.items()
)


def known_format(name: str) -> str:
    """The name, if it is that of a format; raises :class:`BadInput`."""
    if name not in FORMATS:
        raise BadInput(f"no graph format {name[:60]!r}{hint(name, FORMATS)} (known: {LISTED})")
    return name


def read_graph(
    path: Path, data: bytes, *, directed: bool = False, form: str | None = None
) -> Graph:
    """The one graph in ``data``, which stood in ``path``; raises :class:`BadInput` with file
    and line, also when there are several. O(size)."""
    if not data.strip():
        raise BadInput("no graph in this file: it is empty", str(path))
    found = graphs(path, data, directed=directed, form=form)
    first = next(found, None)
    if first is None:
        raise BadInput("no graph in this file", str(path))
    if next(found, None) is not None:
        raise BadInput(
            "holds several graphs; 'gameproof solve' answers one after the other", str(path)
        )
    return first


def graphs(
    path: Path, data: bytes, *, directed: bool = False, form: str | None = None
) -> Iterator[Graph]:
    """All graphs in ``data``, in order, ``directed`` where the game is played on arcs."""
    name = form or format_of(path, data)
    reader = FORMATS[name].read
    if reader is not None:
        for listing in reader(data, Reading(str(path), form is not None)):
            yield listing.graph(str(path), directed)
        return
    for line, body in six_lines(name, data.split(b"\n")):
        where = f"{path}:{line}"
        yield six(name, body, Reading(where)).graph(where, directed)


def format_of(path: Path, data: bytes) -> str:
    """The format's name by the suffix, else by how ``data`` begins, else by all of it."""
    suffix = path.suffix.lower()
    if suffix in SUFFIXES:
        return SUFFIXES[suffix]
    body = without_mark(data)
    start = body[: 1 << 16]
    name = line_format_of(start.lstrip().partition(b"\n")[0].strip())
    heads = [known for known, form in FORMATS.items() if form.head and form.head.match(start)]
    name = name or (heads[0] if heads else _by_lines(body))
    if name is not None:
        return name
    if suffix in NOT_READ:
        raise BadInput(f"{NOT_READ[suffix]} cannot be read; formats: {LISTED}", str(path))
    raise BadInput(
        "the format is not certain; say --format (--graph-format for 'encode') with one of: "
        f"{LISTED}",
        str(path),
    )


def line_format(path: Path, start: bytes, form: str | None = None) -> str | None:
    """The format with one graph a line that a file has, by its name or its first line
    ``start``; ``None`` for all others."""
    name = form or SUFFIXES.get(path.suffix.lower())
    if name is None:
        name = line_format_of(start.strip())
    return name if name is not None and FORMATS[name].read is None else None


def line_format_of(line: bytes) -> str | None:
    """The format that this line of a graph is certainly in, ``None`` for other lines."""
    for name, header in HEADERS.items():
        if line.startswith(header):
            return name
    body = line[1:]
    if line[:1] in b":&" and body and min(body) >= 63 and max(body) <= 126:
        return "sparse6" if line[:1] == b":" else "digraph6"
    return "graph6" if line and is_graph6(line) else None


def _by_lines(body: bytes) -> str | None:
    """The format of lines of words by all of them, where they can be no other: lists as
    networkx begins them; two vertices a line; a matrix of zeros and ones with four rows or
    more (two rows of them are edges or a matrix); cells with commas or tabs between."""
    from gameproof.instances import graph_lists, graph_matrices

    try:
        text = body.decode()
    except UnicodeDecodeError:
        return None
    if "\0" in text:
        return None
    plain = graph_lists.without_comments(body)
    if graph_lists.by_networkx(text):
        lines = graph_lists.lines_of(text)
        if b"{" in plain and graph_lists.multiline(lines) is not None:
            return "multiline-adjacency-list"
        return None if graph_lists.may_give_degrees(lines) else "adjacency-list"
    if re.search(r"^# \S+\s*$", text, re.MULTILINE) is not None:
        return None  # LGL, or comments
    numbered = graph_lists.lines_of_numbers(plain)
    if numbered is not None and numbered[0].size > 1 << 10:  # too many for the lists below
        widths = set(numbered[1].tolist()) - {0}
        if widths <= {1, 2}:
            return "edge-list" if 2 in widths else None
    cells = graph_matrices.cells_of(text)
    rows = cells or [words for _, words in graph_lists.lines_of(text)]
    widths = {len(row) for row in rows}
    few = {token for row in rows for token in row} <= {"0", "1"} and len(rows) == 2
    if len(rows) >= 4 and widths == {len(rows)}:
        ones = all(graph_lists.is_zero_or_one(cell) for row in rows for cell in row)
        return "adjacency-matrix" if ones else None
    if few:
        return None
    if cells is not None:
        full = all("" not in row[:2] for row in rows[1 if len(rows) > 1 else 0 :])
        return "csv" if full and len(widths) == 1 else None
    data = widths == {3} and all(graph_lists.is_data(row[2]) for row in rows)
    if widths in ({2}, {1, 2}) or data:
        real = all(graph_lists.REAL.fullmatch(word) for row in rows for word in row[:2])
        whole = all(word.isdecimal() for row in rows for word in row[:2])
        if not re.search(r"[,;|=&\[\]<>\"]", text.replace("{}", "")) or data:
            return "edge-list" if whole or not real else None
    return None


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content of a file or pipe; raises :class:`BadInput` where there is none or where it
    does not end."""
    try:
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            raise BadInput("is a folder, expected a file", str(path))
        if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind)):
            raise BadInput("is neither a file nor a pipe", str(path))
        with path.open("rb") as stream:
            return bounded(stream, str(path), most)
    except FileNotFoundError:
        raise BadInput("no such file", str(path)) from None
    except ValueError as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"no file can have this name: {error}", str(path)) from None
    except OSError as error:
        raise BadInput(error.strerror or "unreadable", str(path)[:200]) from None


class Source(Protocol):
    """What bytes are read from."""

    def read(self, most: int, /) -> bytes:
        """Up to so many bytes."""


def bounded(stream: Source, name: str, most: int = MOST_BYTES, start: bytes = b"") -> bytes:
    """All of a text stream of which ``start`` was read, as :func:`unmarked` leaves it; raises
    :class:`BadInput` also when it holds more than ``most`` bytes."""
    data = start + stream.read(most + 1)
    if len(data) > most:
        raise BadInput(f"holds more than {most} bytes", name)
    return unmarked(data, name)


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a file; raises :class:`BadInput`."""
    try:
        return read_bytes(path, most).decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("not UTF-8 text", str(path)) from None


def standard_input() -> IO[bytes]:
    """Standard input as bytes; raises :class:`BadInput` where there is none."""
    stream = sys.stdin
    if stream is None:
        raise BadInput("there is no standard input", "-")
    return stream.buffer


def literal(word: str) -> tuple[str, bytes] | None:
    """The format and the line of a word like ``graph6:DQc``, ``None`` for other words."""
    form, colon, line = word.partition(":")
    if not colon or form not in HEADERS:
        return None
    return form, line.encode("utf-8", "replace")


def literal_graph(word: str, *, directed: bool = False) -> Graph:
    """The graph of such a word; raises :class:`BadInput`."""
    found = literal(word)
    if found is None:
        raise BadInput(f"expected a word like graph6:DQc, not {word[:60]!r}")
    graph = six(*found, Reading(word[:60])).graph(word[:60], directed)
    return Graph(graph.n, graph.edges, graph.directed, graph.names, word)


def literals(path: Path, stream: Iterable[bytes], form: str) -> Iterator[tuple[int, str]]:
    """Every line of a stream with one graph a line, as a word, with its number. Nothing is
    decoded here: a wrong line is an error of that line."""
    for number, line in six_lines(form, stream):
        if len(line) > MOST_BYTES:
            raise BadInput("this line is too long", f"{path}:{number}")
        yield number, f"{form}:{line.decode('latin-1')}"


def write_graph(graph: Graph, suffix: str, title: str) -> str:
    """The graph as the text of a ``.col``, ``.edges``, ``.json``, ``.gml`` or ``.g6`` file.

    ``.col`` and ``.edges`` carry ``title`` as a comment. Raises :class:`BadInput`
    where the format cannot hold the graph (graph6: directed or parallel edges).
    """
    from gameproof.instances import graph_lists

    if suffix == ".col":
        lines = (f"e {a + 1} {b + 1}\n" for a, b in graph.edges)
        return f"c {title}\np edge {graph.n} {graph.m}\n" + "".join(lines)
    if suffix == ".edges":
        alone = sorted(set(range(graph.n)) - {int(v) for v in graph.edges.ravel()})
        rows = [f"{graph.label(a)} {graph.label(b)}" for a, b in graph.edges.tolist()]
        text = "\n".join([f"# {title}", *rows, *map(graph.label, alone), ""])
        try:
            list(graph_lists.edge_list(text.encode(), Reading("")))
        except BadInput:  # what could be a header is none with data, as networkx writes it
            text = "\n".join(
                [f"# {title}", *(f"{row} {{}}" for row in rows), *map(graph.label, alone), ""]
            )
        return text
    if suffix == ".json":
        nodes = [{"id": graph.label(v)} for v in range(graph.n)]
        links = [
            {"source": graph.label(int(a)), "target": graph.label(int(b))} for a, b in graph.edges
        ]
        several = len({tuple(sorted(edge)) for edge in graph.edges.tolist()}) < graph.m
        document = {"directed": graph.directed, "multigraph": several, "graph": {"name": title}}
        return json.dumps({**document, "nodes": nodes, "edges": links}) + "\n"
    import networkx

    plain: Any = networkx.MultiDiGraph() if graph.directed else networkx.MultiGraph()
    plain.add_nodes_from(graph.label(v) for v in range(graph.n))
    plain.add_edges_from((graph.label(a), graph.label(b)) for a, b in graph.edges.tolist())
    if suffix == ".gml":
        return "\n".join(networkx.generate_gml(plain)) + "\n"
    if graph.directed or networkx.number_of_selfloops(plain) or len(set(plain.edges())) < graph.m:
        raise BadInput("graph6 holds simple undirected graphs only")
    return str(networkx.to_graph6_bytes(networkx.Graph(plain), header=False).decode())
