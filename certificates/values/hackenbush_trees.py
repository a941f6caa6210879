"""Values of red-blue Hackenbush along a tree, by the colon principle.

A position whose value is the number x is won by Left (Red) when x > 0, by Right (Blue) when
x < 0, and by whoever does not begin when x = 0. On trees the colon principle gives the value
from the branches (Berlekamp, Conway, Guy, *Winning Ways*, chapter 7): a red line under a
branch of value x is worth ``(x + n) / 2^(n - 1)`` with the least n >= 1 such that x + n > 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import floor

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Conclusion, Goal
from gameproof.certificates.values.value_answers import QUESTIONS, conclude_value
from gameproof.games.bit_sets import members
from gameproof.games.impartial.hackenbush import GREEN, GROUND, PLAYERS, RED, Coloured
from gameproof.games.impartial.impartial import moves_text
from gameproof.games.meaning.answers import Value, rational_text
from gameproof.games.meaning.outcomes import left_right
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.short.game_tables import GameTable, ShortGame

outcome_statements = left_right(*PLAYERS)


def answer(
    position: Coloured,
    question: str,
    value: Fraction,
    value_of: Callable[[Coloured], Fraction],
) -> str:
    """Who wins, or by which cuts, where the value is a number; ``value_of`` evaluates what a
    cut leaves. Raises :class:`Rejected` for questions that a number does not answer."""
    if question == "outcome":
        return "P" if value == 0 else "LR"[value < 0]
    if question == "winning-moves":
        sign = 1 if position.to_move == "red" else -1
        return moves_text(
            position.move_text(move)
            for move in position.moves()
            if sign * value_of(position.after(move)) >= 0
        )
    raise Rejected(f"the value does not answer the question {question!r}")


def conclude_number(
    goal: Goal[Coloured], value: Fraction, value_of: Callable[[Coloured], Fraction]
) -> Conclusion:
    """What follows for the goal when the value is this number."""
    if goal.question in QUESTIONS:
        table = GameTable()
        return conclude_value(goal, ShortGame(table, table.add_number(value)))
    found = answer(goal.position, goal.question, value, value_of)
    none: Mapping[str, Value] = {}
    if goal.question == "outcome":
        statements = outcome_statements(goal.position, found, none)
    else:
        statements = (Is(quantity(goal.question), found),)
    return Conclusion(
        statements, f"{goal.question}: {found}; the value is the number {rational_text(value)}"
    )


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
    """The value of a tree by the colon principle; raises :class:`Rejected` off trees. O(m)."""
    if not is_tree(position):
        raise Rejected("the lines are not a tree of red and blue lines")
    board = position.board
    at = board.lines_at
    stands = set(members(position.lines))
    order = [(GROUND, GROUND, -1)]  # (point, its parent, the line between)
    reached = {GROUND}
    for point, _, line in order:
        for other, k in at[point]:
            if k != line and k in stands:
                if other in reached:
                    raise Rejected("the lines have a cycle")
                reached.add(other)
                order.append((other, point, k))
    if len(order) != len(stands) + 1:
        raise Rejected("a line is not connected to the ground")
    value = dict.fromkeys(reached, Fraction(0))
    for point, parent, line in reversed(order[1:]):
        sign = 1 if board.colours[line] == RED else -1
        value[parent] += sign * on_a_red_line(sign * value[point])
    return value[GROUND]


def on_a_red_line(x: Fraction) -> Fraction:
    """The value of a red line that carries a branch of value x."""
    n = max(1, floor(1 - x) + 1)
    return (x + n) / (1 << (n - 1))
