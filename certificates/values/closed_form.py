"""Games that a published theorem decides at any size, evaluated anew by whoever checks.

Heaps of Nim, of the rook game, of the even/odd pile and of the amounts 1, ..., k have Grundy
values by a law; Wythoff's pairs and Schwenk's H-numbers are P-positions; green Hackenbush
has a value by the fusion and colon principles, red-blue on a tree is a number by the colon
principle, on a bed by a formula. The question ``closed-form``
of these games tests the theorem itself against the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope, of_class
from gameproof.certificates.values.impartial_answers import (
    MISERE,
    conclude_misere,
    conclude_values,
)
from gameproof.games.impartial.impartial import tame_sum
from gameproof.games.meaning.answers import digits
from gameproof.games.meaning.laws import IMPARTIAL_NORMAL, Law
from gameproof.games.meaning.listed import moves_text
from gameproof.games.meaning.outcomes import OF_GRUNDY_VALUES, VALUES
from gameproof.games.meaning.statement import Is, quantity, wins

if TYPE_CHECKING:
    from gameproof.games.impartial import hackenbush, take_away, wythoff
    from gameproof.games.impartial.heaps import Heaps

MOST_NUMBERS = 2_000_000
MOST_BITS = 1 << 28
"""H-numbers that are worked out, and the bits of all of them together."""


class ClosedForm(Certificate, frozen=True, tag="closed-form"):
    """No content: the theorem about the game decides."""


def conclude(goal: Goal[object], _certificate: ClosedForm) -> Conclusion:
    """The theorem applied to the position: integer arithmetic in the length of its numbers,
    for take-away games linear in the H-numbers, for Hackenbush in the lines."""
    applied = (told for name, told in CLOSED_FORMS.items() if of_class(goal.position, name))
    return next(applied)(goal)


def _heaps(goal: Goal[Heaps]) -> Conclusion:
    from gameproof.games.impartial.heaps import nim_sum

    position = goal.position
    if not position.theorem:
        raise Rejected("no closed form is known for this game")
    values = position.values()
    if goal.question == MISERE:
        if not position.like_nim:
            raise Rejected(f"{position.theorem} says nothing of misere play")
        genus = tame_sum((v, v if v > 1 else 1 - v) for v in values)
        return conclude_misere(goal, genus, ", by Bouton's theorem")
    return conclude_values(
        goal,
        lambda: nim_sum(values),
        lambda: map(position.move_text, position.lawful_wins()),
        f", by {position.theorem}",
    )


def _green(goal: Goal[hackenbush.Position]) -> Conclusion:
    from gameproof.games.impartial.laws.green_hackenbush import LISTED, green_value, winning_cuts

    position = goal.position
    value = green_value(position)

    def winning() -> list[str]:
        if position.lines.bit_count() > LISTED:
            raise Rejected(f"winning cuts are listed on boards of at most {LISTED} lines")
        return list(map(position.move_text, winning_cuts(position)))

    return conclude_values(goal, lambda: value, winning, ", by the colon and fusion principles")


def _number(goal: Goal[hackenbush.Coloured]) -> Conclusion:
    """A number is won by Left above 0, by Right below 0, at 0 by the second player."""
    from gameproof.certificates.values.value_answers import conclude_value
    from gameproof.games.impartial.laws.hackenbush_beds import number_value, winning_numbers
    from gameproof.games.meaning.rationals import rational_text
    from gameproof.games.short.game_tables import GameTable, ShortGame

    position = goal.position
    value = number_value(position)
    table = GameTable()
    if goal.question in VALUES:
        return conclude_value(goal, ShortGame(table, table.add_number(value)))
    said = f"the value is the number {rational_text(value)}"
    if goal.question == "outcome":
        red, blue = position.players
        first, second = (red if value > 0 else blue), (blue if value < 0 else red)
        return Conclusion((wins(red, first), wins(blue, second)), said)
    if goal.question != "winning-moves":
        raise Rejected(f"the value does not answer the question {goal.question!r}")
    found = moves_text(map(position.move_text, winning_numbers(position)))
    return Conclusion((Is(quantity("winning-moves"), found),), f"winning moves: {found}; {said}")


def _wythoff(goal: Goal[wythoff.Position]) -> Conclusion:
    from gameproof.games.impartial.laws import wythoff_pairs

    if goal.question not in ("outcome", "winning-moves"):
        raise Rejected(f"Wythoff's theorem does not answer the question {goal.question!r}")
    here = goal.position
    return conclude_values(
        goal,
        # Not a Grundy value, but 0 exactly at P-positions, which is all that is asked.
        lambda: int(not wythoff_pairs.is_p_position(here.a, here.b)),
        lambda: map(here.move_text, wythoff_pairs.winning_moves(here.a, here.b)),
        ", by Wythoff's theorem",
    )


def _schwenk(goal: Goal[take_away.Position]) -> Conclusion:
    from gameproof.games.impartial.laws.h_numbers import taking, winning_takes

    position = goal.position
    if goal.question not in ("outcome", "winning-moves", "losing-sizes"):
        raise Rejected(f"the H-numbers do not answer the question {goal.question!r}")
    found = losing_sizes(position)
    if goal.question == "losing-sizes":
        text = " ".join(map(digits, found))
        said = f"the first player loses exactly from {text}, by Schwenk's theorem"
        return Conclusion((Is(quantity("losing-sizes"), text),), said)
    move = taking(position, found)
    return conclude_values(
        goal,
        lambda: int(move is not None),  # 0 exactly at P-positions, as above
        lambda: map(position.move_text, winning_takes(position, found)),
        ", by Schwenk's theorem",
    )


def losing_sizes(position: take_away.Position) -> list[int]:
    """The H-numbers up to the size of the one pile; raises :class:`Rejected` for several
    piles, functions that the theorem is not about, and too many numbers."""
    from gameproof.games.impartial.laws.h_numbers import h_numbers
    from gameproof.games.impartial.take_away import check_function

    if len(position.piles) != 1:
        raise Rejected("the H-numbers decide a single pile of a take-away game")
    n = position.piles[0][0]
    check_function(position.function, n)
    left = min(MOST_NUMBERS, MOST_BITS // (n.bit_length() + 1))

    def tick() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Rejected("there are too many H-numbers")

    return h_numbers(position.function, n, tick)


CLOSED_FORMS: dict[str, Callable[[Goal[Any]], Conclusion]] = {
    "gameproof.games.impartial.nim.Position": _heaps,
    "gameproof.games.impartial.rook.Position": _heaps,
    "gameproof.games.impartial.even_odd.Position": _heaps,
    "gameproof.games.impartial.subtraction.Position": _heaps,
    "gameproof.games.impartial.wythoff.Position": _wythoff,
    "gameproof.games.impartial.take_away.Position": _schwenk,
    "gameproof.games.impartial.hackenbush.Position": _green,
    "gameproof.games.impartial.hackenbush.Coloured": _number,
}
"""The theorem of each class of positions; one is entered without the others."""

KIND = Kind(
    record=ClosedForm,
    scope=Scope(
        derives=(*OF_GRUNDY_VALUES, "losing-sizes"),
        positions=tuple(CLOSED_FORMS),
        laws=IMPARTIAL_NORMAL - {Law.IMPARTIAL},
    ),
    theorem="Nim and the rook game: the size of a heap (Bouton 1902); amounts 1, ..., k: n mod "
    "(k + 1); even/odd pile: g(2k) = k - 1, g(2k - 1) = k (Frieze); P-positions of Wythoff's game: "
    "(floor(k phi), floor(k phi) + k) (Wythoff 1907); of take-away games: x less than the smallest "
    "part of n in H-numbers (Schwenk 1970); green Hackenbush: the fusion and colon principles; "
    "red-blue trees: the colon principle; redwood beds: 2^-(m+1) for m lines to spare (all three "
    "Winning Ways, chapter 7)",
    evidence="nothing has to be kept: the theorem is applied again",
    conclude=conclude,
)
