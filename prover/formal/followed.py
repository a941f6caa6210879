"""Rule ``play``, for strategies that are written otherwise: they are followed.

The plain checker has accepted the certificate. The strategy that it proves is played against
every move, and the table of its replies is the evidence: short strategies become long tables, and
from some length on they are not covered. Where the strategy leaves a reply open, one that serves
is looked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.games import positional
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import Forces, Prevents
from gameproof.prover.formal.numbers import (
    PLAYERS,
    RESULTS,
    After,
    Claimed,
    NotCovered,
    Numbers,
    code,
)
from gameproof.prover.formal.play import ended, table
from gameproof.prover.formal.positions import in_order, place, state, turned
from gameproof.replies.replies import reply

MOST = 20_000
"""Positions of a table, and of a search."""
MOST_DEEP = 200
"""Plies of a search."""


def require_short(certificate: Any) -> None:
    """Raise :class:`NotCovered` for strategies of so many replies that their tables are longer."""
    if np.size(getattr(certificate, "moves", ())) > MOST // 5:
        raise NotCovered(f"a strategy with more than {MOST // 5} replies")


def of_strategy(theorem: Claimed, certificate: Any) -> list[Numbers]:
    """A table for each thing that is forced, or kept off for ever; raises :class:`NotCovered`
    where there is none."""
    said = [one for one in theorem.statements if isinstance(one, Forces | Prevents)]
    if not said:
        raise NotCovered("what is no strategy")
    return [Followed(theorem.goal.position, one, certificate).step() for one in said]


class Followed:
    """The strategy behind one statement; raises :class:`NotCovered`."""

    def __init__(self, start: Any, said: Forces | Prevents, certificate: Any) -> None:
        if len(said.side) != 1:
            raise NotCovered("what several players do together")
        (self.side,) = said.side
        self.said = said
        self.certificate = certificate
        self.start = turned(start, said.starter)
        self.depth: dict[tuple[int, ...], int] = {}
        self.known: dict[tuple[int, ...], bool] = {}

    def step(self) -> Numbers:
        """The table of its replies."""
        root = tuple(place(self.start, code(PLAYERS, self.said.starter)))
        self.depth[root] = 0
        misere = self.said.play == "misere"
        return table(self.start, self.said.starter, self.side, root, self.follow, misere)[0]

    def follow(
        self, position: Any, node: tuple[int, ...], own: bool
    ) -> list[tuple[Any, tuple[int, ...]]]:
        """The moves at a position, with the names of those that they lead to."""
        depth = self.depth[node]
        over = position.result() is not None
        if over or depth == self.said.plies:
            if not (over and self.ends_well(position, node[-1])):
                raise NotCovered("a strategy whose replies are not told")
            return []
        moves = in_order(position)
        if own:
            found = reply(position, self.certificate)
            moves = [self.searched(position, moves, depth) if found is None else found]
        after = [(m, tuple(place(position.play(m), 1 - node[-1]))) for m in moves]
        self.depth |= dict.fromkeys((name for _, name in after), depth + 1)
        if len(self.depth) > MOST:
            raise NotCovered(f"a strategy with more than {MOST} positions")
        return after

    def searched(self, position: Any, moves: list[Any], depth: int) -> Any:
        """A move after which what was said is true still."""
        deep = isinstance(position, positional.Position) and len(moves) > MOST_DEEP
        if Law.IMPARTIAL in position.laws or deep:
            raise NotCovered("a strategy without a reply")
        for move in moves:
            if self.serves(position.play(move), depth + 1):
                return move
        raise NotCovered("a strategy without a reply")

    def ends_well(self, position: Any, mover: int) -> bool:
        """Is the result of a finished play one that was promised?"""
        promised = {code(RESULTS, name) for name in self.said.results}
        found = ended(position, mover, self.said.play == "misere")
        return (found in promised) == isinstance(self.said, Forces)

    def serves(self, position: Any, depth: int) -> bool:
        """Is what was said of the start true here? All play is looked at."""
        if position.result() is not None:
            return self.ends_well(position, code(PLAYERS, position.to_move))
        if depth == self.said.plies:
            return False
        name = (*state(position), position.to_move == self.side)
        known = self.known.get(name)
        if known is None:
            if len(self.known) > MOST:
                raise NotCovered("a strategy without a reply")
            after = (self.serves(position.play(m), depth + 1) for m in position.moves())
            known = any(after) if position.to_move == self.side else all(after)
            self.known[name] = known
        return known


AFTER: After = dict.fromkeys(
    ("snort-strategy", "connection", "map", "together"),
    of_strategy,
)
