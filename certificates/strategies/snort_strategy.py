"""A winning strategy for Snort or Col, written for sums of components.

The certificate is a table: for sums that the theory of ``snort_bounds`` does not decide,
the winner's move. The checker plays every opposing move from the start, takes the move
of the table (or none where the bounds already prove the win), and goes on until nothing
is left open. For misere play the bounds are not used and every position of the winner
is in the table. Vertices from n on stand for a free move (n) and the star (n + 1).

A board of a few open vertices is played out instead, every move of both players: that is
quicker than the theory, and needs no table.

The table's keys are digests: they only suggest a move, which is played and followed like
any other, so sums with one digest can make a proof fail but never pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.snort_bounds import Judge
from gameproof.certificates.strategies.snort_rows import Row, rows_of
from gameproof.games.bit_sets import members
from gameproof.games.game import Colour
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import Forces, wins
from gameproof.games.sets.snort_sums import Sum, key
from gameproof.games.snort import Position, opponent

NORMAL, MISERE = "normal", "misere"
NO_MOVE = -1
TINY = 9
"""Open vertices of a board that is played out."""


class SnortStrategy(Certificate, frozen=True, tag="snort-strategy"):
    """``rows``: pairs (who starts, who wins) that are proved; ``play``: ``normal`` or
    ``misere``; ``keys`` (ascending digests of sums with the winner to move) and his ``moves``."""

    rows: list[Row]
    play: str
    keys: np.ndarray
    moves: np.ndarray

    @classmethod
    def of(cls, rows: Iterable[Row], play: str, table: dict[int, int]) -> SnortStrategy:
        """The certificate of these rows with the winners' moves by the digests of sums."""
        digests = sorted(table)
        moves = [table[digest] for digest in digests]
        return cls(list(rows), play, np.array(digests, np.int64), np.array(moves, np.int64))


class Winner:
    """The obligations of a player who is to win; shared by checker and builder."""

    def __init__(self, position: Position, *, misere: bool) -> None:
        self.judge = Judge(position)
        self.n = position.graph.n
        self.misere = misere
        self.tiny = not misere and (position.red_free | position.blue_free).bit_count() <= TINY
        self._lost: dict[tuple[int, int], bool] = {}

    def start(self, position: Position, side: Colour) -> Sum:
        """The position as a sum seen from ``side``."""
        return self.sum_of(position.free(side), position.free(opponent(side)))

    def sum_of(self, mine: int, yours: int, spare: int = 0, star: int = 0) -> Sum:
        """The sum of two sets; in misere play and on tiny boards nothing is split, counted
        or cancelled."""
        if self.misere or self.tiny:
            return ((mine, yours),), spare, star
        return self.judge.reduced(mine, yours, spare, star)

    def decided(self, total: Sum, *, first: bool) -> bool:
        """Is the win clear without a move of the table?"""
        if self.misere:
            return first and total[0][0][0] == 0
        if self.tiny:
            ((mine, yours),) = total[0]
            return not self.lost(mine, yours) if first else self.lost(yours, mine)
        return self.judge.guarantee(total, first=first) >= 0

    def lost(self, mine: int, yours: int) -> bool:
        """Does the owner of ``mine`` lose, moving first, whatever the players do?

        All play is looked at, each pair of sets once: at most 4^n of them.
        """
        found = self._lost.get((mine, yours))
        if found is None:
            found = True
            for v in members(mine):
                ours, theirs = self.judge.after(mine, yours, v)
                if self.lost(theirs, ours):
                    found = False
                    break
            self._lost[mine, yours] = found
        return found

    def replies(self, total: Sum) -> Iterator[tuple[int, Sum]]:
        """The player's moves (vertex, n a free move, n + 1 the star) and what they leave."""
        parts, spare, star = total
        mine, yours = _union(parts)
        for v in members(mine):
            yield v, self.sum_of(*self.judge.after(mine, yours, v), spare, star)
        if spare > 0:
            yield self.n, (parts, spare - 1, star)
        if star:
            yield self.n + 1, (parts, spare, 0)

    def attacks(self, total: Sum) -> Iterator[Sum]:
        """What the opponent's moves leave."""
        parts, spare, star = total
        mine, yours = _union(parts)
        for v in members(yours):
            theirs, ours = self.judge.after(yours, mine, v)
            yield self.sum_of(ours, theirs, spare, star)
        if spare < 0:
            yield parts, spare + 1, star
        if star:
            yield parts, spare, 0

    def prove(
        self,
        goals: Iterable[tuple[Sum, bool]],
        move: Callable[[Sum], int],
        tick: Callable[[int], None] = lambda _visited: None,
    ) -> int:
        """Follow ``move`` from every (sum, does the winner move first) against all play.

        Raises :class:`Rejected` where it fails; returns the number of sums visited. Every
        move takes a vertex, so the walk ends; of isomorphic sums one is visited.
        """
        seen = _Seen(self.judge, misere=self.misere)
        stack = list(goals)
        while stack:
            total, first = stack.pop()
            if not seen.add(total, first):
                continue
            tick(len(seen))
            if self.decided(total, first=first):
                continue
            if first:
                chosen = move(total)
                after = next((left for v, left in self.replies(total) if v == chosen), None)
                if after is None:
                    raise Rejected(f"no legal answer: move {chosen} at {_text(total)}")
                stack.append((after, False))
                continue
            left = {(after, True) for after in self.attacks(total)}
            if not left and self.misere:
                raise Rejected(f"the opponent cannot move and wins: {_text(total)}")
            stack.extend(sorted(left))  # one order everywhere, so one of equal sums is met
        return len(seen)


class _Seen:
    """Sums met so far, isomorphic ones counted as one (in misere play equal ones)."""

    def __init__(self, judge: Judge, *, misere: bool) -> None:
        self._judge = judge
        self._misere = misere
        self._count = 0
        self._names: set[object] = set()
        self._alone: dict[object, Sum | None] = {}  # the only sum of its sketch, if it is

    def __len__(self) -> int:
        return self._count

    def add(self, total: Sum, first: bool) -> bool:
        """Is it new? Forms are worked out once two sums look alike."""
        if self._misere:
            new = (total, first) not in self._names
            self._names.add((total, first))
        else:
            parts, spare, star = total
            sketches = tuple(sorted(repr(self._judge.sketch(*part)) for part in parts))
            look = sketches, spare, star, first
            if look not in self._alone:
                self._alone[look] = total
                new = True
            else:
                other = self._alone[look]
                if other is not None:
                    self._names.add(self._name(other, first))
                    self._alone[look] = None
                name = self._name(total, first)
                new = name not in self._names
                self._names.add(name)
        self._count += new
        return new

    def _name(self, total: Sum, first: bool) -> object:
        """What isomorphic sums share: one of them is proved for all."""
        forms = sorted(repr(self._judge.form(*part)) for part in total[0])
        return tuple(forms), total[1], total[2], first


def _union(parts: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    mine = yours = 0
    for a, b in parts:
        mine |= a
        yours |= b
    return mine, yours


def _text(total: Sum) -> str:
    mine, yours = _union(total[0])
    return f"own {list(members(mine))}, opposing {list(members(yours))}, spare {total[1]}"


def conclude(goal: Goal[Position], certificate: SnortStrategy) -> Conclusion:
    """Who wins when who starts, for each row: the winner's moves against all play."""
    position = goal.position
    keys = integers(certificate.keys, "keys", 1).tolist()
    moves = integers(certificate.moves, "moves", 1).tolist()
    if len(keys) != len(moves):
        raise Rejected("keys and moves do not fit together")
    if certificate.play not in (NORMAL, MISERE):
        raise Rejected("play is normal or misere")
    table: dict[int, int] = dict(zip(keys, moves, strict=True))
    misere = certificate.play == MISERE
    winner = Winner(position, misere=misere)

    def move(total: Sum) -> int:
        return table.get(key(total), NO_MOVE)

    starts: list[tuple[Sum, bool]] = []
    statements: list[Forces] = []
    for starter, side in rows_of(certificate.rows):
        starts.append((winner.start(position, side), starter == side))
        statements.append(wins(starter, side, play=certificate.play))
    visited = winner.prove(starts, move)
    said = ", ".join(f"{min(s.side)} wins when {s.starter} starts" for s in statements)
    return Conclusion(
        tuple(statements),
        f"{said}{' (misere)' if misere else ''}; {visited} sums, {len(table)} from the table",
    )


KIND = Kind(
    record=SnortStrategy,
    scope=Scope(
        derives=(Forces,),
        positions=(Position,),
        laws=frozenset({Law.TURNS, Law.FINITE, Law.NORMAL_PLAY, Law.EITHER_STARTS}),
    ),
    theorem="a sum is won by answering where that suffices and playing the hottest switch "
    "elsewhere, and G + (-G) = 0 (Berlekamp, Conway, Guy, Winning Ways, chapters 3 and 6); in Col "
    "G^L <= G + * <= G^R, so every value is a number, or a number and a star (chapter 2); "
    "misere play by a strategy alone, boards of at most 9 open vertices by all play "
    "(Zermelo 1913)",
    evidence="the winner's move for each sum that the bounds leave open",
    conclude=conclude,
)
