"""Reading the notation of short games into a :class:`GameTable`, for checkers.

Only what answers are written in: numbers, ``*k``, ``^`` and ``v`` multiples, their sums by
juxtaposition (``2^*``), ``{a,b|c}``, ``±x`` and ``±(a,b)``.
"""

from __future__ import annotations

import re
from fractions import Fraction

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.short_game_table import GameTable

_WORD = re.compile(r"-?\d+(?:/\d+)?|\^+|v+|\*|[{}|,()±]")


def read_value(table: GameTable, words: str) -> int:
    """The game that the text denotes; raises :class:`Rejected` for any other text."""
    tokens = _WORD.findall(words)
    if "".join(tokens) != "".join(words.split()):
        raise Rejected("the answer is not a value in standard notation")
    try:
        reader = _Reader(table, tokens)
        game = reader.game()
    except (IndexError, ValueError, ZeroDivisionError, RecursionError):
        raise Rejected("the answer is not a value in standard notation") from None
    if reader.at != len(tokens):
        raise Rejected("the answer is not a value in standard notation")
    return game


class _Reader:
    def __init__(self, table: GameTable, tokens: list[str]) -> None:
        self.table, self.tokens, self.at = table, tokens, 0
        self.known: dict[tuple[Fraction, int, int], int] = {}

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        token = self.tokens[self.at]
        if expected and token != expected:
            raise ValueError(token)
        self.at += 1
        return token

    def games(self) -> list[int]:
        found = [self.game()]
        while self.peek() == ",":
            self.take()
            found.append(self.game())
        return found

    def game(self) -> int:
        token = self.peek()
        if token == "{":
            self.take()
            left = self.games()
            self.take("|")
            right = self.games()
            self.take("}")
            return self.table.add_game(left, right)
        if token == "±":
            self.take()
            if self.peek() == "(":
                self.take()
                options = self.games()
                self.take(")")
            else:
                options = [self.game()]
            return self.table.add_game(options, [self.minus(g) for g in options])
        return self.unit()

    def unit(self) -> int:
        """number, arrows and star, each optional."""
        x, ups, star = Fraction(0), 0, 0
        start = self.at
        if self.peek().lstrip("-")[:1].isdecimal():
            x = Fraction(self.take())
        if self.peek()[:1] in ("^", "v") and self.peek():
            arrows = self.take()
            count = len(arrows)
            if count == 1 and self.peek().isdecimal():
                count = int(self.take())
            ups = count if arrows[0] == "^" else -count
        if self.peek() == "*":
            self.take()
            star = int(self.take()) if self.peek().isdecimal() else 1
        if self.at == start or max(abs(ups), star) > 1000 or x.denominator & (x.denominator - 1):
            raise ValueError("no unit")
        return self.sum(x, ups, star)

    def sum(self, x: Fraction, ups: int, star: int) -> int:
        """x + ups.up + *star by the definition of sums; up = {0 | *}.

        n.up (n > 1) is {0 | (n-1).up + *}; with *k the options of *k are added too.
        """
        key = (x, ups, star)
        if key in self.known:
            return self.known[key]
        if ups == 0 and star == 0:
            made = self.table.add_number(x)
        elif ups < 0:
            made = self.minus(self.sum(-x, -ups, star))
        else:
            left = [self.sum(x, ups, k) for k in range(star)]
            right = list(left)
            if ups > 0:
                left.append(self.sum(x, 0, star))
                right.append(self.sum(x, ups - 1, star ^ 1))
            made = self.table.add_game(left, right)
        self.known[key] = made
        return made

    def minus(self, g: int) -> int:
        table = self.table
        x = table.number[g]
        if x is not None:
            return table.add_number(-x)
        return table.add_game(
            [self.minus(o) for o in table.right[g]], [self.minus(o) for o in table.left[g]]
        )
