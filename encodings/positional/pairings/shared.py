"""Pairings in which one pair may serve several sets, by SAT and CP-SAT, or why none exist.

A variable for every two free cells inside a live set; every live set contains a chosen
pair, no cell is in two. Doubling the sets and matching (Hall) misses these as soon as
sets share two cells, as k-in-a-row lines do. Three methods: weights that forbid every
pairing (a linear program), pairings kept by a symmetry of the board (smaller models),
and the whole model, whose "impossible" comes with a refutation.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.kernel import Goal
from gameproof.certificates.pairings.hall import Hall
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.encodings.engines import sat_engine
from gameproof.encodings.method import UNKNOWN, Export, Finding, Method, Options
from gameproof.encodings.refute import refute
from gameproof.games.clauses.pairs import MOST_PAIRS, pairs_of
from gameproof.games.positional import Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.model import Group, Model

MOST_WEIGHED_PAIRS = 100_000
MOST_SHARED_PAIRS = 1 << 19
"""Boards with more pairs inside sets are not modelled in the few seconds that a proof of the
outcome has for it."""
MOST_LP_SECONDS = 60.0
LOOK = 1024
"""So many pairs, sets or cells are modelled between two looks at the limits."""
DENOMINATORS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, 20, 24, 30, 36, 48, 60, 120, 840)


def pairing_model(position: Position, _options: Options, limits: Limits | None = None) -> Model:
    """Satisfiable iff there are disjoint pairs, one inside every live set of the first
    player. Variables ``pair(a,b)``. Some 20 microseconds for each pair; raises
    :class:`LimitReached` where the limits run out before it is built."""
    limits = limits or Limits()
    label = position.board.label
    model = Model("disjoint pairs of free cells, one inside every live set", str(position))
    pair = model.group("pair", pairs_of(position))
    for number, (a, b) in enumerate(pair):
        if number % LOOK == 0:
            limits.check()
        model.names[pair[a, b]] = f"pair({label(a)},{label(b)})"
    _constrain(model, position, pair, limits)
    return model


def _constrain(
    model: Model,
    position: Position,
    literal: Group | dict[tuple[int, int], int],
    limits: Limits,
) -> None:
    """A chosen pair in every live set, at most one at every cell (repeats allowed: orbits)."""
    seen: set[frozenset[int]] = set()
    for number, members in enumerate(position.live("first").sets()):
        if number % LOOK == 0:
            limits.check()
        clause = frozenset(literal[p] for p in combinations(members, 2) if p in literal)
        if clause not in seen:
            seen.add(clause)
            model.clause(sorted(clause))
    at_cell: dict[int, list[int]] = {}
    for (a, b), variable in literal.items():
        at_cell.setdefault(a, []).append(variable)
        at_cell.setdefault(b, []).append(variable)
    groups: set[tuple[int, ...]] = set()
    for number, variables in enumerate(at_cell.values()):
        if number % LOOK == 0:
            limits.check()
        # a variable that stands twice at a cell is an orbit with two pairs there
        for variable in (v for v, times in Counter(variables).items() if times > 1):
            model.clause([-variable])
        group = tuple(sorted(set(variables)))
        if len(group) > 1 and group not in groups:
            groups.add(group)
            model.at_most(1, group)


def finish(position: Position, pairs: list[tuple[int, int]]) -> Pairing:
    """The certificate: for every live set a chosen pair inside it; useless pairs dropped."""
    partner: dict[int, int] = {}
    for a, b in pairs:
        partner[a], partner[b] = b, a
    number: dict[tuple[int, int], int] = {}
    owner: list[int] = []
    for members in position.live("first").sets():
        inside = set(members)
        a = next(cell for cell in members if partner.get(cell) in inside)
        key = (min(a, partner[a]), max(a, partner[a]))
        owner.append(number.setdefault(key, len(number)))
    rows = np.array(list(number), dtype=np.int32).reshape(-1, 2)
    return Pairing(rows, np.array(owner, dtype=np.int64))


def by_weights(position: Position, limits: Limits, _options: Options) -> Finding:
    """``impossible`` by linear programming duality, else ``unknown``.

    The program is solved in floating point, its answer rounded to small fractions and
    accepted only if the whole numbers forbid every pairing.
    """
    pairs = pairs_of(position)
    live = position.live("first").sets()
    solution = _dual(position, pairs, live, limits)
    if solution is None:
        return Finding(UNKNOWN, None, {"pairs": len(pairs)})
    for denominator in DENOMINATORS:
        weights = np.floor(solution[: len(live)] * denominator + 1e-6).astype(np.int64)
        prices = np.ceil(solution[len(live) :] * denominator - 1e-6).astype(np.int64)
        if _forbid(live, weights.tolist(), prices.tolist()):
            return Finding(False, Hall("weights", weights, prices), {"pairs": len(pairs)})
    return Finding(UNKNOWN, None, {"pairs": len(pairs)})


def _forbid(live: list[tuple[int, ...]], weights: list[int], prices: list[int]) -> bool:
    """Do the sets around any two cells weigh no more than the two, and all more than all cells?"""
    if sum(weights) <= sum(prices) or min(weights, default=0) < 0 or min(prices, default=0) < 0:
        return False
    around: Counter[tuple[int, int]] = Counter()
    for weight, members in zip(weights, live, strict=True):
        if weight:
            for pair in combinations(members, 2):
                around[pair] += weight
    return all(weight <= prices[a] + prices[b] for (a, b), weight in around.items())


def _dual(
    position: Position,
    pairs: list[tuple[int, int]],
    live: list[tuple[int, ...]],
    limits: Limits,
) -> NDArray[np.float64] | None:
    """Weights of sets and cells that maximise their difference, or None when it is 0."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    row = {pair: i for i, pair in enumerate(pairs)}
    rows, columns, values = [], [], []
    for number, members in enumerate(live):
        for pair in combinations(members, 2):
            rows.append(row[pair])
            columns.append(number)
            values.append(1.0)
    for pair, i in row.items():
        for cell in pair:
            rows.append(i)
            columns.append(len(live) + cell)
            values.append(-1.0)
    width = len(live) + position.board.cells
    matrix = csr_array((values, (rows, columns)), shape=(len(pairs), width))
    cost = np.concatenate([-np.ones(len(live)), np.ones(position.board.cells)])
    bounds = [(0.0, 1.0)] * len(live) + [(0.0, None)] * position.board.cells
    program: Any = linprog
    answer = program(
        cost,
        A_ub=matrix,
        b_ub=np.zeros(len(pairs)),
        bounds=bounds,
        method="highs",
        options={"time_limit": min(max(limits.remaining(), 0.1), MOST_LP_SECONDS)},
    )
    limits.check()
    if not answer.success or answer.fun > -1e-6:
        return None
    solution: NDArray[np.float64] = np.asarray(answer.x, dtype=np.float64)
    return solution


def symmetries(position: Position) -> list[tuple[str, NDArray[np.int64]]]:
    """Symmetries of a plane board worth asking for, as permutations of the cells: the
    quarter turn, the half turn, the two reflections, the diagonal, and on a torus steps.
    Only those that keep the family of live sets."""
    shape = position.board.shape
    if len(shape) != 2 or position.first or position.second:
        return []
    m, n = shape
    grid = np.arange(m * n, dtype=np.int64).reshape(m, n)
    found = [("half turn", grid[::-1, ::-1]), ("mirror", grid[:, ::-1]), ("flip", grid[::-1])]
    if m == n:
        found = [("quarter turn", np.rot90(grid)), *found, ("diagonal", grid.T)]
    if position.board.kind == "torus-row":
        found = [
            *((f"step {r},{c}", np.roll(grid, (r, c), (0, 1))) for r, c in ((2, 2), (1, 2))),
            *found,
        ]
    family = set(position.live("first").sets())
    kept = []
    for name, image in found:
        places = image.ravel().tolist()
        if all(tuple(sorted(places[cell] for cell in row)) in family for row in family):
            kept.append((name, image.ravel()))
    return kept


def pair_orbits(
    pairs: list[tuple[int, int]], image: NDArray[np.int64]
) -> dict[tuple[int, int], int]:
    """For each pair the number (from 1) of its orbit under one permutation's powers."""
    places = image.tolist()
    orbit: dict[tuple[int, int], int] = {}
    count = 0
    for pair in pairs:
        if pair in orbit:
            continue
        count += 1
        while pair not in orbit:
            orbit[pair] = count
            a, b = places[pair[0]], places[pair[1]]
            pair = (min(a, b), max(a, b))
    return orbit


def by_symmetry(position: Position, limits: Limits, options: Options) -> Finding:
    """A pairing kept by one of the board's symmetries; ``unknown`` when there is none.

    Each symmetry gets a tenth of the time that is left, so that the whole model follows.
    """
    known = symmetries(position)
    if not known:
        return Finding(UNKNOWN)
    pairs = pairs_of(position)
    stats: dict[str, object] = {"pairs": len(pairs)}
    for name, image in known:
        limits.check()
        orbit = pair_orbits(pairs, image)
        model = Model(f"pairings kept by the {name}", str(position))
        model.group("orbit", range(1, max(orbit.values(), default=0) + 1))
        _constrain(model, position, orbit, limits)
        result = sat.solve(
            model,
            limits.share(0.1, 10.0),
            engine=sat_engine(options),
            encoding="ladder",
        )
        limits.check()
        if result.status == "sat":
            chosen = [pair for pair in pairs if result.true(orbit[pair])]
            stats |= result.stats | {"symmetry": name, "engine": result.engine}
            return Finding(True, finish(position, chosen), stats)
    return Finding(UNKNOWN, None, stats)


def by_sat(position: Position, limits: Limits, options: Options) -> Finding:
    """The whole model; "impossible" comes with a refutation."""
    model = pairing_model(position, options, limits)
    encoding = str(options.arguments.get("encoding") or "ladder")
    result = sat.solve(model, limits, engine=sat_engine(options), encoding=encoding)
    if result.status == "unknown":
        raise LimitReached(result.reason or "time")
    stats = result.stats | {"engine": result.engine, "pairs": len(model.groups["pair"])}
    if result.values is not None:
        chosen = model.groups["pair"].true(result.values)
        return Finding(True, finish(position, chosen), stats)
    return Finding(False, refute(Goal(position, "pairing"), limits, options), stats)


def may_share(position: Position) -> bool:
    """Can a pair serve two sets, and is the model small enough for an attempt of some seconds?

    Two lines of [n]^d meet in one cell at most, so that Hall's theorem has decided there.
    """
    return position.board.kind != "tictactoe" and _pairs(position) <= MOST_SHARED_PAIRS


def _pairs(position: Position) -> int:
    """Number of pairs inside sets, counted with repetition; cheap."""
    if position.board.kind == "tictactoe" and position.board.cells > 1 << 16:
        return MOST_PAIRS + 1
    sizes = position.board.first_sets.sizes
    return int((sizes * (sizes - 1) // 2).sum())


DUALITY = "linear programming duality: a pairing carries at most the weight of the cells"
SHARED = "a pair may serve every set that contains it; Gyorffy, London, Makay 2017"

METHODS: tuple[Method[Position], ...] = (
    Method("pairing", "weights", by_weights, DUALITY, lambda p: _pairs(p) <= MOST_WEIGHED_PAIRS),
    Method("pairing", "symmetric-sat", by_symmetry, SHARED, lambda p: _pairs(p) <= MOST_PAIRS),
    Method("pairing", "sat", by_sat, SHARED, lambda p: _pairs(p) <= MOST_PAIRS),
)

EXPORTS: tuple[Export[Position], ...] = (
    Export(
        "pairing",
        pairing_model,
        "disjoint pairs of free cells, one in every live set",
        finding=lambda position, model, values, _options: Finding(
            True, finish(position, model.groups["pair"].true(values))
        ),
    ),
)
