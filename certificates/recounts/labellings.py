"""Labellings that play in any order of players reaches, counted again.

A labelling tells of each vertex to whom it is open: ``A`` to all, ``U`` to none, else the
number of the only player. After Borje, Combinatorial Game Representation and Analysis of
Snort, section 5.
"""

from __future__ import annotations

from collections.abc import Mapping

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.recounts.recount import Count
from gameproof.games.bit_sets import members
from gameproof.games.graph import neighbour_masks
from gameproof.games.meaning.answers import Value
from gameproof.games.snort_multiplayer import Position

MOST_STEPS = 1 << 24
"""Labellings times vertices times players, some seconds; more are not counted again."""


def successors(labels: str, neighbours: tuple[int, ...], players: int) -> set[str]:
    """The labellings after one move of any player: a piece on v makes v ``U``, and each
    neighbour ``U`` if the mover was shut out of it, else the mover's own."""
    found = set()
    for v, label in enumerate(labels):
        movers = range(1, players + 1) if label == "A" else [int(label)] if label != "U" else []
        for player in movers:
            after = list(labels)
            after[v] = "U"
            for u in members(neighbours[v]):
                after[u] = str(player) if labels[u] in ("A", str(player)) else "U"
            found.add("".join(after))
    return found


def most_counted(position: Position) -> int:
    """How many labellings of the position are counted again."""
    return MOST_STEPS // max(1, position.graph.n * position.count)


def labellings(position: Position, _arguments: Mapping[str, Value]) -> int:
    """All labellings below the position's, itself included. O(labellings * n * players)."""
    neighbours = neighbour_masks(position.graph)
    most = most_counted(position)
    start = position.labels()
    reached = {start}
    waiting = [start]
    while waiting:
        for after in successors(waiting.pop(), neighbours, position.count) - reached:
            reached.add(after)
            waiting.append(after)
        if len(reached) > most:
            raise Rejected(f"more than {most} labellings are not counted")
    return len(reached)


COUNTS = (
    Count(
        "labellings",
        (Position,),
        labellings,
        "a piece leaves its neighbours to its owner alone, so a labelling is A, U or a player "
        "for each vertex and play changes it as it changes the position (Borje, section 5)",
    ),
)
