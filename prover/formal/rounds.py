"""Rule ``rounds``: replies ply by ply, with the positions that they are replies to.

The plain checker walks the positions itself, one for all that symmetries exchange; here every
position in which the other player is to move is written, with his moves and the replies. The
evidence: who starts, who answers, whether he wins or holds, his first replies, where they lead, and
the rounds, each after those that it leads to: the position, who is to move, and for each legal
move the numbers of the replies and what follows (0: nothing has to; a round's number, and one).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from gameproof.certificates.strategies.follow_up import WINS
from gameproof.certificates.strategies.follow_up import settled as plainly
from gameproof.certificates.strategies.ply_by_ply import Walk, walks
from gameproof.games.bit_sets import members
from gameproof.games.variants.gravity import GravityPosition
from gameproof.games.variants.owning import (
    OwningGame,
    Truths,
    Words,
    less,
    moves_of,
    taken_by,
    turned,
)
from gameproof.prover.formal.numbers import (
    PLAYERS,
    After,
    Claimed,
    NotCovered,
    Numbers,
    code,
    flat,
)

RULE = 20
Pair = tuple[int, int]
"""A position: the words of both players."""
MOST = 1 << 20
"""Positions of one ply."""
MOST_SEARCHED = 1 << 12
"""Positions of one proof that are searched."""


class Level(NamedTuple):
    """The positions before a ply, and for each whether nothing has to follow."""

    pairs: Words
    settled: Truths


def of_walks(theorem: Claimed, certificate: Any) -> list[Numbers]:
    """A step for each proof; raises :class:`NotCovered`."""
    position = theorem.goal.position
    if not isinstance(position, GravityPosition):
        raise NotCovered("replies ply by ply where stones do not fall")
    used = 0
    steps = []
    for walk in walks(position, certificate):
        walk.used = used
        steps.append(step(position, walk))
        used = walk.used
    return steps


def settled(walk: Walk, pairs: Words, ply: int) -> Truths:
    """Where nothing has to follow, as ``formal/Rounds.v`` has it."""
    game, seat = walk.game, walk.seat
    own, other = pairs[:, seat], pairs[:, 1 - seat]
    found = np.zeros(len(pairs), bool)
    if walk.what != WINS:
        found |= np.logical_and.reduce(
            [own & np.uint64(cells) != 0 for cells, _ in game.wanted[1 - seat]]
        )
    if game.step and game.plies[ply] != seat:
        found |= answered(game, seat, walk.what, own, other)
    return found


def step(position: GravityPosition, walk: Walk) -> Numbers:
    """The step of one proof; its replies are used up."""
    game, seat = walk.game, walk.seat
    levels: list[Level] = []
    chosen: list[dict[Pair, int]] = []
    pairs = np.array([game.start], np.uint64)
    done, search = False, Search(walk)
    for ply, mover in enumerate(game.plies):
        level = Level(pairs, settled(walk, pairs, ply))
        levels.append(level)
        pairs = pairs[~level.settled]
        if not len(pairs):
            break
        if len(pairs) > MOST:
            raise NotCovered(f"more than {MOST} positions of one ply")
        done = done or walk.over()
        replies = {}
        if mover == seat:
            cells = replies_to(search, pairs, ply, done)
            replies = dict(zip(map(tuple, pairs.tolist()), cells.tolist(), strict=True))
            after = taken_by(pairs, seat, cells)
        else:
            after = np.concatenate([*moves_of(game, pairs, ply)])
        chosen.append(replies)
        if not done:
            walk.step()
        ended = game.own(0, after[:, 0]) | game.own(1, after[:, 1])
        pairs = np.unique(after[~ended], axis=0)
    while not done and not walk.over():
        walk.step()
    return written(position, walk, levels, chosen)


def opened(game: OwningGame, pair: Pair) -> int:
    """The cells that may be taken."""
    taken = pair[0] | pair[1]
    return ~taken & game.board & (taken >> game.step | game.bottom)


def taking(pair: Pair, mover: int, bit: int) -> Pair:
    """The position after the mover took the cell."""
    return (pair[0] | bit, pair[1]) if mover == 0 else (pair[0], pair[1] | bit)


def replies_to(search: Search, pairs: Words, ply: int, done: bool) -> Words:
    """The replies that are listed for the images of these positions, taken back; where the plain
    checker does not look any further, a cell that completes a set or leads to a position of which
    it says the same."""
    walk = search.walk
    if done:
        return sought(search, pairs, ply)
    images = [[*range(walk.game.cells)], *walk.images]
    least, which = pairs, np.zeros(len(pairs), np.intp)
    for number, image in enumerate(images[1:], 1):
        there = turned(pairs, image)
        better = less(there, least)
        least = np.where(better[:, None], there, least)
        which[better] = number
    bits = walk.answers()[0].tolist()
    listed = dict(zip(map(tuple, walk.pairs.tolist()), bits, strict=True))
    back = [{to: cell for cell, to in enumerate(image)} for image in images]
    words = [0] * len(pairs)
    for k, (one, turn) in enumerate(zip(map(tuple, least.tolist()), which.tolist(), strict=True)):
        if one in listed:
            words[k] = 1 << back[turn][listed[one].bit_length() - 1]
    found = np.array(words, np.uint64)
    left = np.flatnonzero(found == 0)
    found[left] = sought(search, pairs[left], ply)
    return found


def sought(search: Search, pairs: Words, ply: int) -> Words:
    """For each position the first cell after which nothing has to follow here, or in the plain
    checker; the first of all where there is none."""
    walk = search.walk
    game, seat = walk.game, walk.seat
    free = game.open(pairs[:, 0] | pairs[:, 1], ply)
    best = free & (~free + np.uint64(1))
    rank = np.zeros(len(pairs), np.int8)
    for column in game.columns:
        cell = free & np.uint64(column)
        some = np.flatnonzero((cell != 0) & (rank < 2))
        after = taken_by(pairs[some], seat, cell[some])
        good = np.zeros(len(some), np.int8)
        if ply + 1 < len(game.plies):
            good[plainly(game, seat, walk.what, after, ply + 1)] = 1
            good[settled(walk, after, ply + 1)] = 2
        good[game.own(seat, after[:, seat])] = 2
        better = good > rank[some]
        best[some[better]], rank[some[better]] = cell[some[better]], good[better]
    for k in np.flatnonzero(rank == 0).tolist():
        first, second = pairs[k].tolist()
        best[k] = search.reply((first, second), ply)
    return best


class Search:
    """Replies to positions that only the way to them shows to be good: all play is looked at, as
    far as the plain checker does not know the end. Raises :class:`NotCovered` for too many."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.game, self.seat = walk, walk.game, walk.seat
        self.known: dict[Pair, bool] = {}

    def moves(self, pair: Pair, ply: int) -> Iterator[tuple[int, Pair]]:
        """The cells that may be taken, and the positions after them."""
        for bit in map((1).__lshift__, members(opened(self.game, pair))):
            yield bit, taking(pair, self.game.plies[ply], bit)

    def good(self, pair: Pair, ply: int) -> bool:
        """Is the play won, or held, from here?"""
        if pair not in self.known:
            if len(self.known) > MOST_SEARCHED:
                raise NotCovered(f"more than {MOST_SEARCHED} positions that are searched")
            self.known[pair] = self._good(pair, ply)
        return self.known[pair]

    def _good(self, pair: Pair, ply: int) -> bool:
        game, seat = self.game, self.seat
        words = np.array([pair], np.uint64)
        if game.own(seat, words[:, seat])[0] or game.own(1 - seat, words[:, 1 - seat])[0]:
            return bool(game.own(seat, words[:, seat])[0])
        if ply == len(game.plies):
            return self.walk.what != WINS
        if plainly(game, seat, self.walk.what, words, ply)[0]:
            return True
        after = (self.good(one, ply + 1) for _, one in self.moves(pair, ply))
        return any(after) if game.plies[ply] == seat else all(after)

    def reply(self, pair: Pair, ply: int) -> int:
        """A cell after which the play is won, or held."""
        for bit, after in self.moves(pair, ply):
            if self.good(after, ply + 1):
                return bit
        raise NotCovered("a strategy without a reply")


def answered(game: OwningGame, seat: int, what: str, own: Words, other: Words) -> Truths:
    """Is answering in the same column enough, each column having an even number of free cells
    below a cell that completes a set of the player's, or altogether?"""
    step = game.step
    lower = game.open(own | other, -1)
    for _ in range(game.cells // step // 2):
        lower = lower | lower >> np.uint64(2 * step)
    upper = lower >> np.uint64(step)
    wins, whole = np.zeros_like(own), np.zeros(len(own), bool)
    for cells, _ in game.wanted[seat]:
        rest = np.uint64(cells) & ~own
        live = other & np.uint64(cells) == 0
        one = live & (rest & (rest - np.uint64(1)) == 0) & (rest & upper != 0)
        wins |= np.where(one, rest, np.uint64(0))
        whole |= rest & ~upper == 0
    above = wins >> np.uint64(step)
    for _ in range(game.cells // step):
        above = above | above >> np.uint64(step)
    top = np.uint64((1 << step) - 1)
    good: Truths = lower & top & ~(wins | above) == 0
    lower = lower & ~above
    for cells, _ in game.wanted[1 - seat]:
        good &= np.uint64(cells) & ~(other | lower) != 0
    if what == WINS:
        good &= whole | (wins != 0)
    return good


def written(
    position: GravityPosition,
    walk: Walk,
    levels: list[Level],
    chosen: list[dict[Pair, int]],
) -> Numbers:
    """The step from what was found, the last plies first."""
    game, seat = walk.game, walk.seat
    own, other = seat, 1 - seat
    number: dict[Pair, int] = {}
    rounds: list[Numbers] = []
    players = [code(PLAYERS, name) for name in position.players]

    def follows(pair: Pair, ply: int) -> Numbers:
        """After a move of the other's: the reply's number, and where it leads."""
        if ply >= len(chosen) or pair not in chosen[ply]:
            return [0, 0]
        bit = chosen[ply][pair]
        place = (opened(game, pair) & (bit - 1)).bit_count()
        return [1, place, number.get(taking(pair, own, bit), 0)]

    for ply in range(len(levels) - 1, -1, -1):
        if game.plies[ply] == seat:
            continue
        level = levels[ply]
        for first, second in level.pairs[~level.settled].tolist():
            pair = (first, second)
            told: list[Numbers] = []
            for bit in map((1).__lshift__, members(opened(game, pair))):
                told.append(follows(taking(pair, other, bit), ply + 1))
            rounds.append([2, first, second, players[other], *flat(told)])
            number[pair] = len(rounds)
    start = (game.start[0], game.start[1])
    root = follows(start, 0) if game.plies[0] == seat else [0, number.get(start, 0)]
    wins = int(walk.what == WINS)
    return [RULE, code(PLAYERS, position.to_move), players[own], wins, *root, *flat(rounds)]


AFTER: After = {"ply-by-ply": of_walks}
