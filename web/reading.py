"""Words that are being typed, read at once: what they mean, and where its cells and vertices stand.

One process reads them all, with the limits of a job; it is ended and begun anew when it takes
longer than somebody who types would wait.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import threading
from typing import Any

from gameproof.games.game import AnyGame, games
from gameproof.web.jobs import ended, worker

PATIENCE = 5.0
"""Seconds until words count as too long to read while somebody types."""
LATE = {"late": True}
"""What is said of such words."""

OTHER_NAMES = {
    "tic tac toe": "tictactoe",
    "noughts and crosses": "tictactoe",
    "ttt": "tictactoe",
    "in a row": "mnk",
    "gomoku": "mnk",
    "kayles": "node-kayles",
    "soccer": "paper-soccer",
    "dominoes": "domineering",
    "toads": "toads-and-frogs",
}
"""What people call games, beside their names."""
SIDES = re.compile(r"\b([0-9]+)((?:\s*[x×]\s*[0-9]+)+)\b")


class Reader:
    """Reads words in a process of its own. Its requests come one after the other."""

    def __init__(self, memory: int = 2 << 30) -> None:
        self._memory = memory
        self._lock = threading.Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="gameproof-reader-")
        self._process: subprocess.Popen[str] | None = None

    def read(self, words: str) -> dict[str, Any]:
        """``problem`` says what is wrong with the words; else there may be a ``board`` or a
        ``graph``, and a ``picture``. :data:`LATE` where reading takes too long."""
        with self._lock:
            process = self._running()
            watch = threading.Timer(PATIENCE, ended, [process])
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
        """End the process and remove its folder."""
        with self._lock:
            if self._process is not None:
                ended(self._process)
                self._process.wait()
            self._folder.cleanup()

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._process = worker(self._folder.name, "--read", str(self._memory))
        return self._process


def understood(text: str) -> tuple[AnyGame, str] | None:
    """The game that a text names, by its name or as people call it, and the words that remain;
    ``5x5 tic tac toe`` is ``tictactoe 5 2``. ``None`` where it names none."""
    plain = re.sub(r"^gameproof\s+(solve|show|play)\s+", "", text.strip())
    names = {name: name for name in games()} | {n.replace("-", " "): n for n in games()}
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
    rest = SIDES.sub(lambda sides: _sides(name, sides[0]), rest)
    return games()[name][0], " ".join(rest.replace("?", " ").split())


def _sides(game: str, text: str) -> str:
    numbers = re.findall(r"[0-9]+", text)
    if game == "tictactoe" and len(set(numbers)) == 1:
        return f"{numbers[0]} {len(numbers)}"
    return " ".join(numbers)
