"""The game on a digraph: push a token along an arc; whoever cannot move loses.

Several tokens make the sum of as many games: a move pushes one of them, and
tokens may share a vertex. On a digraph with cycles the play may go on for ever,
which is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gameproof.games.game import BadInput, Game, Parameter, Question
from gameproof.games.graph import Graph
from gameproof.games.impartial import EQUIVALENT, GRUNDY, WINNING_MOVES, Impartial

Push = tuple[int, int]
"""Number of the token, and the vertex it is pushed to."""


@dataclass(frozen=True, slots=True)
class Position(Impartial):
    """Tokens on the vertices of a digraph."""

    graph: Graph
    tokens: tuple[int, ...]

    def moves(self) -> Iterator[Push]:
        """Every token to every out-neighbour (each once, whatever the arcs' number)."""
        for index, v in enumerate(self.tokens):
            for w in sorted(set(self.graph.neighbours(v))):
                yield index, w

    def play(self, move: Push) -> Position:
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

    def move_text(self, move: Push) -> str:
        """``w`` with one token, ``2:w`` for the second of several."""
        index, w = move
        label = self.graph.label(w)
        return label if len(self.tokens) == 1 else f"{index + 1}:{label}"

    def __str__(self) -> str:
        return " ".join(str(v) for v in self.tokens)


def make(digraph: Graph, start: tuple[int, ...] = ()) -> Position:
    """Tokens on the vertices ``start``; raises :class:`BadInput` on an undirected graph."""
    if not digraph.directed:
        raise BadInput("the digraph game needs a directed graph", "digraph")
    return Position(digraph, tuple(start))


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
            ),
            GRUNDY,
            WINNING_MOVES,
            EQUIVALENT,
            Question(
                "acyclic",
                "Is there a topological numbering (yes), or a directed cycle (no)?",
                ("yes", "no"),
            ),
            Question("p-positions", "Which vertices are P-positions?"),
            Question("grundy-numbers", "The Grundy number of each vertex"),
        ),
        make=make,
        source="source document 004, slides 5 to 25",
        examples=("digraph path 4 --start 0",),
    ),
)
