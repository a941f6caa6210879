"""Workers for pieces: processes here, a Dask cluster, or any other executor, behind one face."""

from __future__ import annotations

import contextlib
import os
import time
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

from gameproof.games.meaning.bad_input import BadInput
from gameproof.prover.code_stamp import code_stamp
from gameproof.prover.divided.pieces import Order, Work, work
from gameproof.prover.workers import Workers

LANES = 4
"""Workers that a strange executor is taken to have."""
PERIOD = 2.0  # seconds between two looks at who works on a cluster


class Crew:
    """Workers of any :mod:`concurrent.futures` executor; a context manager.

    ``lanes`` is the number of pieces that they work on at a time; ``sharing``: their orders
    name files in which they keep together what they learn.
    """

    sharing = False

    def __init__(self, executor: Executor, lanes: int, work: Work = work) -> None:
        self._executor = executor
        self._work = work
        self.lanes = lanes
        self.dropped: set[str] = set()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *error: object) -> None:
        """What was lent stays with its owner."""

    def submit(self, order: Order) -> Future[str]:
        """The future of a piece."""
        return self._executor.submit(self._work, order)

    def drop(self, worker: str) -> None:
        """Give this worker no more pieces, where the executor can do that."""
        self.dropped.add(worker)

    def renew(self, worker: str) -> None:
        """Start this worker anew, its memory empty, where the executor can do that."""

    def lost(self) -> list[str]:
        """Workers that were lost since the last call, by name."""
        return []


class SharedFiles:
    """A file in memory for each claim, which processes of this machine open by its name; none
    where the system has no such files. They are gone with this process."""

    def __init__(self) -> None:
        self._files: dict[tuple[str, str, str, str | None], int] = {}

    possible = hasattr(os, "memfd_create")

    def named(self, order: Order) -> Order:
        """The order with the file of its claim."""
        if not self.possible:
            return order
        claim = order.instance, order.method, order.claim, order.engine
        if claim not in self._files:
            self._files[claim] = os.memfd_create("gameproof")
        return replace(order, shared=f"/proc/{os.getpid()}/fd/{self._files[claim]}")

    def close(self) -> None:
        """Give the files up; who has opened one keeps it."""
        for file in self._files.values():
            os.close(file)
        self._files.clear()


class LocalCrew(Crew):
    """``count`` processes of this machine, ended when the block ends. They share tables."""

    def __init__(self, count: int, work: Work = work) -> None:
        self._workers = Workers(count)
        self._files = SharedFiles()
        super().__init__(self._workers, count, work)
        self.sharing = count > 1 and self._files.possible

    def __exit__(self, *error: object) -> None:
        self._workers.shutdown()
        self._files.close()

    def submit(self, order: Order) -> Future[str]:
        """The future of a piece."""
        return super().submit(self._files.named(order) if self.sharing else order)

    def drop(self, worker: str) -> None:
        """End the process; another takes its place."""
        super().drop(worker)
        self.renew(worker)

    def renew(self, worker: str) -> None:
        """End the process; another takes its place."""
        number = worker.rpartition(":")[2]
        if number.isdecimal():
            self._workers.end(int(number))


class DaskCrew(Crew):
    """The workers of a Dask cluster, those that have the same code; they come and go.

    Raises :class:`BadInput` where none has it. ``owned``: close the client with the block.
    """

    def __init__(self, client: Any, *, owned: bool = False, work: Work = work) -> None:
        self._client = client
        self._owned = owned
        self._threads: dict[str, int] = {}
        self._looked = 0.0
        self._gone: list[str] = []
        super().__init__(client.get_executor(pure=False), 1, work)
        self._compare()
        self._look()

    def __exit__(self, *error: object) -> None:
        if self._owned:
            with contextlib.suppress(Exception):
                self._client.close(timeout=2)

    def _compare(self) -> None:
        """Drop the workers with other code; those that come later are asked with their first
        piece."""
        stamps: dict[str, str] = self._client.run(code_stamp, on_error="return")
        self.dropped = {name for name, stamp in stamps.items() if stamp != code_stamp()}
        if stamps and len(self.dropped) == len(stamps):
            name, stamp = next(iter(stamps.items()))
            raise BadInput(
                f"no worker has the code of this machine ({code_stamp()}); {name} has {stamp}"
            )

    def _look(self) -> None:
        """Who is there now."""
        try:
            found = dict(self._client.nthreads())
        except Exception as error:
            raise BadInput(f"the Dask scheduler is gone: {error or type(error).__name__}") from None
        self._gone += [name for name in self._threads if name not in found]
        self._threads = found
        self._looked = time.monotonic()
        good = [name for name in found if name not in self.dropped]
        self.lanes = sum(found[name] for name in good)
        chosen = {"workers": good} if self.dropped and good else {}
        self._executor = self._client.get_executor(pure=False, **chosen)

    def drop(self, worker: str) -> None:
        """Give this worker no more pieces."""
        super().drop(worker)
        self._look()
        if self._threads and self.lanes == 0:
            raise BadInput("every worker of the cluster was dropped")

    def lost(self) -> list[str]:
        """Workers that were lost since the last call, by address."""
        if time.monotonic() - self._looked > PERIOD:
            self._look()
        found, self._gone = self._gone, []
        return found


def crew_of(client: Any) -> Crew:
    """A crew on a ``distributed.Client`` or on an executor of :mod:`concurrent.futures`."""
    if isinstance(client, Executor):
        return Crew(client, getattr(client, "_max_workers", LANES))
    if hasattr(client, "get_executor"):
        return DaskCrew(client)
    raise BadInput("expected a distributed.Client or an executor", "client")
