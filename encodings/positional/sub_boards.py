"""Wins on large boards from proofs about small ones inside them.

No board [2]^2 and no board [3]^3 can be filled without a line, so the first player wins [2]^d
and [3]^d from there on (strategy stealing). Maker's win on a small board is one on every board
that holds its sets.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeVar

from gameproof.certificates.kernel import Goal
from gameproof.certificates.strategies.map import Map
from gameproof.certificates.strategies.potential import Potential
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.positional import search
from gameproof.encodings.positional.kept_proofs import won
from gameproof.encodings.refute import refute
from gameproof.games.boards.animals import animal_forms
from gameproof.games.boards.positional_sizes import most_members
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_board import Board
from gameproof.games.sets.live_sets import (
    large_enough,
    live_sizes,
    most_together,
)
from gameproof.games.sets.stealing import strategy_stealing
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat.model import ModelError

T = TypeVar("T")

MOST_DIMENSIONS = 1 << 12
"""Places on cubes of more dimensions would be too long to write."""
MOST_CELLS = 36
"""Boards up to this size are tried as they are: can they be filled without a whole set?"""
SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Inner:
    """A smaller board in words, the places of its cells, and how long it may be searched."""

    words: str
    places: list[list[int]]
    seconds: float | None = None


def sub_cube(n: int, small: int, d: int) -> Inner:
    """[n]^small inside [n]^d: the last coordinates run, the others are 0."""
    places = [[0] * (d - small) + list(cell) for cell in product(range(n), repeat=small)]
    return Inner(f"tictactoe {n} {small}", places)


def sub_grid(kind: str, sizes: tuple[int, int], last: str, turned: bool) -> Inner:
    """The first rows and columns of a grid, turned over the diagonal if ``turned``."""
    m, n = sizes
    places = [[c, r] if turned else [r, c] for r in range(m) for c in range(n)]
    words = f"mnk {m} {n} {last}" if kind == "mnk" else f"{kind} {last} {m} {n}"
    return Inner(words, places)


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
            yield sub_grid("mnk", (k, k), str(k), turned=False)
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

GRIDS = {2: ((2, 2),), 3: ((3, 3),), 4: ((5, 5), (4, 9))}
"""k: boards m x n on which Maker gets k in a row, found by search in some seconds."""
ANIMALS = {
    "elam": (1, 1),
    "domino": (2, 2),
    "tic": (4, 4),
    "el": (3, 3),
    "elly": (4, 4),
    "knobby": (5, 5),
    "tippy": (4, 4),
    "skinny": (7, 7),
    "n5": (6, 6),
    "y5": (7, 7),
    "l5": (7, 7),
}
"""The winning animals of at most five cells (Harary), with a board on which search shows it."""
HEXES = {
    name: (side, side)
    for side, names in (
        (1, "monohex"),
        (2, "dihex"),
        (3, "i3 v3 a3 p4"),
        (4, "j4 s4 u4"),
        (5, "i4 o4 j5 p5 r5 q5 t5 g5 b5 f5"),
        (6, "y4 e5 n5 s5 v5 u5 w5 h5"),
        (7, "c5 y5 a5"),
        (8, "l5"),
    )
    for name in names.split()
}
"""The same for polyhexes: all of at most five cells but the losers d5 and x5, and i5, which is
open."""


def told(board: Board, tables: Mapping[str, Mapping[str, T]]) -> list[T]:
    """What the table for this kind of cells says of the board's animal, named or drawn."""
    forms = set(board.forms)
    known = tables.get(board.kind, {})
    return [found for name, found in known.items() if set(animal_forms(name, board.kind)) == forms]


def animal_boards(board: Board) -> list[tuple[int, int]]:
    """Boards on which Maker is known to get the animal of this one."""
    return told(board, {"polyomino": ANIMALS, "polyhex": HEXES})


LARGEST_SQUARE = 7
SQUARE_SECONDS = 6.0
"""Squares of sides to this are searched for Maker's win with shapes that have no name."""


def maker_boards(position: Position) -> Iterator[Inner]:
    """Smaller boards inside this one on which Maker is known to win."""
    board = position.board
    if board.kind == "tictactoe":
        n, d = (int(x) for x in board.parameters)
        small = {2: 2, 3: 2, 4: 3}.get(n, 0)
        if 0 < small < d <= MOST_DIMENSIONS:
            yield sub_cube(n, small, d)
        return
    if board.kind == "shapes":
        for side in range(1, min(LARGEST_SQUARE, min(board.shape) - 1) + 1):
            square = sub_grid("shapes", (side, side), str(board.parameters[0]), turned=False)
            yield replace(square, seconds=SQUARE_SECONDS)
        return
    if not board.forms and board.kind not in ("mnk", "torus-row"):
        return
    m, n = board.shape
    last = str(board.parameters[0] if board.forms else board.parameters[2])
    sizes: Sequence[tuple[int, int]]
    sizes = animal_boards(board) if board.forms else GRIDS.get(int(last), ())
    for size, turned in itertools.product(sizes, (False, True)):
        p, q = size[::-1] if turned else size
        if p <= m and q <= n and (board.kind == "torus-row" or p * q < m * n):
            kind = "mnk" if board.kind == "torus-row" else board.kind
            yield sub_grid(kind, size, last, turned)
            return


def maker(position: Position, limits: Limits, options: Options) -> Finding:
    """Maker's win on a smaller board: a proof kept with the package, or a search."""
    for inner in maker_boards(position):
        known = won(inner.words)
        if known is not None and position.to_move == "first":
            return Finding("maker", Map.inside(inner.words, inner.places, "outcome", known))
        words = f"{inner.words} --rule weak"
        if position.to_move != "first":
            words += f" --to-move {position.to_move}"
        try:
            short = limits.share(seconds=inner.seconds)
            found = search.outcome(Position.parse(words), short, options)
        except LimitReached:
            limits.check()
            continue
        if found.answer == "maker" and found.certificate is not None:
            there = Map.inside(words, inner.places, "outcome", found.certificate)
            return Finding("maker", there, found.stats)
    return Finding(UNKNOWN)


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
        and next(maker_boards(position), None) is not None
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
