"""What the words of outcomes mean, for the families of games that share them."""

from __future__ import annotations

from typing import Protocol

from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.question import Arguments, Means
from gameproof.games.meaning.statement import Forces, Prevents, Statement, nobody_wins, only, wins

NEXT, PREVIOUS = "next", "previous"
"""The players of an impartial game: whoever moves next, and whoever has just moved."""

VALUES = ("value", "equals", "mean", "temperature", "thermograph")
"""The questions that the value of a position as a short game answers."""

GRUNDY = ("outcome", "grundy", "winning-moves", "equivalent")
"""What Grundy values answer of every impartial game."""
OF_GRUNDY_VALUES = (Forces, *GRUNDY[1:], *VALUES)
"""What they derive."""


class _Seated(Protocol):
    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def to_move(self) -> str: ...


def opponent(position: _Seated, player: str) -> str:
    """The other one of two players; raises :class:`BadInput` for a stranger."""
    others = [name for name in position.players if name != player]
    if len(position.players) != 2 or len(others) != 1:
        raise BadInput(f"{player!r} is none of two players {position.players}")
    return others[0]


def aim(position: object, player: str) -> str:
    """The result that is the player's win: his name, where the position (by ``aim``) says no
    other."""
    own = getattr(position, "aim", None)
    return player if own is None else str(own(player))


def mover_after(mover: str, after: AnyPosition) -> str:
    """Who is to move after a move of ``mover``; the players of impartial games change seats."""
    return opponent(after, mover) if Law.IMPARTIAL in after.laws else after.to_move


def next_or_previous(
    position: _Seated, answer: Value, _arguments: Arguments
) -> tuple[Statement, ...]:
    """``N``: the player to move wins; ``P``: the other; ``draw``: neither. For games whose
    positions say by name who is to move, impartial ones (``next``) included."""
    mover = position.to_move
    other = opponent(position, mover)
    if answer == "draw":
        return nobody_wins(mover, (mover, other))
    if answer not in ("N", "P"):
        raise BadInput(f"{answer!r} is no outcome here", "answer")
    return (wins(mover, mover if answer == "N" else other),)


def next_or_previous_misere(
    position: _Seated, answer: Value, _arguments: Arguments
) -> tuple[Statement, ...]:
    """``N`` and ``P`` when whoever cannot move wins."""
    mover = position.to_move
    if answer not in ("N", "P"):
        raise BadInput(f"{answer!r} is no outcome here", "answer")
    return (wins(mover, mover if answer == "N" else opponent(position, mover), play="misere"),)


def left_right(left: str, right: str, play: str = "normal") -> Means[object]:
    """The meaning of ``N``, ``P``, ``L``, ``R`` in games where either player may start."""

    def means(_position: object, answer: Value, _arguments: Arguments) -> tuple[Statement, ...]:
        winners = {
            "N": (left, right),
            "P": (right, left),
            "L": (left, left),
            "R": (right, right),
        }.get(str(answer))
        if winners is None:
            raise BadInput(f"{answer!r} is no outcome here", "answer")
        return tuple(
            wins(starter, winner, play=play)
            for starter, winner in zip((left, right), winners, strict=True)
        )

    return means


def winner(position: _Seated, answer: Value, _arguments: Arguments) -> tuple[Statement, ...]:
    """A player's name: he wins when the player to move starts; ``draw``: nobody does."""
    if answer == "draw":
        return nobody_wins(position.to_move, position.players)
    if answer not in position.players:
        raise BadInput(f"{answer!r} is no player here", "answer")
    return (wins(position.to_move, str(answer)),)


def wins_within(position: _Seated, answer: Value, arguments: Arguments) -> tuple[Statement, ...]:
    """``yes``: the player to move wins within ``plies`` moves of all players together."""
    plies = arguments.get("plies")
    if isinstance(plies, bool) or not isinstance(plies, int) or plies < 0:
        raise BadInput("say within how many plies: a number 0, 1, 2, ...", "plies")
    mover = position.to_move
    other = opponent(position, mover)
    if answer is True:
        return (Forces(mover, only(mover), only(mover), plies),)
    if answer is False:
        return (Prevents(mover, only(other), only(mover), plies),)
    raise BadInput(f"{answer!r} is neither yes nor no", "answer")
