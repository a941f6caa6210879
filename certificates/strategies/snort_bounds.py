"""Sums of Snort or Col components judged by hand-sized theory, for the checkers.

A position is two bit masks seen from one player: ``mine`` (where that player may move)
and ``yours``. It falls into components; a single vertex is a free move or a star. Of
every small component G we keep three numbers (in small units, one of which bounds any
infinitesimal): a and b with G >= {a | b}, because some own option is at least a and all
opposing ones are at least b, and x with G >= x, because after every opposing option an
answer there reaches x. A sum is then played by answering where x is used and otherwise
taking the hottest switch {a | b} (Winning Ways, chapter 6: switches are played hottest
first). Components that are each other's negative cancel.

The values of Col are numbers, or numbers and a star, so those of its components are worked out
(``col_values``); a larger one is at least what is left, with a star for each move, when we
alone move until all that is left is small.

A larger component of Snort is cut into stars: a vertex of ours that closes a set K of
theirs, and the p vertices of ours that nothing outside K closes. Once we have played the
first the p are free, and whatever they play in K leaves at worst the rest of it to them:
a switch {p | 1 - |K|}. Sets K taken in turn are disjoint; what is left of theirs counts as
free moves, and what is left of ours is given away, which can only harm us, for in Snort a
move of ours closes nothing of ours.

The forms below are exact: equal forms are isomorphic components.
"""

from __future__ import annotations

from gameproof.certificates.strategies.col_values import (
    FAR,
    LARGEST,
    UNIT,
    ColValue,
    ColValues,
    simplest,
)
from gameproof.games.bit_sets import members
from gameproof.games.sets.snort_sums import OpenVertices, Part, Sum
from gameproof.games.snort import Position

#: Larger components of Snort are cut into stars.
SIZE = 9

#: Still larger ones of Col are counted, for the other way costs the square of the size.
DRAINED = 64

Lower = tuple[int, int, int]  # a, b, x; a == b == x stands for a number


class Judge(OpenVertices):
    """Components of one board and what is known of them; a memo, no state of a game."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self._lower: dict[object, Lower] = {}
        self._forms: dict[Part, object] = {}
        self._sketches: dict[Part, object] = {}
        self._stars: dict[Part, tuple[tuple[Lower, ...], int]] = {}
        self.col_values = ColValues(self.neighbours, self.split)
        self._drained: dict[Part, ColValue] = {}

    def split(self, mine: int, yours: int) -> tuple[list[Part], int, int]:
        """Components of two or more vertices, own minus opposing free moves, stars."""
        parts, spare, stars = [], 0, 0
        for seen in self.components(mine, yours):
            if seen & (seen - 1):
                parts.append((mine & seen, yours & seen))
            elif not mine & seen:
                spare -= 1
            elif not yours & seen:
                spare += 1
            else:
                stars += 1
        return parts, spare, stars

    def reduced(self, mine: int, yours: int, spare: int = 0, star: int = 0) -> Sum:
        """The sum without pairs that add up to zero."""
        parts, more, stars = self.split(mine, yours)
        kept: list[Part] = []
        for part in parts:
            swapped = part[1], part[0]
            for i, other in enumerate(kept):
                if self.isomorphic(swapped, other):
                    del kept[i]
                    break
            else:
                kept.append(part)
        return tuple(sorted(kept)), spare + more, (star + stars) & 1

    def sketch(self, mine: int, yours: int) -> object:
        """What equal forms share, cheaper than the form: labels and degrees."""
        found = self._sketches.get((mine, yours))
        if found is None:
            signs = []
            for v in members(mine | yours):
                near = self.near(mine, yours, 1 << v)
                label = (mine >> v & 1) + 2 * (yours >> v & 1)
                signs.append((label, (near & mine).bit_count(), (near & yours).bit_count()))
            found = self._sketches[mine, yours] = tuple(sorted(signs))
        return found

    def isomorphic(self, one: Part, other: Part) -> bool:
        """Are two components known to be the same? Forms are worked out only if need be."""
        if one == other:
            return True
        return self.sketch(*one) == self.sketch(*other) and self.form(*one) == self.form(*other)

    def form(self, mine: int, yours: int) -> object:
        """The component's labels and edges in an order found by colour refinement, one
        vertex of the first repeated colour being singled out until all differ."""
        found = self._forms.get((mine, yours))
        if found is None:
            found = self._forms[mine, yours] = self._form(mine, yours)
        return found

    def _form(self, mine: int, yours: int) -> object:
        vertices = list(members(mine | yours))
        index = {v: i for i, v in enumerate(vertices)}
        near = [[index[u] for u in members(self.near(mine, yours, 1 << v))] for v in vertices]
        label = [(mine >> v & 1) + 2 * (yours >> v & 1) for v in vertices]
        colour, distinct = label, 0
        while True:
            signs = [
                (colour[i], tuple(sorted(colour[j] for j in near[i]))) for i in range(len(near))
            ]
            ranks = {sign: rank for rank, sign in enumerate(sorted(set(signs)))}
            colour = [2 * ranks[sign] for sign in signs]
            if len(ranks) == len(vertices):
                break
            if len(ranks) == distinct:
                repeated = min(c for c in colour if colour.count(c) > 1)
                colour[colour.index(repeated)] += 1
                distinct = 0
            else:
                distinct = len(ranks)
        order = sorted(range(len(vertices)), key=colour.__getitem__)
        place = {i: rank for rank, i in enumerate(order)}
        return tuple((label[i], tuple(sorted(place[j] for j in near[i]))) for i in order)

    def lower(self, mine: int, yours: int) -> Lower:
        """The bounds a, b, x of a component; one of Snort has at most ``SIZE`` vertices, in which
        it is exponential."""
        if self.own:
            number, star = self._col_bound(mine, yours)
            return number, number, number - star
        form = self.form(mine, yours)
        found = self._lower.get(form)
        if found is None:
            found = self._lower[form] = self._work_out(mine, yours)
        return found

    def _col_bound(self, mine: int, yours: int) -> ColValue:
        """What a component of Col is at least; its value up to ``LARGEST`` vertices."""
        found = self._drained.get((mine, yours))
        if found is None:
            found = self._drained[mine, yours] = self._drain(mine, yours)
        return found

    def _drain(self, mine: int, yours: int) -> ColValue:
        """G >= G^L + *: moves that close fewest of our own, while a component is large; of very
        large ones no more is sure than that the other has a move for each of his vertices."""
        number = star = 0
        waiting = [(mine, yours)]
        while waiting:
            one, two = waiting.pop()
            if (one | two).bit_count() <= LARGEST:
                more, odd = self.col_values.of(one, two)
                number, star = number + more, star + odd
            elif not one or (one | two).bit_count() > DRAINED:
                number -= two.bit_count() * UNIT
            else:
                v = min(members(one), key=lambda u: ((self.neighbours[u] & one).bit_count(), u))
                parts, spare, stars = self.split(*self.after(one, two, v))
                number, star = number + spare * UNIT, star + stars + 1
                waiting += parts
        return number, star & 1

    def _work_out(self, mine: int, yours: int) -> Lower:
        a, b, x = -FAR, FAR, FAR
        for v in members(mine):
            a = max(a, self.guarantee(self.reduced(*self.after(mine, yours, v)), first=False))
        for v in members(yours):
            theirs, ours = self.after(yours, mine, v)
            option = self.reduced(ours, theirs)
            b = min(b, self.guarantee(option, first=False))
            x = min(x, self.guarantee(option, first=True))
        return _settle(a, b, x)

    def stars(self, mine: int, yours: int) -> tuple[tuple[Lower, ...], int]:
        """Disjoint stars of a component of Snort, widest first, and their vertices outside."""
        found = self._stars.get((mine, yours))
        if found is not None:
            return found
        closes = {v: (self.neighbours[v] | 1 << v) & yours for v in members(mine)}
        stars = []
        left = yours
        for v, closed in sorted(closes.items(), key=lambda item: (-item[1].bit_count(), item[0])):
            if closed and not closed & ~left:
                left &= ~closed
                gain = sum(1 for u in closes if u != v and closes[u] and not closes[u] & ~closed)
                b = (1 - closed.bit_count()) * UNIT
                stars.append((gain * UNIT, b, b - 1))
        found = self._stars[mine, yours] = tuple(stars), left.bit_count()
        return found

    def guarantee(self, total: Sum, *, first: bool) -> int:
        """The largest number found such that the player wins the sum minus it, moving
        first (second). He wins the sum itself when it is not negative."""
        parts, spare, star = total
        sure = spare * UNIT
        switches = [(0, 0, -1)] if star else []
        for part in parts:
            if not self.own and (part[0] | part[1]).bit_count() > SIZE:
                stars, lost = self.stars(*part)
                switches.extend(stars)
                sure -= lost * UNIT
                continue
            low = self.lower(*part)
            if low[0] == low[1] == low[2]:
                sure += low[2]
            else:
                switches.append(low)
        switches.sort(key=lambda low: low[1] - low[0])
        marks = [False] * len(switches)
        best = _line(switches, marks, first)
        for i, (_, b, x) in enumerate(switches):
            if x > b:
                marks[i] = True
                now = _line(switches, marks, first)
                best = max(best, now)
                marks[i] = now == best
        return sure + best


def _settle(a: int, b: int, x: int) -> Lower:
    """With a < b at least the simplest number between; else x may not pass a, for with a
    spare move the opponent could wait until the answer at a is needed."""
    if a < b:
        x = simplest(a, b, UNIT) if b - a > 1 else a
        return x, x, x
    x = max(min(x, a), b - 1)
    return (a, a, a) if x == a else (a, b, x)


def _line(switches: list[Lower], marks: list[bool], first: bool) -> int:
    """What is sure when marked places are only answered at and the others alternate."""
    sure = sum(low[2] for low, mark in zip(switches, marks, strict=True) if mark)
    rest = [low for low, mark in zip(switches, marks, strict=True) if not mark]
    odd = len(rest) & 1

    def score(turn: int) -> int:
        return sum(low[(i + turn) & 1] for i, low in enumerate(rest))

    if not first:
        return sure + score(1) - odd
    best = sure + score(0) - (1 - odd)
    for low, mark in zip(switches, marks, strict=True):
        if mark:
            best = max(best, sure + low[0] - low[2] + score(1) - odd)
    return best
