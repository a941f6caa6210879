"""The evaluation of source document 002 played out by minimax.

The paper stops a game where no vertex is contested and scores it |R| - |B|, plus 1/2 on
Blue's turn; Red maximises, Blue minimises. Here a position is terminal when nothing binds
any more, so edges between R and B are kept (the paper drops them).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from gameproof.certificates.score import WORD, Score
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.snort_value import closures
from gameproof.games.snort import Position, members
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.placement import binding

Table = dict[tuple[int, int, bool], Fraction]
Sets = Sequence[int]
#: Up to so many pairs of moves are looked at for bounds.
LOOKED_AT = 2500


class _Undefined(Exception):
    """Who is to move cannot, while something still binds: in Col, where it may be the other's."""


def paper_minimax(position: Position, limits: Limits) -> Fraction:
    """The minimax score of a position; raises ``LimitReached``. O(labellings * n^2)."""
    table = minimax_table(position, limits)
    return table[position.red_free, position.blue_free, position.to_move == "red"]


def minimax_table(position: Position, limits: Limits) -> Table:
    """The score of every position below, by (open to Red, open to Blue, Red's turn)."""
    known: Table = {}
    _fill(position, limits, known)
    return known


def _terminal(same: Sets, other: Sets, red: int, blue: int) -> bool:
    return not red & blue and not any(
        binding(same, other, v, red, blue) for v in members(red | blue)
    )


def _fill(position: Position, limits: Limits, known: Table) -> None:
    """Put the scores into ``known``, which is right at any time."""
    same, other = closures(position)

    def score(red: int, blue: int, reds_turn: bool) -> Fraction:
        key = (red, blue, reds_turn)
        found = known.get(key)
        if found is not None:
            return found
        if len(known) % 1024 == 0:
            limits.check()
        if _terminal(same, other, red, blue):
            result = Fraction(red.bit_count() - blue.bit_count())
            result += Fraction(0 if reds_turn else 1, 2)
        elif not (red if reds_turn else blue):
            raise _Undefined("red" if reds_turn else "blue")
        elif reds_turn:
            result = max(score(red & ~same[v], blue & ~other[v], False) for v in members(red))
        else:
            result = min(score(red & ~other[v], blue & ~same[v], True) for v in members(blue))
        known[key] = result
        return result

    score(position.red_free, position.blue_free, position.to_move == "red")


def score_bounds(position: Position, known: Table) -> tuple[Fraction, Fraction]:
    """Between what the score of a Snort position lies: two moves are looked ahead, and no
    player keeps more at the end than is open to him then. ``known`` holds scores found."""
    same, other = closures(position)
    moves = position.red_free.bit_count() * position.blue_free.bit_count()

    def bounds(red: int, blue: int, reds: bool, depth: int) -> tuple[Fraction, Fraction]:
        found = known.get((red, blue, reds))
        if found is not None:
            return found, found
        mine = red if reds else blue
        if depth == 0 or not mine or _terminal(same, other, red, blue):
            return Fraction(-blue.bit_count()), Fraction(2 * red.bit_count() + 1, 2)
        best = max if reds else min
        after = [
            bounds(red & ~same[v], blue & ~other[v], False, depth - 1)
            if reds
            else bounds(red & ~other[v], blue & ~same[v], True, depth - 1)
            for v in members(mine)
        ]
        return best(low for low, _ in after), best(high for _, high in after)

    depth = 2 if moves <= LOOKED_AT else 1
    return bounds(position.red_free, position.blue_free, position.to_move == "red", depth)


def _score(position: Position, limits: Limits, options: Options) -> Finding:
    table: Table = {}
    try:
        _fill(position, limits, table)
    except _Undefined as stuck:
        detail = {"undefined": f"{stuck} may have to move, cannot, and the game is not over"}
        return Finding(UNKNOWN, None, {}, detail)
    except LimitReached as reached:
        if position.rules.forbidden == "own":
            return Finding(UNKNOWN, None, {}, {"reason": reached.reason})
        low, high = score_bounds(position, table)
        detail = {"bounds": f"{low} <= score <= {high}", "reason": reached.reason}
        return Finding(UNKNOWN, None, {"positions": len(table)}, detail)
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
