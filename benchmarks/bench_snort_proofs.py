"""Outcomes of Snort and Col with their proofs: boards of every family at which search is good.

For each board: the outcome by search alone, the CPU seconds to find it with its proof, those to
check the file form, its size, and the most memory used so far in MB. Boards with pieces on them
have no symmetry. ``python -m benchmarks snort_proofs [--large]``; each board is a process of its
own, and is checked as ``gameproof check`` would.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from gameproof.games.snort import Position

BOARDS = [
    "snort tree 60 seed 1",
    "snort tree 60 seed 2",
    "snort tree 70 seed 0",
    "snort tree 80 seed 1",
    "snort tree 80 seed 2",
    "snort regular 3 34 seed 1",
    "snort regular 3 38 seed 1",
    "snort regular 3 40 seed 1",
    "snort gnp 60 0.07 seed 1",
    "snort gnp 60 0.1 seed 1",
    "snort gnp 70 0.1 seed 1",
    "snort gnp 100 0.2 seed 1",
    "snort grid 5 8 --red 3 --blue 22",
    "snort grid 6 7 --red 0 --blue 16",
    "snort grid 6 8 --red 9 --blue 20",
    "snort king 5 6 --red 7 --blue 16",
    "snort king 6 6 --red 8 --blue 21",
    "col gnp 20 0.2 seed 1",
    "col gnp 22 0.2 seed 1",
    "col gnp 24 0.2 seed 1",
    "col gnp 28 0.3 seed 1",
    "col gnp 30 0.4 seed 1",
    "col regular 3 20 seed 1",
    "col tree 24 seed 1",
    "col tree 30 seed 1",
    "col grid 4 6 --red 0",
    "col king 5 5 --red 3",
]
LARGE = [
    "snort tree 80 seed 0",
    "snort tree 80 seed 3",
    "snort tree 84 seed 1",
    "snort tree 90 seed 0",
    "snort tree 90 seed 2",
    "snort tree 100 seed 0",
    "snort regular 3 44 seed 1",
    "snort regular 3 46 seed 1",
    "snort gnp 68 0.07 seed 1",
    "snort gnp 120 0.2 seed 1",
    "col gnp 26 0.2 seed 1",
    "col regular 3 24 seed 1",
    "col grid 5 6 --red 3 --blue 22",
]
#: Processor seconds a board may take to be decided and proved.
LIMIT = 60.0
HEAD = f"{'board':<36}{'outcome':<9}{'prove s':>9}{'check s':>9}{'bytes':>10}{'MB':>7}"


def line(words: str) -> str:
    """A board's line of the table."""
    from gameproof.certificates.files import CertificateFile
    from gameproof.encodings.method import Options
    from gameproof.encodings.snort.outcome import METHODS
    from gameproof.instances.contained import portable
    from gameproof.instances.instance import from_words, resolve
    from gameproof.prover.verify import verify_sealed
    from gameproof.prover.written import seal
    from gameproof.solvers.limits import Limits
    from gameproof.solvers.sums.star_packing import StarPacking

    search = next(m for m in METHODS if (m.question, m.name) == ("outcome", "search"))
    for pieces in (False, True):  # compiles, or reads from disk
        StarPacking([2, 5, 2], pieces=pieces).proof(7, 7, Limits())
    asked = resolve(from_words(words.split(), "outcome"))
    position = cast("Position", cast("object", asked.position))
    begun = time.process_time()
    finding = search.run(position, Limits().working(LIMIT), Options())
    found = time.process_time() - begun
    shown = f"{words:<36}{finding.answer!s:<9}{found:>9.2f}"
    if finding.certificate is None:
        shown += f"{finding.note or 'no proof':>19}"
    else:
        sealed = seal(CertificateFile(portable(asked), str(finding.answer), finding.certificate))
        begun = time.process_time()
        verify_sealed(sealed)
        shown += f"{time.process_time() - begun:>9.2f}{sealed.size:>10}"
    return f"{shown}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10:>7}"


def main() -> None:
    """The table, each board in a process of its own."""
    print(HEAD)
    large = LARGE if "--large" in sys.argv else []
    for words in BOARDS + large:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            print(pool.apply(line, (words,)), flush=True)


if __name__ == "__main__":
    main()
