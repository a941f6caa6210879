"""Thermographs: the stops of a short game cooled by each temperature, from those of its options.

Cooled by t, a game that is no number has the Left stop max (right wall of G^L at t) - t and the
Right stop min (left wall of G^R at t) + t up to the temperature at which the two meet, and
their meeting point from there on; a number stays what it is (Conway, On Numbers and Games,
chapter 9; Winning Ways, chapter 6; Siegel, Combinatorial Game Theory, II.5). Cooling respects
equality of games, so that any form of a game that is no number will do.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from fractions import Fraction

from gameproof.games.meaning.bad_input import BadInput

Wall = tuple[tuple[Fraction, Fraction], ...]
"""A stop as a function of the temperature: (0, stop), and the corners, where its slope changes.
It is linear between them and constant after the last."""

ZERO = Fraction(0)


def mean(walls: tuple[Wall, Wall]) -> Fraction:
    """Where the mast stands."""
    return walls[0][-1][1]


def temperature(walls: tuple[Wall, Wall], number: Fraction | None) -> Fraction:
    """Where the mast begins; -1/2^k for a number a/2^k in lowest terms."""
    if number is not None:
        return Fraction(-1, number.denominator)
    return max(walls[0][-1][0], walls[1][-1][0])


def mast(x: Fraction) -> tuple[Wall, Wall]:
    """Both walls of a number."""
    return (((ZERO, x),),) * 2


def cooled(left: list[Wall], right: list[Wall]) -> tuple[Wall, Wall]:
    """Both walls of a game that is no number, from the right walls of Left's options and the left
    walls of Right's. O(options * corners); raises :class:`BadInput` for a number in disguise."""
    low = _highest(left)
    high = _negative(_highest([_negative(wall) for wall in right]))
    places = sorted({t for t, _ in (*low, *high)})
    meeting = places[-1]
    for t in places:
        gap = _falling(low, t) + _falling(_negative(high), t)
        if gap <= 0:
            meeting = t
            break
    else:  # from the last corner on they approach one another at the rate 2
        meeting += gap / 2
    # Between two corners they approach one another at the rate 0, 1 or 2.
    before = max((t for t in places if t < meeting), default=None)
    if gap < 0 and before is None:
        # redundant: no game of a table but a plain form has stops of a number
        raise BadInput("a game of the table has stops of a number")
    if gap < 0 and before is not None and meeting in places:
        was = _falling(low, before) + _falling(_negative(high), before)
        meeting = before + (meeting - before) * was / (was - gap)
    top = _falling(low, meeting)
    return _wall(low, meeting, top), _wall(high, meeting, top)


def _highest(walls: Iterable[Wall]) -> Wall:
    """The largest of wall(t) - t over the walls, which rise at the rate 0 or 1: at its places
    linear between them, falling at the rate 1 after the last."""
    rows = list(walls)
    places = sorted({t for wall in rows for t, _ in wall})
    line = []
    for place, following in zip(places, [*places[1:], None], strict=True):
        now = [_at(wall, place) - place for wall in rows]
        line.append((place, max(now)))
        if following is None:
            break
        then = [_at(wall, following) - following for wall in rows]
        flat = max((x for x, y in zip(now, then, strict=True) if x == y), default=None)
        falling = max((x for x, y in zip(now, then, strict=True) if x != y), default=None)
        if flat is not None and falling is not None and falling > flat:
            crossing = place + falling - flat
            if crossing < following:
                line.append((crossing, flat))
    return tuple(line)


def _at(wall: Wall, t: Fraction) -> Fraction:
    """The wall at temperature t >= 0."""
    before = wall[0]
    for corner in wall[1:]:
        if t < corner[0]:
            share = (t - before[0]) / (corner[0] - before[0])
            return before[1] + share * (corner[1] - before[1])
        before = corner
    return before[1]


def _falling(line: Wall, t: Fraction) -> Fraction:
    """As :func:`_at` of what falls at the rate 1 after its last corner."""
    last = line[-1]
    return last[1] - (t - last[0]) if t > last[0] else _at(line, t)


def _negative(wall: Wall) -> Wall:
    return tuple((t, -x) for t, x in wall)


def _wall(line: Wall, end: Fraction, mast: Fraction) -> Wall:
    """The line up to ``end``, constant from there: its first point and the places where its
    slope changes."""
    points = [*((t, x) for t, x in line if t < end), (end, mast)]
    kept: list[tuple[Fraction, Fraction]] = []
    slopes = [
        (after[1] - here[1]) / (after[0] - here[0]) for here, after in itertools.pairwise(points)
    ]
    for at, (point, slope) in enumerate(zip(points, [*slopes, ZERO], strict=True)):
        if at == 0 or slope != slopes[at - 1]:
            kept.append(point)
    return tuple(kept)
