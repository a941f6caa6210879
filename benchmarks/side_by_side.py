"""Workers of one machine that share their tables, side by side on a clock of their own.

Every worker is a thread; one runs at a time, the one that is furthest behind, until its search
says how far it is (64 expanded positions). So what a worker finds is in the shared table when the
others come to that moment, as on a machine with a core for each, and a machine that is busy with
much else tells the same: a worker's clock is the processor time of its thread, the client's
that of the client.
"""

from __future__ import annotations

import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Semaphore, get_ident

from gameproof.prover.divided.crew import Crew, SharedFiles
from gameproof.prover.divided.pieces import Order, read_piece, work
from gameproof.prover.work_context import context_of_work, work_within
from gameproof.solvers.limits import Cancelled, Limits


@dataclass(slots=True)
class Lane:
    """A worker: its clock, and the piece that it is at."""

    number: int
    clock: float = 0.0
    began: float = 0.0
    mark: float = 0.0
    order: Order | None = None
    future: Future[str] | None = None
    text: str | None = None
    go: Semaphore = field(default_factory=lambda: Semaphore(0))
    pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))


class SideBySide(Crew):
    """Workers with shared tables whose pieces pass side by side; ``told`` has a line for each
    piece in the order in which they ended: worker, beginning and end, place, verdict, work."""

    def __init__(self, lanes: int) -> None:
        super().__init__(Executor(), lanes)
        self.all = [Lane(i) for i in range(lanes)]
        self.told: list[str] = []
        self.now = self.working = self.client = self.longest = 0.0
        self.pieces = 0
        self._files = SharedFiles()
        self.sharing = lanes > 1 and self._files.possible
        self._by_thread: dict[int, Lane] = {}
        self._turn = Semaphore(0)
        self._before = context_of_work()
        self._closed = False
        work_within(Limits(progress=self._progress))
        self._mark = time.thread_time()

    # -- in the workers' threads ---------------------------------------------------------------

    def _run(self, lane: Lane) -> None:
        self._by_thread[get_ident()] = lane
        lane.go.acquire()
        lane.mark = time.thread_time()
        try:
            if lane.order is not None and not self._closed:
                lane.text = work(lane.order)
        finally:
            lane.clock += time.thread_time() - lane.mark
            if lane.text is None:
                lane.text = ""  # read as no piece: the client says so
            self._turn.release()

    def _progress(self, _text: str) -> None:
        lane = self._by_thread.get(get_ident())
        if lane is None:
            return
        now = time.thread_time()
        lane.clock += now - lane.mark
        self._turn.release()
        lane.go.acquire()
        if self._closed:
            raise Cancelled
        lane.mark = time.thread_time()

    # -- in the client's -----------------------------------------------------------------------

    def submit(self, order: Order) -> Future[str]:
        """The future of a piece that is done once its time has passed."""
        self._client()
        lane = next(lane for lane in self.all if lane.future is None)
        lane.clock = lane.began = max(lane.clock, self.now)
        lane.order = self._files.named(order) if self.sharing else order
        lane.text, lane.future = None, Future()
        lane.pool.submit(self._run, lane)
        return lane.future

    def _client(self) -> None:
        took = time.thread_time() - self._mark
        self.now += took
        self.client += took
        self._mark = time.thread_time()

    def lost(self) -> list[str]:
        """Called before the client waits: the clocks go on until a piece is done."""
        self._client()
        while busy := [lane for lane in self.all if lane.future is not None]:
            lane = min(busy, key=lambda one: (one.clock, one.number))
            if lane.text is not None:
                self._done(lane, lane.text)
                break
            lane.go.release()
            self._turn.acquire()
        self._mark = time.thread_time()
        return []

    def _done(self, lane: Lane, text: str) -> None:
        took = lane.clock - lane.began
        self.pieces += 1
        self.working += took
        self.longest = max(self.longest, took)
        self.now = max(self.now, lane.clock)
        piece = read_piece(text)
        place = "" if lane.order is None else lane.order.place.text
        numbers = "" if piece.numbers is None else f", numbers {piece.numbers}"
        self.told.append(
            f"{lane.number}: {lane.began:7.1f} to {lane.clock:7.1f} s, {place}: "
            f"{piece.verdict}, work {piece.work}{numbers}"
        )
        future, lane.future = lane.future, None
        if future is not None:
            future.set_result(text)

    def end(self) -> float:
        """The time at which everything was done, the pieces put together."""
        self._client()
        return self.now

    def close(self) -> None:
        """End what is under way; the shared tables go."""
        self._closed = True
        for lane in self.all:
            lane.go.release()
            lane.pool.shutdown()
        self._files.close()
        work_within(self._before or Limits())
