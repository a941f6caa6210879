"""Graphs as lines of vertices: edge lists, adjacency lists, METIS, LGL."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graph_reading import (
    MOST_VERTICES,
    Each,
    Listing,
    Reading,
    text_of,
    without_mark,
)

Line = tuple[int, list[str]]
"""A line's number, from 1, and its words."""
_WORD = re.compile(r"(?<!\S)\((?:[^()\n]|\([^()\n]*\))*\)(?!\S)|\S+")
_NUMBER = re.compile(r"0|[1-9][0-9]*")
REAL = re.compile(r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
TITLES = {("source", "target"), ("from", "to"), ("src", "dst"), ("tail", "head"), ("u", "v"),
          ("node1", "node2"), ("vertex1", "vertex2"), ("start", "end"), ("i", "j")}  # fmt: skip
"""Pairs of titles that columns of edges bear."""


def numbers(data: bytes) -> NDArray[np.int64] | None:
    """All whitespace-separated numbers, or ``None`` when something else stands there."""
    if data.translate(None, b"0123456789 \t\r\n") or re.search(rb"[0-9]{18}", data):
        return None
    if not data.strip():  # NumPy reads a number there
        return np.empty(0, dtype=np.int64)
    return np.fromstring(data.decode("ascii"), dtype=np.int64, sep=" ")


def lines_of_numbers(data: bytes) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """All numbers and how many stand on each line, in a few NumPy passes; ``None`` when
    anything but numbers in their usual spelling stands there."""
    if re.search(rb"(?<![0-9])0[0-9]", data):
        return None
    found = numbers(data)
    if found is None:
        return None
    raw = np.frombuffer(data, dtype=np.uint8)
    starts = raw > 32
    starts[1:] &= raw[:-1] <= 32
    tokens = np.flatnonzero(starts)
    ends = np.append(np.searchsorted(tokens, np.flatnonzero(raw == 10)), len(tokens))
    return found, np.diff(ends, prepend=0)


def without_comments(data: bytes) -> bytes:
    """The text without what follows a ``#``."""
    return re.sub(rb"#[^\n]*", b"", data) if b"#" in data else data


def lines_of(text: str, comment: str = "#", *, blank: bool = False) -> list[Line]:
    """The words of each line, names like ``(0, 1)`` as one; blank lines only if asked for.
    The data of an edge, ``{...}``, is one word, too."""
    rows = []
    for place, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        data = re.search(r"(?<!\S)\{.*", line)
        plain = line[: data.start()] if data else line
        words = _WORD.findall(plain.split(comment, 1)[0])
        if data and comment not in plain:
            words.append(data[0].strip())
        if words or (blank and comment not in line):
            rows.append((place, words))
    return rows


def is_data(word: str) -> bool:
    """Is this the data of an edge as networkx writes it, a dictionary of Python?"""
    if not word.startswith("{"):
        return False
    try:
        return isinstance(ast.literal_eval(word), dict)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False


def is_zero_or_one(word: str) -> bool:
    """Is this an entry of a matrix of zeros and ones, also as NumPy writes real numbers?"""
    return REAL.fullmatch(word) is not None and float(word) in (0, 1)


def named(words: list[str], pairs: list[tuple[str, str]]) -> tuple[list[str], list[list[int]]]:
    """The names in order, ascending where all are numbers, and the pairs by their places."""
    order = list(dict.fromkeys(words))
    if all(_NUMBER.fullmatch(word) and len(word) < 18 for word in order):
        order.sort(key=int)
    place = {name: k for k, name in enumerate(order)}
    return order, [[place[a], place[b]] for a, b in pairs]


def _checked(lines: list[Line], signs: str, expected: str, reading: Reading) -> None:
    """Refuse words that another format, or nobody, writes as the name of a vertex."""
    for place, words in lines:
        for word in words:
            strange = re.search(f'[{signs}{{}}"]', word) and not word.startswith("(")
            if strange or word.count("(") != word.count(")"):
                shown = " ".join(words)[:60]
                raise BadInput(f"expected {expected}, found {shown!r}", f"{reading.name}:{place}")


def edge_list(data: bytes, reading: Reading) -> Iterator[Listing]:
    """Two vertices a line, as networkx writes them, also with data ``{...}`` or a weight that
    is passed over; a vertex on a line of its own is isolated. Vertices are those that are
    named. O(size)."""
    data = without_mark(data)
    fast = lines_of_numbers(without_comments(data))
    if fast is not None and fast[1].max(initial=0) <= 2:
        yield _numbered(*fast, reading)
        return
    lines = lines_of(text_of(data, reading))
    weighted = {len(words) for _, words in lines} == {3} and all(
        REAL.fullmatch(words[2]) for _, words in lines
    )
    pairs, every = [], []
    for place, words in lines:
        if len(words) > 2 and not (len(words) == 3 and (weighted or is_data(words[2]))):
            raise BadInput(
                f"expected two vertices, found {len(words)} words", f"{reading.name}:{place}"
            )
        every += words[:2]
        if len(words) > 1:
            pairs.append((words[0], words[1]))
    ends = [(place, words[:2]) for place, words in lines]
    _checked(ends, ",;|", "two vertices with a blank between", reading)
    too_long = next((v for v in every if len(v) > 17 and v.isdecimal()), None)
    if too_long is not None:
        raise _too_large(too_long, reading)
    if not reading.said and lines and len(lines[0][1]) == 2:
        first = lines[0][1]
        others = {word for _, words in lines[1:] for word in words[:2]}
        titles = (first[0].lower(), first[1].lower()) in TITLES
        plain = not any(map(_NUMBER.fullmatch, first)) and all(len(w) <= 2 for _, w in lines)
        if others and not others & set(first) and (titles or plain):
            raise BadInput(
                f"the first line is an edge {first[0]}-{first[1]}, or titles: take it away, or say "
                "--format edge-list",
                reading.name,
            )
    names, rows = named(every, pairs)
    yield Listing(names, rows, each="edge" if reading.said else "noted")


def _too_large(number: object, reading: Reading) -> BadInput:
    return BadInput(
        f"vertex {str(number)[:40]} is too large: vertices are numbered up to {1 << 31}",
        reading.name,
    )


def _numbered(found: NDArray[np.int64], counts: NDArray[np.int64], reading: Reading) -> Listing:
    """The edge list made of numbers alone, ``counts`` of them on each line."""
    ends = np.cumsum(counts)
    firsts = ends[counts == 2] - 2
    rows = np.stack([found[firsts], found[firsts + 1]], axis=1)
    if found.max(initial=0) > 1 << 31:
        raise _too_large(found.max(), reading)
    if not reading.said:
        doubt = header_doubt(found, counts[counts > 0])
        if doubt is not None:
            raise BadInput(
                f"the first line {doubt}: take it away, or say --format edge-list (or metis)",
                reading.name,
            )
    vertices = np.unique(found)
    n = len(vertices)
    each: Each = "edge" if reading.said else "noted"
    if n == 0 or int(vertices[-1]) == n - 1:
        return Listing(n, rows, each=each)
    return Listing(list(map(str, vertices.tolist())), np.searchsorted(vertices, rows), each=each)


def header_doubt(found: NDArray[np.int64], widths: NDArray[np.int64]) -> str | None:
    """What the first of several lines of numbers may be other than an edge or a vertex: it may
    count the vertices, or the vertices and the edges (rightly or not), of all others."""
    if not len(widths) or widths[0] > 2:
        return None
    head, rest = found[: widths[0]].tolist(), found[widths[0] :]
    others = len(widths) - 1

    def counts_vertices(n: int) -> bool:
        low, high = int(rest.min(initial=n)), int(rest.max(initial=0))
        return n > 0 and (high < n or (low >= 1 and high <= n))

    if widths[0] == 1:
        n = head[0]
        if others and n and (others == n or counts_vertices(n)) and widths.max() > 1:
            return f"is a vertex {n}, or a number of vertices or lines"
        return None
    n, m = head
    again = len(set(rest.tolist())) < len(rest) or bool((widths[1:] > 1).any())
    if counts_vertices(n) and (m > 0 and again if others else m == 0):
        return f"is an edge {n}-{m}, or says {n} vertices and {m} edges"
    if others and others == n and counts_vertices(m):
        return f"is an edge {n}-{m}, or says {n} lines and {m} vertices"
    return None


def adjacency_list(data: bytes, reading: Reading) -> Iterator[Listing]:
    """A vertex and its neighbours a line, as networkx writes them; a neighbour that stands
    there twice is reached by two edges. Of undirected graphs every edge may stand at one of
    its ends or at both."""
    text = text_of(data, reading)
    lines = lines_of(text)
    _checked(lines, ",;|:", "vertices with blanks between", reading)
    if not reading.said:
        _refuse_rivals(data, lines, by_networkx(text), reading)
    pairs = [(words[0], other) for _, words in lines for other in words[1:]]
    names, rows = named([word for _, words in lines for word in words], pairs)
    yield Listing(names, rows, each="list")


def by_networkx(text: str) -> bool:
    """Does the text begin as networkx begins lists of neighbours?"""
    return re.match(r"\s*#[^\n]*\n# GMT [^\n]*\n#[^\n]*\n", text) is not None


def _refuse_rivals(data: bytes, lines: list[Line], networkx: bool, reading: Reading) -> None:
    """Refuse an adjacency list whose first line may count what follows, as in METIS, and one
    that may as well give degrees."""
    fast = lines_of_numbers(without_comments(without_mark(data)))
    widths = np.array([len(words) for _, words in lines])
    if fast is not None and len(widths) > 1 and not networkx:
        found, first = fast[0], fast[0][0]
        others = len(widths) - 1
        doubt = widths[0] <= 2 and first == others and header_doubt(found, widths)
        if doubt:
            raise BadInput(f"the first line {doubt}; say --format adjacency-list", reading.name)
    if may_give_degrees(lines):
        raise BadInput(
            "the second word of a line may be a neighbour or a degree; say --format "
            "adjacency-list or multiline-adjacency-list",
            reading.name,
        )


def may_give_degrees(lines: list[Line]) -> bool:
    """Could an adjacency list be one of lines ``VERTEX DEGREE``, of another graph?"""
    pairs = multiline(lines)
    plain = sorted((words[0], other) for _, words in lines for other in words[1:])
    return pairs is not None and plain != sorted(pairs)


def multiline(lines: list[Line]) -> list[tuple[str, str]] | None:
    """The edges of lines ``VERTEX DEGREE``, each followed by so many neighbours; ``None`` where
    the lines are no such list."""
    pairs, at = [], 0
    while at < len(lines):
        words = lines[at][1]
        if len(words) != 2 or not _NUMBER.fullmatch(words[1]) or len(words[1]) > 9:
            return None
        degree = int(words[1])
        below = lines[at + 1 : at + 1 + degree]
        if len(below) < degree:
            return None
        for _, row in below:
            if len(row) > 2 or (len(row) == 2 and not is_data(row[1])):
                return None
            pairs.append((words[0], row[0]))
        at += 1 + degree
    return pairs


def multiline_adjacency_list(data: bytes, reading: Reading) -> Iterator[Listing]:
    """Lines ``VERTEX DEGREE``, each followed by so many neighbours, as networkx writes them."""
    lines = lines_of(text_of(data, reading))
    pairs = multiline(lines)
    if pairs is None:
        raise BadInput(
            "expected lines 'VERTEX DEGREE', each followed by so many lines of neighbours",
            reading.name,
        )
    bare = [(place, words[:1]) for place, words in lines]
    _checked(bare, ",;|", "vertices with blanks between", reading)
    names, rows = named([words[0] for _, words in lines], pairs)
    yield Listing(names, rows, each="list")


def metis(data: bytes, reading: Reading) -> Iterator[Listing]:
    """``N M [FMT [NCON]]``, then a line of neighbours for each vertex, counted from 1, weights
    between them as FMT says (the METIS manual, section 4.1.1). N, M and both ends of every edge
    are checked."""
    lines = lines_of(text_of(data, reading), "%", blank=True)
    while lines and not lines[0][1]:
        lines.pop(0)
    while lines and not lines[-1][1] and lines[0][1][0] != str(len(lines) - 1):
        lines.pop()
    try:
        table = [[int(word) for word in words] for _, words in lines]
    except ValueError:
        raise BadInput("expected whole numbers in a METIS graph", reading.name) from None
    head = table[0] if table else []
    form = lines[0][1][2].rjust(3, "0") if len(head) > 2 else "000"
    if not 2 <= len(head) <= 4 or not re.fullmatch("[01]{3}", form) or min(head) < 0:
        raise BadInput("expected 'N M [FMT [NCON]]' in the first line", reading.name)
    n, m = head[:2]
    if len(table) - 1 != n or n > MOST_VERTICES:
        raise BadInput(f"says {n} vertices, {len(table) - 1} lines follow", reading.name)
    constraints = (head[3] if len(head) > 3 else 1) if form[1] == "1" else 0
    skip, step = (form[0] == "1") + constraints, 1 + (form[2] == "1")
    rows = [[v, u - 1] for v, row in enumerate(table[1:]) for u in row[skip::step]]
    for v, row in enumerate(table[1:]):
        if len(row) < skip or (len(row) - skip) % step:
            raise BadInput("the weights do not fit FMT", f"{reading.name}:{lines[v + 1][0]}")
    if len(rows) != 2 * m:
        raise BadInput(f"says {m} edges, {len(rows)} ends of edges follow", reading.name)
    if any(u < 0 or u >= n or u == v for v, u in rows):
        raise BadInput(f"a neighbour is itself or leaves the vertices 1..{n}", reading.name)
    yield Listing(n, rows, arcs=False, each="matrix", counted=True)


def lgl(data: bytes, reading: Reading) -> Iterator[Listing]:
    """``# VERTEX``, then a neighbour (and its weight) a line, each edge once (Adai, Date,
    Wieland, Marcotte, LGL, 2004)."""
    pairs: list[tuple[str, str]] = []
    every: list[str] = []
    at: str | None = None
    for place, words in lines_of(text_of(data, reading), "\0"):
        if words[0] == "#" and len(words) == 2:
            at = words[1]
            every.append(at)
        elif at is None or len(words) > 2 or (len(words) == 2 and not REAL.fullmatch(words[1])):
            raise BadInput("expected '# VERTEX' or 'NEIGHBOUR [WEIGHT]'", f"{reading.name}:{place}")
        else:
            every.append(words[0])
            pairs.append((at, words[0]))
    names, rows = named(every, pairs)
    yield Listing(names, rows, each="list")
