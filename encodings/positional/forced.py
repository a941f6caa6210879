"""Wins by force, on boards of any size.

What a win would rely on if the opponent passed is all that he has to be answered (null moves), so
most of a large board is never looked at. Beyond ``MOST_CELLS`` a part of the board is: what is
proved there holds for every board around it (``certificates/zones/force.py``). It lies around the
stones, or in a corner where there are none.

Whatever is found comes with the certificate ``force``, in which one answer serves all moves that
miss the point.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

import numpy as np

from gameproof.certificates.zones.force import Force
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.narrow import small
from gameproof.games.bit_sets import members
from gameproof.games.boards.positional_shapes import Place, cell_at, place, shapes
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_questions import completes
from gameproof.games.sets.zone_board import zone_board
from gameproof.solvers.forced import forced_opening, forced_search
from gameproof.solvers.forced.forced_board import MOST_CELLS, ForcedProblem
from gameproof.solvers.forced.forced_search import ForcedProof
from gameproof.solvers.limits import LimitReached, Limits

SEARCHED, SEARCHED_EMPTY = 64, 16
"""Boards of at most so many cells, with stones and without, are searched as they are."""
FEW = 2
"""Stones of the attacker. With fewer, what he would win if the other passed takes quiet moves."""
SHARE, SECONDS, EXPANSIONS = 0.5, 30.0, 10_000
"""Of the time that is left, for each player and each part of the board, and at most so long, or so
many expansions where the attacker has few stones: most positions have no such win."""

Box = tuple[list[int], list[int]]
"""The least coordinates of a part, and its size along each axis."""


def as_problem(position: Position, attacker: str) -> ForcedProblem:
    """Does the player complete a set by force, he being to move?"""
    (attack, own), (defend, other) = (
        (tuple(position.sets(player).sets()), tuple(sorted(position.stones(player))))
        for player in (attacker, OTHER[attacker])
    )
    return ForcedProblem(position.board.cells, attack, defend, own, other)


def in_box(position: Position, attacker: str, box: Box) -> ForcedProblem:
    """The same in a part of the board, in the numbers of ``zone_board``. Raises ``BadInput``."""
    part = zone_board(position, attacker, *box)
    stones = tuple(members(part.attacker)), tuple(members(part.defender))
    barred = tuple(members(sum(part.barred)))
    return ForcedProblem(part.cells, tuple(part.attack), tuple(part.defend), *stones, barred)


def as_certificate(
    position: Position, attacker: str, proof: ForcedProof, box: Box | None = None
) -> Force:
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
        box=box,
    )


def attempt(
    position: Position,
    attacker: str,
    limits: Limits,
    box: Box | None = None,
    most: int = forced_opening.UNBOUNDED,
) -> Finding:
    """A win of the player, if one is found; within so many expansions where few stones are his.
    Raises :class:`LimitReached`."""
    wins = completes(position.rule, attacker)
    try:
        problem = as_problem(position, attacker) if box is None else in_box(position, attacker, box)
    except BadInput:
        return Finding(UNKNOWN)
    if wins is None or not problem.fits:
        return Finding(UNKNOWN)
    moving = position.to_move == attacker
    proof = _proof(problem, limits, most) if moving else _proof_after(problem, limits)
    if proof is None:
        return Finding(UNKNOWN)
    stats: dict[str, object] = {**proof.stats, "strategy": len(proof.ends) - 1}
    winning = (_on_the_board(position, proof.opening, box),) if moving else ()
    certificate = as_certificate(position, attacker, proof, box)
    return Finding(wins, certificate, stats, winning_moves=winning)


def _proof(problem: ForcedProblem, limits: Limits, most: int) -> ForcedProof | None:
    if len(problem.attacker) < FEW:
        return forced_opening.solve(problem, limits, most)
    return forced_search.solve(problem, limits)


def _proof_after(problem: ForcedProblem, limits: Limits) -> ForcedProof | None:
    """The win of an attacker who is not to move: as if he had just taken one of his cells."""
    if not problem.attacker:
        return None
    *others, last = problem.attacker
    before = dataclasses.replace(problem, attacker=tuple(others))
    found = forced_opening.ForcedOpening(before, limits).after(last)
    return None if found is None else dataclasses.replace(found, opening=-1)


def _on_the_board(position: Position, cell: int, box: Box | None) -> int:
    if box is None:
        return cell
    low, size = box
    where = np.unravel_index(cell, size)
    found = cell_at(position.board, tuple(int(a + x) for a, x in zip(low, where, strict=True)))
    assert found is not None
    return found


# -- parts of the board --------------------------------------------------------------------------


def parts(position: Position) -> Iterator[Box | None]:
    """Where a win may be looked for; ``None`` is the board."""
    board = position.board
    if board.cells <= MOST_CELLS:
        yield None
        return
    if len(board.shape) != 2 or (forms := shapes(board, MOST_CELLS)) is None:
        return
    length = max(max(form.tall, form.wide) for form in forms)
    stones = [place(board, cell) for cell in position.first | position.second]
    found: list[Box] = []
    for margin in (2 * length, length, 2 * length + 3, length + 1):
        box = around(stones, board.shape, margin)
        if prod(box[1]) <= MOST_CELLS and box not in found:
            found.append(box)
            yield box


def around(stones: Sequence[Place], shape: Sequence[int], margin: int) -> Box:
    """The box of the board that holds the stones and so many rows and columns around them; where
    there are none, so many of them in the corner."""
    if not stones:
        return [0, 0], [min(margin, side) for side in shape]
    low = [max(0, min(stone[axis] for stone in stones) - margin) for axis in (0, 1)]
    high = [
        min(side, max(stone[axis] for stone in stones) + margin + 1)
        for axis, side in enumerate(shape)
    ]
    return low, [b - a for a, b in zip(low, high, strict=True)]


# -- methods -------------------------------------------------------------------------------------


def outcome(position: Position, limits: Limits, _options: Options) -> Finding:
    """A win of either player, each sought in each part for a share of the time; who has more
    stones is asked first."""
    mover = position.to_move
    players = sorted((mover, OTHER[mover]), key=lambda side: -len(position.stones(side)))
    for box, attacker in product(parts(position), players):
        short = limits.share(SHARE, seconds=SECONDS)
        try:
            finding = attempt(position, attacker, short, box, EXPANSIONS)
        except LimitReached:
            limits.check()
            continue
        if finding.answer is not UNKNOWN:
            return finding
    return Finding(UNKNOWN)


def opening(position: Position, limits: Limits, _options: Options) -> Finding:
    """A win of the player to move, sought as long as there is time."""
    return attempt(position, position.to_move, limits)


def _applies(position: Position) -> bool:
    """A board that is not searched as it is, on which both want the same sets."""
    board, stones = position.board, position.first or position.second
    if board.cells <= (SEARCHED if stones else SEARCHED_EMPTY) or position.result() is not None:
        return False
    if not board.same_sets:
        return False
    if board.cells > MOST_CELLS and board.kind != "mnk" and not board.forms:
        return False
    return any(True for _ in parts(position))


def _one_stone(position: Position) -> bool:
    """What the first method tries for some seconds only."""
    mine = position.stones(position.to_move)
    return position.board.cells <= MOST_CELLS and len(mine) < FEW and _applies(position)


THEOREM = (
    "null moves and relevance zones (Thomsen 2000; Wu, Lin 2010): what a win would rely on "
    "if the opponent passed is all that he has to be answered"
)
METHODS: tuple[Method[Position], ...] = (Method("outcome", "forced", outcome, THEOREM, _applies),)
LAST: tuple[Method[Position], ...] = (
    Method("outcome", "forced-opening", opening, THEOREM, _one_stone),
)
"""After all others: it may take as long as there is time."""
