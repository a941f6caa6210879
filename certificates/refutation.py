"""A proof that clauses cannot hold together: the lemmas of a solver, each with its hints.

The clauses are not part of the certificate: the checker writes them itself from the
position (``clauses_<question>``), then follows the lemmas to the empty clause with
``lrat``. No solver takes part.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates.certificate import Certificate, Claim
from gameproof.certificates.clauses import formula
from gameproof.certificates.lrat import check_refutation


class Refutation(Certificate, frozen=True, tag="refutation"):
    """Lemma i is ``lemmas[lemma_ends[i]:lemma_ends[i + 1]]`` (literals v or -v), proved by
    the clauses ``hints[hint_ends[i]:hint_ends[i + 1]]`` (from 0: the formula's, then lemmas).
    """

    lemmas: np.ndarray
    lemma_ends: np.ndarray
    hints: np.ndarray
    hint_ends: np.ndarray


def check(position: Any, claim: Claim, certificate: Refutation) -> str:
    """What the contradiction of the position's clauses says. O(size of the hinted clauses)."""
    made = formula(position, claim)
    follow(made.clauses, certificate)
    return (
        f"{made.meaning}: {len(made.clauses)} clauses refuted "
        f"by {len(certificate.lemma_ends) - 1} lemmas"
    )


def follow(clauses: list[list[int]], certificate: Refutation) -> None:
    """Raise ``Rejected`` unless the lemmas lead from the clauses to the empty one."""
    check_refutation(
        clauses,
        certificate.lemmas,
        certificate.lemma_ends,
        certificate.hints,
        certificate.hint_ends,
    )
