"""Who wins, on every small board: how many boards are decided within six seconds each.

Asked are the outcomes of two families, each board under the strong and the weak rule, as a batch
of instance files (``gameproof solve FOLDER``), as a user would ask them:

* ``mnk``: the 140 boards with 3 <= m <= n <= 9 and 3 <= k <= n;
* ``hypercube``: the 102 boards [n]^d with 2 <= n <= 18 and 1 <= d <= 6.

An answer counts where its certificate was accepted. Run with ``python -m benchmarks sweep`` on a
machine that has nothing else to do (it takes some minutes); ``--only=mnk`` or ``--only=hypercube``
asks one family, ``--limit=SECONDS`` gives each board more or less, ``--jobs=N`` uses N processes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gameproof.instances.instance import from_words, write

ONLY_BY_NAME = True
RULES = ("strong", "weak")
SECONDS = 6.0
SLOWEST = 10
Board = tuple[str, str]
"""The group in the table, and the words."""
Result = dict[str, Any]


def mnk_boards() -> list[Board]:
    """The group and the words of each m,n,k board, 140 of them."""
    return [
        (f"k = {k}", f"mnk {m} {n} {k}")
        for k in range(3, 10)
        for n in range(k, 10)
        for m in range(3, n + 1)
    ]


def hypercube_boards() -> list[Board]:
    """The group and the words of each board [n]^d, 102 of them."""
    return [(f"d = {d}", f"tictactoe {n} {d}") for d in range(1, 7) for n in range(2, 19)]


FAMILIES = {"mnk": mnk_boards, "hypercube": hypercube_boards}


def file_of(words: str, rule: str) -> str:
    """The name of a question's file."""
    return f"{'-'.join(words.split())}-{rule}.json"


def asked(boards: Iterable[Board], seconds: float, jobs: int) -> dict[str, Result]:
    """The line of results of each question, by the name of its file."""
    with tempfile.TemporaryDirectory() as name:
        folder, results = Path(name, "boards"), Path(name, "results.jsonl")
        folder.mkdir()
        for _, words in boards:
            for rule in RULES:
                write(folder / file_of(words, rule), from_words([*words.split(), "--rule", rule]))
        subprocess.run(
            [sys.executable, "-m", "gameproof", "solve", str(folder), "-o", str(results),
             "--time-limit", f"{seconds}s", "--jobs", str(jobs)],
            stdout=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        lines = map(json.loads, results.read_text().splitlines())
        return {Path(line["file"]).name: line for line in lines if "file" in line}


def told(line: Result | None) -> str:
    """An answer, and whether it is not verified."""
    if line is None or "answer" not in line:
        return "no answer"
    if line["answer"] == "unknown" or line.get("verified"):
        return str(line["answer"])
    return f"{line['answer']} not verified"


def report(name: str, boards: list[Board], found: dict[str, Result]) -> None:
    """Print winners by group and rule, what is open, and where the seconds went."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    open_boards, seconds = [], []
    for group, words in boards:
        for rule in RULES:
            line = found.get(file_of(words, rule))
            answer = told(line)
            counts.setdefault((group, rule), Counter())[answer] += 1
            if answer in ("unknown", "no answer"):
                open_boards.append(f"{words} {rule}")
            seconds.append((float((line or {}).get("seconds", 0.0)), f"{words} {rule}"))
    print(f"\n{name}\nboard     rule    asked  answers")
    for (group, rule), answers in counts.items():
        each = ", ".join(f"{number} {answer}" for answer, number in sorted(answers.items()))
        print(f"{group:8}  {rule:6}  {answers.total():5}  {each}")
    print(f"{len(seconds) - len(open_boards)} of {len(seconds)} decided, {len(open_boards)} open")
    print("open:", ", ".join(open_boards) or "none")
    seconds.sort(reverse=True)
    print(f"{sum(spent for spent, _ in seconds):.0f} s, the slowest:")
    print("  " + ", ".join(f"{words} {spent:.2f}" for spent, words in seconds[:SLOWEST]))


def main() -> None:
    """Ask each family and print its table."""
    options = dict(word[2:].partition("=")[::2] for word in sys.argv if word.startswith("--"))
    names = [options["only"]] if "only" in options else list(FAMILIES)
    if not set(names) <= set(FAMILIES):
        sys.exit(f"--only takes one of {', '.join(FAMILIES)}")
    for name in names:
        boards = FAMILIES[name]()
        found = asked(boards, float(options.get("limit", SECONDS)), int(options.get("jobs", 1)))
        report(name, boards, found)


if __name__ == "__main__":
    main()
