"""The stones that close an essential loop now, recomputed from the rules for every cell."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.torus_cycles import COLOURS, PLAYERS, Position


class ClosingStones(Certificate, frozen=True, tag="closing-stones"):
    """Rows ``[cell, colour, player, [[x, y], ...]]``, one for each closing stone."""

    rows: list[list[Any]]


def check(position: Position, claim: Claim, certificate: ClosingStones) -> str:
    """The number of closing stones for each player, all cells tried. O(cells^2) at most."""
    if claim.question != "threats":
        raise Rejected(f"closing stones say nothing about {claim.question!r}")
    expected: list[list[Any]] = []
    for cell, stone in enumerate(position.stones):
        for colour in COLOURS if stone == "." else ():
            classes = position.completed(cell, colour)
            if classes:
                owner = position.owner(classes, position.to_move)
                expected.append([cell, colour, owner, [list(c) for c in sorted(classes)]])
    for row in expected:
        if row not in certificate.rows:
            raise Rejected(f"{position.move_text((row[0], row[1]))} closes a loop and is missing")
    if certificate.rows != expected:
        raise Rejected("the list holds more than the closing stones")
    counts = {p: sum(row[2] == p for row in expected) for p in PLAYERS}
    told = ", ".join(f"{p} {counts[p]}" for p in PLAYERS)
    if told != claim.answer:
        raise Rejected(f"the stones are for {told}")
    return f"stones that close a loop now, by the player they win for: {told}"
