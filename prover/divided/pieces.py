"""Pieces of a divided question: what a worker is asked, what it sends back, and the work itself.

Both are plain data. What comes back is a text that is read with its types and checked before
anything is done with it: a worker is not believed.
"""

from __future__ import annotations

import gc
import json
import os
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.clauses.refutation import Refutation, follow
from gameproof.certificates.kernel import conclude
from gameproof.encodings.division import (
    Derived,
    Found,
    Numbered,
    Numbers,
    Place,
    Sharing,
    Splitting,
    Together,
)
from gameproof.encodings.method import AnyDivision, Options
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import entails
from gameproof.instances.contained import contained
from gameproof.instances.instance import Resolved
from gameproof.prover.code_stamp import code_stamp
from gameproof.prover.registry import entry
from gameproof.prover.work_context import context_of_work
from gameproof.prover.written import to_json
from gameproof.solvers.limits import LimitReached, Limits

MOST_ESTIMATE = 1 << 30
TIME, MEMORY = "time", "memory"
"""Limits of a worker that may end a piece."""


def check_piece(
    splitting: Splitting,
    place: Place,
    verdict: bool,
    certificate: Certificate | None,
    *,
    whole: bool = False,
) -> None:
    """Raise :class:`~gameproof.certificates.certificate.Rejected` unless the certificate proves
    what the piece says; that of a ``whole`` has the right form, no more."""
    said = splitting.says(place, verdict, certificate)
    if whole:
        return
    if isinstance(said, Derived):
        if certificate is None:
            raise Rejected("the piece has no certificate")
        found = conclude(said.goal, certificate)
        if not entails(found.statements, said.statement):
            raise Rejected(f"what was derived ({found.sentence}) is not what the piece says")
    elif said is not None:
        if not isinstance(certificate, Refutation):
            raise Rejected("the piece has no refutation")
        follow([list(clause) for clause in said.clauses], certificate)


@dataclass(frozen=True, slots=True)
class Order:
    """A piece of work: a place below a claim about an instance (its portable JSON text).

    A search that has proof numbers ends when they pass ``bounds``; ``engine`` is the back-end
    that a person named; ``shared`` is a file in which the workers of this machine keep together
    what they learn about the claim. ``help``: another worker is at the place, and nothing but
    what stands in that file comes of the order."""

    instance: str
    method: str
    claim: str
    place: Place
    effort: int
    bounds: Numbers
    seed: int
    seconds: float | None
    memory: int | None
    stamp: str
    engine: str | None = None
    shared: str | None = None
    help: bool = False

    def unfinished(self, reason: str) -> str:
        """The piece, as a text, where the worker had to be ended at a limit."""
        return _text(Piece(self.claim, self.place.key, "", stopped=reason))


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of an order. ``refused``: the worker has other code, and did nothing.
    ``stopped``: a limit of the worker ran out. ``certificate`` is that of the place's position
    in JSON; ``seconds`` on the clock and ``processor`` are what it took. ``numbers`` are those
    that the place has from now on; without them what follows it is looked at next. ``count`` is
    the number of a count."""

    claim: str
    key: str
    worker: str
    verdict: bool | None = None
    certificate: list[dict[str, Any]] | None = None
    estimates: list[tuple[str, int, int]] = []
    numbers: Numbers | None = None
    work: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    stopped: str | None = None
    refused: str | None = None
    count: int | None = None


Work = Callable[[Order], str]


def read_piece(text: object) -> Piece:
    """The piece in a text; raises :class:`BadInput`."""
    if not isinstance(text, str):
        raise BadInput("a piece is a text")
    try:
        piece = msgspec.json.decode(text, type=Piece)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"no piece: {error}") from None
    estimates = [numbers for _, *numbers in piece.estimates] + [list(piece.numbers or ())]
    if any(not 1 <= n <= MOST_ESTIMATE for numbers in estimates for n in numbers):
        raise BadInput("no piece: an estimate is a number from 1 on")
    if piece.count is not None and piece.count < 0:
        raise BadInput("no piece: a count is a number from 0 on")
    return piece


def division_of(asked: Resolved, method: str | None = None) -> AnyDivision | None:
    """How the question is divided, in place of ``method`` if one is named; ``None`` where it
    is not: with arguments none is."""
    if any(value is not False for value in asked.arguments.values()):
        return None
    for division in entry(asked.game.name).divisions(asked.question.name):
        if method in (None, division.method) and division.applies(asked.position):
            return division
    return None


_kept = threading.local()


def _splitting(order: Order) -> Splitting:
    """The claim of an order; the last one is kept, with what its engine has learnt. Threads
    share none: engines are not made for that."""
    name = (order.instance, order.method, order.claim, order.engine)
    if getattr(_kept, "name", None) != name:
        asked = contained(json.loads(order.instance))
        division = division_of(asked, order.method)
        if division is None:
            raise BadInput(f"{asked.words}: the question {asked.question.name} is not divided")
        options = Options(engine=order.engine)
        _kept.splitting = division.splitting(asked.position, order.claim, options)
        if order.shared is not None and isinstance(_kept.splitting, Sharing):
            _kept.splitting.share(Path(order.shared))
        _kept.name = name
    found: Splitting = _kept.splitting
    return found


def work(order: Order) -> str:
    """Search below the place of an order; the piece as a text."""
    worker, key = this_worker(), order.place.key
    if order.stamp != code_stamp():
        return _text(Piece(order.claim, key, worker, refused=code_stamp()))
    began = time.thread_time()
    limits = (context_of_work() or Limits()).anew(order.seconds, order.memory, order.seed)
    try:
        with limits.guard(limits):
            splitting = _splitting(order)
            if order.help and isinstance(splitting, Together):
                done = splitting.help(order.place, order.effort, limits)
                found = Found(None, work=done)
            elif isinstance(splitting, Numbered):
                found = splitting.search_within(order.place, order.effort, order.bounds, limits)
            else:
                found = splitting.search(order.place, order.effort, limits)
    except LimitReached as limit:
        stopped = limit.reason
    except MemoryError:
        stopped = MEMORY
    else:
        return _piece(order, worker, found, limits.elapsed(), time.thread_time() - began)
    if stopped == MEMORY:  # what was learnt goes, so that the next piece finds room
        vars(_kept).clear()
        gc.collect()
    return _text(Piece(order.claim, key, worker, stopped=stopped))


def _piece(order: Order, worker: str, found: Found, seconds: float, processor: float) -> str:
    """What was found, as a text."""
    certificate = None if found.certificate is None else to_json(found.certificate)
    return _text(
        Piece(
            order.claim,
            order.place.key,
            worker,
            found.verdict,
            certificate,
            list(found.estimates),
            found.numbers,
            found.work,
            round(seconds, 4),
            round(processor, 4),
            count=found.count,
        )
    )


def _text(piece: Piece) -> str:
    return msgspec.json.encode(piece).decode()


def this_worker() -> str:
    """The name of this worker: its address on a Dask cluster, else host and process."""
    import sys

    if "distributed" in sys.modules:
        from distributed import get_worker

        try:
            return str(get_worker().address)
        except ValueError:  # no worker of Dask's
            pass
    return f"{socket.gethostname()}:{os.getpid()}"
