"""Positional games: the value by full search from the rules; claims and their verdicts."""

from __future__ import annotations

from functools import cache

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import verify
from gameproof.games.meaning.answers import Value
from gameproof.games.positional import GAMES, Position


def checked(
    position: Position, question: str, answer: Value, certificate: Certificate, **arguments: Value
) -> str:
    """What the certificate proves, given that it proves the answer (a text, or its value)."""
    asked = next(q for game in GAMES for q in game.questions if q.name == question)
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


def forces(
    attack: list[int], defend: list[int], cells: int, a: int, d: int, attacks: bool, plies: int = 99
) -> bool:
    """Does the attacker complete a set before the defender does, within so many plies? Sets are
    masks; ``attacks``: does he move? Every game is played."""

    @cache
    def wins(a: int, d: int, attacks: bool, plies: int) -> bool:
        if any(mask & ~d == 0 for mask in defend):
            return False
        if any(mask & ~a == 0 for mask in attack):
            return True
        free = [1 << c for c in range(cells) if not (a | d) >> c & 1]
        if not free or not plies:
            return False
        if attacks:
            return any(wins(a | bit, d, False, plies - 1) for bit in free)
        return all(wins(a, d | bit, True, plies - 1) for bit in free)

    return wins(a, d, attacks, plies)
