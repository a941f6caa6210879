"""Geography: a token walks through a graph and burns what it leaves behind.

The players move the token in turn along an edge (of a digraph: along its
direction). In vertex geography the vertex that the token leaves disappears, in
edge geography the edge it uses. Whoever cannot move loses. Without a start given,
the first player's first move is to put the token on a vertex.

One ruleset with two parameters. Vertex geography on undirected graphs is a question about
matchings (Fraenkel, Scheinerman, Ullman, "Undirected edge geography", 1993); the directed
forms (Schaefer 1978; Lichtenstein, Sipser 1980) and the undirected edge form are
PSPACE-complete.

A move is the vertex that the token goes to. Loops are used in edge geography only:
in the vertex form the loop's end has just disappeared. Parallel edges can be used one
after the other in the edge form, the one with the smallest number first; in the vertex form
they are as good as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gameproof.games.game import Game
from gameproof.games.graph import Graph
from gameproof.games.meaning.answers import WHOLE, Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.listed import WON, named_moves
from gameproof.games.meaning.outcomes import next_or_previous
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.question import Arguments, Question
from gameproof.games.meaning.steps import tried

PLAYERS = ("first", "second")
LAWS = frozenset({Law.TURNS, Law.FINITE, Law.NORMAL_PLAY, Law.NO_DRAWS})


@dataclass(frozen=True)
class Position:
    """``token``: where it stands, ``None`` before it is put down. ``gone``: the
    vertices (vertex form) or the numbers of the edges (edge form) that disappeared.
    ``placed``: was putting the token down a move? ``edge``: is it the edge form?
    """

    graph: Graph
    edge: bool = False
    token: int | None = None
    gone: frozenset[int] = frozenset()
    placed: bool = False

    @property
    def players(self) -> tuple[str, str]:
        """``first`` moves first."""
        return PLAYERS

    @property
    def laws(self) -> frozenset[Law]:
        """Normal play; every move but the first takes a vertex or an edge away."""
        return LAWS

    def key(self) -> str:
        """The token's vertex, whether a player put it there, and what is gone."""
        token = "free" if self.token is None else self.token
        return f"{token} {int(self.placed)}: {' '.join(map(str, sorted(self.gone)))}"

    @property
    def to_move(self) -> str:
        """``first`` or ``second``."""
        return PLAYERS[(len(self.gone) + self.placed) % 2]

    def moves(self) -> list[int]:
        """The vertices the token may go to, ascending. O(degree)."""
        if self.token is None:
            return self.vertices()
        indptr, neighbour, number = self.graph.csr
        low, high = int(indptr[self.token]), int(indptr[self.token + 1])
        ends = neighbour[low:high].tolist()
        if self.edge:
            used = number[low:high].tolist()
            return sorted({y for y, e in zip(ends, used, strict=True) if e not in self.gone})
        return sorted({y for y in ends if y not in self.gone and y != self.token})

    def play(self, move: int) -> Position:
        """The token goes to ``move``; raises :class:`BadInput` when it may not."""
        if isinstance(move, bool) or not isinstance(move, int) or not 0 <= move < self.graph.n:
            raise BadInput(f"no vertex {move!r}")
        if self.token is None:
            if not self.edge and move in self.gone:
                raise BadInput(f"the vertex {self._label(move)} is gone")
            return replace(self, token=move, placed=True)
        if self.edge:
            return replace(self, token=move, gone=self.gone | {self.edge_to(move)})
        if move == self.token or move in self.gone or move not in self.graph.neighbours(self.token):
            here, there = self._label(self.token), self._label(move)
            raise BadInput(f"the token cannot go from {here} to {there}")
        return replace(self, token=move, gone=self.gone | {self.token})

    def edge_to(self, move: int) -> int:
        """The edge that takes the token to ``move`` in the edge form; raises
        :class:`BadInput` when none is left."""
        if self.token is not None:
            indptr, neighbour, number = self.graph.csr
            for i in range(int(indptr[self.token]), int(indptr[self.token + 1])):
                if neighbour[i] == move and int(number[i]) not in self.gone:
                    return int(number[i])
        raise BadInput(f"no edge is left to {self._label(move)}")

    def result(self) -> str | None:
        """The winner's name when nobody can move, else ``None``."""
        if self.moves():
            return None
        return PLAYERS[(len(self.gone) + self.placed + 1) % 2]

    def live_edges(self) -> NDArray[np.int32]:
        """The edges that are left, as an (m', 2) array. O(m)."""
        edges = self.graph.edges
        if not self.gone:
            return edges
        gone = np.fromiter(self.gone, dtype=np.int64, count=len(self.gone))
        if self.edge:
            return np.delete(edges, gone, axis=0)
        lost = np.zeros(self.graph.n, dtype=bool)
        lost[gone] = True
        return edges[~(lost[edges[:, 0]] | lost[edges[:, 1]])]

    def without_token(self) -> Position:
        """Vertex form: the graph that the next player's move leaves, without a token."""
        gone = self.gone if self.token is None else self.gone | {self.token}
        return replace(self, token=None, gone=gone, placed=False)

    def free(self) -> Position:
        """What is left, with the token in the hand of the player to move first."""
        return replace(self, token=None, placed=False)

    def asked(self, question: str, /) -> Position:
        """The letters of all starts are the moves of a token in the hand."""
        return self.free() if question == "all" else self

    def of_moves(self, question: str, moves: Iterable[int], /) -> Value:
        """Their names; of all starts the letters, P where whoever puts the token there wins."""
        if question != "all":
            return named_moves(self, question, moves)
        losing = set(moves)
        return all_starts_text(self, [v in losing for v in range(self.graph.n)])

    def vertices(self) -> list[int]:
        """The vertices that are left. O(n)."""
        if self.edge or not self.gone:
            return list(range(self.graph.n))
        return [v for v in range(self.graph.n) if v not in self.gone]

    def parse_move(self, text: str) -> int:
        """A vertex by its name or number."""
        return self.graph.vertex(text.strip())

    def move_text(self, move: int) -> str:
        """The vertex's name."""
        return self._label(move)

    def _label(self, v: int) -> str:
        return self.graph.label(v) if 0 <= v < self.graph.n else str(v)

    def __str__(self) -> str:
        """``token 3, gone 0 1 2, first to move``; gone are vertices or edge numbers."""
        token = "free" if self.token is None else self._label(self.token)
        gone = " ".join(map(str, sorted(self.gone))) or "nothing"
        return f"token {token}, gone {gone}, {self.to_move} to move"


LETTERS = 200  # up to this many vertices a table of all starts is spelt out


def all_starts_text(position: Position, losing: Sequence[bool] | NDArray[np.bool_]) -> str:
    """The answer to the question ``all``: ``losing[v]`` tells that start v is a
    P-position. A letter for each vertex (``-`` for one that is gone), with its name where the
    vertices are not 0, 1, 2, ...; for large graphs the two numbers only."""
    graph = position.graph
    n = graph.n
    if n <= LETTERS:
        left = set(position.vertices())
        letters = (("P" if losing[v] else "N") if v in left else "-" for v in range(n))
        return graph.by_vertex(letters, "")
    p = int(np.count_nonzero(np.asarray(losing)))
    left_over = n if position.edge else n - len(position.gone)
    return f"{left_over - p} N, {p} P"


def make(
    graph: Graph,
    start: int | None = None,
    edge: bool = False,
    directed: bool = False,
    route: tuple[int, ...] = (),
) -> Position:
    """The position after the token has walked ``route`` from ``start`` (or, without a
    start, after it was put down on the first vertex of the route).

    Parallel edges count in the edge form alone; raises :class:`BadInput` where their numbers
    are not certain."""
    graph = graph.suited(
        "edge geography" if edge else "geography", directed=None, loops=True, parallel=edge
    )
    if directed and not graph.directed:
        graph = replace(graph, directed=True)
    position = Position(graph, edge, start)
    for step, v in enumerate(route):
        try:
            position = position.play(v)
        except BadInput as error:
            raise BadInput(error.message, f"route[{step}]") from None
    return position


def _all(position: Position, _arguments: Arguments) -> Value:
    """With the token put on each vertex that is left, does the player who moves then lose?"""
    from gameproof.games.meaning.definitions import winning

    free = position.free()
    return free.of_moves("all", [v for v in free.vertices() if not winning(free.play(v))])


def _winning_moves(position: Position, _arguments: Arguments) -> Value:
    from gameproof.games.meaning.definitions import winning

    return position.of_moves(WON, winning(position))


def _matching(position: Position, _arguments: Arguments) -> Value:
    """The most edges that are left of which no two share a vertex."""

    def most(edges: list[tuple[int, int]]) -> int:
        if not edges:
            return 0
        (u, v), *rest = edges
        apart = [e for e in tried(rest) if not {u, v} & set(e)]
        return max(most(rest), 1 + most(apart))

    return most([(u, v) for u, v in position.live_edges().tolist() if u != v])


def _even_kernel(position: Position, _arguments: Arguments) -> Value:
    """A set of vertices with the token in it (without a token, some set that is not empty), no
    edge inside, and an even number of edges from every other vertex into it."""
    if not position.edge or position.graph.directed:
        raise BadInput("even kernels are of undirected graphs, in the edge form")
    edges = position.live_edges().tolist()
    vertices = range(position.graph.n)
    for size in vertices:
        for chosen in tried(combinations(vertices, size + 1), len(edges) + 1):
            inside = set(chosen)
            if position.token is not None and position.token not in inside:
                continue
            into = Counter(v for u, w in edges for v, x in ((u, w), (w, u)) if x in inside)
            if not inside & into.keys() and all(n % 2 == 0 for n in into.values()):
                return True
    return False


QUESTIONS: tuple[Question[Position], ...] = (
    Question(
        "outcome",
        "Does the next player (N) or the previous one (P) win?",
        ("N", "P"),
        means=next_or_previous,
    ),
    Question(
        "all",
        "N or P for every start vertex: a letter for each, in order or after its name",
        defined_by=_all,
    ),
    Question(
        "winning-moves",
        "Where can the token go so that the opponent loses?",
        defined_by=_winning_moves,
    ),
    Question(
        "matching",
        "How many edges has a maximum matching of what is left?",
        spelling=WHOLE,
        defined_by=_matching,
    ),
    Question(
        "even-kernel",
        "Is there an even kernel with the token in it (edge form; it proves P)?",
        ("yes", "no"),
        defined_by=_even_kernel,
    ),
)

GAMES = (
    Game(
        name="geography",
        rule="The token walks along edges; the vertex (or edge) it leaves behind is gone",
        parameters=(
            Parameter("graph", "graph", "where the token walks"),
            Parameter("start", "vertex", "its start; free when missing", True, False),
            Parameter("edge", "flag", "edges disappear, not vertices", True, False, False),
            Parameter("directed", "flag", "edges lead one way only", True, False, False),
            Parameter("route", "vertices", "moves already made", True, False, ()),
        ),
        questions=QUESTIONS,
        make=make,
        source="Lichtenstein, Sipser 1980; Fraenkel, Scheinerman, Ullman 1993",
        examples=(
            "geography path 7 --start 3",
            "geography petersen --edge --start 0",
            "geography cycle 5 --directed --start 0",
        ),
    ),
)
