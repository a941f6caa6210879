"""One question divided among 1, 2, 16, 64, 256 workers: what may be expected, by simulation.

The client is the real one and so are the pieces; only the clock is not. A piece takes the
processor time that it took (read from a journal with ``--journal=FILE``, else measured once, here),
the client the time that it takes here, and the workers' pieces pass side by side. So everything
counts that limits a proof on many workers: pieces that would not have been asked for one after
the other, workers without work, the client's own work, and the pieces put together at the end.
What a cluster's network takes is left out: see the traffic in ``docs/clusters.md``. Pieces that are
measured here learn as workers do, each from its own pieces, as long as there are few
workers (``APART``); more share tables, so that what is expected of them is the best case.

Run with ``python -m benchmarks divided`` (a small board, two workers at most); ``--large`` takes
[6]^3 (some minutes without a journal), ``--board="mnk 6 4 4"`` another one,
``--workers=2,16`` some numbers of workers; ``--shared`` has them share their tables, as workers of
one machine do (:mod:`benchmarks.side_by_side`), and tells every piece; ``--table`` asks whole
commands of one worker and of two on this machine (:mod:`benchmarks.two_workers`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from benchmarks import two_workers
from benchmarks.side_by_side import SideBySide
from gameproof.instances.instance import from_words
from gameproof.prover.divided import pieces
from gameproof.prover.divided.crew import Crew
from gameproof.prover.divided.divided import Divided
from gameproof.prover.divided.pieces import Order, read_piece, work
from gameproof.prover.prove import prove
from gameproof.solvers.limits import Limits

WORKERS = (1, 2, 16, 64, 256)
APART = 4
"""Workers that have tables of their own; more would not fit into the memory of one machine."""
Known = dict[tuple[str, str], tuple[float, str]]
"""Pieces of a journal by claim and place: what they took, and their text."""


class Simulated(Crew):
    """Workers whose pieces pass side by side on a clock of their own."""

    def __init__(self, lanes: int, known: Known) -> None:
        super().__init__(Executor(), lanes)
        self.known = known
        self.now = self.working = self.client = 0.0
        self.under_way: list[tuple[float, int, Future[str], str, int]] = []
        self.idle = list(range(lanes))
        self.learnt: list[dict[str, Any]] = [{} for _ in range(min(lanes, APART))]
        self.pieces = 0
        self.longest = 0.0
        self._mark = time.process_time()

    def submit(self, order: Order) -> Future[str]:
        """The future of a piece that is done once its time has passed."""
        self._client()
        worker = self.idle.pop()
        took, text = self._piece(order, worker)
        self.pieces += 1
        self.working += took
        self.longest = max(self.longest, took)
        future: Future[str] = Future()
        self.under_way.append((self.now + took, self.pieces, future, text, worker))
        self._mark = time.process_time()
        return future

    def _piece(self, order: Order, worker: int) -> tuple[float, str]:
        kept = self.known.get((order.claim, order.place.key))
        if kept is not None:
            return kept
        now, learnt = vars(pieces._kept), self.learnt[worker % len(self.learnt)]
        now.clear()
        now.update(learnt)
        text = work(order)
        learnt.update(now)
        return read_piece(text).processor, text

    def _client(self) -> None:
        """What the client has done since the last look passes on the clock."""
        took = time.process_time() - self._mark
        self.now += took
        self.client += took
        self._mark = time.process_time()

    def lost(self) -> list[str]:
        """Called before the client waits: the clock goes on until a piece is done."""
        self._client()
        if self.under_way:
            first = min(self.under_way, key=lambda row: row[:2])
            self.under_way.remove(first)
            self.now = max(self.now, first[0])
            self.idle.append(first[4])
            first[2].set_result(first[3])
        return []

    def end(self) -> float:
        """The time at which everything was done, the pieces put together."""
        self._client()
        return self.now


def read(path: Path) -> Known:
    """The pieces of a journal."""
    known: Known = {}
    for line in path.read_text().splitlines()[1:]:
        piece = read_piece(line)
        if piece.processor and piece.verdict is not None:
            known[piece.claim, piece.key] = piece.processor, line
    return known


def simulate(
    words: str, method: str, known: Known, counts: Sequence[int], shared: bool = False
) -> Iterator[str]:
    """A line for each number of workers."""
    yield f"{words}, {method}"
    alone = 0.0
    for workers in counts:
        crew = SideBySide(workers) if shared else Simulated(workers, known)
        answer = prove(
            from_words(words.split(), "outcome"), Limits(), method=method, divided=Divided(crew)
        )
        end = crew.end()
        if isinstance(crew, SideBySide):
            crew.close()
            yield from (f"    {line}" for line in crew.told)
        alone = alone or end
        busy = crew.working / (workers * end)
        yield (
            f"  {workers:3} workers: {answer.answer}, {end:7.1f} s, {alone / end:5.1f} times as "
            f"fast; {crew.pieces} pieces of {crew.working:.1f} s, the longest "
            f"{crew.longest:.1f} s, workers busy {busy:.0%}, client {crew.client:.1f} s"
        )


def main() -> None:
    options = dict(word[2:].partition("=")[::2] for word in sys.argv if word.startswith("--"))
    if "table" in options:
        two_workers.main(options)
        return
    known = read(Path(options["journal"])) if "journal" in options else {}
    words, method = options.get("board", "mnk 5 5 4"), "search"
    counts: tuple[int, ...] = WORKERS[:2]
    if "large" in options:
        words, method = "tictactoe 6 3", "opening-regions"
    if "large" in options or "board" in options:
        counts = WORKERS
    if "workers" in options:
        counts = tuple(map(int, options["workers"].split(",")))
    for line in simulate(words, method, known, counts, "shared" in options):
        print(line, flush=True)
