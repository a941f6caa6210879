"""Does the player to move win within so many turns? A strategy in the game with a countdown.

The countdown game is the game itself, lost for the player to move when the turns (or the
plies, where they are counted too) have run out before he has won. Who wins it is shown by a
certificate of its own, for that game.
"""

from __future__ import annotations

from dataclasses import dataclass

from gameproof.certificates.certificate import Composite, Key, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.outcomes import opponent
from gameproof.games.meaning.question import Arguments
from gameproof.games.meaning.statement import Is, entails, quantity, wins
from gameproof.games.paper_soccer import Position

QUESTION = "win-within"
LAWS = frozenset({Law.FINITE, Law.NO_DRAWS})


@dataclass(frozen=True)
class Countdown:
    """A position with ``turns`` left, the present one included, for ``side`` to win; and
    ``plies`` of both players."""

    position: Position
    side: str
    turns: int
    plies: int

    @property
    def players(self) -> tuple[str, str]:
        """Those of the game."""
        return self.position.players

    @property
    def laws(self) -> frozenset[Law]:
        """As in the game: when time runs out, ``side`` has lost."""
        return LAWS

    def key(self) -> str:
        """What is left, and the key in the game."""
        return f"{self.turns}:{self.plies}:{self.position.key()}"

    @property
    def to_move(self) -> str:
        """The player to move."""
        return self.position.to_move

    def moves(self) -> list[int]:
        """As in the game, none when time has run out."""
        return self.position.moves() if self.turns and self.plies else []

    def play(self, move: int) -> Countdown:
        """The ply made; a change of the mover ends a turn. Raises ``BadInput``."""
        after = self.position.play(move)
        ended = after.mover != self.position.mover
        return Countdown(after, self.side, self.turns - ended, self.plies - 1)

    def result(self) -> str | None:
        """The game's winner; the other player when time has run out."""
        won = self.position.result()
        if won is None and not (self.turns and self.plies):
            return opponent(self, self.side)
        return won

    def parse_move(self, text: str) -> int:
        """As in the game; raises ``BadInput``."""
        return self.position.parse_move(text)

    def move_text(self, move: int) -> str:
        """As in the game."""
        return self.position.move_text(move)

    def __str__(self) -> str:
        return f"{self.position}, {self.turns} turns left for {self.side}"


def countdown(position: Position, arguments: Arguments) -> Countdown:
    """The game that the question is about; raises :class:`Rejected`.

    A ply draws a line and a turn has a ply, so more than there are lines left is as good as
    one for each of them.
    """
    turns, plies = arguments.get("turns"), arguments.get("plies")
    left = len(position.pitch.edges) - position.drawn.bit_count()
    if type(turns) is not int or turns < 0:
        raise Rejected("say within how many turns: 0, 1, 2, ...")
    if plies is not None and (type(plies) is not int or plies < 0):
        raise Rejected("plies is a number 0, 1, 2, ...")
    return Countdown(
        position,
        position.to_move,
        min(turns, left + 1),
        left + 1 if plies is None else min(plies, left + 1),
    )


class WithinTurns(Composite, frozen=True, tag="within-turns"):
    """Used is who wins the countdown game; no other evidence."""


def part(goal: Goal[Position], _key: Key) -> Goal[Countdown]:
    """Who wins the countdown game."""
    return Goal(countdown(goal.position, goal.arguments), "outcome")


def conclude(goal: Goal[Position], _certificate: WithinTurns) -> Conclusion:
    """The truth value of the question."""
    if goal.question != QUESTION:
        raise Rejected(f"a win within some turns says nothing about {goal.question!r}")
    start = countdown(goal.position, goal.arguments)
    known = goal.of(start)
    mover, other = start.to_move, opponent(start, start.to_move)
    for winner in (mover, other):
        if entails(known, wins(mover, winner)):
            won = winner == mover
            said = f"{mover} {'wins' if won else 'does not win'} within {start.turns} turns"
            answer = Is(quantity(QUESTION, goal.arguments), won)
            return Conclusion((answer,), f"{said}: {goal.known[0].sentence}")
    raise Rejected("who wins the countdown game is not known")


KIND = Kind(
    record=WithinTurns,
    scope=Scope(derives=(QUESTION,), positions=(Position,)),
    theorem="who wins within some turns wins the game that is lost for him after them",
    evidence="none beside a theorem of who wins the game with a countdown",
    conclude=conclude,
    part=part,
)
