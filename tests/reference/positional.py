"""Slow twin for positional games: the value by full search from the rules."""

from __future__ import annotations

from gameproof.games.positional import Position


def value(position: Position, known: dict[Position, str] | None = None) -> str:
    """``first``, ``second``, ``draw``, ``maker`` or ``breaker`` with best play."""
    known = {} if known is None else known
    if position in known:
        return known[position]
    result = position.result()
    if result is None:
        wants = {"first": ("first", "maker"), "second": ("second", "breaker")}[position.to_move]
        values = [value(position.play(move), known) for move in position.moves()]
        if any(v in wants for v in values):
            result = next(v for v in values if v in wants)
        else:
            result = "draw" if "draw" in values else values[0]
    known[position] = result
    return result


def never_loses(position: Position, player: str, reply: object, lost: tuple[str, ...]) -> int:
    """Play every line of the opponent against ``reply``; how many games end. Raises
    AssertionError when one ends in ``lost``."""
    result = position.result()
    if result is not None:
        assert result not in lost, f"lost at {position}"
        return 1
    if position.to_move == player:
        assert callable(reply)
        move = reply(position)
        assert move is not None, f"no reply at {position}"
        return never_loses(position.play(move), player, reply, lost)
    return sum(never_loses(position.play(move), player, reply, lost) for move in position.moves())
