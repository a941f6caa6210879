"""Values of red-blue Hackenbush, which are numbers, by a table.

A position whose options are numbers, every Left option less than every Right option, is
the simplest number between them (Conway, *On Numbers and Games*, chapter 1); the table
needs nothing else.
"""

from __future__ import annotations

import re
from fractions import Fraction

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.hackenbush_trees import conclude_number
from gameproof.certificates.values.value_answers import QUESTIONS
from gameproof.games.impartial.hackenbush import PARTIZAN, PLAYERS, Coloured
from gameproof.games.meaning.answers import rational_text
from gameproof.games.meaning.statement import Forces

LONGEST = 200
"""Characters of a number in a table: boards with longer ones are too large for it."""


class HackenbushNumbers(Certificate, frozen=True, tag="hackenbush-numbers"):
    """``values`` gives the number of every part that play can reach, by the lines that
    stand (hexadecimal), in the form ``3/4``."""

    values: dict[str, str]


def conclude(goal: Goal[Coloured], certificate: HackenbushNumbers) -> Conclusion:
    """Verify every number of the table from the rules. Proportional to the cuts of all parts
    reached, which are all in the table."""
    table = _Table(certificate.values)
    return conclude_number(goal, table.value(goal.position), table.value)


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
            total += self.known[_name(part)]
        return total

    def _verify(self, root: Coloured) -> None:
        """Every cut leaves fewer lines, so the recursion ends; done with a stack."""
        stack = [root]
        while stack:
            part = stack[-1]
            name = _name(part)
            if name in self.known:
                stack.pop()
                continue
            stated = self._stated(name)
            sides: list[list[Fraction]] = []
            waiting: list[Coloured] = []
            for player in PLAYERS:
                options = []
                for move in part.cuts(player):
                    total = Fraction(0)
                    for child in part.after(move).parts():
                        self._stated(_name(child))  # asked at once: what is missing is not walked
                        found = self.known.get(_name(child))
                        if found is None:
                            waiting.append(child)
                        else:
                            total += found
                    options.append(total)
                sides.append(options)
            if waiting:
                stack.extend(waiting)
                continue
            left, right = max(sides[0], default=None), min(sides[1], default=None)
            if left is not None and right is not None and left >= right:
                raise Rejected(f"the part {name} is not a number")
            if stated != simplest_between(left, right):
                raise Rejected(f"the part {name} has not the value {rational_text(stated)}")
            self.known[name] = stated
            stack.pop()

    def _stated(self, name: str) -> Fraction:
        text = self.texts.get(name)
        if not isinstance(text, str) or len(text) > LONGEST:
            raise Rejected(f"no value for the part {name[:60]}")
        # Fraction also reads exponents, which may stand for numbers of any length.
        if re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", text) is None:
            raise Rejected(f"{text!r} is not a number")
        return Fraction(text)


def _name(part: Coloured) -> str:
    """The key without the player to move: a value does not depend on who moves."""
    return f"{part.lines:x}"


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


def reply(position: Coloured, certificate: HackenbushNumbers) -> int | None:
    """A cut that leaves the opponent no win, ``None`` where there is none or the table does
    not say."""
    sign = 1 if position.to_move == "red" else -1
    best: tuple[Fraction, int] | None = None
    table = _Table(certificate.values)
    for move in position.moves():
        try:
            parts = position.after(move).parts()
            value = sign * sum((table._stated(_name(part)) for part in parts), Fraction(0))
        except Rejected:
            return None
        if value >= 0 and (best is None or value > best[0]):
            best = value, move
    return None if best is None else best[1]


KIND = Kind(
    record=HackenbushNumbers,
    scope=Scope(
        derives=(Forces, *QUESTIONS, "winning-moves"), positions=(Coloured,), laws=PARTIZAN
    ),
    theorem="a game whose options are numbers, every Left option less than every Right option, is "
    "the simplest number between them (Conway 1976, chapter 1); numbers add up in sums",
    evidence="the number of each part that play can reach; every one is checked from its options",
    conclude=conclude,
    reply=reply,
)
