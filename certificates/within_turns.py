"""Does the player to move win within so many turns? A strategy in the game with a countdown.

The countdown game is the game itself, lost for the player to move when the turns have run
out before he has won. "Yes" is his strategy there, "no" the other player's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.files import convert
from gameproof.certificates.strategy import Goal, Strategy, verify
from gameproof.games.game import BadInput
from gameproof.games.paper_soccer import PLAYERS, Position


@dataclass(frozen=True)
class Countdown:
    """A position with ``left`` turns, the present one included, for ``side`` to win."""

    position: Position
    side: str
    left: int

    @property
    def to_move(self) -> str:
        """The player to move."""
        return self.position.to_move

    def moves(self) -> list[int]:
        """As in the game, none when the turns have run out."""
        return [] if self.left == 0 else self.position.moves()

    def play(self, move: int) -> Countdown:
        """The ply made; a change of the mover ends a turn."""
        after = self.position.play(move)
        ended = after.mover != self.position.mover
        return Countdown(after, self.side, self.left - ended)

    def result(self) -> str | None:
        """The game's winner; the other player when no turn is left."""
        won = self.position.result()
        if won is None and self.left == 0:
            return PLAYERS[1 - PLAYERS.index(self.side)]
        return won

    def parse_move(self, text: str) -> int:
        """As in the game; raises ``BadInput``."""
        return self.position.parse_move(text)

    def move_text(self, move: int) -> str:
        """As in the game."""
        return self.position.move_text(move)

    def __str__(self) -> str:
        return f"{self.position}, {self.left} turns left for {self.side}"


class WithinTurns(Certificate, frozen=True, tag="within-turns"):
    """``strategy``: a strategy (as JSON) in the countdown game."""

    strategy: dict[str, Any]


def check(position: Any, claim: Claim, certificate: WithinTurns) -> str:
    """The proved claim as a sentence; raises :class:`Rejected`. Cost of the strategy's check."""
    if not isinstance(position, Position) or claim.question != "win-within":
        raise Rejected("this certificate is about paper soccer within a number of turns")
    turns = claim.arguments.get("turns")
    if type(turns) is not int or turns < 0 or claim.answer not in ("yes", "no"):
        raise Rejected("the claim is yes or no, for a number of turns")
    try:
        strategy = convert(certificate.strategy)
    except BadInput as reason:
        raise Rejected(f"the strategy: {reason}") from None
    if not isinstance(strategy, Strategy):
        raise Rejected("the certificate holds no strategy")
    mover = position.to_move
    other = PLAYERS[1 - PLAYERS.index(mover)]
    side = mover if claim.answer == "yes" else other
    checked = verify(Countdown(position, mover, turns), [Goal(mover, side)], strategy)
    said = "wins" if claim.answer == "yes" else "does not win"
    return f"{mover} {said} within {turns} turns ({checked.nodes} positions)"
