"""The games of a certificate, sums of them and equalities, many verified at once.

What is looked up and what the stops decide is decided in arrays; the few comparisons that are
left are worked out by the table.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Rejected
from gameproof.games.short.game_tables import GameTable

LARGEST_EXPONENT = 4096
Ints = NDArray[np.int64]
Listed = tuple[Ints, Ints]
"""The places of some lists, and beside each a game of that list."""
Bools = NDArray[np.bool_]
Sums = dict[int, int]
"""g + h by ``g << 32 | h``, g <= h."""


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


def read_games(numerators: object, exponents: object, counts: object, options: object) -> GameTable:
    """The table of a certificate; raises :class:`Rejected` at the first malformed entry.

    ``exponents[g]`` >= 0 makes g the number ``numerators[g] / 2^exponents[g]``; -1 makes it
    a game with ``counts[g] = (Left's, Right's)`` options, read in order from ``options``.
    """
    numerator = integers(numerators, "numerators", 1).tolist()
    exponent = integers(exponents, "exponents", 1)
    count = integers(counts, "counts", 2)
    option = integers(options, "options", 1)
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


def read_negatives(table: GameTable, array: object, games: int) -> Ints:
    """-g for each game g, each verified by its options, or -1. Raises :class:`Rejected`."""
    row = integers(array, "negatives", 1)
    if len(row) != games or (games and not (row.min() >= -1 and row.max() < games)):
        raise Rejected("negatives does not fit the games")
    minus = row.astype(np.int64)
    given = np.flatnonzero(minus >= 0)
    is_number = _numbers(table)[:games]
    for g in given[is_number[given] | is_number[minus[given]]].tolist():
        x, y = table.number[g], table.number[h := int(minus[g])]
        if x is None or y != -x:
            raise Rejected(f"game {h} is not the negative of game {g}")
    left, right = Lists(table.left), Lists(table.right)
    for mine, yours in ((left, right), (right, left)):
        (at, option), (place, wanted) = mine.of(given), yours.of(minus[given])
        # No option of the negative is -1: where the sets are the same all have their negatives.
        images = np.sort(at * (games + 1) + minus[option] + 1)
        options = np.sort(place * (games + 1) + wanted + 1)
        if not np.array_equal(images, options):
            # As sets they may be the same even then: an option may be listed twice.
            for key in np.setxor1d(images, options)[:1].tolist():
                g = int(given[key // (games + 1)])
                raise Rejected(f"game {minus[g]} is not the negative of game {g}")
    return minus


def read_sums(table: GameTable, rows: object, games: int, negatives: Ints | None = None) -> Sums:
    """Verified sums of games of the table.

    Each row (g, h, w), g <= h, claims g + h = w; the options of g + h are themselves looked
    up among the rows (a number only translates the other game's options). Rows may come
    in any order: the sums of options are smaller, so no argument is circular. A row says also
    that (-g) + (-h) = -w, where verified ``negatives`` are given. Raises :class:`Rejected`.
    """
    array = integers(rows, "sums", 2)
    if array.shape[1:] != (3,):
        raise Rejected("a sum needs three games")
    if not len(array):
        return {}
    if array.min() < 0 or array.max() >= games:
        raise Rejected("a sum names no games of the table")
    g, h, w = array.astype(np.int64).T
    if np.any(g > h):
        raise Rejected("a sum does not name the smaller game first")
    is_number = _numbers(table)
    if np.any(is_number[g] & is_number[h]):
        raise Rejected("a sum of two numbers needs no row")
    known = _Known(table, games, g, h, w, negatives)
    left, right = Lists(table.left), Lists(table.right)
    verify_equal(
        table,
        known.options(left, g, h),
        known.options(right, g, h),
        w,
        lambda row: f"the sum {g[row]} + {h[row]}",
    )
    return known.sums()


class _Known:
    """What the rows, and the negatives of the rows, say of sums; the last row of two games
    counts, and before its negative what is said of the two themselves."""

    def __init__(
        self, table: GameTable, games: int, g: Ints, h: Ints, w: Ints, negatives: Ints | None
    ) -> None:
        self.table, self.games = table, games
        keys, totals = self._key(g, h)[::-1], w[::-1]
        if negatives is not None:
            all_given = np.minimum(np.minimum(negatives[g], negatives[h]), negatives[w]) >= 0
            x, y, z = (negatives[column[all_given]] for column in (g, h, w))
            keys = np.concatenate([keys, self._key(x, y)])
            totals = np.concatenate([totals, z])
        self.keys, first = np.unique(keys, return_index=True)
        self.totals = totals[first]

    def _key(self, g: Ints, h: Ints) -> Ints:
        return np.minimum(g, h) * self.games + np.maximum(g, h)

    def options(self, of: Lists, g: Ints, h: Ints) -> Listed:
        """One player's options of each g + h; numbers, whose options are not listed, have none."""
        (row, option), (other_row, other_option) = of.of(g), of.of(h)
        return np.concatenate([row, other_row]), np.concatenate(
            [self.total(option, h[row]), self.total(other_option, g[other_row])]
        )

    def total(self, g: Ints, h: Ints) -> Ints:
        """As :func:`total` of each pair; raises :class:`Rejected`."""
        key = self._key(g, h)
        place = np.minimum(np.searchsorted(self.keys, key), len(self.keys) - 1)
        found = np.where(self.keys[place] == key, self.totals[place], -1)
        zero = self.table.add_number(Fraction(0))
        for x, y in ((g, h), (h, g)):
            found = np.where((found < 0) & (x == zero), y, found)
        rest, inverse = np.unique(key[found < 0], return_inverse=True)  # of two numbers
        totals = [total(self.table, {}, *divmod(k, self.games)) for k in rest.tolist()]
        found[found < 0] = np.array(totals, dtype=np.int64)[inverse]
        return found

    def sums(self) -> Sums:
        """What is known, to be looked up one by one."""
        g, h = np.divmod(self.keys, self.games)
        return dict(zip((g << 32 | h).tolist(), self.totals.tolist(), strict=True))


def total(table: GameTable, sums: Sums, g: int, h: int) -> int:
    """g + h from the rows; numbers are added as numbers. Raises :class:`Rejected`."""
    found = sums.get(g << 32 | h if g <= h else h << 32 | g)
    if found is not None:
        return found
    x, y = table.number[g], table.number[h]
    if x is not None and y is not None:
        return table.add_number(x + y)
    if x == 0:
        return h
    if y == 0:
        return g
    raise Rejected(f"the sum {min(g, h)} + {max(g, h)} is not among the rows")


class Equalities:
    """Claims {left | right} = w, to be verified together."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.left: list[list[int]] = []
        self.right: list[list[int]] = []
        self.values: list[int] = []

    def add(self, left: list[int], right: list[int], w: int) -> None:
        """One more claim."""
        self.left.append(left)
        self.right.append(right)
        self.values.append(w)

    def verify(self, what: Callable[[int], str]) -> None:
        """Verify all; ``what`` names one by its place. Raises :class:`Rejected`."""
        values = np.array(self.values, dtype=np.int64)
        verify_equal(self.table, Lists(self.left).all(), Lists(self.right).all(), values, what)


def verify_equal(
    table: GameTable, left: Listed, right: Listed, values: Ints, what: Callable[[int], str]
) -> None:
    """{left | right} = w of each row, w its value: the second player wins {left | right} - w.

    Whoever starts loses: a move to an option is refused because no Left option is
    >= w and no Right option <= w; a move in -w is met by a better option. Raises
    :class:`Rejected`. O(options * options of w) comparisons.
    """
    if table.plain:
        raise ValueError("plain forms have no stops")
    which, place = np.unique(values, return_inverse=True)
    best = Lists([table.left_options(w) for w in which.tolist()]).of(place)
    worst = Lists([table.right_options(w) for w in which.tolist()]).of(place)
    below, size = table.below, len(table.left)
    # Stops are only compared, so their ranks among all stops stand for them.
    ranks = {stop: i for i, stop in enumerate(sorted({*table.left_stop, *table.right_stop}))}
    left_stop, right_stop = (
        np.fromiter(map(ranks.__getitem__, stops), np.int64, size)
        for stops in (table.left_stop, table.right_stop)
    )

    def first_moves(options: Listed, its_own: Listed) -> Listed:
        """What is not an option of w itself, which is never >= w (Left's) or <= w (Right's)."""
        row, game = options
        other = ~_among(row * size + game, its_own[0] * size + its_own[1])
        return row[other], game[other]

    row, option = first_moves(left, best)
    w = values[row]
    open_ = ~((left_stop[w] > left_stop[option]) | (right_stop[w] > right_stop[option]))
    for r, g in _pairs(row[open_], option[open_]):
        if below(int(values[r]), g):
            raise Rejected(f"{what(r)}: Left's first move wins against the value claimed")
    row, option = first_moves(right, worst)
    w = values[row]
    open_ = ~((left_stop[option] > left_stop[w]) | (right_stop[option] > right_stop[w]))
    for r, g in _pairs(row[open_], option[open_]):
        if below(g, int(values[r])):
            raise Rejected(f"{what(r)}: Right's first move wins against the value claimed")
    for options, its_own, better, word in (
        (left, best, below, "large for Left"),
        (right, worst, lambda x, g: below(g, x), "small for Right"),
    ):
        wanted = _pairs(*first_moves(its_own, options))
        replies: dict[int, list[int]] = {r: [] for r, _ in wanted}
        asked = np.isin(options[0], list(replies))
        for r, g in _pairs(options[0][asked], options[1][asked]):
            replies[r].append(g)
        for r, x in wanted:
            if not any(better(x, g) for g in replies[r]):
                raise Rejected(f"{what(r)}: the value claimed is too {word}'s options")


def _among(keys: Ints, others: Ints) -> Bools:
    """Which keys are among others."""
    if not len(others):
        return np.zeros(len(keys), dtype=np.bool_)
    others = np.sort(others)
    found: Bools = others[np.minimum(np.searchsorted(others, keys), len(others) - 1)] == keys
    return found


def _pairs(row: Ints, game: Ints) -> list[tuple[int, int]]:
    return list(zip(row.tolist(), game.tolist(), strict=True))


def _numbers(table: GameTable) -> Bools:
    """Which games of the table are given as numbers."""
    return np.array([x is not None for x in table.number], dtype=np.bool_)
