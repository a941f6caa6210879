"""Rule ``images``: in Snort and Col who answers on images moves last.

The evidence: who starts, the winner, his first move where he starts, and pairs of a vertex and
its image. In Kayles, where the value is 0 then, the positions are listed (``heap``).
"""

from __future__ import annotations

from typing import Any

from gameproof.games import snort
from gameproof.prover.formal.heaps import of_values
from gameproof.prover.formal.numbers import PLAYERS, After, Claimed, Numbers, code, maybe

RULE = 10


def of_images(theorem: Claimed, certificate: Any) -> list[Numbers]:
    """A step for each row."""
    if not isinstance(theorem.goal.position, snort.Position):
        return of_values(theorem, certificate)
    return [
        [
            RULE, code(PLAYERS, starter), code(PLAYERS, winner),
            *maybe(first[0] if first else None),
            len(pairs), *(x for pair in pairs for x in pair),
        ]
        for starter, winner, first, pairs in certificate.rows
    ]  # fmt: skip


AFTER: After = {"images": of_images}
