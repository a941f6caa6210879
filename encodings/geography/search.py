"""Every form of geography by search, with a strategy that the rules alone check."""

from __future__ import annotations

from pathlib import Path

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.strategies.play import Play
from gameproof.encodings.each_move import gather
from gameproof.encodings.method import Finding, Options
from gameproof.encodings.plays import build
from gameproof.games.geography import PLAYERS, Position, all_starts_text
from gameproof.solvers.limits import Limits
from gameproof.solvers.search.directed_geography import DirectedGeography

SEARCH = "exhaustive search of reduced positions (Zermelo); the strategy checked move by move"
LARGEST = 4000  # edges; the search keeps a bit for each in every state


class Search:
    """A graph as a problem of directed geography; one table for all its positions."""

    def __init__(self, position: Position, limits: Limits, shared: Path | None = None) -> None:
        graph = position.graph
        self.edge = position.edge
        tail, head, number = [], [], []
        for k, (u, v) in enumerate(graph.edges.tolist()):
            ways = [(u, v)] if graph.directed or u == v else [(u, v), (v, u)]
            for x, y in ways:
                if self.edge or x != y:
                    tail.append(x)
                    head.append(y)
                    number.append(k)
        self.of_edge = [0] * graph.m
        self.at_vertex = [0] * graph.n
        for arc, (x, y, k) in enumerate(zip(tail, head, number, strict=True)):
            self.of_edge[k] |= 1 << arc
            self.at_vertex[x] |= 1 << arc
            self.at_vertex[y] |= 1 << arc
        deletes = (
            [self.of_edge[k] for k in number] if self.edge else [self.at_vertex[x] for x in tail]
        )
        self.all = (1 << len(tail)) - 1
        self.geography = DirectedGeography(
            graph.n, tail, head, deletes, self.edge, limits, not graph.directed, shared
        )

    def alive(self, position: Position) -> int:
        """The arcs that are left."""
        gone = 0
        for x in position.gone:
            gone |= self.of_edge[x] if self.edge else self.at_vertex[x]
        return self.all & ~gone

    def size(self, position: Position) -> int:
        """How many arcs matter still."""
        left = self.alive(position)
        if position.token is None:
            return left.bit_count()
        state, _ = self.geography.reduce(position.token, left)
        return 0 if state is None else state[1].bit_count()

    def known(self, position: Position) -> bool | None:
        """Does the next player win, as far as it is decided already?"""
        if position.token is None:
            return None
        return self.geography.known(position.token, self.alive(position))

    def wins(self, position: Position) -> bool:
        """Does the next player win?"""
        if position.token is None:
            return any(not self.wins(position.play(v)) for v in position.moves())
        return self.geography.wins(position.token, self.alive(position))

    def winning_move(self, position: Position) -> int | None:
        """A move to a P-position, ``None`` without one."""
        if position.token is None:
            return next((v for v in position.moves() if not self.wins(position.play(v))), None)
        return self.geography.winning_move(position.token, self.alive(position))


def small(position: Position) -> bool:
    """Is the graph within the search's reach at all?"""
    return position.graph.m <= LARGEST and (position.edge or position.graph.directed)


def strategy(search: Search, position: Position, limits: Limits) -> Play:
    """The winner's strategy for the position, as a graph of positions."""
    wins = search.wins(position)
    mover = position.to_move
    winner = mover if wins else next(name for name in PLAYERS if name != mover)

    def reply(here: Position) -> int:
        move = search.winning_move(here)
        if move is None:
            raise RuntimeError(f"no winning move at {here}")
        return move

    def tick() -> None:
        limits.check()
        limits.progress("writing the strategy")

    return build([(position, winner)], reply, tick=tick)


def decide(position: Position, limits: Limits, options: Options) -> Finding:
    """N or P by search."""
    search = Search(position, limits)
    move = search.winning_move(position)
    certificate = strategy(search, position, limits) if options.certificate else None
    if move is None:
        return Finding("P", certificate, _stats(search))
    return Finding("N", certificate, _stats(search), winning_moves=(move,))


def _stats(search: Search) -> dict[str, int]:
    return {"nodes": search.geography.nodes, "table": search.geography.decided}


def _each(
    search: Search, position: Position, limits: Limits, options: Options
) -> tuple[list[int], Certificate | None]:
    """The winning moves, and a certificate for every move."""
    winning, decided = [], []
    for move in position.moves():
        after = position.play(move)
        if not search.wins(after):
            winning.append(move)
        if options.certificate:
            decided.append((position.move_text(move), strategy(search, after, limits)))
    return winning, gather(decided) if options.certificate else None


def winning_moves(position: Position, limits: Limits, options: Options) -> Finding:
    """The moves that leave the opponent lost."""
    search = Search(position, limits)
    winning, certificate = _each(search, position, limits, options)
    return Finding(position.of_moves("winning-moves", winning), certificate, _stats(search))


def decide_all(position: Position, limits: Limits, options: Options) -> Finding:
    """N or P for every start."""
    search = Search(position, limits)
    free = position.free()
    losing, certificate = _each(search, free, limits, options)
    flags = [False] * free.graph.n
    for v in losing:
        flags[v] = True
    return Finding(all_starts_text(free, flags), certificate, _stats(search))
