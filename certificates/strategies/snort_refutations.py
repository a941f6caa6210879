"""Who wins Snort, by a search's own proof: positions, moves that win and moves refuted.

The certificate is a graph of proofs. A *proof* says that the winner wins a contested position
with so many spare moves; it consists of *steps*, each a move and what proves the position
after it: another proof, a packing of stars (``snort_stars``), or the thermographs of the pieces
that are left when the winner forgets some vertices (``snort_walls``). Where the winner is to
move there is one step; where the loser is, there are steps for some of his moves. What is
written are the moves; positions follow from the root.

What a proof needs is worked out from the leaves up: a set U of the winner's vertices and
spare moves, with which he wins though he forgets all others. Two observations (Berlekamp,
Conway, Guy, *Winning Ways*, chapters 1 and 6) make short proofs:

* more vertices of the winner, fewer of the loser or more spare moves are no worse for him;
* let U answer the loser's move w, and v be a move that nothing in U closes. Then v needs no
  answer of its own: beside U, v and w are both only free moves of the loser, so after v with w
  to come the position is that after w with v to come. In the same way a proof in which the
  loser moves twice (``PASS``) covers every v that U does not close.

So the steps must hold every move that the vertices needed by each of them close.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Conclusion, Goal, Kind, Scope
from gameproof.certificates.strategies.snort_rows import Row, rows_of
from gameproof.certificates.strategies.snort_stars import packed
from gameproof.certificates.strategies.snort_walls import Walls
from gameproof.games.game import Colour
from gameproof.games.graph import neighbour_masks
from gameproof.games.meaning.laws import Law
from gameproof.games.meaning.statement import Forces, wins
from gameproof.games.sets.snort_sets import ONE, Numbers, Sets, Words, size_of, some
from gameproof.games.snort import Position, opponent

#: Evidence that is no proof: a packing of stars; a partition, less its number.
BY_STARS, BY_PIECES = -1, -2
#: The winner's moves in a piece that are looked at.
ALL: Literal["all"] = "all"
CLOSING_MOST: Literal["closing-most"] = "closing-most"
#: In the place of a move of the loser: he moves twice.
PASS = 255
#: Vertices are written in a byte.
MOST_VERTICES = 255
#: Steps judged together: enough to keep NumPy busy, few enough to stay near the processor.
BATCH = 1 << 14
#: Ends cut into pieces together: their pieces are much alike.
TOGETHER = 1 << 16
#: What is read at most; a step takes about a microsecond for every eight vertices.
MOST_STEPS = 1 << 26
#: Steps of a proof that is checked in order to play by it (a second or two).
MOST_PLAYED = 1 << 18


class SnortRefutations(Certificate, frozen=True, tag="snort-refutations"):
    """``rows``: pairs (who starts, who wins) that are proved, and for each what proves it
    (``roots``). Of each proof the winner's ``spare`` moves and how many steps it has
    (``count``); of all steps in turn the ``vertex`` and the ``evidence``. ``kept``: for each
    partition the winner's vertices that are not forgotten, a bit for each vertex. ``in_pieces``:
    his moves in a piece that its thermograph is worked out from, all or those that close the most
    of it; his opponent's are all.
    ``packing``: for each end by stars, in turn, the numbers of its stars and second centres, which
    ``centres`` lists."""

    rows: list[Row]
    roots: list[int]
    spare: np.ndarray
    count: np.ndarray
    vertex: np.ndarray
    evidence: np.ndarray
    kept: np.ndarray
    centres: np.ndarray
    packing: np.ndarray
    in_pieces: Literal["all", "closing-most"] = ALL
    MOST_STEPS: ClassVar[int] = MOST_STEPS


class _Proofs:
    """All proofs of a certificate: their positions, then what they need."""

    def __init__(self, position: Position, certificate: SnortRefutations) -> None:
        self.board = board = Sets(neighbour_masks(position.graph))
        self.spare = integers(certificate.spare, "spare", 1)
        self.count = integers(certificate.count, "count", 1)
        vertex = integers(certificate.vertex, "vertex", 1)
        self.evidence = integers(certificate.evidence, "evidence", 1)
        self.proofs, self.steps = len(self.count), len(vertex)
        if len(self.spare) != self.proofs or len(self.evidence) != self.steps:
            raise Rejected("spare moves, counts, vertices and evidence do not fit together")
        if self.steps > MOST_STEPS:
            raise Rejected(f"more than {MOST_STEPS} steps")
        if self.proofs and not 1 <= self.count.min() <= self.count.max() <= self.steps:
            raise Rejected("a proof without steps")
        if self.count.sum() != self.steps:
            raise Rejected("the counts do not add up to the steps")
        if self.proofs and max(-int(self.spare.min()), int(self.spare.max())) > 2 * board.n:
            raise Rejected("more spare moves than vertices")
        self.kept = _kept(board, certificate.kept)
        self.least = BY_PIECES - self.kept.shape[1] + 1
        if (
            self.steps
            and not self.least <= self.evidence.min() <= self.evidence.max() < self.proofs
        ):
            raise Rejected("evidence that is not there")
        if certificate.in_pieces not in (ALL, CLOSING_MOST):
            raise Rejected(f"in_pieces is neither {ALL} nor {CLOSING_MOST}")
        self.walls = Walls(board, closing_most=certificate.in_pieces == CLOSING_MOST)
        # Of ends that are cut into pieces: what the winner keeps, the loser's vertices, steps,
        # whether the winner is to move, his spare moves.
        self.waiting: list[tuple[Words, Words, Numbers, NDArray[np.bool_], Numbers]] = []
        known = (vertex >= 0) & (vertex < board.n) | (vertex == PASS)
        if not known.all():
            raise Rejected("a move that is no vertex of the board")
        place = np.full(PASS + 1, board.n)
        place[board.order] = np.arange(board.n)
        self.place = place[vertex]  # n: the loser moves twice
        self.packings = _Packings(certificate, place, board.n)
        self.begin = np.concatenate([[0], np.cumsum(self.count)[:-1]])[: self.proofs]
        # Positions as they are met, and sizes of those (0: not yet met).
        self.x = np.zeros((board.words, self.proofs), dtype=np.uint64)
        self.y = np.zeros_like(self.x)
        self.first = np.zeros(self.proofs, dtype=bool)
        self.size = np.zeros(self.proofs, dtype=np.int64)
        # Of each step (and each root, as a last step): vertices and spare moves it needs;
        # before a proof is done, in their place the winner's free vertices and the number of
        # the loser's after the step.
        self.used = np.zeros((board.words, self.steps + len(certificate.rows)), dtype=np.uint64)
        self.need = np.zeros(self.steps + len(certificate.rows), dtype=np.int64)
        # Of each proof, what it needs.
        self.all_used = np.zeros_like(self.x)
        self.all_need = np.zeros(self.proofs, dtype=np.int64)

    def meet(self, numbers: Numbers, x: Words, y: Words, first: NDArray[np.bool_]) -> None:
        """Let proofs be about these contested positions."""
        new = self.size[numbers] == 0
        fresh = numbers[new]
        self.x[:, fresh], self.y[:, fresh] = x[:, new], y[:, new]
        self.first[fresh] = first[new]
        self.size[fresh] = (size_of(x) + size_of(y))[new]
        same = (self.x[:, numbers] == x) & (self.y[:, numbers] == y)
        if not same.all() or (self.first[numbers] != first).any():
            raise Rejected("a step leads to another position than its proof is about")
        if not self.size[numbers].all():
            raise Rejected("a proof about a position in which nothing is contested")

    def judge(
        self,
        step: Numbers,
        sets: tuple[Words, Words],
        first: NDArray[np.bool_],
        given: Numbers,
        evidence: Numbers,
    ) -> None:
        """Find what the positions after some steps need where bounds prove them; where proofs
        do, note the free vertices of both and what the proofs are about."""
        x, y, own, other = self.board.contested(*sets)
        count = size_of(other)
        proved = np.flatnonzero(evidence >= 0)
        if proved.size:
            self.meet(evidence[proved], x[:, proved], y[:, proved], first[proved])
        self.used[:, step], self.need[step] = own, count
        leaf = np.flatnonzero(evidence == BY_STARS)
        if leaf.size:
            centres = self.packings.of(step[leaf])
            need, used = packed(self.board, x[:, leaf], y[:, leaf], first[leaf], *centres)
            self.give_back(step[leaf], used, need, given[leaf])
        cut = np.flatnonzero(evidence <= BY_PIECES)
        if cut.size:
            kept = x[:, cut] & self.kept[:, BY_PIECES - evidence[cut]]
            self.waiting.append((kept, y[:, cut], step[cut], first[cut], given[cut]))

    def give_back(self, step: Numbers, used: Words, need: Numbers, given: Numbers) -> None:
        """What steps need, from what the contested positions after them need."""
        self.used[:, step], self.need[step] = _given_back(
            used, need, self.used[:, step], self.need[step], given
        )

    def cut(self) -> None:
        """Judge the ends that are cut into pieces, when all pieces are known."""
        if not self.waiting:
            return
        kept, y, step, first, given = (
            np.concatenate(column, axis=-1) for column in zip(*self.waiting, strict=True)
        )
        taken = []
        for at in range(0, len(step), TOGETHER):
            here = slice(at, at + TOGETHER)
            one, two, _, freed = self.board.contested(kept[:, here], y[:, here])
            taken.append((here, size_of(freed), self.walls.add(one, two)))
        self.walls.work_out()
        for here, lost, sums in taken:
            need = self.walls.needs(sums, lost, first[here])
            self.give_back(step[here], kept[:, here], need, given[here])

    def down(self) -> None:
        """Find the positions of all proofs, larger ones first, and judge the leaves."""
        for batch in self._batches(range(2 * self.board.n, 0, -1)):
            step, of = self._steps(batch)
            v, x, y = self.place[step], self.x[:, of], self.y[:, of]
            first, evidence = self.first[of], self.evidence[step]
            one, shut = self.board.single[:, v], self.board.near[:, v]
            if (first & (self.count[of] != 1)).any():
                raise Rejected("a winner's turn with several moves")
            passing = v == self.board.n
            if not (some(one & np.where(first, x, y)) | passing & ~first).all():
                raise Rejected("a move that is not contested")
            if (passing & (evidence >= 0)).any():
                raise Rejected("a proof for the loser moving twice")
            after = x & ~np.where(first, one, shut), y & ~np.where(first, shut, one)
            self.judge(step, after, ~first, self.spare[of], evidence)
        if not self.size.all():
            raise Rejected("a proof that nothing leads to")

    def up(self) -> None:
        """What every proof needs, smaller positions first, and whether it has enough steps."""
        for batch in self._batches(range(1, 2 * self.board.n + 1)):
            step, of = self._steps(batch)
            evidence = self.evidence[step]
            proved = np.flatnonzero(evidence >= 0)
            self.rest_on(step[proved], evidence[proved], self.spare[of[proved]])
            used, need = self.used[:, step], self.need[step]
            one = self.board.single[:, self.place[step]]
            begin = np.concatenate([[0], np.cumsum(self.count[batch])[:-1]])
            first = self.first[batch]
            closed = np.bitwise_and.reduceat(self.board.touched(used), begin, axis=1)
            tried = np.bitwise_or.reduceat(one, begin, axis=1)
            if (some(self.y[:, batch] & closed & ~tried) & ~first).any():
                raise Rejected("a move of the loser that no step answers")
            own = np.where(self.first[of], one, np.uint64(0))
            self.all_used[:, batch] = np.bitwise_or.reduceat(used | own, begin, axis=1)
            self.all_need[batch] = np.maximum.reduceat(need, begin)

    def rest_on(self, step: Numbers, proofs: Numbers, given: Numbers) -> None:
        """What steps need whose positions proofs prove."""
        self.give_back(step, self.all_used[:, proofs], self.all_need[proofs], given)

    def _batches(self, sizes: range) -> Iterator[Numbers]:
        """Proofs by the size of their positions, some at a time."""
        for size in sizes:
            found = np.flatnonzero(self.size == size)
            if found.size:
                cut = np.flatnonzero(np.diff(np.cumsum(self.count[found]) // BATCH)) + 1
                yield from np.split(found, cut)

    def _steps(self, batch: Numbers) -> tuple[Numbers, Numbers]:
        """The steps of some proofs, and the proof of each step."""
        count = self.count[batch]
        before = np.concatenate([[0], np.cumsum(count)[:-1]])
        step = np.repeat(self.begin[batch] - before, count) + np.arange(count.sum())
        return step, np.repeat(batch, count)


class _Packings:
    """The centres of the packings that steps, and roots behind them, end in."""

    def __init__(self, certificate: SnortRefutations, place: Numbers, none: int) -> None:
        centres = integers(certificate.centres, "centres", 1)
        if centres.size and not 0 <= centres.min() <= centres.max() < PASS:
            raise Rejected("a centre that is no vertex of the board")
        self._centres = np.append(place[centres], none)
        self._count = integers(certificate.packing, "packing", 2)
        steps = np.asarray(certificate.evidence) == BY_STARS
        ends = [*steps.tolist(), *(root == BY_STARS for root in certificate.roots)]
        self._number = np.cumsum(ends) - 1
        if self._count.shape != (sum(ends), 2):
            raise Rejected("a packing for each end by stars is expected")
        if (
            (self._count < 0).any()
            or (self._count > none).any()
            or self._count.sum() != len(centres)
        ):
            raise Rejected("the counts of centres do not add up")
        self._begin = np.cumsum(self._count.ravel()).reshape(-1, 2) - self._count

    def of(self, step: Numbers) -> Iterator[Numbers]:
        """Places of the stars' centres of steps, a row for the first of each, ...; then of the
        second centres."""
        number = self._number[step]
        for kind in range(2):
            count, begin = self._count[number, kind], self._begin[number, kind]
            each = np.arange(count.max(initial=0))[:, None]
            yield self._centres[np.where(each < count, begin + each, -1)]


def _given_back(
    used: Words, need: Numbers, own: Words, other: Numbers, given: Numbers
) -> tuple[Words, Numbers]:
    """What positions need with their free vertices put back (the winner's, the number of the
    loser's), given spare moves; raises :class:`Rejected` where that is not enough."""
    missing = need + other - given
    if (missing > size_of(own)).any():
        raise Rejected("too few spare moves")
    used = used.copy()
    short, rest = np.flatnonzero(missing > 0), missing[missing > 0]
    own = own[:, short]
    while short.size:
        # Take the lowest free vertex of each: of the lowest word that holds one.
        clear = np.ones(len(short), dtype=bool)
        for w in range(len(own)):
            bit = np.where(clear, own[w] & (~own[w] + ONE), np.uint64(0))
            clear &= own[w] == 0
            own[w] ^= bit
            used[w, short] |= bit
        rest = rest - 1
        more = rest > 0
        short, rest, own = short[more], rest[more], own[:, more]
    return used, np.where(missing > 0, given, need + other)


def conclude(goal: Goal[Position], certificate: SnortRefutations) -> Conclusion:
    """Who wins when who starts, for each row."""
    position = goal.position
    if position.rules.forbidden != "opponent":
        raise Rejected("the bounds are those of Snort")
    if not 1 <= position.graph.n <= MOST_VERTICES:
        raise Rejected(f"a board of 1 to {MOST_VERTICES} vertices is expected")
    rows = rows_of(certificate.rows)
    roots = certificate.roots
    if not isinstance(roots, list) or len(roots) != len(rows):
        raise Rejected("rows and roots do not fit together")
    proofs = _Proofs(position, certificate)
    for number, (starter, side) in enumerate(rows):
        _start(proofs, position, starter, side, roots[number], number)
    proofs.down()
    proofs.cut()
    proofs.up()
    for number, root in enumerate(roots):
        if root >= 0:
            step = np.array([proofs.steps + number])
            proofs.rest_on(step, np.array([root]), np.zeros(1, dtype=np.int64))
    statements = [wins(starter, side) for starter, side in rows]
    said = ", ".join(f"{side} wins when {starter} starts" for starter, side in rows)
    stars, pieces = (
        int((kind).sum()) for kind in (proofs.evidence == BY_STARS, proofs.evidence <= BY_PIECES)
    )
    return Conclusion(
        tuple(statements),
        f"{said}; {proofs.proofs} positions, {proofs.steps} moves, {stars} ends by stars"
        + (f", {pieces} by {proofs.walls.count} pieces" if pieces else ""),
    )


def _start(
    proofs: _Proofs, position: Position, starter: Colour, side: Colour, root: object, number: int
) -> None:
    """Let the position itself, seen from ``side``, be what a root is about."""
    if type(root) is not int or not proofs.least <= root < proofs.proofs:
        raise Rejected("a root that is not there")
    x = proofs.board.place(position.free(side))
    y = proofs.board.place(position.free(opponent(side)))
    step, none = np.array([proofs.steps + number]), np.zeros(1, dtype=np.int64)
    proofs.judge(step, (x, y), np.array([starter == side]), none, np.array([root]))


def _kept(board: Sets, rows: object) -> Words:
    """The sets that partitions keep, a column each; raises :class:`Rejected`."""
    octets = integers(rows, "kept", 2, 0, 256)
    if octets.shape[1] != -(-board.n // 8):
        raise Rejected("kept is not a bit for each vertex")
    bits = np.unpackbits(octets.astype(np.uint8), axis=1, bitorder="little")[:, board.order]
    wide = np.zeros((len(bits), 64 * board.words), dtype=np.uint8)
    wide[:, : board.n] = bits
    packed = np.packbits(wide, axis=1, bitorder="little").view("<u8")
    return np.ascontiguousarray(packed.T.astype(np.uint64))


KIND = Kind(
    record=SnortRefutations,
    scope=Scope(
        derives=(Forces,),
        positions=(Position,),
        laws=frozenset({Law.TURNS, Law.FINITE, Law.NORMAL_PLAY, Law.EITHER_STARTS}),
    ),
    theorem="more own vertices and fewer opposing ones are no worse; a move that closes nothing "
    "of what answers another one is answered by it; sums of switches are played hottest first "
    "(Berlekamp, Conway, Guy, Winning Ways, chapters 1 and 6)",
    evidence="the winner's moves, the answers to the opposing moves that what is needed for "
    "the other answers does not cover, and at the ends centres of stars, or what is kept of the "
    "board, whose pieces are judged by thermographs",
    conclude=conclude,
)
