"""Stones that block every cycle of a class on the torus, and how few do."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import msgspec
import numpy as np
import pytest
from reference.proved import proved
from reference.torus import GAME, accepted, ask, rejected

from gameproof.certificates.certificate import Use
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal
from gameproof.certificates.torus.blocking_set import BlockingSet
from gameproof.encodings.method import Options
from gameproof.encodings.refute import refute
from gameproof.encodings.torus import outcome as torus_cycles_outcome
from gameproof.encodings.torus import torus_cycles
from gameproof.encodings.torus.blocked import shown
from gameproof.games.counts.torus_counts import cycle_class
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.torus_cycles import Position, make
from gameproof.solvers.limits import Limits


@pytest.mark.slow
def test_common_classes_and_completions_of_4x4() -> None:
    common: Counter[tuple[int, int]] = Counter()
    completions: Counter[int] = Counter()
    closing, free = torus_cycles_outcome.ends(4, 4, "parity")
    for mask in range(1 << 16):
        if free[mask]:
            row = closing[mask]
            completions[1] += int(((row > 0) & (row < 4)).sum())
            completions[3] += int((row == 4).sum())
            continue
        stones = "".join("ox"[mask >> k & 1] for k in range(16))
        here = Position(4, 4, stones)
        x = here.loops("x")
        if len(x) == 1:
            assert x == here.loops("o")
            common.update(x)
    assert completions == {1: 79152, 3: 3200}
    far = dict.fromkeys(((1, -1), (1, 2), (2, 1)), 12)
    assert common == {**dict.fromkeys(((0, 1), (1, 0), (1, 1)), 7822), **far}


# -- blocking ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "wanted", "answer"),
    [
        ("ooo./..../..../....", "1,2", "yes"),
        ("oo../..../..../....", "1,2", "no"),
        ("o.oo/o.../ooo./....", "1,1", "yes"),
        ("o..o/o.../ooo./....", "1,1", "no"),
        ("oooo/..../..../....", "0,1", "yes"),
        ("oooo/..../..../....", "1,0", "no"),
        ("xxxx/xxxx/..../....", "1,-1", "no"),
        ("..../..../..../....", "5,1", "yes"),
    ],
)
def test_blocked_classes(rows: str, wanted: str, answer: str) -> None:
    here = make(4, 4, rows)
    assert not here.loops("o") or "oooo" in rows
    assert ask(here, "blocked", **{"class": wanted}).answer == (answer == "yes")


def test_blocked_agrees_with_all_cycles_of_3x3() -> None:
    masks: dict[tuple[int, int], set[int]] = {}
    board = make(3, 3)
    near = [[w for w, _, _ in board.neighbours(v)] for v in range(9)]

    def walk(path: list[int]) -> None:
        for w in near[path[-1]]:
            if w == path[0] and len(path) > 2:
                try:
                    found = cycle_class(board, path)
                except BadInput:
                    continue
                masks.setdefault(found, set()).add(sum(1 << v for v in path))
            elif w > path[0] and w not in path:
                walk([*path, w])

    for v in range(9):
        walk([v])
    source = np.random.default_rng(2)
    for mask in source.integers(0, 512, 12).tolist():
        here = make(3, 3, "".join("o" if mask >> k & 1 else "." for k in range(9)))
        for wanted in ((0, 1), (1, 2), (1, -2)):
            expected = all(mask & cycle for cycle in masks[wanted])
            words = f"{wanted[0]},{wanted[1]}"
            answer = ask(here, "blocked", **{"class": words}).answer
            assert answer == expected


@pytest.mark.parametrize(
    ("wanted", "loop_free", "answer"),
    [
        ("1,2", False, "3"),
        ("1,2", True, "3"),
        ("1,1", False, "4"),
        ("1,1", True, "7"),
        ("5,1", False, "0"),
    ],
)
def test_smallest_blocks_on_4x4(wanted: str, loop_free: bool, answer: str) -> None:
    arguments: dict[str, Any] = {"class": wanted, "loop_free": loop_free}
    finding = ask(make(4, 4), "smallest-block", **arguments)
    assert finding.answer == int(answer)
    for wrong in (str(int(answer) + 1), "impossible", "-1", "x"):
        rejected(make(4, 4), "smallest-block", wrong, finding.certificate, **arguments)


def test_smallest_blocks_on_3x3_by_brute_force() -> None:
    for wanted in ("0,1", "1,2"):
        answer = proved(GAME, make(3, 3), "smallest-block", **{"class": wanted})
        for size in range(int(answer) + 1):
            blocks = False
            for cells in itertools.combinations(range(9), size):
                here = make(3, 3, "".join("o" if v in cells else "." for v in range(9)))
                method = next(m for m in torus_cycles.ENCODING.methods if m.question == "blocked")
                options = Options(arguments={"class": wanted})
                if method.run(here, Limits(), options).answer is True:
                    blocks = True
                    break
            assert blocks == (size == int(answer))


def test_stones_there_are_count_and_crosses_cannot_be_taken() -> None:
    arguments = {"class": "1,2"}
    assert proved(GAME, make(4, 4, "oo../..../..../...."), "smallest-block", **arguments) == "1"
    full = make(4, 4, "xxxx/xxxx/xxxx/xxxx")
    assert proved(GAME, full, "smallest-block", **arguments) == "impossible"


def test_corrupted_blocking_sets_are_rejected() -> None:
    here, arguments = make(4, 4), {"class": "1,2"}
    good = ask(here, "smallest-block", **arguments).certificate
    changes: tuple[dict[str, Any], ...] = (
        {"cells": good.cells[1:]},
        {"cells": [99, *good.cells[1:]]},
        {"cells": [good.cells[0]] * 3},
        {"cells": [0, 5, 10]},
        {"cycles": good.cycles[1:]},
        {"cycles": [[0, 1, 2, 3]]},
        {"loops": [[0, 1, 2, 3]]},
        {"uses": ()},
        {"uses": (), "cells": []},
        {"cells": []},
        {"cells": [True, *good.cells[1:]]},
        {"cells": [-1, *good.cells[1:]]},
        {"fewer": good.uses[0].certificate},
        {"uses": shown(good.fewer, good.cells)},
        {"uses": (Use(good.uses[0].certificate, "x 1"),)},
        {"uses": (Use(good.uses[0].certificate),)},
        {"uses": shown(good.uses[0].certificate, good.cells[1:])},
    )
    for change in changes:
        bad: BlockingSet = msgspec.structs.replace(good, **change)
        rejected(here, "smallest-block", "3", bad, **arguments)
        rejected(here, "smallest-block", "impossible", bad, **arguments)
        rejected(here, "smallest-block", "0", bad, **arguments)
    for answer in ("2", "4", "0", "impossible"):
        rejected(here, "smallest-block", answer, good, **arguments)
    rejected(here, "smallest-block", "3", good, **{"class": "2,1"})
    rejected(here, "smallest-block", "3", good, **{"class": "1,2", "loop_free": "no"})
    assert accepted(here, "smallest-block", "3", good, **{"class": "-1,-2"})
    assert accepted(here, "smallest-block", "3", good, **{"class": "1,2", "loop_free": False})
    with pytest.raises(BadInput):
        ask(here, "smallest-block", **{"class": "2,2"})


def test_more_than_is_needed_is_no_smallest_block() -> None:
    """A larger set blocks too: only the two bounds together make a number the smallest."""
    here, arguments = make(4, 4), {"class": "1,2"}
    good = ask(here, "smallest-block", **arguments).certificate
    more = [*good.cells, next(v for v in range(16) if v not in good.cells)]
    after = here.blocked_by(more)
    blocked = refute(Goal(after, "blocked", arguments), Limits(), Options())
    bad: BlockingSet = msgspec.structs.replace(good, cells=more, uses=shown(blocked, more))
    for answer in ("3", "4"):
        rejected(here, "smallest-block", answer, bad, **arguments)


def test_a_loop_of_o_on_the_board_is_never_loop_free() -> None:
    here = make(4, 4, "oooo/..../..../....")
    too_long = {"class": "5,1"}
    none = ask(here, "smallest-block", **too_long)
    assert none.answer == 0
    assert accepted(here, "smallest-block", "0", none.certificate, **too_long)
    free: dict[str, Any] = {**too_long, "loop_free": True}
    assert "essential loop" in rejected(here, "smallest-block", "0", none.certificate, **free)
    assert ask(here, "smallest-block", **free).answer is None


def test_a_cycle_is_no_blocking_set_and_stones_of_o_end_it() -> None:
    across = Definition.of([[0, 1, 2, 3]])
    assert "no object" in rejected(make(4, 4), "smallest-block", "0", across, **{"class": "1,0"})
    for rows, reason in (("o.../", "colour o"), ("x.../", ""), ("..../", "")):
        here = make(4, 4, rows + "..../..../....")
        if reason:
            assert reason in rejected(here, "blocked", "no", across, **{"class": "1,0"})
        else:
            assert accepted(here, "blocked", "no", across, **{"class": "1,0"})
        rejected(here, "blocked", "yes", across, **{"class": "1,0"})
