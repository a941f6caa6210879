"""A divided question from its claims to the finding: orders out, pieces in, checked, kept."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

import msgspec

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import convert
from gameproof.encodings.division import Estimates, Outcome, Together, Whole
from gameproof.encodings.method import AnyDivision, Finding, Options
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.contained import portable
from gameproof.instances.instance import Resolved
from gameproof.prover.code_stamp import code_stamp
from gameproof.prover.divided import pieces
from gameproof.prover.divided.claim import Claim
from gameproof.prover.divided.divided import HELP, LESS, TRIES, Divided
from gameproof.prover.divided.journal import Journal
from gameproof.prover.divided.pieces import MEMORY, TIME, Order, Piece, read_piece, work
from gameproof.prover.divided.tree import Node, NothingFollows, Tree
from gameproof.prover.verify import CertificateRejected
from gameproof.prover.workers import Stopped
from gameproof.solvers.limits import LimitReached, Limits

SHOWN = 0.2  # seconds between two counts of the places
POLL = 0.1  # seconds between looks at the limits while workers are at work
CLIENT = "client"
"""Who looked behind a place without a search, in the journal."""
REJECTED = "a piece of it is rejected"


class Run:
    """One question. ``stats`` counts pieces; ``told`` names lost and dropped workers."""

    def __init__(
        self,
        asked: Resolved,
        division: AnyDivision,
        divided: Divided,
        limits: Limits,
        options: Options,
    ) -> None:
        self.asked = asked
        self.division = division
        self.divided = divided
        self.crew = divided.crew
        self.limits = limits
        self.options = options
        self.instance = json.dumps(portable(asked), default=lambda edges: edges.tolist())
        self.stats: Counter[str] = Counter(pieces=0)
        self.told: dict[str, Any] = {}
        self._journal: Journal | None = None
        self._shown = -SHOWN
        self._done = 0
        self._starved = 0
        self._whole: Piece | None = None
        self._twice = False

    def finding(self, take: Callable[[Finding], None]) -> None:
        """Decide the claims, put their pieces together and let the finding be taken, and checked;
        raises ``LimitReached``. A piece that is the whole is checked there alone, and looked
        for again where it is rejected."""
        opened: AbstractContextManager[Journal | None] = nullcontext()
        if self.divided.journal is not None:
            opened = Journal(self.divided.journal, self.asked)
        with opened as self._journal:
            try:
                take(self._found())
            except CertificateRejected as reason:
                if self._whole is None:
                    raise
                self._unmask(self._whole, reason)
                take(self._found())
            if self._whole is not None and self._journal is not None:
                self._journal.add(self._whole)

    def _unmask(self, whole: Piece, why: CertificateRejected) -> None:
        """The piece that is the whole is wrong; from now on every piece is checked as it comes."""
        self._whole, self._twice = None, True
        self.stats["pieces"] -= 1
        self.stats["rejected"] += 1
        self.stats["repeated"] += 1
        self._drop(whole.worker, f"{REJECTED}: {why}")

    def _found(self) -> Finding:
        """What the decided claims come to."""
        position = self.asked.position
        outcomes: dict[str, Outcome] = {}
        while True:
            known = {name: one.verdict for name, one in outcomes.items()}
            name = self.division.claims(position, known)
            if name is None:
                break
            outcomes[name] = self._decided(name)
        self.limits.progress("putting the pieces together")
        found = self.division.finding(position, outcomes, self.limits)
        found.stats.update(self.counted())
        found.detail.update(self.told)
        return found

    def counted(self) -> dict[str, int]:
        """What happened, in numbers; nothing where it did not."""
        return {"workers": self.crew.lanes, **{k: v for k, v in self.stats.items() if v}}

    # -- one claim ---------------------------------------------------------------------------

    def _decided(self, name: str) -> Outcome:
        splitting = self.division.splitting(self.asked.position, name, self.options)
        claim = Claim(name, Tree(splitting))
        if self._journal is not None:
            self._replay(claim, self._journal.pieces)
        claim.began, claim.before = self.limits.elapsed(), claim.tree.share()
        try:
            while claim.tree.verdict is None and not self._too_long():
                self.limits.check()
                self._hand_out(claim)
                self._progress(claim)
                self._take(claim)
        finally:
            for future in claim.waiting:
                future.cancel()
        places, decided = claim.tree.counts()
        self.stats["places"] += places
        self.stats["decided"] += decided
        return Outcome(bool(claim.tree.verdict), splitting, claim.tree.decided())

    def _too_long(self) -> bool:
        """Has the question taken all the work that is to be spent on it?"""
        return self.division.most is not None and self._done > self.division.most

    def _replay(self, claim: Claim, pieces: list[Piece]) -> None:
        """What earlier runs found, in their order; each piece is checked again."""
        for piece in pieces:
            node = claim.tree.nodes.get(piece.key)
            if piece.claim != claim.name or node is None or not node.is_leaf:
                continue
            if node.verdict is not None:
                continue
            self.limits.check()
            try:
                self._apply(claim, node, piece)
            except (Rejected, BadInput) as reason:
                self._say(f"a piece in {self.divided.journal} is not accepted: {reason}")
                continue
            self.stats["resumed"] += piece.worker != CLIENT
            self._done += piece.work

    def _hand_out(self, claim: Claim, come: bool | None = None) -> None:
        """Give every worker a piece; while a verdict that has ``come`` is not checked, what is
        next if it and all others under way are right."""
        while len(claim.waiting) < max(1, self.crew.lanes):
            node = self._next(claim, come)
            if self._journal is not None:
                for key in claim.tree.looked_behind:
                    self._journal.add(Piece(claim.name, key, CLIENT))
            claim.tree.looked_behind.clear()
            if node is None:
                if come is None and self._together(claim):
                    self._help(claim)
                return
            self._order(claim, node)

    def _together(self, claim: Claim) -> bool:
        """Do several workers search one place?"""
        return self.crew.sharing and isinstance(claim.tree.splitting, Together)

    def _next(self, claim: Claim, come: bool | None) -> Node | None:
        """The place for the next piece."""
        if come is not None:
            return claim.tree.next_if(come)
        return claim.tree.next_needed() if self._together(claim) else claim.tree.next()

    def _help(self, claim: Claim) -> None:
        """Those without a piece help where others are at work and a search is not done."""
        for node, order in tuple(claim.waiting.values()):
            if len(claim.waiting) >= self.crew.lanes:
                return
            if not order.help and node.place.key not in claim.searched:
                given = replace(order, help=True, effort=self.divided.effort // HELP)
                claim.waiting[self.crew.submit(given)] = node, given

    def _effort(self, node: Node) -> int:
        """The effort of the next piece, which is this place."""
        return max(self.divided.largest(self._done), node.place.effort)

    def _order(self, claim: Claim, node: Node) -> None:
        left = self.limits.remaining()
        memory = self.limits.memory_limit
        order = Order(
            self.instance,
            self.division.method,
            claim.name,
            node.place,
            max(1, (self._effort(node) - node.work) // LESS ** claim.starved[node.place.key]),
            node.bounds,
            self.limits.seed,
            None if left == float("inf") else left,
            memory,
            code_stamp(),
            self.options.engine,
        )
        if claim.failed[node.place.key] >= TRIES:
            self._received(claim, node, order, work(order), trusted=True)
            return
        claim.waiting[self.crew.submit(order)] = node, order

    def _take(self, claim: Claim) -> None:
        """Wait for pieces, and take in those that have come."""
        for name in self.crew.lost():
            self._lost(name)
        if not claim.waiting:
            return
        ready, _ = wait(claim.waiting, timeout=POLL, return_when=FIRST_COMPLETED)
        for future in sorted(ready, key=lambda one: claim.waiting[one][0].place.key):
            node, order = claim.waiting.pop(future)
            try:
                text = future.result()
            except (BrokenExecutor, CancelledError) as error:
                self._died(claim, node, order, str(error) or "it was cancelled")
                continue
            except Stopped as stopped:
                text = order.unfinished(stopped.reason)
            except Exception as error:
                if type(error).__name__ not in ("KilledWorker", "FutureCancelledError"):
                    raise
                self._died(claim, node, order, f"{error}".splitlines()[0])
                continue
            if order.help:
                self._helped(claim, node, order, text)
            else:
                self._received(claim, node, order, text)

    def _helped(self, claim: Claim, node: Node, order: Order, text: object) -> None:
        """Somebody has helped at a place; whoever is at it will say what came of it."""
        try:
            piece = read_piece(text)
        except BadInput:
            claim.searched.add(node.place.key)
            return
        if piece.stopped == MEMORY:
            self.crew.renew(piece.worker)
        if piece.work < order.effort:
            claim.searched.add(node.place.key)
        self.stats["helped"] += 1
        self.stats["work"] += piece.work
        self._done += piece.work

    def _died(self, claim: Claim, node: Node, order: Order, why: str) -> None:
        self._lost(why)
        if order.help:
            claim.searched.add(node.place.key)
            return
        self.stats["repeated"] += 1
        claim.failed[node.place.key] += 1
        claim.tree.again(node)

    def _lost(self, name: str) -> None:
        self.stats["lost"] += 1
        self.told.setdefault("lost_workers", []).append(name)
        self._say(f"a worker was lost ({name}); its pieces are asked for again")

    def _received(
        self, claim: Claim, node: Node, order: Order, text: object, trusted: bool = False
    ) -> None:
        worker = "a worker without a name"
        try:
            piece = read_piece(text)
            worker = piece.worker
            if piece.refused is not None:
                self._refuse(claim, node, worker, f"it has other code ({piece.refused})")
                return
            if (piece.claim, piece.key) != (order.claim, order.place.key):
                raise BadInput("it is the piece of another order")
            if node.verdict is not None or not node.is_leaf:
                self.stats["late"] += 1  # nobody needs it any more, so it is not even checked
                return
            if piece.stopped == TIME:  # the question's own, which ends it
                claim.tree.again(node)
                return
            if piece.stopped == MEMORY:
                self._short_of_memory(claim, node, piece)
                return
            self._starved = 0
            node.under_way = False
            if piece.verdict is not None and not trusted:
                self._hand_out(claim, piece.verdict)  # nobody waits until it is checked
            piece = self._settled(node, order, piece)
            whole = not trusted and self._is_whole(claim, node, piece)
            self._apply(claim, node, piece, whole=whole)
        except (Rejected, BadInput) as reason:
            if trusted:
                raise RuntimeError(f"{self.asked.words}: {reason}") from None
            self.stats["rejected"] += 1
            self._refuse(claim, node, worker, f"{REJECTED}: {reason}")
            return
        self.stats["pieces"] += 1
        self.stats["work"] += piece.work
        self._done += piece.work
        if whole:
            self._whole = piece
        elif self._journal is not None:
            self._journal.add(piece)

    def _is_whole(self, claim: Claim, node: Node, piece: Piece) -> bool:
        """Is the piece to be checked with the answer, and not before?"""
        whole = isinstance(claim.tree.splitting, Whole) and node is claim.tree.root
        return whole and piece.verdict is not None and not self._twice

    def _short_of_memory(self, claim: Claim, node: Node, piece: Piece) -> None:
        """The worker's memory was not enough: smaller pieces are asked for, then places that
        follow. Raises ``LimitReached`` where nothing comes of that either."""
        key = node.place.key
        self.stats["out_of_memory"] += 1
        self._starved += 1
        claim.starved[key] += 1
        claim.tree.again(node)
        if self._starved > TRIES * max(1, self.crew.lanes):
            raise LimitReached(MEMORY)
        self.crew.renew(piece.worker)
        again = claim.starved[key] < TRIES
        how = "its piece is asked for again, smaller" if again else "its piece is divided"
        self._say(f"worker {piece.worker} came to the memory limit; {how}")
        if again:
            return
        try:
            claim.tree.expand(node, ())
        except (Rejected, NothingFollows):  # it cannot be divided
            raise LimitReached(MEMORY) from None
        if self._journal is not None:
            self._journal.add(piece)

    def _settled(self, node: Node, order: Order, piece: Piece) -> Piece:
        """The piece, with its numbers only where they have reached a bound: else what follows
        the place is looked at, so that every piece leads on."""
        node.work += piece.work
        numbers = piece.numbers or (0, 0)
        reached = any(n >= bound for n, bound in zip(numbers, order.bounds, strict=True))
        return piece if reached else msgspec.structs.replace(piece, numbers=None)

    def _apply(self, claim: Claim, node: Node, piece: Piece, whole: bool = False) -> None:
        """Make a piece part of the tree, once its certificate is checked; that of a ``whole``
        has the right form, no more."""
        if piece.verdict is None:
            if piece.numbers is not None:
                claim.tree.value(node, piece.numbers)
                return
            estimates: Estimates = tuple(piece.estimates)
            claim.tree.expand(node, estimates)
            return
        if piece.verdict and piece.certificate is None and piece.count is None:
            raise Rejected("a yes comes with a certificate or a number")
        certificate = None if piece.certificate is None else convert(piece.certificate)
        pieces.check_piece(
            claim.tree.splitting, node.place, piece.verdict, certificate, whole=whole
        )
        node.count = piece.count
        claim.tree.decide(node, piece.verdict, certificate)

    def _refuse(self, claim: Claim, node: Node, worker: str, why: str) -> None:
        """A worker did wrong: it is dropped, and its piece is asked for again."""
        self.stats["repeated"] += 1
        claim.failed[node.place.key] += 1
        claim.tree.again(node)
        self._drop(worker, why)

    def _drop(self, worker: str, why: str) -> None:
        """Give a worker nothing more."""
        if worker not in self.crew.dropped:
            self.told.setdefault("dropped_workers", []).append(worker)
            self._say(f"worker {worker} is dropped: {why}")
            self.crew.drop(worker)

    # -- what a person sees ------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self.divided.tell(text)

    def _progress(self, claim: Claim) -> None:
        if self.limits.elapsed() - self._shown < SHOWN:
            return
        self._shown = self.limits.elapsed()
        places, decided = claim.tree.counts()
        done = self.stats["pieces"] + self.stats["resumed"]
        lost = f", {self.stats['lost']} lost" if self.stats["lost"] else ""
        self.limits.progress(
            f"{claim.name}: {done} pieces done, {len(claim.waiting)} under way, "
            f"{places - decided} of {places} places open, {self.crew.lanes} workers{lost}"
            f"{claim.rest(self.limits.elapsed())}"
        )
