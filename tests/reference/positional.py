"""Positional games: the value by full search from the rules; claims and their verdicts."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import verify
from gameproof.games.meaning.answers import Value
from gameproof.games.positional import GAMES, Position


def checked(
    position: Position, question: str, answer: Value, certificate: Certificate, **arguments: Value
) -> str:
    """What the certificate proves, given that it proves the answer (a text, or its value)."""
    asked = next(q for q in GAMES[0].questions if q.name == question)
    text = answer if isinstance(answer, str) else asked.form.write(answer)
    return verify(position, asked, arguments, text, certificate).sentence


def accepted(
    position: Position, question: str, answer: Value, certificate: Certificate, **arguments: Value
) -> bool:
    """Does the certificate prove the answer?"""
    try:
        checked(position, question, answer, certificate, **arguments)
    except Rejected:
        return False
    return True


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
