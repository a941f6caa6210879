"""A strategy that wins for a player, or one of the opponent that keeps him from winning."""

from __future__ import annotations

from typing import Any

import numpy as np

from gameproof.certificates import strategy
from gameproof.certificates.certificate import Certificate, Claim, Rejected
from gameproof.certificates.strategy import Goal, Strategy

OTHER = {"first": "second", "second": "first"}


class PlayerStrategy(Certificate, frozen=True, tag="player-strategy"):
    """The fields of :class:`gameproof.certificates.strategy.Strategy`."""

    proofs: list[tuple[str, str, int]]
    texts: list[str]
    starts: np.ndarray
    moves: np.ndarray
    children: np.ndarray
    keys: np.ndarray


def of(found: Strategy) -> PlayerStrategy:
    """The same strategy as a certificate for the question ``winning-strategy``."""
    return PlayerStrategy(
        found.proofs, found.texts, found.starts, found.moves, found.children, found.keys
    )


def check(position: Any, claim: Claim, certificate: PlayerStrategy) -> str:
    """``yes``: the player wins every play under the strategy. ``no``: the opponent wins
    or draws every play under his, so the player has no winning strategy."""
    player = claim.arguments.get("player")
    if claim.question != "winning-strategy" or player not in OTHER:
        raise Rejected("the certificate is about a player's winning strategy")
    if claim.answer == "yes":
        goal = Goal(position.to_move, player)
    elif claim.answer == "no":
        goal = Goal(position.to_move, OTHER[player], draw_suffices=True)
    else:
        raise Rejected(f"{claim.answer!r} is neither yes nor no")
    checked = strategy.verify(position, [goal], _plain(certificate))
    if claim.answer == "yes":
        return f"{player} wins every play within {checked.plies} plies ({checked.nodes} nodes)"
    return f"{OTHER[player]} wins or draws every play, so {player} has no winning strategy"


def reply(position: Any, certificate: PlayerStrategy) -> Any | None:
    """The strategy's move, ``None`` where it has none."""
    return strategy.reply(position, _plain(certificate))


def _plain(certificate: PlayerStrategy) -> Strategy:
    return Strategy(
        certificate.proofs,
        certificate.texts,
        certificate.starts,
        certificate.moves,
        certificate.children,
        certificate.keys,
    )
