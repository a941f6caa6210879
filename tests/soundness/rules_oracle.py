"""What is true of a tiny position, by the rules alone and in the plainest way.

Statements about play are decided by backward induction over everything that play can reach;
quantities by the functions that the modules ``oracle_*`` beside this one define. None of
this is shared with the checkers.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import AtLeast, Forces, Is, Prevents, Statement

Quantity = Callable[[AnyPosition, Mapping[str, object]], object]

MOST = 20_000
"""Positions below a tiny one, at most."""


class TooLarge(Exception):
    """The position is not tiny."""


class NoOracle(Exception):
    """Nobody has written what is true of this quantity."""


@dataclass(slots=True)
class Tree:
    """Everything that play can reach: who moves, where to, and how it ends."""

    movers: list[str] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    results: list[str | None] = field(default_factory=list)


def tree(start: AnyPosition, play: str) -> Tree:
    """The positions below ``start``; the last ones asked for are remembered."""
    return _tree(cast("Hashable", start), play)


@lru_cache(maxsize=64)
def _tree(hashed: Hashable, play: str) -> Tree:
    """The positions below the first, which has number 0. In impartial games the players are
    named as they stand at the start, and positions reached by both of them are two."""
    start = cast("AnyPosition", hashed)
    impartial = Law.IMPARTIAL in start.laws
    found = Tree()
    number: dict[tuple[str, str], int] = {}
    seen: dict[tuple[str, str], AnyPosition] = {}
    queue: list[tuple[AnyPosition, str]] = []

    def place(position: AnyPosition, mover: str) -> int:
        name = (position.key(), mover)
        if name in number:
            assert seen[name] == position, f"two positions have the key {position.key()!r}"
            return number[name]
        if len(number) >= MOST:
            raise TooLarge
        number[name] = len(number)
        seen[name] = position
        queue.append((position, mover))
        found.movers.append(mover)
        found.children.append([])
        found.results.append(None)
        return number[name]

    place(start, start.to_move)
    at = 0
    while at < len(queue):
        position, mover = queue[at]
        moves = list(position.moves())
        result = position.result()
        if result is not None:
            other = next((name for name in position.players if name != mover), mover)
            if play == "misere":
                assert not moves
                result = mover
            elif impartial:
                result = other
            found.results[at] = result
        else:
            for move in moves:
                after = position.play(move)
                if impartial:
                    to_move = next(name for name in position.players if name != mover)
                else:
                    to_move = after.to_move
                found.children[at].append(place(after, to_move))
        at += 1
    return found


def can_force(start: AnyPosition, wanted: Forces) -> bool:
    """Can the side make every play from ``start`` end in the results, within the plies?"""
    graph = tree(start, wanted.play)
    won = [r is not None and r in wanted.results for r in graph.results]
    # Those that are found last come first: what they say is of use to the others.
    inner = [
        (at, children, any if graph.movers[at] in wanted.side else all)
        for at, children in enumerate(graph.children)
        if children and graph.results[at] is None
    ][::-1]
    rounds = len(won) if wanted.plies is None else wanted.plies
    for _ in range(rounds):
        if won[0]:
            return True
        before = won if wanted.plies is None else list(won)  # a ply is one step, not several
        left = []
        for at, children, enough in inner:
            if enough([before[child] for child in children]):
                won[at] = True
            else:
                left.append((at, children, enough))
        if len(left) == len(inner):
            break
        inner = left
    return won[0]


def started(position: AnyPosition, starter: str) -> AnyPosition | None:
    """The position with ``starter`` to move, ``None`` where he does not start it."""
    if position.to_move == starter:
        return position
    turn = getattr(position, "turn", None)
    if turn is None or starter not in position.players:
        return None
    made: AnyPosition = turn(starter)
    return made


def holds(position: AnyPosition, statement: Statement) -> bool:
    """Is the statement true? Raises :class:`NoOracle` and :class:`TooLarge`."""
    if isinstance(statement, Forces | Prevents):
        if not statement.side <= set(position.players):
            return False
        start = started(position, statement.starter)
        if start is None:
            return False
        if isinstance(statement, Forces):
            return can_force(start, statement)
        others = frozenset(position.players) - statement.side
        against = Forces(
            statement.starter, others, statement.results, statement.plies, statement.play
        )
        return not can_force(start, against)
    truth = value_of(position, statement.quantity.name, dict(statement.quantity.arguments))
    if isinstance(statement, Is):
        return type(truth) is type(statement.value) and truth == statement.value
    number = isinstance(truth, int | Fraction) and not isinstance(truth, bool)
    if isinstance(statement, AtLeast):  # where there is no number, there is none that is less
        return not number or truth >= statement.bound  # type: ignore[operator]
    return number and truth <= statement.bound  # type: ignore[operator]


def value_of(position: AnyPosition, name: str, arguments: Mapping[str, Hashable]) -> object:
    """The true value of a quantity, from the first oracle that knows it."""
    for classes, quantity, decide in oracles():
        if quantity == name and isinstance(position, classes):
            return decide(position, arguments)
    raise NoOracle(f"{type(position).__module__}: {name}")


@cache
def oracles() -> tuple[tuple[type | tuple[type, ...], str, Quantity], ...]:
    """All oracles of quantities: (classes of positions, name, function)."""
    return tuple(_oracles())


def _oracles() -> Iterator[tuple[type | tuple[type, ...], str, Quantity]]:
    for info in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if info.name.startswith("oracle_"):
            module = importlib.import_module(f"soundness.{info.name}")
            for (classes, name), decide in getattr(module, "ORACLES", {}).items():
                yield classes, name, decide
