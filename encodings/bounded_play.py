"""Strategies found by a search bounded in plies, as certificates of any two-player game."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from gameproof.certificates.strategies.holding import Holding
from gameproof.certificates.strategies.strategy import Strategy, build
from gameproof.games.meaning.position import Foresighted, Position
from gameproof.solvers.limits import Limits

# A position takes and gives moves, so only Any stands for those of every game.
P = TypeVar("P", bound=Position[Any])


def forcing(start: P, side: str, reply: Callable[[P], Hashable], limits: Limits) -> Strategy:
    """The strategy by which ``side`` wins; ``reply`` never repeats a position."""
    return build([(start, side)], reply, tick=limits.check)


def holding(
    start: P, side: str, results: list[str], plies: int, reply: Callable[[P, int], Hashable],
    limits: Limits,
) -> Holding:  # fmt: skip
    """How ``side`` prevents ``results`` for ``plies`` plies; ``reply(position, plies left)``."""
    layer = {start.key(): start}
    replies: list[dict[str, str]] = []
    for left in range(plies, 0, -1):
        table: dict[str, str] = {}
        after: dict[str, P] = {}
        for key, position in layer.items():
            limits.check()
            if position.result() is not None:
                continue
            if _out_of_reach(position, results):
                continue
            moves = position.moves()
            if position.to_move == side:
                move = reply(position, left)
                table[key], moves = position.move_text(move), [move]
            for move in moves:
                child = position.play(move)
                after.setdefault(child.key(), child)
        replies.append(table)
        layer = after
    return Holding(side=[side], results=sorted(results), replies=replies)


def _out_of_reach(position: object, results: list[str]) -> bool:
    return isinstance(position, Foresighted) and position.out_of_reach(results)
