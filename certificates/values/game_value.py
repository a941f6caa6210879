"""The value of a position of any partizan game, from the value of each part that play reaches.

Every part is a row of a table: its key, and a short game. The options of both players are
played by the rules and their values looked up; the second player must win the difference
of {Left's | Right's} and the row's game.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.game_sums import Equalities, Sums, read_sums, total
from gameproof.certificates.values.short_game_table import GameTable, read_games
from gameproof.certificates.values.value_answers import QUESTIONS, conclude_value
from gameproof.games.impartial.hackenbush import Coloured
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import Forces, wins
from gameproof.games.partizan import Partizan

# A position takes and gives moves, so only Any stands for those of every game.
TwoSided = Partizan[Any] | Coloured


class GameValue(Certificate, frozen=True, tag="game-value"):
    """``numerators``, ``exponents``, ``counts``, ``options`` give short games (see
    ``short_game_table.read_games``), ``sums`` rows (g, h, g + h); ``values`` the game of
    each part, by the key that it has with Left to move."""

    numerators: np.ndarray
    exponents: np.ndarray
    counts: np.ndarray
    options: np.ndarray
    sums: np.ndarray
    values: dict[str, int]


def conclude(goal: Goal[TwoSided], certificate: GameValue) -> Conclusion:
    """Who wins, or what the value says. O(rows * moves) look-ups and comparisons of games."""
    position = goal.position
    table = read_games(
        certificate.numerators, certificate.exponents, certificate.counts, certificate.options
    )
    sums = read_sums(table, certificate.sums, len(table.number))
    value = Rows(table, sums, certificate.values).total(position)
    if goal.question == "outcome":
        left, right = position.players
        zero = table.add_number(Fraction(0))
        first = right if table.below(value, zero) else left
        second = left if table.below(zero, value) else right
        return Conclusion(
            (wins(left, first), wins(right, second)),
            f"the value is {'<=' if first == right else 'not <='} 0 and "
            f"{'>=' if second == left else 'not >='} 0",
        )
    return conclude_value(goal, table, value)


class Rows:
    """The rows, and the keys of the parts whose values are verified."""

    def __init__(self, table: GameTable, sums: Sums, values: dict[str, int]) -> None:
        self.table, self.sums, self.values = table, sums, values
        self.games = len(table.number)
        self.verified: dict[str, None] = {}

    def total(self, position: TwoSided) -> int:
        """The value of a position, after those of all that play can reach are verified."""
        claims = Equalities(self.table)
        for part in _parts(position):
            self._verify(part, claims)
        keys = list(self.verified)[-len(claims.values) :]
        claims.verify(lambda row: f"the position {keys[row][:60]!r}")
        return self.stated_total(position)

    def _stated(self, part: TwoSided) -> int:
        key = _turned(part).key()
        game = self.values.get(key)
        if type(game) is not int or not 0 <= game < self.games:
            raise Rejected(f"no value for the position {key[:60]!r}")
        return game

    def stated_total(self, position: TwoSided) -> int:
        """The sum of what the rows say of the parts."""
        result = self.table.add_number(Fraction(0))
        for part in _parts(position):
            result = total(self.table, self.sums, result, self._stated(part))
        return result

    def _verify(self, root: TwoSided, claims: Equalities) -> None:
        """Depth-first through the parts below ``root``, options before the position itself: one
        claim for each."""
        opened: dict[str, tuple[list[int], list[int]]] = {}
        stack = [_turned(root)]
        while stack:
            here = stack[-1]
            key = here.key()
            if key in self.verified:
                stack.pop()
            elif key in opened:  # all that its options need is verified
                left, right = opened.pop(key)
                claims.add(left, right, self._stated(here))
                self.verified[key] = None
                stack.pop()
            else:
                self._stated(here)
                after = [_options(here, player) for player in here.players]
                # Looked up at once: no more is visited than stands in the table.
                left, right = ([self.stated_total(p) for p in options] for options in after)
                opened[key] = left, right
                for part in (part for options in after for p in options for part in _parts(p)):
                    turned = _turned(part)
                    name = turned.key()
                    if name in opened:
                        raise Rejected(f"the play can return to the position {name[:60]!r}")
                    if name not in self.verified:
                        stack.append(turned)


def _turned(position: TwoSided) -> TwoSided:
    """The position with Left, the first of the players, to move."""
    return position.turn(position.players[0])


def _options(position: TwoSided, player: str) -> list[TwoSided]:
    """What the moves of a player lead to; he has lost, by the rules, iff there are none."""
    start = position.turn(player)
    after = [start.play(move) for move in start.moves()]
    left, right = position.players
    lost = right if player == left else left
    if start.result() != (None if after else lost):
        raise Rejected("the play does not end as in normal play")
    return after


def _parts(position: TwoSided) -> tuple[TwoSided, ...]:
    """The parts that the rules name; none only where neither player has a move."""
    parts = position.parts() if Law.SUM in position.laws else (position,)
    if not parts and any(_options(position, player) for player in position.players):
        raise Rejected("a position without parts still has moves")
    return parts


KIND: Kind[TwoSided, GameValue] = Kind(
    record=GameValue,
    scope=Scope(
        derives=(Forces, *QUESTIONS),
        positions=(Partizan, Coloured),
        laws=frozenset({Law.NORMAL_PLAY, Law.TURNS, Law.FINITE, Law.EITHER_STARTS}),
    ),
    theorem="G = H when the second player wins G - H; Left wins G starting iff not G <= 0, Right "
    "iff not G >= 0; the canonical form is unique (Conway, On Numbers and Games, chapter 7 and "
    "theorem 69; Siegel, Combinatorial Game Theory, II.1 and II.2)",
    evidence="games, sums of games, and a game for each part that play can reach",
    conclude=conclude,
)
