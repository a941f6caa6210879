"""Two players on a glued board: search, a refutation of boards without winner, a census."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal
from gameproof.encodings.by_definition import by_definition
from gameproof.encodings.method import UNKNOWN, Encoding, Export, Finding, Method, Options
from gameproof.encodings.plays import build
from gameproof.encodings.refute import as_model, refute
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.boards.glued_board import COLOURS
from gameproof.games.clauses.one_winner import formula
from gameproof.games.klein_cycles import OTHER, OWN, Position
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


State = tuple[int, int, int]
"""The player to move, his cells and the other's."""


class Search:
    """Who wins a board: the search for a win of the player to move."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.board = position
        self.won = cache(self._won)
        self.start = self.state(position)
        starter = position.mover
        self.search = BoundedSearch(
            lambda state: (after for _, after in self.moves(state)),
            lambda state: state[0] != starter if self.won(1 - state[0], state[2]) else None,
            lambda state: state[0] == starter,
            limits,
        )

    def _won(self, player: int, mask: int) -> bool:
        """Do the cells win for the player?"""
        colour = COLOURS[player]
        stones = "".join(colour if mask >> v & 1 else "." for v in range(_cells(self.board)))
        walks = self.board.with_all(stones).parities(colour)
        return bool(walks & OWN[self.board.surface][colour])

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
        free = list(members(((1 << _cells(self.board)) - 1) & ~(own | other)))
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
    cells = [position.cell_text(v) for v in range(position.rows * position.columns)]
    return as_model(formula(_goal(position)), {"x": cells})


def one_winner(position: Position, limits: Limits, options: Options) -> Finding:
    """Refute a board without a winner; CP-SAT answers without certificate."""
    if options.engine == sat.CP_SAT:
        result = sat.solve(model(position, options), limits, engine=sat.CP_SAT)
        return Finding(True if result.status == "unsat" else UNKNOWN, None, result.stats)
    certificate = refute(_goal(position), limits, options)
    return Finding(True, certificate, {"lemmas": len(certificate.lemma_ends) - 1})


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
            by_definition("census"),
            "exhaustive",
            lambda p: _cells(p) <= MOST_COUNTED,
            reach=f"boards of at most {MOST_COUNTED} cells",
        ),
    ),
    exports=(Export("one-winner", model, "a full board without a winner"),),
)
