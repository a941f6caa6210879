"""What a strategy plays is a legal move: ``play`` refuses everything else, whoever wrote it.

Checkers play the moves that stand in a certificate, so this is what they rest on.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Hashable

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.position import AnyPosition
from soundness.goals import goals

MOST = 30
"""Moves of other positions that are tried at each position."""
NEAR, FAR = 12, 2
"""Positions of a board where they are tried; of a board with more than ``WIDE`` moves."""
WIDE = 100


def below(start: AnyPosition, most: int) -> list[AnyPosition]:
    """Some positions that play from here reaches, the first ones found."""
    found = [start]
    for here in found:
        if len(found) >= most:
            break
        found.extend(here.play(move) for move in here.moves())
    return found[:most]


def test_only_legal_moves_are_played() -> None:
    chance = random.Random(3)
    boards = {(goal.game.name, goal.words): goal.position for goal in goals()}
    texts: dict[str, set[str]] = defaultdict(set)
    moves: dict[str, set[Hashable]] = defaultdict(set)
    near: dict[str, list[AnyPosition]] = {}
    for (game, words), start in boards.items():
        reached = below(start, 40)
        for here in reached:
            possible = list(here.moves())
            moves[words].update(possible)
            texts[game] |= {here.move_text(move) for move in possible}
        near[words] = reached[: NEAR if len(moves[words]) <= WIDE else FAR]
    tried = 0
    for game, words in boards:
        known = sorted(texts[game])
        own = sorted(moves[words], key=repr)
        for here in near[words]:
            legal = {here.play(move).key() for move in here.moves()}
            after = [_read(here, text) for text in chance.sample(known, min(MOST, len(known)))]
            after += [_played(here, move) for move in chance.sample(own, min(MOST, len(own)))]
            for found in after:
                assert found is None or found.key() in legal, f"{words}: {here} to {found}"
            tried += len(after)
    assert tried > 15_000


def _played(here: AnyPosition, move: Hashable) -> AnyPosition | None:
    try:
        return here.play(move)
    except BadInput:
        return None


def _read(here: AnyPosition, text: str) -> AnyPosition | None:
    try:
        return here.play(here.parse_move(text))
    except BadInput:
        return None
