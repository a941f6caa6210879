"""Short games: which are equal, and which at least as good, from their options alone.

A :class:`GameTable` holds games given as options of earlier games or as dyadic numbers.
It knows the definition of the order (G <= H when no Left option of G is >= H and no
Right option of H is <= G) and two theorems: number avoidance and number translation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from gameproof.games.meaning.bad_input import BadInput

Stop = int | float
"""See :class:`GameTable`; a whole number but of a plain form."""
NO_STOP = float("nan")
"""Of a plain form: whatever stop it is compared with, the comparison decides nothing."""


class GameTable:
    """Games 0, 1, 2, ...; further numbers are added as they are needed.

    The stops of a game tell which numbers it is <= and >=: G <= x when ``left_stop[G] <=
    x * unit``, and x <= G when ``x * unit <= right_stop[G]``. For a number both are the number
    itself. For other games number avoidance gives G <= x when no G^L is >= x, so that the left
    stop is the largest right stop of a G^L and one more; the right stop is the least left stop
    of a G^R less one. So, by induction, a left stop is that of a number or one more, a right
    stop that of a number or one less, never the other way round: "one" stands for as little as
    one likes. As every ``x * unit`` of the table is a multiple of 4, stops of different numbers
    never meet, and between them there is room for a number.
    """

    def __init__(self) -> None:
        self.left: list[tuple[int, ...]] = []
        self.right: list[tuple[int, ...]] = []
        self.number: list[Fraction | None] = []
        self.unit = 1 << 8  # more when a number needs it: small stops are compared faster
        self.left_stop: list[Stop] = []
        self.right_stop: list[Stop] = []
        self.plain: set[int] = set()
        self._numbers: dict[Fraction, int] = {}
        self._made: dict[tuple[frozenset[int], frozenset[int]], int] = {}
        self._seen = 0  # games that are among those made
        self._below: dict[int, bool] = {}

    def add_number(self, x: Fraction) -> int:
        """The game of the dyadic number ``x``."""
        found = self._numbers.get(x)
        if found is None:
            if x.denominator & (x.denominator - 1):
                raise ValueError(f"{x} is no dyadic number")
            while self.unit < 4 * x.denominator:
                self._refine()
            stop = x.numerator * (self.unit // x.denominator)
            found = self._append((), (), x, stop, stop)
            self._numbers[x] = found
        return found

    def _refine(self) -> None:
        """Square ``unit``; what a stop is more or less than a number's remains. Whoever holds a
        stop may only add numbers that do not need this: options, negatives and sums of numbers
        that are there, which have no larger denominators."""
        for stops in (self.left_stop, self.right_stop):
            for g, stop in enumerate(stops):
                if g not in self.plain:
                    beyond = (stop + 1) % 4 - 1
                    stops[g] = (stop - beyond) * self.unit + beyond
        self.unit **= 2

    def _append(
        self,
        left: tuple[int, ...],
        right: tuple[int, ...],
        number: Fraction | None,
        left_stop: Stop,
        right_stop: Stop,
    ) -> int:
        self.left.append(left)
        self.right.append(right)
        self.number.append(number)
        self.left_stop.append(left_stop)
        self.right_stop.append(right_stop)
        return len(self.left) - 1

    def add_game(self, left: Sequence[int], right: Sequence[int]) -> int:
        """The game {left | right} of earlier games, which must not equal a number.

        G is a number exactly when some number x has no G^L >= x and no G^R <= x. Raises
        :class:`BadInput`.
        """
        for g in range(self._seen, len(self.left)):
            if self.number[g] is None and g not in self.plain:
                self._made[frozenset(self.left[g]), frozenset(self.right[g])] = g
        self._seen = len(self.left)
        found = self._made.get((frozenset(left), frozenset(right)))
        return self.add_new_game(tuple(left), tuple(right)) if found is None else found

    def add_new_game(self, left: tuple[int, ...], right: tuple[int, ...]) -> int:
        """The same, of a game that the table does not have."""
        if not left or not right:
            raise BadInput("a game with no option for one player is a number")
        right_stop, left_stop = self.right_stop, self.left_stop
        low = right_stop[left[0]] if len(left) == 1 else max([right_stop[g] for g in left])
        high = left_stop[right[0]] if len(right) == 1 else min([left_stop[g] for g in right])
        if high - low == 2:  # only the number between them
            x = Fraction(int(low) + 1, self.unit)
            raise BadInput(f"a game of the table equals the number {x}")
        if high - low > 2:
            raise BadInput("a game whose inner stops leave room is a number")
        return self._append(left, right, None, low + 1, high - 1)

    def add_form(self, left: Sequence[int], right: Sequence[int]) -> int:
        """Any game {left | right}, also one that equals a number in disguise. Such a *plain*
        form is compared by the bare definition, without stops or number avoidance."""
        if left and right and self.plain.isdisjoint((*left, *right)):
            try:
                return self.add_game(left, right)
            except BadInput:
                pass
        self.plain.add(len(self.left))
        return self._append(tuple(left), tuple(right), None, NO_STOP, NO_STOP)

    def below(self, g: int, h: int) -> bool:
        """``g <= h``, by the definition; stops decide what they can. Memoised."""
        left_stop, right_stop = self.left_stop, self.right_stop
        low, high = right_stop[h], left_stop[h]
        start, end = left_stop[g], right_stop[g]
        if g == h or start <= low:  # g <= x <= h for some number x
            return True
        if start > high or end > low:  # h <= x, but not g <= x; or x <= g, but not x <= h
            return False
        key = g << 32 | h
        found = self._below.get(key)
        if found is not None:
            return found
        if self.plain and (g in self.plain or h in self.plain):
            return self._below_by_definition(g, h)
        found = True
        # A number's own options never matter beside a game that is not a number. What the stops
        # refute is seen here at once, as above.
        if h in self.left[g] or g in self.right[h]:  # as for large nimbers, without their options
            found = False
        else:
            for o in self.left[g]:
                if not (high > left_stop[o] or low > right_stop[o]) and self.below(h, o):
                    found = False
                    break
            else:
                for o in self.right[h]:
                    if not (left_stop[o] > start or right_stop[o] > end) and self.below(o, g):
                        found = False
                        break
        self._below[key] = found
        return found

    def _below_by_definition(self, g: int, h: int) -> bool:
        key = g << 32 | h
        found = self._below.get(key)
        if found is None:
            found = not any(self.below(h, o) for o in self.left_options(g)) and not any(
                self.below(o, g) for o in self.right_options(h)
            )
            self._below[key] = found
        return found

    def left_options(self, g: int) -> tuple[int, ...]:
        """Left's options; for numbers the canonical ones."""
        x = self.number[g]
        if x is None:
            return self.left[g]
        if x.denominator > 1:
            return (self.add_number(x - Fraction(1, x.denominator)),)
        return (self.add_number(x - 1),) if x > 0 else ()

    def right_options(self, g: int) -> tuple[int, ...]:
        """Right's options; for numbers the canonical ones."""
        x = self.number[g]
        if x is None:
            return self.right[g]
        if x.denominator > 1:
            return (self.add_number(x + Fraction(1, x.denominator)),)
        return (self.add_number(x + 1),) if x < 0 else ()

    def copy(self, table: GameTable, game: int) -> int:
        """The game of another table. O(its followers and their options)."""
        if table is self:
            return game
        followers, waiting = {game}, [game]
        while waiting:
            g = waiting.pop()
            new = {*table.left[g], *table.right[g]} - followers
            followers |= new
            waiting += new
        known: dict[int, int] = {}
        for g in sorted(followers):  # options are earlier games
            x = table.number[g]
            if x is None:
                left, right = ([known[o] for o in row[g]] for row in (table.left, table.right))
                known[g] = self.add_form(left, right)
            else:
                known[g] = self.add_number(x)
        return known[game]


@dataclass(frozen=True, eq=False, slots=True)
class ShortGame:
    """A game of a table as a value: equal to every game G of any table with G <= it <= G."""

    table: GameTable
    game: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ShortGame):
            return NotImplemented
        there = self.table.copy(other.table, other.game)
        return self.table.below(self.game, there) and self.table.below(there, self.game)

    def __hash__(self) -> int:
        return hash(ShortGame)  # equal games may have any forms
