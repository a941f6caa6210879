"""The transposition table: what is read was written for that position.

Oracle: a dictionary. Operations: those of ``transposition_table.h``, compiled from ``tables.cpp``.
Properties: a row is read for its own key alone, all 64 bits of a hash; a row of which two
processes have written parts is the row of no position; the row of least worth is given up; a larger
table takes over everything.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from gameproof.solvers import native
from gameproof.solvers.native import compile_engines

HERE = Path(__file__).parent
ROWS = 1 << 12


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> native.Engine:
    if compile_engines.compiler() is None:
        pytest.skip("needs a compiler")
    folder = tmp_path_factory.mktemp("engine")
    path = folder / compile_engines.library_name()
    source = HERE / "tables.cpp"
    compile_engines.build(path, folder / "objects", engines=[source], quiet=True)
    return native.engine("tables", path)


Key = tuple[int, int, int]


class Sealed:
    """A table of rows under seal."""

    def __init__(self, engine: native.Engine, rows: int) -> None:
        self.engine = engine
        self.rows = np.zeros((rows, 4), np.uint64)

    def asked(self, key: Key, **more: int) -> native.Numbers:
        low, high, tag = key
        return self.engine.function("find").numbers(low=low, high=high, tag=tag, **more)

    def keep(self, key: Key, first: int, second: int, work: int) -> None:
        asked = self.asked(key, first=first, second=second, work=work)
        self.engine.function("keep")((self.rows,), asked)

    def find(self, key: Key) -> tuple[int, int] | None:
        asked = self.asked(key)
        found = self.engine.function("find")((self.rows,), asked)
        return (asked.first, asked.second) if found else None


def random_key(chance: random.Random) -> Key:
    return chance.getrandbits(63), chance.getrandbits(63), chance.randrange(256)


def test_rows_under_seal_beside_a_dictionary(engine: native.Engine) -> None:
    chance = random.Random(1)
    table, larger = Sealed(engine, 1 << 10), Sealed(engine, 1 << 12)
    truth: dict[Key, tuple[int, int]] = {}
    for _ in range(300):
        key = random_key(chance)
        for near in (key, (key[0], key[1] ^ 1, key[2]), (key[0], key[1], key[2] ^ 1)):
            assert table.find(near) == truth.get(near)
            truth[near] = chance.getrandbits(31), chance.getrandbits(31)
            table.keep(near, *truth[near], work=0)
            assert table.find(near) == truth[near]
        truth[key] = chance.getrandbits(31), chance.getrandbits(31)
        table.keep(key, *truth[key], work=chance.randrange(1 << 40))
    engine.function("take")((larger.rows,), (table.rows,))
    found = [key for key in truth if table.find(key) is not None]
    assert len(found) > 0.9 * len(truth)
    for key in found:
        assert table.find(key) == larger.find(key) == truth[key]


def test_the_row_of_least_work_is_given_up(engine: native.Engine) -> None:
    """Eight places for twelve positions: those with the most work behind them stay."""
    chance = random.Random(2)
    table = Sealed(engine, 8)
    keys = [random_key(chance) for _ in range(12)]
    order = list(range(12))
    chance.shuffle(order)
    for i in order:
        table.keep(keys[i], i, i, work=1000 * i)
    assert {i for i in range(12) if table.find(keys[i]) == (i, i)} >= set(range(5, 12))


def test_a_row_of_which_two_have_written_parts_is_the_row_of_no_position(
    engine: native.Engine,
) -> None:
    """Every mixture of the words of two rows: found are the two that are whole, and those that
    differ from one of them in the work alone."""
    chance = random.Random(0)
    torn = 0
    for _ in range(40):
        rows: list[tuple[NDArray[np.uint64], Key, tuple[int, int]]] = []
        for _ in range(2):
            one, key = Sealed(engine, 8), random_key(chance)
            numbers = chance.randrange(1, 99), chance.choice([0, 5])
            one.keep(key, *numbers, chance.randrange(9))
            assert one.find(key) == numbers
            rows.append((one.rows[one.rows.any(axis=1)][0], key, numbers))
        for which in itertools.product((0, 1), repeat=4):
            # Everywhere, so that it is found wherever the search for it begins.
            mixed = Sealed(engine, 8)
            mixed.rows[:] = [rows[side][0][column] for column, side in enumerate(which)]
            for _, key, numbers in rows:
                found = mixed.find(key)
                assert found in (None, numbers)
                torn += found is None
    assert torn > 40 * 2 * 10


def verdict_functions(engine: native.Engine) -> tuple[native.Function, native.Function]:
    return engine.function("remember"), engine.function("recall")


def test_a_verdict_is_read_for_its_own_hash_alone(engine: native.Engine) -> None:
    """On hashes that differ in single bits; and a larger table knows them."""
    remember, recall = verdict_functions(engine)
    table = (np.zeros((ROWS, 1), np.uint64),)
    chance = random.Random(5)
    base = chance.getrandbits(64)
    keys = [base, *(base ^ 1 << bit for bit in range(64)), 0, 1, 2, 3]
    rows: dict[int, tuple[int, int]] = {}
    for _ in range(2000):
        key = chance.choice(keys)
        if chance.random() < 0.3:
            verdict = chance.randrange(1, 4)
            remember(table, key, verdict)
            rows[key % ROWS] = key, verdict
        kept, verdict = rows.get(key % ROWS, (None, 0))
        assert recall(table, key) == (verdict if kept == key else 0)
    larger = (np.zeros((4 * ROWS, 1), np.uint64),)
    engine.function("take_verdicts")(larger, table)
    known = dict(rows.values())
    for key in keys:
        assert recall(larger, key) == known.get(key, 0)
