# mypy: disable-error-code="untyped-decorator"
"""The arrays of a search by ``star_packing``, and how results are written into them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gameproof.solvers.sums.thermostrat_kernel import FAR, PIECES
from gameproof.solvers.word_sets_kernel import ONE, U64, ZERO, hash_of, inner

#: Places of ``state``; the last two: spare moves with which the bounds at the root win for the
#: player to move and for the opponent.
NODES, PLY, ENTER, WANT_MOVE, VERDICT, MOVE, SURELY_WON, SURELY_LOST = range(8)
#: ... then: proofs, steps and partitions in the log, is it kept, and what proved the last result.
PROOFS, STEPS, CUTS, LOGGING, EVIDENCE = range(8, 13)
PLACES = 13
#: Columns of ``info``, one row a ply: spare moves given and after free moves were counted,
#: free moves of both sides, effort of the refutations so far, the move being tried.
#: ... and steps of the refutations so far.
GIVEN, SPARE, OWN_FREE, OTHER_FREE, NEED, TRIED, TAKEN = range(7)
#: Evidence is the number of a proof in the log, or the bound by stars, or ``BY_PIECES`` less the
#: number of a partition. A step is a move (or ``PASS``, the opponent moving twice) and the
#: evidence for what it leaves, in one number.
BY_STARS, BY_PIECES = -1, -2
PASS, SHIFT = 255, 256
#: Room that must be left in the log, for what one node can add.
ROOM = 20_000
WIN, LOSS, OPEN, PAUSED = 1, 0, -1, -2


class Store(NamedTuple):
    """All arrays of one search on ``n`` vertices, ordered by degree."""

    near: NDArray[np.uint64]  # (n, 2) closed neighbourhoods
    beside: NDArray[np.uint8]  # (n, 128) the same, a byte for each vertex
    key: NDArray[np.uint64]  # (cells, 4) the two sets of a position
    used: NDArray[np.uint64]  # (cells, 4) vertices the winner needs, when won and when lost
    known: NDArray[np.int32]  # (cells, 6) won from, lost up to (spare moves), move, in use, proofs
    frame: NDArray[np.uint64]  # (plies, 12) sets a, b, free a, free b, candidates, used
    info: NDArray[np.int32]  # (plies, 7)
    score: NDArray[np.int32]  # (plies, n)
    # Rows 0 and 1 are the root's (the player to move, the other one), row p + 1 is that of
    # whoever moved to ply p:
    closing: NDArray[np.uint8]  # (plies + 1, 128) vertices of the opponent that each vertex closes
    # ... of which this is at least the largest, and in the position where the row's player is to
    # move the largest:
    most: NDArray[np.int32]  # (plies + 1, 2)
    gain: NDArray[np.int32]  # (n,) scratch: what one vertex less to close it gains each vertex
    worth: NDArray[np.int32]  # (n,) scratch: what it is worth to close each vertex
    times: NDArray[np.uint8]  # (1, 128) scratch: how many of some vertices could close each
    part: NDArray[np.int32]  # (n + 2,) scale // (1 + k), for ``merits``
    star: NDArray[np.int32]  # (3, n + 1) scratch: gains, losses, sizes of the stars
    need: NDArray[np.uint64]  # (n, 2) scratch: the vertices a star needs
    shut: NDArray[np.uint64]  # (n, 2) scratch: the vertices it closes
    sum: NDArray[np.int32]  # (4, n + 1) scratch: gains, losses, sizes, numbers of stars, by heat
    second: NDArray[np.int32]  # (n,) scratch: second centres
    out: NDArray[np.uint64]  # (2,) vertices needed by the last proof
    state: NDArray[np.int64]
    taken: NDArray[np.int64]  # (plies, n + 1) steps against the moves refuted so far
    step: NDArray[np.int64]  # the log: steps of all proofs in turn; and of each proof the
    proof: NDArray[np.int64]  # (proofs, 3) winner's spare moves, does he begin, end of its steps
    kept: NDArray[np.uint64]  # (partitions, 2) vertices that the owner of each does not forget


@inner
def note_step(st: Any, ply: Any, move: Any, evidence: Any) -> None:
    """Note a refuted move of the player to move."""
    st.taken[ply, st.info[ply, TAKEN]] = np.int64(evidence) * SHIFT + move
    st.info[ply, TAKEN] += 1


@inner
def _log(st: Any, ply: Any, won: Any, move: Any) -> None:
    """Write the proof of what was searched for into the log; its number into ``EVIDENCE``."""
    state, info = st.state, st.info[ply]
    if not state[LOGGING]:
        return
    number, steps = state[PROOFS], state[STEPS]
    if won:
        st.step[steps] = state[EVIDENCE] * SHIFT + move
        steps += 1
    else:
        for i in range(info[TAKEN]):
            st.step[steps] = st.taken[ply, i]
            steps += 1
    state[PROOFS], state[STEPS], state[EVIDENCE] = number + 1, steps, number
    st.proof[number, 0] = info[SPARE] if won else -info[SPARE]
    st.proof[number, 1] = 1 if won else 0
    st.proof[number, 2] = steps


@inner
def log_cut(st: Any, cut: Any) -> Any:
    """Write what a partition keeps into the log; the evidence that refers to it."""
    state = st.state
    if not state[LOGGING]:
        return np.int64(BY_PIECES)
    number = state[CUTS]
    st.kept[number, 0], st.kept[number, 1] = ZERO, ZERO
    for j in range(cut.head[PIECES]):
        st.kept[number, 0] |= cut.piece[j, 0]
        st.kept[number, 1] |= cut.piece[j, 1]
    state[CUTS] = number + 1
    return BY_PIECES - number


@inner
def keep(st: Any, ply: Any, won: Any, need: Any, move: Any) -> None:
    """Write a result that was searched for into the table."""
    frame, out = st.frame[ply], st.out
    cell = np.int64(hash_of(frame[0], frame[1], frame[2], frame[3]) & U64(st.key.shape[0] - 1))
    key, known, used = st.key[cell], st.known[cell], st.used[cell]
    same = known[3] != 0
    for i in range(4):
        same = same and key[i] == frame[i]
    if not same:
        for i in range(4):
            key[i] = frame[i]
        known[0], known[1], known[2], known[3] = FAR, -FAR, -1, 1
    _log(st, ply, won, move)
    if won:
        known[2] = move
        if need < known[0]:
            known[0], used[0], used[1] = need, out[0], out[1]
            known[4] = st.state[EVIDENCE]
    elif -need > known[1]:
        known[1], used[2], used[3] = -need, out[0], out[1]
        known[5] = st.state[EVIDENCE]


@inner
def give_back(st: Any, ply: Any, won: Any) -> Any:
    """Turn the proof of a position (in ``out`` and its need) into one with its free vertices
    put back: as few of the winner's as the spare moves given do not make up for."""
    frame, info, out = st.frame[ply], st.info[ply], st.out
    need = info[NEED]
    if won:
        given, other, f0, f1 = info[GIVEN], info[OTHER_FREE], frame[4], frame[5]
    else:
        given, other, f0, f1 = -info[GIVEN], info[OWN_FREE], frame[6], frame[7]
    missing = need - given + other
    if missing <= 0:
        return need + other
    for w in range(2):
        rest = f1 if w else f0
        while rest and missing > 0:
            out[w] |= rest & (~rest + ONE)
            rest &= rest - ONE
            missing -= 1
    return given
