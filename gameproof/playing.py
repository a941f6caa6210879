"""Positions to play with: moves are texts in the game's notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.position import AnyPosition

if TYPE_CHECKING:
    from gameproof.instances.instance import Resolved


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A position of any game, with the moves that led to it; ``rules`` is the game's own."""

    resolved: Resolved
    rules: AnyPosition

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.resolved.game.name

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who moves."""
        return self.rules.players

    @property
    def to_move(self) -> str:
        """The player to move."""
        return self.rules.to_move

    @property
    def played(self) -> tuple[str, ...]:
        """The moves played from the board's own position."""
        return self.resolved.moves

    def moves(self) -> tuple[str, ...]:
        """The legal moves; none when the game is over."""
        return tuple(self.rules.move_text(move) for move in self.rules.moves())

    def play(self, move: str) -> Position:
        """The position after a move; raises :class:`BadInput` when it is illegal."""
        import dataclasses

        if not isinstance(move, str):
            raise BadInput(f"a move is a text as in moves(), not {type(move).__name__}")
        after = self.rules.play(self.rules.parse_move(move))
        moved = dataclasses.replace(
            self.resolved, position=after, moves=(*self.resolved.moves, move)
        )
        return Position(moved, after)

    def result(self) -> str | None:
        """The result when the game is over, else ``None``."""
        return self.rules.result()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.game, self.rules))

    def __str__(self) -> str:
        return str(self.rules)

    def __repr__(self) -> str:
        after = f" after {', '.join(self.played)}" if self.played else ""
        words = self.resolved.words.partition(" after ")[0] if after else self.resolved.words
        return f"Position({words}{after})"

    def _repr_svg_(self) -> str:
        from gameproof.cli.show import draw

        return draw(self.resolved).svg
