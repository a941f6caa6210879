# mypy: disable-error-code="untyped-decorator"
"""The table of the proof-number search, compiled: positions up to symmetry."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gameproof.solvers.positional.threat_kernel import NONE, ONE, mixed
from gameproof.solvers.word_sets_kernel import count_bits, lowest

PROBES = 8
SOLVED = 1 << 20
MOST_TURNED = 8
SMALL_GROUP = 16


class Table(NamedTuple):
    """Proof and disproof numbers by position; ``work`` 0 marks a free place.

    Several processes may share one, without locks: ``d`` is kept under a seal of the numbers, so
    that a row of which two have written parts is the row of no position (Hyatt, Mann, ICGA J. 25,
    2002).
    """

    a: NDArray[np.uint64]
    d: NDArray[np.uint64]
    meta: NDArray[np.int64]
    work: NDArray[np.int64]
    pn: NDArray[np.int64]
    dn: NDArray[np.int64]


@njit(cache=True)
def canonical(a: Any, d: Any, images: Any, out: Any) -> Any:
    """The least image of a position under the group; returns the permutation's number.

    With more than ``MOST_TURNED`` live stones the position itself: symmetric ones are rare
    then, and moves keep their meaning from node to node.
    """
    best = 0
    least_a = a
    least_d = d
    if images.shape[0] > SMALL_GROUP and count_bits(a ^ d) > MOST_TURNED:
        out[0] = a
        out[1] = d
        return 0
    for g in range(1, images.shape[0]):
        x = NONE
        word = a
        while word != NONE:
            x |= images[g, lowest(word)]
            word &= word - ONE
        if x > least_a:
            continue
        y = NONE
        word = d
        while word != NONE:
            y |= images[g, lowest(word)]
            word &= word - ONE
        if x < least_a or y < least_d:
            best = g
            least_a = x
            least_d = y
    out[0] = least_a
    out[1] = least_d
    return best


@njit(cache=True)
def seal(pn: Any, dn: Any) -> Any:
    """A word that changes with the numbers; nothing for a free place."""
    return np.uint64(pn) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(dn) * np.uint64(
        0xC2B2AE3D27D4EB4F
    )


@njit(cache=True)
def probe(table: Any, a: Any, d: Any, meta: Any) -> Any:
    """The place of a position in the table, or -1."""
    places = np.uint64(table.a.shape[0] - 1)
    start = mixed(a, d) + np.uint64(meta)
    for i in range(PROBES):
        place = np.int64((start + np.uint64(i)) & places)
        if table.a[place] != a or table.meta[place] != meta:
            continue
        if table.d[place] ^ seal(table.pn[place], table.dn[place]) == d:
            return place if table.work[place] else np.int64(-1)
    return np.int64(-1)


@njit(cache=True)
def store(table: Any, a: Any, d: Any, meta: Any, pn: Any, dn: Any, work: Any) -> Any:
    """Keep (pn, dn); of the places for it the one with the least work behind it is used.

    Solved positions stay as long as anything: what proved them may not be found so soon again.
    """
    place = probe(table, a, d, meta)
    if place < 0:
        places = np.uint64(table.a.shape[0] - 1)
        start = mixed(a, d) + np.uint64(meta)
        place = np.int64(start & places)
        for i in range(PROBES):
            other = np.int64((start + np.uint64(i)) & places)
            if table.work[other] < table.work[place]:
                place = other
    table.a[place] = a
    table.d[place] = d ^ seal(pn, dn)
    table.meta[place] = meta
    table.pn[place] = pn
    table.dn[place] = dn
    table.work[place] = work + 1 + (SOLVED if pn == 0 or dn == 0 else 0)


@njit(cache=True)
def meta_of(turn: Any, r: Any) -> Any:
    """What a table entry keeps beside the two words."""
    return 2 * r + turn


@njit(cache=True)
def reduced(a: Any, d: Any, live_a: Any, live_d: Any, board: Any, images: Any, out: Any) -> Any:
    """The position with its dead cells in both words, in canonical form, in ``out``."""
    dead = board & ~((a & ~d & live_a) | (d & ~a & live_d) | (~(a | d) & (live_a | live_d)))
    return canonical(a | dead, d | dead, images, out)
