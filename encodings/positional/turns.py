"""Positional games with several stones a turn: who wins within so many plies, by search.

The certificate is a strategy that is played to the end, or, when fewer plies are asked for than
there are, to that ply. Who wins at all is asked by :mod:`gameproof.encodings.variants.owning`.
"""

from __future__ import annotations

from gameproof.encodings.method import Finding, Method, Options
from gameproof.encodings.plays import keeping
from gameproof.encodings.positional.attacks import finding
from gameproof.encodings.variants.owning import REACH, THEOREM, Attack, applies
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional_turns import TurnsPosition
from gameproof.solvers.limits import Limits


def win_within(position: TurnsPosition, limits: Limits, options: Options) -> Finding:
    """Does the first player own a set within the plies asked for (or those of the list)?"""
    asked = options.arguments.get("plies")
    plies = position.horizon if asked is None else asked
    if isinstance(plies, bool) or not isinstance(plies, int) or plies < 0:
        raise BadInput(f"expected a number of plies, got {plies}", "plies")
    attack = Attack(position, "first", limits, plies)
    if attack.succeeds():
        return finding(True, position, {"first": attack}, limits, options)
    if plies > position.horizon:
        return finding(False, position, {"second": attack}, limits, options)
    stats = {"nodes": attack.nodes}
    if not options.certificate:
        return Finding(False, None, stats)
    wanted = "first" if position.rule == "strong" else "maker"
    certificate = keeping(
        position, "second", [wanted], plies, lambda here, _left: attack.move(here), limits.check
    )
    return Finding(False, certificate, stats)


METHODS: tuple[Method[TurnsPosition], ...] = (
    Method("win-within", "search", win_within, THEOREM, applies, reach=REACH),
)
