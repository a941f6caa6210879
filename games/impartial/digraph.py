"""The game on a digraph: push a token along an arc; whoever cannot move loses.

Several tokens make the sum of as many games: a move pushes one of them, and
tokens may share a vertex. On a digraph with cycles the play may go on for ever,
which is a draw; a loop is a cycle. Parallel arcs are as good as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from gameproof.games.game import Game
from gameproof.games.graph import Graph
from gameproof.games.impartial.impartial import EQUIVALENT, GRUNDY, WINNING_MOVES, Impartial
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL, Law
from gameproof.games.meaning.listed import names_text, unmistakable
from gameproof.games.meaning.outcomes import next_or_previous
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import Arguments, Example, Question, Rows
from gameproof.games.meaning.statement import Forces
from gameproof.games.meaning.steps import tried

Push = tuple[int, int]
"""Number of the token, and the vertex it is pushed to."""


LOOPY = IMPARTIAL_NORMAL - {Law.FINITE, Law.NO_DRAWS}
"""The laws that remain where a token can come to a directed cycle."""

_ENDS, _ENDLESS = 1, 2


@lru_cache(maxsize=64)
def _known(graph: Graph) -> bytearray:
    """For each vertex what :func:`plays_end` has found out so far, 0 for nothing."""
    return bytearray(graph.n)


def plays_end(graph: Graph, vertex: int) -> bool:
    """Does no walk from ``vertex`` go on for ever? Depth first, each vertex of a graph once."""
    known = _known(graph)
    walk: list[tuple[int, Iterator[int]]] = []  # from ``vertex`` to where the search is
    on_walk: set[int] = set()
    if not known[vertex]:
        walk.append((vertex, iter(graph.neighbours(vertex))))
        on_walk.add(vertex)
    endless = False  # does the last vertex of the walk lead to a cycle?
    while walk:
        here, rest = walk[-1]
        for after in rest:
            if after in on_walk or known[after] == _ENDLESS:
                endless = True
                break
            if not known[after]:
                walk.append((after, iter(graph.neighbours(after))))
                on_walk.add(after)
                break
        else:
            known[here] = _ENDS
            walk.pop()
            on_walk.discard(here)
        if endless:  # and so does every vertex before it
            for here, _ in walk:
                known[here] = _ENDLESS
            break
    return known[vertex] == _ENDS


@dataclass(frozen=True, slots=True)
class Position(Impartial[Push]):
    """Tokens on the vertices of a digraph."""

    graph: Graph
    tokens: tuple[int, ...]

    @property
    def laws(self) -> frozenset[Law]:
        """Plays end unless some token can come to a directed cycle."""
        if all(plays_end(self.graph, v) for v in self.tokens):
            return IMPARTIAL_NORMAL
        return LOOPY

    def key(self) -> str:
        """The vertices of the tokens, in the tokens' order."""
        return " ".join(map(str, self.tokens))

    def moves(self) -> Iterator[Push]:
        """Every token to every out-neighbour (each once, whatever the arcs' number)."""
        for index, v in enumerate(self.tokens):
            for w in sorted(set(self.graph.neighbours(v))):
                yield index, w

    def play(self, move: Push, /) -> Position:
        """Push a token; raises :class:`BadInput`."""
        index, w = move
        if not (0 <= index < len(self.tokens)) or w not in self.graph.neighbours(
            self.tokens[index]
        ):
            raise BadInput(f"no token can be pushed by {move!r}")
        return Position(self.graph, (*self.tokens[:index], w, *self.tokens[index + 1 :]))

    def parts(self) -> tuple[Position, ...]:
        """One position for each token."""
        return tuple(Position(self.graph, (v,)) for v in self.tokens)

    def move_text(self, move: Push, /) -> str:
        """``w`` with one token, ``2:w`` for the second of several."""
        index, w = move
        label = self.graph.label(w)
        return label if len(self.tokens) == 1 else f"{index + 1}:{label}"

    def __str__(self) -> str:
        return " ".join(self.graph.label(v) for v in self.tokens)


def make(digraph: Graph, start: tuple[int, ...] = ()) -> Position:
    """Tokens on the vertices ``start``; raises :class:`BadInput` on an undirected graph."""
    graph = digraph.suited("the digraph game", directed=True, loops=True, parallel=False)
    return Position(graph, tuple(start))


def vertex_list(graph: Graph, vertices: Iterable[int]) -> str:
    """Vertices by name, in the order of their numbers; ``none`` for no vertex."""
    return names_text(graph.label(int(v)) for v in vertices)


def _closed_walk(position: Position, _arguments: Arguments, rows: Rows) -> Value:
    """The vertices of a closed walk, from each an arc to the next: no numbering rises along it."""
    if len(rows) != 1 or not rows[0]:
        raise BadInput("a closed walk is one row of vertices")
    arcs = set(map(tuple, position.graph.edges.tolist()))
    for v, w in zip(rows[0], [*rows[0][1:], rows[0][0]], strict=True):
        if (v, w) not in arcs:
            raise BadInput(f"there is no arc {v} -> {w}")
    return False


def _acyclic(position: Position, _arguments: Arguments) -> Value:
    """Vertices without arcs to others that are left go, one after another, until none is left."""
    left = set(range(position.graph.n))
    while ends := {v for v in tried(left) if not left.intersection(position.graph.neighbours(v))}:
        left -= ends
    return not left


def _one_token(position: Position) -> list[AnyPosition]:
    return [cast(AnyPosition, Position(position.graph, (v,))) for v in range(position.graph.n)]


def _p_positions(position: Position, _arguments: Arguments) -> Value:
    from gameproof.games.meaning.definitions import forced

    lost = Forces("next", frozenset({"previous"}), frozenset({"previous"}))
    names = [
        unmistakable(position.graph.label(v), " ")
        for v, here in enumerate(_one_token(position))
        if forced(here, lost)
    ]
    return " ".join(names) or "none"


def _grundy_numbers(position: Position, _arguments: Arguments) -> Value:
    from gameproof.games.meaning.definitions import grundy

    return position.graph.by_vertex([str(grundy(here)) for here in _one_token(position)], " ")


GAMES = (
    Game(
        name="digraph",
        rule="push a token along an arc; whoever cannot move loses, endless play is a draw",
        parameters=(
            Parameter("digraph", "digraph", "the positions and moves of the game"),
            Parameter(
                "start",
                "vertices",
                "where the tokens stand (several: a sum of games)",
                option=True,
                required=False,
                default=(),
            ),
        ),
        questions=(
            Question(
                "outcome",
                "Who wins: the next player (N), the previous one (P), or nobody?",
                ("N", "P", "draw"),
                means=next_or_previous,
            ),
            GRUNDY,
            WINNING_MOVES,
            EQUIVALENT,
            Question(
                "acyclic",
                "Is there a topological numbering (yes), or a directed cycle (no)?",
                ("yes", "no"),
                defined_by=_acyclic,
                example=Example("not acyclic: a directed cycle", _closed_walk),
            ),
            Question("p-positions", "Which vertices are P-positions?", defined_by=_p_positions),
            Question(
                "grundy-numbers", "The Grundy number of each vertex", defined_by=_grundy_numbers
            ),
        ),
        make=make,
        source="Frieze, Combinatorial Games (digraph games, kernels, sums)",
        examples=("digraph path 4 --start 0",),
    ),
)
