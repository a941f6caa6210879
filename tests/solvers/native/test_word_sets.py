"""Sets in words and rows of bytes, as the engines' headers have them, at several widths.

Oracle: Python's own sets, and NumPy. Operations: all of the headers, compiled from
``word_sets.cpp``. Properties: the same sets, numbers and rows; equal hashes of equal sets only.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.native import compile_engines

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> native.Engine:
    if compile_engines.compiler() is None:
        pytest.skip("needs a compiler")
    folder = tmp_path_factory.mktemp("engine")
    path = folder / compile_engines.library_name()
    source = HERE / "word_sets.cpp"
    compile_engines.build(path, folder / "objects", engines=[source], quiet=True)
    return native.engine("word_sets", path)


def words(width: int, *sets: set[int]) -> NDArray[np.uint64]:
    flags = np.zeros((len(sets), 64 * width), dtype=bool)
    for row, members in zip(flags, sets, strict=True):
        row[list(members)] = True
    return np.packbits(flags, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def members(words: NDArray[np.uint64]) -> set[int]:
    flags = np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")
    return set(map(int, np.flatnonzero(flags)))


def some(chance: Random, size: int) -> set[int]:
    start, end = chance.choice([(0, size), (0, 64), (size - 64, size)])
    return set(chance.sample(range(start, end), chance.choice([0, 1, 2, (end - start) // 2])))


@pytest.mark.parametrize("width", [1, 2, 3, 6])
def test_sets(engine: native.Engine, width: int) -> None:
    sets = engine.function(f"sets{width}")
    chance, size = Random(width), 64 * width
    hashes: dict[tuple[frozenset[int], frozenset[int]], int] = {}
    for turn in range(120):
        a, b, v = some(chance, size), some(chance, size), chance.randrange(size)
        if turn % 4 == 0:
            b = set(a) if turn % 8 else a | {v}
        near = [some(chance, size) for _ in range(size)]
        out = np.zeros((11, width), dtype=np.uint64)
        numbers = np.zeros(10, dtype=np.uint64)
        sets(words(width, a, b), v, words(width, *near), out, numbers)
        touched = set().union(*(near[u] for u in a))
        free = {u for u in a if not near[u] & b}
        expected = [a & b, a | b, a ^ b, a - b, {v}, set(range(v)), touched, free]
        expected += [a | {v}, a - {v}, set(sorted(a)[1:])]
        assert list(map(members, out)) == expected
        before = words(width, a).tolist() < words(width, b).tolist()
        told = [len(a), min(a, default=0), v in a, a <= b, a == b, before, bool(a)]
        assert numbers[:9].tolist() == [*told, bool(a & b), len(a) > 1]
        key = frozenset(a), frozenset(b)
        assert hashes.setdefault(key, int(numbers[9])) == numbers[9]
    assert len(set(hashes.values())) == len(hashes)


@pytest.mark.parametrize("width", [1, 2, 4])
@pytest.mark.parametrize("most", [1, 3, 255])
def test_rows(engine: native.Engine, width: int, most: int) -> None:
    """Sets of all sizes; sums beyond a byte wrap around."""
    rows_of = engine.function(f"rows{width}")
    size = 64 * width
    chance, choose = np.random.default_rng(most), Random(most)
    for _ in range(60):
        rows = chance.integers(0, most + 1, (size, size), dtype=np.uint8)
        row = chance.integers(0, 8, (1, size), dtype=np.uint8)
        chosen = some(choose, size)
        total = rows[sorted(chosen)].sum(axis=0, dtype=np.int64).astype(np.uint8)
        row[0, ::3] = total[::3]  # so that some are alike
        value = choose.randrange(8)
        out = np.zeros((3, size), dtype=np.uint8)
        found = np.zeros((4, width), dtype=np.uint64)
        rows_of(rows, words(width, chosen), row, value, out, found)
        assert (out == np.stack([total, row[0] - total, row[0] + total])).all()
        places = [total == 0, total > 1, total == row[0], row[0] == value]
        assert [members(s) for s in found] == [set(map(int, np.flatnonzero(p))) for p in places]
