"""The whole game tree of a small game: its plays by result, its nodes, its positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.recounts.recount import Count
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.laws import Law
from gameproof.games.tictoe import Position


@dataclass(frozen=True, slots=True)
class Tree:
    """``plays`` counts the complete plays by their result; ``nodes`` counts plays begun
    (the start included), ``positions`` what they reach."""

    plays: Mapping[str, int]
    nodes: int
    positions: int

    def __str__(self) -> str:
        """``24 plays (8 draw, 16 first), 49 nodes, 31 positions``."""
        parts = ", ".join(f"{count} {result}" for result, count in sorted(self.plays.items()))
        total = sum(self.plays.values())
        return f"{total} plays ({parts}), {self.nodes} nodes, {self.positions} positions"


def walk(position: Position) -> Tree:
    """The counts, by playing every play: at most 65 of them on four cells."""
    plays: Counter[str] = Counter()
    nodes = 0
    reached = set()
    stack = [position]
    while stack:
        here = stack.pop()
        nodes += 1
        reached.add(here.key())
        result = here.result()
        if result is None:
            stack.extend(here.play(move) for move in here.moves())
        else:
            plays[result] += 1
    return Tree(plays, nodes, len(reached))


def _tree(position: Position, _arguments: Mapping[str, Value]) -> Value:
    return str(walk(position))


def _can_win(position: Position, arguments: Mapping[str, Value]) -> Value:
    player = arguments.get("player", "first")
    if player not in position.players:
        raise Rejected(f"the players are {position.players}, not {player!r}")
    return walk(position).plays[str(player)] > 0


COUNTS = (
    Count("tree", (Position,), _tree, "every play is played; O(nodes)", frozenset({Law.FINITE})),
    Count(
        "can-win",
        (Position,),
        _can_win,
        "every play is played, until the end; O(nodes)",
        frozenset({Law.FINITE}),
    ),
)
