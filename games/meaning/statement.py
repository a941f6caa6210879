"""What an answer says: statements about a position, in terms of the rules alone.

A question translates an answer into statements (``Question.means``), a checker derives
statements from a certificate, and the kernel of ``gameproof.certificates`` compares the two.
The four kinds of statement:

* :class:`Forces`: players acting together can make the play end in one of some results.
* :class:`Prevents`: players acting together can keep the play from ever ending in some results.
* :class:`Is`: a quantity has exactly this value (a number, a truth value, a text).
* :class:`AtLeast` and :class:`AtMost`: bounds of a number.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Forces:
    """When ``starter`` moves first, ``side`` has a strategy such that every play ends, after
    at most ``plies`` moves of all players together if given, in one of ``results``.

    ``side`` is a set of players who act together; results are those of ``Position.result``.
    ``play`` is ``normal``, or ``misere`` when whoever cannot move wins.
    """

    starter: str
    side: frozenset[str]
    results: frozenset[str]
    plies: int | None = None
    play: str = "normal"


@dataclass(frozen=True, slots=True)
class Prevents:
    """When ``starter`` moves first, ``side`` has a strategy such that no play ends in one of
    ``results`` (within ``plies`` moves of all players together, if given)."""

    starter: str
    side: frozenset[str]
    results: frozenset[str]
    plies: int | None = None
    play: str = "normal"


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something that a position has, by the name of the question that asks for it.

    ``arguments`` are the question's own, as sorted pairs (:func:`quantity` makes them).
    """

    name: str
    arguments: tuple[tuple[str, Hashable], ...] = ()


@dataclass(frozen=True, slots=True)
class Is:
    """The quantity has this value."""

    quantity: Quantity
    value: Hashable


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The quantity is not a number less than ``bound``."""

    quantity: Quantity
    bound: int | Fraction


@dataclass(frozen=True, slots=True)
class AtMost:
    """The quantity is a number, and not more than ``bound``."""

    quantity: Quantity
    bound: int | Fraction


Statement = Forces | Prevents | Is | AtLeast | AtMost


def quantity(name: str, arguments: Mapping[str, object] | None = None) -> Quantity:
    """The quantity of this name with the arguments of its question; O(arguments).

    A flag that is false and a number that is not given are as good as absent."""
    given = {k: v for k, v in (arguments or {}).items() if v is not None and v is not False}
    return Quantity(name, tuple(sorted((k, _frozen(v)) for k, v in given.items())))


def _frozen(value: object) -> Hashable:
    if isinstance(value, list | tuple):
        return tuple(_frozen(v) for v in value)
    if isinstance(value, dict):
        return tuple(sorted((str(k), _frozen(v)) for k, v in value.items()))
    assert isinstance(value, Hashable)
    return value


def only(*names: str) -> frozenset[str]:
    """A set of players, or of results, by name."""
    return frozenset(names)


def wins(starter: str, player: str, *, plies: int | None = None, play: str = "normal") -> Forces:
    """``player`` wins when ``starter`` moves first; his win is the result of his name."""
    return Forces(starter, only(player), only(player), plies, play)


def nobody_wins(starter: str, players: Iterable[str]) -> tuple[Statement, ...]:
    """Best play of two players ends in a draw: each keeps the other from winning."""
    one, two = players
    return (
        Prevents(starter, only(one), only(two)),
        Prevents(starter, only(two), only(one)),
    )


def entails(known: Iterable[Statement], wanted: Statement) -> bool:
    """Does ``wanted`` follow from one of the statements (a value: from two bounds)?

    The rules: a strategy serves every larger set of results and any more plies; who forces a
    result prevents all others; a value implies its bounds; two equal bounds fix a number.
    """
    statements = tuple(known)
    if isinstance(wanted, Forces | Prevents):
        return any(_strategy_serves(s, wanted) for s in statements)
    numbers = [s for s in statements if isinstance(s, Is | AtLeast | AtMost)]
    same = [
        s
        for s in numbers
        if s.quantity == wanted.quantity and _alike(s.quantity.arguments, wanted.quantity.arguments)
    ]
    if isinstance(wanted, Is):
        if any(isinstance(s, Is) and _alike(s.value, wanted.value) for s in same):
            return True
        number = _number(wanted.value)
        return number is not None and all(
            any(_bounds(s, bound) for s in same)
            for bound in (AtLeast(wanted.quantity, number), AtMost(wanted.quantity, number))
        )
    return any(_bounds(s, wanted) for s in same)


def _alike(one: object, two: object) -> bool:
    """The same value of the same type: to Python, the number 1 is the truth value True."""
    if type(one) is not type(two) or one != two:
        return False
    if isinstance(one, tuple) and isinstance(two, tuple):
        return all(_alike(a, b) for a, b in zip(one, two, strict=True))
    return True


def _strategy_serves(known: Statement, wanted: Forces | Prevents) -> bool:
    if not isinstance(known, Forces | Prevents):
        return False
    if (known.starter, known.side, known.play) != (wanted.starter, wanted.side, wanted.play):
        return False
    if isinstance(known, Forces):
        if isinstance(wanted, Prevents):
            return not known.results & wanted.results
        in_time = wanted.plies is None or (known.plies is not None and known.plies <= wanted.plies)
        return known.results <= wanted.results and in_time
    if isinstance(wanted, Forces):
        return False
    for_so_long = known.plies is None or (wanted.plies is not None and wanted.plies <= known.plies)
    return wanted.results <= known.results and for_so_long


def _bounds(known: Is | AtLeast | AtMost, wanted: AtLeast | AtMost) -> bool:
    """Does one statement about the same quantity imply the bound?"""
    number = _number(known.value if isinstance(known, Is) else known.bound)
    limit = _number(wanted.bound)
    if number is None or limit is None:
        return False
    if isinstance(wanted, AtLeast):
        return not isinstance(known, AtMost) and number >= limit
    return not isinstance(known, AtLeast) and number <= limit


def _number(value: object) -> int | Fraction | None:
    """The value if it is a number; truth values are none."""
    return value if isinstance(value, int | Fraction) and not isinstance(value, bool) else None
