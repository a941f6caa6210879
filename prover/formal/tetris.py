"""Tetris: a play that reaches the goal (rule ``play``), or all plays, of which none does
(``avoid``); both together where the goal is as much as can be reached (``most``)."""

from __future__ import annotations

from typing import Any

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.games.meaning.statement import Is
from gameproof.games.tetris import Position
from gameproof.prover.formal.numbers import NotCovered, Numbers, Said, flat, row
from gameproof.prover.formal.play import RULE as PLAY
from gameproof.prover.formal.positions import in_order, place
from gameproof.prover.formal.solved import AVOID

MOST_RULE = 16
MOST = 20_000
"""Positions of all plays."""
CLEAR, SURVIVE, ROWS, FOURS = range(4)
GOALS = {"clear": CLEAR, "survive": SURVIVE, "max-rows": ROWS, "max-tetrises": FOURS}


def goal_of(said: Is) -> tuple[int, int]:
    """The number of the goal, and of what it counts; raises :class:`NotCovered`."""
    name = said.quantity.name
    if name not in GOALS or said.quantity.arguments:
        raise NotCovered(f"the quantity {name!r}")
    counts = GOALS[name] >= ROWS
    if counts != (type(said.value) is int) or not isinstance(said.value, int):
        raise Rejected("no such answer")
    return GOALS[name], int(said.value) if counts else 0


def statement(said: Is) -> Numbers:
    """What is claimed: that the goal can be reached, or cannot; or how much can."""
    goal, count = goal_of(said)
    if goal >= ROWS:
        return [Said.MOST, count]
    return [Said.FORCE, 0, 1, 0, 1, 0, 0] if said.value else [Said.PREVENT, 0, 1, 1, 1, 0, 0]


def met(position: Position, goal: int, count: int) -> bool:
    """Is the goal reached where the play has ended?"""
    if goal <= SURVIVE:
        return not position.pieces and (goal == SURVIVE or not position.board)
    return (position.cleared if goal == ROWS else position.tetrises) >= count


def step(start: Position, said: Is, certificate: Any) -> Numbers:
    """The step for one statement; raises :class:`NotCovered` for too many plays."""
    goal, count = goal_of(said)
    if goal >= ROWS:
        found = played(start, certificate, goal, count)
        return [MOST_RULE, count, *flat(found), *flat(all_plays(start, goal, count + 1))]
    if said.value:
        return [PLAY, 0, *row([0]), *row([0]), *flat(played(start, certificate, goal, 0))]
    return [AVOID, 0, *row([1]), *row([0]), 0, *flat(all_plays(start, goal, 0))]


def played(start: Position, certificate: Any, goal: int, count: int) -> list[Numbers]:
    """The positions of a play that reaches the goal, the last first."""
    moves: list[Any] = []
    if isinstance(certificate, Definition) and certificate.has_object:
        moves = [tuple(move) for move in certificate.rows()]
    else:
        moves = searched(start, goal, count)
    line = [start]
    for move in moves:
        line.append(line[-1].play(move))
    while not met(line[-1], goal, count) or in_order(line[-1]):  # on, to the end of the play
        after = in_order(line[-1])
        if not after:
            raise NotCovered("a play that does not reach the goal")
        moves.append(after[0])
        line.append(line[-1].play(after[0]))
    entries = [[*place(line[-1], 0), 0, 0]]
    for k in reversed(range(len(moves))):
        choice = in_order(line[k]).index(moves[k])
        entries.append([*place(line[k], 0), choice, 1, len(entries) - 1])
    return entries


def searched(start: Position, goal: int, count: int) -> list[Any]:
    """The moves of such a play; raises :class:`NotCovered`."""
    seen = {start.key()}
    stack: list[tuple[Position, list[Any]]] = [(start, [])]
    while stack:
        position, moves = stack.pop()
        options = in_order(position)
        if not options and met(position, goal, count):
            return moves
        for move in options:
            after = position.play(move)
            if after.key() not in seen:
                seen.add(after.key())
                stack.append((after, [*moves, move]))
        if len(seen) > MOST:
            break
    raise NotCovered("a play that is not found")


def all_plays(start: Position, goal: int, count: int) -> list[Numbers]:
    """All positions of all plays, none of which reaches the goal."""
    number = {start.key(): 0}
    order = [start]
    entries: list[Numbers] = []
    for position in order:
        leads = []
        for move in in_order(position):
            after = position.play(move)
            if number.setdefault(after.key(), len(order)) == len(order):
                order.append(after)
            leads.append(number[after.key()])
        if not leads and met(position, goal, count):
            raise NotCovered("a goal that is reached")
        if len(order) > MOST:
            raise NotCovered(f"plays with more than {MOST} positions")
        entries.append([*place(position, 0), 0, 0, *row(leads)])
    return entries
