"""No player of the torus game forces a win alone: what any two do together against the third.

Two players who act together place two stones between two of the third's. They fill a short
loop of a class that one of them owns; the certificate is their moves, which the checker follows
by the rules.
"""

from __future__ import annotations

from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.plays import Aim, written
from gameproof.games.boards.glued_board import COLOURS
from gameproof.games.torus_classes import OWNERS, Class, normal
from gameproof.games.torus_cycles import PLAYERS, Move, Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.several_stones import Builder, Plan

MOST_MOVES = 400_000
"""Moves of a certificate; beyond, nothing is answered."""
MOST_TURNS = 5
"""Turns of two players together in which they are to win."""
LONGER = 1
"""How much longer than the longer side of the board loops may be that they try to fill."""
MOST_CELLS = 64

THEOREM = "two players who win together whatever the third does keep him from winning"


def short_loops(position: Position, player: str) -> list[int]:
    """Masks of the simple loops, not much longer than the board, of the classes that
    ``player`` does not own; fewest cells first. O(cells * 5^length)."""
    most = max(position.rows, position.columns) + LONGER
    cells = position.rows * position.columns
    near = [list(position.neighbours(cell)) for cell in range(cells)]
    found: set[int] = set()
    for start in range(cells):
        stack: list[tuple[int, int, int, int]] = [(start, 1 << start, 0, 0)]
        while stack:
            at, mask, x, y = stack.pop()
            length = mask.bit_count()
            for to, sx, sy in near[at]:
                here: Class = normal(x + sx, y + sy)
                if to == start:
                    if here != (0, 0) and OWNERS[position.method](*here) != player:
                        found.add(mask)
                elif to > start and length < most and not mask >> to & 1:
                    stack.append((to, mask | 1 << to, x + sx, y + sy))
    smallest: list[int] = []
    for mask in sorted(found, key=lambda m: (m.bit_count(), m)):
        if all(mask & other != other for other in smallest):
            smallest.append(mask)
    return smallest


def together(position: Position, limits: Limits, _options: Options) -> Finding:
    """``nobody``, if any two players win together against the third; else not known."""
    tables: dict[tuple[str, ...], dict[str, Move]] = {}
    moves = 0
    for player in PLAYERS:
        limits.progress(f"together against {player}: {moves} moves")
        table = _against(position, player, MOST_MOVES - moves, limits)
        if table is None:
            return Finding(UNKNOWN, note=f"no short way to win together against {player}")
        moves += len(table)
        tables[tuple(sorted(set(PLAYERS) - {player}))] = table
    aims = [Aim(position, side) for side in tables]
    made = written(aims, lambda here, side, _left: tables[side][here.key()], tick=limits.check)
    return Finding("nobody", made, {"moves": moves})


def _against(start: Position, player: str, most: int, limits: Limits) -> dict[str, Move] | None:
    """The others' moves, by position; ``None`` where the player could win, and beyond ``most``."""
    search = Builder(start.rows * start.columns, short_loops(start, player), 2, limits)
    table: dict[str, Move] = {}
    seen = {start.key()}
    waiting: list[tuple[Position, Plan]] = [(start, ())]
    while waiting:
        here, plan = waiting.pop()
        if here.result() == player:
            return None
        if here.result() is not None:
            continue
        if here.to_move == player:
            children: list[tuple[Position, Plan]] = [(here.play(m), ()) for m in here.moves()]
        else:
            if not plan:
                found = search.shortest(_masks(here), _stones(here, player), MOST_TURNS)
                if found is None:
                    return None
                plan = found
            cell, colour = plan[0]
            move = (cell, COLOURS[colour])
            table[here.key()] = move
            if len(table) > most:
                return None
            children = [(here.play(move), plan[1:])]
        for child, rest in children:
            if child.key() not in seen:
                seen.add(child.key())
                waiting.append((child, rest))
    return table


def _masks(position: Position) -> tuple[int, int]:
    first, second = (
        sum(1 << cell for cell, stone in enumerate(position.stones) if stone == colour)
        for colour in COLOURS
    )
    return first, second


def _stones(position: Position, player: str) -> int:
    """The stones until the player's turn."""
    return (PLAYERS.index(player) - position.mover) % 3
