"""Opening pairings: whole proofs with their checks, and one matching for all moves of a position.

The published proof for [7]^3 (Cain, Raymond, Källersjö 2025) took its authors five hours; the
public program ``pokorj54/pairing_73`` half a day on four cores and 120 GB. They are too long
to run here. Run with ``python -m benchmarks opening``.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.harness import compare, table
from gameproof.certificates import files
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.method import Options
from gameproof.encodings.positional.opening import METHODS
from gameproof.games.boards.grid_rows import cube_lines
from gameproof.games.positional import Position
from gameproof.prover import written
from gameproof.solvers.limits import Limits
from gameproof.solvers.matching.opening_pairing import Search
from gameproof.solvers.matching.opening_pairing_matching import Matcher


def whole(words: str, name: str) -> str:
    """CPU seconds to prove and to check, and the size of the files."""
    position = Position.parse(words)
    method = next(method for method in METHODS if method.name == name)
    began = time.process_time()
    finding = method.run(position, Limits(), Options())
    proved = time.process_time()
    certificate = finding.certificate
    assert isinstance(certificate, Hold)
    with tempfile.TemporaryDirectory() as folder:
        sealed = written.seal(files.CertificateFile({}, str(finding.answer), certificate))
        size = written.write(Path(folder) / "proof.json", sealed)
    before = time.process_time()
    sentence = conclude(Goal(position, "outcome"), certificate).sentence
    checked = time.process_time() - before
    return (
        f"{words}, {name}: {proved - began:.1f} s to prove, {checked:.1f} s to check, "
        f"{size / 1e6:.2f} MB; {sentence}"
    )


def after_four_answers() -> tuple[list[tuple[int, ...]], np.ndarray]:
    """[7]^3 after the centre, two more moves and four greedy answers: open lines, free cells."""
    lines = cube_lines(7, 3).sets()
    search = Search(343, lines, np.arange(343, dtype=np.int32)[None, :], Limits())
    first, second = [171, 0, 1], list[int]()
    for _ in range(4):
        free = search.free_cells(first, second)
        second.append(search.candidates(search.open_lines(second), free)[0][0])
    free = search.free_cells(first, second)
    return [line for line in lines if not set(second).intersection(line)], free


def ours() -> Callable[[], str]:
    lines, free = after_four_answers()
    matcher = Matcher(lines, 343)
    alive = np.ones(len(lines), dtype=np.uint8)

    def run() -> str:
        owner = np.full(343, -1, dtype=np.int32)
        if not matcher.pair(alive, free, owner):
            return "no pairing"
        return f"{int(matcher.serve(alive, free, owner).sum())} moves served"

    return run


def one_matching_a_move() -> Callable[[], str]:
    lines, free = after_four_answers()

    def run() -> str:
        from scipy.sparse import csr_matrix
        from scipy.sparse.csgraph import maximum_bipartite_matching

        served = 0
        for move in np.flatnonzero(free):
            rows = [
                (2 * number + copy, cell)
                for number, line in enumerate(lines)
                for cell in line
                if free[cell] and cell != move
                for copy in (0, 1)
            ]
            where = np.array(rows).T
            graph = csr_matrix((np.ones(len(rows)), where), shape=(2 * len(lines), 343))
            mates = maximum_bipartite_matching(graph, perm_type="column")
            served += int((mates >= 0).all())
        return f"{served} moves served"

    return run


def main() -> None:
    print(table(compare("[7]^3, one position", {"ours": ours(), "scipy": one_matching_a_move()})))
    print(whole("tictactoe 7 3", "opening-pairing"))
    print(whole("tictactoe 6 3", "opening-regions"))
