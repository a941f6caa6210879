"""Strategies that show which player of several can force the last move alone."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.games.snort_multiplayer import Position


class Coalition(Certificate, frozen=True, tag="coalition"):
    """``replies[i]`` belongs to player i: at ``str(position)`` the vertex that the proved side
    plays - player i if i is the one who forces the win, else the others together."""

    replies: dict[str, dict[str, int]]


def check(position: Any, claim: Claim, certificate: Coalition) -> str:
    """Play each strategy against every move of the other side. O(positions * moves)."""
    if not isinstance(position, Position) or claim.question != "forces":
        raise Rejected("this certificate is about Snort with several players")
    players = range(position.players)
    if claim.answer == "nobody":
        proved = list(players)
    elif claim.answer in {str(i + 1) for i in players}:
        # One player who forces the last move is enough: then no other can.
        proved = [int(claim.answer) - 1]
    else:
        raise Rejected(f"there is no player {claim.answer}")
    for i in proved:
        table = certificate.replies.get(str(i + 1))
        if not isinstance(table, dict):
            raise Rejected(f"no strategy about player {i + 1}")
        _follow(position, i, claim.answer == "nobody", table)
    if claim.answer == "nobody":
        return f"in {position} no player can force the last move against all others"
    return f"in {position} player {claim.answer} can force the last move against all others"


def _follow(start: Position, player: int, against: bool, table: dict[str, int]) -> None:
    """Every play with the proved side's replies must end as claimed."""
    seen = {start}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position.mover is None:
            if (position.last == player) == against:
                raise Rejected(f"the strategy about player {player + 1} fails at {position}")
            continue
        moves = position.moves()
        if (position.mover == player) != against:
            move = table.get(str(position))
            if isinstance(move, bool) or not isinstance(move, int) or move not in moves:
                raise Rejected(f"no legal reply at {position}")
            moves = [move]
        for move in moves:
            child = position.play(move)
            if child not in seen:
                seen.add(child)
                waiting.append(child)


def reply(position: Any, certificate: Coalition) -> int | None:
    """The move of a proved side at this position, ``None`` where there is none."""
    for table in certificate.replies.values():
        move = table.get(str(position))
        if isinstance(move, int) and move in position.moves():
            return move
    return None
