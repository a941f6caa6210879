"""Games in which a player owns a set first, by search, with replies ply by ply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.strategies.ply_by_ply import PlyByPly
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.encodings.positional import attacks
from gameproof.encodings.positional.kept_proofs import shipped
from gameproof.encodings.variants.avoid import symmetries
from gameproof.encodings.variants.narrowed import narrowed
from gameproof.games.positional_board import Board
from gameproof.games.positional_turns import PLAYERS, TurnsPosition
from gameproof.games.variants.exact import ExactBoard, ExactPosition
from gameproof.games.variants.gravity import GravityPosition
from gameproof.games.variants.owning import LARGEST, OwningGame, Words, moves_of, named, taken_by
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.owning import IMAGES, OwningProblem, OwningSearch

P = TypeVar("P", TurnsPosition, GravityPosition, ExactPosition)
OwningPosition = TurnsPosition | GravityPosition | ExactPosition

THEOREM = (
    "Zermelo 1913; depth-first search with a table of the positions seen; where stones fall, "
    "answers in the same column (Allis 1988)"
)
KEPT = "replies that were found before; they are checked anew"
REACH = f"boards of at most {LARGEST} cells that matter before the plies end"
AT_ONCE = 1 << 12
"""Positions that the engine is asked about at once."""


def of_grid(m: int, n: int) -> list[list[int]]:
    """The symmetries of a board of m rows and n columns as permutations, the identity first."""
    places = [divmod(cell, n) for cell in range(m * n)]
    found = []
    for down in (False, True):
        for across in (False, True):
            turned = [(m - 1 - r if down else r, n - 1 - c if across else c) for r, c in places]
            found.append([r * n + c for r, c in turned])
            if m == n:
                found.append([c * n + r for r, c in turned])
    return found


def images_of(board: Board, game: OwningGame) -> list[list[int]]:
    """Symmetries of the game that are made use of, the identity first."""
    found = [] if isinstance(board, ExactBoard) else symmetries(board)
    if board.kind == "mnk":
        found = [*found, *of_grid(*board.shape)]
    different = dict.fromkeys(map(tuple, [range(game.cells), *found]))
    return [list(image) for image in different if game.keeps(image)][:IMAGES]


class Attack:
    """Can ``attacker`` own a set first, within ``plies`` of the game where they are given?"""

    def __init__(
        self,
        position: OwningPosition,
        attacker: str,
        limits: Limits,
        plies: int | None = None,
        images: Sequence[Sequence[int]] | None = None,
    ) -> None:
        self.start = position
        self.seat = PLAYERS.index(attacker)
        self.game = game = position.as_owning()
        self.narrow = None if position.board.cells <= LARGEST else narrowed(game, plies)
        if self.narrow is not None:
            self.game = game = self.narrow.game
            images = [list(range(game.cells))]
        self.images = images or images_of(position.board, game)
        self.movers = game.plies[:plies]
        self.limits = limits
        self.search = OwningSearch(
            OwningProblem(
                game.cells,
                game.wanted,
                self.movers,
                sum(own.bit_count() for own in game.start),
                game.step,
                self.images,
            ),
            self.seat,
            limits,
        )

    @property
    def nodes(self) -> int:
        """Positions that were searched."""
        return self.search.nodes

    def succeeds(self) -> bool:
        """Does he, from the position of the question?"""
        if self.start.result() is not None:
            return self.start.result() == self.game.won[self.seat]
        if not (self.game.opening and self.movers):
            return self.search.wins(*self.game.start)
        return self.opened() is not None if self.begins else self.opened() is None

    @property
    def begins(self) -> bool:
        """Is the first ply the attacker's?"""
        return self.movers[0] == self.seat

    def opened(self) -> int | None:
        """Of the cells that the first ply may take, one that serves who takes it."""
        start = np.array([self.game.start], np.uint64)
        for after in moves_of(self.game, start, 0):
            for pair in after:
                ended = bool(self.game.own(self.game.plies[0], after[:, self.game.plies[0]])[0])
                wins = self.begins if ended else self.search.wins(int(pair[0]), int(pair[1]))
                if wins == self.begins:
                    cell = int((pair ^ start[0]).max())
                    return cell.bit_length() - 1
        return None

    def move(self, here: OwningPosition) -> int:
        """A move that keeps the answer for the player to move: the attacker's win, or not."""
        game = here.as_owning()
        own = game.start if self.narrow is None else self.narrow.here(game.start)
        if game.opening and self.movers:
            found = self.opened()
        else:
            seat = PLAYERS.index(here.to_move)
            found = int(self.search.answers(seat, np.array([own], np.uint64))[0])
        if found is None or found < 0:
            return here.moves()[0]
        return found if self.narrow is None else self.narrow.cell(found, game.start)

    def replies(self, seat: int) -> list[NDArray[np.int64]]:
        """Those of the attacker, who wins, or of the other player, who holds: of each ply, to every
        position that play comes to, as the certificate has them."""
        game = self.game
        pairs = named(np.array([game.start], np.uint64), self.images[1:])
        found = list[NDArray[np.int64]]()
        if self.start.result() is not None:
            return found
        for ply, mover in enumerate(game.plies):
            pairs = pairs[~self.search.settled(seat, pairs)]
            if not len(pairs):
                break
            self.limits.check()
            self.limits.progress(f"ply {ply + 1}: {len(pairs)} positions")
            if mover == seat:
                cells = self._answers(seat, pairs, ply)
                listed = cells[game.threat(1 - seat, pairs, ply) == 0]
                found.append(listed % game.step if game.step else listed)
                after = taken_by(pairs, seat, np.uint64(1) << cells.astype(np.uint64))
                after = after[~game.own(seat, after[:, seat])]
            else:
                after = np.concatenate([*moves_of(game, pairs, ply)])
            pairs = named(after, self.images[1:])
        return found

    def _answers(self, seat: int, pairs: Words, ply: int) -> NDArray[np.int64]:
        if ply == 0 and self.game.opening:
            return np.array([self.opened()], np.int64)
        parts = range(0, len(pairs), AT_ONCE)
        return np.concatenate([self.search.answers(seat, pairs[i : i + AT_ONCE]) for i in parts])


def certified(position: OwningPosition, used: Mapping[str, Attack]) -> PlyByPly:
    """The certificate of what each player has to show, with the search that tells it."""
    proofs, replies = [], list[NDArray[np.int64]]()
    images: Sequence[Sequence[int]] = []
    for player, attack in used.items():
        seat = PLAYERS.index(player)
        proofs.append((player, "wins" if seat == attack.seat else "holds"))
        replies += attack.replies(seat)
        images = attack.images[1:]
    return PlyByPly(
        sorted(position.stones("first")),
        sorted(position.stones("second")),
        proofs,
        np.array(images, np.uint8).reshape(len(images), position.board.cells),
        np.concatenate([np.zeros(0, np.uint8), *replies]).astype(np.uint8),
    )


def _found(
    answer: str | bool,
    position: OwningPosition,
    used: Mapping[str, Attack],
    limits: Limits,
    options: Options,
) -> Finding:
    if isinstance(position, TurnsPosition) and position.board.cells > LARGEST:
        return attacks.finding(answer, position, used, limits, options)
    certificate = certified(position, used) if options.certificate else None
    return attacks.proved(answer, position, used, certificate)


def _attack(position: OwningPosition, limits: Limits) -> Callable[[str], Attack]:
    images = None
    if position.board.cells <= LARGEST:
        images = images_of(position.board, position.as_owning())
    return lambda attacker: Attack(position, attacker, limits, images=images)


def outcome(position: OwningPosition, limits: Limits, options: Options) -> Finding:
    """Who owns a set first with best play, before the plies end."""
    answer, used = attacks.who_wins(position.rule, _attack(position, limits))
    return _found(answer, position, used, limits, options)


def second_wins(position: OwningPosition, limits: Limits, options: Options) -> Finding:
    """Can the second player own a set first or, as Breaker, keep the first from one?"""
    answer, used = attacks.second_wins(position.rule, _attack(position, limits))
    return _found(answer, position, used, limits, options)


def by_kept_proof(position: OwningPosition, _limits: Limits, _options: Options) -> Finding:
    """Who wins, by a proof that is kept with the package."""
    found = _kept(position)
    if found is None:
        return Finding(UNKNOWN)
    winners = [player for player, what in found.proofs if what == "wins"]
    return Finding(winners[0] if winners else "draw", found)


def _kept(position: OwningPosition) -> PlyByPly | None:
    if not isinstance(position, GravityPosition) or position.to_move != "first":
        return None
    found = None if position.first else shipped(f"{position.board.words} gravity")
    return found if isinstance(found, PlyByPly) else None


def applies(position: OwningPosition) -> bool:
    """Does the engine take the board, or what matters of it?"""
    if position.board.cells <= LARGEST or not isinstance(position, TurnsPosition):
        return position.board.cells <= LARGEST
    return narrowed(position.as_owning(), None).game.cells <= LARGEST


def methods(_of: type[P]) -> tuple[Method[P], ...]:
    """Who wins, and whether the second player does, for positions of a class."""
    return (
        Method("outcome", "kept-proof", by_kept_proof, KEPT, lambda here: _kept(here) is not None),
        Method("outcome", "search", outcome, THEOREM, applies, reach=REACH),
        Method("second-wins", "search", second_wins, THEOREM, applies, reach=REACH),
    )
