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
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.limits import Limits, resident_bytes

if TYPE_CHECKING:
    from gameproof.solvers.sums.star_store_kernel import Store

#: Places of the log at first and at most.
FIRST, MOST = 1 << 17, 1 << 26
#: Evidence that is no proof: a packing of stars; a partition, less its number.
BY_STARS, BY_PIECES = -1, -2
#: In the place of a move: the opponent moves twice.
PASS = 255


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


def empty(m: int) -> dict[str, NDArray[Any]]:
    """The log's arrays in ``Store`` for a board of m vertices."""
    return {
        "taken": np.zeros((m + 2, m + 1), np.int64),
        "step": np.zeros(FIRST, np.int64),
        "proof": np.zeros((FIRST, 3), np.int64),
        "kept": np.zeros((FIRST >> 4, 2), np.uint64),
    }


def longer(kernel: ModuleType, st: Store, limits: Limits) -> Store:
    """The store with more room in its log where that is short; without memory for it the log
    ends, and with it the hope of a written proof."""
    if not st.state[kernel.LOGGING]:
        return st
    arrays: dict[str, NDArray[Any]] = {}
    for name, used, room in (
        ("step", kernel.STEPS, kernel.ROOM),
        ("proof", kernel.PROOFS, kernel.ROOM),
        ("kept", kernel.CUTS, 2),
    ):
        old: NDArray[Any] = getattr(st, name)
        if int(st.state[used]) + room <= len(old):
            continue
        over = limits.memory_limit is not None and (
            resident_bytes() + 2 * old.nbytes > limits.memory_limit
        )
        if over or 2 * old.size > MOST:
            st.state[kernel.LOGGING] = 0
            return st._replace(**empty(len(st.near)))
        arrays[name] = np.empty((2 * len(old), *old.shape[1:]), old.dtype)
        arrays[name][: len(old)] = old
    return st._replace(**arrays) if arrays else st


def extract(kernel: ModuleType, st: Store, order: Sequence[int]) -> Proved | None:
    """The proof of the last result, its vertices numbered by ``order``; ``None``: not kept."""
    state = st.state
    if not state[kernel.LOGGING]:
        return None
    won, root = bool(state[kernel.VERDICT] == kernel.WIN), int(state[kernel.EVIDENCE])
    if root >= 0:
        from gameproof.solvers.sums.proof_log_kernel import needed

        proofs, parts = needed(st.step, st.proof, root, int(state[kernel.CUTS]))
    else:
        proofs, parts = np.zeros(0, bool), np.zeros(int(state[kernel.CUTS]), bool)
        if root <= BY_PIECES:
            parts[BY_PIECES - root] = True
    chosen = np.flatnonzero(proofs)[::-1]
    place = np.zeros(len(proofs), np.int64)
    place[chosen] = np.arange(len(chosen))
    ends = st.proof[: len(proofs), 2]
    begins = np.concatenate([np.zeros(1, np.int64), ends[:-1]])[: len(proofs)]
    count = (ends - begins)[chosen]
    total = int(count.sum())
    shift = np.repeat(
        begins[chosen] - np.concatenate([[0], np.cumsum(count)[:-1]])[: len(count)], count
    )
    step = st.step[shift.astype(np.int64) + np.arange(total)]
    names = np.full(kernel.SHIFT, PASS, np.int64)
    names[: len(order)] = order
    vertex, evidence = names[step & 255], step >> 8
    of_part = np.cumsum(parts) - 1
    numbers = np.concatenate([[root], evidence])
    refers, cuts = numbers >= 0, numbers <= BY_PIECES
    numbers[refers] = place[numbers[refers]]
    numbers[cuts] = BY_PIECES - of_part[BY_PIECES - numbers[cuts]]
    words = np.ascontiguousarray(st.kept[: len(parts)][parts]).view(np.uint8)
    kept = np.zeros((len(words), len(order)), np.bool_)
    places = np.unpackbits(words, axis=1, bitorder="little")[:, : len(order)]
    kept[:, list(order)] = places
    return Proved(won, int(numbers[0]), st.proof[chosen, 0], count, vertex, numbers[1:], kept)
