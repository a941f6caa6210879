"""Who wins, from a search for each player's win, with the strategies of the winner or of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from gameproof.certificates.certificate import Certificate
from gameproof.encodings.method import Finding, Options
from gameproof.encodings.plays import Aim, written
from gameproof.games.positional_turns import OTHER, TurnsPosition
from gameproof.games.variants.avoid import AvoidPosition
from gameproof.solvers.limits import Limits

P = TypeVar("P", TurnsPosition, AvoidPosition)
P_contra = TypeVar("P_contra", TurnsPosition, AvoidPosition, contravariant=True)


class Searched(Protocol):
    """The search for one player's win."""

    @property
    def nodes(self) -> int:
        """Positions that were searched."""

    def succeeds(self) -> bool:
        """Does the attacker win? Raises ``LimitReached``."""


class Attack(Searched, Protocol[P_contra]):
    """A search that tells moves."""

    def move(self, here: P_contra) -> int:
        """A move that keeps the answer for the player to move: the attacker's win, or not."""


A = TypeVar("A", bound=Searched)


def who_wins(rule: str, attack: Callable[[str], A]) -> tuple[str, dict[str, A]]:
    """``outcome``: who wins with best play, and for each side that has something to show the
    search that tells its moves."""
    first = attack("first")
    if first.succeeds():
        return "maker" if rule == "weak" else "first", {"first": first}
    if rule == "weak":
        return "breaker", {"second": first}
    second = attack("second")
    if second.succeeds():
        return "second", {"second": second}
    return "draw", {"second": first, "first": second}


def second_wins(rule: str, attack: Callable[[str], A]) -> tuple[bool, dict[str, A]]:
    """``second-wins``: the second player's win, or as Breaker that the first has none; as above."""
    attacker = "first" if rule == "weak" else "second"
    found = attack(attacker)
    side = attacker if found.succeeds() else OTHER[attacker]
    return side == "second", {side: found}


def finding(
    answer: object, position: P, used: Mapping[str, Attack[P]], limits: Limits, options: Options
) -> Finding:
    """The answer with the strategies; ``used`` has for each proved side the search that tells its
    moves. Who wins plays to the end; who keeps the other from winning, until that is plain."""
    certificate = None
    if options.certificate:

        def reply(here: P, _side: tuple[str, ...], _left: int | None) -> int:
            return used[here.to_move].move(here)

        keeps = answer == "draw" or (answer is False and position.rule != "weak")
        aims = [Aim(position, (side,), (OTHER[side],) if keeps else ()) for side in used]
        certificate = written(aims, reply, tick=limits.check)
    assert isinstance(answer, str | bool)
    return proved(answer, position, used, certificate)


def proved(
    answer: str | bool,
    position: Any,
    used: Mapping[str, Attack[Any]],
    certificate: Certificate | None,
) -> Finding:
    """The answer with its certificate, the positions searched, and the move that wins where one
    search alone proves it."""
    stats = {"nodes": sum({id(a): a.nodes for a in used.values()}.values())}
    winning: tuple[int, ...] = ()
    if position.result() is None and len(used) == 1 and position.to_move in used:
        winning = (used[position.to_move].move(position),)
    return Finding(answer, certificate, stats, winning_moves=winning)
