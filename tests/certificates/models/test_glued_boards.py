"""Walks, cycles and blocking sets on tori: what they cannot be about is refused by name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from reference.proved import findings

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.models import blocking_set, shortest_loop, torus_cycle
from gameproof.certificates.models.blocking_set import BlockingSet
from gameproof.certificates.models.shortest_loop import ShortestLoop
from gameproof.certificates.models.torus_cycle import TorusCycle
from gameproof.certificates.models.torus_loops import TorusLoops
from gameproof.certificates.tables.forced_wins import ForcedWins
from gameproof.games.meaning.answers import Value
from gameproof.games.torus_cycles import Position

NONE = np.zeros(0, dtype=np.int64)
ZEROS = np.zeros(9, dtype=np.int64)
ROW = [0, 1, 2]
CLASS: dict[str, Value] = {"class": "1,0"}


def board(stones: str = ".........", rows: int = 3) -> Position:
    return Position(rows, len(stones) // rows, stones)


def rejected(
    position: Position, question: str, certificate: Certificate, **arguments: Value
) -> str:
    with pytest.raises(Rejected) as found:
        conclude(Goal(position, question, {**CLASS, **arguments}), certificate)
    return str(found.value)


def refuted(stones: str = ".........") -> BlockingSet:
    """How many stones of colour o block the class, or that none do."""
    for found in findings("torus-cycles", board(stones), "smallest-block", **CLASS).values():
        if isinstance(found.certificate, BlockingSet):
            return found.certificate
    raise AssertionError


def test_each_is_about_questions_of_its_own() -> None:
    loops = TorusLoops(ZEROS, ZEROS, [])
    assert "loops say nothing about 'cycle'" in rejected(board(), "cycle", loops)
    assert "cycles say nothing about 'winner'" in rejected(board(), "winner", TorusCycle([]))
    loop = ShortestLoop(ROW, NONE, NONE)
    assert "says nothing about 'cycle'" in rejected(board(), "cycle", loop)
    blocking = refuted()
    assert "says nothing about 'blocked'" in rejected(board(), "blocked", blocking)


def test_boards_whose_steps_are_ambiguous() -> None:
    """On two rows a step up and a step down lead to one cell."""
    two = board("......", 2)
    for question, certificate in (
        ("cycle", TorusCycle([ROW])),
        ("shortest-loop", ShortestLoop(ROW, NONE, NONE)),
        ("shortest-loop", ShortestLoop([], ZEROS[:6], ZEROS[:6])),
        ("winner", TorusLoops(ZEROS[:6], ZEROS[:6], [ROW])),
    ):
        where = two if question != "winner" else board("xxx...", 2)
        assert "ambiguous" in rejected(where, question, certificate)
    assert "ambiguous" in rejected(board("....", 2), "cycle", TorusCycle([]), **{"class": "3,1"})


def test_the_last_stone_decides_alone() -> None:
    """Loops that stood before are nobody's."""
    stones = replace(board("xxx......"), last=(8, "o"))
    assert "last stone alone" in rejected(stones, "winner", TorusLoops(ZEROS, ZEROS, [ROW]))


def test_walks_that_go_round_twice_or_not_at_all() -> None:
    stones = board("xxx......")
    assert "more than once" in rejected(stones, "winner", TorusLoops(ZEROS, ZEROS, [ROW * 2]))
    assert "no essential" in rejected(stones, "winner", TorusLoops(ZEROS, ZEROS, [[0, 1]]))


@pytest.mark.parametrize("potential", [1 << 30, -(1 << 30)])
def test_potentials_are_small(potential: int) -> None:
    """The products of larger ones would not fit 64 bits."""
    for x, y in ((ZEROS + potential, ZEROS), (ZEROS, ZEROS + potential)):
        assert "out of range" in rejected(board(), "winner", TorusLoops(x, y, []))


def test_cycles_are_simple_essential_and_one() -> None:
    two = TorusCycle([ROW, [3, 4, 5]])
    assert "one cycle is needed" in rejected(board(), "cycle", two)
    assert "not essential" in rejected(board("." * 16, 4), "cycle", TorusCycle([[0, 1, 4]]))
    assert "square boards" in rejected(board("." * 12), "cycle", TorusCycle([]))


def test_sizes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torus_cycle, "MOST_ROWS", 2)
    assert "at most 2 rows" in rejected(board(), "classes", TorusCycle([ROW]), kind="simple")
    monkeypatch.setattr(shortest_loop, "MOST_SEARCHED", 26)
    loop = ShortestLoop(ROW, NONE, NONE)
    assert "too long to be searched" in rejected(board(), "shortest-loop", loop)
    monkeypatch.setattr(shortest_loop, "MOST_SEARCHED", 27)
    assert conclude(Goal(board(), "shortest-loop", CLASS), loop)
    true = refuted()
    monkeypatch.setattr(blocking_set, "LARGEST", 8)
    assert "at most 8 cells" in rejected(board(), "smallest-block", true)


def test_a_walk_that_is_not_the_shortest() -> None:
    four = ShortestLoop([0, 1, 4, 2], NONE, NONE)
    assert "shorter walk" in rejected(board(), "shortest-loop", four)


def test_blocking_sets() -> None:
    true = refuted()
    assert conclude(Goal(board(), "smallest-block", CLASS), true)
    cells = true.cells
    for wrong in ([-1], [9], [*cells, cells[0]]):
        forged = BlockingSet(wrong, true.cycles, true.loops, true.fewer, uses=true.uses)
        assert rejected(board(), "smallest-block", forged)
    taken, own = board("o........"), refuted("o........")
    forged = BlockingSet(own.cells, [[0, 1, 2], *own.cycles], own.loops, own.fewer, uses=own.uses)
    assert "blocked already" in rejected(taken, "smallest-block", forged)


def test_blocking_sets_that_hold_a_loop() -> None:
    """Three stones in a column block every row, and are a loop themselves."""
    true = refuted()
    assert len(true.cells) == 3
    said = rejected(board(), "smallest-block", true, loop_free=True)
    assert said == "the stones hold an essential loop"


def test_no_cells_where_nothing_blocks() -> None:
    """A row of x cannot be blocked; cells beside it show nothing."""
    none = refuted("xxx......")
    assert not none.uses
    forged = BlockingSet([3], none.cycles, none.loops, none.fewer)
    assert "nothing shows" in rejected(board("xxx......"), "smallest-block", forged)


def test_stones_are_put_on_empty_cells() -> None:
    for cells in ([-1], [9], [True], ["1"], [0], [3, 3]):
        with pytest.raises(Rejected, match="needs an empty cell"):
            blocking_set.with_stones(board("x........"), cells)  # type: ignore[arg-type]


def test_tables_are_of_small_boards() -> None:
    large = Position(4, 5, "." * 20)
    with pytest.raises(Rejected, match="a table has at most 16 cells"):
        conclude(Goal(large, "outcome"), ForcedWins(np.zeros(1, dtype=np.uint8)))
