"""Hackenbush: fusion and colon principles, numbers, and canonical forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from gameproof.certificates.values.closed_form import ClosedForm
from gameproof.encodings.each_move import by_class, winning_moves
from gameproof.encodings.impartial.impartial import (
    QUESTIONS,
    check_arguments,
    finding,
    table_methods,
)
from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.encodings.partizan import COMPARED, outcome_by_value, value_methods
from gameproof.encodings.plays import build
from gameproof.encodings.short_games import answer_by_number, nimber_answer, same_value
from gameproof.games.game import COLOURS
from gameproof.games.impartial.hackenbush import Coloured, Position
from gameproof.games.impartial.laws.green_hackenbush import LISTED, green_value, winning_cuts
from gameproof.games.impartial.laws.hackenbush_beds import (
    number_value,
    of_trees_and_beds,
    winning_numbers,
)
from gameproof.games.impartial.laws.hackenbush_trees import is_tree
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.listed import moves_text
from gameproof.games.meaning.outcomes import VALUES as VALUE_QUESTIONS
from gameproof.games.meaning.rationals import rational_text
from gameproof.games.short.game_notation import LARGEST
from gameproof.solvers.limits import Limits

FUSION = (
    "colon and fusion principles (Berlekamp, Conway, Guy, Winning Ways, chapter 7) on the "
    "2-edge-connected blocks (Tarjan 1974)"
)
COLON = "colon principle for numbers (Berlekamp, Conway, Guy, Winning Ways, chapter 7)"
ZERMELO = "Zermelo (1913)"
BED = "a bed has the value 2^-(m+1), m of its lines being spare (Winning Ways, chapter 7)"
CUT_SHOWN = 400
"""Boards up to this many lines get a winning cut beside their outcome."""


def by_fusion(question: str) -> Callable[[Position, Limits, Options], Finding]:
    """Answer for a green board of any size."""

    def run(position: Position, _limits: Limits, options: Options) -> Finding:
        check_arguments(question, options)
        count = position.lines.bit_count()
        if question == "winning-moves" and count > LISTED:
            reason = f"winning cuts are listed on boards of at most {LISTED} lines"
            return Finding(UNKNOWN, None, {}, {"reason": reason})
        value = green_value(position)
        if question in VALUE_QUESTIONS and value > LARGEST:
            reason = f"heaps of at most {LARGEST} are compared with games"
            return Finding(UNKNOWN, None, {}, {"value": f"*{value}", "reason": reason})

        def cuts() -> Iterable[int]:
            shown = question == "winning-moves" or count <= CUT_SHOWN
            return winning_cuts(position) if shown else ()

        found = finding(
            position,
            question,
            options,
            lambda: value,
            cuts,
            ClosedForm(),
            {"points": position.board.n, "lines": count},
        )
        if question != "value":
            found.detail["value"] = nimber_answer("value", value, options)
        return found

    return run


def by_theorem(question: str) -> Callable[[Coloured, Limits, Options], Finding]:
    """Answer for red-blue trees of any size and beds."""

    def run(position: Coloured, _limits: Limits, options: Options) -> Finding:
        try:
            value = number_value(position)
            found = _answer(position, question, value, options)
        except BadInput as reason:
            return Finding(UNKNOWN, None, {}, {"reason": str(reason)})
        stats = {"lines": position.lines.bit_count()}
        detail = {"value": rational_text(value)}
        return Finding(found, ClosedForm(), stats, detail)

    return run


def _answer(position: Coloured, question: str, value: Fraction, options: Options) -> Value:
    if question in VALUE_QUESTIONS:
        return answer_by_number(question, value, options)
    if question == "winning-moves":
        return moves_text(map(position.move_text, winning_numbers(position)))
    return "P" if value == 0 else "LR"[value < 0]


def by_search(position: Coloured, limits: Limits, _options: Options) -> Finding:
    """The outcome of a small board by exhaustive search, proved by the strategies."""
    wins: dict[Coloured, int | None] = {}

    def winning(of: Coloured) -> int | None:
        if of not in wins:
            limits.check()
            wins[of] = next((m for m in of.moves() if winning(of.play(m)) is None), None)
        return wins[of]

    goals = []
    for player in COLOURS:
        start = position.turn(player)
        other = COLOURS[1 - COLOURS.index(player)]
        goals.append((start, player if winning(start) is not None else other))
    red, blue = (side for _, side in goals)
    found = {
        ("red", "blue"): "N", ("blue", "red"): "P", ("red", "red"): "L", ("blue", "blue"): "R",
    }[red, blue]  # fmt: skip

    def reply(here: Coloured) -> int:
        move = winning(here)
        assert move is not None
        return move

    certificate = build(goals, reply, tick=limits.check)
    return Finding(found, certificate, {"positions": len(wins)})


Either = Position | Coloured
Run = Callable[[Either, Limits, Options], Finding]


def _on_green(run: Callable[[Position, Limits, Options], Finding]) -> Run:
    """The method for all boards; it is asked about green ones only."""

    def checked(position: Either, limits: Limits, options: Options) -> Finding:
        assert isinstance(position, Position)
        return run(position, limits, options)

    return checked


def _on_coloured(run: Callable[[Coloured, Limits, Options], Finding]) -> Run:
    """The method for all boards; it is asked about those with red or blue lines only."""

    def checked(position: Either, limits: Limits, options: Options) -> Finding:
        assert isinstance(position, Coloured)
        return run(position, limits, options)

    return checked


def _green(position: Either) -> bool:
    return isinstance(position, Position)


def _coloured(position: Either) -> bool:
    return isinstance(position, Coloured)


def _red_blue_tree(position: Either) -> bool:
    return isinstance(position, Coloured) and is_tree(position)


def _beds(position: Either) -> bool:
    return isinstance(position, Coloured) and of_trees_and_beds(position) and not is_tree(position)


def _small(lines: int) -> Callable[[Either], bool]:
    return lambda position: position.lines.bit_count() <= lines


def _outcome_methods() -> list[Method[Coloured]]:
    """What says who wins a board with red or blue lines after a move, and proves it."""
    return [
        Method("outcome", "colon", by_theorem("outcome"), COLON, of_trees_and_beds),
        Method("outcome", "search", by_search, ZERMELO, _small(12)),
        Method("outcome", "value", outcome_by_value, COMPARED),
    ]


EACH = winning_moves(_outcome_methods, by_class)

ENCODING: Encoding[Either] = Encoding(
    methods=(
        *(
            Method(question, "fusion", _on_green(by_fusion(question)), FUSION, _green)
            for question in (*QUESTIONS, *VALUE_QUESTIONS)
        ),
        *table_methods(applies=lambda position: _green(position) and _small(14)(position)),
        *(
            Method(
                question,
                "colon",
                _on_coloured(by_theorem(question)),
                COLON,
                _red_blue_tree,
            )
            for question in ("outcome", "winning-moves", *VALUE_QUESTIONS)
        ),
        *(
            Method(question, "bed", _on_coloured(by_theorem(question)), BED, _beds)
            for question in ("outcome", *VALUE_QUESTIONS)
        ),
        Method(
            "outcome",
            "search",
            _on_coloured(by_search),
            ZERMELO,
            lambda position: not _green(position) and _small(12)(position),
        ),
        Method("outcome", "value", _on_coloured(outcome_by_value), COMPARED, _coloured),
        Method(EACH.question, EACH.name, _on_coloured(EACH.run), EACH.theorem, _coloured),
        *value_methods(lambda position: isinstance(position, Coloured)),
    ),
    same_answer={"value": same_value},
)
