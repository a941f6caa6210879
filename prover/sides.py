"""Who is Left: Red with us, Blue in *Winning Ways*.

Certificates and claims have one convention, Red being Left. What is told of an answer may be
told with Blue as Left: values, means and stops change their signs, L and R their places, the
walls of a thermograph both (Berlekamp, Conway, Guy, *Winning Ways*, chapter 2: -G is G with
the players exchanged).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from gameproof.games.game import COLOURS, games
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import Instance, find_game, find_question
from gameproof.prover.answer import UNKNOWN

Left = Literal["red", "blue"]

OUTCOMES = ("outcome", "misere-outcome")
VALUES = ("value", "equals", "mean", "temperature", "thermograph", "bounds")
MIRRORED = {"at-least": "at-most", "at-most": "at-least"}
"""-G >= n iff G <= -n."""
EXCHANGED = str.maketrans("LR", "RL")
NUMBER = re.compile(r"-?[0-9]+(/[0-9]+)?")


def known_left(left: str) -> None:
    """Raises :class:`BadInput` for whoever cannot be Left."""
    if left not in COLOURS:
        raise BadInput(f"no player {left!r}; red or blue", "left")


def sided(game: str, question: str) -> bool:
    """Does the answer depend on who is called Left?"""
    known = question in OUTCOMES + VALUES or question in MIRRORED
    return known and game in games() and games()[game][0].left_and_right


def note(game: str, question: str, answer: str, left: Left = "red") -> str:
    """The sentence that says who is Left, where the answer needs it; else nothing."""
    if not sided(game, question):
        return ""
    if left == "blue":
        return "Blue is Left here, as in 'Winning Ways'; in the certificate Red is"
    named = question in VALUES or question in MIRRORED or answer in ("L", "R")
    return "Red is Left" if named and answer != UNKNOWN else ""


def seen(
    game: str, question: str, answer: str, detail: Mapping[str, object], left: Left
) -> tuple[str, dict[str, object]]:
    """An answer and what stands beside it with ``left`` as Left; who that is, is added.

    Raises :class:`BadInput` for a question whose answer does not speak of Left and Right, and
    for a value that is nested too deeply to be read. O(size of the value), as games are added.
    """
    if not sided(game, question):
        if left == "blue":
            raise _without_left(game, question)
        return answer, dict(detail)
    if left == "red":
        return answer, {**detail, "left": left}
    told = answer if answer == UNKNOWN else _answer(question, answer)
    return told, {**_detail(detail), "left": left}


def _without_left(game: str, question: str) -> BadInput:
    return BadInput(
        f"the question {question!r} of {game} does not speak of Left and Right: they are in "
        "values and outcomes of games of Red and Blue",
        "--left",
    )


def asked(instance: Instance, left: Left) -> Instance:
    """The instance that is to be solved: a game to compare with is ours with the other sign, and
    at least n is at most -n.

    Raises :class:`BadInput` as :func:`seen` does.
    """
    if left == "red":
        return instance
    question = find_question(find_game(instance.game), instance.question).name
    if not sided(instance.game, question):
        raise _without_left(instance.game, question)
    known = question, instance.arguments
    question, arguments = told_as(*known, left)
    if (question, arguments) == known:
        return instance
    return msgspec.structs.replace(instance, question=question, arguments=arguments)


def told_as(
    question: str, arguments: Mapping[str, object], left: Left
) -> tuple[str, dict[str, object]]:
    """A question and what it asks about, with ``left`` as Left; told twice it is the question
    again. Raises :class:`BadInput` for a game that cannot be read."""
    told = dict(arguments)
    if left == "red":
        return question, told
    game, integer = told.get("game"), told.get("integer")
    if question == "equals" and isinstance(game, str):
        told["game"] = negative(game)
    if question in MIRRORED and isinstance(integer, int):
        question, told["integer"] = MIRRORED[question], -integer
    return question, told


def negative(game: str) -> str:
    """The negative of a short game in standard notation; raises :class:`BadInput`."""
    if NUMBER.fullmatch(game):  # of any length, longer than a form could hold
        return game[1:] if game.startswith("-") else game if game == "0" else f"-{game}"
    from gameproof.encodings.short_games import parse_value

    try:
        return str(-parse_value(game))
    except BadInput as error:
        raise BadInput(f"{game[:60]!r} cannot be negated: {error}", "--left") from None


def _answer(question: str, answer: str) -> str:
    if question in OUTCOMES:
        return answer.translate(EXCHANGED)
    if question == "thermograph":
        return _thermograph(answer)
    if question == "bounds":
        return str(_bounds(answer))
    return negative(answer) if question in ("value", "mean") else answer


def _thermograph(walls: str) -> str:
    """Both walls with the other sign, each in the other's place."""
    from gameproof.games.short.value_questions import WALLS

    read = WALLS.read(walls)
    assert isinstance(read, tuple)
    return WALLS.write(tuple(_mirrored(wall) for wall in reversed(read)))


def _mirrored(wall: object) -> tuple[tuple[Fraction, Fraction], ...]:
    assert isinstance(wall, tuple)
    return tuple((t, -x) for t, x in wall)


def _detail(detail: Mapping[str, object]) -> dict[str, object]:
    """What stands beside an answer, with the other sign; the rest names players or counts."""
    found = {key: CHANGED.get(key, _same)(value) for key, value in detail.items()}
    if "left_stop" in found and "right_stop" in found:
        found["left_stop"], found["right_stop"] = found["right_stop"], found["left_stop"]
    return found


def _same(value: object) -> object:
    return value


def _game(value: object) -> object:
    return negative(str(value))


def _exchanged(value: object) -> object:
    return str(value).translate(EXCHANGED)


def _sorted(value: object) -> object:
    return " ".join(sorted(str(value).translate(EXCHANGED).split()))


def _corners(value: object) -> object:
    """The two walls as the detail of a value holds them: rows of texts."""
    if not isinstance(value, Mapping):
        return value
    sides = {"left": value["right"], "right": value["left"]}
    return {side: [[t, negative(x)] for t, x in rows] for side, rows in sides.items()}


def _bounds(bounds: object) -> object:
    from gameproof.games.short.value_questions import BETWEEN

    match BETWEEN.read(str(bounds)):
        case (int(low), int(high)):
            return BETWEEN.write((-high, -low))
    raise TypeError(f"no bounds: {bounds!r}")


def _stops(stops: object) -> object:
    assert isinstance(stops, list)
    return [negative(stop) for stop in reversed(stops)]


CHANGED: dict[str, Callable[[object], object]] = {
    "left_stop": _game,
    "right_stop": _game,
    "mean": _game,
    "value": _game,
    "reduced": _game,
    "outcome": _exchanged,
    "possible": _sorted,
    "thermograph": _corners,
    "bounds": _bounds,
    "stops_of_the_game": _stops,
}
"""What the entries beside an answer become."""
