"""The value of a position of any partizan game, from the value of each part that play can reach.

Every part is a row: its name, and a short game. The options of both players are played by the
rules and their values looked up; the second player must win the difference of {Left's |
Right's} and the row's game. Parts are named by their keys, in Snort and Col by the vertices that
are open to each player (``open_sets``).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.values.game_sums import (
    Equalities,
    Sums,
    read_games,
    read_negatives,
    read_sums,
    total,
)
from gameproof.certificates.values.open_sets import OpenSets
from gameproof.certificates.values.value_answers import conclude_value
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import VALUES
from gameproof.games.meaning.statement import Forces, wins
from gameproof.games.partizan import Partizan
from gameproof.games.short.game_tables import GameTable, ShortGame
from gameproof.games.snort import Position as Board

if TYPE_CHECKING:
    from gameproof.games.impartial.hackenbush import Coloured

    # A position takes and gives moves, so only Any stands for those of every game.
    TwoSided = Partizan[Any] | Coloured


def _none(*shape: int) -> Any:
    return msgspec.field(default_factory=lambda: np.zeros(shape, dtype=np.int64))


class Games(Certificate, frozen=True, tag="games", omit_defaults=True):
    """``numerators``, ``exponents``, ``counts``, ``options`` give short games (see
    ``game_sums.read_games``), ``sums`` rows (g, h, g + h); ``values`` the game of each part,
    by the key that it has with Left to move.

    Of Snort and Col ``components`` is a (k, 2, words) array: the vertices open to Red and to Blue,
    32 to a word; ``component_values`` are their games, and ``negatives[g]`` is the game -g or -1:
    sums say as much of -g and -h where these are given. A component with the colours exchanged has
    the negative value and needs no row, nor do the images of a row under ``symmetries``: each row
    of these is an automorphism of the graph, the image of vertex v at place v.
    """

    numerators: np.ndarray
    exponents: np.ndarray
    counts: np.ndarray
    options: np.ndarray
    sums: np.ndarray
    values: dict[str, int] = msgspec.field(default_factory=dict)
    negatives: np.ndarray = _none(0)
    components: np.ndarray = _none(0, 2, 0)
    component_values: np.ndarray = _none(0)
    symmetries: np.ndarray = _none(0, 0)


def conclude(goal: Goal[TwoSided | Board], certificate: Games) -> Conclusion:
    """Who wins, or what the value says. O(rows * moves) look-ups and comparisons of games."""
    position = goal.position
    table = read_games(
        certificate.numerators, certificate.exponents, certificate.counts, certificate.options
    )
    games = len(table.number)
    if isinstance(position, Board):
        negatives = read_negatives(table, certificate.negatives, games)
        sums = read_sums(table, certificate.sums, games, negatives)
        sets = OpenSets(position, table, sums, negatives)
        rows = certificate.components, certificate.component_values, certificate.symmetries
        sets.read(*rows, games)
        value = sets.value(position.red_free, position.blue_free)
    else:
        sums = read_sums(table, certificate.sums, games)
        value = Rows(table, sums, certificate.values).total(position)
    if goal.question not in ("outcome", "winner"):
        return conclude_value(goal, ShortGame(table, value))
    left, right = position.players
    zero = table.add_number(Fraction(0))
    first = right if table.below(value, zero) else left
    second = left if table.below(zero, value) else right
    return Conclusion(
        (wins(left, first), wins(right, second)),
        f"the value is {'<=' if first == right else 'not <='} 0 and "
        f"{'>=' if second == left else 'not >='} 0",
    )


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


KIND: Kind[TwoSided | Board, Games] = Kind(
    record=Games,
    scope=Scope(
        derives=(Forces, *VALUES),
        positions=(Partizan, Board, "gameproof.games.impartial.hackenbush.Coloured"),
        laws=frozenset({Law.NORMAL_PLAY, Law.TURNS, Law.FINITE, Law.EITHER_STARTS}),
    ),
    theorem="G = H when the second player wins G - H; Left wins G starting iff not G <= 0, Right "
    "iff not G >= 0; numbers are avoided and translate (Conway, On Numbers and Games, chapter 7; "
    "Siegel, Combinatorial Game Theory, II.1 to II.3); on a graph, to exchange vertices open to "
    "the same players and with the same neighbours, or to apply an automorphism, changes no value",
    evidence="games, sums of games, and a game for each part that play can reach",
    conclude=conclude,
)
