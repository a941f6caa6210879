"""Who completes a set, by search: the rungs after all pairings, and wins within plies.

Question ``outcome`` and ``win-within``; the certificate is a strategy closed under
every opposing move (``certificates/positional_strategy``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.blocking import strategy_stealing
from gameproof.certificates.positional_strategy import PositionalStrategy
from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.positional_opening import automorphisms, closure
from gameproof.games.game import BadInput
from gameproof.games.positional import OTHER, Position
from gameproof.solvers import proof_number
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional_search import Strategy
from gameproof.solvers.threat_search import Achievement

MOST_CELLS = 200
MOST_SYMMETRIES = 1 << 10


def symmetries(position: Position) -> NDArray[np.int64]:
    """The group that the grid's own symmetries generate, those that keep both players' sets.

    A row a permutation, the identity first; the identity alone when the group is too large.
    """
    cells = position.board.cells
    generators = automorphisms(position, "first")
    if not position.board.same_sets:
        kept = {row.tobytes() for row in automorphisms(position, "second")}
        generators = [row for row in generators if row.tobytes() in kept]
    group = closure(generators, cells)
    if group is None or len(group) > MOST_SYMMETRIES:
        return np.arange(cells, dtype=np.int64)[None, :]
    return group.astype(np.int64)


def as_achievement(position: Position, attacker: str, plies: int | None = None) -> Achievement:
    """Can ``attacker`` complete a set before the other does (within ``plies`` plies)?"""
    attack, defend = position.sets(attacker), position.sets(OTHER[attacker])
    return Achievement(
        cells=position.board.cells,
        attack=(attack.indptr, attack.members),
        defend=(defend.indptr, defend.members),
        symmetries=symmetries(position),
        attacker=sum(1 << cell for cell in position.stones(attacker)),
        defender=sum(1 << cell for cell in position.stones(OTHER[attacker])),
        attacker_to_move=position.to_move == attacker,
        plies=plies,
    )


def as_certificate(
    position: Position, found: dict[str, Strategy], plies: int | None = None
) -> PositionalStrategy:
    """The strategies, by attacker, one after the other; only the symmetries used are kept."""
    group = symmetries(position)
    used: dict[int, int] = {}
    proofs: list[tuple[str, str, int, int, int]] = []
    edges: list[tuple[int, int, int, int]] = []
    edge_ends, line_ends, cell_ends = [0], [0], [0]
    cells: list[int] = []
    base = 0
    for attacker, strategy in found.items():
        what = "forces" if strategy.forces else "prevents"
        root = base + strategy.root if strategy.root >= 0 else -1
        symmetry = used.setdefault(strategy.symmetry, len(used))
        proofs.append((attacker, what, strategy.opening, root, symmetry))
        for node, lines in zip(strategy.edges, strategy.lines, strict=True):
            for move, reply, child, g in node:
                to = base + child if child >= 0 else -1
                edges.append((move, reply, to, used.setdefault(g, len(used))))
            for line in lines:
                cells += line
                cell_ends.append(len(cells))
            edge_ends.append(len(edges))
            line_ends.append(len(cell_ends) - 1)
        base += len(strategy.edges)
    table = np.array(edges, dtype=np.int64).reshape(-1, 4)
    return PositionalStrategy(
        first=sorted(position.first),
        second=sorted(position.second),
        to_move=position.to_move,
        plies=plies,
        proofs=proofs,
        permutations=group[list(used)].astype(np.int16),
        edge_ends=_small(edge_ends),
        moves=_small(table[:, 0]),
        replies=_small(table[:, 1]),
        children=_small(table[:, 2]),
        symmetries=_small(table[:, 3]),
        line_ends=_small(line_ends),
        cell_ends=_small(cell_ends),
        cells=_small(cells),
    )


def _small(values: object) -> NDArray[Any]:
    """The numbers in the narrowest signed type of 2, 4 or 8 bytes that holds them."""
    array = np.asarray(values, dtype=np.int64)
    largest = int(array.max(initial=0))
    if largest > np.iinfo(np.int32).max:
        return array
    return array.astype(np.int16 if largest <= np.iinfo(np.int16).max else np.int32)


def _applies(position: Position) -> bool:
    return position.board.cells <= MOST_CELLS and position.result() is None


def _outcome(position: Position, limits: Limits, options: Options) -> Finding:
    """Can the first player force a set? If not, and under the strong rule, can the second?"""
    found: dict[str, Strategy] = {}
    stats: dict[str, int] = {}
    wins = (
        {"first": "first", "second": "second"} if position.rule == "strong" else {"first": "maker"}
    )
    if strategy_stealing(position):
        del wins["second"]
    for attacker, word in wins.items():
        strategy = proof_number.solve(as_achievement(position, attacker), limits)
        for name, value in strategy.stats.items():
            stats[name] = stats.get(name, 0) + value
        if strategy.forces:
            return _finding(position, word, {attacker: strategy}, stats, None)
        found[attacker] = strategy
    return _finding(
        position, "draw" if position.rule == "strong" else "breaker", found, stats, None
    )


def _win_within(position: Position, limits: Limits, options: Options) -> Finding:
    """Does the first player complete a set within the plies asked (or the file's horizon)?"""
    plies = options.arguments.get("plies")
    if plies is None:
        plies = position.horizon
    if plies is None:
        raise BadInput("win-within needs a number of plies", "plies")
    if plies < 0:
        raise BadInput(f"expected a number of plies, got {plies}", "plies")
    strategy = proof_number.solve(as_achievement(position, "first", plies), limits)
    answer = "yes" if strategy.forces else "no"
    return _finding(position, answer, {"first": strategy}, dict(strategy.stats), plies)


def _finding(
    position: Position,
    answer: str,
    found: dict[str, Strategy],
    stats: dict[str, int],
    plies: int | None,
) -> Finding:
    certificate = as_certificate(position, found, plies)
    stats["strategy"] = sum(len(strategy.edges) for strategy in found.values())
    detail = {}
    for strategy in found.values():
        if strategy.opening >= 0:
            detail["move"] = position.move_text(strategy.opening)
    return Finding(answer, certificate, dict(stats), dict(detail))


def _method(question: str, run: Callable[[Position, Limits, Options], Finding]) -> Method:
    return Method(
        question,
        "search",
        run,
        "df-pn (Nagai 2002) with sequences of threats and null moves (Allis 1994)",
        _applies,
    )


METHODS = (_method("outcome", _outcome), _method("win-within", _win_within))
