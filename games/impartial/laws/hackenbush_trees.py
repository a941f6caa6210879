"""Values of red-blue Hackenbush along a tree, by the colon principle.

A position whose value is the number x is won by Left (Red) when x > 0, by Right (Blue) when
x < 0, and by whoever does not begin when x = 0. On trees the colon principle gives the value
from the branches (Berlekamp, Conway, Guy, *Winning Ways*, chapter 7): a red line under a
branch of value x is worth ``(x + n) / 2^(n - 1)`` with the least n >= 1 such that x + n > 1.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from gameproof.games.bit_sets import members
from gameproof.games.impartial.hackenbush import GREEN, GROUND, RED, Coloured
from gameproof.games.meaning.bad_input import BadInput


def is_tree(position: Coloured) -> bool:
    """Do the standing red and blue lines form a tree over the ground (no green)? O(m)."""
    board = position.board
    points = {GROUND}
    count = 0
    for k in members(position.lines):
        if board.colours[k] == GREEN:
            return False
        points.update(board.ends[k].tolist())
        count += 1
    return count == len(points) - 1


def tree_value(position: Coloured) -> Fraction:
    """The value of a tree by the colon principle; raises :class:`BadInput` off trees. O(m)."""
    if not is_tree(position):
        raise BadInput("the lines are not a tree of red and blue lines")
    board = position.board
    at = board.lines_at
    stands = set(members(position.lines))
    order = [(GROUND, GROUND, -1)]  # (point, its parent, the line between)
    reached = {GROUND}
    for point, _, line in order:
        for other, k in at[point]:
            if k != line and k in stands:
                if other in reached:
                    raise BadInput("the lines have a cycle")
                reached.add(other)
                order.append((other, point, k))
    if len(order) != len(stands) + 1:
        raise BadInput("a line is not connected to the ground")
    value = dict.fromkeys(reached, Fraction(0))
    for point, parent, line in reversed(order[1:]):
        sign = 1 if board.colours[line] == RED else -1
        value[parent] += sign * on_a_red_line(sign * value[point])
    return value[GROUND]


def on_a_red_line(x: Fraction) -> Fraction:
    """The value of a red line that carries a branch of value x."""
    n = max(1, floor(1 - x) + 1)
    return (x + n) / (1 << (n - 1))
