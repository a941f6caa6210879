"""Which classes of cycles fit on an n x n torus: digital lines, SAT and CP-SAT, counting bounds.

A closed digital line, its two kinds of steps spread as evenly as whole numbers
allow, has the least length n * max(|x|, |y|, |x - y|); it turned out to be simple
for every class within the bound on each board tried (n <= 13), and chordless for
some phase where 2 max(...) <= n. Where it is not, a SAT model is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal
from gameproof.encodings.each_move import together
from gameproof.encodings.method import UNKNOWN, Export, Finding, Method, Options
from gameproof.encodings.refute import as_model, refute
from gameproof.games.clauses.cycles import LARGEST, LONGEST, formula
from gameproof.games.counts.torus_counts import asked_class, asked_kind, cycle_class
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.torus_classes import Class, classes_within, hex_norm
from gameproof.games.torus_cycles import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.model import Model

COUNTING = "a cycle of class (x, y) has at least n max(|x|, |y|, |x-y|) cells (Schepler 2004)"


def digital_line(n: int, x: int, y: int, phase: int) -> list[int]:
    """The closed digital line of class (x, y) on the n x n torus, from cell 0; O(length)."""
    if x * y >= 0:
        sign = 1 if x > 0 or y > 0 else -1
        one, many = (-sign, sign), min(abs(x), abs(y)) * n
        two = (0, sign) if abs(x) > abs(y) else (-sign, 0)
        rest = abs(abs(x) - abs(y)) * n
    else:
        one, many = (0, 1 if x > 0 else -1), abs(x) * n
        two, rest = (-1 if y > 0 else 1, 0), abs(y) * n
    total = many + rest
    row = column = 0
    fill = phase
    cells = []
    for _ in range(total):
        cells.append(row % n * n + column % n)
        fill += many
        step = one if fill >= total else two
        fill -= total if fill >= total else 0
        row, column = row + step[0], column + step[1]
    return cells


def _largest(position: Position, chordless: bool) -> int:
    """The greatest max(|x|, |y|, |x - y|) of a class that is short enough."""
    return position.rows // 2 if chordless else position.rows


def _class_of(position: Position, cells: list[int], chordless: bool) -> Class | None:
    try:
        return cycle_class(position, cells, chordless=chordless)
    except BadInput:
        return None


def find_line(position: Position, x: int, y: int, chordless: bool) -> list[int] | None:
    """A digital line of the class that is a simple (chordless) cycle, if some phase gives one."""
    n = position.rows
    length = n * hex_norm(x, y)
    if length > n * n:
        return None
    for phase in range(length if chordless or length < n * n else 1):
        cells = digital_line(n, x, y, phase)
        if len(set(cells)) == length and _class_of(position, cells, chordless) is not None:
            return cells
    return None


def _goal(position: Position, options: Options) -> Goal[object]:
    return Goal(position, "cycle", options.arguments)


def _steps(position: Position) -> list[tuple[int, int]]:
    """The steps of an empty board, in the order of their variables."""
    return [(v, to) for v in range(len(position.stones)) for to, _, _ in position.neighbours(v)]


def model(position: Position, options: Options) -> Model:
    """The checker's clauses as a model; the first variables are the steps of the cycle, if the
    class has any that is short enough."""
    made, name = formula(_goal(position, options)), position.cell_text
    steps = [f"{name(v)} {name(to)}" for v, to in _steps(position)] if made.variables else []
    return as_model(made, {"step": steps})


def by_line(position: Position, limits: Limits, options: Options) -> Finding:
    """A digital line, or the counting bound."""
    x, y = asked_class(options.arguments)
    chordless = asked_kind(options.arguments) == "chordless"
    if gcd(x, y) != 1 or hex_norm(x, y) > _largest(position, chordless):
        return _refuted(position, limits, options)
    cells = find_line(position, x, y, chordless)
    if cells is None:
        return Finding(UNKNOWN)
    return Finding(True, Definition.of([cells]), detail={"length": len(cells)})


def by_sat(position: Position, limits: Limits, options: Options) -> Finding:
    """A cycle by SAT or CP-SAT; for a class that does not fit, a bound or a refutation."""
    x, y = asked_class(options.arguments)
    if gcd(x, y) != 1:
        return _refuted(position, limits, options)
    question = model(position, options)
    result = sat.solve(question, limits, engine=options.engine or sat.DEFAULT_ENGINE)
    if result.status == "unknown":
        limits.check()
        return Finding(UNKNOWN, stats=result.stats)
    if result.status == "unsat" or result.values is None:
        return _refuted(position, limits, options)
    finding = cycle_of(position, question, result.values, options)
    finding.stats = result.stats
    return finding


def cycle_of(
    position: Position, _model: Model, values: Sequence[bool], options: Options
) -> Finding:
    """The cycle of the class asked for in an assignment of the model."""
    taken = dict(step for number, step in enumerate(_steps(position), 1) if values[number])
    chordless = asked_kind(options.arguments) == "chordless"
    cells = cycle_in(position, taken, asked_class(options.arguments), chordless=chordless)
    if cells is None:
        return Finding(UNKNOWN)
    return Finding(True, Definition.of([cells]), detail={"length": len(cells)})


def cycle_in(
    position: Position, after: dict[int, int], wanted: Class, *, chordless: bool = False
) -> list[int] | None:
    """A cycle of the class among disjoint ones; ``after``: the cell that follows each, used up."""
    while after:
        cells = [next(iter(after))]
        while (to := after.pop(cells[-1])) != cells[0]:
            cells.append(to)
        if len(cells) > 2 and _class_of(position, cells, chordless) == wanted:
            return cells
    return None


def _refuted(position: Position, limits: Limits, options: Options) -> Finding:
    """Why no cycle has the class."""
    certificate = refute(_goal(position, options), limits, options)
    return Finding(False, certificate, {"lemmas": len(certificate.lemma_ends) - 1})


def classes(position: Position, limits: Limits, options: Options) -> Finding:
    """A cycle of every class within the counting bound: their number is the answer."""
    chordless = asked_kind(options.arguments) == "chordless"
    cycles = []
    possible = classes_within(_largest(position, chordless))
    wanted = sorted(possible, key=lambda c: (hex_norm(*c), c))
    for x, y in wanted:
        limits.check()
        cells = find_line(position, x, y, chordless)
        if cells is None:
            arguments = {**options.arguments, "class": f"{x},{y}"}
            finding = by_sat(position, limits, Options(options.engine, arguments=arguments))
            if not isinstance(finding.certificate, Definition):
                return Finding(UNKNOWN, detail={"not decided": [x, y]})
            cells = list(finding.certificate.rows()[0])
        cycles.append(cells)
    detail = {"classes": " ".join(f"({x},{y})" for x, y in wanted)}
    goal = Goal(position, "classes", options.arguments)
    more = refute(goal, limits, options, len(wanted), lemmas=[[]])
    return Finding(len(wanted), together(Definition.of(cycles), more), detail=detail)


def _square(position: Position) -> bool:
    return position.rows == position.columns >= 3


def _has_clauses(position: Position) -> bool:
    sides = position.rows, position.columns
    return min(sides) >= 3 and max(sides) <= LONGEST and len(position.stones) <= LARGEST


METHODS = (
    Method("cycle", "digital-line", by_line, COUNTING, _square),
    Method(
        "cycle",
        "sat",
        by_sat,
        "disjoint essential cycles share a class",
        _has_clauses,
        reach=f"boards of at most {LARGEST} cells with sides of 3 to {LONGEST}",
    ),
    Method("classes", "digital-lines", classes, COUNTING, _square),
)
EXPORTS = (
    Export("cycle", model, "a cycle of a class: steps, degrees, winding sums", finding=cycle_of),
)
