"""Short games for encodings: what is told of them, comparison."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gameproof.encodings.method import Options
from gameproof.games.meaning.answers import Value as Answer
from gameproof.games.meaning.answers import digits
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.rationals import rational_text
from gameproof.games.short.game_notation import written
from gameproof.solvers.values.canonical_form import Value
from gameproof.solvers.values.short_games import Store, bottom_up

CANONICAL = (
    "Every short game has one canonical form, without dominated and reversible options "
    "(Conway, On Numbers and Games, theorem 69; Siegel, Combinatorial Game Theory, II.2)"
)

LONG = 2000
"""Characters: longer values stand beside no other answer."""
MOST_PAIRS = 1 << 20
"""Of options of a value that is read: some seconds."""


def parse_value(words: str) -> Value:
    """The value that standard notation denotes; raises :class:`BadInput`, also for one of which
    too many options would have to be compared."""
    read = written(words)
    table, store = read.table, Store()
    nimbers = [store.number_game(0)]
    pairs = 0

    def value(g: int, known: Mapping[int, int]) -> int:
        nonlocal pairs
        number = table.number[g]
        if number is not None:
            return store.number_game(number)
        left, right = ({known[option] for option in side[g]} for side in (table.left, table.right))
        if left == right == set(nimbers):
            nimbers.append(store.canonical_game(left, right))
            return nimbers[-1]
        pairs += len(left) ** 2 + len(right) ** 2
        if pairs > MOST_PAIRS:
            raise BadInput("a value that is too large to be worked out")
        return store.game(left, right)

    return Value(
        store, bottom_up(read.game, lambda g: table.left[g] + table.right[g], value)[read.game]
    )


def game_asked_about(options: Options) -> Value:
    """The argument ``game`` of a question; raises :class:`BadInput`."""
    try:
        return parse_value(str(options.arguments.get("game", "")))
    except BadInput as error:
        raise BadInput(error.message, "game") from None


def answer_by_value(question: str, value: Value, options: Options) -> Answer:
    """The answer to one of the questions ``games.partizan.VALUES``; raises :class:`BadInput`
    for an argument that denotes no game."""
    if question == "value":
        return str(value)
    if question == "equals":
        return value == game_asked_about(options)
    if question == "thermograph":
        return value.thermograph.left.corners, value.thermograph.right.corners
    return value.mean if question == "mean" else value.temperature


def answer_by_number(question: str, number: Fraction, options: Options) -> Answer:
    """As :func:`answer_by_value`, of a number of any length."""
    if question == "value":
        return rational_text(number)
    if question == "equals":
        return game_asked_about(options).number == number
    if question == "thermograph":
        return (((Fraction(0), number),),) * 2
    return number if question == "mean" else Fraction(-1, number.denominator)


def nimber_answer(question: str, g: int, options: Options) -> Answer:
    """As :func:`answer_by_value`, of the Nim heap of size g. Cooled by any t > 0 it is the number
    0."""
    if question == "value":
        return "0" if g == 0 else "*" if g == 1 else f"*{digits(g)}"
    if question == "equals":
        return game_asked_about(options) == parse_value(f"*{digits(g)}" if g else "0")
    zero = Fraction(0)
    if question == "thermograph":
        return (((zero, zero),),) * 2
    return Fraction(-1) if question == "temperature" and g == 0 else zero


def describe(value: Value, explicit: bool = False) -> dict[str, object]:
    """Stops, mean, temperature, thermograph, birthday and outcome, as JSON values.

    The reduced canonical form may cost more than the value itself and is given only for
    values of moderate size or when asked for explicitly.
    """
    graph = value.thermograph

    def corners(points: tuple[tuple[Fraction, Fraction], ...]) -> list[list[str]]:
        return [[str(t), str(x)] for t, x in points]

    detail: dict[str, object] = {
        "left_stop": str(value.left_stop),
        "right_stop": str(value.right_stop),
        "mean": str(value.mean),
        "temperature": str(value.temperature),
        "birthday": value.birthday,
        "outcome": value.outcome,
        "thermograph": {
            "left": corners(graph.left.corners),
            "right": corners(graph.right.corners),
        },
    }
    if explicit or len(str(value)) <= LONG:
        detail["reduced"] = str(value.reduced)
    return detail


def same_value(expected: str, answer: str) -> bool:
    """Do two texts denote equal games? Raises :class:`BadInput` when ``expected`` does not
    denote one."""
    try:
        return written(expected) == written(answer)
    except BadInput as error:
        raise BadInput(f"not a value: {error}", "expected") from None
