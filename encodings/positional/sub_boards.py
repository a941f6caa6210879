"""Wins on large boards from proofs about small ones inside them.

No board [2]^2 and no board [3]^3 can be filled without a line, so the first player wins [2]^d
and [3]^d from there on (strategy stealing). Maker's win on a small board is one on every board
that holds its sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from gameproof.certificates.kernel import Goal
from gameproof.certificates.strategies.map import Map
from gameproof.certificates.strategies.potential import Potential
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.positional import forced, search
from gameproof.encodings.positional.kept_proofs import won
from gameproof.encodings.refute import refute
from gameproof.games.boards.positional_sizes import most_members
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.positional import OTHER, Position
from gameproof.games.sets.live_sets import (
    large_enough,
    live_sizes,
    most_together,
)
from gameproof.games.sets.stealing import strategy_stealing
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat.model import ModelError

MOST_DIMENSIONS = 1 << 12
"""Places on cubes of more dimensions would be too long to write."""
MOST_CELLS = 36
"""Boards up to this size are tried as they are: can they be filled without a whole set?"""
SECONDS = 2.0
LARGEST_ROW = 4
"""In a row on a torus, Maker may get so many on a grid."""


@dataclass(frozen=True, slots=True)
class Inner:
    """A smaller board in words, and the places of its cells."""

    words: str
    places: list[list[int]]


def sub_cube(n: int, small: int, d: int) -> Inner:
    """[n]^small inside [n]^d: the last coordinates run, the others are 0."""
    places = [[0] * (d - small) + list(cell) for cell in product(range(n), repeat=small)]
    return Inner(f"tictactoe {n} {small}", places)


def sub_grid(m: int, n: int, k: int) -> Inner:
    """The first m rows and n columns of a grid or torus."""
    return Inner(f"mnk {m} {n} {k}", [[r, c] for r in range(m) for c in range(n)])


# -- no board can be filled without a whole set -----------------------------------------------


def never_drawn(position: Position) -> Iterator[Inner]:
    """Boards inside this one that might have no drawn position."""
    board = position.board
    if board.kind == "tictactoe":
        n, d = (int(x) for x in board.parameters)
        small = {2: 2, 3: 3}.get(n, 0)
        if 0 < small <= d <= MOST_DIMENSIONS:
            yield sub_cube(n, small, d)
        return
    if board.kind in ("mnk", "torus-row"):
        m, n, k = (int(x) for x in board.parameters)
        if k <= 2 and min(m, n) >= k:
            yield sub_grid(k, k, k)
            return
    if board.cells <= MOST_CELLS and most_members(board) <= Map.MOST_MEMBERS:
        bare = Position(board)
        shape = board.shape or (board.cells,)
        yield Inner(str(bare), [list(place) for place in product(*map(range, shape))])


def without_draws(position: Position, limits: Limits, options: Options) -> Map | None:
    """The certificate that no full board is without a whole set, by a smaller board."""
    for inner in never_drawn(position):
        goal = Goal(Position.parse(inner.words), "drawn-position")
        try:
            short = limits.share(seconds=SECONDS)
            part = refute(goal, short, Options(engine=options.engine))
        except ModelError:
            continue
        except LimitReached:
            limits.check()
            continue
        return Map.inside(inner.words, inner.places, "drawn-position", part)
    return None


def stolen(position: Position, limits: Limits, options: Options) -> Finding:
    """The player to move wins: no draws, and the other cannot win."""
    found = without_draws(position, limits, options)
    return Finding(UNKNOWN) if found is None else Finding(position.to_move, found)


def none_drawn(answer: Value) -> Callable[[Position, Limits, Options], Finding]:
    """The method that answers a question about drawn boards where there are none."""

    def run(position: Position, limits: Limits, options: Options) -> Finding:
        if options.proof is not None:  # a solver's proof is about the board's own clauses
            return Finding(UNKNOWN)
        found = without_draws(position, limits, options)
        return Finding(UNKNOWN) if found is None else Finding(answer, found)

    return run


def _steals(position: Position) -> bool:
    return (
        Law.SAME_SETS in position.laws
        and strategy_stealing(position, OTHER[position.to_move])
        and next(never_drawn(position), None) is not None
    )


def _cube(position: Position) -> bool:
    return (
        Law.SAME_SETS in position.laws
        and position.board.kind == "tictactoe"
        and int(position.board.parameters[0]) in (2, 3)
    )


# -- Maker wins on a smaller board ------------------------------------------------------------


def maker_board(position: Position) -> Inner | None:
    """A smaller board inside this cube or torus on which Maker may win."""
    board = position.board
    if board.kind == "tictactoe":
        n, d = (int(x) for x in board.parameters)
        small = {2: 2, 3: 2, 4: 3}.get(n, 0)
        return sub_cube(n, small, d) if 0 < small < d <= MOST_DIMENSIONS else None
    if board.kind != "torus-row":
        return None
    m, n, k = (int(x) for x in board.parameters)
    return sub_grid(min(m, 2 * k + 1), min(n, 2 * k + 1), k) if k <= LARGEST_ROW else None


def maker(position: Position, limits: Limits, options: Options) -> Finding:
    """Maker's win on a smaller board: a proof kept with the package, by force, or a search."""
    inner = maker_board(position)
    if inner is None:
        return Finding(UNKNOWN)
    known = won(inner.words)
    if known is not None and position.to_move == "first":
        return Finding("maker", Map.inside(inner.words, inner.places, "outcome", known))
    words = f"{inner.words} --rule weak"
    if position.to_move != "first":
        words += f" --to-move {position.to_move}"
    there = Position.parse(words)
    solve = search.outcome if position.board.kind == "tictactoe" else forced.outcome
    found = solve(there, limits, options)
    if found.answer != "maker" or found.certificate is None:
        return Finding(UNKNOWN)
    inside = Map.inside(words, inner.places, "outcome", found.certificate)
    return Finding("maker", inside, found.stats)


def crowded(position: Position, _limits: Limits, _options: Options) -> Finding:
    """Maker's win by Beck's potential."""
    try:
        sizes = live_sizes(position, "first")
        if not large_enough(position, most_together(position), sizes):
            return Finding(UNKNOWN)
    except BadInput:
        return Finding(UNKNOWN)
    counts = [(size, str(count)) for size, count in sorted(sizes.items())]
    return Finding("maker", Potential("beck", counts, "first"))


def _crowded(position: Position) -> bool:
    return position.rule == "weak" and position.to_move == "first"


def _weak(position: Position) -> bool:
    return (
        position.rule == "weak"
        and not position.first
        and not position.second
        and maker_board(position) is not None
    )


STEALING = (
    "no full board without a whole set, and strategy stealing (Nash 1949; Hales, Jewett 1963)"
)
METHODS: tuple[Method[Position], ...] = (
    Method("outcome", "no-draws", stolen, STEALING, _steals),
    Method(
        "outcome",
        "maker-potential",
        crowded,
        "Beck 2008, theorem 1.2: the sum of 2^-|A| above D v / 8",
        _crowded,
    ),
    Method("outcome", "sub-board", maker, "Maker plays on a part of the board", _weak),
    *(
        Method(question, "sub-board", none_drawn(answer), "none on a part of the board", _cube)
        for question, answer in (
            ("drawn-position", False),
            ("count-drawn", 0),
            ("fewest-crosses", None),
        )
    ),
)
