"""Snort and Col by brute force over positions of the rules, nothing else."""

from __future__ import annotations

import random
from functools import cache

from gameproof.games.game import Colour
from gameproof.games.snort import Position


@cache
def mover_wins(position: Position, misere: bool = False) -> bool:
    """Does the player to move win? Exponential; for up to about nine vertices."""
    moves = position.moves()
    if not moves:
        return misere
    return any(not mover_wins(position.play(move), misere) for move in moves)


def outcome(position: Position, misere: bool = False) -> str:
    """N, P, L or R."""
    red: Colour = "red"
    blue: Colour = "blue"
    first = mover_wins(position.turn(red), misere)
    second = mover_wins(position.turn(blue), misere)
    return {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}[
        first, second
    ]


def sets_win(neighbours: tuple[int, ...], own_conflict: bool, mine: int, yours: int) -> bool:
    """The same from the two sets of available vertices, without positions."""
    known: dict[tuple[int, int], bool] = {}

    def wins(left: int, right: int) -> bool:
        found = known.get((left, right))
        if found is not None:
            return found
        answer = False
        for v in range(len(neighbours)):
            if not left >> v & 1:
                continue
            keep, shut = ~(1 << v), ~neighbours[v]
            after = left & keep & (shut if own_conflict else -1)
            other = right & keep & (-1 if own_conflict else shut)
            if not wins(other, after):
                answer = True
                break
        known[left, right] = answer
        return answer

    return wins(mine, yours)


def random_board(n: int, p: float, rng: random.Random) -> tuple[int, ...]:
    """Neighbours in G(n, p) as bit masks."""
    masks = [0] * n
    for b in range(n):
        for a in range(b):
            if rng.random() < p:
                masks[a] |= 1 << b
                masks[b] |= 1 << a
    return tuple(masks)
