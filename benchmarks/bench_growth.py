"""How the cost of impartial and Hackenbush boards grows with their size, 50 to 2 000 vertices.

Whole questions, certificate, its file form and its check included, in CPU seconds of one process;
random trees as far as the limit allows. ``python -m benchmarks growth``.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from gameproof.instances.instance import from_words
from gameproof.prover.prove import prove
from gameproof.solvers.limits import Limits

SIZES = (50, 100, 200, 500, 1000, 2000)
TREES = (50, 60, 70, 80, 100)
SEEDS = (1, 2, 3)
PATIENCE = 60.0
"""Seconds for one question."""


def hackenbush_tree(n: int, colours: tuple[str, ...], seed: int, folder: Path) -> str:
    """A file with a random recursive tree of n lines on the ground."""
    source = random.Random(seed)
    names = ["ground", *map(str, range(1, n + 1))]
    rows = [f"{names[source.randrange(v)]} {v} {source.choice(colours)}" for v in range(1, n + 1)]
    path = folder / f"{'-'.join(colours)}-{n}-{seed}.txt"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


def questions(folder: Path) -> Iterator[tuple[str, list[str], str]]:
    """(row, words, question)."""
    for game in ("node-kayles", "arc-kayles"):
        for family in ("path", "cycle"):
            for n in SIZES:
                yield f"{game} {family} {n}", [game, family, str(n)], "grundy"
        for n in TREES:
            for seed in SEEDS:
                words = f"{game} tree {n} seed {seed}"
                yield words, words.split(), "outcome"
    for colours in (("green",), ("red", "blue")):
        question = "grundy" if colours == ("green",) else "value"
        for n in SIZES:
            file = hackenbush_tree(n, colours, 1, folder)
            yield f"hackenbush {' '.join(colours)} tree {n}", ["hackenbush", file], question


def main() -> None:
    """A row for each board: answer, verified, CPU seconds."""
    with tempfile.TemporaryDirectory() as folder:
        for row, words, question in questions(Path(folder)):
            begun = time.process_time()
            answer = prove(from_words(words, question), Limits(PATIENCE))
            seconds = time.process_time() - begun
            told = "verified" if answer.verified else "not verified"
            print(f"{row:<40}{question:<9}{answer.answer[:20]:<22}{told:<14}{seconds:>8.2f}")


if __name__ == "__main__":
    main()
