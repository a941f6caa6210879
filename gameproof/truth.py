"""What is true of tiny positions, by the rules alone and in the plainest way.

For :mod:`gameproof.testing`: statements about play by backward induction over everything
that play can reach, Grundy values and short games by their definitions. Nothing of it is
shared with a solver or a checker, so that it is a second opinion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.position import AnyPosition, EitherStarts
from gameproof.games.meaning.statement import Forces, Is, Prevents, Statement


class TooLarge(Exception):
    """More positions than a tiny board has."""


class SharedKey(Exception):
    """Two positions have the same key."""


class NotKnown(LookupError):
    """Nobody has said what is true of this quantity."""


Quantities = Callable[[AnyPosition, str, Mapping[str, Hashable]], object]
"""The true value of a quantity of a position; raises :class:`NotKnown`."""

Node = tuple[str, str]
"""A position's key, and who is to move there: in impartial games the players are named as
they stand at the start."""


@dataclass(slots=True)
class Play:
    """Everything that play can reach, and the same with the other player to move."""

    impartial: bool
    number: dict[Node, int] = field(default_factory=dict)
    positions: list[AnyPosition] = field(default_factory=list)
    movers: list[str] = field(default_factory=list)
    moves: list[list[Hashable]] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    results: list[str | None] = field(default_factory=list)
    forced: dict[Hashable, list[bool]] = field(default_factory=dict)

    def node(self, position: AnyPosition, starter: str) -> int | None:
        """The number of a position that ``starter`` begins, ``None`` where he does not."""
        if position.to_move != starter:
            if self.impartial or not isinstance(position, EitherStarts):
                return None
            try:
                position = position.turn(starter)
            except BadInput:
                return None
        return self.number.get((position.key(), starter))

    def distinct(self) -> list[AnyPosition]:
        """Each position once."""
        seen = {p.key(): p for p in reversed(self.positions)}
        return list(reversed(seen.values()))


def explore(start: AnyPosition, most: int) -> Play:
    """All positions below ``start`` and their turns; raises :class:`TooLarge`."""
    play = Play(Law.IMPARTIAL in start.laws)
    shown: dict[int, tuple[str, str]] = {}

    def same(number: int, position: AnyPosition) -> bool:
        """Is a position of the key equal to the first one, with the same player to move, result
        and moves?"""
        first = play.positions[number]
        if first != position:
            return False
        if number not in shown:
            shown[number] = shows(first)
        return shown[number] == shows(position)

    def place(position: AnyPosition, mover: str) -> int:
        name = (position.key(), mover)
        if name in play.number:
            first = play.positions[play.number[name]]
            if position is not first and not same(play.number[name], position):
                raise SharedKey(
                    f"two positions have the key {name[0][:100]!r}: {first} and {position}"
                )
        else:
            if len(play.number) == most:
                raise TooLarge(f"more than {most} positions")
            play.number[name] = len(play.number)
            play.positions.append(position)
            play.movers.append(mover)
        return play.number[name]

    place(start, start.to_move)
    for at in range(most + 1):
        if at == len(play.positions):
            return play
        here, mover = play.positions[at], play.movers[at]
        play.results.append(here.result())
        moves: list[Hashable] = list(here.moves())
        play.moves.append(moves)
        row = []
        for move in moves:
            after = here.play(move)
            row.append(place(after, other(after, mover) if play.impartial else after.to_move))
        play.children.append(row)
        if play.impartial:
            place(here, other(here, mover))
        elif Law.EITHER_STARTS in here.laws and isinstance(here, EitherStarts):
            for player in here.players:
                turned: AnyPosition = here.turn(player)
                place(turned, turned.to_move)
    raise TooLarge(f"more than {most} positions")


def shows(position: AnyPosition) -> tuple[str, str]:
    """Players, the one to move and the result; moves, and where they lead."""
    return (
        repr((position.players, position.to_move, position.result())),
        repr(sorted((position.move_text(m), position.play(m).key()) for m in position.moves())),
    )


def other(position: AnyPosition, player: str) -> str:
    """The other one of two players."""
    return next((name for name in position.players if name != player), player)


def result_at(play: Play, at: int, misere: bool) -> str | None:
    """How the play ends there, the players named as at the start."""
    found = play.results[at]
    if found is None:
        return None
    if misere:
        return play.movers[at]
    return other(play.positions[at], play.movers[at]) if play.impartial else found


def can_force(play: Play, side: frozenset[str], results: frozenset[str], plies: int | None,
              misere: bool) -> list[bool]:  # fmt: skip
    """From which nodes can the side make every play end in the results, within the plies?"""
    name = (side, results, plies, misere)
    if name in play.forced:
        return play.forced[name]
    size = len(play.positions)
    won = [result_at(play, at, misere) in results for at in range(size)]
    for _ in range(size if plies is None else plies):
        now = list(won)
        for at in range(size):
            if won[at] or play.results[at] is not None or not play.children[at]:
                continue
            ends = [won[child] for child in play.children[at]]
            now[at] = any(ends) if play.movers[at] in side else all(ends)
        if now == won:
            break
        won = now
    play.forced[name] = won
    return won


def holds(
    play: Play, position: AnyPosition, statement: Statement, quantities: Quantities
) -> bool | None:
    """Is the statement true of a position of the play? ``None`` where that is not known."""
    if isinstance(statement, Forces | Prevents):
        at = play.node(position, statement.starter)
        if at is None or not statement.side <= set(position.players):
            return False
        side, misere = statement.side, statement.play == "misere"
        if isinstance(statement, Prevents):
            side = frozenset(position.players) - side
        able = can_force(play, side, statement.results, statement.plies, misere)[at]
        return able if isinstance(statement, Forces) else not able
    if not isinstance(statement, Is):
        return None
    try:
        true = quantities(position, statement.quantity.name, dict(statement.quantity.arguments))
    except NotKnown:
        return None
    return type(true) is type(statement.value) and true == statement.value


def grundy(play: Play) -> dict[str, int]:
    """Grundy values by the definition, on whole positions; the play must be finite."""
    found: dict[int, int] = {}
    for at in ends_first(play.children):
        below = {found[child] for child in play.children[at]}
        found[at] = next(n for n in range(len(below) + 1) if n not in below)
    return {play.positions[at].key(): value for at, value in found.items()}


def ends_first(children: list[list[int]]) -> list[int]:
    """The nodes, each after those its arcs lead to; fewer than all where there is a circle."""
    waiting = [len(row) for row in children]
    parents: list[list[int]] = [[] for _ in waiting]
    for at, row in enumerate(children):
        for child in row:
            parents[child].append(at)
    order = [at for at, left in enumerate(waiting) if not left]
    for child in order:
        for parent in parents[child]:
            waiting[parent] -= 1
            if not waiting[parent]:
                order.append(parent)
    return order


class Games:
    """Short games as they stand, {left | right} by number, compared by the definition."""

    def __init__(self) -> None:
        self.forms: dict[tuple[frozenset[int], frozenset[int]], int] = {}
        self.left: list[frozenset[int]] = []
        self.right: list[frozenset[int]] = []
        self.known: dict[tuple[int, int], bool] = {}

    def form(self, left: Iterable[int], right: Iterable[int]) -> int:
        """The game with these options."""
        key = frozenset(left), frozenset(right)
        found = self.forms.setdefault(key, len(self.left))
        if found == len(self.left):
            self.left.append(key[0])
            self.right.append(key[1])
        return found

    def below(self, g: int, h: int) -> bool:
        """g <= h: no Left option of g is >= h, no Right option of h is <= g."""
        if (g, h) not in self.known:
            self.known[g, h] = not any(self.below(h, x) for x in self.left[g]) and not any(
                self.below(x, g) for x in self.right[h]
            )
        return self.known[g, h]

    def equal(self, g: int, h: int) -> bool:
        """Are they equal as games?"""
        return self.below(g, h) and self.below(h, g)

    def minus(self, g: int) -> int:
        """-g: Left and Right exchanged."""
        return self.form(map(self.minus, self.right[g]), map(self.minus, self.left[g]))

    def plus(self, g: int, h: int) -> int:
        """g + h: a move in the sum is one in either."""
        return self.form(
            [self.plus(x, h) for x in self.left[g]] + [self.plus(g, y) for y in self.left[h]],
            [self.plus(x, h) for x in self.right[g]] + [self.plus(g, y) for y in self.right[h]],
        )

    def number(self, x: Fraction) -> int:
        """n = {n-1 | }, -n = { | 1-n}, and a/2^k = {(a-1)/2^k | (a+1)/2^k} for odd a."""
        if x.denominator & (x.denominator - 1):
            raise ValueError(f"{x} is no dyadic number")
        step, broken = Fraction(1, x.denominator), x.denominator > 1
        return self.form(
            [self.number(x - step)] if x > 0 or broken else [],
            [self.number(x + step)] if x < 0 or broken else [],
        )

    def nimber(self, k: int) -> int:
        """``*k``: both players may move to every smaller one."""
        smaller = [self.nimber(i) for i in range(k)]
        return self.form(smaller, smaller)

    def written(self, text: str) -> int:
        """The game of a text as answers are written: numbers, ``*3``, ``^^``, ``v3``, several as
        ``2^*``, options in braces or behind ``±``; sums of these. Raises ``ValueError``."""
        words = re.findall(r"[0-9]+(?:/[0-9]+)?|\^+|v+|\|+|\S", text)[::-1]
        try:
            game = self._sum(words)
        except IndexError:
            raise ValueError(f"{text!r} ends too soon") from None
        if words:
            raise ValueError(f"{text!r} goes on after its game")
        return game

    def _sum(self, words: list[str]) -> int:
        """The terms at the end of the words, which are taken away."""
        total = self._term(words)
        while words and words[-1] in "+-":
            minus = words.pop() == "-"
            term = self._term(words)
            total = self.plus(total, self.minus(term) if minus else term)
        return total

    def _term(self, words: list[str]) -> int:
        """Parts without a sign between them; one in front belongs to a number alone."""
        minus = words[-1] == "-"
        if minus:
            words.pop()
        number = words[-1][0].isdigit()
        total = self._part(words)
        if minus and number:
            total = self.minus(total)
        while words and words[-1][0] not in ",|)}+-":
            total = self.plus(total, self._part(words))
        return self.minus(total) if minus and not number else total

    def _part(self, words: list[str]) -> int:
        word = words.pop()
        if word == "{":
            return self._braces(words)
        if word == "±":
            options = self._options(words) if words[-1] == "(" else [self._part(words)]
            return self.form(options, map(self.minus, options))
        if word[0] not in "*^v":
            return self.number(Fraction(word))
        size = int(words.pop()) if words and words[-1].isdecimal() else len(word)
        if word == "*":
            return self.nimber(size)
        zero, star = self.nimber(0), self.nimber(1)
        up = self.form([zero], [star]) if word[0] == "^" else self.form([star], [zero])
        return reduce(self.plus, [up] * size)

    def _options(self, words: list[str]) -> list[int]:
        """Those behind an opening bracket or a bar."""
        words.pop()
        found = []
        while words[-1][0] not in "|)}":
            found.append(self._sum(words))
            if words[-1] == ",":
                words.pop()
        if words[-1] == ")":
            words.pop()
        return found

    def _braces(self, words: list[str]) -> int:
        """What follows a brace; {a||b|c} is {a|{b|c}}: the longest bar divides the whole."""
        words.append("{")
        lists, bars = [self._options(words)], []
        while words[-1] != "}":
            bars.append(len(words[-1]))
            lists.append(self._options(words))
        words.pop()
        if not bars:
            raise ValueError("braces without a bar")
        while bars:
            at = bars.index(min(bars))
            lists[at : at + 2] = [[self.form(lists[at], lists[at + 1])]]
            del bars[at]
        return lists[0][0]

    def of(self, play: Play) -> dict[str, int]:
        """The game of every position of a finite play in which either player may start, by its
        key; the first player is Left."""
        found: dict[int, int] = {}
        first, second = play.positions[0].players
        for at in sorted(ends_first(play.children), key=lambda at: play.positions[at].key()):
            self._of(play, at, first, second, found)
        return {play.positions[at].key(): game for at, game in found.items()}

    def _of(self, play: Play, at: int, first: str, second: str, found: dict[int, int]) -> int:
        if at not in found:
            options = []
            for player in (first, second):
                turned = play.node(play.positions[at], player)
                assert turned is not None
                below = play.children[turned]
                options.append(frozenset(self._of(play, c, first, second, found) for c in below))
            found[at] = self.form(*options)
        return found[at]
