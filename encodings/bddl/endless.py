"""Who wins a game in BDDL whose plays may go on for ever: every position labelled.

Labels backwards from the finished positions; what gets none is a draw, for nobody can be forced
out of it. Where there are too many positions, wins within more and more plies are looked for.
"""

from __future__ import annotations

import numpy as np

from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.plays import Aim, written
from gameproof.games.bddl import OTHER, PLAYERS, Position
from gameproof.games.bddl_file import Move
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.retrograde import DRAWN, LOST, WON, Labels, retrograde

MOST_POSITIONS = 100_000
"""Positions that are labelled."""


class Labelled:
    """All positions below ``start`` by their keys, and who wins each."""

    def __init__(self, order: list[Position], number: dict[str, int], labels: Labels) -> None:
        self.order, self.number, self.labels = order, number, labels

    def label(self, position: Position) -> int:
        """``LOST``, ``WON`` or ``DRAWN`` for the player to move."""
        return int(self.labels.label[self.number[position.key()]])

    def plies(self, position: Position) -> int:
        """How long the winner takes at most."""
        return int(self.labels.plies[self.number[position.key()]])

    def best(self, position: Position) -> Move:
        """The move that wins soonest, else one that loses nothing."""
        after = [(position.play(move), move) for move in position.moves()]
        won = [(self.plies(child), i) for i, (child, _) in enumerate(after)
               if self.label(child) == LOST]  # fmt: skip
        if won:
            return after[min(won)[1]][1]
        return next(move for child, move in after if self.label(child) == DRAWN)


def labelled(start: Position, limits: Limits) -> Labelled | None:
    """Every position that play can reach, ``None`` where there are too many."""
    order, number = [start], {start.key(): 0}
    heads: list[int] = []
    indptr = [0]
    lost = -1  # stands for what whoever has won leaves to the other
    for here in order:
        if len(indptr) % 256 == 0:
            limits.check()
            limits.progress(f"{len(indptr)} of {len(order)} positions played")
        if here.won == here.to_move:
            heads.append(lost)
        for move in here.moves():
            child = here.play(move)
            key = child.key()
            if key not in number:
                if len(order) >= MOST_POSITIONS:
                    return None
                number[key] = len(order)
                order.append(child)
            heads.append(number[key])
        indptr.append(len(heads))
    indptr.append(len(heads))
    targets = np.array([len(order) if head == lost else head for head in heads], dtype=np.int32)
    return Labelled(order, number, retrograde(np.array(indptr, dtype=np.int64), targets, limits))


def by_labels(position: Position, limits: Limits, options: Options) -> Finding:
    """Who wins, or that nobody does, from the labels of all positions."""
    known = labelled(position, limits)
    if known is None:
        return Finding(UNKNOWN, note=f"more than {MOST_POSITIONS} positions")
    stats = {"positions": len(known.order)}
    label, mover = known.label(position), position.to_move
    if label == DRAWN:
        answer = "draw"
        aims = [Aim(position, (side,), (OTHER[side],)) for side in PLAYERS]
    else:
        answer = mover if label == WON else OTHER[mover]
        aims = [Aim(position, (answer,))]
    certificate = None
    if options.certificate:
        certificate = written(aims, lambda here, _side, _left: known.best(here), tick=limits.check)
    first = (known.best(position),) if position.won is None and answer == mover else ()
    return Finding(answer, certificate, stats, winning_moves=first)
