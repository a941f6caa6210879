"""Games that are decided by search and proved by a strategy, divided: positions piece by piece.

A place is a position, told by the moves that lead to it from that of the question, and its piece
an ordinary strategy of the winner there. The strategies of the pieces are appended to the moves
above them; positions that two pieces have in common stand in the certificate twice. The claim is
that the player to move wins. Players keep their names: no game here is impartial by its laws.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Goal
from gameproof.certificates.strategies.play import Play, Proof
from gameproof.encodings.division import (
    Decided,
    Derived,
    Estimates,
    Found,
    Numbers,
    Outcome,
    Place,
    one_claim,
    spent,
    within,
)
from gameproof.encodings.method import Division, Finding, Options
from gameproof.games.meaning.outcomes import opponent
from gameproof.games.meaning.position import Position, digest
from gameproof.games.meaning.statement import wins
from gameproof.solvers.limits import LimitReached, Limits

CLAIM = "the player to move wins"
SURE = 1 << 20
"""The number of a verdict that is known and not yet proved by a piece; its other number is 1."""
WRITING = 2
"""What the strategy of a decided piece may take to be written, in efforts of the piece."""
TOGETHER = 16
"""How many efforts the workers with one table search a place together."""
LONG = 4
"""A search is long that takes one of so many parts of its effort: then the strategy is written in
pieces where several share a table."""
PARTS = 8
"""Pieces into which the strategy falls then, where the loser has as many ways to play."""

# Moves are whole numbers; a position takes and gives them, so only Any stands for both.
P = TypeVar("P", bound=Position[Any])
Q = TypeVar("Q", bound=Position[Any], contravariant=True)


class Engine(Protocol[Q]):
    """What searches the positions of one question; what it learns serves later pieces."""

    def wins(self, position: Q, limits: Limits) -> bool:
        """Does the player to move win? Raises ``LimitReached``."""

    def strategy(self, position: Q, winner: str, limits: Limits) -> Play | None:
        """The winner's strategy, ``None`` where it is too large; raises ``LimitReached``."""

    def reply(self, position: Q, limits: Limits) -> Hashable:
        """The move of the strategy where the player to move wins; raises ``LimitReached``."""

    def known(self, position: Q) -> bool | None:
        """Does the player to move win, as far as it is decided already?"""

    def effort(self, position: Q) -> int:
        """About how hard the position is, from 1 on."""

    def share(self, file: Path) -> None:
        """As :meth:`Sharing.share <gameproof.encodings.division.Sharing.share>` says."""


class WinClaim(Generic[P]):
    """The claim that the player to move wins; a splitting that is
    :class:`Together <gameproof.encodings.division.Together>` and
    :class:`Whole <gameproof.encodings.division.Whole>`."""

    whole = True

    def __init__(self, position: P, engine: Engine[P]) -> None:
        self.position = position
        self.player = position.to_move
        self.engine = engine
        self._shared = False

    # -- places ------------------------------------------------------------------------------

    def place(self, position: P, text: str) -> Place:
        """The place of a position that these moves lead to. The more moves a player has, the
        likelier he wins."""
        own, result = position.to_move == self.player, position.result()
        key = position.key()
        if result is not None:
            return Place(key, text, own, result == self.player)
        effort, moves = self.engine.effort(position), len(list(position.moves()))
        proof, disproof = (effort, effort * moves) if own else (effort * moves, effort)
        return Place(key, text, own, None, min(SURE, proof), min(SURE, disproof))

    def start(self) -> Place:
        """As :class:`Splitting <gameproof.encodings.division.Splitting>` says."""
        return self.place(self.position, "")

    def follow(self, place: Place, estimates: Estimates) -> list[Place]:
        """As :class:`Splitting <gameproof.encodings.division.Splitting>` says."""
        del estimates  # the tree has them
        here = self.at(place)
        found: dict[str, Place] = {}
        for move in here.moves():
            one = self.place(here.play(move), f"{place.text} {move}".strip())
            found.setdefault(one.key, one)
        return list(found.values())

    def at(self, place: Place) -> P:
        """The position of a place, by the rules."""
        position = self.position
        for move in place.text.split():
            position = position.play(int(move))
        return position

    # -- pieces ------------------------------------------------------------------------------

    def share(self, file: Path) -> None:
        """As :class:`Sharing <gameproof.encodings.division.Sharing>` says."""
        self.engine.share(file)
        self._shared = True

    def near(self, _one: Place, _other: Place) -> bool:
        """As :class:`Sharing <gameproof.encodings.division.Sharing>` says: nothing tells."""
        return False

    def search(self, place: Place, effort: int, limits: Limits) -> Found:
        """As :class:`Splitting <gameproof.encodings.division.Splitting>` says; ``effort`` in
        milliseconds of the processor."""
        position, began = self.at(place), time.thread_time()
        try:
            together = TOGETHER if self._shared else 1
            won = self.engine.wins(position, within(together * effort, limits))
        except LimitReached:
            limits.check()
            return Found(None, estimates=self._estimates(position), work=spent(began))
        winner = position.to_move if won else opponent(position, position.to_move)
        made = None
        if not self._shared or not self._large(place, winner, spent(began) > effort // LONG):
            try:
                made = self.engine.strategy(position, winner, within(WRITING * effort, limits))
            except LimitReached:
                limits.check()
        if made is None:
            rows = self._planned(position, winner, limits)
            return Found(None, estimates=rows, work=spent(began))
        return Found(winner == self.player, made, work=spent(began))

    def _large(self, place: Place, winner: str, long: bool) -> bool:
        """Is the winner's strategy to be written in smaller pieces? That of a question whose
        search was long, until the loser has had ``PARTS`` ways to come to a piece."""
        position, ways = self.position, 1
        for move in place.text.split():
            if position.to_move != winner:
                ways *= len(list(position.moves()))
            position = position.play(int(move))
        return ways < PARTS if place.text else long

    def help(self, place: Place, effort: int, limits: Limits) -> int:
        """As :class:`Together <gameproof.encodings.division.Together>` says."""
        began = time.thread_time()
        try:
            self.engine.wins(self.at(place), within(effort, limits))
        except LimitReached:
            limits.check()
            return max(effort, spent(began))
        return min(effort - 1, spent(began))

    def _estimates(self, position: P) -> Estimates:
        """What is known of the positions that follow."""
        rows: dict[str, Numbers] = {}
        for move in position.moves():
            after = position.play(move)
            won = None if after.result() is not None else self.engine.known(after)
            if won is not None:
                own = after.to_move == self.player
                rows[after.key()] = (1, SURE) if won == own else (SURE, 1)
        return tuple((key, *numbers) for key, numbers in rows.items())

    def _planned(self, position: P, winner: str, limits: Limits) -> Estimates:
        """The numbers with which a strategy of the winner is looked for where he has won: his
        reply alone, all moves of the other."""
        wanted = (1, SURE) if winner == self.player else (SURE, 1)
        reply = self.engine.reply(position, limits) if position.to_move == winner else None
        rows: dict[str, Numbers] = {}
        for move in position.moves():
            after = position.play(move)
            if after.result() is None:
                rows[after.key()] = wanted if reply in (None, move) else (SURE, SURE)
        return tuple((key, *numbers) for key, numbers in rows.items())

    def says(self, place: Place, verdict: bool, certificate: Certificate | None) -> Derived:
        """As :class:`Splitting <gameproof.encodings.division.Splitting>` says."""
        _formed(certificate)
        position = self.at(place)
        winner = self.player if verdict else opponent(position, self.player)
        return Derived(Goal(position, "outcome"), wins(position.to_move, winner))


def _formed(certificate: Certificate | None) -> None:
    """Raise :class:`Rejected` unless the certificate has the form by which pieces are put
    together."""
    if not isinstance(certificate, Play):
        raise Rejected("a piece is a strategy")
    made = certificate
    for name in ("starts", "moves", "children", "keys"):
        column = np.asarray(getattr(made, name))
        if column.ndim != 1 or (column.size and column.dtype.kind not in "iu"):
            raise Rejected(f"{name} is not a list of integers")
    nodes, edges = len(made.keys), len(made.moves)
    if len(made.proofs) != 1 or made.proofs[0].avoids or len(made.starts) != nodes + 1:
        raise Rejected("a piece is one strategy, with a key for each of its positions")
    if len(made.children) != edges or not _within(np.diff(made.starts), 0, edges + 1):
        raise Rejected("a piece has a position that follows for each move")
    if made.starts[0] != 0 or made.starts[-1] != edges:
        raise Rejected("the moves of a piece are those of its positions")
    if not _within(made.moves, 0, len(made.texts)) or not _within(made.children, 0, nodes):
        raise Rejected("a piece has moves or positions that are not in it")
    if not 0 <= made.proofs[0].root < nodes:
        raise Rejected("a piece begins at one of its positions")


def _within(column: np.ndarray, least: int, end: int) -> bool:
    return column.size == 0 or bool(column.min() >= least and column.max() < end)


# -- putting together --------------------------------------------------------------------------


@dataclass(slots=True)
class _Rows:
    """A strategy that grows at its end; ``children`` are places above, nodes in the pieces."""

    texts: dict[str, int]
    starts: list[np.ndarray]
    moves: list[np.ndarray]
    children: list[np.ndarray]
    keys: list[np.ndarray]
    nodes: int = 0
    edges: int = 0

    def add(
        self, starts: np.ndarray, moves: np.ndarray, children: np.ndarray, keys: np.ndarray
    ) -> None:
        """Nodes with their edges, all numbers those of the whole; the first start is left out."""
        self.starts.append(starts[1:] + self.edges)
        self.moves.append(moves)
        self.children.append(children)
        self.keys.append(keys)
        self.nodes += len(keys)
        self.edges += len(moves)


def composed(claim: WinClaim[P], outcome: Outcome) -> Play:
    """The strategies of all pieces in one. O(their length)."""
    side = claim.player if outcome.verdict else opponent(claim.position, claim.player)
    root = claim.start().key
    order = _in_order(claim, outcome, side, root)
    above = [key for key in order if outcome.decided[key].certificate is None]
    pieces = [key for key in order if outcome.decided[key].certificate is not None]
    rows = _Rows({}, [np.zeros(1, np.int64)], [], [], [])
    number = {key: i for i, key in enumerate(above)}
    first = len(above)
    for key in pieces:
        part = _strategy_of(outcome.decided[key])
        number[key] = first + part.proofs[0].root
        first += len(part.keys)
    starts, moves, children, keys = [0], [], [], []
    for key in above:
        for text, child in order[key]:
            moves.append(rows.texts.setdefault(text, len(rows.texts)))
            children.append(number[child])
        starts.append(len(moves))
        here = claim.at(outcome.decided[key].place)
        own = here.to_move == side and here.result() is None
        keys.append(digest(here) if own else 0)
    rows.add(*(np.array(column, dtype=np.int64) for column in (starts, moves, children, keys)))
    for key in pieces:
        part = _strategy_of(outcome.decided[key])
        texts = np.array(
            [rows.texts.setdefault(text, len(rows.texts)) for text in part.texts], dtype=np.int64
        )
        rows.add(
            np.asarray(part.starts, dtype=np.int64),
            texts[np.asarray(part.moves, dtype=np.int64)],
            np.asarray(part.children, dtype=np.int64) + rows.nodes,
            np.asarray(part.keys, dtype=np.int64),
        )
    return Play(
        proofs=[Proof(claim.player, [side], [], None, number[root])],
        texts=list(rows.texts),
        starts=np.concatenate(rows.starts),
        moves=np.concatenate(rows.moves),
        children=np.concatenate(rows.children),
        keys=np.concatenate(rows.keys),
    )


def _strategy_of(decided: Decided) -> Play:
    if not isinstance(decided.certificate, Play):
        raise TypeError("the piece of another claim")
    return decided.certificate


Edges = list[tuple[str, str]]
"""Rows (move in the game's notation, key of the place it leads to)."""


def _in_order(claim: WinClaim[P], outcome: Outcome, side: str, root: str) -> dict[str, Edges]:
    """The places that the strategy of ``side`` meets above and at the pieces, each before those
    that follow it, with its moves: one of his own where another piece decides, all others'."""
    edges: dict[str, Edges] = {}
    finished: list[str] = []
    waiting = [(root, False)]
    while waiting:
        key, left = waiting.pop()
        if left:
            finished.append(key)
            continue
        if key in edges:
            continue
        decided = outcome.decided[key]
        here = claim.at(decided.place)
        edges[key] = []
        if decided.certificate is None:
            edges[key] = [
                (here.move_text(move), after)
                for move in here.moves()
                if (after := here.play(move).key()) in outcome.decided
                and outcome.decided[after].verdict == outcome.verdict
            ]
            if here.to_move == side:
                edges[key] = edges[key][:1]
        waiting.append((key, True))
        waiting += [(after, False) for _, after in edges[key]]
    return {key: edges[key] for key in reversed(finished)}


# -- the question ------------------------------------------------------------------------------


def division(
    method: str,
    applies: Callable[[P], bool],
    engine: Callable[[P], Engine[P]],
    answer: Callable[[P, bool], str],
) -> Division[P]:
    """The division of the question ``outcome``; ``answer`` says the verdict in its words."""

    def splitting(position: P, _claim: str, _options: Options) -> WinClaim[P]:
        return WinClaim(position, engine(position))

    def finding(position: P, outcomes: Mapping[str, Outcome], _limits: Limits) -> Finding:
        (outcome,) = outcomes.values()
        claim = outcome.splitting
        if not isinstance(claim, WinClaim):
            raise TypeError("the outcome of another claim")
        made = composed(claim, outcome)
        moves: tuple[Hashable, ...] = ()
        if outcome.verdict:  # the edge of the start is its reply
            first = made.starts[made.proofs[0].root]
            moves = (position.parse_move(made.texts[made.moves[first]]),)
        stats = {"positions": len(made.keys)}
        return Finding(answer(position, outcome.verdict), made, stats, winning_moves=moves)

    return Division(
        "outcome",
        method,
        lambda position: position.result() is None and applies(position),
        one_claim(CLAIM),
        splitting,
        finding,
    )
