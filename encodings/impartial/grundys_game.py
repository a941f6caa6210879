"""Grundy's game by Grundy values."""

from __future__ import annotations

from gameproof.encodings.impartial.heap_methods import TABLE_LIMIT
from gameproof.encodings.impartial.impartial import misere_methods, table_methods
from gameproof.encodings.method import Encoding
from gameproof.games.impartial.grundys_game import Position

REACH = f"heaps of at most {TABLE_LIMIT} together"


def _small(position: Position) -> bool:
    return sum(position.heaps) <= TABLE_LIMIT


ENCODING: Encoding[Position] = Encoding(
    (*table_methods(applies=_small, reach=REACH), *misere_methods(_small, REACH))
)
