"""Wins by force with quiet moves, on boards too large to look at every answer.

Whatever is found comes with the certificate ``force``, in which one answer serves all moves that
miss the point.
"""

from __future__ import annotations

import dataclasses

from gameproof.certificates.zones.force import Force
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.narrow import small
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_questions import completes
from gameproof.solvers.forced import forced_opening, forced_search
from gameproof.solvers.forced.forced_board import MOST_CELLS, MOST_SETS, ForcedProblem
from gameproof.solvers.forced.forced_search import ForcedProof
from gameproof.solvers.limits import LimitReached, Limits

SEARCHED = 64
"""Boards of at most so many cells are searched as they are."""
SHARE, SECONDS = 0.5, 30.0
"""Of the time that is left, for each player, and at most so long for one who is not to move."""
FEW = 2
"""Stones of the attacker. With fewer, what he would win if the other passed takes quiet moves."""


def as_problem(position: Position, attacker: str) -> ForcedProblem:
    """Does the player complete a set by force, he being to move?"""
    return ForcedProblem(
        position.board.cells,
        tuple(position.sets(attacker).sets()),
        position.wants_sets(OTHER[attacker]),
        tuple(sorted(position.stones(attacker))),
        tuple(sorted(position.stones(OTHER[attacker]))),
    )


def as_certificate(position: Position, attacker: str, proof: ForcedProof) -> Force:
    """What was found for the attacker."""
    moves, replies, children = (small(column) for column in proof.edges.T)
    return Force(
        attacker=attacker,
        first=sorted(position.first),
        second=sorted(position.second),
        to_move=position.to_move,
        opening=proof.opening,
        root=proof.root,
        edge_ends=small(proof.ends),
        moves=moves,
        replies=replies,
        children=children,
    )


def attempt(position: Position, attacker: str, limits: Limits) -> Finding:
    """A win of the player, if one is found. Raises :class:`LimitReached`."""
    wins = completes(position.rule, attacker)
    problem = as_problem(position, attacker)
    if wins is None or not problem.fits or not problem.attacker:
        return Finding(UNKNOWN)
    moving = position.to_move == attacker
    proof = _proof(problem, limits) if moving else _proof_after(problem, limits)
    if proof is None:
        return Finding(UNKNOWN)
    stats = {**proof.stats, "strategy": len(proof.ends) - 1}
    certificate = as_certificate(position, attacker, proof)
    winning = (proof.opening,) if moving else ()
    return Finding(wins, certificate, dict(stats), winning_moves=winning)


def _proof(problem: ForcedProblem, limits: Limits) -> ForcedProof | None:
    solve = forced_opening.solve if len(problem.attacker) < FEW else forced_search.solve
    return solve(problem, limits)


def _proof_after(problem: ForcedProblem, limits: Limits) -> ForcedProof | None:
    """The win of an attacker who is not to move: as if he had just taken one of his cells."""
    *others, last = problem.attacker
    before = dataclasses.replace(problem, attacker=tuple(others))
    found = forced_opening.ForcedOpening(before, limits).after(last)
    return None if found is None else dataclasses.replace(found, opening=-1)


def outcome(position: Position, limits: Limits, _options: Options) -> Finding:
    """A win of either player, each in a share of the time that is left; other methods have the
    rest. Who has more stones is asked first."""
    mover = position.to_move
    players = sorted((mover, OTHER[mover]), key=lambda side: -len(position.stones(side)))
    for attacker in players:
        seconds = None if attacker == mover else SECONDS
        try:
            found = attempt(position, attacker, limits.share(SHARE, seconds=seconds))
        except LimitReached:
            limits.check()
            continue
        if found.answer is not UNKNOWN:
            return found
    return Finding(UNKNOWN)


def _applies(position: Position) -> bool:
    """Are there stones, on a board that the search takes and that is not small?"""
    board = position.board
    if not SEARCHED < board.cells <= MOST_CELLS or not board.same_sets:
        return False
    if position.result() is not None or len(board.first_sets) > MOST_SETS:
        return False
    return any(position.wants_sets(player) for player in filter(position.stones, position.players))


METHODS: tuple[Method[Position], ...] = (
    Method(
        "outcome",
        "forced",
        outcome,
        "null moves and relevance zones (Thomsen 2000; Wu, Lin 2010): what a win would rely on "
        "if the opponent passed is all that he has to be answered",
        _applies,
        reach=f"boards of at most {MOST_CELLS} cells",
    ),
)
