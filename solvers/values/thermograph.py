"""Thermographs, means and temperatures of short games, in exact fractions.

The thermograph of G gives, for every temperature t >= 0, the Left and the Right stop of
G cooled by t. Each wall is a piecewise linear function; the walls meet at the game's
temperature and continue as a mast at its mean (Berlekamp, Conway, Guy, *Winning Ways*,
chapter 6). Numbers a/2^k (in lowest terms) have temperature -1/2^k.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from gameproof.solvers.values.short_games import Store, bottom_up

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Wall:
    """A piecewise linear function of t >= 0: its corners, from t = 0, then constant."""

    corners: tuple[tuple[Fraction, Fraction], ...]

    def at(self, t: Fraction) -> Fraction:
        """The value at temperature ``t`` >= 0. O(corners)."""
        before = self.corners[0]
        for corner in self.corners[1:]:
            if t < corner[0]:
                share = (t - before[0]) / (corner[0] - before[0])
                return before[1] + share * (corner[1] - before[1])
            before = corner
        return before[1]


@dataclass(frozen=True, slots=True)
class Thermograph:
    """Both walls, with the point where they meet."""

    left: Wall
    right: Wall
    mean: Fraction
    temperature: Fraction


Point = tuple[int, int]
Line = list[Point]
"""Corners of a piecewise linear function on [0, end], ``(temperature, value)`` in whole units
of 2^-s. Walls have whole slopes, so lines cross at whole units; where two walls meet, one
more bit is needed, which the unit of :func:`thermograph` leaves for every level of the game."""


def _at(line: Line, t: int) -> int:
    """The value at ``t`` >= 0, constant after the last corner."""
    before = line[0]
    for corner in line[1:]:
        if t <= corner[0]:
            slope = (corner[1] - before[1]) // (corner[0] - before[0])
            return before[1] + slope * (t - before[0])
        before = corner
    return before[1]


def _envelope(walls: Iterable[Line], slope: int, end: int, pick: Callable[[int, int], int]) -> Line:
    """The largest or smallest (``pick``) of ``wall(t) + slope * t`` on [0, end]."""
    result: Line = []
    for wall in walls:
        line = [(t, x + slope * t) for t, x in wall if t < end]
        line.append((end, _at(wall, end) + slope * end))
        result = _combine(result, line, pick) if result else line
    return result


def _combine(f: Line, g: Line, pick: Callable[[int, int], int]) -> Line:
    if f == g:
        return f
    result: Line = []
    before: tuple[int, int, int] | None = None  # t, f(t), g(t)
    for t in sorted({t for t, _ in f} | {t for t, _ in g}):
        x, y = _at(f, t), _at(g, t)
        if before is not None:
            s, u, v = before
            gap, now = u - v, x - y
            if gap * now < 0:
                share = (t - s) * gap // (gap - now)
                result.append((s + share, u + (x - u) // (t - s) * share))
        result.append((t, pick(x, y)))
        before = t, x, y
    return _corners(result)


def _corners(line: Line) -> Line:
    """The corners without those in the middle of a straight piece."""
    kept: Line = []
    for t, x in line:
        if kept and kept[-1][0] == t:
            continue
        if len(kept) > 1:
            (t0, x0), (t1, x1) = kept[-2:]
            if (x1 - x0) * (t - t1) == (x - x1) * (t1 - t0):
                kept.pop()
        kept.append((t, x))
    return kept


def _walls(inner_left: list[Line], inner_right: list[Line]) -> tuple[Line, Line]:
    """From the right walls of Left's options and the left walls of Right's: both walls, up to
    the corner where they meet."""
    # The scaffolds approach one another at rate 2 once every inner wall is a mast.
    quiet = max(wall[-1][0] for wall in inner_left + inner_right)
    gap = max(_at(w, quiet) for w in inner_left) - min(_at(w, quiet) for w in inner_right)
    end = quiet + max(0, gap) + 1
    low = _envelope(inner_left, -1, end, max)
    high = _envelope(inner_right, 1, end, min)
    meeting, before = 0, None
    for t in sorted({t for t, _ in low} | {t for t, _ in high}):
        distance = _at(low, t) - _at(high, t)
        if distance <= 0:
            if before is not None and distance < 0:
                s, was = before
                meeting = s + (t - s) * was // (was - distance)
            else:
                meeting = t
            break
        before = t, distance
    mean = _at(low, meeting)

    def cut(line: Line) -> Line:
        kept = _corners([*(c for c in line if c[0] < meeting), (meeting, mean)])
        while len(kept) > 1 and kept[-1][1] == kept[-2][1]:
            kept.pop()
        return kept

    return cut(low), cut(high)


def thermograph(store: Store, game: int) -> Thermograph:
    """The thermograph of ``game``, from those of all positions of its canonical form.

    O(positions * options * corners^2) operations on whole numbers.
    """
    x = store.number(game)
    if x is not None:
        mast = Wall(((ZERO, x),))
        return Thermograph(mast, mast, x, Fraction(-1, x.denominator))

    def bits(g: int, known: Mapping[int, int]) -> int:
        x = store.number(g)
        if x is not None:
            return x.denominator.bit_length() - 1
        return 1 + max(known[h] for h in store.left(g) + store.right(g))

    needed = bottom_up(game, store.options_unless_number, bits)
    unit = 1 << needed[game]
    opposite = store.opposites(needed)

    def walls(g: int, known: Mapping[int, tuple[Line, Line]]) -> tuple[Line, Line]:
        x = store.number(g)
        if x is not None:
            mast = [(0, int(x * unit))]
            return mast, mast
        if opposite.get(g) in known:
            left, right = known[opposite[g]]
            return _negated(right), _negated(left)
        return _walls(
            _different(known[h][1] for h in store.left(g)),
            _different(known[h][0] for h in store.right(g)),
        )

    left, right = bottom_up(game, store.options_unless_number, walls)[game]
    # A wall that ends in a mast below the meeting has lost its last corner.
    temperature = max(left[-1][0], right[-1][0])
    return Thermograph(
        _exact(left, unit),
        _exact(right, unit),
        Fraction(left[-1][1], unit),
        Fraction(temperature, unit),
    )


def _negated(line: Line) -> Line:
    return [(t, -x) for t, x in line]


def _different(walls: Iterable[Line]) -> list[Line]:
    return [list(wall) for wall in dict.fromkeys(tuple(wall) for wall in walls)]


def _exact(line: Line, unit: int) -> Wall:
    return Wall(tuple((Fraction(t, unit), Fraction(x, unit)) for t, x in line))
