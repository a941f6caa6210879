"""What is asked of positional games, and what an answer means.

The questions serve every positional game, whether its players move in turn or a list says whose
each ply is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from gameproof.games.meaning.answers import TEXT, WHOLE, Value, whole_or
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.listed import WON, named_moves
from gameproof.games.meaning.parameter import Parameter
from gameproof.games.meaning.position import Position
from gameproof.games.meaning.question import Arguments, Defines, Example, Question, Rows
from gameproof.games.meaning.statement import (
    AtMost,
    Forces,
    Prevents,
    Statement,
    nobody_wins,
    only,
    wins,
)
from gameproof.games.sets.board_stones import OTHER, PLAYERS, Stones


class Played(Stones, Protocol):
    """What the meaning of an answer depends on; ``horizon`` is the number of plies that a
    file asks about, if any."""

    @property
    def horizon(self) -> int | None:
        """Plies that are asked about."""
        ...


def aim_of(rule: str, player: str) -> str:
    """The result when ``player`` reaches his aim: Breaker's is a board full without a set."""
    return player if rule != "weak" else {"first": "maker", "second": "breaker"}[player]


def completes(rule: str, player: str) -> str | None:
    """The result when ``player`` completes a set; ``None`` for Breaker, who wants none."""
    return None if (rule, player) == ("weak", "second") else aim_of(rule, player)


def _outcome(position: Played, answer: Value, _arguments: Arguments) -> tuple[Statement, ...]:
    mover = position.to_move
    if position.rule == "weak":
        winner = {"maker": "first", "breaker": "second"}.get(str(answer))
        if winner is None:
            raise BadInput(f"{answer!r} is no outcome under the weak rule", "answer")
        return (Forces(mover, only(winner), only(str(answer))),)
    if answer == "draw":
        return nobody_wins(mover, PLAYERS)
    if answer not in PLAYERS:
        raise BadInput(f"{answer!r} is no outcome under the {position.rule} rule", "answer")
    return (wins(mover, str(answer)),)


def _second_wins(position: Played, answer: Value, _arguments: Arguments) -> tuple[Statement, ...]:
    """``yes``: the second player can win (as Breaker: fill the board); ``no``: the first can
    keep him from it."""
    return (_can(position, "second", answer, None),)


def _win_within(position: Played, answer: Value, arguments: Arguments) -> tuple[Statement, ...]:
    """The first player's set within so many plies, whoever is to move. Without an argument
    the number of plies of the position's file counts."""
    plies = arguments.get("plies")
    if plies is None:
        plies = position.horizon
    if isinstance(plies, bool) or not isinstance(plies, int):
        raise BadInput("win-within needs a number of plies", "plies")
    if plies < 0:
        raise BadInput(f"expected a number of plies, got {plies}", "plies")
    return (_can(position, "first", answer, plies),)


def _can(position: Played, player: str, answer: Value, plies: int | None) -> Statement:
    mover, aim = position.to_move, only(aim_of(position.rule, player))
    if answer is True:
        return Forces(mover, only(player), aim, plies)
    if answer is False:
        return Prevents(mover, only(OTHER[player]), aim, plies)
    raise BadInput(f"{answer!r} is neither yes nor no", "answer")


def _winning_moves(position: Played, _arguments: Arguments) -> Value:
    from gameproof.games.meaning.definitions import winning

    return named_moves(cast(Any, position), WON, winning(cast(Position[int], position)))


def _counted(question: str) -> Defines[Played]:
    """What ``positional_counts`` says that the answer is; it is entered when it is asked."""

    def define(position: Played, arguments: Arguments) -> Value:
        from gameproof.games.counts.positional_counts import DEFINITIONS

        return DEFINITIONS[question](position, arguments)

    return define


def _of_one(question: str) -> Callable[[Played, Arguments, Rows], Value]:
    """The value of one full board, likewise."""

    def value(position: Played, arguments: Arguments, rows: Rows) -> Value:
        from gameproof.games.counts.positional_counts import OBJECTS

        return OBJECTS[question](position, arguments, rows)

    return value


PLIES = Parameter("plies", "integer", "number of plies from here", False, False, None)
EVEN = Parameter("even", "flag", "cells shared as play in turn shares them", True, False, False)

QUESTIONS: tuple[Question[Played], ...] = (
    Question(
        "outcome",
        "who wins with best play?",
        ("first", "second", "draw", "maker", "breaker"),
        means=_outcome,
    ),
    Question("second-wins", "can the second player win?", ("yes", "no"), means=_second_wins),
    Question("winning-moves", "which moves win?", defined_by=_winning_moves),
    Question(
        "pairing",
        "are there disjoint pairs of free cells, one inside every live set of the first player?",
        ("exists", "impossible"),
        defined_by=_counted("pairing"),
    ),
    Question(
        "own-pairing",
        "can every live set of the first player be given a pair of its own, all disjoint?",
        ("exists", "impossible"),
        defined_by=_counted("own-pairing"),
    ),
    Question(
        "sets",
        "how many winning sets does the first player have?",
        spelling=WHOLE,
        defined_by=_counted("sets"),
    ),
    Question(
        "degree",
        "how many winning sets lie through one cell at most?",
        spelling=WHOLE,
        defined_by=_counted("degree"),
    ),
    Question(
        "drawn-position",
        "can the board be filled without a whole set of either player?",
        ("yes", "no"),
        (EVEN,),
        defined_by=_counted("drawn-position"),
        example=Example(
            "a full board without a whole set of either player", _of_one("drawn-position")
        ),
    ),
    Question(
        "count-drawn",
        "how many full boards are without a whole set?",
        (),
        (EVEN,),
        spelling=WHOLE,
        defined_by=_counted("count-drawn"),
    ),
    Question(
        "fewest-crosses",
        "how few cells can the first player have on such a board?",
        spelling=whole_or("none"),
        defined_by=_counted("fewest-crosses"),
        example=Example(
            "a full board without a whole set, {value} cells of it the first player's",
            _of_one("fewest-crosses"),
            AtMost,
        ),
    ),
    Question(
        "win-within",
        "does the first player complete a set within so many plies, before the second does?",
        ("yes", "no"),
        (PLIES,),
        means=_win_within,
    ),
)

FROM_HERE: Question[Played] = Question(
    "pairing-from",
    "has every board [m]^d with m >= n a draw-forcing pairing?",
    ("yes", "no"),
    defined_by=_counted("pairing-from"),
)

COUNT_PAIRINGS: Question[Played] = Question(
    "count-pairings",
    "how many pairings of the torus, repeated over the plane, have a pair in every k in a row?",
    (),
    (
        Parameter("up-to-symmetry", "flag", "count classes", True, False, False),
        Parameter("resume", "text", "file that keeps the count so far", True, False, None),
    ),
    spelling=WHOLE,
    defined_by=_counted("count-pairings"),
)

CENSUS: Question[Played] = Question(
    "opening-census",
    "in sampled openings, after how many answers do pairs (and regions) hold all lines?",
    (),
    (Parameter("games", "integer", "number of openings, 8 by default", False, False, None),),
    spelling=TEXT,
)
