"""Wins by force that are kept with the package, for every position that they say something of.

A proof of the kind ``force`` claims something of all positions with certain stones and
without others. ``force.jsonl`` beside the proofs holds the claim of each one's root, so
that no proof is read for nothing: one serves its position, what the symmetries of the board make
of it, and every position in which stones elsewhere differ. Nothing here is trusted: whatever is
taken is checked anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.zones.force import Force
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.forced_claim import Claim

Size = tuple[int, int, int]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Kept:
    """A proof's name, its board (rows, columns, k) and the claim of its root."""

    proof: str
    size: Size
    claim: Claim


@dataclass(frozen=True, slots=True)
class Served:
    """A kept proof, whose place each of its cells takes on the board, and who attacks; the cell
    that he takes first if he is to move, else -1."""

    kept: Kept
    to: tuple[int, ...]
    attacker: str
    opening: int


def entries(text: str) -> tuple[Kept, ...]:
    """The lines of the index."""
    found = []
    for line in text.splitlines():
        name, size, own, other, zone, levels = json.loads(line)
        m, n, k = size
        claim = Claim(mask_of(own), mask_of(other), mask_of(zone), (0, *map(mask_of, levels)))
        found.append(Kept(name, (m, n, k), claim))
    return tuple(found)


def served(position: Position, index: tuple[Kept, ...]) -> Served | None:
    """The first proof of the index that claims something of the position, if any. For each proof
    of a board of this size and each symmetry O(cells + sets)."""
    if position.board.kind != "mnk":
        return None
    m, n, k = (int(number) for number in position.board.parameters)
    near = [one for one in index if one.size in ((m, n, k), (n, m, k))]
    if not near or position.result() is not None:
        return None
    for kept in near:
        sets = _sets(kept.size)
        for to in _placements(kept.size[0], kept.size[1], m, n):
            back = {cell: number for number, cell in enumerate(to)}
            for attacker in filter(position.wants_sets, position.players):
                own, other = (
                    mask_of([back[cell] for cell in position.stones(player)])
                    for player in (attacker, OTHER[attacker])
                )
                against = sets if position.wants_sets(OTHER[attacker]) else []
                moves = _moves(kept.claim, own, other) if position.to_move == attacker else [None]
                for move in moves:
                    mine = own if move is None else own | 1 << move
                    if kept.claim.holds(mine, other, against):
                        return Served(kept, to, attacker, -1 if move is None else to[move])
    return None


def _moves(claim: Claim, own: int, other: int) -> list[int]:
    """Free cells with which the attacker may own what the claim asks for."""
    missing = [*members(claim.own & ~own)]
    if len(missing) > 1 or claim.own & other or claim.zone & other:
        return []
    if missing:
        return missing
    # Any other stone does no harm; those of the zone make threats.
    return [*members(claim.zone & ~own)]


def turned(position: Position, found: Served, certificate: Force) -> Force:
    """The proof about this position. O(size of the proof + sets)."""
    return msgspec.structs.replace(
        laid(certificate, found.kept.size, position, found.to),
        attacker=found.attacker,
        first=sorted(position.first),
        second=sorted(position.second),
        to_move=position.to_move,
        opening=found.opening,
    )


def laid(certificate: Force, size: Size, position: Position, places: Sequence[int]) -> Force:
    """The proof about a rectangle, its cells at these places of the position's board, which has
    the same sets. O(size of the proof + sets)."""
    to = np.array(places, np.int64)
    number = {one: i for i, one in enumerate(position.sets("first").sets())}
    sets = _bare(size).sets("first").sets()
    image = np.array([number[tuple(sorted(to[list(one)].tolist()))] for one in sets], np.int64)
    replies, children = certificate.replies, certificate.children
    completes = (children < 0) & (replies >= 0)
    after = children.copy()
    after[completes] = -1 - image[-1 - children[completes]]
    permutations = certificate.permutations.copy()
    if permutations.size:
        permutations[:, to] = to[certificate.permutations]
    return msgspec.structs.replace(
        certificate,
        opening=int(np.append(to, -1)[certificate.opening]),
        moves=_placed(certificate.moves, to),
        replies=_placed(replies, to),
        children=after,
        permutations=permutations,
    )


def _placed(cells: Ints, to: Ints) -> Ints:
    """The cells where they are on the board, -1 for -1."""
    found: Ints = np.append(to, -1)[cells].astype(cells.dtype)
    return found


@cache
def _bare(size: Size) -> Position:
    return Position.parse("mnk {} {} {}".format(*size))


@cache
def _sets(size: Size) -> list[int]:
    return [mask_of(cells) for cells in _bare(size).sets("first").sets()]


def _placements(rows: int, columns: int, m: int, n: int) -> Iterator[tuple[int, ...]]:
    """Each way to lay a rectangle upon one of m rows and n columns: where its cells come to be."""
    cells = np.arange(m * n).reshape(m, n)
    for grid in (cells, cells.T):
        if grid.shape == (rows, columns):
            for way in (grid, grid[::-1], grid[:, ::-1], grid[::-1, ::-1]):
                yield tuple(way.ravel().tolist())
