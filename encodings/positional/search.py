"""Who completes a set, by search: the methods after all pairings, and wins within plies.

Questions ``outcome``, ``second-wins`` and ``win-within``; the certificate is a strategy closed
under every opposing move (``certificates/strategies/positional_strategy``), for a finished
position one without moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.strategies.positional_strategy import PositionalStrategy
from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.narrow import small
from gameproof.encodings.plays import build
from gameproof.encodings.positional.opening import automorphisms, closure
from gameproof.encodings.positional.qbf import plies_asked
from gameproof.games.meaning.answers import Value
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_questions import completes
from gameproof.games.sets.stealing import strategy_stealing
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional import set_search
from gameproof.solvers.positional.achievement import Achievement
from gameproof.solvers.positional.positional_search import Strategy

MOST_CELLS = 200
"""Larger boards are searched for a win within few plies only, as far as it can be checked."""
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


@dataclass(frozen=True, slots=True)
class Arrays:
    """Strategies one after the other: ``starts``, a row (opening, root, symmetry) each, and the
    arrays of the certificate from ``permutations`` on."""

    starts: list[tuple[int, int, int]]
    columns: tuple[NDArray[np.signedinteger], ...]


def arrays(group: NDArray[np.int64], strategies: Iterable[Strategy]) -> Arrays:
    """The strategies as arrays; only the symmetries used are kept."""
    used: dict[int, int] = {}
    starts: list[tuple[int, int, int]] = []
    edges: list[tuple[int, int, int, int]] = []
    edge_ends, line_ends, cell_ends = [0], [0], [0]
    cells: list[int] = []
    base = 0
    for strategy in strategies:
        root = base + strategy.root if strategy.root >= 0 else -1
        symmetry = used.setdefault(strategy.symmetry, len(used))
        starts.append((strategy.opening, root, symmetry))
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
    columns = (edge_ends, *(table[:, i] for i in range(4)), line_ends, cell_ends, cells)
    turns = group[list(used)].astype(np.int16)
    return Arrays(starts, (turns, *(small(column) for column in columns)))


def as_certificate(
    position: Position, found: dict[str, Strategy], plies: int | None = None
) -> PositionalStrategy:
    """The strategies, by attacker."""
    made = arrays(symmetries(position), found.values())
    proofs = [
        (attacker, "forces" if strategy.forces else "prevents", *start)
        for (attacker, strategy), start in zip(found.items(), made.starts, strict=True)
    ]
    pair_ends, pairs = [0], list[tuple[int, int]]()
    for strategy in found.values():
        for node in strategy.pairs:
            pairs += node
            pair_ends.append(len(pairs))
    ends = small(pair_ends if pairs else [])
    columns = (*made.columns, ends, small(np.array(pairs, np.int64).reshape(-1, 2)))
    stones = sorted(position.first), sorted(position.second)
    return PositionalStrategy(*stones, position.to_move, plies, proofs, *columns)


def _up_to(cells: int) -> Callable[[Position], bool]:
    def applies(position: Position) -> bool:
        board = position.board
        if position.result() is not None:
            return True
        if board.cells > cells:
            return False
        sets = len(board.first_sets) + len(board.second_sets)
        return board.cells * sets <= PositionalStrategy.MOST_BITS

    return applies


def outcome(position: Position, limits: Limits, _options: Options) -> Finding:
    """Can the first player force a set? If not, and under the strong rule, can the second?"""
    finished = position.result()
    if finished is not None:
        return _over(position, finished)
    found: dict[str, Strategy] = {}
    stats: dict[str, int] = {}
    for attacker in ("first", "second"):
        wins = completes(position.rule, attacker)
        if wins is None or strategy_stealing(position, attacker):
            continue
        strategy = set_search.solve(as_achievement(position, attacker), limits)
        for name, value in strategy.stats.items():
            stats[name] = stats.get(name, 0) + value
        if strategy.forces:
            return finding(position, wins, {attacker: strategy}, stats)
        found[attacker] = strategy
    return finding(position, "draw" if position.rule == "strong" else "breaker", found, stats)


def _second_wins(position: Position, limits: Limits, _options: Options) -> Finding:
    """Can the second player force a set or, as Breaker, hold the first?"""
    finished = position.result()
    if finished is not None:
        return _over(position, finished in ("second", "breaker"))
    attacker = "second" if position.rule == "strong" else "first"
    strategy = set_search.solve(as_achievement(position, attacker), limits)
    answer = strategy.forces == (attacker == "second")
    return finding(position, answer, {attacker: strategy}, dict(strategy.stats))


def _win_within(position: Position, limits: Limits, options: Options) -> Finding:
    """Does the first player complete a set within the plies asked (or the file's horizon)?"""
    plies = plies_asked(position, options)
    finished = position.result()
    if finished is not None:
        return _over(position, finished in ("first", "maker"))
    strategy = set_search.solve(as_achievement(position, "first", plies), limits)
    return finding(position, strategy.forces, {"first": strategy}, dict(strategy.stats), plies)


def _over(position: Position, answer: Value) -> Finding:
    """A finished position: a strategy without moves, for each player."""

    def reply(_here: Position) -> int:
        raise RuntimeError("a finished position has no move")

    return Finding(answer, build([(position, side) for side in position.players], reply))


def finding(
    position: Position,
    answer: Value,
    found: dict[str, Strategy],
    stats: dict[str, int],
    plies: int | None = None,
) -> Finding:
    """The answer with the strategies found, by attacker, as its certificate."""
    certificate = as_certificate(position, found, plies)
    stats["strategy"] = sum(len(strategy.edges) for strategy in found.values())
    detail: dict[str, str] = {}
    winning: tuple[int, ...] = ()
    for strategy in found.values():
        if strategy.opening >= 0 and strategy.forces:
            winning = (strategy.opening,)
        elif strategy.opening >= 0:
            detail["move"] = position.move_text(strategy.opening)
    return Finding(answer, certificate, dict(stats), dict(detail), winning)


def _method(
    question: str, run: Callable[[Position, Limits, Options], Finding], cells: int = MOST_CELLS
) -> Method[Position]:
    return Method(
        question,
        "search",
        run,
        "df-pn (Nagai 2002) with sequences of threats and null moves (Allis 1994)",
        _up_to(cells),
        reach=f"boards of at most {cells} cells",
    )


METHODS = (
    _method("outcome", outcome),
    _method("second-wins", _second_wins),
    _method("win-within", _win_within, PositionalStrategy.MOST_CELLS),
)
