"""Graphs in the DOT language of Graphviz: all of its grammar, nothing but its graphs.

Written here and not left to pydot, whose graphs lose the edges inside of subgraphs on their
way to networkx. Attributes, ports and layout say nothing about the graph and are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graph_reading import MOST_EDGES, Listing, Reading, text_of

_TOKEN = re.compile(
    r"(?P<skip>\s+|//[^\n]*|/\*.*?\*/|(?:(?<=\n)|\A)\#[^\n]*)"
    r"|(?P<op>--|->|[{}\[\];,=:+])"
    r"|(?P<name>[^\W\d]\w*)"
    r"|(?P<number>-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?))"
    r'|(?P<quoted>"(?:[^"\\]|\\.)*")'
    r"|(?P<html><)",
    re.DOTALL,
)
_KEYWORDS = {"node", "edge", "graph", "digraph", "subgraph", "strict"}
_DEEP = 100


class _Reader:
    """Recursive descent over the tokens (kind, text, line)."""

    def __init__(self, text: str, reading: Reading) -> None:
        self.reading = reading
        self.tokens = self._tokens(text)
        self.at = 0

    def _fail(self, found: str, line: int, expected: str) -> BadInput:
        return BadInput(
            f"not DOT: expected {expected}, found {found[:40]!r}", f"{self.reading.name}:{line}"
        )

    def _tokens(self, text: str) -> list[tuple[str, str, int]]:
        found: list[tuple[str, str, int]] = []
        at, line = 0, 1
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise self._fail(text[at], line, "a word or a sign of DOT")
            kind, end = str(match.lastgroup), match.end()
            if kind == "html":
                depth = 1
                while depth and end < len(text):
                    depth += {"<": 1, ">": -1}.get(text[end], 0)
                    end += 1
                if depth:
                    raise self._fail(text[at : at + 20], line, "'>'")
            word = text[at:end]
            if kind == "quoted":
                word = word[1:-1].replace("\\\n", "").replace('\\"', '"')
            if kind == "name" and word.lower() in _KEYWORDS:
                kind, word = "keyword", word.lower()
            if kind != "skip":
                found.append((kind, word, line))
            line += text.count("\n", at, end)
            at = end
        found.append(("end", "the end of the file", line))
        return found

    def peek(self, text: str, kind: str = "op") -> bool:
        """Is the next token this one?"""
        return self.tokens[self.at][:2] == (kind, text)

    def take(self, text: str, kind: str = "op") -> bool:
        """Step over the next token if it is this one."""
        if not self.peek(text, kind):
            return False
        self.at += 1
        return True

    def need(self, text: str) -> None:
        """Step over a sign that must stand here."""
        if not self.take(text):
            _, found, line = self.tokens[self.at]
            raise self._fail(found, line, repr(text))

    def identifier(self) -> str | None:
        """The name that stands here, quoted texts joined by ``+``."""
        kind, word, _ = self.tokens[self.at]
        if kind not in ("name", "number", "quoted", "html"):
            return None
        self.at += 1
        while kind == "quoted" and self.peek("+"):
            self.at += 1
            more, text, line = self.tokens[self.at]
            if more != "quoted":
                raise self._fail(text, line, "a quoted text after '+'")
            word += text
            self.at += 1
        return word

    def graph(self) -> Listing:
        """``[strict] (graph | digraph) [name] { ... }``."""
        strict = self.take("strict", "keyword")
        self.arcs = self.take("digraph", "keyword")
        if not self.arcs and not self.take("graph", "keyword"):
            _, found, line = self.tokens[self.at]
            raise self._fail(found, line, "'graph' or 'digraph'")
        self.identifier()
        self.vertices: dict[str, int] = {}
        self.edges: list[tuple[int, int]] = []
        self._block(0)
        edges = self.edges
        if strict:
            edges = list(dict.fromkeys(edges if self.arcs else map(_sorted, edges)))
        return Listing(tuple(self.vertices), edges, self.arcs)

    def _block(self, depth: int) -> set[int]:
        """Statements in braces; the vertices that they name."""
        if depth > _DEEP:
            raise BadInput(f"subgraphs are nested more than {_DEEP} deep", self.reading.name)
        self.need("{")
        inside: set[int] = set()
        while not self.take("}"):
            if not self.take(";"):
                inside |= self._statement(depth)
        return inside

    def _statement(self, depth: int) -> set[int]:
        kind, word, _ = self.tokens[self.at]
        if kind == "keyword" and word in ("graph", "node", "edge"):
            self.at += 1
            self._attributes(needed=True)
            return set()
        if kind in ("name", "number", "quoted", "html"):
            start = self.at
            self.identifier()
            if self.take("="):
                if self.identifier() is None:
                    _, found, line = self.tokens[self.at]
                    raise self._fail(found, line, "a value")
                return set()
            self.at = start
        last = self._operand(depth)
        inside = set(last)
        while self.peek("--") or self.peek("->"):
            _, sign, line = self.tokens[self.at]
            if (sign == "->") != self.arcs:
                raise self._fail(sign, line, "'->'" if self.arcs else "'--'")
            self.at += 1
            after = self._operand(depth)
            if len(self.edges) + len(last) * len(after) > MOST_EDGES:
                raise BadInput(f"more than {MOST_EDGES} edges", self.reading.name)
            self.edges += [(a, b) for a in sorted(last) for b in sorted(after)]
            last = after
            inside |= after
        self._attributes(needed=False)
        return inside

    def _operand(self, depth: int) -> set[int]:
        """A vertex or a subgraph."""
        if self.take("subgraph", "keyword"):
            self.identifier()
            return self._block(depth + 1)
        if self.peek("{"):
            return self._block(depth + 1)
        name = self.identifier()
        if name is None:
            _, found, line = self.tokens[self.at]
            raise self._fail(found, line, "a vertex, an edge or '}'")
        for _ in range(2):  # port and compass point
            if self.take(":") and self.identifier() is None:
                _, found, line = self.tokens[self.at]
                raise self._fail(found, line, "a port")
        return {self.vertices.setdefault(name, len(self.vertices))}

    def _attributes(self, *, needed: bool) -> None:
        _, found, line = self.tokens[self.at]
        if needed and not self.peek("["):
            raise self._fail(found, line, "'['")
        while self.take("["):
            while not self.take("]"):
                if self.identifier() is None:
                    _, found, line = self.tokens[self.at]
                    raise self._fail(found, line, "an attribute or ']'")
                if self.take("=") and self.identifier() is None:
                    _, found, line = self.tokens[self.at]
                    raise self._fail(found, line, "a value")
                if not self.take(";"):
                    self.take(",")


def _sorted(edge: tuple[int, int]) -> tuple[int, int]:
    return (min(edge), max(edge))


def dot(data: bytes, reading: Reading) -> Iterator[Listing]:
    """Every graph of a DOT file; raises :class:`BadInput` with file and line. O(size)."""
    reader = _Reader(text_of(data, reading), reading)
    yield reader.graph()
    while not reader.peek("the end of the file", "end"):
        yield reader.graph()
