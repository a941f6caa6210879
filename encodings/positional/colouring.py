"""Full boards without a whole set: found by SAT and CP-SAT, counted, and the sparsest.

A variable for every free cell says that it is the first player's; every set of a
player must lack a cell. Evenly shared boards add one cardinality constraint. On large
boards [n]^d colourings are sought that a group of coordinate permutations keeps, and
that the reflection of all coordinates turns over where an even share is wanted: then
half of the cells are the first player's without any counting.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.definitions.definition import Definition as CountedAgain
from gameproof.certificates.kernel import Goal
from gameproof.encodings.counted import Count, Part
from gameproof.encodings.each_move import together
from gameproof.encodings.engines import sat_engine
from gameproof.encodings.method import UNKNOWN, Export, Finding, Method, Options
from gameproof.encodings.positional import in_parts
from gameproof.encodings.positional.symmetry import (
    Group,
    Mirror,
    Orbits,
    cell_orbits,
    largest_prime,
    line_clauses,
)
from gameproof.encodings.refute import refute
from gameproof.games.boards.grid_rows import line_count
from gameproof.games.boards.hypergraph import MOST_MEMBERS
from gameproof.games.counts.positional_counts import count_by_states as states_count
from gameproof.games.meaning.steps import STEPS, TooMuch, within
from gameproof.games.positional import Position
from gameproof.games.sets.board_stones import first_share, free_cells
from gameproof.solvers.counting import colour_count
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import sat, two_colouring
from gameproof.solvers.sat.cnf import DEFAULT_ENCODING
from gameproof.solvers.sat.model import Model

DIRECT_CELLS = 300
"""Boards [n]^d up to this size are tried without symmetry first."""

FEW_CELLS = 27
"""Free cells of boards that are counted one by one."""
MOST_COUNTED = 2500
"""Cells whose even share is written as clauses; counters grow with their square."""

LOCAL_SEARCH = 60.0
"""Seconds given to local search."""

FIRST_TURN = 4.0
"""Seconds of the first turn of each symmetric attempt."""

MOST_CELLS = 1 << 20

PREFIX = 10
"""Free cells whose colourings are counted apart where the count is divided."""


def drawn_position_model(position: Position, options: Options) -> Model:
    """The question ``drawn-position`` as a model with variables ``first(c)``, c a cell."""
    model = _drawn(position)
    first = model.groups["first"]
    if options.arguments.get("even"):
        model.exactly(first_share(position), first.values())
    return model


def fewest_crosses_model(position: Position, _options: Options) -> Model:
    """As ``drawn-position``, minimising the first player's cells."""
    model = _drawn(position)
    model.minimize((1, literal) for literal in model.groups["first"].values())
    return model


def _drawn(position: Position) -> Model:
    model = Model("a full board without a whole set of either player", str(position))
    label = position.board.label
    free = free_cells(position)
    first = model.group("first", [label(cell) for cell in free])
    variable = dict(zip(free, first.values(), strict=True))
    for player, sign in (("first", -1), ("second", 1)):
        for members in position.live(player).sets():
            model.clause(sign * variable[cell] for cell in members)
    return model


def colouring(position: Position, values: Sequence[bool]) -> Definition:
    """The final board of an assignment of the model (entry 0 unused)."""
    owner = position.mask("first").astype(np.int8)
    for variable, cell in enumerate(free_cells(position), 1):
        owner[cell] = values[variable]
    return Definition.of([owner.tolist()])


def _encoding(options: Options) -> str:
    return str(options.arguments.get("encoding") or DEFAULT_ENCODING)


def by_sat(position: Position, limits: Limits, options: Options) -> Finding:
    """The plain model on the engine asked for; "no" comes with a refutation."""
    engine = sat_engine(options)
    counted = bool(options.arguments.get("even")) and engine != sat.CP_SAT
    if counted and position.board.cells > MOST_COUNTED:
        return Finding(UNKNOWN, note="too many cells to count by clauses")
    model = drawn_position_model(position, options)
    result = sat.solve(model, limits, engine=engine, encoding=_encoding(options))
    if result.status == "unknown":
        raise LimitReached(result.reason or "time")
    stats = result.stats | {"engine": result.engine}
    if result.values is not None:
        return Finding(True, colouring(position, result.values), stats)
    goal = Goal(position, "drawn-position", options.arguments)
    return Finding(False, refute(goal, limits, options), stats)


def attempts(n: int, d: int, even: bool) -> list[tuple[Group, Mirror]]:
    """Groups and mirrors worth trying, the most successful first; for an even share only
    mirrors that share the board evenly."""
    permuted = largest_prime(d) == d
    turned: Mirror = "all" if permuted else "last"
    found: list[tuple[Group, Mirror]] = [("affine", turned), ("blocks", "all"), ("affine", "all")]
    if d % 3 == 0:
        found = [("blocks", "all"), *found]
    if n % 2 and not permuted and even:
        found.remove(("affine", turned))  # the middle slice would be shared evenly by luck only
    if not even:
        found.append(("affine", "none"))
    return list(dict.fromkeys(found))


def symmetric_model(position: Position, kind: Group, mirror: Mirror) -> tuple[Model, Orbits]:
    """The model over orbits of cells, and the orbits."""
    n, d = position.board.parameters
    orbits = cell_orbits(n, d, kind, mirror)
    model = Model(f"a drawn board [{n}]^{d}, {kind} group, mirror {mirror}", str(position))
    model.group("orbit", range(orbits.count))
    for clause in line_clauses(position.sets("first"), orbits):
        model.clause(clause)
        model.clause(-literal for literal in clause)
    return model, orbits


def by_symmetry(position: Position, limits: Limits, options: Options) -> Finding:
    """A colouring of orbits; ``unknown`` when there is none of that kind.

    The attempts take turns of 4, 16, 64, ... seconds: which one is easy cannot be told
    beforehand, and the easy ones are very easy.
    """
    n, d = (int(x) for x in position.board.parameters)
    even = bool(options.arguments.get("even"))
    engine = sat_engine(options)
    left = attempts(n, d, even)
    stats: dict[str, object] = {}
    share = FIRST_TURN
    while left:
        for kind, mirror in list(left):
            limits.check()
            model, orbits = symmetric_model(position, kind, mirror)
            result = sat.solve(model, limits.share(seconds=share), engine=engine)
            stats |= result.stats | {"engine": result.engine, "orbits": orbits.count}
            if result.values is not None:
                stats |= {"group": kind, "mirror": mirror}
                return Finding(True, Definition.of([_owners(result.values, orbits)]), stats)
            if result.status == "unsat":
                left.remove((kind, mirror))
            elif result.reason == "memory":
                raise LimitReached("memory")
        share *= 4
    return Finding(UNKNOWN, None, stats, note="no symmetric board of these kinds")


def by_local_search(position: Position, limits: Limits, options: Options) -> Finding:
    """A colouring of orbits by local search; ``unknown`` after ``LOCAL_SEARCH`` seconds.

    Sets of five and more cells leave so much room that it needs a second where SAT
    engines need many minutes; for four it is useless.
    """
    sat_engine(options)  # a wrong name is refused here too
    n, d = (int(x) for x in position.board.parameters)
    even = bool(options.arguments.get("even"))
    kind, mirror = next(pair for pair in attempts(n, d, even=True) if pair[1] == "all")
    orbits = cell_orbits(n, d, kind, mirror)
    clauses = line_clauses(position.sets("first"), orbits)
    rows = np.zeros((len(clauses), max(map(len, clauses))), dtype=np.int64)
    for row, clause in zip(rows, clauses, strict=True):
        row[: len(clause)] = clause
    turn = limits.share(seconds=LOCAL_SEARCH)
    stats = {"orbits": orbits.count, "sets": len(clauses), "even": even}
    try:
        found = two_colouring.colour(orbits.count, rows, turn)
    except LimitReached:
        limits.check()
        return Finding(UNKNOWN, None, stats)
    if found is None:
        return Finding(UNKNOWN, None, stats)
    values = [False, *found.tolist()]
    return Finding(True, Definition.of([_owners(values, orbits)]), stats)


def _owners(values: Sequence[bool], orbits: Orbits) -> list[int]:
    """The board of an assignment of orbits, turned over if the first player has too few."""
    colours = np.array(values[1:], dtype=np.bool_)[orbits.orbit]
    owner = np.where(orbits.sign > 0, colours, ~colours)
    return list((owner if 2 * int(owner.sum()) >= len(owner) else ~owner).astype(int).tolist())


def fewest_crosses(position: Position, limits: Limits, options: Options) -> Finding:
    """The least number of the first player's cells, the board, and why no fewer."""
    model = fewest_crosses_model(position, options)
    engine = sat_engine(options)
    result = sat.solve(model, limits, engine=engine, encoding=_encoding(options))
    stats = result.stats | {"engine": result.engine}
    own = len(position.first)
    goal = Goal(position, "fewest-crosses")
    if result.status == "unsat":
        return Finding(None, refute(goal, limits, options), stats)
    if result.values is None or result.objective is None or result.objective != result.bound:
        low, high = (None if x is None else x + own for x in (result.bound, result.objective))
        return Finding(UNKNOWN, None, stats, bounds=(low, high), note=result.reason)
    answer = result.objective + own
    found = colouring(position, result.values)
    lower = refute(goal, limits, options, answer)
    return Finding(answer, together(found, lower), stats)


def count_drawn(position: Position, limits: Limits, options: Options) -> Finding:
    """The number of drawn full boards, in all or evenly shared; counted again by the checker
    where the board is small enough, else without a certificate."""
    boards = _boards(position, limits)
    even = bool(options.arguments.get("even"))
    return told_count(position, boards[first_share(position)] if even else sum(boards), even=even)


def count_by_states(position: Position, limits: Limits, options: Options) -> Finding:
    """The same number over the states of the sets begun, as the checker counts it again."""
    try:
        with within(STEPS, limits.check):
            total = states_count(position, even=bool(options.arguments.get("even")))
    except TooMuch as reason:
        return Finding(UNKNOWN, note=reason.message)
    return Finding(total, CountedAgain(), {"cells": _uncoloured(position)})


def _boards(position: Position, limits: Limits, coloured: Sequence[bool] = ()) -> list[int]:
    """Drawn full boards by the number of free cells that are the first player's, ``coloured``
    saying which of the first free cells are."""
    cells = free_cells(position)
    bit = {cell: i for i, cell in enumerate(cells)}
    not_first, not_second = (
        [[bit[cell] for cell in members] for members in position.live(player).sets()]
        for player in ("first", "second")
    )
    for cell, first in enumerate(coloured):
        (not_second if first else not_first).append([cell])
    return colour_count.count(len(cells), not_first, not_second, limits)


def told_count(position: Position, total: int, *, even: bool = False) -> Finding:
    """The number of drawn full boards, to be counted again where the board is small enough."""
    cells = _uncoloured(position)
    try:
        if cells > FEW_CELLS:
            raise TooMuch("too many boards to be counted again")
        states_count(position, even=even)
    except TooMuch as reason:
        return Finding(total, None, {"cells": cells}, note=reason.message)
    return Finding(total, CountedAgain(), {"cells": cells})


def _parts(position: Position, _limits: Limits) -> list[tuple[Part, int]]:
    """The colourings of the first free cells, each as a number in binary."""
    first = min(PREFIX, len(free_cells(position)))
    return [((first, bits), 1) for bits in range(1 << first)]


def _count_part(position: Position, part: Part, limits: Limits) -> int:
    first, bits = part
    return sum(_boards(position, limits, [bool(bits >> i & 1) for i in range(first)]))


def _uncoloured(position: Position) -> int:
    return position.board.cells - len(position.first) - len(position.second)


def _size(position: Position) -> int:
    """Total size of the sets, without listing a board [n]^d."""
    if position.board.kind == "tictactoe":
        n, d = (int(x) for x in position.board.parameters)
        return n * line_count(n, d)
    return len(position.board.first_sets.members)


def _direct(position: Position) -> bool:
    return not _symmetric(position) or position.board.cells <= DIRECT_CELLS


def _countable(position: Position) -> bool:
    return position.board.cells <= MOST_COUNTED and _large(position)


def _large(position: Position) -> bool:
    return position.board.cells <= MOST_CELLS and _size(position) <= MOST_MEMBERS


def _symmetric(position: Position) -> bool:
    return (
        position.board.kind == "tictactoe"
        and not position.first
        and not position.second
        and position.rule == "strong"
        and int(position.board.parameters[1]) >= 3
        and position.to_move == "first"
        and int(position.board.parameters[0]) >= 3
        and _large(position)
    )


THEOREM = "a full board without a whole set of either player is an assignment of the clauses"
SYMMETRIC = "coordinate permutations take lines to lines, so colourings of orbits suffice"

METHODS: tuple[Method[Position], ...] = (
    Method("drawn-position", "sat", by_sat, THEOREM, lambda p: _large(p) and _direct(p)),
    Method(
        "drawn-position",
        "local-search",
        by_local_search,
        SYMMETRIC,
        lambda p: _symmetric(p) and not _direct(p) and int(p.board.parameters[0]) >= 5,
    ),
    Method("drawn-position", "symmetric-sat", by_symmetry, SYMMETRIC, _symmetric),
    Method("drawn-position", "large-sat", by_sat, THEOREM, lambda p: _large(p) and not _direct(p)),
    Method("fewest-crosses", "sat", fewest_crosses, THEOREM, _countable),
    *in_parts.DRAWN,
    Method(
        "count-drawn",
        "states",
        count_by_states,
        "transfer matrices: boards are counted by what is left of the sets begun",
        lambda p: _countable(p) and _uncoloured(p) > FEW_CELLS,
    ),
    Method(
        "count-drawn",
        "search",
        count_drawn,
        "every colouring without a whole set, cell by cell",
        lambda p: _uncoloured(p) <= colour_count.MOST_CELLS,
    ),
)

COUNT = Count(
    "count-drawn",
    "search",
    lambda p: _uncoloured(p) <= colour_count.MOST_CELLS,
    _parts,
    _count_part,
    told_count,
)

EXPORTS: tuple[Export[Position], ...] = (
    Export(
        "drawn-position",
        drawn_position_model,
        "a full board without a whole set",
        finding=lambda position, _model, values, _options: Finding(
            True, colouring(position, values)
        ),
    ),
    Export("fewest-crosses", fewest_crosses_model, "the same with fewest cells of the first"),
)
