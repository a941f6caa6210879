"""What somebody waits for is answered by a process that stays: words that are typed, plays.

It has the limits of a job, and is ended and begun anew when it takes longer than somebody who types
would wait.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import threading
from typing import Any

from gameproof.games.game import AnyGame, games
from gameproof.instances.known_names import NAMES, known
from gameproof.web.jobs import ended, worker

PATIENCE = 5.0
"""Seconds until words count as too long to read while somebody types."""
PLAYING = 60.0
"""The same of a play: the proof is read again first, which may be large."""
LATE = {"late": True}
"""What is said of such words."""

OTHER_NAMES = {
    "tic tac toe": "tictactoe",
    "noughts and crosses": "tictactoe",
    "in a row": "mnk",
    "soccer": "paper-soccer",
    "dominoes": "domineering",
    "toads": "toads-and-frogs",
}
"""What people call games, beside their names and the ``NAMES`` that stand for more words."""
SIDES = re.compile(r"\b([0-9]+)((?:\s*[x×]\s*[0-9]+)+)\b")


class Answering:
    """Answers words in a process of its own, which does what the ``task`` says in a ``folder``. Its
    requests come one after the other."""

    def __init__(self, task: str, folder: str, memory: int, patience: float = PATIENCE) -> None:
        self._task, self._folder, self._memory, self._patience = task, folder, memory, patience
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None

    def answer(self, words: str) -> dict[str, Any]:
        """What the process says; ``problem`` is what is wrong with the words. :data:`LATE` where it
        takes too long."""
        with self._lock:
            process = self._running()
            watch = threading.Timer(self._patience, ended, [process])
            watch.start()
            try:
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(json.dumps({"words": words}) + "\n")
                process.stdin.flush()
                found: dict[str, Any] = json.loads(process.stdout.readline())
            except (OSError, ValueError):
                ended(process)
                return LATE
            finally:
                watch.cancel()
            return found

    def close(self) -> None:
        """End the process."""
        with self._lock:
            if self._process is not None:
                ended(self._process)
                self._process.wait()

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._process = worker(self._folder, self._task, str(self._memory))
        return self._process


class Reader:
    """Reads words that are typed: there may be a ``board`` or a ``graph``, and a ``picture``."""

    def __init__(self, memory: int = 2 << 30) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="gameproof-reader-")
        self._reading = Answering("--read", self._folder.name, memory)
        self.read = self._reading.answer

    def close(self) -> None:
        """End the process and remove its folder."""
        self._reading.close()
        self._folder.cleanup()


class Players:
    """Plays proofs of jobs; the process of the one that was asked for last stays."""

    def __init__(self, memory: int = 2 << 30) -> None:
        self._memory = memory
        self._lock = threading.Lock()
        self._last: tuple[str, Answering] | None = None

    def after(self, folder: str, path: str) -> dict[str, Any]:
        """What can come after a play of the proof that lies in the folder, as
        :func:`~gameproof.web.played_out.played_out` says it; ``path`` is a list in JSON."""
        with self._lock:
            if self._last is None or self._last[0] != folder:
                self._end()
                self._last = (folder, Answering("--play", folder, self._memory, PLAYING))
            answering = self._last[1]
        return answering.answer(path)

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._last is not None:
            self._last[1].close()
            self._last = None


def understood(text: str) -> tuple[AnyGame, str] | None:
    """The game that a text names, by its name or as people call it, and the words that remain;
    ``5x5 tic tac toe`` is ``tictactoe 5 2``. ``None`` where it names none."""
    plain = re.sub(r"^gameproof\s+(solve|show|play)\s+", "", text.strip())
    names = {name: name for name in (*games(), *NAMES)}
    best: tuple[int, str, str] = (0, "", "")
    for called, name in (names | OTHER_NAMES).items():
        spelt = r"[\s-]".join(map(re.escape, re.split(r"[\s-]", called)))
        found = re.search(rf"(?<![\w-]){spelt}(?![\w-])", plain, re.I)
        if found:
            best = max(
                best, (len(called), name, f"{plain[: found.start()]} {plain[found.end() :]}")
            )
    _, name, rest = best
    if not name:
        return None
    rest = SIDES.sub(lambda sides: _sides(name, sides[0]), rest).replace("?", " ")
    meant = known(name)
    name, *words = [name, *rest.split()] if meant is None else meant.words(rest.split())
    return games()[name][0], " ".join(words)


def _sides(game: str, text: str) -> str:
    numbers = re.findall(r"[0-9]+", text)
    if game == "tictactoe" and len(set(numbers)) == 1:
        return f"{numbers[0]} {len(numbers)}"
    return " ".join(numbers)
