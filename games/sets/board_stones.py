"""The stones on a positional board, whoever is to move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from gameproof.games.positional_board import Board

PLAYERS = ("first", "second")
OTHER = {"first": "second", "second": "first"}
Cells = frozenset[int]


class _Ruled(Protocol):
    @property
    def rule(self) -> str: ...


def aim(position: _Ruled, player: str, /) -> str:
    """The result when ``player`` reaches his aim: Breaker's is a board full without a set."""
    return player if position.rule != "weak" else {"first": "maker", "second": "breaker"}[player]


class NotInTurn(ABC):
    """A position whose players do not simply alternate, on a board of cells and sets."""

    @property
    @abstractmethod
    def board(self) -> Board:
        """The cells and both players' sets."""


class Stones(Protocol):
    """What is read of a position, whoever is to move in it."""

    @property
    def board(self) -> Board:
        """The cells and both players' sets."""
        ...

    @property
    def rule(self) -> str:
        """``strong`` or ``weak``: the weak rule's Breaker wants no sets."""
        ...

    @property
    def to_move(self) -> str:
        """``first`` or ``second``."""
        ...

    def stones(self, player: str, /) -> Cells:
        """The cells of a player."""
        ...


def wanted(position: Stones, player: str) -> list[Cells]:
    """The sets that a player wants."""
    if player == "first":
        return list(map(frozenset, position.board.first_sets.sets()))
    return [] if position.rule == "weak" else [*map(frozenset, position.board.second_sets.sets())]


def free_cells(position: Stones) -> list[int]:
    """The cells without a stone, ascending."""
    return sorted(
        set(range(position.board.cells)) - position.stones("first").union(position.stones("second"))
    )


def first_share(position: Stones) -> int:
    """How many of the free cells the first player takes when both move in turn."""
    free = position.board.cells - len(position.stones("first")) - len(position.stones("second"))
    return (free + (position.to_move == "first")) // 2


def untouched_cube(position: Stones) -> bool:
    """Is the board [n]^d without stones, which can be counted without being listed?"""
    stones = position.stones("first") or position.stones("second")
    return position.board.kind == "tictactoe" and not stones
