"""Snort for several players: one player against the coalition of all others."""

from __future__ import annotations

from gameproof.certificates.coalition import Coalition
from gameproof.certificates.labellings import Labellings
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.games.snort import members, neighbour_masks
from gameproof.games.snort_multiplayer import Position
from gameproof.solvers.coalition_search import force
from gameproof.solvers.limits import LimitReached, Limits


def _forces(position: Position, limits: Limits, options: Options) -> Finding:
    """Solve one two-sided game for each player; at most one player can win theirs."""
    replies: dict[str, dict[str, int]] = {}
    count = 0
    for player in range(position.players):
        try:
            result = force(
                position,
                player,
                Position.moves,
                Position.play,
                lambda p: p.mover,
                lambda p, player=player: p.last == player,  # type: ignore[misc]
                limits,
            )
        except LimitReached as reached:
            open_players = [str(i + 1) for i in range(player, position.players)]
            detail = {
                "cannot_force": " ".join(replies) or "none known",
                "possible": " ".join([*open_players, "nobody"]),
                "reason": reached.reason,
            }
            return Finding(UNKNOWN, None, {"positions": count}, detail)
        count += result.positions
        table = {str(p): move for p, move in result.replies.items()}
        if result.wins:
            detail = {}
            if position.mover == player:
                detail["move"] = position.move_text(table[str(position)])
            certificate = Coalition({str(player + 1): table})
            return Finding(str(player + 1), certificate, {"positions": count}, detail)
        replies[str(player + 1)] = table
    return Finding("nobody", Coalition(replies), {"positions": count})


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


def _labellings(position: Position, limits: Limits, options: Options) -> Finding:
    """Breadth-first closure of the start under moves of any player."""
    neighbours = neighbour_masks(position.graph)
    start = position.labels()
    listed = [start]
    parents = [-1]
    known = {start}
    n, players = position.graph.n, position.players
    detail = {"bound": f"({players} + 2)^{n} = {(players + 2) ** n}"}
    try:
        for i, label in enumerate(listed):  # grows while it is walked
            if i % 64 == 0:
                limits.check()
            for child in next_labellings(label, neighbours, position.players):
                if child not in known:
                    known.add(child)
                    listed.append(child)
                    parents.append(i)
    except LimitReached as reached:
        reason = {"at_least": len(listed), "reason": reached.reason}
        return Finding(UNKNOWN, None, {}, {**reason, **detail})
    return Finding(str(len(listed)), Labellings(listed, parents), detail=detail)


METHODS = (
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
        "Labels of n players are A, U and one for each player: at most (n + 2)^|V| labellings; "
        "source document 002, section 5",
    ),
)
