"""Beck's potential for Maker: where it holds, where it must not be used, and random families."""

from __future__ import annotations

import json
import random
from typing import cast

import pytest
from soundness.rules_oracle import holds

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import convert
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.potential import (
    BECK,
    ERDOS_SELFRIDGE,
    Potential,
)
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import Position
from gameproof.games.sets.live_sets import live_sizes, most_together
from gameproof.replies.strategies.potential import reply

MAKER = (Forces("first", only("first"), only("maker")),)


def counted(position: Position, theorem: str = BECK, player: str = "first") -> Potential:
    """With the counts of the first player's sets, none where they cannot be counted."""
    try:
        sizes = sorted(live_sizes(position, "first").items())
    except BadInput:
        sizes = []
    return Potential(theorem, [(size, str(count)) for size, count in sizes], player)


def refused(words: str, reason: str, theorem: str = BECK, player: str = "first") -> None:
    position = Position.parse(words)
    with pytest.raises(Rejected, match=reason):
        conclude(Goal(position, "outcome"), counted(position, theorem, player))


@pytest.mark.parametrize("words", ["tictactoe 3 3", "tictactoe 4 4", "tictactoe 5 7",
                                   "tictactoe 6 10", "tictactoe 5 100", "mnk 1 1 1"])  # fmt: skip
def test_maker_wins_crowded_boards(words: str) -> None:
    position = Position.parse(f"{words} --rule weak")
    assert conclude(Goal(position, "outcome"), counted(position)).statements == MAKER


@pytest.mark.parametrize("words", ["tictactoe 3 2", "tictactoe 4 3", "tictactoe 5 6",
                                   "tictactoe 6 9", "mnk 5 5 4", "mnk 3 3 4"])  # fmt: skip
def test_the_bound_is_strict(words: str) -> None:
    refused(f"{words} --rule weak", "is not above")


def test_on_the_bound_nothing_follows() -> None:
    """Two sets of two, disjoint: 1/2 is not more than 1 * 2 / 4, and Breaker holds both."""
    text = '{"cells": 4, "sets": [[0, 1], [2, 3]], "rule": "weak"}'
    refused(text, "is not above 1/2")


@pytest.mark.parametrize("words", ["tictactoe 3 2", "tictactoe 3 2 --rule weak --to-move second"])
def test_the_bound_is_makers_who_is_to_move(words: str) -> None:
    refused(words, "who is to move")


def test_each_theorem_has_its_own_bound() -> None:
    """What the one shows under the other's name is refused, and so is a name that is none."""
    crowded, sparse = "tictactoe 3 3 --rule weak", "tictactoe 5 2 --rule weak"
    refused(crowded, "not below 1/2", ERDOS_SELFRIDGE, "second")
    refused(crowded, "Breaker wants no set|sizes", ERDOS_SELFRIDGE)
    refused(sparse, "is not above 3")
    refused(sparse, "who is to move", BECK, "second")
    for name in ("", "Beck", "erdos", "erdos-selfridge "):
        refused(crowded, "a potential is by", name)
    position = Position.parse(crowded)
    with pytest.raises(Rejected, match="sizes of the live sets"):
        conclude(Goal(position, "outcome"), Potential(BECK, [(3, "50")], "first"))


def test_no_theorem_is_the_usual_one() -> None:
    fields = {"kind": "potential", "counts": [[5, "12"]], "player": "second"}
    with pytest.raises(BadInput, match="theorem"):
        convert([fields])
    assert convert([{**fields, "theorem": BECK}])


def test_sets_through_two_cells_are_counted() -> None:
    assert most_together(Position.parse("tictactoe 3 12 --rule weak")) == 1
    assert most_together(Position.parse("tictactoe 2 3 --rule weak")) == 1
    assert most_together(Position.parse("mnk 9 9 4 --rule weak")) == 3
    assert most_together(Position.parse("mnk 1 3 3 --rule weak --first 0")) == 1
    refused("tictactoe 2 7 --rule weak", "too many")
    refused("mnk 1000 1000 5 --rule weak", "too large")
    large = json.dumps({"cells": 65, "sets": [list(range(65))], "rule": "weak"})
    refused(large, "a set is too large")
    refused("tictactoe 10001 1 --rule weak", "a set has more than")
    refused("tictactoe 10 5000 --rule weak", "is not counted")


def test_random_families_prove_nothing_false() -> None:
    chance = random.Random(5)
    accepted = 0
    for _ in range(400):
        cells = chance.randint(2, 7)
        sets = [
            chance.sample(range(cells), chance.randint(1, min(3, cells)))
            for _ in range(chance.randint(1, 8))
        ]
        stones = chance.sample(range(cells), chance.randint(0, 2))
        data = {"cells": cells, "sets": sets, "rule": "weak", "first": stones[:1]}
        position = Position.parse(json.dumps({**data, "second": stones[1:]}))
        try:
            found = conclude(Goal(position, "outcome"), counted(position))
        except Rejected:
            continue
        accepted += 1
        assert all(holds(cast(AnyPosition, position), one) for one in found.statements)
    assert accepted > 50


def test_replies_complete_a_set() -> None:
    chance = random.Random(2)
    for _ in range(20):
        position = Position.parse("tictactoe 3 3 --rule weak")
        while position.result() is None:
            if position.to_move == "first":
                move = reply(position, counted(position))
                assert move is not None
            else:
                move = chance.choice(position.moves())
            position = position.play(move)
        assert position.result() == "maker"
