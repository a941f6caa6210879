"""The evaluation of Borje's paper on Snort played out by minimax.

Borje stops a game where no vertex is contested and scores it |R| - |B|, plus 1/2 on
Blue's turn; Red maximises, Blue minimises. Here a position is terminal when nothing binds
any more, so edges between R and B are kept (Borje drops them).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gameproof.certificates.definitions.definition import Definition
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.snort.value import closures
from gameproof.games.bit_sets import members
from gameproof.games.meaning.steps import STEPS
from gameproof.games.snort import Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.placement import binding

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


def _score(position: Position, limits: Limits, _options: Options) -> Finding:
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
    certificate = Definition() if len(table) * position.graph.n * 50 <= STEPS else None
    return Finding(table[key], certificate, {"positions": len(table)})


METHODS: tuple[Method[Position], ...] = (
    Method(
        "score",
        "minimax",
        _score,
        "Zermelo's backward induction on the evaluation of Borje, section 2.2",
    ),
)
