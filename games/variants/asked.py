"""The rules of their own that options ask for, and which of them go together."""

from __future__ import annotations

from collections.abc import Sequence

from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional_board import Board
from gameproof.games.positional_turns import TurnsPosition, by_sizes
from gameproof.games.variants.avoid import AvoidPosition
from gameproof.games.variants.exact import ExactBoard, ExactPosition
from gameproof.games.variants.gravity import GravityPosition

Variant = TurnsPosition | AvoidPosition | GravityPosition | ExactPosition


def variant(
    board: Board,
    stones: tuple[frozenset[int], frozenset[int]],
    to_move: str,
    rule: str,
    *,
    gravity: bool | None = None,
    exact: bool | None = None,
    turns: Sequence[int] | None = None,
) -> Variant | None:
    """The position with these stones under rules of their own, ``None`` where the options ask for
    none; raises :class:`BadInput` for options that do not go together."""
    avoid = rule == AvoidPosition.rule
    if gravity and rule != "strong":
        raise BadInput("where stones fall, whoever first owns a whole set has won", "rule")
    if exact and (gravity or turns is not None or rule != "strong"):
        raise BadInput("rows are exact where players take cells in turn and want rows", "exact")
    if turns is not None and (gravity or avoid):
        raise BadInput("turns have sizes where sets are wanted, on any cells", "turns")
    if turns is not None:
        return by_sizes(board, *stones, rule, turns, to_move)
    if exact:
        return ExactPosition(ExactBoard(board.kind, board.parameters), *stones, to_move)
    if gravity:
        return GravityPosition(board, *stones, to_move)
    return AvoidPosition(board, *stones, to_move) if avoid else None
