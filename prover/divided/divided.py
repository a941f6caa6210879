"""How a question is divided: what the whole of it is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gameproof.prover.divided.crew import Crew

EFFORT = 4000
"""Effort of the first pieces: some seconds."""
GROWTH = 1
"""A piece may take one of so many parts of what a worker has done so far, on the average: later
pieces are larger, so that the work that is done twice stays a share of all. Most searches end
sooner, by their bounds."""
MOST = 16
"""How many times larger than the first ones pieces become."""
TRIES = 3
"""Bad pieces, or lost workers, after which the client searches a place on its own; or pieces
that had too little memory, after which what follows the place is looked at."""
HELP = 4
"""Whoever helps with a place looks after one of so many parts of an effort for one of his own."""
LESS = 4
"""How many times smaller a piece is asked for again that had too little memory."""


def _silent(_text: str) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Divided:
    """How a question is divided: among whom, with which journal, in pieces of which effort.

    ``tell`` hears of lost workers and bad pieces; pieces grow to ``most`` times the effort.
    """

    crew: Crew
    journal: Path | None = None
    effort: int = EFFORT
    tell: Callable[[str], None] = _silent
    most: int = MOST

    def largest(self, done: int) -> int:
        """The effort of the next piece where ``done`` is what all pieces took so far."""
        lanes, most = max(1, self.crew.lanes), self.most * self.effort
        if lanes == 1:  # nobody waits for a share of the work
            return most
        return max(self.effort, min(most, done // (GROWTH * lanes)))
