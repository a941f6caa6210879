"""Labels, terminal positions and the score of Snort and Col, from the legal moves.

After Borje, Combinatorial Game Representation and Analysis of Snort: a vertex is labelled by
who may still play there; a position is terminal when no piece can close a vertex to anybody
any more, and then counting decides; its score |Red's vertices| - |Blue's| (+ 1/2 on Blue's
turn) is played for by minimax.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.recounts.recount import Count
from gameproof.games.bit_sets import members
from gameproof.games.counts.snort_counts import NOT_TERMINAL
from gameproof.games.graph import neighbour_masks
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.laws import Law
from gameproof.games.snort import Position

MOST_SCORES = 1 << 20
"""Scores of more positions are not counted again."""


def labels(position: Position, _arguments: Mapping[str, Value]) -> str:
    """Who may play on each vertex. O(n)."""
    return position.labels()


def terminal(position: Position, _arguments: Mapping[str, Value]) -> str:
    """The winner by counting, ``no`` where something is contested. O(n + m)."""
    red, blue = position.red_free, position.blue_free
    if _contested(position, red, blue):
        return NOT_TERMINAL
    # Alternate moves in private vertices: the larger stock outlasts the other, and with
    # equal stocks the player to move runs out first.
    more = red.bit_count() - blue.bit_count()
    return "red" if more > 0 or (more == 0 and position.to_move == "blue") else "blue"


def score(position: Position, _arguments: Mapping[str, Value]) -> Fraction:
    """Minimax of the evaluation; no play makes the mover stuck before the position is
    terminal. O(positions * moves)."""
    known: dict[tuple[int, int, bool], int] = {}
    near = neighbour_masks(position.graph)
    own = position.rules.forbidden == "own"

    def twice(red: int, blue: int, reds: bool) -> int:
        found = known.get((red, blue, reds))
        if found is not None:
            return found
        if len(known) >= MOST_SCORES:
            raise Rejected(f"the scores of more than {MOST_SCORES} positions are not counted")
        if not _contested(position, red, blue):
            result = 2 * (red.bit_count() - blue.bit_count()) + (0 if reds else 1)
        else:
            scores = []
            for v in members(red if reds else blue):
                alone, around = ~(1 << v), ~(1 << v | near[v])
                shut_red, shut_blue = (around, alone) if reds == own else (alone, around)
                scores.append(twice(red & shut_red, blue & shut_blue, not reds))
            if not scores:
                raise Rejected("the player to move may be stuck before the position is terminal")
            result = max(scores) if reds else min(scores)
        known[red, blue, reds] = result
        return result

    first = twice(position.red_free, position.blue_free, position.to_move == "red")
    return Fraction(first, 2)


def _contested(position: Position, red: int, blue: int) -> bool:
    """Can a piece still close a vertex to a player who may play there?"""
    if red & blue:
        return True
    near = neighbour_masks(position.graph)
    own = position.rules.forbidden == "own"
    closed = 0
    for v in members(red):
        closed |= near[v] & (red if own else blue)
    for v in members(blue):
        closed |= near[v] & (blue if own else red)
    return closed != 0


COUNTS = (
    Count(
        "labels",
        (Position,),
        labels,
        "arc consistency leaves exactly the legal moves of both players (Borje, section 2.1)",
    ),
    Count(
        "terminal",
        (Position,),
        terminal,
        "with nothing contested the larger stock of private moves wins, equal stocks lose for "
        "the player to move (Borje, section 2.2, with the edges between R and B kept)",
        frozenset({Law.NORMAL_PLAY, Law.TURNS}),
    ),
    Count(
        "score",
        (Position,),
        score,
        "backward induction (Zermelo 1913) on the evaluation of Borje, section 2.2",
        frozenset({Law.FINITE, Law.TURNS}),
    ),
)
