"""Who wins paper soccer, by search with a strategy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.strategies.play import Play
from gameproof.encodings.each_move import gather
from gameproof.encodings.method import Finding, Options
from gameproof.encodings.paper_soccer.turns import distance, walk_to
from gameproof.encodings.plays import build
from gameproof.games.counts.soccer_turns import reach
from gameproof.games.paper_soccer import PLAYERS, Pitch, Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.trail_game import Trail, TrailSearch

ZERMELO = "backward induction: a play draws a new line each ply (Zermelo 1913)"
OWN_TURN = 6
"""The rank of going on among ends of turns; tried on pitches up to 4 x 5."""
LARGEST_STRATEGY = 200_000
"""Positions; larger strategies are not written, and the answer is then not verified."""


UNWRITTEN = f"not verified: the strategy has more than {LARGEST_STRATEGY} positions"


class TooLarge(Exception):
    """The strategy has more positions than are written."""


def trail(place: Pitch) -> Trail:
    """The pitch as a trail game, with its mirror image where left and right are alike."""
    image = [place.number.get((place.width - x, y), -1) for x, y in place.points]
    alike = all(
        v >= 0 and place.goal[v] == place.goal[u] and place.bounces[v] == place.bounces[u]
        for u, v in enumerate(image)
    )
    return Trail(
        len(place.points), place.edges, place.goal, place.bounces, tuple(image) if alike else None
    )


def outcome(position: Position, limits: Limits, options: Options) -> Finding:
    """The winner, with his strategy where it has at most ``LARGEST_STRATEGY`` positions."""
    over = position.result()
    if over is not None:
        return Finding(over, build([(position, over)], _no_reply))
    search = TrailSearch(trail(position.pitch), limits)
    winner = search.winner(position.drawn, position.ball, position.mover)
    side = PLAYERS[winner - 1]
    nodes = search.nodes
    best: tuple[int, ...] = ()
    if winner == position.mover:
        best = (winning_ply(search, position),)
    certificate: Play | None = None
    note = None
    if options.certificate:
        try:
            certificate = strategy(search, position, side, limits)
        except TooLarge:
            note = UNWRITTEN
    return Finding(side, certificate, {"nodes": nodes}, winning_moves=best, note=note)


def _no_reply(position: Position) -> int:
    raise RuntimeError(f"the game is over: {position}")


Order = Callable[[Position, Position, int], tuple[int, int]]


def _nearest(position: Position, after: Position, move: int) -> tuple[int, int]:
    """Going on before ending the turn, nearer the goal before farther."""
    ended = int(after.mover != position.mover)
    return ended, distance(position.pitch, move, position.mover)


def _narrowest(position: Position, after: Position, _move: int) -> tuple[int, int]:
    """Few points in reach of the turn after the ply; going on ranks between."""
    width = len(reach(after))
    return (width, 0) if after.mover != position.mover else (OWN_TURN + width // 4, 0)


FEW = LARGEST_STRATEGY // 8
Try = tuple[Order, int]
"""A way to choose among winning plies, and how many positions its strategy may have."""
LONG: tuple[Try, ...] = ((_narrowest, LARGEST_STRATEGY), (_nearest, LARGEST_STRATEGY))
TRIES: tuple[Try, ...] = ((_nearest, FEW), *LONG)
"""Where few positions are enough the nearer plies mostly need fewer of them, else the narrower
ones: 501 and 1 857 on 4 x 4, but 15 189 and 3 253 on 3 x 5."""


def winning_ply(search: TrailSearch, position: Position, order: Order = _nearest) -> int:
    """A ply after which the mover still wins: on a walk to the goal, else the first by order."""
    before = reach(position)
    goals = [v for v in before if position.pitch.goal[v] == position.mover]
    if goals:
        return min((walk_to(before, v) for v in goals), key=len)[0]
    following = [(move, position.play(move)) for move in position.moves()]
    for move, after in sorted(following, key=lambda row: order(position, row[1], row[0])):
        if search.winner(after.drawn, after.ball, after.mover) == position.mover:
            return move
    raise ValueError("the mover does not win here")


def strategy(
    search: TrailSearch,
    position: Position,
    side: str,
    limits: Limits,
    tries: Sequence[Try] = TRIES,
) -> Play:
    """The winner's strategy by the first order that makes it small enough, or ``TooLarge``."""
    for order, most in tries:
        try:
            return _strategy_by(order, most, search, position, side, limits)
        except TooLarge:
            continue
    raise TooLarge


def _strategy_by(
    order: Order, most: int, search: TrailSearch, position: Position, side: str, limits: Limits
) -> Play:
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        ticks += 1
        limits.check()
        limits.progress("writing the strategy")
        if ticks * 1024 > most:
            raise TooLarge

    return build([(position, side)], lambda p: winning_ply(search, p, order), tick=tick)


def winning_plies(position: Position, limits: Limits, options: Options) -> Finding:
    """Every ply of the mover decided by search, each with the winner's strategy after it."""
    search = TrailSearch(trail(position.pitch), limits)
    good = []
    decided: list[tuple[str, Certificate]] = []
    note = None
    complete = options.certificate
    for move in position.moves():
        after = position.play(move)
        winner = search.winner(after.drawn, after.ball, after.mover)
        text = position.move_text(move)
        if winner == position.mover:
            good.append(f"({text})")
        if complete:
            side = PLAYERS[winner - 1]
            try:
                decided.append((text, strategy(search, after, side, limits)))
            except TooLarge:
                complete = False
                note = UNWRITTEN
    certificate = gather(decided) if complete else None
    stats = {"nodes": search.nodes}
    return Finding(" ".join(sorted(good)) or "none", certificate, stats, note=note)
