"""The standard notation of short games, read a second time: an oracle for the reader of the rules.

``3``, ``-1/2`` numbers; ``*``, ``*3`` nimbers; ``^`` up, ``v`` down, ``^^`` and ``^3``
multiples; ``2^*`` is 2 + up + star; ``{3|*}`` options, several separated by commas, and
``{4||1|0}`` for ``{4|{1|0}}``; ``±2`` is ``{2|-2}``, ``±(1,{3|0})`` has two options on
each side; ``+`` and ``-`` form sums. What CGSuite writes is read too: ``2.Tiny``, ``Tiny(2)`` and
``+_2`` for ``{0||0|-2}``, ``2.Miny`` and ``-_2`` for its negative, ``^<2>`` for ``{0|v*}`` and the
higher powers of up, ``^[3]`` for ``^ + ^<2> + ^<3>``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from gameproof.solvers.values.short_games import Store

#: Deepest nesting that the reader follows.
DEPTH = 200
#: Highest power of up.
HIGHEST = 50


class NotationError(ValueError):
    """Text that denotes no short game; the message says where."""


def nimber(store: Store, k: int) -> int:
    """``*k`` = {*0, ..., *(k-1) | the same}; ``*0`` is 0."""
    options: list[int] = [store.number_game(0)]
    for i in range(1, k + 1):
        options.append(store.canonical_game(options[:i], options[:i]))
    return options[k]


def up(store: Store) -> int:
    """``^`` = {0 | *}."""
    return store.canonical_game([store.number_game(0)], [nimber(store, 1)])


def multiple(store: Store, n: int, game: int) -> int:
    """``n`` copies of a game added (of its negative for n < 0)."""
    unit = game if n >= 0 else store.negative(game)
    total = store.number_game(0)
    for _ in range(abs(n)):
        total = store.add(total, unit)
    return total


_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+(?:/[0-9]+)?)|(?P<up>\^+|↑+|v+|↓+|⇑|⇓)|(?P<star>[*⋆∗])"
    r"|(?P<bars>\|+)|(?P<tiny>\+_|-_|⧾_?|⧿_?)|(?P<name>[TtMm]iny)"
    r"|(?P<other>±|\+-|\+/-|[-+{}(),.−<>\[\]]))"
)


def parse(store: Store, words: str) -> int:
    """The game that the text denotes, in canonical form; raises :class:`NotationError`."""
    tokens: list[tuple[str, str, int]] = []
    at = 0
    stripped = words.rstrip()
    while at < len(stripped):
        match = _TOKEN.match(stripped, at)
        if match is None:
            raise NotationError(f"no game notation at {stripped[at : at + 12]!r}")
        kind = str(match.lastgroup)
        tokens.append((kind, match.group(kind), match.end()))
        at = match.end()
    reader = _Reader(store, tokens, stripped)
    game = reader.sum()
    reader.finish()
    return game


class _Reader:
    """Recursive descent over the tokens."""

    def __init__(self, store: Store, tokens: list[tuple[str, str, int]], words: str) -> None:
        self.store, self.tokens, self.words = store, tokens, words
        self.at = 0
        self.depth = 0

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at][:2] if self.at < len(self.tokens) else ("end", "")

    def fail(self, message: str) -> NotationError:
        place = self.tokens[self.at - 1][2] if self.at else 0
        rest = self.words[place : place + 12]
        return NotationError(f"{message} at {rest!r}" if rest else f"{message} at the end")

    def finish(self) -> None:
        if self.at < len(self.tokens):
            raise self.fail("unexpected text")

    def sum(self) -> int:
        """Terms joined by signs; a sign at the very start belongs to a number alone, so that
        -1^ is -1 + up, while 3 - 1^ subtracts 1 + up."""
        word = self.peek()[1]
        if word in ("-", "−"):
            self.at += 1
            number = self.peek()[0] == "number"
            negated = self.store.negative(self.atom() if number else self.term())
            total = self.juxtaposed(negated) if number else negated
        else:
            self.at += word == "+"
            total = self.term()
        while self.peek()[1] in ("+", "-", "−"):
            negative = self.peek()[1] != "+"
            self.at += 1
            term = self.term()
            total = self.store.add(total, self.store.negative(term) if negative else term)
        return total

    def term(self) -> int:
        """Juxtaposed atoms such as 2^*3 or 1/2±1."""
        return self.juxtaposed(self.atom())

    def juxtaposed(self, total: int) -> int:
        """``total`` plus the atoms that follow without a sign."""
        while self.peek()[0] in ("up", "star", "tiny") or self.peek()[1] in ("±", "+-", "+/-"):
            total = self.store.add(total, self.atom())
        return total

    def named(self) -> bool:
        """Does ``.Tiny`` or ``.Miny`` come next?"""
        after = self.tokens[self.at + 1][0] if self.at + 1 < len(self.tokens) else ""
        return self.peek()[1] == "." and after == "name"

    def tinies(self, game: int) -> int:
        """The game, or what ``.Tiny`` and ``.Miny`` behind it make of it."""
        while self.named():
            self.at += 2
            game = self.tiny(game, self.tokens[self.at - 1][1])
        return game

    def tiny(self, game: int, word: str) -> int:
        """``{0||0|-G}``, or its negative."""
        zero = self.store.number_game(0)
        made = self.store.game([zero], [self.store.game([zero], [self.store.negative(game)])])
        return self.store.negative(made) if word[0] in "Mm-⧿" else made

    def power(self, word: str) -> int:
        """``^<n>``, the n-th power of up, and ``^[n]``, the sum of the first n powers."""
        store, opening = self.store, self.peek()[1]
        self.at += 1
        n = self.integer()
        if n is None or self.peek()[1] != {"<": ">", "[": "]"}[opening]:
            raise self.fail("expected a power of up, as in ^<2> or ^[3]")
        self.at += 1
        if len(word) > 1 or word in "⇑⇓" or not 1 <= n <= HIGHEST:
            raise self.fail(f"one arrow has a power from 1 to {HIGHEST}")
        zero, star, total = store.number_game(0), nimber(store, 1), up(store)
        for _ in range(n - 2 if opening == "<" else n - 1):
            total = store.game([total], [star])
        if opening == "<" and n > 1:
            total = store.game([zero], [store.add(store.negative(total), star)])
        return total if word in "^↑" else store.negative(total)

    def integer(self) -> int | None:
        kind, word = self.peek()
        if kind == "number" and "/" not in word:
            self.at += 1
            return int(word)
        return None

    def atom(self) -> int:
        store = self.store
        kind, word = self.peek()
        if kind == "end":
            raise self.fail("a game is missing")
        self.at += 1
        if kind == "number":
            number = _number(word)
            if number is None:
                raise self.fail(f"{word} is not a dyadic number")
            if self.named():
                return self.tinies(store.number_game(number))
            if self.peek()[1] == "." and number.denominator == 1:
                self.at += 1
                if self.peek()[0] == "number":
                    raise self.fail("a multiple of a number, or decimals? write a fraction as 5/2")
                return self.copies(_small(int(number), self))
            return store.number_game(number)
        if kind == "star":
            size = self.integer()
            return nimber(store, 1 if size is None else _small(size, self))
        if kind == "up":
            if self.peek()[1] in ("<", "["):
                return self.power(word)
            return multiple(store, self.arrows(word), up(store))
        if kind == "tiny":
            return self.tiny(self.atom(), word)
        if kind == "name":
            if self.peek()[1] != "(":
                raise self.fail(f"{word} of what? as in {word}(2) or 2.{word}")
            self.at += 1
            return self.tiny(self.closed(")"), word)
        if word in ("±", "+-", "+/-"):
            options = self.switch_options()
            return store.game(options, [store.negative(g) for g in options])
        if word == "(":
            return self.tinies(self.closed(")"))
        if word == "{":
            return self.tinies(self.nested(self.braces))
        raise self.fail(f"unexpected {word!r}")

    def arrows(self, word: str) -> int:
        """How many ups an ``up`` token stands for, with the number after it."""
        size = self.integer()
        count = len(word) * (2 if word in "⇑⇓" else 1)
        if size is not None and (len(word) > 1 or word in "⇑⇓"):
            raise self.fail("repeated arrows take no number")
        count = count if size is None else _small(size, self)
        return count if word[0] in "^↑⇑" else -count

    def copies(self, n: int) -> int:
        """``n`` copies of the atom that follows; of arrows without adding them up."""
        kind, word = self.peek()
        after = self.tokens[self.at + 1][1] if self.at + 1 < len(self.tokens) else ""
        if kind != "up" or after in ("<", "["):
            return multiple(self.store, n, self.atom())
        self.at += 1
        count = n * self.arrows(word)
        _small(abs(count), self)
        return multiple(self.store, count, up(self.store))

    def nested(self, rule: Callable[[], int]) -> int:
        self.depth += 1
        if self.depth > DEPTH:
            raise self.fail(f"nested deeper than {DEPTH}")
        result = rule()
        self.depth -= 1
        return result

    def closed(self, end: str) -> int:
        game = self.nested(self.sum)
        if self.peek()[1] != end:
            raise self.fail(f"{end} is missing")
        self.at += 1
        return game

    def switch_options(self) -> list[int]:
        """What follows ±: one atom, or several options in brackets."""
        word = self.peek()[1]
        if word not in ("(", "{"):
            return [self.atom()]
        start = self.at
        self.at += 1
        options = self.options()
        if self.peek()[1] == {"(": ")", "{": "}"}[word]:
            self.at += 1
            return options
        self.at = start
        return [self.atom()]

    def options(self) -> list[int]:
        if self.peek()[0] == "bars" or self.peek()[1] in ("}", ")"):
            return []
        games = [self.nested(self.sum)]
        while self.peek()[1] == ",":
            self.at += 1
            games.append(self.nested(self.sum))
        return games

    def braces(self) -> int:
        """``left | right }``; more bars bind less: {a||b|c} is {a|{b|c}}."""
        lists = [self.options()]
        bars: list[int] = []
        while self.peek()[0] == "bars":
            bars.append(len(self.peek()[1]))
            self.at += 1
            lists.append(self.options())
        if self.peek()[1] != "}":
            raise self.fail("} is missing")
        self.at += 1
        if not bars:
            raise self.fail("{ } needs a bar")
        return self.split(lists, bars)

    def split(self, lists: list[list[int]], bars: list[int]) -> int:
        most = max(bars)
        if bars.count(most) > 1:
            raise self.fail("two bars of the same strength")
        at = bars.index(most)

        def side(part: list[list[int]], inner: list[int]) -> list[int]:
            return part[0] if not inner else [self.split(part, inner)]

        left = side(lists[: at + 1], bars[:at])
        right = side(lists[at + 1 :], bars[at + 1 :])
        return self.store.game(left, right)


def _number(word: str) -> Fraction | None:
    if "/" in word and int(word.split("/")[1]) == 0:
        return None
    x = Fraction(word)
    return None if x.denominator & (x.denominator - 1) else x


def _small(n: int, reader: _Reader) -> int:
    if n > 1000:
        raise reader.fail(f"{n} is too large here")
    return n
