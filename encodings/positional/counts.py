"""Counts of winning sets: on [n]^d there are ((n + 2)^d - n^d) / 2 lines for n >= 2."""

from __future__ import annotations

from gameproof.encodings.by_definition import by_definition
from gameproof.encodings.method import Method
from gameproof.encodings.positional.pairings.hall import total_size
from gameproof.games.boards.hypergraph import MOST_MEMBERS
from gameproof.games.positional import Position


def _fits(position: Position) -> bool:
    return total_size(position) <= MOST_MEMBERS


METHODS: tuple[Method[Position], ...] = tuple(
    Method(question, "listing", by_definition(question), "by the definition", _fits)
    for question in ("sets", "degree")
)
