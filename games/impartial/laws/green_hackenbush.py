"""Values of green Hackenbush by the fusion and colon principles.

Theorem (Berlekamp, Conway, Guy, *Winning Ways*, chapter 7). Fusion: identifying the
points of a cycle keeps the value. Colon: at a point of a tree the value is the XOR of
(value of the branch + 1) over the branches. So a 2-edge-connected block is worth its
number of lines mod 2 plus what hangs on it, and the bridges form a tree of blocks.
"""

from __future__ import annotations

from collections.abc import Iterator

from gameproof.games.bit_sets import members
from gameproof.games.impartial.hackenbush import GROUND, Board, Position
from gameproof.games.meaning.bad_input import BadInput

LISTED = 1_000
"""Boards up to this many lines have their winning cuts listed."""


def board_value(board: Board, lines: set[int]) -> int:
    """The value of those of the lines that are connected to the ground.

    In a depth-first tree every other line joins a point to one of its ancestors; a tree line is a
    bridge iff no other passes over it (Tarjan 1974). O(lines), and the lines of the board at their
    points.
    """
    at = board.lines_at
    number, low = {GROUND: 0}, {GROUND: 0}
    hanging, odd = {GROUND: 0}, {GROUND: 0}  # behind bridges; the block's other lines, mod 2
    stack = [(GROUND, -1, iter(at[GROUND]))]
    while stack:
        point, above, rest = stack[-1]
        for other, line in rest:
            if line == above or line not in lines:
                continue
            if other not in number:
                number[other] = low[other] = len(number)
                hanging[other] = odd[other] = 0
                stack.append((other, line, iter(at[other])))
                break
            low[point] = min(low[point], number[other])
            odd[point] ^= number[other] <= number[point]  # at its lower end, once
        else:
            stack.pop()
            if stack:
                parent = stack[-1][0]
                if low[point] == number[point]:
                    hanging[parent] ^= (hanging[point] ^ odd[point]) + 1
                else:
                    low[parent] = min(low[parent], low[point])
                    hanging[parent] ^= hanging[point]
                    odd[parent] ^= odd[point] ^ 1
    return hanging[GROUND] ^ odd[GROUND]


def green_value(position: Position) -> int:
    """The value of a board of green lines; raises :class:`BadInput` for one in the air."""
    if position.board.standing(position.lines) != position.lines:
        raise BadInput("a line is not connected to the ground")
    return board_value(position.board, set(members(position.lines)))


def winning_cuts(position: Position) -> Iterator[int]:
    """The cuts that leave the value 0, ascending. O(lines) for each line."""
    lines = set(members(position.lines))
    for line in sorted(lines):
        if board_value(position.board, lines - {line}) == 0:
            yield line
