"""The rows of Snort's certificates: who starts, and who wins then."""

from __future__ import annotations

from gameproof.certificates.certificate import Rejected
from gameproof.games.game import COLOURS, Colour

Row = tuple[str, str]
"""Who starts, and who wins then."""


def colour_of(name: object) -> Colour:
    """A player by name; raises :class:`Rejected`."""
    for colour in COLOURS:
        if name == colour:
            return colour
    raise Rejected("the players are red and blue")


def rows_of(listed: object) -> list[tuple[Colour, Colour]]:
    """The rows (who starts, who wins) of a certificate; raises :class:`Rejected`."""
    rows: list[tuple[Colour, Colour]] = []
    if not isinstance(listed, list) or not 1 <= len(listed) <= 4:
        raise Rejected("rows is not a list of one to four")
    for row in listed:
        if not isinstance(row, list | tuple) or len(row) != 2:
            raise Rejected("a row is not (starter, winner)")
        rows.append((colour_of(row[0]), colour_of(row[1])))
    return rows
