"""Walks, cycles and blocking sets on tori: what they cannot be about is refused by name."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np
import pytest
from reference.proved import findings

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.torus import blocking_set
from gameproof.certificates.torus.blocking_set import BlockingSet
from gameproof.games.clauses import cycles
from gameproof.games.counts import torus_counts, torus_walks
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Is, quantity
from gameproof.games.torus_cycles import Position

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


def by_counting(bound: int | None = None) -> Refutation:
    """The empty clause from the first one."""
    none, one = np.zeros(0, np.int64), np.array([0, 1])
    return Refutation(none, np.array([0, 0]), np.array([0]), one, bound)


def test_each_is_about_questions_of_its_own() -> None:
    walk = Definition.of([ROW])
    for question in ("winner", "outcome", "smallest-block", "full-board", "threats"):
        assert "no object answers" in rejected(board(), question, walk)
    blocking = refuted()
    assert "says nothing about 'blocked'" in rejected(board(), "blocked", blocking)


def test_boards_whose_steps_are_ambiguous() -> None:
    """On two rows a step up and a step down lead to one cell."""
    two = board("......", 2)
    for question in ("cycle", "blocked", "classes", "shortest-loop"):
        assert "ambiguous" in rejected(two, question, Definition.of([ROW]))
    for question in ("cycle", "blocked", "classes"):
        wide = {"class": "3,1"}
        proof = by_counting(99 if question == "classes" else None)
        assert "ambiguous" in rejected(board("....", 2), question, proof, **wide)


def test_the_last_stone_decides_alone() -> None:
    """Loops that stood before are nobody's."""
    stones = replace(board("xxx......"), last=(8, "o"))
    found = [conclude(Goal(one, "winner"), Definition()) for one in (stones, board("xxx......"))]
    assert [one.statements for one in found] == [
        (Is(quantity("winner"), answer),) for answer in ("none", "H")
    ]


def test_cycles_are_simple_essential_and_one() -> None:
    two = Definition.of([ROW, [3, 4, 5]])
    for question in ("cycle", "blocked", "shortest-loop"):
        assert "one row" in rejected(board(), question, two)
        assert "one row" in rejected(board(), question, Definition.of([]))
        assert "list of cells" in rejected(board(), question, Definition.of([[]]))
    assert "not essential" in rejected(board("." * 16, 4), "cycle", Definition.of([[0, 1, 4]]))
    assert "colour o" in rejected(board("o........"), "blocked", Definition.of([ROW]))
    assert "colour o" in rejected(board("o........"), "shortest-loop", Definition.of([ROW]))


def test_what_counting_excludes() -> None:
    """Classes that are not primitive, or too long for the board, and nothing else."""
    for wanted, kind, excluded in (
        ("1,0", "simple", False), ("1,3", "simple", False), ("1,4", "simple", True),
        ("2,2", "simple", True), ("1,0", "chordless", False), ("1,2", "chordless", True),
        ("-1,1", "chordless", True), ("4,-1", "simple", True),
    ):  # fmt: skip
        arguments: dict[str, Value] = {"class": wanted, "kind": kind}
        if excluded:
            assert conclude(Goal(board(), "cycle", arguments), by_counting())
        else:
            rejected(board(), "cycle", by_counting(), **arguments)
    # How long a cycle is on other boards, nobody says.
    rejected(board("." * 12), "cycle", by_counting(), **{"class": "1,4"})
    for bound, enough in ((11, False), (12, True), (13, True), (None, False), (True, False)):
        if enough:
            assert conclude(Goal(board(), "classes", {"kind": "simple"}), by_counting(bound))
        else:
            assert "leaves 12" in rejected(board(), "classes", by_counting(bound), kind="simple")
    assert "square boards" in rejected(board("." * 12), "classes", by_counting(99))


def test_sizes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cycles, "MOST_ROWS", 2)
    assert "at most 2 rows" in rejected(board(), "classes", by_counting(99), kind="simple")
    monkeypatch.setattr(torus_walks, "MOST", 10)
    winding = board("...o" * 4, 4)
    assert "too many steps" in rejected(winding, "shortest-loop", Definition(), **{"class": "0,1"})
    true = refuted()
    monkeypatch.setattr(blocking_set, "LARGEST", 8)
    assert "at most 8 cells" in rejected(board(), "smallest-block", true)


def test_walks_are_no_shorter_than_the_definition_says() -> None:
    """On every board of 3 x 3, and on some of 3 x 4, for classes near and far."""
    for number in range(0, 1 << 9, 3):
        here = board("".join(".o"[number >> v & 1] for v in range(9)))
        for wanted in ("1,0", "0,1", "1,1", "1,-1", "2,1", "2,0"):
            check_walk(here, {"class": wanted})
    for number in range(0, 1 << 12, 61):
        here = board("".join("xo"[number >> v & 1] for v in range(12)))
        for wanted in ("1,0", "0,1", "-1,1"):
            check_walk(here, {"class": wanted})


def check_walk(here: Position, arguments: dict[str, Value]) -> None:
    (found,) = conclude(Goal(here, "shortest-loop", arguments), Definition()).statements
    wanted = torus_counts.shortest_loop(here, arguments)
    assert found == Is(quantity("shortest-loop", arguments), wanted), here


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
        with pytest.raises(BadInput, match="needs an empty cell"):
            board("x........").blocked_by(cells)  # type: ignore[arg-type]


def test_a_blocking_set_keeps_to_its_question() -> None:
    """Sets that hold a loop count, unless they are excluded: loops must not be listed then."""
    found = refuted()
    for changed, question, reason in (
        (msgspec.structs.replace(found, loops=[ROW]), "smallest-block", "loops are allowed"),
        (msgspec.structs.replace(found, uses=()), "blocked", "says nothing about 'blocked'"),
    ):
        assert reason in rejected(board(), question, changed)
