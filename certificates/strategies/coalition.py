"""Strategies of players who act together, in games of any number of players."""

from __future__ import annotations

from collections.abc import Hashable

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.position import AnyPosition, Symmetric
from gameproof.games.meaning.statement import Forces, Prevents

Row = tuple[list[str], dict[str, str]]


class Coalition(Certificate, frozen=True, tag="coalition"):
    """``rows``: pairs of a set of players (names, ascending, none twice) and their moves, in
    the game's notation, by the keys of the positions in which one of them is to move, of each
    class of symmetric ones the one that stands for it."""

    rows: list[Row]


def conclude(goal: Goal[AnyPosition], certificate: Coalition) -> Conclusion:
    """Which results each set of players can make the play end in, whatever the others do.
    O(positions * moves) for each row."""
    position = goal.position
    if Law.IMPARTIAL in position.laws:
        # There ``next`` names both players in turn, so that one side would play for all.
        raise Rejected("players of an impartial game have no names of their own")
    rows = certificate.rows
    if not isinstance(rows, list) or not rows:
        raise Rejected("there are no strategies")
    statements, said = [], []
    for row in rows:
        if not isinstance(row, list | tuple) or len(row) != 2:
            raise Rejected("a row is not (players, moves)")
        side, table = row
        if not isinstance(side, list | tuple) or not isinstance(table, dict):
            raise Rejected("a row is not (players, moves)")
        if not side or any(player not in position.players for player in side):
            raise Rejected(f"the players are {', '.join(position.players)}")
        if list(side) != sorted(set(side)):
            raise Rejected("players are named once each, in ascending order")
        results = follow(position, frozenset(side), table)
        statements.append(Forces(position.to_move, frozenset(side), results))
        said.append(f"{'+'.join(side)} can make the result {' or '.join(sorted(results))}")
    return Conclusion(tuple(statements), "; ".join(said))


def follow(start: AnyPosition, side: frozenset[str], table: dict[str, str]) -> frozenset[str]:
    """The results of all plays in which ``side`` follows the table; positions that a symmetry
    of the board makes one are one."""
    first = simplest(start)
    seen = {first.key()}
    waiting = [first]
    results: set[str] = set()
    while waiting:
        position = waiting.pop()
        result = position.result()
        if result is not None:
            results.add(result)
            continue
        moves = list(position.moves())
        if position.to_move in side:
            text = table.get(position.key())
            if not isinstance(text, str):
                raise Rejected(f"no reply at {position.key()}")
            moves = [position.parse_move(text)]
        if not moves:
            raise Rejected("a position without a move has no result")
        for move in moves:
            child = simplest(position.play(move))
            if child.key() not in seen:
                seen.add(child.key())
                waiting.append(child)
    return frozenset(results)


def simplest(position: AnyPosition) -> AnyPosition:
    """The position that stands for this one."""
    return position.representative() if isinstance(position, Symmetric) else position


def reply(position: AnyPosition, certificate: Coalition) -> Hashable | None:
    """The move of a proved side at this position, ``None`` where there is none."""
    if position.result() is not None:
        return None
    named = simplest(position)
    for side, table in certificate.rows:
        text = table.get(named.key())
        if text is None or position.to_move not in side:
            continue
        try:
            after = simplest(named.play(named.parse_move(text)))
        except BadInput:
            continue
        return next((m for m in position.moves() if simplest(position.play(m)) == after), None)
    return None


KIND = Kind(
    record=Coalition,
    scope=Scope(derives=(Forces, Prevents), laws=frozenset({Law.FINITE})),
    theorem="a strategy is what it does against every play of the others (Zermelo 1913); who "
    "act together are one player against all others",
    evidence="a move for each position that the strategy reaches with one of its side to move",
    conclude=conclude,
    reply=reply,
)
