"""Counts in parts around a ring: all colourings by brute force, a search, what was published.

Oracle: every colouring of small boards, tried; the exact-cover search and the search for drawn
boards, which share nothing with the matrices; Gyorffy, London, Makay 2017. Mode: exact.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.often import often
from reference.positional import accepted, checked

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal, conclude
from gameproof.encodings.method import Options, Undecided
from gameproof.encodings.positional import colouring, in_parts
from gameproof.games.counts import ring_of_parts
from gameproof.games.counts.positional_counts import as_colourings, drawn_in_parts
from gameproof.games.counts.ring_of_parts import Condition, Problem
from gameproof.games.counts.torus_pairings import Torus, covered, few_lines, symmetries
from gameproof.games.counts.torus_pairings import as_colourings as pairings_as_colourings
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.steps import TooMuch
from gameproof.games.positional import Position
from gameproof.solvers.limits import LimitReached, Limits

NONE = np.zeros((0, 0), dtype=np.int64)


def tried(problem: Problem, share: int | None) -> int:
    """The colourings that meet the conditions, one by one."""
    found = 0
    for colours in product(range(problem.colours), repeat=problem.cells):
        found += (share is None or colours.count(0) == share) and all(
            one.allowed[sum((colours[c] == one.colour) << i for i, c in enumerate(one.cells))]
            for one in problem.conditions
        )
    return found


@st.composite
def in_a_ring(draw: st.DrawFn) -> tuple[Problem, list[int], int | None]:
    """A problem with any conditions between part 0 and two neighbours, and its parts."""
    colours = draw(st.integers(2, 3))
    cells = draw(st.integers(0, 8 if colours == 2 else 6))
    length = draw(st.integers(0, min(4, cells)))
    parts = [draw(st.integers(0, length)) for _ in range(cells)]
    conditions = []
    for _ in range(draw(st.integers(0, 5))):
        one = draw(st.integers(1, length)) if length else 0
        places = [c for c, part in enumerate(parts) if part in (0, one, one % max(length, 1) + 1)]
        row = draw(st.lists(st.sampled_from(places), max_size=4, unique=True)) if places else []
        allowed = draw(st.lists(st.booleans(), min_size=1 << len(row), max_size=1 << len(row)))
        colour = draw(st.integers(0, colours - 1))
        conditions.append(Condition(tuple(row), colour, np.array(allowed, dtype=np.bool_)))
    share = draw(st.none() | st.integers(-1, cells + 1))
    return Problem(cells, colours, tuple(conditions)), parts, share


@given(in_a_ring())
@settings(max_examples=often(150), deadline=None)
def test_any_conditions_against_all_colourings(
    drawn: tuple[Problem, list[int], int | None],
) -> None:
    problem, parts, share = drawn
    assert problem.parts_in_turn(parts, NONE, share) == tried(problem, share)


@given(in_a_ring(), st.randoms(use_true_random=False))
@settings(max_examples=often(150), deadline=None)
def test_symmetries_change_no_number(
    drawn: tuple[Problem, list[int], int | None], random: object
) -> None:
    """Of problems that some permutation keeps, made by asking for the images of each condition."""
    problem, parts, share = drawn
    q, shuffle = problem.colours, random.shuffle  # type: ignore[attr-defined]
    fixed = [c for c, part in enumerate(parts) if part == 0]
    images, turn = fixed[:], list(range(q))
    shuffle(images)
    shuffle(turn)
    image = list(range(problem.cells))
    for cell, other in zip(fixed, images, strict=True):
        image[cell] = other
    row = np.array([image[c] * q + turn[v] for c in range(problem.cells) for v in range(q)])
    conditions = list(problem.conditions)
    for one in conditions:
        if len(conditions) < 40:
            moved = tuple(image[c] for c in one.cells)
            again = replace(one, cells=moved, colour=turn[one.colour])
            keys = {other.key(np.arange(len(row)), q) for other in conditions}
            if again.key(np.arange(len(row)), q) not in keys:
                conditions.append(again)
    whole = replace(problem, conditions=tuple(conditions))
    rows = row.reshape(1, -1)
    try:
        found = whole.parts_in_turn(parts, rows, share)
    except BadInput:
        assert not whole.kept_by(row) or (share is not None and turn[0] != 0)
        return
    assert found == tried(whole, share)


TORI = ["2 2 2", "2 4 3", "4 4 3", "4 4 4", "2 6 2", "2 2 2 --rule weak", "4 2 5",
        "4 4 3 --first 0 --second 5;6", "4 4 2 --first 3 --rule weak"]  # fmt: skip


def drawn_tori(position: Position, *, even: bool) -> int:
    """Full boards of a torus, from rows of k cells that are walked here."""
    p, q, k = position.board.parameters
    rows = [
        sum(1 << cell for cell in {(r + i * d) % p * q + (c + i * e) % q for i in range(k)})
        for d, e in ((0, 1), (1, 0), (1, 1), (1, -1))
        for r in range(p)
        for c in range(q)
    ]
    full = np.arange(1 << p * q)
    kept = np.ones(len(full), dtype=np.bool_)
    for cell in position.stones("first"):
        kept &= full >> cell & 1 == 1
    for cell in position.stones("second"):
        kept &= full >> cell & 1 == 0
    for row in rows:
        kept &= (full & row != row) & ((full & row != 0) | (position.rule == "weak"))
    if even:
        taken = len(position.stones("first")) + len(position.stones("second"))
        left = p * q - taken
        share = len(position.stones("first")) + (left + (position.to_move == "first")) // 2
        kept &= np.bitwise_count(full) == share
    return int(kept.sum())


@pytest.mark.parametrize("words", TORI)
@pytest.mark.parametrize("even", [False, True])
def test_tori_against_all_boards(words: str, even: bool) -> None:
    position = Position.parse(f"torus-row {words}")
    found = in_parts.drawn(position, Limits(), Options(arguments={"even": even}))
    truth = drawn_tori(position, even=even)
    assert found.answer == truth
    assert isinstance(found.certificate, Definition)
    if not position.stones("first"):
        assert found.stats["symmetries"] > 0
    assert accepted(position, "count-drawn", truth, found.certificate, even=even)
    without = replace_rows(found.certificate, rows=False)
    assert accepted(position, "count-drawn", truth, without, even=even)
    for wrong in (truth + 1, truth + 2**32, truth + 2**64, 2 * truth + 3):
        assert not accepted(position, "count-drawn", wrong, found.certificate, even=even)


def replace_rows(certificate: Definition, *, rows: bool) -> Definition:
    """The certificate, with or without its symmetries."""
    assert certificate.symmetries is not None
    kept = certificate.symmetries if rows else np.zeros((0, 0), dtype=np.int64)
    return Definition(parts=certificate.parts, symmetries=kept)


def test_the_6_x_6_torus_is_counted() -> None:
    """Its states of the sets begun are too many."""
    position = Position.parse("torus-row 6 6 4")
    found = in_parts.drawn(position, Limits(), Options())
    assert found.answer == 109686
    assert found.certificate is not None
    assert accepted(position, "count-drawn", 109686, found.certificate)


# -- [4]^3 -------------------------------------------------------------------------------------

LAYERS = ["x...x....xxxxxx.", "x.xx.xxx.x.x..x.", ".x....xxx.xx...x"]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (2, 1), (0, 2)])
def test_cubes_with_two_layers_filled_against_a_search(low: int, high: int) -> None:
    owners = LAYERS[low] + 32 * "." + LAYERS[high]
    filled = [*range(16), *range(48, 64)]
    first = ";".join(str(c) for c in filled if owners[c] == "x")
    second = ";".join(str(c) for c in filled if owners[c] == ".")
    position = Position.parse(f"tictactoe 4 3 --first {first} --second {second}")
    for even in (False, True):
        options = Options(arguments={"even": even})
        found = in_parts.drawn(position, Limits(), options)
        searched = colouring.count_drawn(position, Limits(), options)
        assert found.answer == searched.answer
        assert found.answer != 0


def test_the_cube_4_3() -> None:
    """With fewer symmetries, and summed over all shares, the number is the same (slow test)."""
    cube = Position.parse("tictactoe 4 3")
    found = in_parts.drawn(cube, Limits(), Options())
    assert found.answer == 272985869005244
    assert found.stats["parts"] == 7
    assert found.certificate is not None
    assert accepted(cube, "count-drawn", 272985869005244, found.certificate)


@pytest.mark.slow
def test_the_shares_of_the_cube_add_up() -> None:
    """No drawn board has fewer than 20 crosses (``fewest-crosses``, by clauses); and the numbers
    of all shares, crosses and noughts being alike, add up to the number of all."""
    cube = Position.parse("tictactoe 4 3")
    problem, parts = as_colourings(cube), in_parts.parts_of(cube)
    assert parts is not None
    rows = in_parts.symmetries_of(cube, problem, parts)
    kept = rows[rows[:, 0] % 2 == 0]
    assert len(kept) == len(rows) - 1
    shares = [problem.parts_in_turn(parts, kept, share) for share in range(19, 33)]
    assert shares[0] == 0 < shares[1]
    assert 2 * sum(shares[:-1]) + shares[-1] == 272985869005244
    assert problem.parts_in_turn(parts, rows[:4]) == 272985869005244
    assert shares[-1] == 56552069910500


# -- pairings ----------------------------------------------------------------------------------


def test_rows_and_columns_of_4_x_4_against_all_pairings() -> None:
    """One pair of neighbours in each row and each column, the cells all used: 4 x 4, by hand."""
    lines = [tuple(range(4 * i, 4 * i + 4)) for i in range(4)]
    lines += [tuple(range(i, 16, 4)) for i in range(4)]
    pairs = [
        (number, (min(line[i - 1], line[i]), max(line[i - 1], line[i])))
        for number, line in enumerate(lines)
        for i in range(4)
    ]
    board = Torus(4, 4, tuple(lines), tuple(pairs))
    assert board.tight
    assert board.told_apart
    truth = 0
    for chosen in product(range(4), repeat=8):
        used = [pairs[4 * number + i][1] for number, i in enumerate(chosen)]
        truth += len({cell for pair in used for cell in pair}) == 16
    classes = [(0, 1, 3, 2)[r % 2 * 2 + c % 2] for r in range(4) for c in range(4)]
    problem = replace(pairings_as_colourings(board), colours=2)
    assert problem.parts_in_turn(classes, NONE) == truth > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "labelled", "classes"),
    [("8 8 9", 99368960, 194543), ("4 12 13", 49082016, 257684)],
)
def test_pairings_of_tori(words: str, labelled: int, classes: int) -> None:
    """8 x 8: Gyorffy, London, Makay 2017; 4 x 12: the exact-cover search finds the same."""
    position = Position.parse(f"torus-row {words}")
    made = in_parts.pairings(position, Limits(), Options())
    assert made.answer == labelled
    assert made.certificate is not None
    both: list[tuple[int, bool]] = [(labelled, False), (classes, True)]
    for number, up_to_symmetry in both:
        asked: dict[str, Value] = {"up_to_symmetry": up_to_symmetry}
        assert accepted(position, "count-pairings", number, made.certificate, **asked)
        other = labelled + classes - number
        assert not accepted(position, "count-pairings", other, made.certificate, **asked)
    for board in ("torus-row 8 8 12", "torus-row 4 4 5", "torus-row 12 4 13"):
        assert not accepted(Position.parse(board), "count-pairings", labelled, made.certificate)


def test_which_pairings_are_exact_covers() -> None:
    """Cells are twice the lines on five tori; where a pair serves two lines, covers are more."""
    sizes = [(p, q) for p in range(1, 13) for q in range(p, 21)]
    tight = {size for size in sizes if size[0] * size[1] == 2 * lines_of(*size)}
    assert tight == {size for size in sizes if few_lines(*size)}
    assert tight == {(3, 10), (3, 18), (4, 12), (5, 10), (8, 8)}
    for words in ("8 8 9", "4 12 13", "12 4 13", "8 8 10"):
        assert covered(Position.parse(f"torus-row {words}")) is not None
    for words in ("8 8 8", "8 8 12", "8 8 9 --first 0", "8 6 9", "3 10 33", "20 30 700"):
        assert covered(Position.parse(f"torus-row {words}")) is None
    assert len(symmetries(8, 8)) == 512


def lines_of(p: int, q: int) -> int:
    """The lines of a torus, walked."""
    found = 0
    for d, e in ((0, 1), (1, 0), (1, 1), (1, -1)):
        left = {(r, c) for r in range(p) for c in range(q)}
        while left:
            found += 1
            at = next(iter(left))
            while at in left:
                left.remove(at)
                at = ((at[0] + d) % p, (at[1] + e) % q)
    return found


# -- what is refused ---------------------------------------------------------------------------

HERE = Position.parse("torus-row 4 4 3")
PARTS = [0, 1, 0, 1, 2, 3, 2, 3] * 2
SWAP = [lit ^ 1 for lit in range(32)]
SHIFT = [(lit // 2 + 8) % 16 * 2 + lit % 2 for lit in range(32)]


def refused(position: Position, said: str, question: str = "count-drawn", **fields: object) -> None:
    certificate = Definition(**fields)  # type: ignore[arg-type]
    with pytest.raises(Rejected, match=said):
        conclude(Goal(position, question), certificate)


def test_parts_and_symmetries_that_are_none() -> None:
    truth = drawn_tori(HERE, even=False)
    for rows in ([SWAP], [SHIFT], [SWAP, SHIFT]):
        good = Definition(parts=np.array(PARTS), symmetries=np.array(rows, dtype=np.int64))
        assert accepted(HERE, "count-drawn", truth, good)
    assert "in 4 parts" in checked(HERE, "count-drawn", truth, good)
    for parts, said in (
        (PARTS[:-1], "each cell has a part"),
        ([*PARTS, 0], "each cell has a part"),
        ([17, *PARTS[1:]], "each cell has a part"),
        ([1 << 30, *PARTS[1:]], "each cell has a part"),
        ([-1, *PARTS[1:]], "holds -1"),
        ([], "each cell has a part"),
        (None, "must hold integers"),
        ([[0] * 16], "must hold integers"),
        ([i // 3 for i in range(16)], "no neighbours"),
    ):
        refused(HERE, said, parts=parts, symmetries=[SWAP])
    for row in (
        [0] * 32,
        [0, *SWAP[1:]],
        [1, 0, *range(2, 32)],
        [2, 3, 0, 1, *range(4, 32)],
        [2, 1, 0, 3, *range(4, 32)],
    ):
        refused(HERE, "is none", parts=PARTS, symmetries=[SWAP, row])
    sideways = [(lit // 2 // 4 * 4 + (lit // 2 + 1) % 4) * 2 + lit % 2 for lit in range(32)]
    refused(HERE, "part 0", parts=PARTS, symmetries=[sideways])
    refused(HERE, "at most 64", parts=PARTS, symmetries=[SWAP] * 65)
    refused(HERE, "is none", parts=PARTS, symmetries=[SWAP[:-2]])
    refused(HERE, "is none", parts=PARTS, symmetries=[[*SWAP, 32]])
    refused(HERE, "must hold integers", parts=PARTS, symmetries=SWAP)
    refused(HERE, "must hold integers", parts=PARTS)
    refused(HERE, "must hold integers", symmetries=[SWAP])
    refused(HERE, "shows no object", parts=PARTS, symmetries=[SWAP], numbers=[0], ends=[0, 1])


def test_symmetries_of_another_board_or_question() -> None:
    """Colours are alike without stones, where both want the same sets and an even share."""
    whole: dict[str, Any] = {"parts": PARTS, "symmetries": [SWAP]}
    for words in ("torus-row 4 4 3 --first 0", "torus-row 4 4 3 --rule weak"):
        refused(Position.parse(words), "is none", **whole)
    refused(
        Position.parse("torus-row 4 4 3 --second 5"), "is none", parts=PARTS, symmetries=[SHIFT]
    )
    problem = as_colourings(HERE)
    rows = np.array([SWAP])
    assert problem.parts_in_turn(PARTS, rows, 8) == drawn_tori(HERE, even=True)
    with pytest.raises(BadInput, match="first colour"):
        problem.parts_in_turn(PARTS, rows, 7)
    for question in ("drawn-position", "fewest-crosses", "outcome", "sets", "count-pairings"):
        refused(HERE, "in parts|exact covers", question, **whole)
    refused(Position.parse("mnk 4 4 4"), "is none", **{**whole, "symmetries": [SHIFT]})
    refused(Position.parse("tictactoe 4 4"), "each cell has a part", **whole)
    refused(Position.parse("tictactoe 5 4"), "more than 256 cells", **whole)


def test_a_set_without_cells_leaves_no_board() -> None:
    empty = Position.parse('{"cells": 3, "sets": [[]]}')
    assert drawn_in_parts(empty, [0, 1, 2], NONE) == 0
    nothing = Position.parse('{"cells": 3, "sets": []}')
    assert drawn_in_parts(nothing, [0, 1, 2], NONE) == 8
    assert drawn_in_parts(nothing, [0, 1, 2], NONE, even=True) == 3


@pytest.mark.parametrize("length", [1, 2, 3, 25])
def test_numbers_of_more_than_a_word(length: int) -> None:
    """Free cells: two in each part of the ring, ten in part 0."""
    parts = [0] * 10 + [part for part in range(1, length + 1) for _ in range(2)]
    free = Problem(len(parts), 2, ())
    assert free.parts_in_turn(parts, NONE) == 2 ** len(parts)


def test_numbers_that_would_not_be_exact_are_refused() -> None:
    parts = [part for part in range(1, 31) for _ in range(2)]
    with pytest.raises(TooMuch, match="exact"):
        Problem(len(parts), 2, ()).parts_in_turn(parts, NONE)


def test_what_takes_too_long_or_too_much_room_is_refused_before() -> None:
    """Little is multiplied, but for each of many colourings of part 0, or with rows for each of
    many colourings of another part."""
    with pytest.raises(TooMuch, match="matrices"):
        Problem(21, 2, ()).parts_in_turn([0] * 18 + [21] * 3, NONE)
    with pytest.raises(TooMuch, match="matrices"):
        Problem(36, 2, ()).parts_in_turn([1] * 18 + [2] * 18, NONE)
    one = Condition.not_all(range(12), 0)
    with pytest.raises(TooMuch, match="matrices"):
        Problem(18, 2, (one,)).parts_in_turn([1] * 11 + [2] + [1] * 6, NONE)


@pytest.mark.parametrize(
    ("bound", "value", "said"),
    [("MOST_STATES", 15, "colourings"), ("MOST_ENTRIES", 15, "matrices"),
     ("MOST_WORK", 15, "matrices"), ("MOST_SAID", 15, "conditions"),
     ("MOST_SAID", 1400, "conditions"), ("LONG", 1, "exact"), ("WORD", 3, "part 0"),
     ("MOST_MOVED", 15, "symmetries"), ("MOST_IN_ONE", 2, "more than 2 cells")],
)  # fmt: skip
def test_work_is_bounded(
    bound: str, value: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ring_of_parts, bound, value)
    with pytest.raises(TooMuch, match=said):
        as_colourings(HERE).parts_in_turn(PARTS, np.array([SWAP]))
    found = in_parts.drawn(HERE, Limits(), Options())
    assert isinstance(found.answer, Undecided)
    assert found.note is not None
    assert found.certificate is None


def test_limits_are_kept() -> None:
    limits = Limits()
    limits.cancelled.set()
    with pytest.raises(BaseException, match="cancelled"):
        in_parts.drawn(Position.parse("tictactoe 4 3"), limits, Options())
    with pytest.raises(LimitReached):
        in_parts.pairings(Position.parse("torus-row 8 8 9"), Limits(time_limit=0), Options())


def test_which_boards_are_counted_in_parts() -> None:
    (drawn,), (pairings,) = in_parts.DRAWN, in_parts.PAIRINGS
    for words, applies in (("torus-row 6 8 5", True), ("torus-row 6 7 5", False),
                           ("torus-row 8 8 5", False), ("tictactoe 4 3", True),
                           ("tictactoe 4 2", False), ("mnk 4 4 4", False)):  # fmt: skip
        assert drawn.applies(Position.parse(words)) == applies
        assert not pairings.applies(Position.parse(words))
    assert pairings.applies(Position.parse("torus-row 4 12 13"))
    kept = Options(arguments={"resume": "a file"})
    assert isinstance(
        in_parts.pairings(Position.parse("torus-row 8 8 9"), Limits(), kept).answer, Undecided
    )
