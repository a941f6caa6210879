"""Every bit of the smallest certificate of each kind, flipped: what is accepted is true.

A flip in the texts about the file, or in what no rule reads, leaves the claim as it was; a flip in
the instance or the answer makes another claim, which is then answered anew.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from formal.test_starts import told
from reference.alarm import within

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import NoCertificate, Sealed
from gameproof.certificates.kinds import kinds
from gameproof.cli.guard import TimeOut
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import from_object
from gameproof.prover.formal.numbers import NotCovered
from gameproof.prover.formal.translate import translate
from gameproof.prover.prove import prove_with_certificate
from gameproof.prover.verify import Verified, verify_sealed
from gameproof.solvers.limits import Limits

GENUINE = Path(__file__).parents[1] / "arena" / "genuine"
SECONDS = 3.0
REFUSED = (Rejected, BadInput, NoCertificate, TimeOut, MemoryError)


def smallest() -> dict[str, bytes]:
    """For each kind the shortest file whose last step is of that kind."""
    found: dict[str, bytes] = {}
    for path in GENUINE.glob("*.json"):
        text = path.read_bytes()
        kind = json.loads(text)["steps"][-1]["kind"]
        found[kind] = min(found.get(kind, text), text, key=lambda one: (len(one), one))
    return found


def flipped(text: bytes) -> Iterator[bytes]:
    """The text with one bit flipped, for each of its bits."""
    for at in range(len(text)):
        for bit in range(8):
            yield text[:at] + bytes([text[at] ^ 1 << bit]) + text[at + 1 :]


def accepted(text: bytes) -> Verified | None:
    """What the plain checker makes of it, soon."""
    try:
        return within(SECONDS, partial(verify_sealed, Sealed(text)))
    except REFUSED:
        return None


def proved(text: bytes) -> bool:
    """Does the proved checker accept it?"""
    try:
        return told(translate(Sealed(text)), SECONDS) is not None
    except (NotCovered, *REFUSED):
        return False
    except Exception:  # what makes no sense is refused, as in the command
        return False


def true(found: Verified) -> bool:
    """Is it the answer that is found anew?"""
    outcome = prove_with_certificate(from_object(found.record.instance), Limits(20))
    return outcome.answer.answer == found.answer


def test_each_kind_has_a_file() -> None:
    assert kinds().keys() - smallest().keys() <= {"blocking-set"}  # of the example package


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(smallest()))
def test_every_bit(kind: str) -> None:
    whole = smallest()[kind]
    genuine = accepted(whole)
    assert genuine is not None
    both = proved(whole)  # not where it is not built
    seen: Counter[tuple[bool, bool]] = Counter()
    for text in flipped(whole):
        found = accepted(text)
        second = both and proved(text)
        seen[found is not None, second] += 1
        assert found is not None or not second, text
        if found is None or (found.asked.key, found.answer) == (genuine.asked.key, genuine.answer):
            continue
        assert true(found), text
    assert seen[False, False] > 4 * len(whole)
    assert seen[True, both] > 0
