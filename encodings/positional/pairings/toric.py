"""The pairings of a torus as exact covers, counted by a search.

Which tori those are, and why, stands in :mod:`gameproof.games.counts.torus_pairings`. Pairings up
to symmetry are counted by Burnside's lemma, an exact cover problem for each class of symmetries.
"""

from __future__ import annotations

from pathlib import Path

from gameproof.certificates.definitions.definition import Definition
from gameproof.encodings import counted
from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.positional import in_parts
from gameproof.games.counts.torus_pairings import (
    Torus,
    classes,
    covered,
    kept_options,
    symmetries,
    too_few_cells,
)
from gameproof.games.positional import Position
from gameproof.solvers.counting.exact_cover import (
    Problem,
    Progress,
    StateCount,
    Symmetry,
    count,
    spread_out,
)
from gameproof.solvers.limits import Limits

MOST_CELLS = 64
"""Items of one kind of an exact cover problem."""


def line_image(board: Torus, image: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation of lines that goes with one of cells."""
    number = {frozenset(line): i for i, line in enumerate(board.lines)}
    return tuple(number[frozenset(image[cell] for cell in line)] for line in board.lines)


def cover_problem(board: Torus) -> Problem:
    """Cells on the left, lines on the right, a pair in a line as an option."""
    return Problem(
        board.p * board.q,
        len(board.lines),
        tuple(1 << a | 1 << b for _, (a, b) in board.pairs),
        tuple(1 << line for line, _ in board.pairs),
    )


def fixed_problem(board: Torus, image: tuple[int, ...]) -> Problem | None:
    """Covers that a symmetry keeps; None when some cell or line has no option."""
    left, right = [], []
    whole_left = whole_right = 0
    for cells, lines in kept_options(board, image):
        left.append(sum(1 << cell for cell in cells))
        right.append(sum(1 << line for line in lines))
        whole_left, whole_right = whole_left | left[-1], whole_right | right[-1]
    n, rights = board.p * board.q, len(board.lines)
    if whole_left != (1 << n) - 1 or whole_right != (1 << rights) - 1:
        return None
    return Problem(n, rights, tuple(left), tuple(right))


def count_pairings(
    position: Position,
    limits: Limits,
    options: Options,
    progress: Progress | None = None,
) -> Finding:
    """The number of periodic pairings, or with ``up_to_symmetry`` of their classes.

    ``resume`` among the arguments names a file that keeps the count so far. Without a
    ``progress`` of the caller's own, a terminal is told how far it got.
    """
    board = covered(position)
    assert board is not None  # the method applies to such tori only
    group = symmetries(board.p, board.q)
    resume = options.arguments.get("resume")
    file = Path(str(resume)) if resume else None
    whole = [Symmetry(image, line_image(board, image)) for image in group]
    labelled = count(cover_problem(board), limits, symmetries=whole, progress=progress, resume=file)
    stats = {"pairs": len(board.pairs), "lines": len(board.lines), "symmetries": len(group)}
    if not options.arguments.get("up_to_symmetry"):
        return Finding(labelled, None, stats)
    classes_found, stats["symmetries that keep a pairing"] = up_to_symmetry(board, labelled, limits)
    return Finding(classes_found, None, stats, {"labelled": str(labelled)})


def _parts(position: Position, limits: Limits) -> list[tuple[counted.Part, int]]:
    """States from which the pairings are counted, and how often each counts."""
    board = covered(position)
    assert board is not None
    whole = [Symmetry(image, line_image(board, image)) for image in symmetries(board.p, board.q)]
    states = spread_out(cover_problem(board), whole, limits)
    return [((free, open_), often) for free, open_, often in states]


def _count_part(position: Position, part: counted.Part, limits: Limits) -> int:
    """The pairings that complete a state."""
    board = covered(position)
    assert board is not None
    free, open_ = part
    return StateCount(cover_problem(board)).count(free, open_, limits)


def _all_of_them(position: Position, labelled: int) -> Finding:
    board = covered(position)
    assert board is not None
    stats = {"pairs": len(board.pairs), "lines": len(board.lines)}
    return Finding(labelled, None, stats)


def up_to_symmetry(board: Torus, labelled: int, limits: Limits) -> tuple[int, int]:
    """Classes of pairings under the symmetries, by Burnside's lemma, given the number of all;
    and how many symmetries keep some pairing."""
    group = symmetries(board.p, board.q)
    identity = tuple(range(board.p * board.q))
    total, kept = labelled, 1
    for image, size in classes(group):
        if image == identity:
            continue
        problem = fixed_problem(board, image)
        fixed = count(problem, limits) if problem is not None else 0
        total += size * fixed
        kept += size if fixed else 0
    if total % len(group):
        raise RuntimeError("Burnside's sum is not divisible by the order of the group")
    return total // len(group), kept


def _tight(position: Position) -> bool:
    board = covered(position)
    return board is not None and len(board.lines) * 2 <= MOST_CELLS and board.distinct


def none(_position: Position, _limits: Limits, _options: Options) -> Finding:
    """There are fewer cells than pairs need."""
    return Finding(0, Definition())


METHODS: tuple[Method[Position], ...] = (
    *in_parts.PAIRINGS,
    Method(
        "count-pairings",
        "exact-cover",
        count_pairings,
        "one pair in each line of the torus, every cell in one: exact covers; Burnside's lemma",
        _tight,
    ),
    Method(
        "count-pairings",
        "too-few-cells",
        none,
        "a pair s cells apart lies in k - s windows of its line",
        too_few_cells,
    ),
)

COUNT = counted.Count("count-pairings", "exact-cover", _tight, _parts, _count_part, _all_of_them)
