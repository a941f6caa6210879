"""Full boards counted by the parities of their two colours, counted again from the rules."""

from __future__ import annotations

from collections import Counter

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.klein_cycles import Parity, Position

LARGEST = 16


class ParityCensus(Certificate, frozen=True, tag="parity-census"):
    """``counts["none + 01/10/11"]`` boards, up to exchange of colours, have these parities."""

    counts: dict[str, int]


def kind(one: frozenset[Parity], two: frozenset[Parity]) -> str:
    """The parities of both colours in words, the colours in either order."""
    words = ("/".join(f"{p}{q}" for p, q in sorted(part)) or "none" for part in (one, two))
    return " + ".join(sorted(words, key=lambda w: (w != "none", w)))


def told(counts: dict[str, int]) -> str:
    """``none + 01/10/11: 164; 10 + 10: 30``."""
    return "; ".join(f"{name}: {counts[name]}" for name in sorted(counts))


def check(position: Position, claim: Claim, certificate: ParityCensus) -> str:
    """Every colouring with x on cell 0 is tried. O(2^cells * cells), 16 cells at most."""
    cells = position.rows * position.columns
    if claim.question != "census":
        raise Rejected(f"counts say nothing about {claim.question!r}")
    if cells > LARGEST:
        raise Rejected(f"at most {LARGEST} cells are counted again")
    counts: Counter[str] = Counter()
    for mask in range(1 << (cells - 1)):
        stones = "x" + "".join("ox"[mask >> k & 1] for k in range(cells - 1))
        board = Position(position.surface, position.rows, position.columns, stones)
        if len(board.winners()) != 1:
            raise Rejected(f"{board.grid()} has {len(board.winners())} winners")
        counts[kind(board.parities("x"), board.parities("o"))] += 1
    if dict(counts) != certificate.counts:
        raise Rejected(f"the counts are {told(dict(counts))}")
    if told(certificate.counts) != claim.answer:
        raise Rejected("the answer does not tell these counts")
    return f"full boards, each with one winner, by the colours' parities: {claim.answer}"
