"""How many winning sets a board has, and how many meet in a cell: counted by listing."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.blocking import positional
from gameproof.certificates.certificate import Certificate, Claim, Rejected


class SetCount(Certificate, frozen=True, tag="set-count"):
    """``sets`` of the first player in all; some cell lies in ``most`` of them, none in more."""

    sets: int
    most: int


def check(position: Any, claim: Claim, certificate: SetCount) -> str:
    """Proves ``sets`` and ``degree``. Lists the sets: O(total size)."""
    place = positional(position)
    family = place.sets("first")
    found = SetCount(len(family), int(family.degrees.max(initial=0)))
    if certificate != found:
        raise Rejected(f"there are {found.sets} sets, at most {found.most} through a cell")
    value = {"sets": found.sets, "degree": found.most}.get(claim.question)
    if value is None or claim.answer != str(value):
        raise Rejected(f"counting sets does not prove {claim.question} = {claim.answer}")
    return f"{found.sets} sets, at most {found.most} of them through one cell"
