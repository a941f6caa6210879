"""The question ``opening-census``: where pairings begin in sampled openings of [n]^d."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.positional.opening import MOST_CELLS
from gameproof.games.positional import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.matching import opening_census

GAMES = 8


def _span(kind: str, needed: list[int | None]) -> str:
    known = sorted(answers for answers in needed if answers is not None)
    if not known:
        return f"{kind} never"
    span = str(known[0]) if known[0] == known[-1] else f"{known[0]} to {known[-1]}"
    never = len(needed) - len(known)
    return f"{kind} after {span} answers" + (f" ({never} never)" if never else "")


def _shares(needed: Iterable[int | None], games: int) -> dict[str, float]:
    """Share of the games closed after so many answers or fewer."""
    counts = Counter(answers for answers in needed if answers is not None)
    total, shares = 0, {}
    for answers in sorted(counts):
        total += counts[answers]
        shares[str(answers)] = round(total / games, 4)
    return shares


def _run(position: Position, limits: Limits, options: Options) -> Finding:
    """A sample, not a proof: no certificate."""
    asked = options.arguments.get("games")
    games = asked if isinstance(asked, int) and asked else GAMES
    lines = position.sets("first").sets()
    openings = opening_census.census(position.board.cells, lines, games, limits)
    pairs = [opening.pairs for opening in openings]
    regions = [opening.regions for opening in openings]
    return Finding(
        f"{_span('pairs', pairs)}; {_span('regions', regions)}",
        stats={"games": games},
        detail={"pairs": _shares(pairs, games), "regions": _shares(regions, games)},
    )


def _applies(position: Position) -> bool:
    """An empty [n]^d with lines that share at most one cell, small enough."""
    empty = not position.first and not position.second
    return (
        empty
        and position.board.kind == "tictactoe"
        and int(position.board.parameters[0]) > 2
        and position.board.cells <= MOST_CELLS
    )


METHODS: tuple[Method[Position], ...] = (
    Method("opening-census", "sampled-openings", _run, "a sample: proves nothing", _applies),
)
