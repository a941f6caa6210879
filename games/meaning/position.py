"""The one interface of positions, and what only some games have.

Concrete positions are frozen, hashable dataclasses. ``key`` identifies a position among all
that play from the same start can reach: two positions with the same key are the same, with
the same moves and the same future. ``str`` is for people and may be ambiguous.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import cache
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.laws import Law

Move = TypeVar("Move")


class Position(Protocol[Move]):
    """What every position offers."""

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who moves, by name."""

    @property
    def to_move(self) -> str:
        """The player to move."""

    @property
    def laws(self) -> frozenset[Law]:
        """Laws that this position and all that follow from it obey."""

    def moves(self) -> Iterable[Move]:
        """The legal moves of the player to move; none when the game is over."""

    def play(self, move: Move, /) -> Self:
        """The position after ``move``; raises :class:`BadInput` when it is illegal."""

    def result(self) -> str | None:
        """The result when the game is over, else ``None``."""

    def key(self) -> str:
        """A text that identifies the position; numbers, never names that a user chose."""

    def parse_move(self, text: str, /) -> Move:
        """A legal move from its notation; raises :class:`BadInput`."""

    def move_text(self, move: Move, /) -> str:
        """The notation of a move."""


AnyPosition = Position[Hashable]
"""A position of a game that is known only while the program runs."""


@runtime_checkable
class Foresighted(Protocol):
    """Games whose rules tell of some results, before the end, that they are out of reach."""

    def out_of_reach(self, results: Collection[str]) -> bool:
        """Is it plain that no play from here, however played, ends in one of these results?"""


@runtime_checkable
class Symmetric(Protocol):
    """Games whose boards have parts that can change places."""

    def representative(self) -> Self:
        """A position to which such a change carries this one, players, results and whose turn
        it is staying as they are; the same for all positions that it is chosen for."""


@runtime_checkable
class Listed(Protocol):
    """Games with a question that asks which moves win."""

    def of_moves(self, question: str, moves: Sequence[Any], /) -> Value:
        """The answer where of those these moves win and no others, in the order of the rules;
        ``None`` to a question that asks something else."""


@runtime_checkable
class AsksOfAnother(Protocol):
    """Games with a question about the moves of another position than this one."""

    def asked(self, question: str, /) -> Self:
        """The position whose moves the question is about."""


@runtime_checkable
class EitherStarts(Protocol):
    """Games in which the same position may be played with either player to move."""

    def turn(self, player: str, /) -> Self:
        """The same position with ``player`` to move."""


@runtime_checkable
class Decomposes(Protocol):
    """Games whose positions are sums of smaller ones."""

    def parts(self) -> tuple[Self, ...]:
        """Positions whose disjunctive sum this position is."""


@cache
def _offers(kind: type, protocol: Any) -> bool:
    return issubclass(kind, protocol)


def simplest(position: Any) -> Any:
    """The position that stands for this one."""
    return position.representative() if _offers(position.__class__, Symmetric) else position


def out_of_reach(position: Any, results: Collection[str]) -> bool:
    """Do the rules say that no play from here, however played, ends in one of these results?"""
    foreseen = bool(results) and _offers(position.__class__, Foresighted)
    return foreseen and bool(position.out_of_reach(results))


def digest(position: Position[Any]) -> int:
    """A 63-bit digest of the position's key, never 0."""
    found = hashlib.blake2b(position.key().encode(), digest_size=8).digest()
    return (int.from_bytes(found, "little") >> 1) or 1
