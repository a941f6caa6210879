"""3-PARTITION: the triples themselves."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.tetris_3partition import Reduction


class ThreePartition(Certificate, frozen=True, tag="three-partition"):
    """``triples`` of indices into the numbers."""

    triples: list[list[int]]


def conclude(goal: Goal[Reduction], certificate: ThreePartition) -> Conclusion:
    """The numbers split into these triples. O(numbers log numbers)."""
    position, triples = goal.position, certificate.triples
    used = [i for triple in triples for i in triple]
    if not position.numbers:
        raise Rejected("there are no numbers")
    if any(type(i) is not int for i in used) or sorted(used) != list(range(len(position.numbers))):
        raise Rejected("the triples do not use every number once")
    for triple in triples:
        if len(triple) != 3 or sum(position.numbers[i] for i in triple) != position.target:
            raise Rejected(f"{triple} is no triple of sum {position.target}")
    return Conclusion(
        (Is(quantity("partition"), True),),
        f"{len(triples)} triples have the sum {position.target} each",
    )


KIND = Kind(
    record=ThreePartition,
    scope=Scope(derives=("partition",), positions=(Reduction,)),
    theorem="an example",
    evidence="the triples",
    conclude=conclude,
)
