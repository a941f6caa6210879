"""The rules of ``games/`` and those of ``own_rules`` and ``own_boards`` are the same game, on every
tiny board: as far as trees can be compared, and along random plays to their ends."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cache, partial
from typing import cast

import pytest

from gameproof.games.game import games
from gameproof.games.meaning.position import AnyPosition
from gameproof.instances.contained import portable
from gameproof.instances.instance import Resolved, from_words, resolve
from soundness import own_boards  # noqa: F401  (its games are kept by own_rules)
from soundness.goals import goals
from soundness.own_rules import GAMES, NoRules, Rules, State

ROOM = 300
"""Positions that are looked at from one place."""
PLIES = 40
MOST = 300
WITHOUT = {"dominoes", "tetris-3partition"}
"""Games of the tests themselves; Tetris on a board that another test builds."""


class Views:
    """Trees up to a depth as numbers: equal numbers are equal trees, whatever states are called."""

    def __init__(self) -> None:
        self.known: dict[tuple[Hashable, ...], int] = {}
        self.after: dict[tuple[int, State], tuple[str | None, frozenset[State]]] = {}
        self.looked = 0

    def of(self, rules: Rules, state: State, depth: int) -> int:
        name = (id(rules), state, depth)
        if name not in self.known:
            self.looked += 1
            below: frozenset[int] = frozenset()
            if depth:
                result, moves = self.once(rules, state)
                below = frozenset(self.of(rules, s, depth - 1) for s in moves)
            else:
                result = rules.result(state)
            self.known[name] = hash((result or rules.mover(state), result is None, below))
        return self.known[name]

    def once(self, rules: Rules, state: State) -> tuple[str | None, frozenset[State]]:
        """The result, and what the moves lead to while there is none: one for all depths."""
        name = (id(rules), state)
        if name not in self.after:
            result = rules.result(state)
            moves = frozenset(rules.moves(state) if result is None else ())
            self.after[name] = result, moves
        return self.after[name]


def theirs(start: AnyPosition) -> Rules:
    """The rules of ``games/``."""

    def moves(state: AnyPosition) -> Iterator[AnyPosition]:
        return (state.play(move) for move in state.moves())

    return Rules(cast("Hashable", start), lambda s: s.to_move, moves, lambda s: s.result())


@cache
def boards() -> list[Resolved]:
    found: dict[tuple[str, str], Resolved] = {}
    for goal in goals():
        found.setdefault((goal.game.name, json.dumps(plain(goal))), goal)
    return list(found.values())


def plain(goal: Resolved) -> dict[str, object]:
    """The board as the JSON of a certificate has it."""
    data = json.loads(json.dumps(portable(goal), default=lambda array: array.tolist()))
    return {**data["board"], "game": goal.game.name}


def compared(goal: Resolved, chance: random.Random) -> bool:
    """Do both play the same game? ``False`` for a board that only gameproof reads."""
    try:
        ours = GAMES[goal.game.name](plain(goal))
    except NoRules:
        return False
    other = theirs(goal.position)
    here, there = ours.start, [cast("State", other.start)]
    for ply in range(PLIES):
        views = Views()
        for depth in range(12 if ply == 0 else 2):
            wanted = views.of(ours, here, depth)
            there = [s for s in there if views.of(other, s, depth) == wanted]
            assert there, f"{goal.words}: after {ply} plies, depth {depth}: {here}"
            if views.looked > ROOM:
                break
        if ours.result(here) is not None:
            break
        mine = sorted(set(ours.moves(here)), key=repr)
        here = chance.choice(mine)
        # Which of their moves it was, only the future tells: all that look alike are followed.
        there = list(dict.fromkeys(s for one in there for s in other.moves(one)))
        if len(there) > MOST:
            break
    return True


def test_both_are_the_same_game() -> None:
    chance = random.Random(7)
    found: Counter[tuple[str, bool]] = Counter()
    for goal in boards():
        if goal.game.name not in WITHOUT:
            found[goal.game.name, compared(goal, chance)] += 1
    assert sum(n for (_, read), n in found.items() if not read) <= 20, found
    assert {name for (name, read) in found if read} == set(GAMES)


def test_every_game_has_rules_here() -> None:
    ours = {name for name, (_, module) in games().items() if "." not in module}
    assert ours - WITHOUT <= set(GAMES)


def played_as(name: str, board: dict[str, object]) -> Rules:
    return GAMES[name]({**board, "game": name})


def test_another_game_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that is not taken, a vertex that stays, a win that is none."""
    for words, name, other in (
        ("nim 2 1", "nim", "even-odd"),
        ("node-kayles path 4", "node-kayles", "arc-kayles"),
        ("snort path 3", "snort", "col"),
        ("torus-hex 2", "torus-hex", "klein-cycles"),
    ):
        goal = resolve(from_words(words.split()))
        assert compared(goal, random.Random(1))
        monkeypatch.setitem(GAMES, name, partial(played_as, other))
        with pytest.raises(AssertionError, match=f"{words}: after"):
            compared(goal, random.Random(1))
