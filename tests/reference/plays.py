"""Plays made by hand: rows of proofs, and graphs from tables of replies."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.strategies.play import Play, Proof
from gameproof.encodings.plays import Aim, written
from gameproof.games.meaning.position import simplest


def forced(starter: str, side: str, root: int) -> Proof:
    """What one player forces."""
    return Proof(starter, [side], [], None, root)


def from_tables(position: Any, *rows: tuple[list[str], dict[str, str]]) -> Play:
    """What sides force by their moves, in the game's notation, by the keys of positions. Raises
    ``KeyError`` where one is missing."""
    tables = {tuple(side): table for side, table in rows}

    def reply(here: Any, side: tuple[str, ...], _left: int | None) -> Any:
        return here.parse_move(tables[side][simplest(here).key()])

    return written([Aim(position, side) for side in tables], reply)
