"""Comparing short games from their options alone, for certificates about values.

A :class:`GameTable` holds games given as options of earlier games or as dyadic numbers.
It knows the definition of the order (G <= H when no Left option of G is >= H and no
Right option of H is <= G) and two theorems: number avoidance and number translation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from gameproof.certificates.certificate import Rejected

LARGEST_EXPONENT = 4096
UNIT = 1 << 64
Stop = int | float | Fraction
"""A stop times ``UNIT``: a whole number as a rule, and whole numbers are compared fast."""
NO_STOP = float("nan")
"""Of a plain form: whatever stop it is compared with, the comparison decides nothing."""
Sums = dict[int, dict[int, int]]
"""g + h by g, then by h; every sum under both of its terms."""
_NONE: dict[int, int] = {}


def _stop(x: Fraction) -> int | Fraction:
    scaled = x * UNIT
    return scaled.numerator if scaled.denominator == 1 else scaled


class GameTable:
    """Games 0, 1, 2, ...; further numbers are added as they are needed."""

    def __init__(self) -> None:
        self.left: list[tuple[int, ...]] = []
        self.right: list[tuple[int, ...]] = []
        self.number: list[Fraction | None] = []
        self.left_stop: list[Stop] = []
        self.right_stop: list[Stop] = []
        self.plain: list[bool] = []
        self._numbers: dict[Fraction, int] = {}
        self._made: dict[tuple[frozenset[int], frozenset[int]], int] = {}
        self._below: dict[int, bool] = {}

    def add_number(self, x: Fraction) -> int:
        """The game of the number ``x``."""
        found = self._numbers.get(x)
        if found is None:
            stop = _stop(x)
            found = self._append((), (), x, stop, stop)
            self._numbers[x] = found
        return found

    def _append(
        self,
        left: tuple[int, ...],
        right: tuple[int, ...],
        number: Fraction | None,
        left_stop: Stop,
        right_stop: Stop,
        plain: bool = False,
    ) -> int:
        self.left.append(left)
        self.right.append(right)
        self.number.append(number)
        self.left_stop.append(left_stop)
        self.right_stop.append(right_stop)
        self.plain.append(plain)
        return len(self.left) - 1

    def add_game(self, left: Sequence[int], right: Sequence[int]) -> int:
        """The game {left | right} of earlier games, which must not equal a number.

        G is a number exactly when some number x has no G^L >= x and no G^R <= x; the
        only candidates lie between the best inner stops. Raises :class:`Rejected`.
        """
        key = (frozenset(left), frozenset(right))
        if key in self._made:
            return self._made[key]
        if not left or not right:
            raise Rejected("a game with no option for one player is a number")
        low = max(self.right_stop[g] for g in left)
        high = min(self.left_stop[g] for g in right)
        if low < high:
            raise Rejected("a game whose inner stops leave room is a number")
        if low == high:
            x = self.add_number(Fraction(low) / UNIT)
            if not any(self.below(x, g) for g in left) and not any(self.below(g, x) for g in right):
                raise Rejected(f"a game of the table equals the number {self.number[x]}")
        self._made[key] = self._append(tuple(left), tuple(right), None, low, high)
        return self._made[key]

    def add_form(self, left: Sequence[int], right: Sequence[int]) -> int:
        """Any game {left | right}, also one that equals a number in disguise. Such a *plain*
        form is compared by the bare definition, without stops or number avoidance."""
        if left and right and not any(self.plain[g] for g in (*left, *right)):
            try:
                return self.add_game(left, right)
            except Rejected:
                pass
        return self._append(tuple(left), tuple(right), None, NO_STOP, NO_STOP, plain=True)

    def below(self, g: int, h: int) -> bool:
        """``g <= h``, by the definition; stops decide what they can. Memoised."""
        left_stop, right_stop = self.left_stop, self.right_stop
        low, high = right_stop[h], left_stop[h]
        start, end = left_stop[g], right_stop[g]
        if g == h or start < low:
            return True
        if start > high or end > low:
            return False
        key = g << 32 | h
        found = self._below.get(key)
        if found is not None:
            return found
        if self.plain[g] or self.plain[h]:
            return self._below_by_definition(g, h)
        if self.number[g] is not None and self.number[h] is not None:
            return start <= high
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

    def verify_equal(self, left: Sequence[int], right: Sequence[int], w: int, what: str) -> None:
        """{left | right} = w: the second player wins the difference {left | right} - w.

        Whoever starts loses: a move to an option is refused because no Left option is
        >= w and no Right option <= w; a move in -w is met by a better option. Raises
        :class:`Rejected`. O(options * options of w) comparisons.
        """
        mine, yours = set(left), set(right)
        best, worst = self.left_options(w), self.right_options(w)
        left_stop, right_stop = self.left_stop, self.right_stop
        high, low = left_stop[w], right_stop[w]
        # An option of w is never >= w (Left's) or <= w (Right's), and it equals itself; of the
        # others the stops refute most.
        for g in mine.difference(best):
            if not (high > left_stop[g] or low > right_stop[g]) and self.below(w, g):
                raise Rejected(f"{what}: Left's first move wins against the value claimed")
        for g in yours.difference(worst):
            if not (left_stop[g] > high or right_stop[g] > low) and self.below(g, w):
                raise Rejected(f"{what}: Right's first move wins against the value claimed")
        for x in best:
            if x not in mine and not any(self.below(x, g) for g in mine):
                raise Rejected(f"{what}: the value claimed is too large for Left's options")
        for x in worst:
            if x not in yours and not any(self.below(g, x) for g in yours):
                raise Rejected(f"{what}: the value claimed is too small for Right's options")


def read_games(numerators: object, exponents: object, counts: object, options: object) -> GameTable:
    """The table of a certificate; raises :class:`Rejected` at the first malformed entry.

    ``exponents[g]`` >= 0 makes g the number ``numerators[g] / 2^exponents[g]``; -1 makes it
    a game with ``counts[g] = (Left's, Right's)`` options, read in order from ``options``.
    """
    numerator = integers(numerators, 1, "numerators").tolist()
    exponent = integers(exponents, 1, "exponents").tolist()
    count = integers(counts, 2, "counts")
    option = integers(options, 1, "options").tolist()
    if not len(numerator) == len(exponent) == len(count) or count.shape[1:] != (2,):
        raise Rejected("the arrays of games have different lengths")
    table = GameTable()
    at = 0
    for g, (n, e, (nl, nr)) in enumerate(zip(numerator, exponent, count.tolist(), strict=True)):
        if e >= 0:
            if e > LARGEST_EXPONENT or (e and n % 2 == 0):
                raise Rejected(f"game {g} is no number in lowest terms")
            made = table.add_number(Fraction(n, 1 << e))
        else:
            if nl < 0 or nr < 0 or at + nl + nr > len(option):
                raise Rejected(f"the options of game {g} are missing")
            row = option[at : at + nl + nr]
            if any(not 0 <= o < g for o in row):
                raise Rejected(f"game {g} has an option that is not an earlier game")
            made = table.add_game(row[:nl], row[nl:])
            at += nl + nr
        if made != g:
            raise Rejected(f"game {g} is given twice, or a number it needs comes later")
    return table


def integers(array: object, dimensions: int, name: str) -> np.ndarray:
    """The array itself if it is one of integers; raises :class:`Rejected`."""
    if not isinstance(array, np.ndarray) or array.ndim != dimensions:
        raise Rejected(f"{name} is not an array of {dimensions} dimension(s)")
    if array.size and array.dtype.kind not in "iu":
        raise Rejected(f"{name} holds no integers")
    return array


def read_sums(
    table: GameTable, rows: object, games: int, negatives: Mapping[int, int] | None = None
) -> Sums:
    """Verified sums of games of the table.

    Each row (g, h, w), g <= h, claims g + h = w; the options of g + h are themselves looked
    up among the rows (a number only translates the other game's options). Rows may come
    in any order: the sums of options are smaller, so no argument is circular. A row says also
    that (-g) + (-h) = -w, where verified ``negatives`` are given. Raises :class:`Rejected`.
    """
    array = integers(rows, 2, "sums")
    if array.shape[1:] != (3,):
        raise Rejected("a sum needs three games")
    listed = array.tolist()
    sums: Sums = {g: {} for g in range(games)}
    for g, h, w in listed:
        if not (0 <= g <= h < games and 0 <= w < games):
            raise Rejected(f"the sum {g} + {h} names no games of the table")
        sums[g][h] = sums[h][g] = w
    if negatives:
        for g, h, w in listed:
            if g in negatives and h in negatives and w in negatives:
                g, h = negatives[g], negatives[h]
                if h not in sums[g]:
                    sums[g][h] = sums[h][g] = negatives[w]
    for g, h, w in listed:
        x, y = table.number[g], table.number[h]
        left: list[int] = []
        right: list[int] = []
        for z, mine, other in ((x, g, h), (y, h, g)):
            if z is None:
                left += _translated(table, sums, table.left[mine], other)
                right += _translated(table, sums, table.right[mine], other)
        if x is not None and y is not None:
            raise Rejected("a sum of two numbers needs no row")
        table.verify_equal(left, right, w, f"the sum {g} + {h}")
    return sums


def _translated(table: GameTable, sums: Sums, games: Sequence[int], by: int) -> list[int]:
    """Each of some games plus another."""
    known = sums[by]
    try:
        return [known[g] for g in games]
    except KeyError:  # sums with numbers have no rows
        return [known[g] if g in known else total(table, sums, g, by) for g in games]


def total(table: GameTable, sums: Sums, g: int, h: int) -> int:
    """g + h from the rows; numbers are added as numbers. Raises :class:`Rejected`."""
    x, y = table.number[g], table.number[h]
    if x is not None and y is not None:
        return table.add_number(x + y)
    if x == 0:
        return h
    if y == 0:
        return g
    found = sums.get(g, _NONE).get(h)
    if found is None:
        raise Rejected(f"the sum {min(g, h)} + {max(g, h)} is not among the rows")
    return found
