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


def board_value(board: Board, stands: bytes | bytearray) -> tuple[int, int]:
    """The value of those lines that are connected to the ground, and how many these are.

    ``stands[line]`` says which lines there are. In a depth-first tree every other line joins a
    point to one of its ancestors; a tree line is a bridge iff no other passes over it (Tarjan
    1974). O(lines), and the lines of the board at their points.
    """
    at = board.lines_at
    number, low = [-1] * board.n, [0] * board.n
    hanging, odd = [0] * board.n, [0] * board.n  # behind bridges; the block's other lines, mod 2
    number[GROUND] = met = 0
    reached = 1
    stack = [(GROUND, -1, iter(at[GROUND]))]
    while stack:
        point, above, rest = stack[-1]
        own = number[point]
        for other, line in rest:
            if line == above or not stands[line]:
                continue
            theirs = number[other]
            if theirs < 0:
                number[other] = low[other] = reached
                reached += 1
                met += 1
                stack.append((other, line, iter(at[other])))
                break
            if theirs <= own:  # a line is counted at its lower end
                odd[point] ^= 1
                met += 1
                if theirs < low[point]:
                    low[point] = theirs
        else:
            stack.pop()
            if stack:
                parent = stack[-1][0]
                if low[point] == own:
                    hanging[parent] ^= (hanging[point] ^ odd[point]) + 1
                else:
                    low[parent] = min(low[parent], low[point])
                    hanging[parent] ^= hanging[point]
                    odd[parent] ^= odd[point] ^ 1
    return hanging[GROUND] ^ odd[GROUND], met


def _stands(position: Position) -> bytearray:
    """For each line of the board, whether it stands. O(lines)."""
    # Single bits of a mask of a million would be quadratic.
    text = f"{position.lines:0{position.board.m}b}"[::-1].encode()
    return bytearray(text.translate(bytes.maketrans(b"01", b"\0\1")))


def green_value(position: Position) -> int:
    """The value of a board of green lines; raises :class:`BadInput` for one in the air."""
    value, met = board_value(position.board, _stands(position))
    if met != position.lines.bit_count():
        raise BadInput("a line is not connected to the ground")
    return value


def winning_cuts(position: Position) -> Iterator[int]:
    """The cuts that leave the value 0, ascending. O(lines) for each line."""
    stands = _stands(position)
    for line in members(position.lines):
        stands[line] = 0
        if board_value(position.board, stands)[0] == 0:
            yield line
        stands[line] = 1
