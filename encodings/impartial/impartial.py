"""Impartial games by their Grundy values: the part that all of them share.

The encoding is the Sprague–Grundy theorem: a game becomes its options, a value
becomes a table of mexes. Games with a faster theorem put it before this method.

In misere play whoever cannot move wins. Sums of tame games are played as Nim is, so a table of two
values for each part decides them; where a part is wild, whole positions are searched and the
winner's strategy is written down.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any, Generic, TypeVar

from gameproof.certificates.certificate import Certificate
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.games.impartial import impartial
from gameproof.games.impartial.heaps import nim_sum
from gameproof.games.impartial.impartial import MISERE, Genus, Impartial, heap_of, tame_sum
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.listed import moves_text
from gameproof.games.meaning.outcomes import NEXT, PREVIOUS
from gameproof.solvers.limits import Limits

SPRAGUE_GRUNDY = (
    "Sprague (1935), Grundy (1939): a position is equal to the Nim heap of the mex of its "
    "options' values, a sum to the heap of their XOR"
)

TAME = (
    "sums of tame games are played as Nim is (Conway, On Numbers and Games, chapter 12; Winning "
    "Ways, chapter 13)"
)
MISERE_SEARCH = "exhaustive search: a position is won when some move leads to a lost one (Zermelo)"
MOST_PARTS = 20_000
"""Parts of which both values are worked out."""
MOST_POSITIONS = 300_000
"""Whole positions that are searched."""

QUESTIONS = tuple(question.name for question in impartial.QUESTIONS)
"""What Grundy values answer of every impartial game."""

Move = TypeVar("Move", bound=Hashable)
P = TypeVar("P")

Run = Callable[[P, Limits, Options], Finding]


class Kept(Generic[Move]):
    """A part of a position, hashed and compared by its name alone."""

    __slots__ = ("name", "part")

    def __init__(self, part: Impartial[Move]) -> None:
        self.part = part
        self.name = part.name()

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kept) and self.name == other.name

    def __str__(self) -> str:
        return str(self.part)


def option_parts(state: Kept[Move]) -> Iterator[tuple[Kept[Move], ...]]:
    """The moves from a part, each as the parts that it leaves."""
    for move in state.part.unlike_moves():
        yield tuple(Kept(part) for part in state.part.play(move).parts())


def grundy_table(position: Impartial[Move], limits: Limits) -> dict[str, int]:
    """Grundy values of all parts below ``position``, by their names."""
    from gameproof.solvers.values.sprague_grundy import search

    values = search((Kept(part) for part in position.parts()), option_parts, limits)
    return {state.name: value for state, value in values.items()}


def value_in(table: Mapping[str, int], position: Impartial[Move]) -> int:
    """The value of a position whose parts are in the table."""
    return nim_sum(table[part.name()] for part in position.parts())


def check_arguments(question: str, options: Options) -> None:
    """Raises :class:`BadInput` where the question's arguments make no sense."""
    if question == "equivalent":
        heap_of(options.arguments)
    if question == "equals":
        from gameproof.encodings.short_games import game_asked_about

        game_asked_about(options)


def finding(
    position: Impartial[Move],
    question: str,
    options: Options,
    value: Callable[[], int],
    winning: Callable[[], Iterable[Move]],
    certificate: Certificate,
    stats: Mapping[str, int],
) -> Finding:
    """The answer that Grundy values give, with a winning move beside the outcome N: the first of
    ``winning()``, where that names any."""
    found: Value
    if question == "outcome":
        found = "N" if value() else "P"
    elif question == "grundy":
        found = value()
    elif question == "equivalent":
        found = value() == heap_of(options.arguments)
    elif question == "winning-moves":
        found = moves_text(map(position.move_text, winning()))
    else:
        from gameproof.encodings.short_games import nimber_answer

        found = nimber_answer(question, value(), options)
    best = islice(winning(), 1) if question == "outcome" and found == "N" else ()
    return Finding(
        found,
        certificate if options.certificate else None,
        dict(stats),
        winning_moves=tuple(best),
    )


def moves_to_zero(position: Impartial[Move], value: Callable[[Any], int]) -> Iterator[Move]:
    """The moves that leave a position of value 0."""
    return (move for move in position.moves() if value(position.play(move)) == 0)


def by_table(question: str) -> Callable[[P, Limits, Options], Finding]:
    """Answer ``question`` by the Grundy values of everything below an impartial position."""

    def run(position: P, limits: Limits, options: Options) -> Finding:
        from gameproof.certificates.values.mex import Mex

        if not isinstance(position, Impartial):
            raise TypeError("the game is not impartial")
        check_arguments(question, options)
        table = grundy_table(position, limits)
        return finding(
            position,
            question,
            options,
            lambda: value_in(table, position),
            lambda: moves_to_zero(position, partial(value_in, table)),
            Mex(table),
            {"positions": len(table)},
        )

    return run


def table_methods(
    name: str = "grundy-table",
    applies: Callable[[P], bool] = lambda _position: True,
    reach: str = "",
) -> tuple[Method[P], ...]:
    """The method by exhaustive Grundy values, for each question they answer."""
    return tuple(
        Method(question, name, by_table(question), SPRAGUE_GRUNDY, applies, reach=reach)
        for question in QUESTIONS
    )


def genus(moves: list[list[Genus]]) -> Genus:
    """The genus of a game from those of the games that each move leaves. Raises
    :class:`BadInput` where a sum has a wild part."""
    from gameproof.solvers.values.sprague_grundy import mex

    after = [tame_sum(parts) for parts in moves]
    return mex(g for g, _ in after), mex(m for _, m in after) if after else 1


def by_misere_table(position: P, limits: Limits, _options: Options) -> Finding:
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
        Method(MISERE.name, "tame-table", by_misere_table, TAME, small, reach=reach),
        Method(MISERE.name, "search", by_search, MISERE_SEARCH, small, reach=reach),
    )
