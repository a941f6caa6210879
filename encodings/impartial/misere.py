"""Misere play of impartial games: whoever cannot move wins.

Sums of tame games are played as Nim is, so a table of two values for each part decides them;
where a part is wild, whole positions are searched and the winner's strategy is written down.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeVar

from gameproof.encodings.impartial.impartial import Kept, option_parts
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.games.impartial.impartial import MISERE, Genus, Impartial, tame_sum
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.outcomes import NEXT, PREVIOUS
from gameproof.solvers.limits import Limits

TAME = (
    "sums of tame games are played as Nim is (Conway, On Numbers and Games, chapter 12; Winning "
    "Ways, chapter 13)"
)
SEARCH = "exhaustive search: a position is won when some move leads to a lost one (Zermelo)"
MOST_PARTS = 20_000
"""Parts of which both values are worked out."""
MOST_POSITIONS = 300_000
"""Whole positions that are searched."""

P = TypeVar("P")


def genus(moves: list[list[Genus]]) -> Genus:
    """The genus of a game from those of the games that each move leaves. Raises
    :class:`BadInput` where a sum has a wild part."""
    from gameproof.solvers.values.sprague_grundy import mex

    after = [tame_sum(parts) for parts in moves]
    return mex(g for g, _ in after), mex(m for _, m in after) if after else 1


def by_table(position: P, limits: Limits, _options: Options) -> Finding:
    """Both values of everything below the position; undecided where something is wild."""
    from gameproof.certificates.values.mex import Mex
    from gameproof.solvers.values.sprague_grundy import TooMany, evaluate

    here = _impartial(position)
    starts = [Kept(part) for part in here.parts()]
    try:
        found = evaluate(starts, option_parts, genus, limits, MOST_PARTS)
        total = tame_sum(found[start] for start in starts)
    except BadInput as wild:
        return Finding(UNKNOWN, note=f"not tame: {wild}")
    except TooMany:
        return Finding(UNKNOWN)
    certificate = Mex(
        {state.name: g for state, (g, _) in found.items()},
        misere={state.name: m for state, (_, m) in found.items()},
    )
    return Finding("N" if total[1] else "P", certificate, {"positions": len(found)})


def by_search(position: P, limits: Limits, _options: Options) -> Finding:
    """Every whole position once, sums in any order being one; a strategy of the winner."""
    from gameproof.encodings.plays import build
    from gameproof.solvers.values.sprague_grundy import TooMany, evaluate

    start = _impartial(position)

    def name(here: Impartial[Any]) -> tuple[str, ...]:
        return tuple(sorted(part.key() for part in here.parts()))

    kept: dict[tuple[str, ...], Impartial[Any]] = {name(start): start}

    def options(state: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...]]]:
        for move in kept[state].moves():
            after = kept[state].play(move)
            kept.setdefault(name(after), after)
            yield (name(after),)

    def wins(moves: list[list[bool]]) -> bool:
        return not moves or not all(after for (after,) in moves)

    try:
        won = evaluate([name(start)], options, wins, limits, MOST_POSITIONS)
    except TooMany:
        return Finding(UNKNOWN, note=f"more than {MOST_POSITIONS} positions")

    def reply(here: Impartial[Any]) -> Hashable:
        move: Hashable = next(m for m in here.moves() if not won[name(here.play(m))])
        return move

    mover = won[name(start)]
    certificate = build([(start, NEXT if mover else PREVIOUS)], reply, tick=limits.check)
    move = (reply(start),) if mover and start.result() is None else ()
    stats = {"positions": len(won), "nodes": len(certificate.starts) - 1}
    return Finding("N" if mover else "P", certificate, stats, winning_moves=move)


def _impartial(position: object) -> Impartial[Any]:
    if not isinstance(position, Impartial):
        raise TypeError("the game is not impartial")
    return position


def misere_methods(
    small: Callable[[P], bool] = lambda _position: True, reach: str = ""
) -> tuple[Method[P], ...]:
    """The methods for ``misere-outcome`` that look at everything below a ``small`` position."""
    return (
        Method(MISERE.name, "tame-table", by_table, TAME, small, reach=reach),
        Method(MISERE.name, "search", by_search, SEARCH, small, reach=reach),
    )
