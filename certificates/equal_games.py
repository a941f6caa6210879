"""Two impartial games are equal iff the second player wins their sum."""

from __future__ import annotations

from typing import Any

from gameproof.certificates import grundy_table
from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.grundy_table import GrundyTable


class EqualGames(Certificate, frozen=True, tag="equal-games"):
    """``values``: the Grundy values of all parts below the sum of the two games."""

    values: dict[str, int]


def check(position: Any, claim: Claim, certificate: EqualGames) -> str:
    """Verify the table and that the sum is P (equal) or N (not equal)."""
    if claim.question != "equal" or len(position.components) != 2:
        raise Rejected("the certificate compares two components")
    if claim.answer not in ("yes", "no"):
        raise Rejected(f"{claim.answer!r} is neither yes nor no")
    outcome = "P" if claim.answer == "yes" else "N"
    grundy_table.check(position, Claim("outcome", outcome), GrundyTable(certificate.values))
    return (
        f"{position.names[0]} and {position.names[1]} are{'' if outcome == 'P' else ' not'} equal"
    )


def reply(position: Any, certificate: EqualGames) -> Any | None:
    """A winning move in the sum, ``None`` where there is none."""
    return grundy_table.reply(position, GrundyTable(certificate.values))
