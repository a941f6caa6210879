"""The proof that a search of Snort keeps while it searches, as a certificate.

``solvers/sums/star_packing`` logs what every result rests on. What the answer needs of that is
a part of it, and is the certificate (``certificates.strategies.snort_refutations``): nothing
is searched for again.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.strategies.snort_refutations import SnortRefutations
from gameproof.encodings.snort.packings import packings
from gameproof.games.game import Colour
from gameproof.games.snort import Position, opponent
from gameproof.solvers.limits import Limits
from gameproof.solvers.sums.proof_log import BY_PIECES, Proved
from gameproof.solvers.sums.star_packing import StarPacking

Rows = tuple[tuple[Colour, Colour], ...]
"""Who wins when who starts: pairs (starter, winner)."""


def refutations(
    position: Position, rows: Rows, search: StarPacking, limits: Limits
) -> SnortRefutations | None:
    """The search's proof that these rows (who starts, who wins) hold, ``None`` where it was
    not kept (its log passed the memory). Raises ``LimitReached``. O(size of the log)."""
    found: dict[tuple[int, int], Proved] = {}  # both starts may be one question
    before: dict[tuple[int, int], tuple[int, int]] = {}
    steps = count = cuts = 0
    for starter, side in rows:
        sets = position.free(starter), position.free(opponent(starter))
        if sets in found:
            continue
        proof = search.proof(*sets, limits)
        if proof is None:
            return None
        if proof.won != (starter == side):
            raise RuntimeError("the search contradicts itself; please report this position")
        found[sets], before[sets] = proof, (count, cuts)
        cuts += len(proof.kept)
        count += len(proof.count)
        steps += len(proof.vertex)
    if steps > SnortRefutations.MOST_STEPS:
        return None
    proofs = list(found.values())
    roots = []
    for starter, _ in rows:
        sets = position.free(starter), position.free(opponent(starter))
        roots.append(int(_moved(np.array([found[sets].root]), *before[sets])[0]))
    evidence = [_moved(proof.evidence, *before[sets]) for sets, proof in found.items()]
    made = SnortRefutations(
        rows=list(rows),
        roots=roots,
        spare=np.concatenate([proof.spare for proof in proofs]).astype(np.int8),
        count=np.concatenate([proof.count for proof in proofs]).astype(np.uint8),
        vertex=np.concatenate([proof.vertex for proof in proofs]).astype(np.uint8),
        evidence=np.concatenate(evidence).astype(np.int32),
        kept=np.packbits(np.concatenate([p.kept for p in proofs]), axis=1, bitorder="little"),
        centres=np.zeros(0, dtype=np.uint8),
        packing=np.zeros((0, 2), dtype=np.uint8),
        in_pieces="closing-most",
    )
    centres, packing = packings(position, made, limits)
    return msgspec.structs.replace(made, centres=centres, packing=packing)


def _moved(evidence: NDArray[np.int64], proofs: int, cuts: int) -> NDArray[np.int64]:
    """Evidence with its proofs and partitions numbered on from others."""
    moved = np.where(evidence >= 0, evidence + proofs, evidence)
    return np.where(evidence <= BY_PIECES, moved - cuts, moved)
