"""A proof on a Dask cluster that is killed, again and again, and goes on.

A real scheduler and four workers, each a process of its own. While a proof is under way, at
moments that the seed chooses, two workers are killed (kill -9), then the scheduler, then the
client; what was killed is started again, and the same command. Told is what the journal held at
each moment, which pieces were lost, begun by a worker and never ended, and which were worked on
more than once (:mod:`benchmarks.told_pieces`). Run with ``python -m benchmarks.killed_cluster
[SEED] [6^3 | qubic]``; takes the draw of [6]^3, or the win of Qubic by search, some minutes.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks import told_pieces

QUESTIONS = {
    "6^3": ("tictactoe 6 3", "opening-regions", (10, 50)),
    "qubic": ("tictactoe 4 3", "search", (2, 4)),
}
"""The board, the method, and after how many pieces more something is killed."""
WORKERS = 4
LOOK = 0.2  # seconds between two looks at the journal
Process = subprocess.Popen[str]


class Cluster:
    """A scheduler and its workers, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = folder / "cluster.json"
        self.scheduler: Process | None = None
        self.workers: list[Process] = []

    def start(self) -> None:
        """Start what is not there."""
        if self.scheduler is None or self.scheduler.poll() is not None:
            for worker in self.workers:
                kill(worker)
            self.address.unlink(missing_ok=True)
            self.scheduler = self._dask("scheduler", "--host", "127.0.0.1", "--port", "0")
            while not self.address.exists():
                time.sleep(LOOK)
        self.workers = [one for one in self.workers if one.poll() is None]
        while len(self.workers) < WORKERS:
            told = ["--preload", str(Path(told_pieces.__file__))]
            self.workers.append(self._dask("worker", "--no-nanny", "--nthreads", "1", *told))

    def _dask(self, *words: str) -> Process:
        program = str(Path(sys.executable).parent / "dask")
        where = ["--scheduler-file", str(self.address), "--no-dashboard"]
        with (self.folder / "cluster.log").open("a") as log:
            return subprocess.Popen(
                [program, *words, *where], stdout=log, stderr=log, text=True, cwd=self.folder
            )

    def end(self) -> None:
        """Kill all of it."""
        for one in (*self.workers, self.scheduler):
            if one is not None:
                kill(one)


def kill(process: Process) -> None:
    """Kill a process of ours for good."""
    if process.poll() is None:
        os.kill(process.pid, signal.SIGKILL)
    process.wait()


def pieces(journal: Path) -> list[dict[str, Any]]:
    """What workers have sent so far, as far as the lines are whole."""
    if not journal.exists():
        return []
    whole = journal.read_text().rpartition("\n")[0]
    found = [json.loads(line) for line in whole.splitlines()[1:]]
    return [one for one in found if one["worker"] != "client"]


Begun = tuple[str, str]
"""A piece by claim and place."""


def worked_on(folder: Path) -> tuple[Counter[Begun], Counter[Begun]]:
    """How often each piece was begun, and how often it was ended."""
    began, ended = Counter[Begun](), Counter[Begun]()
    log = folder / told_pieces.LOG
    for line in log.read_text().splitlines() if log.exists() else []:
        what, claim, key, _ = json.loads(line)
        (began if what == "began" else ended)[claim, key] += 1
    return began, ended


def solve(name: str, cluster: Cluster, journal: Path) -> Process:
    """The command, always the same."""
    board, method, _ = QUESTIONS[name]
    words = ["solve", *board.split(), "--method", method, "--time-limit", "2h", "--json"]
    words += ["--dask", str(cluster.address), "--journal", str(journal)]
    return subprocess.Popen(
        [sys.executable, "-m", "gameproof", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def until(process: Process, journal: Path, count: int) -> int:
    """Wait for so many pieces, or for the end of the command."""
    while (found := len(pieces(journal))) < count and process.poll() is None:
        time.sleep(LOOK)
    return found


def main(seed: int, name: str) -> None:
    chance = random.Random(seed)
    _, method, some = QUESTIONS[name]
    began = time.monotonic()

    def tell(text: str) -> None:
        print(f"{time.monotonic() - began:6.0f} s  {text}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        cluster, journal = Cluster(Path(folder)), Path(folder) / "proof.journal"
        try:
            cluster.start()
            client = solve(name, cluster, journal)
            kept = until(client, journal, chance.randrange(*some))
            for worker in chance.sample(cluster.workers, 2):
                kill(worker)
            tell(f"{kept} pieces kept; two workers are killed")
            kept = until(client, journal, kept + chance.randrange(*some))
            if cluster.scheduler is not None:
                kill(cluster.scheduler)
            tell(f"{kept} pieces kept; the scheduler is killed")
            said = client.communicate()[1]
            lost = said.count("a worker was lost")
            tell(f"the command ended with {client.returncode}: {said.splitlines()[-1:]}")
            cluster.start()
            client = solve(name, cluster, journal)
            kept = until(client, journal, kept + chance.randrange(*some))
            kill(client)
            kept = len(pieces(journal))
            tell(f"{kept} pieces kept; the client is killed")
            client = solve(name, cluster, journal)
            out, said = client.communicate()
            lost += said.count("a worker was lost")
            answer = json.loads(out)
            counts = answer["stats"][method]
            tell(f"{answer['answer']}, verified: {answer['verified']}; {counts}")
            keys = Counter(one["key"] for one in pieces(journal))
            twice = sum(keys.values()) - len(keys)
            tell(
                f"{kept} pieces kept before the last run, {counts.get('resumed', 0)} of them taken "
                f"up again; {twice} pieces in the journal twice; {lost} lost workers were named"
            )
            begun, ended = worked_on(Path(folder))
            once = sum(1 for piece in begun if not ended[piece])
            tell(
                f"{begun.total()} pieces begun, {begun.total() - ended.total()} of them lost on "
                f"the way; {begun.total() - len(begun)} were repeated, {once} never finished "
                f"because nobody needed them any more"
            )
        finally:
            cluster.end()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0, (*sys.argv[2:], "6^3")[0])
