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


Line = list[tuple[Fraction, Fraction]]  # corners of a function on [0, end]


def _envelope(
    walls: Iterable[Wall], slope: int, end: Fraction, pick: Callable[[Fraction, Fraction], Fraction]
) -> Line:
    """The largest or smallest (``pick``) of ``wall(t) + slope * t`` on [0, end]."""
    result: Line = []
    for wall in walls:
        places = sorted({t for t, _ in wall.corners if t < end} | {ZERO, end})
        line = [(t, wall.at(t) + slope * t) for t in places]
        result = _combine(result, line, pick) if result else line
    return result


def _value(line: Line, t: Fraction) -> Fraction:
    before = line[0]
    for corner in line[1:]:
        if t <= corner[0]:
            share = (t - before[0]) / (corner[0] - before[0])
            return before[1] + share * (corner[1] - before[1])
        before = corner
    return before[1]


def _combine(f: Line, g: Line, pick: Callable[[Fraction, Fraction], Fraction]) -> Line:
    places = sorted({t for t, _ in f} | {t for t, _ in g})
    result: Line = []
    for t in places:
        x, y = _value(f, t), _value(g, t)
        if result:
            s = result[-1][0]
            gap, now = _value(f, s) - _value(g, s), x - y
            if gap * now < 0:
                cross = s + (t - s) * gap / (gap - now)
                result.append((cross, _value(f, cross)))
        result.append((t, pick(x, y)))
    return result


def _wall(line: Line) -> Wall:
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
    while len(kept) > 1 and kept[-1][1] == kept[-2][1]:
        kept.pop()
    return Wall(tuple(kept))


def thermographs(store: Store, game: int) -> dict[int, Thermograph]:
    """The thermographs of ``game`` and of every position of its canonical form.

    O(positions * options * corners^2) fraction operations.
    """

    def thermograph(g: int, known: Mapping[int, Thermograph]) -> Thermograph:
        x = store.number(g)
        if x is not None:
            mast = Wall(((ZERO, x),))
            return Thermograph(mast, mast, x, Fraction(-1, x.denominator))
        return _thermograph(
            [known[h].right for h in store.left(g)], [known[h].left for h in store.right(g)]
        )

    return bottom_up(game, store.options_unless_number, thermograph)


def _thermograph(inner_left: list[Wall], inner_right: list[Wall]) -> Thermograph:
    """From the right walls of Left's options and the left walls of Right's."""
    # The scaffolds approach one another at rate 2 once every inner wall is a mast.
    quiet = max(wall.corners[-1][0] for wall in inner_left + inner_right)
    gap = max(w.at(quiet) for w in inner_left) - min(w.at(quiet) for w in inner_right)
    end = quiet + max(ZERO, gap / 2) + 1
    low = _envelope(inner_left, -1, end, max)
    high = _envelope(inner_right, 1, end, min)
    places = sorted({t for t, _ in low} | {t for t, _ in high})
    meeting, before = ZERO, None
    for t in places:
        distance = _value(low, t) - _value(high, t)
        if distance <= 0:
            if before is not None and distance < 0:
                s, was = before
                meeting = s + (t - s) * was / (was - distance)
            else:
                meeting = t
            break
        before = t, distance
    mean = _value(low, meeting)

    def cut(line: Line) -> Wall:
        return _wall([c for c in line if c[0] < meeting] + [(meeting, mean)])

    return Thermograph(cut(low), cut(high), mean, meeting)
