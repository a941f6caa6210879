"""A player cannot win: strategy stealing, or none of his sets is alive.

Strategy stealing shows who cannot win without showing how, so this certificate has no
content.
"""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.blocking import cannot_win
from gameproof.games.meaning.statement import Forces, Prevents, Statement, only
from gameproof.games.positional import OTHER, Position
from gameproof.games.positional_questions import aim_of
from gameproof.games.sets.stealing import strategy_stealing


class StrategyStealing(Certificate, frozen=True, tag="strategy-stealing"):
    """Nothing to say: the rules decide."""


def conclude(goal: Goal[Position], _certificate: StrategyStealing) -> Conclusion:
    """That a player is kept from winning, for each of whom the rules show it; on a Hex board,
    where somebody wins, that the other does. O(total size of the sets), or nothing of that size
    where strategies can be stolen."""
    position, mover = goal.position, goal.position.to_move
    if position.board.kind == "hex" and strategy_stealing(position, OTHER[mover]):
        return Conclusion(
            (Forces(mover, only(mover), only(aim_of(position.rule, mover))),),
            f"the {mover} player wins: there is no draw, and he could steal the other's strategy",
        )
    if position.rule != "strong":
        raise Rejected("under the weak rule the second player wins by stopping the first")
    statements: list[Statement] = []
    said = []
    for player in position.players:
        found = cannot_win(position, player)
        if found:
            statements.extend(found)
            stolen = strategy_stealing(position, player)
            reason = f"the {OTHER[player]} could steal his strategy" if stolen else "no set left"
            said.append(f"the {player} player cannot win: {reason}")
    if not said:
        raise Rejected(
            "strategy stealing needs both players to want the same sets (in Hex: equal sides), the "
            "one to be to move and the other to have no stone (in Hex: none without its image)"
        )
    return Conclusion(tuple(statements), "; ".join(said))


KIND = Kind(
    record=StrategyStealing,
    scope=Scope(derives=(Forces, Prevents), positions=(Position,)),
    theorem="strategy stealing (Nash 1949; Hales, Jewett, Trans. AMS 106 (1963)): both want the "
    "same sets, one is to move, the other has no stone and cannot win; or he has no live set. "
    "In Hex sides change places with the diagonal, and somebody wins (Gale, Amer. Math. Monthly "
    "86 (1979))",
    evidence="none: the rules decide",
    conclude=conclude,
)
