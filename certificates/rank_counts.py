"""Full boards counted by the ranks of their two colours, counted again from the rules."""

from __future__ import annotations

from collections import Counter

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.torus_cycles import Position

LARGEST = 16


class RankCounts(Certificate, frozen=True, tag="rank-counts"):
    """``counts["2,0"]`` is the number of full boards with rank 2 of x and rank 0 of o."""

    counts: dict[str, int]


def check(position: Position, claim: Claim, certificate: RankCounts) -> str:
    """Every colouring with x on cell 0 is tried; the others are these with colours exchanged.

    O(2^cells * cells): seconds at 16 cells, the most that is taken.
    """
    cells = position.rows * position.columns
    if claim.question != "colourings":
        raise Rejected(f"counts say nothing about {claim.question!r}")
    if cells > LARGEST:
        raise Rejected(f"at most {LARGEST} cells are counted again")
    counts: Counter[tuple[int, int]] = Counter()
    for mask in range(1 << (cells - 1)):
        stones = "x" + "".join("ox"[mask >> k & 1] for k in range(cells - 1))
        board = Position(position.rows, position.columns, stones)
        ranks = len(board.loops("x")), len(board.loops("o"))
        counts[ranks] += 1
        counts[ranks[::-1]] += 1
    found = {f"{x},{o}": number for (x, o), number in counts.items()}
    if found != certificate.counts:
        raise Rejected(f"the counts are {dict(sorted(found.items()))}")
    if told(found) != claim.answer:
        raise Rejected("the answer does not tell these counts")
    return f"full boards by ranks of x and o: {told(found)}"


def told(counts: dict[str, int]) -> str:
    """``0,2: 5; 1,1: 6; 2,0: 5``."""
    return "; ".join(f"{ranks}: {counts[ranks]}" for ranks in sorted(counts))
