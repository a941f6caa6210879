"""Values of finite two-player games in which a player who cannot move loses.

>>> from gameproof.solvers.values.canonical_form import canonical_form
>>> heap = canonical_form(3, lambda n, player: range(n))  # a Nim heap
>>> str(heap), heap + heap == canonical_form(0, lambda n, player: range(n))
('*3', True)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, TypeVar

import numpy as np

from gameproof.solvers.limits import Limits
from gameproof.solvers.values.game_graph_values import GameGraph, evaluate
from gameproof.solvers.values.game_notation import text
from gameproof.solvers.values.reduced_canonical_form import reduced_canonical_form
from gameproof.solvers.values.short_games import Store, bottom_up
from gameproof.solvers.values.sprague_grundy import dag_values
from gameproof.solvers.values.thermograph import Thermograph, thermograph

Side = Literal["left", "right"]
P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, eq=False)
class Value:
    """A short game in canonical form.

    ``==``, ``<=``, ``+`` and ``-`` are those of games (values of different stores may be
    mixed); ``str`` is standard notation. ``stats`` tells what the computation cost.
    """

    store: Store = field(repr=False)
    game: int
    stats: dict[str, Any] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return text(self.store, self.game)

    def _here(self, other: Value) -> int:
        return (
            other.game if other.store is self.store else self.store.adopt(other.store, other.game)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self.game == self._here(other)

    def __hash__(self) -> int:
        return hash(self._text)

    def __le__(self, other: Value) -> bool:
        return self.store.le(self.game, self._here(other))

    def __ge__(self, other: Value) -> bool:
        return self.store.le(self._here(other), self.game)

    def __lt__(self, other: Value) -> bool:
        return self <= other and self != other

    def __gt__(self, other: Value) -> bool:
        return self >= other and self != other

    def __add__(self, other: Value) -> Value:
        return Value(self.store, self.store.add(self.game, self._here(other)))

    def __neg__(self) -> Value:
        return Value(self.store, self.store.negative(self.game))

    def __sub__(self, other: Value) -> Value:
        return self + -other

    @property
    def left_options(self) -> list[Value]:
        """Left's options in the canonical form."""
        return [Value(self.store, g) for g in self.store.left(self.game)]

    @property
    def right_options(self) -> list[Value]:
        """Right's options in the canonical form."""
        return [Value(self.store, g) for g in self.store.right(self.game)]

    @property
    def number(self) -> Fraction | None:
        """The number this value is, else ``None``."""
        return self.store.number(self.game)

    @property
    def outcome(self) -> str:
        """``L`` when the value is positive, ``R`` negative, ``P`` zero, ``N`` otherwise."""
        zero = self.store.number_game(0)
        up, down = self.store.le(zero, self.game), self.store.le(self.game, zero)
        return {(True, True): "P", (True, False): "L", (False, True): "R"}.get((up, down), "N")

    @property
    def left_stop(self) -> Fraction:
        """The number reached when Left begins."""
        return self.store.left_stop(self.game)

    @property
    def right_stop(self) -> Fraction:
        """The number reached when Right begins."""
        return self.store.right_stop(self.game)

    @cached_property
    def thermograph(self) -> Thermograph:
        """Both stops at every temperature, exactly."""
        return thermograph(self.store, self.game)

    @property
    def mean(self) -> Fraction:
        """The mast of the thermograph: n copies are worth about n times this."""
        return self.thermograph.mean

    @property
    def temperature(self) -> Fraction:
        """Where the walls meet; ``-1/2^k`` for a number with that denominator."""
        return self.thermograph.temperature

    @property
    def reduced(self) -> Value:
        """The reduced canonical form: the simplest game infinitesimally close."""
        return Value(self.store, reduced_canonical_form(self.store, self.game))

    @cached_property
    def birthday(self) -> int:
        """The depth of the canonical form: the day on which the value is born."""
        return birthday(self.store, self.game)


def number_birthday(x: Fraction) -> int:
    """Day on which a dyadic number is born: n for integers, else whole part + 1 + exponent."""
    size = abs(x)
    whole = size.numerator // size.denominator
    return whole if x.denominator == 1 else whole + x.denominator.bit_length()


def birthday(store: Store, game: int) -> int:
    """The birthday of a game of a store. O(size of the canonical form)."""

    def day(g: int, known: Mapping[int, int]) -> int:
        x = store.number(g)
        if x is not None:
            return number_birthday(x)
        return 1 + max(known[h] for h in store.left(g) + store.right(g))

    return bottom_up(game, store.options_unless_number, day)[game]


def canonical_form(
    position: P,
    options: Callable[[P, Side], Iterable[P]],
    limits: Limits | None = None,
    *,
    parts: Callable[[P], Iterable[P]] | None = None,
) -> Value:
    """The value of a position of any finite last-player-wins game.

    ``options(p, "left")`` and ``options(p, "right")`` give what Left and Right can move to;
    positions are hashable. ``parts(p)``, if given, splits a position into independent
    components whose sum it is (an empty iterable for the ended game); only components are
    then analysed. Raises ``LimitReached``, and ``ValueError`` when play may repeat a
    position. Cost: one canonical form for each reachable position (component).
    """
    limits = limits or Limits()
    graph, total, _ = game_graph(position, options, limits, parts)
    found = evaluate(graph, total, limits)
    return Value(found.store, found.value, found.stats)


def game_graph(
    position: P,
    options: Callable[[P, Side], Iterable[P]],
    limits: Limits,
    parts: Callable[[P], Iterable[P]] | None = None,
) -> tuple[GameGraph, tuple[int, list[int]], list[P]]:
    """The graph of a game as for :func:`canonical_form`, the position as a sum of its nodes,
    and what each node stands for."""
    split = parts or (lambda p: (p,))
    number: dict[P, int] = {}
    opened: list[P] = []

    def terms(p: P) -> list[int]:
        found = []
        for part in split(p):
            if part not in number:
                number[part] = len(opened)
                opened.append(part)
            found.append(number[part])
        return found

    total = terms(position)
    children: list[list[list[int]]] = []
    left_count: list[int] = []
    for p in opened:  # grows while it is walked
        if len(children) % 256 == 0:
            limits.check()
            limits.progress(f"{len(opened)} positions reached")
        left = [terms(q) for q in options(p, "left")]
        right = [terms(q) for q in options(p, "right")]
        left_count.append(len(left))
        children.append(left + right)
    below = [[c for terms in row for c in terms] for row in children]
    arcs = np.array([c for row in below for c in row], np.int32)
    play = dag_values(np.cumsum([0, *map(len, below)]), arcs, limits)
    if play.cycle:
        raise ValueError("play may repeat a position; only finite games have these values")
    pointer = np.zeros(len(opened), dtype=np.int64)
    stream: list[int] = []
    for v, row in enumerate(children):
        pointer[v] = len(stream)
        stream += [left_count[v], len(row) - left_count[v]]
        for parts_of in row:
            stream += [0, len(parts_of), *(2 * c for c in parts_of)]
    order = np.argsort(-play.number).astype(np.int32)
    graph = GameGraph(pointer, np.array(stream, np.int32), order)
    return graph, (0, [2 * v for v in total]), opened
