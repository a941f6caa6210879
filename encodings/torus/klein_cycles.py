"""Two players on a glued board: search, a refutation of boards without winner, a census."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, partial

import numpy as np

from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal
from gameproof.encodings.method import UNKNOWN, Encoding, Export, Finding, Method, Options
from gameproof.encodings.plays import build
from gameproof.encodings.refute import refute
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.boards.glued_board import STEPS
from gameproof.games.clauses.one_winner import formula
from gameproof.games.counts.torus_counts import told
from gameproof.games.klein_cycles import OTHER, OWN, Parity, Position, parities_text
from gameproof.solvers.algebra.homology import Loops, Mesh
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.model import Model
from gameproof.solvers.search.bounded_search import BoundedSearch

SEARCHED = 16
MOST_COUNTED = 16  # cells of boards that are all looked at
REFUTED = 256
DUALITY = "kernels of functionals on H_1 mod 2 and intersection numbers (games/klein_cycles.py)"


def _goal(position: Position) -> Goal[object]:
    return Goal(position, "one-winner")


def mesh(position: Position) -> Mesh:
    """The board as a mesh with group elements a^p b^q; on the torus q counts downwards."""
    near, p, q = [], [], []
    for cell in range(position.rows * position.columns):
        r, c = divmod(cell, position.columns)
        for dr, dc in STEPS:
            row, column = r + dr, c + dc
            turns, base = divmod(row, position.rows)
            sign = 1
            if position.surface == "klein" and turns:
                column = -column - row + (position.rows if turns > 0 else 0)
                sign = -1
            across, below = divmod(column, position.columns)
            near.append(base * position.columns + below)
            p.append(sign * across)
            q.append(turns)
    shape = (position.rows * position.columns, len(STEPS))
    return Mesh(
        position.surface,
        np.array(near, dtype=np.int32).reshape(shape),
        np.array(p, dtype=np.int8).reshape(shape),
        np.array(q, dtype=np.int8).reshape(shape),
    )


def parities(board: Mesh, cells: list[int]) -> frozenset[Parity]:
    """Parities of the closed walks over the cells, by union-find with offsets."""
    loops = Loops(board)
    closed = loops.place_all(np.array(cells, np.int32), np.zeros(len(cells), np.int8))
    spans = [(cells[turn], (p % 2, q % 2)) for turn, p, q in closed.tolist()]
    found: set[Parity] = set()
    by_root: dict[int, set[Parity]] = {}
    for cell, (p, q) in spans:
        span = by_root.setdefault(loops.find(cell)[0], {(0, 0)})
        span |= {((p + a) % 2, (q + b) % 2) for a, b in span}
    for span in by_root.values():
        found |= span
    return frozenset(found - {(0, 0)})


State = tuple[int, int, int]
"""The player to move, his cells and the other's."""


class Search:
    """Who wins a board: the search for a win of the player to move."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.board = mesh(position)
        self.owned = [cache(partial(self._owns, OWN[position.surface][c])) for c in ("x", "o")]
        self.start = self.state(position)
        starter = position.mover
        self.search = BoundedSearch(
            lambda state: (after for _, after in self.moves(state)),
            lambda state: state[0] != starter if self.won(1 - state[0], state[2]) else None,
            lambda state: state[0] == starter,
            limits,
        )

    def _owns(self, own: frozenset[Parity], mask: int) -> bool:
        return bool(own & parities(self.board, list(members(mask))))

    def won(self, player: int, mask: int) -> bool:
        """Do the cells win for the player? Found out once."""
        return self.owned[player](mask)

    def state(self, here: Position) -> State:
        """The stones as masks."""
        own, other = (
            mask_of(v for v, stone in enumerate(here.stones) if stone == colour)
            for colour in (here.to_move, OTHER[here.to_move])
        )
        return here.mover, own, other

    def moves(self, state: State) -> Iterator[tuple[int, State]]:
        """The cells that may win, with what follows: one that does alone, or else one without
        which the other wins."""
        player, own, other = state
        free = list(members(((1 << self.board.cells) - 1) & ~(own | other)))
        cells = [v for v in free if self.won(player, own | 1 << v)][:1]
        cells = cells or [v for v in free if self.won(1 - player, other | 1 << v)][:1] or free
        return ((v, (1 - player, other, own | 1 << v)) for v in cells)

    def move(self, here: Position, *, keeps: bool) -> int:
        """A move that keeps, or keeps from, the win of whoever began."""
        moves = self.moves(self.state(here))
        return next(v for v, after in moves if self.search.wins(after) == keeps)


def outcome(position: Position, limits: Limits, options: Options) -> Finding:
    """Depth-first search; the winner's strategy, played through, is the certificate."""
    found = Search(position, limits)
    wins = found.search.wins(found.start)
    winner = position.to_move if wins else OTHER[position.to_move]
    stats = {"nodes": found.search.nodes}
    moves = (found.move(position, keeps=True),) if wins else ()
    if not options.certificate:
        return Finding(winner, None, stats, winning_moves=moves)
    certificate = build(
        [(position, winner)], lambda here: found.move(here, keeps=wins), tick=limits.check
    )
    stats["strategy nodes"] = len(certificate.starts) - 1
    return Finding(winner, certificate, stats, winning_moves=moves)


def finished(position: Position, _limits: Limits, _options: Options) -> Finding:
    """The winner of a finished game, by the rules."""
    result = position.result()
    if result is None:
        return Finding(UNKNOWN)

    def reply(_here: object) -> int:
        raise RuntimeError("the game is over")

    return Finding(result, build([(position, result)], reply))


def winner(position: Position, _limits: Limits, _options: Options) -> Finding:
    """Who has a closed walk of an own parity, if anybody has."""
    return Finding(position.result() or "none", Definition())


def model(position: Position, _options: Options) -> Model:
    """The checker's clauses as a model; the first variables are the cells."""
    made = formula(_goal(position))
    result = Model(made.meaning)
    cells = [position.cell_text(v) for v in range(position.rows * position.columns)]
    result.group("x", cells)
    while result.variables < made.variables:
        result.auxiliary()
    for clause in made.clauses:
        result.clause(clause)
    return result


def one_winner(position: Position, limits: Limits, options: Options) -> Finding:
    """Refute a board without a winner; CP-SAT answers without certificate."""
    if options.engine == sat.CP_SAT:
        result = sat.solve(model(position, options), limits, engine=sat.CP_SAT)
        return Finding(True if result.status == "unsat" else UNKNOWN, None, result.stats)
    certificate = refute(_goal(position), limits, options)
    return Finding(True, certificate, {"lemmas": len(certificate.lemma_ends) - 1})


def census(position: Position, limits: Limits, _options: Options) -> Finding:
    """Every full board with x on cell 0 by union-find."""
    board = mesh(position)
    counts: Counter[str] = Counter()
    for mask in range(1 << (board.cells - 1)):
        if mask % 256 == 0:
            limits.check()
        of_x = [0, *(v for v in range(1, board.cells) if mask >> (v - 1) & 1)]
        of_o = [v for v in range(1, board.cells) if not mask >> (v - 1) & 1]
        counts[parities_text(parities(board, of_x), parities(board, of_o))] += 1
    return Finding(told(counts), Definition())


def _cells(position: Position) -> int:
    return position.rows * position.columns


def _refutable(position: Position) -> bool:
    return _cells(position) <= REFUTED


ENCODING = Encoding(
    methods=(
        Method("outcome", "rules", finished, "the game is over", lambda p: p.result() is not None),
        Method(
            "outcome",
            "search",
            outcome,
            "a strategy, checked move by move",
            lambda p: _cells(p) <= SEARCHED and p.result() is None,
            reach=f"boards of at most {SEARCHED} cells",
        ),
        Method("winner", "rules", winner, "closed walks' parities by spanning trees"),
        Method(
            "one-winner",
            "sat",
            one_winner,
            DUALITY,
            _refutable,
            reach=f"boards of at most {REFUTED} cells",
        ),
        Method(
            "census",
            "enumeration",
            census,
            "exhaustive",
            lambda p: _cells(p) <= MOST_COUNTED,
            reach=f"boards of at most {MOST_COUNTED} cells",
        ),
    ),
    exports=(Export("one-winner", model, "a full board without a winner"),),
)
