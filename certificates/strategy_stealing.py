"""The second player cannot win: strategy stealing, or none of his sets is alive.

Strategy stealing shows who cannot win without showing how (Nash 1949; Hales, Jewett,
Trans. AMS 106 (1963)), so this certificate has no content.
"""

from __future__ import annotations

from typing import Any

from gameproof.certificates.blocking import hopeless, positional, strategy_stealing
from gameproof.certificates.certificate import Certificate, Claim, Rejected


class StrategyStealing(Certificate, frozen=True, tag="strategy-stealing"):
    """Nothing to say: the rules decide."""


def check(position: Any, claim: Claim, certificate: StrategyStealing) -> str:
    """Proves ``second-wins`` = ``no``, and nothing else."""
    place = positional(position, listed=False)
    if (claim.question, claim.answer) != ("second-wins", "no"):
        raise Rejected("strategy stealing proves only that the second player cannot win")
    if place.rule != "strong":
        raise Rejected("under the weak rule the second player wins by stopping the first")
    if not hopeless(place, "second"):
        raise Rejected(
            "strategy stealing needs both players to want the same sets, the first to move, "
            "and no stone of the second"
        )
    if strategy_stealing(place):
        return "the second player cannot win: the first could steal his strategy"
    return "the second player cannot win: he has no set left to complete"
