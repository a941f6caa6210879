"""The whole numbers next to the value of a position, by who wins sums with whole numbers.

G <= n iff Left (Red) loses G - n moving first, and G >= n iff Right loses it moving first. So each
number is settled by a certificate of who wins the position with so many vertices more, next to
none, that are open to one player alone. Where both players may play on the same vertices an
exchange of the colours changes nothing but the names, so that the position is its own negative:
G <= n iff G >= -n.
"""

from __future__ import annotations

from collections.abc import Mapping

from gameproof.certificates.certificate import Composite, Key, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import Is, Statement, entails, wins
from gameproof.games.partizan import at_least, at_most
from gameproof.games.snort import Position, compared, plus


class IntegerBounds(Composite, frozen=True, tag="integer-bounds"):
    """``numbers``: of each is used who wins the position less that whole number."""

    numbers: list[int]


def part(goal: Goal[Position], key: Key) -> Goal[Position]:
    """Who wins the position less a whole number."""
    return Goal(less(goal.position, key), "outcome")


def less(position: Position, n: Key) -> Position:
    """The position less the number; raises :class:`Rejected` for one that is too large."""
    if type(n) is not int or abs(n) > position.graph.n + 1:
        raise Rejected(f"{n}: nobody has more than {position.graph.n} moves")
    return plus(position, -n)


def conclude(goal: Goal[Position], certificate: IntegerBounds) -> Conclusion:
    """What is known of each number, and what is plain of the number that is asked about."""
    position = goal.position
    above: dict[int, bool] = {}  # is G <= n?
    below: dict[int, bool] = {}  # is G >= n?
    for n in certificate.numbers:
        known = goal.of(less(position, n))
        for truth, red, blue in ((True, "blue", "red"), (False, "red", "blue")):
            if entails(known, wins("red", red)):
                above[n] = truth
            if entails(known, wins("blue", blue)):
                below[n] = truth
    if position.red_free == position.blue_free:
        above, below = above | _negative(below), below | _negative(above)
    asked = goal.arguments.get("integer")
    if isinstance(asked, int) and not isinstance(asked, bool):
        for answers, sure in zip((above, below), compared(position, asked), strict=True):
            if sure is not None:
                answers.setdefault(asked, sure)
    found: list[Statement] = [Is(at_most(n), truth) for n, truth in above.items()]
    found += [Is(at_least(n), truth) for n, truth in below.items()]
    return Conclusion(tuple(found), f"the value G is {', '.join(_said(above, below))}")


def _negative(known: Mapping[int, bool]) -> dict[int, bool]:
    """What is known of -G in place of G, the other way about."""
    return {-n: truth for n, truth in known.items()}


def _said(above: Mapping[int, bool], below: Mapping[int, bool]) -> list[str]:
    """Of each kind of statement the one that says most."""
    found = []
    for known, sign, least in ((below, ">=", max), (above, "<=", min)):
        if true := [n for n, truth in known.items() if truth]:
            found.append(f"{sign} {least(true)}")
    for known, sign, least in ((below, ">=", min), (above, "<=", max)):
        if false := [n for n, truth in known.items() if not truth]:
            found.append(f"not {sign} {least(false)}")
    return found or ["not compared with any number"]


KIND = Kind(
    record=IntegerBounds,
    scope=Scope(
        derives=("at-least", "at-most"),
        positions=(Position,),
        laws=frozenset({Law.NORMAL_PLAY, Law.TURNS, Law.FINITE, Law.EITHER_STARTS}),
    ),
    theorem="G <= n iff Left loses G - n moving first, G >= n iff Right does (Conway, On Numbers "
    "and Games, chapter 7); vertices next to none and open to one player are a whole number; a "
    "position open alike to both is its own negative; nobody makes more moves than there are "
    "vertices for him",
    evidence="numbers, and for each a theorem of who wins the position less that number",
    conclude=conclude,
    part=part,
)
