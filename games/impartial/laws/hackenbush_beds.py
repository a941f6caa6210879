"""Values of redwood beds in red-blue Hackenbush.

A bed stands on feet of one colour; each carries a leg of the other, and every further line, of the
colour of the legs too, touches the top of a leg. Tops of different legs are different. Its value
for the owner of the feet is 2^-(m+1), if m further lines at most can be cut so that the rest is
still connected (Berlekamp, Conway, Guy, *Winning Ways*, chapter 7, redwood furniture). What is
left then is a tree that joins all tops through as few other points as may be; they are found by
trying all sets of them, smallest first.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from gameproof.games.bit_sets import members
from gameproof.games.impartial.hackenbush import GREEN, GROUND, RED, Coloured
from gameproof.games.impartial.laws.hackenbush_trees import is_tree, tree_value
from gameproof.games.meaning.bad_input import BadInput

MOST_SETS = 1 << 17
"""Sets of points that are tried for one bed, some seconds."""


def number_value(position: Coloured) -> Fraction:
    """The value of a position whose parts are trees and beds; raises :class:`BadInput` for any
    other. O(m) for trees, exponential in the points of beds between their legs."""
    if is_tree(position):
        return tree_value(position)
    return sum(map(_part_value, position.parts()), Fraction(0))


def winning_numbers(position: Coloured) -> list[int]:
    """The cuts after which the player to move does not lose moving second."""
    sign = 1 if position.to_move == "red" else -1
    return [m for m in position.moves() if sign * number_value(position.after(m)) >= 0]


def _part_value(part: Coloured) -> Fraction:
    return tree_value(part) if is_tree(part) else bed_value(part)


def of_trees_and_beds(position: Coloured) -> bool:
    """Are all parts trees or beds? O(m) and the separation into parts."""
    return all(is_tree(part) or bed(part) is not None for part in position.parts())


def bed(part: Coloured) -> tuple[int, set[int], list[tuple[int, int]]] | None:
    """The colour of the feet, the tops and the further lines of a bed; ``None`` for another
    part. O(m)."""
    lines = list(members(part.lines))
    ends, colours = part.board.ends, part.board.colours
    feet = [k for k in lines if GROUND in ends[k].tolist()]
    shades = {int(colours[k]) for k in feet}
    others = {int(colours[k]) for k in lines} - shades
    if len(shades) != 1 or len(others) != 1 or GREEN in shades | others:
        return None
    knees = [a if b == GROUND else b for a, b in ends[feet].tolist()]
    rest = [tuple(ends[k].tolist()) for k in lines if k not in feet]
    if len(set(knees)) != len(knees) or GROUND in knees or any(a == b for a, b in rest):
        return None
    tops: set[int] = set()
    for knee in knees:
        legs = [(a, b) for a, b in rest if knee in (a, b)]
        top = next((a if b == knee else b for a, b in legs), knee)
        if len(legs) != 1 or top in knees or top in tops:
            return None
        tops.add(top)
    further = [(a, b) for a, b in rest if a not in knees and b not in knees]
    if any(a not in tops and b not in tops for a, b in further):
        return None
    if {int(colours[k]) for k in lines if k not in feet} != others:
        return None
    return shades.pop(), tops, further


def bed_value(part: Coloured) -> Fraction:
    """The value of one bed; raises :class:`BadInput` for another part and for a large one."""
    found = bed(part)
    if found is None:
        raise BadInput("a part is neither a tree of red and blue lines nor a bed")
    colour, tops, further = found
    spare = len(further) - fewest_lines(tops, further)
    return Fraction(1 if colour == RED else -1, 1 << spare + 1)


def fewest_lines(tops: set[int], further: list[tuple[int, int]]) -> int:
    """The number of lines of the smallest tree that joins all tops. Raises :class:`BadInput`
    where they are not joined, or too many sets of other points would be tried."""
    number = {top: i for i, top in enumerate(sorted(tops))}
    direct = [1 << number[a] | 1 << number[b] for a, b in further if a in tops and b in tops]
    touched: dict[int, int] = {}
    for a, b in further:
        for point, top in ((a, b), (b, a)):
            if point not in tops:
                touched[point] = touched.get(point, 0) | 1 << number[top]
    stars = [mask for _, mask in sorted(touched.items()) if mask & (mask - 1)]
    left = MOST_SETS
    for count in range(len(stars) + 1):
        for chosen in combinations(stars, count):
            left -= 1
            if left < 0:
                raise BadInput("a bed has too many points between its legs")
            if _joined(len(tops), (*direct, *chosen)):
                return len(tops) + count - 1
    raise BadInput("a part is not connected above its legs")


def _joined(tops: int, groups: Iterable[int]) -> bool:
    """Do the groups of tops hang together and hold all?"""
    reached, waiting = 1, list(groups)
    while True:
        near = [group for group in waiting if group & reached]
        if not near:
            return reached == (1 << tops) - 1
        waiting = [group for group in waiting if not group & reached]
        for group in near:
            reached |= group
