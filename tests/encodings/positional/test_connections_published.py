"""Hex openings: who wins is what others have published, with a certificate for each."""

from __future__ import annotations

import pytest

from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.connection import Connection
from gameproof.encodings.method import Options
from gameproof.encodings.positional.connections import METHODS
from gameproof.games.positional import Position
from gameproof.solvers.limits import Limits

SEVEN = """
    . . . . . . x
    . . x . x x x
    . x x x x x .
    x x x x x x x
    . x x x x x .
    x x x . x . .
    x . . . . . .
"""
"""Openings of 7 x 7 that win for the first player, who joins top and bottom (Hayward, Björnsson,
Johanson, Kan, Po, van Rijswijck 2005)."""
QUICK = [
    *("a1", "b1", "c1", "d1", "e1", "f1", "d2", "f2", "b3", "c3", "d3", "e3", "c4", "d4", "c5"),
    *("b6", "g3", "c2", "e2"),
]


def test_the_published_table_is_the_same_when_turned() -> None:
    assert SEVEN.split() == SEVEN.split()[::-1]


@pytest.mark.slow
@pytest.mark.parametrize("opening", QUICK)
def test_seven_by_seven(opening: str) -> None:
    """A proof of who wins after the opening, for the openings that take some seconds."""
    column, row = "abcdefg".index(opening[0]), int(opening[1]) - 1
    won = SEVEN.split()[7 * row + column] == "x"
    assert winner(f"hex 7 7 --first {opening} --to-move second") == ("first" if won else "second")


@pytest.mark.slow
def test_eight_by_eight() -> None:
    """An opening in the centre; who wins is published (Henderson, Arneson, Hayward 2009)."""
    assert winner("hex 8 8 --first d5 --to-move second") == "first"


def winner(words: str) -> str:
    """Who wins, by a certificate that was accepted."""
    position = Position.parse(words)
    certificate = METHODS[0].run(position, Limits(), Options()).certificate
    assert isinstance(certificate, Connection)
    conclude(Goal(position, "outcome", {}), certificate)
    return certificate.player
