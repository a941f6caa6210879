"""Answers in zones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import chain

import numpy as np

from gameproof.certificates.strategies.blocking import blocker
from gameproof.certificates.zones.hold import Hold, nodes_of, word
from gameproof.certificates.zones.hold_nodes import NOBODY, Nodes, entries, flags_of, sizes
from gameproof.games.bit_sets import mask_of, members
from gameproof.games.positional import OTHER, Position
from gameproof.replies.last_asked import LastAsked


def reply(position: Position, certificate: Hold) -> int | None:
    """The strategy's move at ``position``, ``None`` where it has none. Looks through all zones."""
    found = asked(position, certificate)
    return min(position.moves(), default=None) if found == NOTHING else found


def asked(position: Position, certificate: Hold, inside: bool = False) -> int | None:
    """The same, but ``NOTHING`` where any move will do: on a board that is only a part (``inside``)
    wherever it can, for then the move is wanted elsewhere."""
    player = blocker(certificate.player)
    if position.to_move != player or position.result() is not None:
        return None
    if certificate.opening in position.moves():
        return certificate.opening
    play = _Play(position, certificate, OTHER[player])
    play.inside += inside
    turn = play.nodes.permutations[certificate.turn]
    found: int | None = None
    for answer in chain(
        (ask() for ask in (play.paired, lambda: play.followed(len(play.nodes.zone) - 1, turn))),
        play.served(),
        play.met(),
    ):
        found = answer if found is None else found
        if answer == NOTHING or not (inside or found is None):
            return answer
    return found


NOTHING = -1
"""Nothing has to be answered."""


def completed(sets: Sequence[Sequence[int]], free: set[int], mine: Set[int]) -> int | None:
    """One of these cells after which each set without a stone of ``mine`` has two of its own among
    the others; ``NOTHING`` if they have already, ``None`` if no cell does it."""
    left = [mask_of(set(one) & free) for one in sets if mine.isdisjoint(one)]
    if 2 * len(left) <= len(free) and has_pairs(left):
        return NOTHING
    through = Counter(cell for mask in left for cell in members(mask))
    for cell, _ in sorted(through.items(), key=lambda item: (-item[1], item[0])):
        rest = [mask for mask in left if not mask >> cell & 1]
        if 2 * len(rest) < len(free) and has_pairs(rest):
            return cell
    return None


def has_pairs(sets: list[int]) -> bool:
    """Can every set (a mask of cells) be given two cells of its own?"""
    owner: dict[int, int] = {}
    for number in range(len(sets)):
        for _ in range(2):
            asked: dict[int, tuple[int, int]] = {number: (-1, -1)}
            queue = [number]
            for at in queue:
                loose = next((c for c in members(sets[at]) if c not in owner), None)
                if loose is not None:
                    while at >= 0:
                        owner[loose] = at
                        loose, at = asked[at]
                    break
                for cell in members(sets[at]):
                    if owner[cell] not in asked:
                        asked[owner[cell]] = (cell, at)
                        queue.append(owner[cell])
            else:
                return False
    return True


def as_mask(words: np.ndarray) -> int:
    """The bits of a row of words."""
    return int.from_bytes(words.astype("<u8").tobytes(), "little")


_NODES = LastAsked[Nodes]()


def _nodes(position: Position, certificate: Hold, other: str) -> Nodes:
    """:func:`nodes_of`, kept until another proof is asked: it costs more than a reply."""
    asked = (certificate, position.board, position.rule)
    return _NODES.get(asked, lambda: nodes_of(position, certificate, other))


class _Play:
    """The nodes beside a position in which the other has just moved."""

    def __init__(self, position: Position, certificate: Hold, other: str) -> None:
        self.nodes = _nodes(position, certificate, other)
        self.theirs, self.mine = position.stones(other), position.stones(OTHER[other])
        self.known: dict[tuple[int, bytes, int], int | None] = {}
        self.masks: dict[bytes, tuple[int, int]] = {}
        self.inside = 0  # parts, one in another
        owned = self.nodes.evidence.owned.tolist()
        self.rows = dict(zip(owned, self.nodes.evidence.owners, strict=True))

    def paired(self) -> int | None:
        """A cell after which each set that is not stopped has two free cells of its own: that
        proves it by itself, whichever way the stones came about."""
        free = set(range(self.nodes.cells)) - self.theirs - self.mine
        return completed(self.nodes.sets, free, self.mine)

    def served(self) -> Iterator[int]:
        """Answers after which a node serves the position as it is."""
        for to, theirs, missing in self.turned():
            clear = ~((self.nodes.core | missing) & theirs).any(axis=1) & self.nodes.whole
            clear &= sizes(self.nodes.zone & theirs) < 2  # one cell can be exchanged
            for node in np.flatnonzero(clear & ((missing != 0).sum(axis=1) < 2)).tolist():
                cells = self.cells(missing[node])
                if len(cells) < 2:
                    yield int(to[cells[0]]) if cells else NOTHING

    def met(self) -> Iterator[int]:
        """Answers in a pair or a part of a leaf that had served before the other moved."""
        pairs, parts = self.nodes.evidence.pairs.ends, self.nodes.evidence.parts.ends
        leaves = (np.diff(pairs) > 0) | (np.diff(parts) > 0)
        leaves[list(self.rows)] = True
        for to, _, missing in self.turned():
            here = leaves & self.nodes.whole & ~missing.any(axis=1)
            for node in np.flatnonzero(here).tolist():
                found = self.open(node, to)
                if found is not None:
                    yield found

    def turned(self) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """For each permutation: it, the other's stones and each node's missing ones as the node
        sees them."""
        for to in self.nodes.permutations:
            back = np.argsort(to)
            theirs, mine = (
                word(self.nodes, set(back[list(stones)].tolist()))
                for stones in (self.theirs, self.mine)
            )
            yield to, theirs, self.nodes.stones & ~mine

    def open(self, node: int, to: np.ndarray) -> int | None:
        """The one cell that has to be taken so that the node, turned, is kept; ``NOTHING``, or
        ``None`` if it cannot be kept by one."""
        nodes, evidence = self.nodes, self.nodes.evidence
        theirs, mine = self.turned_back(to)
        missing = as_mask(nodes.stones[node]) & ~mine
        if missing & theirs or missing & (missing - 1):
            return None
        needed = int(to[missing.bit_length() - 1]) if missing else NOTHING
        if not as_mask(nodes.zone[node]) & theirs:
            return needed
        if evidence.answers.ends[node] < evidence.answers.ends[node + 1]:
            return None
        asked = {needed} - {NOTHING}
        for pair in entries(evidence.pairs, node):
            cells = set(to[pair].tolist())
            if cells & self.theirs and not cells & self.mine:
                if cells <= self.theirs:
                    return None
                asked |= cells - self.theirs
        for child, turn in entries(evidence.parts, node).tolist():
            self.inside += 1
            found = self.followed(child, to[nodes.permutations[turn]])
            self.inside -= 1
            if found is None:
                return None
            asked |= {found} - {NOTHING}
        if node in self.rows:
            row = self.rows[node]
            sets = [self.nodes.given[i] for i in np.unique(row[row >= 0]).tolist()]
            free = {int(to[cell]) for cell in np.flatnonzero(row != NOBODY)} - self.theirs
            turned = [tuple(int(to[cell]) for cell in one) for one in sets]
            found = completed(turned, free - asked, self.mine | asked)
            if found is None:
                return None
            asked |= {found} - {NOTHING}
        return None if len(asked) > 1 else min(asked, default=NOTHING)

    def followed(self, node: int, to: np.ndarray, asked: int = NOTHING) -> int | None:
        """The one cell after which the node, turned, holds, or what follows from it; ``asked`` is
        such a cell already. Answers that were given lead on."""
        key = node, to.tobytes(), asked
        if key not in self.known:
            self.known[key] = None  # no node leads to itself
            self.known[key] = self._followed(node, to, asked)
        return self.known[key]

    def _followed(self, node: int, to: np.ndarray, asked: int) -> int | None:
        here = self.open(node, to)
        if here == NOTHING:
            return asked
        found = here if here is not None and asked in (NOTHING, here) else None
        for cell, child, turn in entries(self.nodes.evidence.answers, node).tolist():
            answer, then = int(to[cell]), asked
            if answer in self.theirs:
                continue
            if answer not in self.mine:
                if asked not in (NOTHING, answer):
                    continue
                then = answer
            after = self.followed(child, to[self.nodes.permutations[turn]], then)
            if after == asked:
                return after
            found = after if found is None else found
            if found is not None and not self.inside:
                break  # a part should ask for nothing where it can
        return found

    def turned_back(self, to: np.ndarray) -> tuple[int, int]:
        """The stones of the other and of the player as a node sees them that is turned so."""
        key = to.tobytes()
        if key not in self.masks:
            back = np.argsort(to)
            self.masks[key] = (
                mask_of(back[list(self.theirs)].tolist()),
                mask_of(back[list(self.mine)].tolist()),
            )
        return self.masks[key]

    def cells(self, word: np.ndarray) -> list[int]:
        """The cells of a row of words."""
        found: list[int] = np.flatnonzero(flags_of(word[None, :], self.nodes.cells)[0]).tolist()
        return found
