"""The log of a search by ``star_packing``: what each result rests on, kept as it is found.

A proof says that one player, the winner, wins a contested position with some spare moves, and
consists of steps: one move if it is his turn, else moves of the opponent that are answered
(those that disturb no answer given need none of their own). Each step names what proves the
position after it, an earlier proof or a bound. What is extracted is numbered the other way
round: a proof comes before those it rests on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.limits import Limits, resident_bytes

_engine = native.engine("star_packing")
_needed = _engine.function("needed")
#: Places of the log at first and at most, and room that must be left for a node.
FIRST, MOST = 1 << 17, 1 << 26
ROOM = _engine.constant("ROOM")
#: Evidence that is no proof: a packing of stars; a partition, less its number.
BY_STARS, BY_PIECES = _engine.constants("BY_STARS", "BY_PIECES")
#: In the place of a move: the opponent moves twice.
PASS, SHIFT = _engine.constants("PASS", "SHIFT")
_PROOF = native.record(np.int64, "spare begins end")


@dataclass(frozen=True, slots=True)
class Proved:
    """A proof and those it rests on. ``root``: evidence for the position asked about, whose
    winner is to move if ``won``. Of each proof: the winner's spare moves and how many steps;
    of each step: the vertex (or ``PASS``) and the evidence. ``kept``: of each
    partition, which vertices its owner does not forget."""

    won: bool
    root: int
    spare: NDArray[np.int64]
    count: NDArray[np.int64]
    vertex: NDArray[np.int64]
    evidence: NDArray[np.int64]
    kept: NDArray[np.bool_]


class Log(NamedTuple):
    """The log's arrays, as in ``star_packing.h``."""

    step: NDArray[np.int64]
    proof: NDArray[Any]
    kept: NDArray[np.uint64]


def empty() -> Log:
    """A log in which nothing stands."""
    return Log(
        np.zeros(FIRST, np.int64), np.zeros(FIRST, _PROOF), np.zeros((FIRST >> 4, 2), np.uint64)
    )


def longer(log: Log, used: tuple[int, int, int], limits: Limits) -> Log | None:
    """The log with more room where that is short; ``None`` without memory for it."""
    arrays: list[NDArray[Any]] = []
    for old, count, room in zip(log, used, (ROOM, ROOM, 2), strict=True):
        if count + room <= len(old):
            arrays.append(old)
            continue
        over = limits.memory_limit is not None and (
            resident_bytes() + 2 * old.nbytes > limits.memory_limit
        )
        if over or 2 * old.nbytes > 8 * MOST:
            return None
        try:
            arrays.append(native.longer(old))
        except MemoryError:
            return None
    return Log(*arrays)


def extract(log: Log, won: bool, root: int, cuts: int, order: Sequence[int]) -> Proved:
    """The proof of a result with the evidence ``root``, of ``cuts`` partitions, its vertices
    numbered by ``order``."""
    proofs, parts = np.zeros(max(0, root + 1), np.uint8), np.zeros(cuts, np.uint8)
    if root >= 0:
        _needed(log.step, log.proof, root, proofs, parts)
    elif root <= BY_PIECES:
        parts[BY_PIECES - root] = 1
    parts = parts.astype(bool)
    chosen = np.flatnonzero(proofs)[::-1]
    place = np.zeros(len(proofs), np.int64)
    place[chosen] = np.arange(len(chosen))
    ends = log.proof["end"][: len(proofs)]
    begins = np.concatenate([np.zeros(1, np.int64), ends[:-1]])[: len(proofs)]
    count = (ends - begins)[chosen]
    total = int(count.sum())
    shift = np.repeat(
        begins[chosen] - np.concatenate([[0], np.cumsum(count)[:-1]])[: len(count)], count
    )
    step = log.step[shift.astype(np.int64) + np.arange(total)]
    names = np.full(SHIFT, PASS, np.int64)
    names[: len(order)] = order
    vertex, evidence = names[step & 255], step >> 8
    of_part = np.cumsum(parts) - 1
    numbers = np.concatenate([[root], evidence])
    refers, divided = numbers >= 0, numbers <= BY_PIECES
    numbers[refers] = place[numbers[refers]]
    numbers[divided] = BY_PIECES - of_part[BY_PIECES - numbers[divided]]
    words = np.ascontiguousarray(log.kept[: len(parts)][parts]).view(np.uint8)
    kept = np.zeros((len(words), len(order)), np.bool_)
    places = np.unpackbits(words, axis=1, bitorder="little")[:, : len(order)]
    kept[:, list(order)] = places
    return Proved(
        won, int(numbers[0]), log.proof["spare"][chosen], count, vertex, numbers[1:], kept
    )
