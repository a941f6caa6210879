"""Short games in canonical form: a hash-consed store, comparison, sums, negatives.

A *short game* is a finite two-player game without draws in which a player who
cannot move loses; G = {G^L | G^R}. Every short game has a unique canonical form
without dominated and reversible options (Berlekamp, Conway, Guy, *Winning Ways*,
chapter 3; Siegel, *Combinatorial Game Theory*, theorem II.2.9). A :class:`Store` keeps
each canonical form once, under an integer, so equality of values is equality of
integers. Numbers are kept by value and their options made on demand.

The engine ``short_games.cpp`` does the same where many games are made at once, with numbers of
32 binary places. This store is for games that people write, and its numbers are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

Options = tuple[int, ...]
T = TypeVar("T")


def bottom_up(
    game: int, options: Callable[[int], Iterable[int]], make: Callable[[int, Mapping[int, T]], T]
) -> dict[int, T]:
    """``make(g, known)`` for a game and every position it leads to, options first, so that
    ``known`` has what was made of them. No recursion: forms are deep."""
    known: dict[int, T] = {}
    waiting = [game]
    while waiting:
        g = waiting[-1]
        if g not in known:
            missing = [h for h in options(g) if h not in known]
            if missing:
                waiting += missing
                continue
            known[g] = make(g, known)
        waiting.pop()
    return known


def simplest_number(
    low: Fraction | None, low_in: bool, high: Fraction | None, high_in: bool
) -> Fraction | None:
    """The simplest (earliest born) number of an interval; ``None`` when it holds none.

    ``None`` as a bound is no bound; ``low_in``/``high_in`` say whether a bound itself
    belongs to the interval. O(bits of the answer) arithmetic operations.
    """

    def inside(x: Fraction) -> bool:
        above = low is None or x > low or (low_in and x == low)
        return above and (high is None or x < high or (high_in and x == high))

    if low is not None and high is not None:
        if low == high:
            return low if low_in and high_in else None
        if low > high:
            return None
    if inside(Fraction(0)):
        return Fraction(0)
    if high is not None and high <= 0:
        mirrored = simplest_number(-high, high_in, None if low is None else -low, low_in)
        return None if mirrored is None else -mirrored
    assert low is not None  # 0 lies outside and the interval reaches above 0
    whole = Fraction(low.numerator // low.denominator)
    if not (whole == low and low_in):
        whole += 1
    if inside(whole):
        return whole
    step = Fraction(1)
    while True:
        step /= 2
        tick = Fraction(low / step).__floor__() * step
        if not (tick == low and low_in):
            tick += step
        if inside(tick):
            return tick


def number_options(x: Fraction) -> tuple[Fraction | None, Fraction | None]:
    """The canonical options of a dyadic number: ``n = {n-1 | }``, ``a/2^k = {a-1 | a+1}/2^k``."""
    if x.denominator == 1:
        if x == 0:
            return None, None
        return (x - 1, None) if x > 0 else (None, x + 1)
    step = Fraction(1, x.denominator)
    return x - step, x + step


class Store:
    """Canonical forms by number (``int``); ``0`` is the zero game.

    ``left(g)``, ``right(g)`` are sorted tuples of game numbers. Comparison and sums
    are memoised. Nothing is ever removed; make a new store for a new problem.
    """

    def __init__(self) -> None:
        self._left: list[Options | None] = []
        self._right: list[Options | None] = []
        self._number: list[Fraction | None] = []
        self._left_stop: list[Fraction] = []
        self._right_stop: list[Fraction] = []
        self._ids: dict[tuple[Options, Options], int] = {}
        self._number_ids: dict[Fraction, int] = {}
        self._less: dict[tuple[int, int], bool] = {}
        self._sums: dict[tuple[int, int], int] = {}
        self._negatives: dict[int, int] = {}
        self.number_game(Fraction(0))

    def __len__(self) -> int:
        return len(self._number)

    # -- reading -----------------------------------------------------------------

    def left(self, g: int) -> Options:
        """Left's options of ``g``."""
        found = self._left[g]
        if found is None:
            found = self._expand(g)[0]
        return found

    def right(self, g: int) -> Options:
        """Right's options of ``g``."""
        found = self._right[g]
        if found is None:
            found = self._expand(g)[1]
        return found

    def options_unless_number(self, g: int) -> Options:
        """Both players' options of a game that is not a number; none of a number."""
        return () if self._number[g] is not None else self.left(g) + self.right(g)

    def number(self, g: int) -> Fraction | None:
        """The number that ``g`` is, else ``None``."""
        return self._number[g]

    def left_stop(self, g: int) -> Fraction:
        """The number reached when Left starts and both play for the best stop."""
        return self._left_stop[g]

    def right_stop(self, g: int) -> Fraction:
        """The number reached when Right starts."""
        return self._right_stop[g]

    def _expand(self, g: int) -> tuple[Options, Options]:
        x = self._number[g]
        assert x is not None  # only numbers are kept without options
        low, high = number_options(x)
        left = () if low is None else (self.number_game(low),)
        right = () if high is None else (self.number_game(high),)
        self._left[g], self._right[g] = left, right
        return left, right

    # -- making ------------------------------------------------------------------

    def number_game(self, x: Fraction | int) -> int:
        """The game of a dyadic number; raises ``ValueError`` for another denominator."""
        x = x if isinstance(x, Fraction) else Fraction(x)
        if x.denominator & (x.denominator - 1):
            raise ValueError(f"{x} is not a dyadic number")
        found = self._number_ids.get(x)
        if found is None:
            found = self._append(None, None, x, x, x)
            self._number_ids[x] = found
        return found

    def _append(
        self,
        left: Options | None,
        right: Options | None,
        x: Fraction | None,
        left_stop: Fraction,
        right_stop: Fraction,
    ) -> int:
        self._left.append(left)
        self._right.append(right)
        self._number.append(x)
        self._left_stop.append(left_stop)
        self._right_stop.append(right_stop)
        return len(self._number) - 1

    def _intern(self, left: Iterable[int], right: Iterable[int]) -> int:
        """The number of a canonical form that is not a number."""
        key = (tuple(sorted(left)), tuple(sorted(right)))
        found = self._ids.get(key)
        if found is None:
            left_stop = max([self._right_stop[x] for x in key[0]])
            right_stop = min([self._left_stop[x] for x in key[1]])
            found = self._append(key[0], key[1], None, left_stop, right_stop)
            self._ids[key] = found
        return found

    def canonical_game(self, left: Iterable[int], right: Iterable[int]) -> int:
        """The game with these options, which the caller knows to be canonical and no number."""
        return self._intern(left, right)

    def game(self, left: Iterable[int], right: Iterable[int]) -> int:
        """The value of ``{left | right}``, options given as games of this store.

        Numbers are recognised by the simplest-number theorem, then reversible
        options are bypassed and dominated ones removed.
        """
        lefts, rights = set(left), set(right)
        x = self._as_number(lefts, rights)
        if x is not None:
            return self.number_game(x)
        pair = _Unfinished(self, self._undominated(lefts, 1), self._undominated(rights, -1))
        new_left = pair.bypassed(1)
        new_right = pair.bypassed(-1)
        return self._intern(self._undominated(new_left, 1), self._undominated(new_right, -1))

    def _as_number(self, left: set[int], right: set[int]) -> Fraction | None:
        """G is a number iff some number x has no G^L >= x and no G^R <= x; then the
        simplest such x is G. A hot option never bars more than its inner stop."""
        low = max((self._right_stop[g] for g in left), default=None)
        high = min((self._left_stop[g] for g in right), default=None)
        if low is not None and high is not None and low > high:
            return None
        low_in = low is not None and not any(
            self._right_stop[g] == low and self.le(self.number_game(low), g) for g in left
        )
        high_in = high is not None and not any(
            self._left_stop[g] == high and self.le(g, self.number_game(high)) for g in right
        )
        return simplest_number(low, low_in, high, high_in)

    def _undominated(self, options: Iterable[int], side: int) -> list[int]:
        """The maximal (``side`` 1) or minimal (-1) games among ``options``."""
        kept: list[int] = []
        for g in sorted(set(options)):
            if any(self._worse(g, h, side) for h in kept):
                continue
            kept = [h for h in kept if not self._worse(h, g, side)]
            kept.append(g)
        return kept

    def _worse(self, g: int, h: int, side: int) -> bool:
        return self.le(g, h) if side > 0 else self.le(h, g)

    def adopt(self, other: Store, game: int) -> int:
        """The game of another store as a game of this one. O(size of its canonical form)."""

        def image(g: int, known: Mapping[int, int]) -> int:
            x = other.number(g)
            if x is not None:
                return self.number_game(x)
            return self._intern(
                [known[h] for h in other.left(g)], [known[h] for h in other.right(g)]
            )

        return bottom_up(game, other.options_unless_number, image)[game]

    # -- arithmetic --------------------------------------------------------------

    def le(self, g: int, h: int) -> bool:
        """``g <= h``: no g^L >= h and no h^R <= g. Memoised; stops decide most cases."""
        if g == h or self._left_stop[g] < self._right_stop[h]:
            return True
        if self._left_stop[g] > self._left_stop[h] or self._right_stop[g] > self._right_stop[h]:
            return False
        found = self._less.get((g, h))
        if found is None:
            # Number avoidance: against a number only the other game's moves matter.
            moves_g = () if self._number[g] is not None else self.left(g)
            moves_h = () if self._number[h] is not None else self.right(h)
            found = not any(self.le(h, x) for x in moves_g) and not any(
                self.le(x, g) for x in moves_h
            )
            self._less[g, h] = found
        return found

    def negative(self, g: int) -> int:
        """``-g``."""
        x = self._number[g]
        if x is not None:
            return self.number_game(-x)
        found = self._negatives.get(g)
        if found is None:
            found = self._intern(
                [self.negative(r) for r in self.right(g)], [self.negative(r) for r in self.left(g)]
            )
            self._negatives[g], self._negatives[found] = found, g
        return found

    def opposites(self, games: Iterable[int]) -> dict[int, int]:
        """-g for each of some games, options before what they are options of, where this is
        a game of the store already. O(games and options)."""
        found: dict[int, int] = {}
        for g in games:
            x = self._number[g]
            if x is not None:
                opposite = self._number_ids.get(-x)
            else:
                left = sorted(found.get(r, -1) for r in self.right(g))
                right = sorted(found.get(r, -1) for r in self.left(g))
                opposite = self._ids.get((tuple(left), tuple(right)))
            if opposite is not None:
                found[g] = opposite
        return found

    def add(self, g: int, h: int) -> int:
        """``g + h`` in canonical form. Memoised; adding a number translates options."""
        x, y = self._number[g], self._number[h]
        if x is not None and y is not None:
            return self.number_game(x + y)
        if x == 0:
            return h
        if y == 0:
            return g
        key = (g, h) if g <= h else (h, g)
        found = self._sums.get(key)
        if found is not None:
            return found
        if x is not None or y is not None:
            hot, shift = (h, g) if x is not None else (g, h)
            found = self._intern(
                [self.add(o, shift) for o in self.left(hot)],
                [self.add(o, shift) for o in self.right(hot)],
            )
        elif self._negatives.get(g) == h:
            found = 0
        else:
            found = self.game(
                [self.add(o, h) for o in self.left(g)] + [self.add(g, o) for o in self.left(h)],
                [self.add(o, h) for o in self.right(g)] + [self.add(g, o) for o in self.right(h)],
            )
        self._sums[key] = found
        return found


class _Unfinished:
    """A value {left | right} known not to be a number, before reversible moves are bypassed.

    Bypassing changes the form, never the value, so comparisons with it stay valid.
    """

    def __init__(self, store: Store, left: list[int], right: list[int]) -> None:
        self.store, self.left, self.right = store, left, right
        self.left_stop = max(store.right_stop(x) for x in left)
        self.right_stop = min(store.left_stop(x) for x in right)
        self.known: dict[tuple[int, int], bool] = {}

    def bypassed(self, side: int) -> list[int]:
        """The options of one side with every reversible one replaced."""
        result: list[int] = []
        waiting = list(self.left if side > 0 else self.right)
        seen: set[int] = set()
        while waiting:
            option = waiting.pop()
            if option in seen:
                continue
            seen.add(option)
            answers = self.store.right(option) if side > 0 else self.store.left(option)
            back = next((r for r in answers if self.bounds(r, side)), None)
            if back is None:
                result.append(option)
            else:
                waiting.extend(self.store.left(back) if side > 0 else self.store.right(back))
        return result

    def bounds(self, x: int, side: int) -> bool:
        """``x <= G`` for side 1, ``x >= G`` for side -1."""
        store = self.store
        low, high = store.right_stop(x), store.left_stop(x)
        if side > 0:
            if high < self.right_stop:
                return True
            if high > self.left_stop or low > self.right_stop:
                return False
        else:
            if low > self.left_stop:
                return True
            if low < self.right_stop or high < self.left_stop:
                return False
        found = self.known.get((x, side))
        if found is None:
            moves: Options = ()
            if store.number(x) is None:
                moves = store.left(x) if side > 0 else store.right(x)
            found = not any(self.bounds(y, -side) for y in moves)
            if found and side > 0:
                found = not any(store.le(r, x) for r in self.right)
            elif found:
                found = not any(store.le(x, r) for r in self.left)
            self.known[x, side] = found
        return found
