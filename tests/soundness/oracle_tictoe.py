"""Tic-Toe: every play is played, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from gameproof.games.tictoe import Position

Arguments = Mapping[str, object]
Play = tuple[Position, ...]


def plays(begun: Play) -> Iterator[Play]:
    """Every play that goes on from these positions, unfinished ones too."""
    yield begun
    for move in begun[-1].moves():
        yield from plays((*begun, begun[-1].play(move)))


def ends(position: Position) -> Counter[str]:
    """How many plays end in each result."""
    results = (play[-1].result() for play in plays((position,)))
    return Counter(result for result in results if result is not None)


def tree(position: Position, arguments: Arguments) -> object:
    found = ends(position)
    every = list(plays((position,)))
    counted = ", ".join(f"{found[result]} {result}" for result in sorted(found))
    boards = {play[-1].cells for play in every}
    return f"{sum(found.values())} plays ({counted}), {len(every)} nodes, {len(boards)} positions"


ORACLES: dict[tuple[type, str], Callable[[Position, Arguments], object]] = {
    (Position, "tree"): tree,
    (Position, "can-win"): lambda position, arguments: (
        ends(position)[str(arguments.get("player", "first"))] > 0
    ),
}

GOALS: list[tuple[str, tuple[str, ...]]] = [
    (
        words,
        (
            "outcome",
            "winning-strategy",
            "winning-strategy --player first",
            "winning-strategy --player second",
            "can-win",
            "can-win --player first",
            "can-win --player second",
            "tree",
        ),
    )
    for words in ("tictoe", "tictoe --diagonals")
]
"""Tiny boards with the questions to be attacked."""
