"""Strategies that were found, as certificates of any game: a side's replies written as a graph."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from gameproof.certificates.strategies.play import Play, Proof
from gameproof.games.meaning.outcomes import mover_after
from gameproof.games.meaning.position import Position, digest, out_of_reach, simplest

# A position takes and gives moves, so only Any stands for those of every game.
P = TypeVar("P", bound=Position[Any])


@dataclass(frozen=True, slots=True)
class Aim(Generic[P]):
    """What is to be written: how ``side`` plays from ``start``, forcing what it forces, or with
    results that it avoids, in so many plies or for ever."""

    start: P
    side: tuple[str, ...]
    avoids: tuple[str, ...] = ()
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class _Name:
    """A node while it is built: for what it is played, plies left, who is to move, the
    position's key."""

    side: tuple[str, ...]
    avoids: tuple[str, ...]
    left: int | None
    mover: str
    key: str


def build(
    goals: Iterable[tuple[P, str]],
    reply: Callable[[P], Hashable],
    *,
    tick: Callable[[], None] = lambda: None,
) -> Play:
    """The certificate of the strategy ``reply`` for each (start, side) of ``goals``, for what it
    forces. Raises :class:`ValueError` when the strategy can repeat a position. See :func:`written`.
    """
    aims = [Aim(start, (side,)) for start, side in goals]
    return written(aims, lambda position, _side, _left: reply(position), tick=tick)


def keeping(
    start: P,
    side: str,
    results: Sequence[str],
    plies: int | None,
    reply: Callable[[P, int], Hashable],
    tick: Callable[[], None],
) -> Play:
    """How ``side`` avoids results in so many plies, or (``None``) for ever, by
    ``reply(position, plies left)``; for ever, 0 are left. See :func:`written`."""
    aim = Aim(start, (side,), tuple(sorted(results)), plies)
    return written([aim], lambda position, _side, left: reply(position, left or 0), tick=tick)


def written(
    aims: Sequence[Aim[P]],
    reply: Callable[[P, tuple[str, ...], int | None], Hashable],
    *,
    tick: Callable[[], None] = lambda: None,
) -> Play:
    """The certificate of what ``reply`` does for each aim.

    ``reply(position, side, plies left)`` gives the move; it is asked once for each position (and
    number of plies left, where those are counted) that the strategy reaches. ``tick`` is called
    now and then (for limits). Raises :class:`ValueError` when a position can be repeated where
    the play is not for ever. O(nodes + edges) calls of the rules, no recursion.
    """
    roots: list[_Name] = []
    edges: dict[_Name, list[tuple[str, _Name]]] = {}
    digests: dict[_Name, int] = {}
    finished: list[_Name] = []
    done: set[_Name] = set()
    for aim in aims:
        start = simplest(aim.start)
        root = _Name(aim.side, aim.avoids, aim.plies, start.to_move, start.key())
        roots.append(root)
        stack: list[tuple[_Name, P | None]] = [(root, start)]
        while stack:
            name, position = stack.pop()
            if position is None:  # all that follows this node is finished
                done.add(name)
                finished.append(name)
                continue
            if name in edges:
                if name not in done and not (name.avoids and name.left is None):
                    raise ValueError("the strategy repeats a position")
                continue
            if len(edges) % 1024 == 0:
                tick()
            found = list(_moves(name, position, reply))
            edges[name] = [(text, child) for text, child, _ in found]
            digests[name] = digest(position) if found and name.mover in name.side else 0
            stack.append((name, None))
            stack.extend((child, after) for _, child, after in found if child not in done)
    finished.reverse()
    number = {name: i for i, name in enumerate(finished)}
    texts: dict[str, int] = {}
    starts, moves, children = [0], [], []
    for name in finished:
        for text, child in edges[name]:
            moves.append(texts.setdefault(text, len(texts)))
            children.append(number[child])
        starts.append(len(moves))
    columns = (starts, moves, children, [digests[name] for name in finished])
    proofs = [
        Proof(root.mover, list(root.side), list(root.avoids), root.left, number[root])
        for root in roots
    ]
    return Play(proofs, list(texts), *(np.array(column, dtype=np.int64) for column in columns))


def _moves(
    name: _Name, position: P, reply: Callable[[P, tuple[str, ...], int | None], Hashable]
) -> Iterator[tuple[str, _Name, P]]:
    """A node's edges: the move's text, and the child with its position."""
    if position.result() is not None or name.left == 0:
        return
    if out_of_reach(position, name.avoids):
        return
    left = None if name.left is None else name.left - 1
    own = name.mover in name.side
    for move in [reply(position, name.side, name.left)] if own else position.moves():
        after = simplest(position.play(move))
        child = _Name(name.side, name.avoids, left, mover_after(name.mover, after), after.key())
        yield position.move_text(move), child, after
