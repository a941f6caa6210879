"""Tiny positional games with several stones a turn."""

from __future__ import annotations

import json

USUAL = ("outcome", "second-wins", "win-within", "win-within --plies 2")
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

ORACLES: dict[object, object] = {}
"""All questions are about play, which the rules decide."""
