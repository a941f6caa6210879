"""Who wins paper soccer, divided: the strategies of the positions below the first plies."""

from __future__ import annotations

from pathlib import Path

from gameproof.certificates.strategies.play import Play
from gameproof.encodings import played
from gameproof.encodings.paper_soccer import search
from gameproof.games.paper_soccer import PLAYERS, Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.trail_game import TrailSearch

LINES = 8
"""So many undrawn lines more make a position about twice as hard."""
MOST = 16
"""Doublings that are told apart."""


class Engine:
    """The search of a pitch; an :class:`Engine <gameproof.encodings.played.Engine>`."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._shared: Path | None = None
        self._made: TrailSearch | None = None

    def _search(self, limits: Limits) -> TrailSearch:
        if self._made is None:
            place = search.trail(self.position.pitch)
            self._made = TrailSearch(place, limits, shared=self._shared)
        self._made.limits = limits
        return self._made

    def wins(self, position: Position, limits: Limits) -> bool:
        """As :class:`Engine <gameproof.encodings.played.Engine>` says."""
        made = self._search(limits)
        return made.winner(position.drawn, position.ball, position.mover) == position.mover

    def strategy(self, position: Position, winner: str, limits: Limits) -> Play | None:
        """As :class:`Engine <gameproof.encodings.played.Engine>` says."""
        # What is divided is mostly what the first try makes too much of.
        tries = search.TRIES if position == self.position else search.LONG
        try:
            return search.strategy(self._search(limits), position, winner, limits, tries)
        except search.TooLarge:
            return None

    def reply(self, position: Position, limits: Limits) -> int:
        """As :class:`Engine <gameproof.encodings.played.Engine>` says."""
        return search.winning_ply(self._search(limits), position, search.LONG[0][0])

    def known(self, position: Position) -> bool | None:
        """As :class:`Engine <gameproof.encodings.played.Engine>` says."""
        if self._made is None:
            return None
        found = self._made.look_up(position.drawn, position.ball, position.mover)
        return found == position.mover if found else None

    def effort(self, position: Position) -> int:
        """By the lines that are not drawn."""
        left = len(position.pitch.edges) - position.drawn.bit_count()
        return 1 << min(MOST, left // LINES)

    def share(self, file: Path) -> None:
        """As :class:`Engine <gameproof.encodings.played.Engine>` says."""
        self._shared = file


def _answer(position: Position, verdict: bool) -> str:
    return position.to_move if verdict else PLAYERS[position.mover % 2]


DIVISIONS = (played.division("search", lambda _position: True, Engine, _answer),)
