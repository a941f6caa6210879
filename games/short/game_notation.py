"""The notation of short games, read.

Numbers, ``*k``, ``^`` and ``v`` multiples, juxtaposed (``2^*``); ``{a,b|c}`` with ``{a||b|c}`` for
``{a|{b|c}}``; ``±x``, ``±(a,b)``; sums and differences; ``3.^`` for multiples; brackets. As
CGSuite writes them: tiny ``2.Tiny``, ``Tiny(2)``, ``+_2`` is ``{0||0|-2}`` and miny ``2.Miny``,
``-_2`` its negative; ``^<n>`` is ``{0|v[n-1]+*}``, and ``^[n]`` is ``^<1> + ... + ^<n>``.
"""

from __future__ import annotations

import re
from fractions import Fraction

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.short.game_tables import GameTable, ShortGame

_WORD = re.compile(
    r"[0-9]+(?:/[0-9]+)?|\^+|↑+|v+|↓+|⇑|⇓|[*⋆∗]|\|+|±|\+/-|\+-|\+_|-_|⧾_?|⧿_?|[TtMm]iny"
    r"|[-+−{}(),.<>\[\]]"
)
_ARROWS = {"^": 1, "↑": 1, "⇑": 2, "v": -1, "↓": -1, "⇓": -2}
_STARS, _SIGNS, _SWITCHES = ("*", "⋆", "∗"), ("+", "-", "−"), ("±", "+-", "+/-")
_TINY = {"+_": 1, "⧾": 1, "⧾_": 1, "-_": -1, "⧿": -1, "⧿_": -1}
_NAMES = {"Tiny": 1, "tiny": 1, "Miny": -1, "miny": -1}
HIGHEST = 50  # orders of up
LARGEST = 1000  # copies, heaps and multiples
MOST_GAMES = 50_000
MOST_OPTIONS = 1_000_000  # of the sums that a text denotes
LONGEST = 1 << 20  # characters


def written(words: str) -> ShortGame:
    """The game that a text denotes; raises :class:`BadInput` for any other text."""
    table = GameTable()
    return ShortGame(table, read_value(table, words))


def read_value(table: GameTable, words: str) -> int:
    """The same as a game of the table."""
    if len(words) > LONGEST:
        raise BadInput(f"values of more than {LONGEST} characters are not read")
    tokens = _WORD.findall(words)
    if "".join(tokens) != "".join(words.split()):
        raise BadInput("this is not a value in standard notation")
    reader = _Reader(table, tokens)
    try:
        game = reader.expression()
        if reader.at < len(tokens):
            raise ValueError(tokens[reader.at])
    except (IndexError, KeyError, ValueError, ZeroDivisionError, RecursionError):
        rest = " ".join(tokens[reader.at : reader.at + 8])
        place = f"it goes wrong before {rest!r}" if rest else "it ends too soon"
        raise BadInput(f"this is not a value in standard notation: {place}") from None
    return game


class _Reader:
    """Recursive descent; ``IndexError`` and ``ValueError`` mean that the text is wrong."""

    def __init__(self, table: GameTable, tokens: list[str]) -> None:
        self.table, self.tokens, self.at = table, tokens, 0
        self.units: dict[tuple[Fraction, int, int], int] = {}
        self.sums: dict[int, int] = {}  # of two games, the smaller number in front
        self.opposites: dict[int, int] = {}
        self.limit = len(table.number) + MOST_GAMES
        self.options = 0
        self.closing: dict[int, int] = {}  # of each opening brace the place of its closing one
        self.known: dict[str, int] = {}  # what stood between braces, read once
        opened: list[int] = []
        for at, token in enumerate(tokens):
            if token == "{":
                opened.append(at)
            elif token == "}" and opened:
                self.closing[opened.pop()] = at

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        token = self.tokens[self.at]
        if expected and token not in expected:
            raise ValueError(token)
        self.at += 1
        return token

    def small(self) -> int:
        """A whole number that counts copies or heaps."""
        n = int(self.take())
        if n > LARGEST:
            raise ValueError(n)
        return n

    def expression(self) -> int:
        """Terms joined by signs; a sign at the start belongs to a number alone."""
        sign = self.take() if self.peek() in _SIGNS else "+"
        if sign != "+" and self.peek()[:1].isdecimal():
            total = self.term(-1)
        else:
            total = self.term()
            total = total if sign == "+" else self.minus(total)
        while self.peek() in _SIGNS:
            sign = self.take()
            term = self.term()
            total = self.plus(total, term if sign == "+" else self.minus(term))
        return total

    def term(self, sign: int = 1) -> int:
        """Juxtaposed atoms; ``sign`` is that of a number in front."""
        x, ups, star = Fraction(0), 0, 0
        start = self.at
        if self.peek()[:1].isdecimal():
            x = sign * self.number()
            if self.named():
                tiny = self.tinies(self.table.add_number(abs(x)))
                return self.followed(tiny if sign > 0 else self.minus(tiny))
            if self.peek() == ".":
                return self.followed(self.multiple(x))
        if self.plain_arrows():
            ups = self.arrows()
        if self.peek() in _STARS:
            star = self.stars()
        if self.at > start:
            return self.followed(self.unit(x, ups, star))
        return self.followed(self.atom())

    def one_atom(self) -> int:
        """What a multiple or ± is of, and no more: 2.^* is ^^ and a star, ±*2^ is *2 and up."""
        if self.peek()[:1].isdecimal():
            x = self.number()
            if self.named():
                return self.tinies(self.table.add_number(x))
            return self.multiple(x) if self.peek() == "." else self.table.add_number(x)
        if self.plain_arrows():
            return self.unit(Fraction(0), self.arrows(), 0)
        if self.peek() in _STARS:
            return self.unit(Fraction(0), 0, self.stars())
        return self.atom()

    def multiple(self, x: Fraction) -> int:
        """As many copies of the atom after the dot; a number there would be taken for decimals."""
        self.take(".")
        if x.denominator > 1 or abs(x) > LARGEST or self.peek()[:1].isdecimal():
            raise ValueError(x)
        if self.plain_arrows():
            ups = int(x) * self.arrows()
            if abs(ups) > LARGEST:
                raise ValueError(ups)
            return self.unit(Fraction(0), ups, 0)
        return self.copies(int(x), self.one_atom())

    def number(self) -> Fraction:
        x = Fraction(self.take())
        if x.denominator & (x.denominator - 1):
            raise ValueError(x)
        return x

    def arrows(self) -> int:
        """How many ups: several arrows, or one with their number."""
        arrows = self.take()
        counted = arrows in ("^", "↑", "v", "↓") and self.peek().isdecimal()
        ups = (self.small() if counted else len(arrows)) * _ARROWS[arrows[0]]
        if abs(ups) > LARGEST:
            raise ValueError(ups)
        return ups

    def stars(self) -> int:
        """The size of a nimber, 1 where none is given."""
        self.take()
        return self.small() if self.peek().isdecimal() else 1

    def plain_arrows(self) -> bool:
        """Does a multiple of up or down come next, and no power of it?"""
        after = self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else ""
        return self.peek()[:1] in _ARROWS and after not in ("<", "[")

    def power(self) -> int:
        """``^<n>``, the n-th power of up, and ``^[n]``, the sum of the first n."""
        sign = {"^": 1, "↑": 1, "v": -1, "↓": -1}[self.take()]
        closing = {"<": ">", "[": "]"}[self.take()]
        n = int(self.take())
        self.take(closing)
        if not 1 <= n <= HIGHEST:
            raise ValueError(n)
        zero, star = self.unit(Fraction(0), 0, 0), self.unit(Fraction(0), 0, 1)
        total = self.unit(Fraction(0), 1, 0)
        for _ in range(n - 2 if closing == ">" else n - 1):
            total = self.table.add_form([total], [star])
        if closing == ">" and n > 1:
            total = self.table.add_form([zero], [self.plus(self.minus(total), star)])
        return total if sign > 0 else self.minus(total)

    def named(self) -> bool:
        """Does ``.Tiny`` or ``.Miny`` come next?"""
        return self.peek() == "." and self.tokens[self.at + 1] in _NAMES

    def tinies(self, game: int) -> int:
        """The game, or what ``.Tiny`` and ``.Miny`` behind it make of it."""
        while self.named():
            self.take()
            game = self.tiny(game, _NAMES[self.take()])
        return game

    def tiny(self, game: int, sign: int) -> int:
        """``{0||0|-G}``, or its negative."""
        zero = self.table.add_number(Fraction(0))
        right = self.table.add_form([zero], [self.minus(game)])
        made = self.table.add_form([zero], [right])
        return made if sign > 0 else self.minus(made)

    def followed(self, total: int) -> int:
        """``total`` plus the atoms that follow without a sign."""
        while self.peek()[:1] in _ARROWS or self.peek() in (*_STARS, *_SWITCHES, *_TINY):
            own = self.peek() in (*_SWITCHES, *_TINY)
            total = self.plus(total, self.atom() if own else self.term())
        return total

    def atom(self) -> int:
        token = self.peek()
        if token in _SWITCHES:
            self.take()
            options = self.switch()
            return self.table.add_form(options, [self.minus(g) for g in options])
        if token == "(":
            self.take()
            game = self.expression()
            self.take(")")
            return self.tinies(game)
        if token == "{":
            self.take()
            return self.tinies(self.braces())
        if token in _TINY:
            self.take()
            return self.tiny(self.one_atom(), _TINY[token])
        if token in _NAMES:
            self.take()
            self.take("(")
            game = self.expression()
            self.take(")")
            return self.tiny(game, _NAMES[token])
        if token[:1] in _ARROWS:
            return self.power()
        raise ValueError(token)

    def switch(self) -> list[int]:
        """What follows ±: several options in brackets, else one atom."""
        start = self.at
        closing = {"(": ")", "{": "}"}.get(self.peek())
        if closing is not None:
            self.take()
            options = self.games()
            if self.peek() == closing:
                self.take()
                return options
            self.at = start
        return [self.one_atom()]

    def games(self) -> list[int]:
        if self.peek() in ("}", ")") or self.peek()[:1] == "|":
            return []
        found = [self.expression()]
        while self.peek() == ",":
            self.take()
            found.append(self.expression())
        return found

    def braces(self) -> int:
        """What follows an opening brace. Values repeat the same options again and again."""
        end = self.closing[self.at - 1]
        words = " ".join(self.tokens[self.at : end])
        if words in self.known:
            self.at = end + 1
            return self.known[words]
        lists, bars = [self.games()], []
        while self.peek()[:1] == "|":
            bars.append(len(self.take()))
            lists.append(self.games())
        self.take("}")
        found = self.known[words] = self.split(lists, bars)
        return found

    def split(self, lists: list[list[int]], bars: list[int]) -> int:
        """The strongest bar divides first."""
        most = max(bars)
        if bars.count(most) > 1:
            raise ValueError(most)
        at = bars.index(most)
        left, right = lists[: at + 1], lists[at + 1 :]
        return self.table.add_form(
            left[0] if at == 0 else [self.split(left, bars[:at])],
            right[0] if at == len(bars) - 1 else [self.split(right, bars[at + 1 :])],
        )

    def unit(self, x: Fraction, ups: int, star: int) -> int:
        """x + ups.up + *star; a number only translates, and n.up is {0 | (n-1).up + *}."""
        key = (x, ups, star)
        if key in self.units:
            return self.units[key]
        if ups == 0 and star == 0:
            made = self.table.add_number(x)
        elif ups < 0:
            made = self.minus(self.unit(-x, -ups, star))
        else:
            left = [self.unit(x, ups, k) for k in range(star)]
            right = list(left)
            if ups > 0:
                left.append(self.unit(x, 0, star))
                right.append(self.unit(x, ups - 1, star ^ 1))
            made = self.table.add_form(left, right)
        self.units[key] = made
        return made

    def minus(self, g: int) -> int:
        table = self.table
        x = table.number[g]
        if x is not None:
            return table.add_number(-x)
        found = self.opposites.get(g)
        if found is None:
            left = [self.minus(o) for o in table.right[g]]
            found = table.add_form(left, [self.minus(o) for o in table.left[g]])
            self.opposites[g] = found
        return found

    def plus(self, g: int, h: int) -> int:
        """g + h by the definition of a sum."""
        key = g << 32 | h if g < h else h << 32 | g
        found = self.sums.get(key)
        if found is not None:
            return found
        table = self.table
        x, y = table.number[g], table.number[h]
        if x is not None and y is not None:
            found = table.add_number(x + y)
        elif x == 0 or y == 0:
            found = h if x == 0 else g
        elif len(table.number) > self.limit or self.options > MOST_OPTIONS:
            raise ValueError("too large")
        else:
            left = [self.plus(o, h) for o in table.left_options(g)]
            left += [self.plus(g, o) for o in table.left_options(h)]
            right = [self.plus(o, h) for o in table.right_options(g)]
            right += [self.plus(g, o) for o in table.right_options(h)]
            self.options += len(left) + len(right)
            found = table.add_form(left, right)
        self.sums[key] = found
        return found

    def copies(self, n: int, g: int) -> int:
        total = self.table.add_number(Fraction(0))
        for _ in range(abs(n)):
            total = self.plus(total, g if n > 0 else self.minus(g))
        return total
