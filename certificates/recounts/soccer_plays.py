"""Plays of paper soccer counted ply by ply.

Plays that meet in one position are merged and their number is carried along. That shares
nothing with an enumeration of single histories. Definitions and theorems are those of
T. Hoivik, "Experiments in Paper Soccer".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.recounts.recount import Count
from gameproof.games.meaning.answers import Value
from gameproof.games.paper_soccer import Position

MOST = 1_000_000
"""Positions of all plies together, some seconds."""
SLOWER = {"bounces": 2, "bounce-exceptions": 5}
"""How many times as long as a position usually takes; so many times fewer are counted."""
MOST_BYTES = 400_000_000
"""What they may take, where a pitch has many lines."""
LAST_PLY = 100_000
"""No pitch that can be counted has plays as long as this."""

BY_PLY = (
    "histories",
    "classes",
    "largest-class",
    "split-classes",
    "bounces",
    "bounce-exceptions",
    "parity-exceptions",
    "visited-exceptions",
    "cyclic-singles",
)
"""Questions whose answer is the list of counts."""
COMPLETE = ("longest", "positions")
"""Questions about all plays to their end."""
TWINS = "acyclic-twins"

State = tuple[int, int, int]
Layer = Counter[State]
"""The positions of one ply (drawn lines, ball, mover), each with its number of histories."""


def most_counted(start: Position, question: str) -> int:
    """How many positions of all plies together are counted again for the question."""
    fitting = MOST_BYTES // (250 + len(start.pitch.edges) // 7)
    return min(MOST, fitting) // SLOWER.get(question, 1)


def layers(start: Position, question: str = "") -> Iterator[Layer]:
    """The positions after 0, 1, 2, ... plies, until no game goes on; the last one is empty.

    Raises :class:`Rejected` when there are too many to count them again for the question.
    """
    layer: Layer = Counter({(start.drawn, start.ball, start.mover): 1})
    most = most_counted(start, question)
    total = 0
    while layer:
        yield layer
        total += len(layer)
        after: Layer = Counter()
        for state, number in layer.items():
            for _, following in plies(start, state):
                after[following.drawn, following.ball, following.mover] += number
            if total + len(after) > most:
                raise Rejected(f"more than {most} positions are not counted again")
        layer = after
    yield layer


def plies(start: Position, state: State) -> list[tuple[int, Position]]:
    """The points that a ply can lead to, with the positions there."""
    here = Position(start.field_, *state)
    return [(move, here.play(move)) for move in here.moves()]


def by_ply(question: str, position: Position, arguments: Mapping[str, Value]) -> list[int]:
    """The counts from ply 0 to the last one asked for; raises :class:`Rejected`."""
    last = arguments.get("plies")
    if type(last) is not int or not 0 <= last <= LAST_PLY:
        raise Rejected(f"plies is a number from 0 to {LAST_PLY}")
    special = {"bounces": _bounces, "bounce-exceptions": _bounce_exceptions}.get(question)
    counts = [] if special is None else [0]
    for ply, layer in enumerate(layers(position, question)):
        if len(counts) <= last:
            made = (
                special(position, layer) if special else _quantity(question, position, layer, ply)
            )
            counts.append(made)
        if len(counts) > last:
            break
    return counts + [0] * (last + 1 - len(counts))


def _listed(question: str, position: Position, arguments: Mapping[str, Value]) -> Value:
    return tuple(by_ply(question, position, arguments))


def _twins(position: Position, arguments: Mapping[str, Value]) -> Value:
    return any(by_ply(TWINS, position, arguments))


def _longest(position: Position, _arguments: Mapping[str, Value]) -> Value:
    return sum(1 for layer in layers(position) if layer) - 1


def _positions(position: Position, _arguments: Mapping[str, Value]) -> Value:
    goal = position.pitch.goal
    return sum(len({drawn for drawn, ball, _ in layer if not goal[ball]})
               for layer in layers(position))  # fmt: skip


def _bounces(start: Position, layer: Layer) -> int:
    """Histories of the next ply that bounce."""
    return sum(
        number * (after.mover == state[2])
        for state, number in layer.items()
        for _, after in plies(start, state)
    )


def _bounce_exceptions(start: Position, layer: Layer) -> int:
    """Histories of the next ply that bounce but close no new cycle, or the reverse."""
    found = 0
    for state, number in layer.items():
        component = _component(start, state)
        for move, after in plies(start, state):
            found += number * ((after.mover == state[2]) != (move in component))
    return found


def _quantity(question: str, start: Position, layer: Layer, ply: int) -> int:
    """What the question counts among the positions of one ply (with their histories)."""
    if question == "histories":
        return sum(layer.values())
    if question == "parity-exceptions":
        right = start.mover if ply % 2 == 0 else 3 - start.mover
        return sum(number for (_, _, mover), number in layer.items() if mover != right)
    if question == "visited-exceptions":
        old = _visited(start, (start.drawn, start.ball, start.mover))
        return sum(
            number
            for state, number in layer.items()
            if (state[2] != start.mover) != (len(_visited(start, state) - old) % 2 == 1)
        )
    if question == "split-classes":
        return sum(n > 1 for n in Counter(drawn for drawn, _, _ in layer).values())
    sets: Counter[int] = Counter()
    for (drawn, _, _), number in layer.items():
        sets[drawn] += number
    if question == "classes":
        return len(sets)
    if question == "largest-class":
        return max(sets.values(), default=0)
    if question == TWINS:
        return sum(n > 1 and acyclic(start, drawn) for drawn, n in sets.items())
    assert question == "cyclic-singles"
    return sum(n == 1 and not acyclic(start, drawn) for drawn, n in sets.items())


def _visited(start: Position, state: State) -> set[int]:
    """Points on drawn lines, and the ball's."""
    drawn, ball, _ = state
    return {ball, *(v for line in lines(start, drawn) for v in line)}


def lines(position: Position, drawn: int) -> Iterator[tuple[int, int]]:
    """The drawn lines, by the points they join."""
    while drawn:
        last = drawn.bit_length() - 1
        yield position.pitch.edges[last]
        drawn ^= 1 << last


def _component(start: Position, state: State) -> set[int]:
    """Points joined to the ball by drawn lines: a line to one of them closes a new cycle."""
    drawn, ball, _ = state
    found, todo = {ball}, [ball]
    while todo:
        for e, v in start.pitch.steps[todo.pop()]:
            if drawn >> e & 1 and v not in found:
                found.add(v)
                todo.append(v)
    return found


def acyclic(position: Position, drawn: int) -> bool:
    """Do the drawn lines form a forest?"""
    root: dict[int, int] = {}

    def find(v: int) -> int:
        while v in root:
            v = root[v]
        return v

    for line in lines(position, drawn):
        one, two = map(find, line)
        if one == two:
            return False
        root[one] = two
    return True


def _count(
    question: str, count: Callable[[Position, Mapping[str, Value]], Value]
) -> Count[Position]:
    return Count(
        question,
        (Position,),
        count,
        "the plays of each length, those merged that meet in one position",
    )


COUNTS = (
    *(_count(question, partial(_listed, question)) for question in BY_PLY),
    _count(TWINS, _twins),
    _count("longest", _longest),
    _count("positions", _positions),
)
