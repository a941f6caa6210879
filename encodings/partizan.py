"""Partizan games by their values, or by plain search: what all of them share.

A game whose positions are :class:`gameproof.games.partizan.Partizan` needs no more than
``ENCODING = partizan_encoding()``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from typing import Any, TypeVar

from gameproof.certificates.values.games import Games
from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.encodings.plays import build
from gameproof.encodings.short_games import (
    CANONICAL,
    LONG,
    answer_by_value,
    describe,
    game_asked_about,
    same_value,
)
from gameproof.games.impartial.hackenbush import Coloured
from gameproof.games.partizan import LEFT, PLAYERS, RIGHT, Partizan
from gameproof.games.short.value_questions import VALUES
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.search.bounded_search import BoundedSearch
from gameproof.solvers.values.canonical_form import Side, Value, game_graph
from gameproof.solvers.values.value_rows import evaluate_with_rows

Move = TypeVar("Move", bound=Hashable)
# A position takes and gives moves, so only Any stands for those of every game.
AnyPartizan = Partizan[Any]
AnyTwoSided = AnyPartizan | Coloured
TwoSided = TypeVar("TwoSided", bound=AnyTwoSided)

COMPARED = (
    "Left wins a game starting unless it is <= 0, Right unless it is >= 0 (Conway, On Numbers "
    "and Games, chapter 7)"
)
ZERMELO = "Zermelo (1913): from the ends of all plays backwards, one of the players wins"


class Part:
    """A part of a position with Left to move, hashed and compared by its key alone."""

    __slots__ = ("key", "position")

    def __init__(self, position: AnyTwoSided) -> None:
        self.position: AnyTwoSided = position.turn(position.players[0])
        self.key = self.position.key()

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self.key == other.key

    def options(self, side: Side) -> Iterator[Part]:
        """What the moves of a player lead to."""
        left, right = self.position.players
        start = self.position.turn(left if side == "left" else right)
        return (Part(start.play(move)) for move in start.moves())

    def parts(self) -> list[Part]:
        """The parts of the position."""
        return [Part(part) for part in self.position.parts()]


def proved_value(position: AnyTwoSided, limits: Limits) -> tuple[Value, Games]:
    """The value of a position and its proof; raises ``LimitReached``. One canonical form for
    each part that play can reach."""
    graph, total, nodes = game_graph(
        Part(position), lambda part, side: part.options(side), limits, lambda part: part.parts()
    )
    found, rows = evaluate_with_rows(graph, total, limits)
    values = {part.key: game for part, game in zip(nodes, rows.values.tolist(), strict=True)}
    proof = Games(rows.numerators, rows.exponents, rows.counts, rows.options, rows.sums, values)
    return Value(found.store, found.value, found.stats), proof


def by_value(question: str) -> Callable[[AnyTwoSided, Limits, Options], Finding]:
    """Answer one of the questions ``games.partizan.VALUES``."""

    def run(position: AnyTwoSided, limits: Limits, options: Options) -> Finding:
        if question == "equals":
            game_asked_about(options)  # a wrong argument is an error at once
        value, proof = proved_value(position, limits)
        found = answer_by_value(question, value, options)
        if question == "value":
            follows = partial(describe, value, options.explicit)
            return Finding(found, proof, value.stats, follows=follows)
        told: dict[str, object] = {"value": str(value)} if len(str(value)) <= LONG else {}
        return Finding(found, proof, value.stats, told)

    return run


def outcome_by_value(position: AnyTwoSided, limits: Limits, _options: Options) -> Finding:
    """The outcome of the value; undecided when half of the time does not suffice."""
    try:
        value, proof = proved_value(position, limits.share(0.5))
    except LimitReached as reached:
        return Finding(UNKNOWN, note=f"the value: {reached.reason} limit reached")
    return Finding(value.outcome, proof, value.stats, {"value": str(value)})


def search_for_left(limits: Limits) -> BoundedSearch[AnyPartizan]:
    """The search for Left's win."""
    return BoundedSearch(
        lambda here: (here.play(move) for move in here.moves()),
        lambda here: None if here.result() is None else here.result() == LEFT,
        lambda here: here.to_move == LEFT,
        limits,
    )


def outcome_by_search(position: AnyPartizan, limits: Limits, options: Options) -> Finding:
    """Who wins when Left, when Right starts, with both winners' strategies."""
    search = search_for_left(limits)
    starts = [position.turn(player) for player in PLAYERS]
    first, second = (LEFT if search.wins(start) else RIGHT for start in starts)
    answer = {(LEFT, LEFT): "L", (RIGHT, RIGHT): "R", (LEFT, RIGHT): "N"}.get((first, second), "P")

    def reply(here: AnyPartizan) -> Hashable:
        wins = here.to_move == LEFT
        found: Hashable = next(m for m in here.moves() if search.wins(here.play(m)) == wins)
        return found

    goals = zip(starts, (first, second), strict=True)
    proof = build(goals, reply, tick=limits.check) if options.certificate else None
    return Finding(answer, proof, {"positions": len(search.won) + len(search.lost)})


def value_methods(
    applies: Callable[[TwoSided], bool] = lambda _position: True,
) -> tuple[Method[TwoSided], ...]:
    """The questions ``games.partizan.VALUES`` by the canonical form."""
    return tuple(
        Method(question.name, "canonical-form", by_value(question.name), CANONICAL, applies)
        for question in VALUES
    )


def partizan_encoding() -> Encoding[AnyPartizan]:
    """Methods for the questions of :mod:`gameproof.games.partizan`."""
    return Encoding(
        methods=(
            Method("outcome", "value", outcome_by_value, COMPARED),
            Method("outcome", "search", outcome_by_search, ZERMELO),
            *value_methods(),
        ),
        same_answer={"value": same_value},
    )
