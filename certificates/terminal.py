"""Terminal positions of Snort and Col: nothing is contested, so counting decides."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.snort import Position, members, neighbour_masks


class Terminal(Certificate, frozen=True, tag="terminal"):
    """``red`` and ``blue`` are the numbers of vertices open to one player only. A position
    that is not terminal has a ``witness``: a vertex open to both, or two neighbours of
    which a piece on one would still close the other."""

    red: int
    blue: int
    witness: tuple[int, ...] = ()


def check(position: Any, claim: Claim, certificate: Terminal) -> str:
    """O(n + m)."""
    if not isinstance(position, Position) or claim.question != "terminal":
        raise Rejected("this certificate is about terminal positions of Snort or Col")
    red, blue = position.red_free, position.blue_free
    witness = certificate.witness
    if any(isinstance(v, bool) or not isinstance(v, int) for v in witness):
        raise Rejected("the witness holds no vertices")
    if any(not 0 <= v < position.graph.n for v in witness):
        raise Rejected("the witness leaves the graph")
    if claim.answer == "no":
        if len(witness) == 1 and (red & blue) >> witness[0] & 1:
            return f"{position} is not terminal: both may play on {witness[0]}"
        if len(witness) == 2 and _binds(position, *witness):
            u, v = witness
            return f"{position} is not terminal: a piece on {u} can still close {v}"
        raise Rejected("the witness contests nothing")
    if red & blue:
        raise Rejected(f"both players may play on {next(members(red & blue))}")
    for u in members(red | blue):
        for v in members(neighbour_masks(position.graph)[u]):
            if _binds(position, u, v):
                raise Rejected(f"a piece on {u} can still close {v}")
    if (certificate.red, certificate.blue) != (red.bit_count(), blue.bit_count()):
        raise Rejected("the numbers of reserved vertices are wrong")
    # Alternate moves in private vertices: the larger stock outlasts the other, and with
    # equal stocks the player to move runs out first.
    equal = certificate.red == certificate.blue
    red_wins = position.to_move == "blue" if equal else certificate.red > certificate.blue
    winner = "red" if red_wins else "blue"
    if claim.answer != winner:
        raise Rejected(f"{winner} wins by counting, not {claim.answer}")
    return (
        f"{position} is terminal and {winner} wins: "
        f"{certificate.red} moves for Red, {certificate.blue} for Blue, {position.to_move} to move"
    )


def _binds(position: Position, u: int, v: int) -> bool:
    """Are u and v neighbours, and would a piece on u close v to a player it is open to?"""
    if not neighbour_masks(position.graph)[u] >> v & 1:
        return False
    red, blue = position.red_free, position.blue_free
    if position.rules.forbidden == "own":
        return bool(red >> u & red >> v & 1 or blue >> u & blue >> v & 1)
    return bool(red >> u & blue >> v & 1 or blue >> u & red >> v & 1)
