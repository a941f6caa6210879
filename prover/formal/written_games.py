"""Short games as rows of numbers, in canonical form: equal games are written alike."""

from __future__ import annotations

from gameproof.games.meaning.statement import Is
from gameproof.games.short.game_notation import written
from gameproof.games.short.game_tables import GameTable, ShortGame
from gameproof.games.short.short_games import Game, game
from gameproof.prover.formal.numbers import NotCovered, Numbers, row

Forms = list[tuple[list[int], list[int]]]
"""For each game the numbers of its options among the earlier ones; the last is meant."""
LARGEST = 64
"""A number, and the denominator of one."""
MOST = 1000
"""Games in a table."""


def asked_game(said: Is) -> ShortGame:
    """The game that a position is said to be equal to; raises :class:`NotCovered`."""
    arguments = dict(said.quantity.arguments)
    if said.quantity.name == "value" and isinstance(said.value, ShortGame) and not arguments:
        return said.value
    words = arguments.get("game")
    if said.quantity.name == "equals" and said.value is True and isinstance(words, str):
        return written(words)
    raise NotCovered(f"the quantity {said.quantity.name!r}")


def forms_of(value: ShortGame) -> Forms:
    """The rows of the canonical form; raises :class:`NotCovered` for a large one."""
    if len(value.table.left) > MOST:
        raise NotCovered(f"values of more than {MOST} games")
    found: Forms = []
    numbers: dict[Game, int] = {}

    texts: dict[Game, str] = {}

    def text(one: Game) -> str:  # equal games shall have their options in one order
        if one not in texts:
            sides = (",".join(sorted(map(text, options))) for options in (one.left, one.right))
            texts[one] = "{" + "|".join(sides) + "}"
        return texts[one]

    def add(one: Game) -> int:
        if one not in numbers:
            sides = (sorted(options, key=text) for options in (one.left, one.right))
            left, right = ([add(option) for option in options] for options in sides)
            numbers[one] = len(found)
            found.append((left, right))
        return numbers[one]

    add(canonical(value.table, value.game, {}))
    return found


def canonical(table: GameTable, number: int, known: dict[int, Game]) -> Game:
    """The canonical form of a game of the table; raises :class:`NotCovered` for large numbers."""
    if number not in known:
        x = table.number[number]
        if x is not None and (abs(x) > LARGEST or x.denominator > LARGEST):
            raise NotCovered(f"numbers beyond {LARGEST}")
        sides = (table.left_options(number), table.right_options(number))
        left, right = ([canonical(table, o, known) for o in options] for options in sides)
        known[number] = game(left, right)
    return known[number]


def written_form(forms: Forms) -> Numbers:
    """The rows in the stream."""
    return [len(forms), *(x for left, right in forms for x in (*row(left), *row(right)))]
