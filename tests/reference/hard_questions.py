"""Questions that cannot be answered in two seconds, at least one for each kind of work.

``python -m reference.hard_questions [LIMIT]`` (with ``tests`` on the path) asks each as a process
of its own under a time limit and prints when it ended.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

LIMIT = 2.0
STOPPED = (0, 3)
"""Exit statuses: answered after all, or unknown."""

QUESTIONS = (
    "polyomino skinny 8 8",
    "polyomino snaky 7 7",
    "polyomino snaky 15 15 -q pairing",
    "mnk 4 6 4 --rule weak",
    "mnk 7 7 5",
    "mnk 9 9 6",
    "mnk 15 15 5",
    "mnk 15 15 5 -q drawn-position --method sat",
    "mnk 8 8 5 -q count-drawn",
    "mnk 9 9 5 -q fewest-crosses",
    "mnk 8 8 5 -q win-within --plies 9",
    "mnk 15 15 5 -q win-within --plies 9",
    "mnk 9 9 7 -q pairing",
    "hex 5 5 --first e3 --to-move second",
    "hex 6 6",
    "hex 6 6 -q second-wins",
    "tictactoe 5 3",
    "tictactoe 6 3 --method opening-regions",
    "tictactoe 4 4 --rule strong",
    "tictactoe 11 5 -q pairing",
    "tictactoe 18 5 -q own-pairing",
    "tictactoe 5 3 -q drawn-position",
    "torus-row 8 8 9 -q count-pairings",
    "torus-row 7 7 5",
    "snort gnp 60 0.1 seed 1",
    "snort regular 3 60 seed 1",
    "snort grid 9 9 --only-red 0 -q winner",
    "snort gnp 40 0.1 seed 1 -q value",
    "snort path 40 -q score",
    "snort grid 6 6 -q misere-outcome",
    "col grid 6 6",
    "snort-multiplayer grid 5 5",
    "snort-multiplayer path 30 -q labellings",
    "geography gnp 60 0.1 seed 1 --edge --start 0",
    "geography gnp 40 0.1 seed 1 --directed --start 0",
    "geography gnp 60 0.2 seed 1 --edge --start 0 -q even-kernel",
    "geography grid 300 300 -q all",
    "node-kayles gnp 60 0.1 seed 1",
    "arc-kayles grid 6 6 -q grundy",
    "nim 5000 7000 9000 -q closed-form --to 5000",
    "subtraction 2 3 7 11 13 19 --heaps 100000000",
    "octal 0.106 --heaps 10000000",
    "octal 0.007 --heaps 400000000 -q period",
    "wythoff 1400 1 -q grundy",
    "take-away 2*x+1 1000000 1000",
    "paper-soccer 4 6",
    "paper-soccer 6 6 -q winning-plies",
    "paper-soccer 8 10 -q win-within --turns 9",
    "paper-soccer 4 4 -q histories --plies 14",
    "paper-soccer 4 4 -q longest",
    "torus-cycles 6",
    "torus-cycles 9 -q smallest-block --class 1,0",
    "klein-cycles 5",
    "klein-cycles 6 -q one-winner",
    "tetris --size 12x6 --pieces LJSZTILJSZTILJSZTILJSZTI -q clear",
    "tetris --size 20x10 --pieces LJSZTILJSZTILJSZTILJSZTI -q max-rows",
    "tetris --size 16x8 --pieces LJSZTILJSZTILJSZTILJSZTI -q max-tetrises",
    "tetris-3partition 80 25 26 27 29 25 28 30 26 27 25 26 26 -q clear",
    "tetris --size 6x4 -q sequences",
)


@dataclass(slots=True)
class Ended:
    """How one question ended."""

    words: str
    status: int
    wall: float
    cpu: float
    said: str

    @property
    def spent(self) -> float:
        """Seconds: of the clock on an idle machine, of the processor on a busy one."""
        return min(self.wall, self.cpu)


def ask(words: str, limit: float, folder: Path) -> Ended:
    """Ask one question in a process of its own, under the limit."""
    command = [sys.executable, "-m", "gameproof", "solve", *words.split(), "--fresh",
               "--store", str(folder / "store.sqlite"), "--time-limit", str(limit)]  # fmt: skip
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    wall = time.monotonic() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    lines = (done.stdout + done.stderr).splitlines()
    return Ended(words, done.returncode, wall, cpu, " / ".join(lines[:3]))


def main() -> None:
    """All questions, the slowest last."""
    import tempfile

    limit = float(sys.argv[1]) if len(sys.argv) > 1 else LIMIT
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for words in QUESTIONS:
            one = ask(words, limit, Path(folder))
            found.append(one)
            row = f"{one.wall:6.2f} s {one.cpu:6.2f} s of work  exit {one.status}  {words}"
            print(row, "--", one.said[:100], flush=True)
    worst = max(found, key=lambda one: one.spent)
    print(f"{len(found)} questions; the last to end: {worst.spent:.2f} s, {worst.words}")


if __name__ == "__main__":
    main()
