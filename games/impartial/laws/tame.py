"""Misere play of sums: games that are played as Nim is."""

from __future__ import annotations

from collections.abc import Iterable

from gameproof.games.meaning.bad_input import BadInput

Genus = tuple[int, int]
"""The Grundy values of normal and of misere play; of the empty game 0 and 1."""


def tame(genus: Genus) -> bool:
    """Is it the genus of a position of Nim?"""
    return genus[0] == genus[1] or genus in ((0, 1), (1, 0))


def tame_sum(genera: Iterable[Genus]) -> Genus:
    """The genus of a sum of games that are tame, with all that play can leave of them.

    If all genera are (0, 1) or (1, 0), it is of these; else both numbers are the XOR of the
    normal ones, as in Nim (Bouton 1902; Conway, On Numbers and Games, chapter 12; Winning Ways,
    chapter 13). Raises :class:`BadInput` for a wild one. O(genera).
    """
    total, firm = 0, False
    for genus in genera:
        if not tame(genus):
            raise BadInput(f"the genus {genus} is wild")
        total ^= genus[0]
        firm = firm or genus[0] == genus[1]
    return total, total if firm else 1 - total
