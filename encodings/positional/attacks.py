"""Who wins, from a search for each player's win, with the strategies of the winner or of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from gameproof.encodings.method import Finding, Options
from gameproof.encodings.plays import Aim, written
from gameproof.games.positional_turns import OTHER, TurnsPosition
from gameproof.games.variants.avoid import AvoidPosition
from gameproof.games.variants.exact import ExactPosition
from gameproof.games.variants.gravity import GravityPosition
from gameproof.solvers.limits import Limits

P = TypeVar("P", TurnsPosition, AvoidPosition, GravityPosition, ExactPosition)
Q_contra = TypeVar(
    "Q_contra", TurnsPosition, AvoidPosition, GravityPosition, ExactPosition, contravariant=True
)


class Attack(Protocol[Q_contra]):
    """The search for one player's win."""

    @property
    def nodes(self) -> int:
        """Positions that were searched."""

    def succeeds(self) -> bool:
        """Does the attacker win? Raises ``LimitReached``."""

    def move(self, here: Q_contra) -> int:
        """A move that keeps the answer for the player to move: the attacker's win, or not."""


def by_attacks(
    position: P, attack: Callable[[str], Attack[P]], limits: Limits, options: Options
) -> Finding:
    """``outcome``: who wins with best play."""
    first = attack("first")
    if first.succeeds():
        word = "maker" if position.rule == "weak" else "first"
        return finding(word, position, {"first": first}, limits, options)
    if position.rule == "weak":
        return finding("breaker", position, {"second": first}, limits, options)
    second = attack("second")
    if second.succeeds():
        return finding("second", position, {"second": second}, limits, options)
    return finding("draw", position, {"second": first, "first": second}, limits, options)


def second_by_attacks(
    position: P, attack: Callable[[str], Attack[P]], limits: Limits, options: Options
) -> Finding:
    """``second-wins``: the second player's win, or as Breaker that the first has none."""
    attacker = "first" if position.rule == "weak" else "second"
    found = attack(attacker)
    side = attacker if found.succeeds() else OTHER[attacker]
    return finding(side == "second", position, {side: found}, limits, options)


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
    stats = {"nodes": sum({id(a): a.nodes for a in used.values()}.values())}
    winning: tuple[int, ...] = ()
    if position.result() is None and len(used) == 1 and position.to_move in used:
        winning = (used[position.to_move].move(position),)
    assert isinstance(answer, str | bool)
    return Finding(answer, certificate, stats, winning_moves=winning)
