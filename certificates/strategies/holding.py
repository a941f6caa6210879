"""How a side of any game keeps the play, for so many plies or for ever, from ending as others
want.

The checker plays everything that the others can do, ply by ply; the play need not end.
Positions of one ply that have the same key are the same. For ever, they are the same in all
plies, and there is one table; what is never left is not left in any number of plies.
"""

from __future__ import annotations

from collections.abc import Hashable

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.position import AnyPosition, Foresighted
from gameproof.games.meaning.statement import Prevents


class Holding(Certificate, frozen=True, tag="holding"):
    """``side`` (names, ascending) keeps the play from ending in one of ``results`` (ascending)
    within as many plies as ``replies`` has entries: for each ply the side's moves, in the
    game's notation, by the keys of the positions in which one of it is to move. If ``endless``,
    there is one entry, which holds in every ply."""

    side: list[str]
    results: list[str]
    replies: list[dict[str, str]]
    endless: bool = False


def conclude(goal: Goal[AnyPosition], certificate: Holding) -> Conclusion:
    """That the side prevents these results for so many plies. O(plies * positions * moves)
    calls of the rules; keeps the positions of one ply, and all keys where it is for ever."""
    position = goal.position
    if Law.IMPARTIAL in position.laws:
        # There ``next`` names both players in turn, so that one side would play for all.
        raise Rejected("players of an impartial game have no names of their own")
    side, results, replies = certificate.side, certificate.results, certificate.replies
    for names in (side, results):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise Rejected("side and results are lists of names")
        if not names or names != sorted(set(names)):
            raise Rejected("names stand once each, in ascending order")
    if any(player not in position.players for player in side):
        raise Rejected(f"the players are {', '.join(position.players)}")
    if not isinstance(replies, list) or not all(isinstance(table, dict) for table in replies):
        raise Rejected("replies is not a list of tables")
    layer = {position.key(): position}
    _look(layer, results)
    if certificate.endless:
        return _for_ever(position, layer, certificate)
    for ply, table in enumerate(replies):
        layer = _after(layer, certificate, table, ply)
        _look(layer, results)
    players, ends = frozenset(side), frozenset(results)
    return Conclusion(
        (Prevents(position.to_move, players, ends, len(replies)),),
        f"{'+'.join(side)} can keep the play for {len(replies)} plies from the result "
        f"{' or '.join(results)}",
    )


def _for_ever(
    position: AnyPosition, layer: dict[str, AnyPosition], certificate: Holding
) -> Conclusion:
    """No play of the one table, however long, comes to a bad end."""
    if len(certificate.replies) != 1:
        raise Rejected("for ever there is one table of replies")
    seen = set(layer)
    while layer:
        layer = _after(layer, certificate, certificate.replies[0], 0)
        layer = {key: here for key, here in layer.items() if key not in seen}
        _look(layer, certificate.results)
        seen.update(layer)
    return Conclusion(
        (Prevents(position.to_move, frozenset(certificate.side), frozenset(certificate.results)),),
        f"{'+'.join(certificate.side)} can keep the play for ever from the result "
        f"{' or '.join(certificate.results)} ({len(seen)} positions)",
    )


def _look(layer: dict[str, AnyPosition], results: list[str]) -> None:
    """Raises :class:`Rejected` where a play has ended as it must not."""
    for key, position in layer.items():
        if position.result() in results:
            raise Rejected(f"the play ends in {position.result()} at {key}")


def _after(
    layer: dict[str, AnyPosition], certificate: Holding, table: dict[str, str], ply: int
) -> dict[str, AnyPosition]:
    """The positions one ply later; a play that is over has none, and none are looked at
    where the rules say that the results are out of reach."""
    found: dict[str, AnyPosition] = {}
    for key, position in layer.items():
        if position.result() is not None:
            continue
        if isinstance(position, Foresighted) and position.out_of_reach(certificate.results):
            continue
        moves = list(position.moves())
        if not moves:
            raise Rejected(f"no move and no result at {key}")
        if position.to_move in certificate.side:
            text = table.get(key)
            if not isinstance(text, str):
                raise Rejected(f"no reply at {key} in ply {ply + 1}")
            moves = [position.parse_move(text)]
        for move in moves:
            child = position.play(move)
            found.setdefault(child.key(), child)
    return found


def reply(position: AnyPosition, certificate: Holding) -> Hashable | None:
    """A move of the side's at this position, from the earliest ply that has one."""
    if position.result() is not None or position.to_move not in certificate.side:
        return None
    key = position.key()
    for table in certificate.replies:
        try:
            move = position.parse_move(table[key])
            position.play(move)
        except (KeyError, BadInput):
            continue
        return move
    return None


KIND = Kind(
    record=Holding,
    scope=Scope(derives=(Prevents,)),
    theorem="a strategy is what it does against every play of the others (Zermelo 1913), here "
    "for a number of plies, or for ever",
    evidence="for each ply a move for each position that the strategy reaches with one of its "
    "side to move, until the results are out of reach by the rules",
    conclude=conclude,
    reply=reply,
)
