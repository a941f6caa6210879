"""The table of the proof-number search where several processes write to it."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import numpy as np

from gameproof.encodings.positional.search import as_achievement
from gameproof.instances.instance import from_words, resolve
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional import proof_table_kernel as tables
from gameproof.solvers.positional.positional_search import ATTACKER, Rules
from gameproof.solvers.positional.proof_number import KernelSearch


def table() -> tables.Table:
    words = [np.zeros(8, np.uint64) for _ in range(2)]
    return tables.Table(words[0], words[1], *(np.zeros(8, np.int64) for _ in range(4)))


def test_a_row_of_which_two_have_written_parts_is_the_row_of_no_position() -> None:
    """Every mixture of the columns of two rows: found are the two that are whole, and those that
    differ from one of them in the work alone."""
    chance = random.Random(0)
    torn = 0
    for _ in range(40):
        rows = []
        for _ in range(2):
            one = table()
            a, d = np.uint64(chance.getrandbits(64)), np.uint64(chance.getrandbits(64))
            meta, pn, dn = chance.randrange(4), chance.randrange(1, 99), chance.choice([0, 5])
            tables.store(one, a, d, meta, pn, dn, chance.randrange(9))
            place = tables.probe(one, a, d, meta)
            assert (one.pn[place], one.dn[place]) == (pn, dn)
            rows.append(([column[place] for column in one], (a, d, meta), (pn, dn)))
        for which in itertools.product((0, 1), repeat=6):
            # Everywhere, so that it is found wherever the search for it begins.
            mixed = table()
            for number, row in enumerate(which):
                mixed[number][:] = rows[row][0][number]
            for _, key, numbers in rows:
                place = tables.probe(mixed, *key)
                if place >= 0:
                    assert (mixed.pn[place], mixed.dn[place]) == numbers
                else:
                    torn += 1
    assert torn > 40 * 2 * 50


def test_what_one_search_proves_another_one_with_its_table_knows(tmp_path: Path) -> None:
    """[3]^3, which the first player wins, and a position of it that he has lost."""
    file = tmp_path / "table"
    file.touch()
    position: object = resolve(from_words(["tictactoe", "3", "3"], "outcome")).position
    problem = as_achievement(position, "first")  # type: ignore[arg-type]
    one, other = (KernelSearch(problem, Limits(), bits=10, shared=file) for _ in range(2))
    apart = KernelSearch(problem, Limits(), bits=10)
    rules = Rules(problem)
    for stones, truth in (((0, 0), True), ((1, 1 << 1 | 1 << 13), False)):
        here = rules.alive(*stones, problem.moves)
        assert other.known(*here, problem.moves, ATTACKER) is None
        assert one.wins(*here, problem.moves, ATTACKER) is truth
        before = other.nodes
        assert other.known(*here, problem.moves, ATTACKER) is truth
        assert other.wins(*here, problem.moves, ATTACKER) is truth
        assert other.nodes == before
        assert apart.known(*here, problem.moves, ATTACKER) is None
