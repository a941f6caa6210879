"""Snort for several players: one player against the coalition of all others."""

from __future__ import annotations

from collections.abc import Iterator

from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.strategies.play import Play
from gameproof.encodings.method import UNKNOWN, Encoding, Finding, Method, Options
from gameproof.encodings.plays import Aim, written
from gameproof.games.bit_sets import members
from gameproof.games.graph import neighbour_masks
from gameproof.games.meaning.steps import STEPS
from gameproof.games.snort_multiplayer import NOBODY, Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.search.bounded_search import BoundedSearch


def search_for(player: int, limits: Limits) -> BoundedSearch[Position]:
    """The search for a win of a player against all others together."""
    return BoundedSearch(
        lambda p: (after for _, after in _moves(p)),
        lambda p: None if p.mover is not None else p.last == player,
        lambda p: p.mover == player,
        limits,
    )


def _moves(position: Position) -> Iterator[tuple[int, Position]]:
    return ((move, position.play(move).representative()) for move in position.moves())


def _forces(position: Position, limits: Limits, _options: Options) -> Finding:
    """Solve one two-sided game for each player; at most one player can win theirs."""
    start = position.representative()
    sides: dict[tuple[str, ...], tuple[BoundedSearch[Position], bool]] = {}
    count = 0
    for player, name in enumerate(position.players):
        search = search_for(player, limits)
        try:
            wins = search.wins(start)
        except LimitReached as reached:
            detail = {
                "cannot_force": " ".join(position.players[:player]) or "none known",
                "possible": " ".join([*position.players[player:], NOBODY]),
                "reason": reached.reason,
            }
            return Finding(UNKNOWN, None, {"positions": count}, detail)
        count += len(search.won) + len(search.lost)
        if wins:
            found = Finding(name, _written(position, {(name,): (search, True)}, limits))
            found.stats["positions"] = count
            if position.to_move == name:
                found.winning_moves = tuple(
                    move for move, after in _moves(position) if search.wins(after)
                )[:1]  # fmt: skip
            return found
        sides[tuple(other for other in position.players if other != name)] = search, False
    return Finding(NOBODY, _written(position, sides, limits), {"positions": count})


def _written(
    position: Position,
    sides: dict[tuple[str, ...], tuple[BoundedSearch[Position], bool]],
    limits: Limits,
) -> Play:
    """How each of these sides plays, by the search for one player's win and what it told."""

    def reply(here: Position, side: tuple[str, ...], _left: int | None) -> int:
        search, wins = sides[side]
        return next(move for move, after in _moves(here) if search.wins(after) == wins)

    return written([Aim(position, side) for side in sides], reply, tick=limits.check)


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
