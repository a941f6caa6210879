"""Snort for several players: one player against the coalition of all others."""

from __future__ import annotations

from typing import cast

from gameproof.certificates.recounts.labellings import most_counted
from gameproof.certificates.recounts.recount import Recount
from gameproof.certificates.strategies import coalition
from gameproof.certificates.strategies.coalition import Coalition, Row
from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.games.bit_sets import members
from gameproof.games.graph import neighbour_masks
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.snort_multiplayer import NOBODY, Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.search.coalition_search import force


def _forces(position: Position, limits: Limits, _options: Options) -> Finding:
    """Solve one two-sided game for each player; at most one player can win theirs."""
    rows: list[Row] = []
    count = 0
    for player in range(position.count):
        try:
            result = force(
                position.representative(),
                player,
                Position.moves,
                lambda p, move: p.play(move).representative(),
                lambda p: p.mover,
                lambda p, player=player: p.last == player,  # type: ignore[misc]
                limits,
            )
        except LimitReached as reached:
            detail = {
                "cannot_force": " ".join(position.players[:player]) or "none known",
                "possible": " ".join([*position.players[player:], NOBODY]),
                "reason": reached.reason,
            }
            return Finding(UNKNOWN, None, {"positions": count}, detail)
        count += result.positions
        table = {p.key(): p.move_text(move) for p, move in result.replies.items()}
        name = position.players[player]
        if result.wins:
            found = Finding(name, Coalition([([name], table)]), {"positions": count})
            if position.mover == player:
                move = coalition.reply(cast(AnyPosition, position), Coalition([([name], table)]))
                found.winning_moves = () if move is None else (move,)
            return found
        rows.append(([other for other in position.players if other != name], table))
    return Finding(NOBODY, Coalition(rows), {"positions": count})


def next_labellings(labels: str, neighbours: tuple[int, ...], players: int) -> list[str]:
    """The labellings after each move of each player, in the order of vertices."""
    found = []
    for v, label in enumerate(labels):
        for player in (str(i + 1) for i in range(players)):
            if label in ("A", player):
                row = list(labels)
                row[v] = "U"
                for u in members(neighbours[v]):
                    row[u] = player if row[u] in ("A", player) else "U"
                found.append("".join(row))
    return found


def _labellings(position: Position, limits: Limits, _options: Options) -> Finding:
    """Breadth-first closure of the start under moves of any player."""
    neighbours = neighbour_masks(position.graph)
    start = position.labels()
    listed = [start]
    known = {start}
    n, players = position.graph.n, position.count
    detail = {"bound": f"({players} + 2)^{n} = {(players + 2) ** n}"}
    try:
        for i, label in enumerate(listed):  # grows while it is walked
            if i % 64 == 0:
                limits.check()
            for child in next_labellings(label, neighbours, players):
                if child not in known:
                    known.add(child)
                    listed.append(child)
    except LimitReached as reached:
        reason = {"at_least": len(listed), "reason": reached.reason}
        return Finding(UNKNOWN, None, {}, {**reason, **detail})
    certificate = Recount() if len(listed) <= most_counted(position) else None
    return Finding(len(listed), certificate, detail=detail)


METHODS: tuple[Method[Position], ...] = (
    Method(
        "forces",
        "coalition-search",
        _forces,
        "A player against all others together is a finite two-sided game, so one side wins "
        "(Zermelo 1913)",
    ),
    Method(
        "labellings",
        "closure",
        _labellings,
        "Labels of n players are A, U and one for each player: at most (n + 2)^|V| labellings "
        "(Borje, section 5)",
    ),
)
ENCODING = Encoding(METHODS)
