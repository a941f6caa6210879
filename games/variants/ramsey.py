"""Ramsey games: the players take edges of a complete graph and want, or avoid, a clique.

In Sim (Simmons 1969) whoever completes a triangle of his colour on six points has lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

from gameproof.games.game import Game
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Positional, set_up
from gameproof.games.positional_board import Board
from gameproof.games.positional_files.positional_content import FileContent
from gameproof.games.positional_questions import QUESTIONS
from gameproof.games.positional_words import OPTIONS, number

MOST_POINTS = 24
MOST_CLIQUES = 100_000


def board(points: int, clique: int) -> Board:
    """The edges of the complete graph, named by their ends from 1; the sets are those of the
    cliques of that size. Raises :class:`BadInput`. O(cliques)."""
    if not 2 <= points <= MOST_POINTS:
        raise BadInput(f"expected 2 to {MOST_POINTS} points, not {points}", "points")
    if not 2 <= clique <= points:
        raise BadInput(f"expected a clique of 2 to {points} points, not {clique}", "clique")
    edges = list(combinations(range(1, points + 1), 2))
    place = {edge: cell for cell, edge in enumerate(edges)}
    cliques = list(combinations(range(1, points + 1), clique))
    if len(cliques) > MOST_CLIQUES:
        raise BadInput(f"more than {MOST_CLIQUES} cliques", "clique")
    sets = tuple(tuple(place[edge] for edge in combinations(one, 2)) for one in cliques)
    return Board(
        "sets",
        (
            FileContent(
                cells=len(edges),
                labels=tuple(f"{a}-{b}" for a, b in edges),
                shape=(),
                first_sets=sets,
                second_sets=sets,
                first=frozenset(),
                second=frozenset(),
                to_move="first",
                rule="strong",
                horizon=None,
            ),
        ),
    )


def make(
    usual: str,
    *,
    points: int,
    clique: int = 3,
    rule: str | None = None,
    to_move: str | None = None,
    first: str | None = None,
    second: str | None = None,
    turns: Sequence[int] | None = None,
) -> Positional:
    """The position with these edges taken; raises :class:`BadInput`."""
    return set_up(
        board(points, clique),
        rule=rule or usual,
        to_move=to_move,
        turns=turns,
        first=first,
        second=second,
    )


def _rule(usual: str) -> Callable[..., Positional]:
    return partial(make, usual)


POINTS = number("points", "points, all joined by edges")
GAMES: tuple[Game[Positional], ...] = (
    Game(
        "sim",
        "take edges between the points in turn; whoever first completes a triangle of his has lost",
        (POINTS, *OPTIONS),
        tuple(question for question in QUESTIONS if question.name in ("outcome", "second-wins")),
        _rule("avoid"),
        "Simmons, The game of Sim, J. Recreational Math. 2 (1969); Mead, Rosa, Huang 1974",
        ("sim 4", "sim 5 --first 1-2 --second 3-4", "sim 6"),
    ),
    Game(
        "ramsey",
        "take edges of a complete graph in turn; whoever first owns a whole clique wins",
        (POINTS, number("clique", "points of a clique"), *OPTIONS),
        QUESTIONS,
        _rule("strong"),
        "Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008), chapter 1; Hefetz et al. (2014)",
        ("ramsey 5 3", "ramsey 6 3 --rule weak", "ramsey 5 3 --rule avoid"),
    ),
)
