"""Values of Col components: every one is a number, or a number and a star.

A move in Col gains nothing: G^L <= G + * <= G^R for all options. For Left, moving second, wins
G - G^L + *: let v be the move that leads to G^L. He answers in the other board what Right does
in one, and Right's move on v in G, which has no counterpart, with the star; both boards have
then lost v, and in the first Left may play on all that he may in the second, Right on no more.
If Right takes the star, Left plays on v in G, and the boards are alike. (Berlekamp, Conway, Guy,
*Winning Ways*, chapter 2, "Col".) Hence:

* options are x or x* for numbers x, by induction, and no option of Left is above one of Right;
  so where one of Left equals one of Right, G is that value plus a star, else the simplest number
  between the best;
* G is at least G^L + *, so a component is at least what is left when one player alone moves,
  with a star for each move.
"""

from __future__ import annotations

from collections.abc import Callable

from gameproof.games.bit_sets import members

Part = tuple[int, int]
Split = Callable[[int, int], tuple[list[Part], int, int]]
ColValue = tuple[int, int]  # number in units of 1/UNIT, star
#: Units of a number. A game born by day n that is a number has at most n - 1 halvings, and a
#: component of n vertices is born by day n.
UNIT = 1 << 14
#: Components of at most so many vertices are worked out.
LARGEST = 12
FAR = 1 << 60


class ColValues:
    """The values of components of one board, each worked out once from its options.

    ``split`` divides two sets into components of two vertices or more, free moves and stars.
    """

    def __init__(self, neighbours: tuple[int, ...], split: Split) -> None:
        self._neighbours = neighbours
        self._split = split
        self._known: dict[Part, ColValue] = {}

    def of(self, mine: int, yours: int) -> ColValue:
        """The value of a component of at most ``LARGEST`` vertices. O(3^n n) at worst."""
        found = self._known.get((mine, yours))
        if found is None:
            number, star = found = self._worked_out(mine, yours)
            self._known[mine, yours] = found
            self._known[yours, mine] = -number, star
        return found

    def of_sum(self, mine: int, yours: int) -> ColValue:
        """The value of two sets that fall into such components."""
        parts, spare, star = self._split(mine, yours)
        number = spare * UNIT
        for part in parts:
            more, other = self.of(*part)
            number, star = number + more, star + other
        return number, star & 1

    def _worked_out(self, mine: int, yours: int) -> ColValue:
        """From the best options; x* stands just below x as an option of Left (he gets at
        least any number below x and is not above x), just above as one of Right."""
        low, high = -FAR, FAR
        near = self._neighbours
        left = sorted(members(mine), key=lambda v: (near[v] & mine).bit_count())
        right = sorted(members(yours), key=lambda v: (near[v] & yours).bit_count())
        for turn in range(max(len(left), len(right))):
            if turn < len(left):
                v = left[turn]
                number, star = self.of_sum(mine & ~(1 << v | near[v]), yours & ~(1 << v))
                low = max(low, 2 * number - star)
            if turn < len(right):
                v = right[turn]
                number, star = self.of_sum(mine & ~(1 << v), yours & ~(1 << v | near[v]))
                high = min(high, 2 * number + star)
            if low == high:  # x and x: both without a star
                return low >> 1, 1
            if low + 1 == high - 1 and low & 1:  # x* and x*
                return low + 1 >> 1, 0
        return simplest(low, high, 2 * UNIT) >> 1, 0


def simplest(a: int, b: int, unit: int) -> int:
    """The simplest number strictly between ``a`` and ``b`` (in parts of which ``unit`` are one;
    b - a > 1, and some number of parts between is simple enough)."""
    if a < 0 < b:
        return 0
    if b <= 0:
        return -simplest(-b, -a, unit)
    step = unit
    while (a // step + 1) * step >= b:
        step //= 2
    return (a // step + 1) * step
