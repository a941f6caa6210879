"""Winners of paper soccer: plain Python alpha-beta with a table, and the compiled search.

Both answer from the empty pitch and without a certificate; ours counts 64-bit keys of
what can still matter, the plain one exact (lines, ball, mover) keys. Compilation is not
counted (each contender runs once before). Run with ``python -m benchmarks paper_soccer``.
"""

from __future__ import annotations

from functools import partial

from benchmarks.harness import compare, table
from gameproof.encodings.paper_soccer.search import trail
from gameproof.games.paper_soccer import PLAYERS, Position, Rules, make
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.trail_game import TrailSearch

PITCHES: list[tuple[int, int, Rules]] = [
    (1, 7, "document"),
    (3, 3, "document"),
    (2, 5, "document"),
    (2, 6, "standard"),
    (4, 4, "document"),
    (4, 4, "standard"),
]


def ours(position: Position) -> str:
    search = TrailSearch(trail(position.pitch), Limits())
    return PLAYERS[search.winner(position.drawn, position.ball, position.mover) - 1]


def plain(position: Position) -> str:
    """What one writes first: goals and bounces first, a dictionary of positions."""
    place = position.pitch
    known: dict[tuple[int, int, int], int] = {}
    touching = [sum(1 << e for e, _ in row) for row in place.steps]

    def winner(drawn: int, ball: int, mover: int) -> int:
        if place.goal[ball]:
            return place.goal[ball]
        key = (drawn, ball, mover)
        if key in known:
            return known[key]
        moves = []
        for e, v in place.steps[ball]:
            if not drawn >> e & 1:
                again = place.bounces[v] or bool(drawn & touching[v])
                moves.append((place.goal[v] != mover, not again, e, v))
        found = 3 - mover
        for _, fresh, e, v in sorted(moves):
            if winner(drawn | 1 << e, v, 3 - mover if fresh else mover) == mover:
                found = mover
                break
        known[key] = found
        return found

    return PLAYERS[winner(position.drawn, position.ball, position.mover) - 1]


def main() -> None:
    """Print the table."""
    rows = []
    for m, n, rules in PITCHES:
        position = make(m, n, rules)
        contenders = {
            "gameproof": partial(ours, position),
            "plain Python": partial(plain, position),
        }
        rows += compare(f"{m} x {n} {rules}", contenders)
    print(table(rows))


if __name__ == "__main__":
    main()
