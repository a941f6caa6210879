"""When a position of Snort or Col is decided, and what it is then worth.

After Borje, Combinatorial Game Representation and Analysis of Snort, section 2.2, with the edges
between what is open to Red alone and to Blue alone kept.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, Protocol, Self

from gameproof.games.bit_sets import members
from gameproof.games.impartial.impartial import unmistakable
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.definitions import tried, winning
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.question import Arguments

NOT_TERMINAL = "no"
Colour = Literal["red", "blue"]


class _Position(Protocol):
    @property
    def to_move(self) -> Colour: ...
    @property
    def players(self) -> tuple[Colour, Colour]: ...
    @property
    def laws(self) -> frozenset[Law]: ...
    def free(self, player: Colour) -> int: ...
    def turn(self, player: str, /) -> Self: ...
    def moves(self) -> list[int]: ...
    def play(self, move: int, /) -> Self: ...
    def result(self) -> str | None: ...
    def key(self) -> str: ...
    def parse_move(self, text: str, /) -> int: ...
    def move_text(self, move: int, /) -> str: ...


def winning_moves(position: _Position, _arguments: Arguments) -> Value:
    """Vertices on which the player to move wins, in order."""
    names = (position.move_text(move) for move in sorted(winning(position)))
    return " ".join(unmistakable(name, " ") for name in names) or "none"


def decided(position: _Position) -> bool:
    """Does no piece close a vertex to a player who may play there, but its own to its owner?"""
    red, blue = position.players
    for player, other in ((red, blue), (blue, red)):
        here = position.turn(player)
        for v in members(here.free(player)):
            after = here.play(v)
            if after.free(player) != here.free(player) ^ 1 << v:
                return False
            if after.free(other) != here.free(other):
                return False
    return True


def _more(position: _Position) -> int:
    red, blue = (position.free(player).bit_count() for player in position.players)
    return red - blue


def terminal(position: _Position, _arguments: Arguments) -> Value:
    """Moves then only use up one's own vertices: the larger stock wins, and with equal stocks
    the player to move runs out first."""
    if not decided(position):
        return NOT_TERMINAL
    more = _more(position)
    return "red" if more > 0 or (more == 0 and position.to_move == "blue") else "blue"


def score(position: _Position, _arguments: Arguments) -> Value:
    """Red plays for the most, Blue for the least of what is counted when all is decided."""
    known: dict[tuple[int, int, Colour], Fraction] = {}  # where who may play tells all
    red, blue = position.players

    def of(here: _Position) -> Fraction:
        key = here.free(red), here.free(blue), here.to_move
        if key not in known:
            if decided(here):
                found = _more(here) + Fraction(here.to_move == "blue", 2)
            elif not here.moves():
                raise BadInput("the player to move is stuck before all is decided")
            else:
                best = max if here.to_move == "red" else min
                found = best(of(here.play(v)) for v in tried(here.moves(), 50))
            known[key] = found
        return known[key]

    return of(position)
