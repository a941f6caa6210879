"""Comparing short games from their options alone, for certificates about values.

A :class:`GameTable` holds games given as options of earlier games or as dyadic numbers.
It knows the definition of the order (G <= H when no Left option of G is >= H and no
Right option of H is <= G) and two theorems: number avoidance and number translation.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.certificate import Rejected

LARGEST_EXPONENT = 4096
Ints = NDArray[np.int64]
Listed = tuple[Ints, Ints]
"""The places of some lists, and beside each a game of that list."""
Stop = int | float
"""See :class:`GameTable`; a whole number but of a plain form."""
NO_STOP = float("nan")
"""Of a plain form: whatever stop it is compared with, the comparison decides nothing."""


class Lists:
    """Lists of games in one array, one after another."""

    def __init__(self, lists: Sequence[Sequence[int]]) -> None:
        self.length = np.fromiter(map(len, lists), np.int64, len(lists))
        self.start = np.cumsum(self.length) - self.length
        games = itertools.chain.from_iterable(lists)
        self.games = np.fromiter(games, np.int64, int(self.length.sum()))

    def of(self, which: Ints) -> Listed:
        """The games of some of the lists, each beside the place in ``which`` of its list."""
        lengths = self.length[which]
        at = np.repeat(np.arange(len(which)), lengths)
        shift = self.start[which] - np.cumsum(lengths) + lengths
        return at, self.games[shift[at] + np.arange(len(at))]

    def all(self) -> Listed:
        """Every game, beside the place of its list."""
        return np.repeat(np.arange(len(self.length)), self.length), self.games


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
        self._lists: tuple[Lists, Lists] = Lists([]), Lists([])
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
        :class:`Rejected`.
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
            raise Rejected("a game with no option for one player is a number")
        right_stop, left_stop = self.right_stop, self.left_stop
        low = right_stop[left[0]] if len(left) == 1 else max([right_stop[g] for g in left])
        high = left_stop[right[0]] if len(right) == 1 else min([left_stop[g] for g in right])
        if high - low == 2:  # only the number between them
            x = Fraction(int(low) + 1, self.unit)
            raise Rejected(f"a game of the table equals the number {x}")
        if high - low > 2:
            raise Rejected("a game whose inner stops leave room is a number")
        return self._append(left, right, None, low + 1, high - 1)

    def add_form(self, left: Sequence[int], right: Sequence[int]) -> int:
        """Any game {left | right}, also one that equals a number in disguise. Such a *plain*
        form is compared by the bare definition, without stops or number avoidance."""
        if left and right and self.plain.isdisjoint((*left, *right)):
            try:
                return self.add_game(left, right)
            except Rejected:
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

    def lists(self) -> tuple[Lists, Lists]:
        """The listed options of all games, Left's and Right's; numbers have none."""
        if len(self._lists[0].length) < len(self.left):
            self._lists = Lists(self.left), Lists(self.right)
        return self._lists


def read_games(numerators: object, exponents: object, counts: object, options: object) -> GameTable:
    """The table of a certificate; raises :class:`Rejected` at the first malformed entry.

    ``exponents[g]`` >= 0 makes g the number ``numerators[g] / 2^exponents[g]``; -1 makes it
    a game with ``counts[g] = (Left's, Right's)`` options, read in order from ``options``.
    """
    numerator = integers(numerators, 1, "numerators").tolist()
    exponent = integers(exponents, 1, "exponents")
    count = integers(counts, 2, "counts")
    option = integers(options, 1, "options")
    games = len(numerator)
    if not games == len(exponent) == len(count) or count.shape[1:] != (2,):
        raise Rejected("the arrays of games have different lengths")
    is_game = exponent < 0  # what ``counts`` says of numbers does not count
    count = np.where(is_game[:, None], count, 0)
    if count.size and (count.min() < 0 or count.max() > len(option)):
        raise Rejected("the options of a game are missing")
    count = count.astype(np.int64)
    ends = np.cumsum(count)
    if games and ends[-1] > len(option):
        raise Rejected("the options of a game are missing")
    option = option[: ends[-1] if games else 0]
    side = np.repeat(np.arange(2 * games), count.ravel())
    if np.any(option < 0) or np.any(option >= side // 2):
        raise Rejected("a game has an option that is not an earlier game")
    option = option.astype(np.int64)
    if _alike(count[is_game], np.sort(side * games + option) - side * games):
        raise Rejected("a game is given twice")
    table = GameTable()
    listed, at = tuple(option.tolist()), 0
    rows = zip(numerator, exponent.tolist(), ends.reshape(-1, 2).tolist(), strict=True)
    for g, (n, e, (middle, end)) in enumerate(rows):
        if e < 0:
            table.add_new_game(listed[at:middle], listed[middle:end])
            at = end
        elif e > LARGEST_EXPONENT or (e and n % 2 == 0):
            raise Rejected(f"game {g} is no number in lowest terms")
        elif table.add_number(Fraction(n, 1 << e)) != g:
            raise Rejected(f"game {g} is given twice")
    return table


def _alike(count: Ints, options: Ints) -> bool:
    """Have two games the same lists of options? These come one after another, Left's before
    Right's, each in order; ``count`` says how long they are."""
    lengths = count.sum(axis=1)
    starts = np.cumsum(lengths) - lengths
    row = np.insert(options, starts, count[:, 0])
    text = row.tobytes()
    bounds = [*((starts + np.arange(len(starts))) * row.itemsize).tolist(), len(text)]
    forms = {text[a:b] for a, b in itertools.pairwise(bounds)}
    return len(forms) < len(count)


def integers(array: object, dimensions: int, name: str) -> np.ndarray:
    """The array itself if it is one of integers; raises :class:`Rejected`."""
    if not isinstance(array, np.ndarray) or array.ndim != dimensions:
        raise Rejected(f"{name} is not an array of {dimensions} dimension(s)")
    if array.size and array.dtype.kind not in "iu":
        raise Rejected(f"{name} holds no integers")
    return array
