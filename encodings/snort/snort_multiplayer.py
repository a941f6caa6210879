"""Snort for several players: one player against the coalition of all others."""

from __future__ import annotations

from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.strategies.play import Play
from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.encodings.plays import Aim, written
from gameproof.games.bit_sets import members
from gameproof.games.graph import neighbour_masks
from gameproof.games.meaning.steps import STEPS
from gameproof.games.snort_multiplayer import NOBODY, Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.search.coalition_search import force


def _forces(position: Position, limits: Limits, _options: Options) -> Finding:
    """Solve one two-sided game for each player; at most one player can win theirs."""
    sides: dict[tuple[str, ...], dict[Position, int]] = {}
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
        name = position.players[player]
        if result.wins:
            found = Finding(name, _written(position, {(name,): result.replies}, limits))
            found.stats["positions"] = count
            first = result.replies.get(position.representative())
            if first is not None:
                after = position.representative().play(first).representative()
                found.winning_moves = tuple(
                    move for move in position.moves()
                    if position.play(move).representative() == after
                )[:1]  # fmt: skip
            return found
        sides[tuple(other for other in position.players if other != name)] = result.replies
    return Finding(NOBODY, _written(position, sides, limits), {"positions": count})


def _written(
    position: Position, sides: dict[tuple[str, ...], dict[Position, int]], limits: Limits
) -> Play:
    """How each of these sides plays, by its replies."""
    aims = [Aim(position, side) for side in sides]
    return written(aims, lambda here, side, _left: sides[side][here], tick=limits.check)


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
    certificate = Definition() if len(listed) * n * players <= STEPS else None
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
