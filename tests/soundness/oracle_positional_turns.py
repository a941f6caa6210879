"""Tiny positional games with several stones a turn."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from gameproof.games.positional import Position, in_turn
from gameproof.games.positional_turns import TurnsPosition
from gameproof.games.sets.of_the_board import OF_THE_BOARD as QUESTIONS
from soundness import oracle_positional

USUAL = ("outcome", "second-wins", "win-within", "win-within --plies 2", "winning-moves",
         *QUESTIONS)  # fmt: skip
FIVE = [[0, 1, 2], [2, 3, 4], [0, 4]]

BOARDS: list[tuple[str, object, tuple[str, ...]]] = [
    ("positional", {"file": {"text": json.dumps(content)}}, USUAL)
    for content in (
        {"cells": 4, "sets": [[0, 1], [2, 3]], "turns": ["first", "second", "second", "first"]},
        {"cells": 5, "sets": FIVE, "turns": ["first", "second", "second", "first", "first"]},
        {"cells": 5, "sets": FIVE, "turns": ["second", "first", "first"], "rule": "weak"},
        {"cells": 5, "sets": FIVE, "second_sets": [[1, 3]], "turns": ["first", "second", "second"]},
        {"cells": 3, "sets": [[0, 1], [1, 2]], "first": [1], "turns": ["second", "second"]},
        {"cells": 3, "sets": [[0, 1]], "first": [0, 1], "turns": ["second", "second"]},
    )
]
"""Tiny boards with the questions to be attacked."""


def _of_the_board(question: str) -> Callable[[TurnsPosition, Any], object]:
    decide = oracle_positional.ORACLES[Position, question]
    return lambda position, arguments: decide(in_turn(position), arguments)


ORACLES: dict[object, object] = {
    **{(TurnsPosition, question): _of_the_board(question) for question in QUESTIONS},
    (TurnsPosition, "winning-moves"): oracle_positional.winning_moves,
}
"""Who wins is decided by the rules."""
