"""Values of red-blue Hackenbush, which are numbers, by table or along a tree.

A position whose options are numbers, every Left option less than every Right option, is
the simplest number between them (Conway, *On Numbers and Games*, chapter 1); the table
needs nothing else. On trees the colon principle gives each value from its branches
(Berlekamp, Conway, Guy, *Winning Ways*, chapter 7): a red line under a branch of value
x is worth ``(x + n) / 2^(n - 1)`` with the least n >= 1 such that ``x + n > 1``.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor
from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.nim_value import moves_text
from gameproof.games.hackenbush import GREEN, GROUND, RED, Coloured, members


class HackenbushNumbers(Certificate, frozen=True, tag="hackenbush-numbers"):
    """``values`` gives the number of every part that play can reach, by the lines that
    stand (hexadecimal), in the form ``3/4``."""

    values: dict[str, str]


class HackenbushTree(Certificate, frozen=True, tag="hackenbush-tree"):
    """``value`` of a board whose lines form a tree over the ground, in the form ``3/4``."""

    value: str


def check(position: Coloured, claim: Claim, certificate: HackenbushNumbers | HackenbushTree) -> str:
    """Verify every number of the table from the rules, or evaluate the tree by the theorem.

    Proportional to the cuts of all parts reached; for trees O(lines) operations on
    dyadic numbers.
    """
    if not isinstance(position, Coloured):
        raise Rejected("the board has green lines only")
    if isinstance(certificate, HackenbushTree):
        value = tree_value(position)
        if certificate.value != str(value):
            raise Rejected(f"the value is {value}, not {certificate.value}")
        return verdict(position, claim, value, tree_value)
    table = _Table(certificate.values)
    return verdict(position, claim, table.value(position), table.value)


def verdict(position: Coloured, claim: Claim, value: Fraction, value_of: Any) -> str:
    """The proved sentence, or :class:`Rejected`; ``value_of`` evaluates other positions."""
    truth = answer(position, claim.question, value, value_of)
    if truth != claim.answer:
        raise Rejected(f"the answer is {truth}, not {claim.answer}")
    return f"{claim.question}: {truth}; the value is the number {value}"


def answer(position: Coloured, question: str, value: Fraction, value_of: Any) -> str:
    """The true answer for a position whose value is a number."""
    if question == "outcome":
        return "P" if value == 0 else "LR"[value < 0]
    if question == "value":
        return str(value)
    if question == "winning-moves":
        sign = 1 if position.to_move == "red" else -1
        return moves_text(
            [
                position.move_text(move)
                for move in position.moves()
                if sign * value_of(position.after(move)) >= 0
            ]
        )
    raise Rejected(f"the value does not answer the question {question!r}")


class _Table:
    """A table under verification; verified entries are remembered."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.known: dict[str, Fraction] = {}

    def value(self, position: Coloured) -> Fraction:
        """The sum of the verified values of the parts."""
        total = Fraction(0)
        for part in position.parts():
            self._verify(part)
            total += self.known[f"{part.lines:x}"]
        return total

    def _verify(self, root: Coloured) -> None:
        """Every cut leaves fewer lines, so the recursion ends; done with a stack."""
        stack = [root]
        while stack:
            part = stack[-1]
            name = f"{part.lines:x}"
            if name in self.known:
                stack.pop()
                continue
            sides: dict[str, list[Fraction]] = {"red": [], "blue": []}
            waiting = []
            for player, options in sides.items():
                for move in part.cuts(player):
                    total = Fraction(0)
                    for child in part.after(move).parts():
                        found = self.known.get(f"{child.lines:x}")
                        if found is None:
                            waiting.append(child)
                        else:
                            total += found
                    options.append(total)
            if waiting:
                stack.extend(waiting)
                continue
            stated = self._stated(name)
            left, right = max(sides["red"], default=None), min(sides["blue"], default=None)
            if left is not None and right is not None and left >= right:
                raise Rejected(f"the part {name} is not a number")
            if stated != simplest_between(left, right):
                raise Rejected(f"the part {name} has not the value {stated}")
            self.known[name] = stated
            stack.pop()

    def _stated(self, name: str) -> Fraction:
        text = self.texts.get(name)
        if not isinstance(text, str) or len(text) > 200:
            raise Rejected(f"no value for the part {name}")
        # Fraction also reads exponents, which may stand for numbers of any length.
        if re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", text) is None:
            raise Rejected(f"{text!r} is not a number")
        return Fraction(text)


def simplest_between(left: Fraction | None, right: Fraction | None) -> Fraction:
    """The simplest number x with left < x < right (``None``: no bound); left < right.

    The integer nearest to 0 if one fits, else the dyadic fraction of least denominator.
    """
    if (left is None or left < 0) and (right is None or right > 0):
        return Fraction(0)
    if left is not None and left >= 0:
        candidate = Fraction(left.numerator // left.denominator + 1)
        if right is None or candidate < right:
            return candidate
    else:
        assert right is not None
        candidate = Fraction(-((-right).numerator // (-right).denominator) - 1)
        if left is None or candidate > left:
            return candidate
    assert left is not None
    assert right is not None
    scale = 2
    while True:
        numerator = (left * scale).numerator // (left * scale).denominator + 1
        if Fraction(numerator, scale) < right:
            return Fraction(numerator, scale)
        scale *= 2


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
    order: list[tuple[int, int, int]] = []  # (point, its parent, the line between)
    stack = [(GROUND, -1, -1)]
    while stack:
        point, parent, line = stack.pop()
        order.append((point, parent, line))
        stack.extend(
            (other, point, k) for other, k in at[point] if k != line and position.lines >> k & 1
        )
    value = dict.fromkeys((point for point, _, _ in order), Fraction(0))
    for point, parent, line in reversed(order[1:]):
        sign = 1 if board.colours[line] == RED else -1
        value[parent] += sign * on_a_red_line(sign * value[point])
    return value[GROUND]


def on_a_red_line(x: Fraction) -> Fraction:
    """The value of a red line that carries a branch of value x."""
    n = max(1, floor(1 - x) + 1)
    return (x + n) / (1 << (n - 1))


def reply(position: Coloured, certificate: HackenbushNumbers | HackenbushTree) -> int | None:
    """A cut that leaves the opponent no win, ``None`` where there is none."""
    sign = 1 if position.to_move == "red" else -1

    def value(of: Coloured) -> Fraction:
        if isinstance(certificate, HackenbushTree):
            return tree_value(of)
        return sum(
            (Fraction(certificate.values.get(f"{p.lines:x}", "0")) for p in of.parts()),
            Fraction(0),
        )

    moves = [m for m in position.moves() if sign * value(position.after(m)) >= 0]
    return max(moves, key=lambda m: sign * value(position.after(m)), default=None)
