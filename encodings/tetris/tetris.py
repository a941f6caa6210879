"""Offline Tetris: dynamic programming over boards, and planning by SAT and CP-SAT."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal
from gameproof.encodings.each_move import together
from gameproof.encodings.engines import sat_engine
from gameproof.encodings.method import UNKNOWN, Encoding, Export, Finding, Method, Options
from gameproof.encodings.refute import refute
from gameproof.encodings.tetris.beam import beam
from gameproof.encodings.tetris.boards import MOST_CELLS, count_sequences, moves_along, search
from gameproof.games.clauses.tetris_plays import (
    PlayClauses,
    all_pieces,
    clearing,
    counted_part,
    most_by_counting,
    scoring,
    writable,
)
from gameproof.games.counts.tetris_counts import steps_each
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.steps import STEPS
from gameproof.games.tetris import Move, Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.cnf import Cnf
from gameproof.solvers.sat.model import Model
from gameproof.solvers.sat.result import Result
from gameproof.solvers.search.layered_search import Layer, TooManyStates, way

DYNAMIC = "dynamic program over boards (Demaine, Hohenberger and Liben-Nowell 2003)"
PLANNING = "planning as satisfiability (Kautz and Selman 1992)"
COUNTING = "p pieces and f filled cells fill at most (f + 4 p) / columns rows"
OFTEN = 4096  # clauses between looks at the limits
PROOF_SECONDS = 60.0
"""For a refutation where the dynamic program knows the answer but visited too many boards."""


def small(position: Position) -> bool:
    """Does a board fit into a machine word?"""
    return position.rows * position.columns <= MOST_CELLS


def uneven(position: Position) -> bool:
    """Do the cells not fill whole rows?"""
    return (position.filled + 4 * len(position.pieces)) % position.columns > 0


def shown(position: Position, moves: list[Move]) -> dict[str, object]:
    """The moves for a person."""
    texts = []
    for move in moves:
        texts.append(position.move_text(move))
        position = position.play(move)
    return {"moves": " ".join(texts)}


def _yes(position: Position, moves: list[Move], stats: dict[str, int]) -> Finding:
    return Finding(True, Definition.of(moves), stats, shown(position, moves))


def by_counting(position: Position, _limits: Limits, _options: Options) -> Finding:
    """An empty board needs whole rows."""
    cells = position.filled + 4 * len(position.pieces)
    return Finding(False, Definition(), detail={"cells": cells, "columns": position.columns})


def _boards(position: Position, clearing_: bool, limits: Limits) -> list[Layer] | None:
    try:
        return search(position, clearing_, limits)
    except TooManyStates:
        return None


def _proved_no(
    position: Position, question: str, visited: int | None, limits: Limits, options: Options
) -> tuple[Certificate | None, str | None]:
    """The search of who counts again where it is small, else a refutation if one is found
    soon; or a word on why there is none."""
    if visited is not None and visited <= STEPS // steps_each(position):
        return Definition(), None
    return _refuted(position, question, None, limits, options)


def _refuted(
    position: Position, question: str, bound: int | None, limits: Limits, options: Options
) -> tuple[Certificate | None, str | None]:
    within = limits.share(0.5, seconds=PROOF_SECONDS)
    try:
        if options.certificate and writable(position):
            return refute(Goal(position, question), within, options, bound), None
    except LimitReached:
        pass
    return None, "not verified: no refutation was found in time"


def by_boards(position: Position, limits: Limits, options: Options, question: str) -> Finding:
    """``clear`` and ``survive``: is there a (clean) board after the last piece?"""
    found = _boards(position, question == "clear", limits)
    if found is None:
        return Finding(UNKNOWN)
    visited = sum(len(layer.states) for layer in found)
    stats = {"boards": visited}
    pieces = len(position.pieces)
    if len(found) > pieces and len(found[pieces].states):
        last = found[pieces].states
        index = int(np.argmin(last))  # an empty board is the smallest word
        if question == "survive" or last[index] == 0:
            moves = moves_along(position, way(found, pieces, index))
            return _yes(position, moves, stats)
    certificate, note = _proved_no(position, question, visited, limits, options)
    return Finding(False, certificate, stats, note=note)


def most_by_boards(position: Position, limits: Limits, options: Options, question: str) -> Finding:
    """The best board of any layer; its cells tell the rows that vanished."""
    found = _boards(counted_part(position, question), False, limits)
    if found is None:
        return Finding(UNKNOWN)
    best, place = -1, (0, 0)
    for depth, layer in enumerate(found):
        if not len(layer.states):
            continue
        if question == "max-tetrises":
            score = layer.gain
        else:
            bits = np.unpackbits(layer.states.view(np.uint8).reshape(-1, 8), axis=1)
            cells = bits.sum(axis=1, dtype=np.int64)
            score = (position.filled + 4 * depth - cells) // position.columns
        index = int(np.argmax(score))
        if score[index] > best:
            best, place = int(score[index]), (depth, index)
    moves = moves_along(position, way(found, *place))
    visited = sum(len(layer.states) for layer in found)
    certificate, note = _proved_most(position, question, best, moves, visited, limits, options)
    detail = shown(position, moves)
    return Finding(best, certificate, {"boards": visited}, detail, note=note)


def _proved_most(
    position: Position,
    question: str,
    best: int,
    moves: list[Move],
    visited: int | None,
    limits: Limits,
    options: Options,
) -> tuple[Certificate | None, str | None]:
    """The moves, and why no play reaches more: counting cells, all boards, or a refutation."""
    play = Definition.of(moves)
    if best == most_by_counting(position, question):
        return no_more(position, question, best, moves, limits, options), None
    if visited is not None and visited <= STEPS // steps_each(position):
        return together(play, Definition()), None
    refutation, note = _refuted(position, question, best, limits, options)
    return (together(play, refutation), None) if refutation is not None else (None, note)


def no_more(
    position: Position,
    question: str,
    best: int,
    moves: list[Move],
    limits: Limits,
    options: Options,
) -> Certificate:
    """A play that reaches as much as counting cells allows."""
    lemmas: list[list[int]] = [[]]
    more = refute(Goal(position, question), limits, options, best, lemmas=lemmas)
    return together(Definition.of(moves), more)


def by_beam(position: Position, limits: Limits, options: Options, question: str) -> Finding:
    """A few good boards a layer: finds moves, never shows that there are none."""
    moves = beam(position, limits, question == "max-tetrises")
    last = position
    for move in moves:
        limits.check()
        last = last.play(move)
    if question in ("clear", "survive"):
        if len(moves) < len(position.pieces) or (question == "clear" and last.board):
            return Finding(UNKNOWN)
        return _yes(position, moves, {})
    tetrises, rows = last.tetrises - position.tetrises, last.cleared - position.cleared
    got = tetrises if question == "max-tetrises" else rows
    if got == most_by_counting(position, question):
        proof = no_more(position, question, got, moves, limits, options)
        return Finding(got, proof, {}, shown(position, moves))
    return Finding(UNKNOWN, bounds=None if small(position) else (got, None))


def as_model(plays: PlayClauses, title: str, tick: Callable[[], None] = lambda: None) -> Model:
    """The clauses as a model, places named after their moves: ``put(J1-C4,3)``."""
    model = Model(title, plays.position.grid())
    model.variables = plays.made.variables
    for number, clause in enumerate(plays.made.clauses):
        if number % OFTEN == 0:
            tick()
        model.clauses.append(tuple(clause))
    for number, put in enumerate(plays.put):
        tick()
        for (o, c, r), variable in put.items():
            piece = plays.position.pieces[number]
            model.names[variable] = f"put({piece}{o} {c + 1} {r + 1},{number + 1})"
    return model


def model_of(
    position: Position, question: str, tick: Callable[[], None] = lambda: None
) -> tuple[Model, PlayClauses]:
    """The question as a model, with an objective where it asks for the most; ``tick`` is
    called now and then (for limits)."""
    if question == "clear":
        plays = clearing(position, tick)
        return as_model(plays, "plays that empty the board", tick), plays
    if question == "survive":
        plays = all_pieces(position, "", True, tick)
        return as_model(plays, "plays that place every piece", tick), plays
    plays, literals = scoring(position, question, tick)
    model = as_model(plays, f"plays, {question}", tick)
    model.maximize((1, literal) for literal in literals)
    return model, plays


def read_moves(plays: PlayClauses, result: Result) -> list[Move]:
    """The places that are true, up to the end of the play."""
    moves = []
    for put in plays.put:
        here = [move for move, variable in put.items() if result.true(variable)]
        if not here:
            break
        moves.append(here[0])
    return moves


def planned(
    position: Position, limits: Limits, options: Options, question: str, engine: str | None
) -> Finding:
    """One of the four questions by SAT or CP-SAT."""
    model, plays = model_of(position, question, limits.check)
    result = sat.solve(model, limits, engine=engine)
    optimal = question.startswith("max-")
    if result.status == "unknown" or (optimal and result.reason is not None):
        limits.check()
        least = None if result.objective is None else int(result.objective)
        return Finding(UNKNOWN, None, result.stats, bounds=(least, None) if optimal else None)
    if result.status == "unsat":
        certificate, note = _proved_no(position, question, None, limits, options)
        return Finding(False, certificate, result.stats, note=note)
    moves = read_moves(plays, result)
    if not optimal:
        return _yes(position, moves, result.stats)
    best = int(result.objective or 0)
    proof, note = _proved_most(position, question, best, moves, None, limits, options)
    return Finding(best, proof, result.stats, shown(position, moves), note=note)


def survive_by_sat(position: Position, limits: Limits, options: Options) -> Finding:
    """Piece by piece in one session: the first piece that cannot be placed ends it."""
    engine = sat_engine(options)
    if engine == sat.CP_SAT:
        return planned(position, limits, options, "survive", engine)
    plays = PlayClauses(position, "", True, limits.check)
    with sat.Session(Cnf(0, []), limits, engine=engine) as session:
        known = 0
        result = session.solve()
        for number in range(1, len(position.pieces) + 1):
            plays.add_piece()
            for clause in plays.made.clauses[known:]:
                session.add_clause(clause)
            known = len(plays.made.clauses)
            result = session.solve()
            if result.status == "unknown":
                limits.check()
                return Finding(UNKNOWN, None, result.stats, {"placed": number - 1})
            if result.status == "unsat":
                proof, note = _proved_no(position, "survive", None, limits, options)
                lost = {"lost at piece": number}
                return Finding(False, proof, result.stats, lost, note=note)
        moves = read_moves(plays, result)
    return _yes(position, moves, result.stats)


def sequences(position: Position, limits: Limits, options: Options) -> Finding:
    """Sequences that can empty the board, counted; the checker counts short ones again."""
    length = options.arguments.get("length")
    if type(length) is not int or length < 0:
        raise BadInput("a length is a number 0, 1, 2, ...", "arguments.length")
    number, visited = count_sequences(position, length, limits)
    stats = {"boards": visited}
    if visited * 2 > STEPS // steps_each(position) or 7**length > STEPS:
        return Finding(number, None, stats, note="not verified: too many to count again")
    return Finding(number, Definition(), stats, {"of": 7**length})


def _methods(question: str) -> tuple[Method[Position], ...]:
    deciding = question in ("clear", "survive")
    run_boards = by_boards if deciding else most_by_boards

    def boards(position: Position, limits: Limits, options: Options) -> Finding:
        return run_boards(position, limits, options, question)

    def greedy(position: Position, limits: Limits, options: Options) -> Finding:
        return by_beam(position, limits, options, question)

    def by_sat(position: Position, limits: Limits, options: Options) -> Finding:
        if question == "survive":
            return survive_by_sat(position, limits, options)
        return planned(position, limits, options, question, sat_engine(options))

    def by_cpsat(position: Position, limits: Limits, options: Options) -> Finding:
        return planned(position, limits, options, question, sat.CP_SAT)

    first = Method("clear", "counting", by_counting, COUNTING, uneven)
    quick = Method(question, "beam", greedy, "a play found by beam search")
    dynamic = Method(question, "boards", boards, DYNAMIC, small)
    sat_ = Method(question, "sat", by_sat, PLANNING, writable)
    cp = Method(question, "cp-sat", by_cpsat, PLANNING, writable)
    if question == "clear":
        large = Method(question, quick.name, greedy, quick.theorem, lambda p: not small(p))
        return first, dynamic, large, sat_, cp
    return (quick, dynamic, sat_, cp) if deciding else (quick, dynamic, cp, sat_)


def _export(question: str) -> Export[Position]:
    def build(position: Position, _options: Options) -> Model:
        return model_of(position, question)[0]

    return Export(question, build, f"the plays of the sequence, {question}")


QUESTIONS = ("clear", "survive", "max-rows", "max-tetrises")
PLAYS = tuple(method for question in QUESTIONS for method in _methods(question))
"""What is asked of a board with a sequence."""
EXPORTS = tuple(_export(question) for question in QUESTIONS)
ENCODING = Encoding(
    methods=(
        *PLAYS,
        Method(
            "sequences",
            "boards",
            sequences,
            DYNAMIC,
            lambda p: small(p) and not p.pieces,
            reach=f"boards of at most {MOST_CELLS} cells, without pieces",
        ),
    ),
    exports=EXPORTS,
)
