"""A proof that clauses cannot hold together: the lemmas of a solver, each with its hints.

The clauses are not part of the certificate: the checker writes them itself from the
position (:mod:`gameproof.games.clauses.clauses`), then follows the lemmas to the
empty clause with ``lrat``. What the contradiction says is written beside the clauses.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.clauses.lrat import MOST_LITERALS, check_refutation
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.clauses.clauses import FORMULAS, formula


class Refutation(Certificate, frozen=True, tag="refutation"):
    """Lemma i is ``lemmas[lemma_ends[i]:lemma_ends[i + 1]]`` (literals v or -v), proved by
    the clauses ``hints[hint_ends[i]:hint_ends[i + 1]]`` (from 0: the formula's, then lemmas).
    ``bound`` is the number that the clauses are about, where they are about one. Hints that name
    more than ``MOST_LITERALS`` literals are not followed.
    """

    MOST_LITERALS: ClassVar[int] = MOST_LITERALS

    lemmas: np.ndarray
    lemma_ends: np.ndarray
    hints: np.ndarray
    hint_ends: np.ndarray
    bound: int | None = None


def conclude(goal: Goal[object], certificate: Refutation) -> Conclusion:
    """What the contradiction of the position's clauses says. O(size of the hinted clauses)."""
    made = formula(goal, certificate.bound)
    follow(made.clauses, certificate)
    return Conclusion(
        made.refutes,
        f"{made.meaning}: {len(made.clauses)} clauses refuted "
        f"by {len(certificate.lemma_ends) - 1} lemmas",
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


KIND = Kind(
    record=Refutation,
    scope=Scope(derives=tuple(FORMULAS)),
    theorem="reverse unit propagation: each lemma follows from the clauses before it (Goldberg, "
    "Novikov 2003; the hints are those of LRAT: Cruz-Filipe et al. 2017); what the clauses "
    "say of the question is stated, with its theorem, where they are written",
    evidence="the lemmas, and for each the clauses that prove it",
    conclude=conclude,
)
