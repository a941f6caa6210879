"""Geography by search, divided: the strategies of the positions below the first moves."""

from __future__ import annotations

from pathlib import Path

from gameproof.certificates.strategies.play import Play
from gameproof.encodings import played
from gameproof.encodings.geography import search
from gameproof.games.geography import Position
from gameproof.solvers.limits import Limits

ARCS = 8
"""So many arcs more make a position about twice as hard."""
MOST = 16
"""Doublings that are told apart."""


class Engine:
    """The search of a graph; an :class:`Engine <gameproof.encodings.played.Engine>`."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._shared: Path | None = None
        self._made: search.Search | None = None

    def _search(self, limits: Limits | None = None) -> search.Search:
        if self._made is None:
            self._made = search.Search(self.position, Limits(), self._shared)
        if limits is not None:
            self._made.geography.limits = limits
        return self._made

    def wins(self, position: Position, limits: Limits) -> bool:
        """As :class:`Engine <gameproof.encodings.played.Engine>` says."""
        made = self._search(limits)
        if position == self.position:  # in the order in which the undivided search tries moves
            return made.winning_move(position) is not None
        return made.wins(position)

    def strategy(self, position: Position, winner: str, limits: Limits) -> Play:
        """As :class:`Engine <gameproof.encodings.played.Engine>` says."""
        del winner  # the search knows
        return search.strategy(self._search(limits), position, limits)

    def reply(self, position: Position, limits: Limits) -> int | None:
        """As :class:`Engine <gameproof.encodings.played.Engine>` says."""
        return self._search(limits).winning_move(position)

    def known(self, position: Position) -> bool | None:
        """As :class:`Engine <gameproof.encodings.played.Engine>` says."""
        return self._search().known(position)

    def effort(self, position: Position) -> int:
        """By the arcs in reach."""
        left = self._search().size(position)
        return 1 << min(MOST, left // ARCS)

    def share(self, file: Path) -> None:
        """As :class:`Engine <gameproof.encodings.played.Engine>` says."""
        self._shared = file


def _answer(_position: Position, verdict: bool) -> str:
    return "N" if verdict else "P"


DIVISIONS = (played.division("search", search.small, Engine, _answer),)
