"""Names in a list: how an answer names moves or vertices."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Protocol

from gameproof.games.meaning.answers import Value

WON = "winning-moves"


def unmistakable(name: str, separator: str) -> str:
    """The name as it may stand in a list of names: in quotation marks (as in JSON) where a
    reader could take it for several, or for ``none``."""
    plain = name.isprintable() and name not in ("", "none") and not name.startswith('"')
    return name if plain and separator not in name else json.dumps(name)


def names_text(names: Iterable[str]) -> str:
    """A list of names, or ``none``."""
    return " ".join(unmistakable(name, " ") for name in names) or "none"


class _Named(Protocol):
    def move_text(self, move: int, /) -> str: ...


def named_moves(position: _Named, question: str, moves: Iterable[int], /) -> Value:
    """The answer to ``winning-moves`` where moves are numbers: their names, ascending. ``None`` for
    another question."""
    return names_text(map(position.move_text, sorted(moves))) if question == WON else None


def moves_text(moves: Iterable[str]) -> str:
    """The answer to ``winning-moves``: the moves sorted by number and text, or ``none``."""

    def key(text: str) -> tuple[tuple[int, str], ...]:
        pieces = text.replace(":", " ").replace("-", " ").split()
        # Numbers by their length and digits: any size, in linear time.
        return tuple(
            (len(p.lstrip("0")), p.lstrip("0")) if p.isdecimal() and p.isascii() else (1 << 60, p)
            for p in pieces
        )

    ordered = sorted(set(moves), key=lambda text: (key(text), text))
    return ", ".join(unmistakable(text, ", ") for text in ordered) or "none"
