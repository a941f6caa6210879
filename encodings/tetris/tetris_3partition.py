"""3-PARTITION by CP-SAT, and its triples as the moves that empty the Tetris board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from gameproof.certificates.definitions.definition import Definition
from gameproof.encodings.by_definition import defined
from gameproof.encodings.engines import sat_engine
from gameproof.encodings.method import UNKNOWN, Encoding, Export, Finding, Method, Options
from gameproof.encodings.tetris import tetris
from gameproof.games.clauses.tetris_plays import most_by_counting
from gameproof.games.meaning.steps import TooMuch
from gameproof.games.tetris import Move, Position
from gameproof.games.tetris_3partition import Reduction
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.model import Model

THEOREM = "a 3-partition empties the board (Demaine, Hohenberger and Liben-Nowell 2003)"


def model(position: Reduction, _options: Options) -> Model:
    """``into(i,j)``: number i is in triple j. A first number opens each triple, so that
    triples are not permuted."""
    made = Model(f"3-PARTITION with T = {position.target}")
    numbers, triples = position.numbers, position.triples
    into = made.group("into", ((i, j) for i in range(len(numbers)) for j in range(triples)))
    for i in range(len(numbers)):
        made.exactly(1, [into[i, j] for j in range(triples)])
        # a number goes into the next empty triple or into one that has been opened
        for j in range(1, triples):
            made.clause([-into[i, j], *(into[k, j - 1] for k in range(i))])
    for j in range(triples):
        made.exactly(3, [into[i, j] for i in range(len(numbers))])
        terms = [(a, into[i, j]) for i, a in enumerate(numbers)]
        made.linear(terms, "==", position.target)
    return made


def find_triples(
    position: Reduction, limits: Limits, options: Options
) -> tuple[str, list[list[int]], dict[str, int]]:
    """``sat``, ``unsat`` or ``unknown``, with the triples; by CP-SAT unless another is named."""
    question = model(position, options)
    result = sat.solve(question, limits, engine=sat_engine(options) or sat.CP_SAT)
    stats = {**question.summary(), "conflicts": int(result.stats.get("conflicts", 0))}
    if result.status != "sat":
        return result.status, [], stats
    return "sat", triples_of(position, question, result.values or ()), stats


def triples_of(position: Reduction, model: Model, values: Sequence[bool]) -> list[list[int]]:
    """The triples of an assignment of the model."""
    into = model.groups["into"]
    return [
        [i for i in range(len(position.numbers)) if values[into[i, j]]]
        for j in range(position.triples)
    ]


def partition(position: Reduction, limits: Limits, options: Options) -> Finding:
    """The triples, or that there are none where that can be tried again."""
    status, triples, stats = find_triples(position, limits, options)
    if status == "unknown":
        limits.check()
        return Finding(UNKNOWN, stats=stats)
    if status == "sat":
        return _found(position, triples, stats)
    try:
        defined(position, "partition", {}, limits)
    except TooMuch as reason:
        return Finding(False, None, dict(stats), note=f"not verified: {reason.message}")
    return Finding(False, Definition(), dict(stats))


def _found(position: Reduction, triples: list[list[int]], stats: dict[str, int]) -> Finding:
    shown = " ".join(
        "{" + " ".join(str(position.numbers[i]) for i in triple) + "}" for triple in triples
    )
    into = {i: number for number, triple in enumerate(triples) for i in triple}
    split = Definition.of([[into[i] for i in range(len(position.numbers))]])
    return Finding(True, split, dict(stats), {"triples": shown})


def _imported(
    position: Reduction, made: Model, values: Sequence[bool], _options: Options
) -> Finding:
    return _found(position, triples_of(position, made, values), {})


def sizes(position: Reduction, _limits: Limits, _options: Options) -> Finding:
    """The sizes of the reduction, counted."""
    return Finding(position.sizes(), Definition())


def intended(position: Reduction, triples: list[list[int]]) -> list[Move]:
    """The moves of the reduction's intended play: every number into its triple's bucket."""
    bucket = {i: j for j, triple in enumerate(triples) for i in triple}
    base = [0] * position.triples
    moves: list[Move] = []
    for i, a in enumerate(position.numbers):
        left, row = 6 * bucket[i], base[bucket[i]]
        # the initiator closes the well, fills a notch and evens the rest
        moves += [(1, left + 2, row), (0, left + 2, row + 4), (0, left, row + 4)]
        for _ in range(a):
            row += 6
            moves += [(0, left, row), (0, left, row + 1), (2, left, row + 2)]
            moves += [(0, left + 2, row + 4), (0, left, row + 4)]
        row += 6
        moves += [(0, left, row), (0, left, row + 2)]  # the terminator leaves a well again
        base[bucket[i]] = row
    moves += [(1, 6 * j + 2, row) for j, row in enumerate(base)]
    moves.append((2, 6 * position.triples, position.rows - 2))
    moves += [(1, 6 * position.triples + 2, 0)] * (3 * position.target // 2 + 5)
    return moves


def by_partition(position: Reduction, limits: Limits, options: Options, question: str) -> Finding:
    """A 3-partition played. Without one nothing is said: that the reconstructed board cannot
    be emptied then was not proved."""
    status, triples, stats = find_triples(position, limits, options)
    if status == "unknown":
        limits.check()
        return Finding(UNKNOWN, stats=dict(stats))
    if status == "unsat":
        return Finding(UNKNOWN, None, dict(stats), {"partition": "no"})
    moves = intended(position, triples)
    last: Position = position
    within = limits.share(0.45)  # the checker is to play the moves once more
    try:
        for move in moves:
            within.check()
            last = last.play(move)
    except LimitReached:
        limits.check()
        return Finding(UNKNOWN, stats=dict(stats), note="no time to play a 3-partition")
    reached = {"max-rows": last.cleared, "max-tetrises": last.tetrises}
    detail = {"pieces": len(moves), "rows": last.cleared, "tetrises": last.tetrises}
    if question not in reached:
        return Finding(True, Definition.of(moves), dict(stats), dict(detail))
    best = reached[question]
    if best != most_by_counting(position, question):
        return Finding(UNKNOWN, stats=dict(stats), detail=dict(detail))
    proof = tetris.no_more(position, question, best, moves, limits, options)
    return Finding(best, proof, dict(stats), dict(detail))


def _at_start(position: Reduction) -> bool:
    return position.placed == 0


def _question(question: str) -> Method[Reduction]:
    def run(position: Reduction, limits: Limits, options: Options) -> Finding:
        return by_partition(position, limits, options, question)

    return Method(question, "partition", run, THEOREM, _at_start)


# A Reduction is a Tetris position.
PLAYS = cast(tuple[Method[Reduction], ...], tetris.PLAYS)
EXPORTS = cast(tuple[Export[Reduction], ...], tetris.EXPORTS)
ENCODING = Encoding(
    methods=(
        Method("partition", "cp-sat", partition, "3-PARTITION as linear equations", _at_start),
        Method("sizes", "count", sizes, "the board and the sequence counted", _at_start),
        *(_question(question) for question in tetris.QUESTIONS),
        *PLAYS,
    ),
    exports=(
        Export("partition", model, "the triples by linear equations", finding=_imported),
        *EXPORTS,
    ),
)
