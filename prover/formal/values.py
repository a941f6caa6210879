"""Rule ``value``: a position that is equal to a written game.

The evidence: the written game in rows of the numbers of its options, and a table of replies for
each start of the difference, in which who starts loses: a position, the number of a written game,
who moves, the number of the reply, and the entries that follow.
"""

from __future__ import annotations

from typing import Any

from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import Is
from gameproof.prover.formal.followed import of_strategy
from gameproof.prover.formal.numbers import After, Claimed, NotCovered, Numbers, row
from gameproof.prover.formal.positions import in_order, state
from gameproof.prover.formal.written_games import asked_game, forms_of, written_form

RULE = 11
MOST = 60_000
"""Pairs of a position and a written game."""

Pair = tuple[Any, int]


def of_games(theorem: Claimed, certificate: Any) -> list[Numbers]:
    """The step for a value; a strategy for an outcome. Raises :class:`NotCovered` for other
    questions."""
    goal = theorem.goal
    if goal.question not in ("value", "equals"):
        return of_strategy(theorem, certificate)
    (said,) = theorem.statements
    assert isinstance(said, Is)
    return [difference(goal.position, said)]


def difference(position: Any, said: Is) -> Numbers:
    """That a position is equal to a game; raises :class:`NotCovered` where not either player may
    start, and for long tables."""
    if not {Law.EITHER_STARTS, Law.NORMAL_PLAY} <= position.laws:
        raise NotCovered(f"values of {type(position).__module__.rpartition('.')[2]}")
    forms = forms_of(asked_game(said))
    pairs = Difference(forms)
    root = position, len(forms) - 1
    tables = [pairs.table(root, starter) for starter in (0, 1)]
    return [RULE, *written_form(forms), *(x for one in tables for x in one)]


class Difference:
    """A position beside the negative of a written game; players are numbers, Left (Red) is 0."""

    def __init__(self, forms: list[tuple[list[int], list[int]]]) -> None:
        self.forms = forms
        self.known: dict[tuple[int, ...], int | None] = {}

    def after(self, pair: Pair, mover: int) -> list[Pair]:
        """What the moves lead to, in the order of ``formal/Meaning.v``."""
        position, form = pair
        here = position.turn(position.players[mover])
        return [
            *((here.play(move), form) for move in in_order(here)),
            *((position, option) for option in self.forms[form][1 - mover]),
        ]

    def winning(self, pair: Pair, mover: int) -> int | None:
        """The number of a move with which the player wins, ``None`` where he loses."""
        key = (*state(pair[0]), pair[1], mover)
        if key not in self.known:
            if len(self.known) > MOST:
                raise NotCovered(f"a value by more than {MOST} positions")
            moves = enumerate(self.after(pair, mover))
            self.known[key] = next(
                (i for i, after in moves if self.winning(after, 1 - mover) is None), None
            )
        return self.known[key]

    def table(self, root: Pair, starter: int) -> Numbers:
        """The replies of the other player when ``starter`` begins at the root."""
        numbers: dict[tuple[int, ...], int] = {}
        found: list[Numbers] = []
        stack: list[tuple[Pair, int, list[Pair] | None]] = [(root, starter, None)]
        while stack:
            pair, mover, after = stack.pop()
            name = (*state(pair[0]), pair[1], mover)
            if name in numbers:
                continue
            choice = 0
            if mover != starter:
                choice = self.winning(pair, mover) or 0
            if after is None:
                after = self.after(pair, mover)
                after = after if mover == starter else after[choice : choice + 1]
                stack.append((pair, mover, after))
                stack += [(one, 1 - mover, None) for one in after]
                continue
            leads = [numbers[(*state(one[0]), one[1], 1 - mover)] for one in after]
            numbers[name] = len(found)
            found.append([*name, choice, *row(leads)])
        return [len(found), *(x for one in found for x in one)]


AFTER: After = {"games": of_games}
