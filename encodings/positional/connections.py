"""Hex by virtual connections: who joins his sides, with the connections as the certificate.

Exactly one player can join his sides (Nash 1952; Gale 1979), so the loser of one search is the
winner of the other and a single search decides. Questions ``outcome``, ``second-wins`` and
``win-within``: the certificate bounds the winner's moves, but another proof may need fewer.
"""

from __future__ import annotations

import numpy as np

from gameproof.certificates.strategies.connection import Connection
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.positional.qbf import plies_asked
from gameproof.games.bit_sets import mask_of
from gameproof.games.boards.hex_board import neighbours, sides
from gameproof.games.boards.positional_shapes import hex_cells
from gameproof.games.positional import PLAYERS, Position
from gameproof.games.positional_questions import aim_of
from gameproof.solvers.connections.deduction import Connections
from gameproof.solvers.connections.proof import Proof
from gameproof.solvers.connections.proof import solve as solve_connections
from gameproof.solvers.connections.search import MOST_CELLS
from gameproof.solvers.limits import Limits

Layout = tuple[tuple[int, int], list[int]]
"""The size of a Hex board, and the number on it of each cell."""


def layout_of(position: Position) -> Layout:
    """The Hex board that the position is played on; for a file, all its chains are compared."""
    found = hex_cells(position.board, position.second)
    assert found is not None  # the methods apply to nothing else
    return found


def as_connections(position: Position, layout: Layout) -> Connections:
    """The Hex position as a graph with two terminals for each player."""
    (m, n), numbers = layout
    first, second = (
        mask_of(numbers[cell] for cell in position.stones(player)) for player in PLAYERS
    )
    ends = [tuple(tuple(side) for side in sides(m, n, across)) for across in (False, True)]
    return Connections(
        tuple(tuple(neighbours(m, n, cell)) for cell in range(m * n)),
        tuple((one, other) for one, other in ends),
        (first, second),
        PLAYERS.index(position.to_move),
    )


def as_certificate(position: Position, proof: Proof, layout: Layout) -> Connection:
    """The steps of the proof, one after the other."""
    winner = PLAYERS[proof.winner]
    stones = sorted(layout[1][cell] for cell in position.stones(winner))
    lengths = [len(step) for step in proof.steps]
    ends = np.concatenate(([0], np.cumsum(lengths)))
    numbers = np.array([number for step in proof.steps for number in step], dtype=np.int64)
    small = np.int32 if len(numbers) < 1 << 31 else np.int64
    return Connection(winner, stones, ends.astype(small), numbers.astype(small))


def plies(position: Position, proof: Proof) -> int:
    """Within how many plies the proof's winner has joined his sides."""
    return max(2 * proof.moves - (PLAYERS[proof.winner] == position.to_move), 0)


def _search(position: Position, limits: Limits, options: Options) -> tuple[Proof, Finding]:
    layout = layout_of(position)
    found = solve_connections(as_connections(position, layout), limits, options.certificate)
    return found, as_finding(position, found, layout)


def as_finding(position: Position, found: Proof, layout: Layout) -> Finding:
    """Who joins his sides, with the steps as the certificate."""
    certificate = as_certificate(position, found, layout) if found.steps else None
    stats = {"positions": found.positions, "steps": len(found.steps)}
    opening = found.opening
    winning = () if opening is None else (layout[1].index(opening),)
    return Finding(
        aim_of(position.rule, PLAYERS[found.winner]),
        certificate,
        stats,
        winning_moves=winning,
    )


def outcome(position: Position, limits: Limits, options: Options) -> Finding:
    """Who joins his sides?"""
    return _search(position, limits, options)[1]


def second_wins(position: Position, limits: Limits, options: Options) -> Finding:
    """Does the second player?"""
    proof, finding = _search(position, limits, options)
    finding.answer = proof.winner == 1
    return finding


def win_within(position: Position, limits: Limits, options: Options) -> Finding:
    """Does the first player, within the plies asked? Not decided where he wins and the proof
    that was found allows more."""
    asked = plies_asked(position, options)
    proof, finding = _search(position, limits, options)
    finding.answer = proof.winner == 0
    if proof.winner == 0 and (not proof.steps or plies(position, proof) > asked):
        return Finding(UNKNOWN, stats=finding.stats, note="a slower win was found")
    return finding


def applies(position: Position) -> bool:
    """Is it a Hex board of a size that is searched?"""
    board = position.board
    if board.cells > MOST_CELLS:
        return False
    if board.kind != "hex" and position.rule != "weak":
        return False  # a file says what Maker wants; the other's sides are not in it
    return hex_cells(board, position.second) is not None


METHODS = tuple(
    Method(
        question,
        "connections",
        run,
        "virtual connections (Anshelevich 2002) and must-play regions (Hayward et al. 2005)",
        applies,
        reach=f"Hex boards of at most {MOST_CELLS} cells",
        concerns=lambda position: position.board.kind in ("hex", "sets"),
    )
    for question, run in (
        ("outcome", outcome),
        ("second-wins", second_wins),
        ("win-within", win_within),
    )
)
