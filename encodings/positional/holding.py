"""Breaker's wins and draws for rows and shapes by a search for them alone, ending in pairs.

The search is ``solvers/positional/holding_search``, the certificate ``hold``. That the
second player stops every set is Breaker's win, and the draw of the strong game from the start,
where he cannot win either (strategy stealing).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.narrow import small
from gameproof.encodings.positional.search import as_achievement, symmetries
from gameproof.games.positional import Position
from gameproof.games.sets.stealing import strategy_stealing
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.positional import holding_search
from gameproof.solvers.positional.holding_search import Zones

SHARE = 0.8
"""Of the time that is left: the search for either answer comes after."""
MOST, MOST_WITH_STONES = 8_000_000, 5_000
"""Expansions, some 25 000 a second; around stones the first player often wins."""
MOST_OF_SHAPES = 50_000
"""The same for shapes, of which fewer boards are known to be Maker's: l5 and y5 take some
thousand on 5 x 5."""


def outcome(position: Position, limits: Limits, _options: Options) -> Finding:
    """Breaker's win or the draw, where the search finds one."""
    stones = position.first or position.second
    problem = as_achievement(position, "first")
    short = limits.share(SHARE)
    most = MOST_OF_SHAPES if position.board.forms else MOST
    try:
        search = holding_search.searched(problem, short, MOST_WITH_STONES if stones else most)
        if search is None:
            return Finding(UNKNOWN)
        answer = "breaker" if position.rule == "weak" else "draw"
        found = search.zones()
    except LimitReached:
        limits.check()
        return Finding(UNKNOWN)
    stats: dict[str, object] = {"nodes": search.nodes, "zones": found.count}
    return Finding(answer, as_zones(position, found), stats)


def as_zones(position: Position, found: Zones) -> Hold:
    """The zones as a certificate. O(size)."""
    columns: dict[str, Any] = {}
    for name, (ends, rows) in found.lists.items():
        columns[f"{name.removesuffix('s')}_ends"], columns[name] = small(ends), small(rows)
    return Hold(
        symmetries(position).astype(np.int16), **columns, turn=found.turn, opening=found.opening
    )


def _applies(position: Position) -> bool:
    board = position.board
    if (board.kind != "mnk" and not board.forms) or position.result() is not None:
        return False
    if board.cells > holding_search.MOST_CELLS:
        return False
    return position.rule == "weak" or strategy_stealing(position, "second")


METHODS: tuple[Method[Position], ...] = (
    Method(
        "outcome",
        "holding",
        outcome,
        "df-pn (Nagai 2002) for Breaker alone, until pairs hold the rest (Hales, Jewett 1963); "
        "draw: strategy stealing",
        _applies,
        reach=f"boards of rows or shapes of at most {holding_search.MOST_CELLS} cells",
    ),
)
