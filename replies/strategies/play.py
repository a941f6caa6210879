"""Moves of a side whose play is written as a graph."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.play import Play, edges_of
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.position import AnyPosition, digest, out_of_reach, simplest


def reply(position: AnyPosition, certificate: Play) -> Hashable | None:
    """The side's move at ``position``, ``None`` where it has none; any, where what it avoids is
    out of reach. O(nodes)."""
    if position.result() is not None:
        return None
    named = simplest(position)
    try:
        starts, moves, _ = edges_of(certificate)
    except Rejected:
        return None
    for node in np.flatnonzero(np.asarray(certificate.keys) == digest(named)).tolist():
        if node + 1 < len(starts) and starts[node + 1] - starts[node] == 1:
            try:
                move = named.parse_move(certificate.texts[moves[starts[node]]])
                after = simplest(named.play(move))
            except BadInput:
                continue
            if named == position:
                return move  # type: ignore[no-any-return]
            return next((m for m in position.moves() if simplest(position.play(m)) == after), None)
    for proof in certificate.proofs:
        if position.to_move in proof.side and out_of_reach(position, proof.avoids):
            return next(iter(position.moves()), None)
    return None
