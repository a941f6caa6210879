"""The evaluation of source document 002 played out by minimax.

The paper stops a game where no vertex is contested and scores it |R| - |B|, plus 1/2 on
Blue's turn; Red maximises, Blue minimises. Here a position is terminal when nothing binds
any more, so edges between R and B are kept (the paper drops them).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gameproof.certificates.score import WORD, Score
from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.snort_value import closures
from gameproof.games.snort import Position, members
from gameproof.solvers.limits import Limits
from gameproof.solvers.placement import binding

Table = dict[tuple[int, int, bool], Fraction]


def paper_minimax(position: Position, limits: Limits) -> Fraction:
    """The minimax score of a position; raises ``LimitReached``. O(labellings * n^2)."""
    table = minimax_table(position, limits)
    return table[position.red_free, position.blue_free, position.to_move == "red"]


def minimax_table(position: Position, limits: Limits) -> Table:
    """The score of every position below, by (open to Red, open to Blue, Red's turn)."""
    same, other = closures(position)
    known: Table = {}

    def terminal(red: int, blue: int) -> bool:
        return not red & blue and not any(
            binding(same, other, v, red, blue) for v in members(red | blue)
        )

    def score(red: int, blue: int, reds_turn: bool) -> Fraction:
        key = (red, blue, reds_turn)
        found = known.get(key)
        if found is not None:
            return found
        if len(known) % 1024 == 0:
            limits.check()
        if terminal(red, blue):
            result = Fraction(red.bit_count() - blue.bit_count())
            result += Fraction(0 if reds_turn else 1, 2)
        elif reds_turn:
            result = max(score(red & ~same[v], blue & ~other[v], False) for v in members(red))
        else:
            result = min(score(red & ~other[v], blue & ~same[v], True) for v in members(blue))
        known[key] = result
        return result

    score(position.red_free, position.blue_free, position.to_move == "red")
    return known


def _score(position: Position, limits: Limits, options: Options) -> Finding:
    table = minimax_table(position, limits)
    key = (position.red_free, position.blue_free, position.to_move == "red")
    words = (position.graph.n + WORD - 1) // WORD
    mask = (1 << WORD) - 1
    sets = [[[s >> (WORD * i) & mask for i in range(words)] for s in row[:2]] for row in table]
    certificate = Score(
        np.array(sets, dtype=np.int64).reshape(len(table), 2, words),
        np.array([row[2] for row in table], dtype=np.int8),
        np.array([int(2 * x) for x in table.values()], dtype=np.int32),
    )
    return Finding(str(table[key]), certificate, {"positions": len(table)})


METHODS = (
    Method(
        "score",
        "minimax",
        _score,
        "Zermelo's backward induction on the evaluation of source document 002, section 2.2",
    ),
)
