"""Pairings of the plane that repeat with a torus: enumerated, counted, up to symmetry."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from reference.proved import proved

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal, conclude
from gameproof.encodings.method import Options
from gameproof.encodings.positional.pairings.toric import (
    METHODS,
    count_pairings,
    cover_problem,
    line_image,
    up_to_symmetry,
)
from gameproof.games.counts.torus_pairings import (
    Torus,
    classes,
    symmetries,
    too_few_cells,
    torus,
)
from gameproof.games.positional import Position
from gameproof.solvers.counting.exact_cover import Problem, ResumeError, Symmetry, count
from gameproof.solvers.limits import LimitReached, Limits


def some_pairing(p: int, q: int, k: int) -> bool:
    """Is there one, by choosing a pair for the first row of k cells without one?"""
    rows = [
        (r, c, down, right)
        for r in range(p)
        for c in range(q)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]

    def cell(r: int, c: int) -> tuple[int, int]:
        return r % p, c % q

    def held(row: tuple[int, int, int, int], pairs: frozenset[tuple[int, ...]]) -> bool:
        r, c, down, right = row
        places = [cell(r + i * down, c + i * right) for i in range(k)]
        return any((*places[i], down, right, s) in pairs for s in range(1, k) for i in range(k - s))

    def search(pairs: frozenset[tuple[int, ...]], used: frozenset[tuple[int, int]]) -> bool:
        row = next((row for row in rows if not held(row, pairs)), None)
        if row is None:
            return True
        r, c, down, right = row
        for i in range(k):
            for s in range(1, k - i):
                one = cell(r + i * down, c + i * right)
                other = cell(r + (i + s) * down, c + (i + s) * right)
                if one != other and not {one, other} & used:
                    pair = (*one, down, right, s)
                    if search(pairs | {pair}, used | {one, other}):
                        return True
        return False

    return search(frozenset(), frozenset())


def test_small_tori_have_no_pairing() -> None:
    """Where the cells do not suffice none is found by trying."""
    for p, q, k in product(range(1, 4), range(1, 5), range(1, 5)):
        position = Position.parse(f"torus-row {p} {q} {k}")
        assert too_few_cells(position)
        assert not some_pairing(p, q, k)
        assert proved("torus-row", position, "count-pairings") == "0"
    assert too_few_cells(Position.parse("torus-row 4 12 12"))
    assert not too_few_cells(Position.parse("torus-row 4 12 13"))
    assert not too_few_cells(Position.parse("torus-row 8 8 9"))
    for words in ("torus-row 4 12 13", "torus-row 3 3 3 --first a1", "mnk 3 3 3"):
        with pytest.raises(Rejected):
            conclude(Goal(Position.parse(words), "count-pairings"), Definition())


def covers(problem: Problem) -> list[frozenset[int]]:
    """All exact covers, naively: options in order, the first uncovered right item next."""
    found = []

    def search(left: int, right: int, chosen: tuple[int, ...]) -> None:
        if right == (1 << problem.rights) - 1:
            if left == (1 << problem.lefts) - 1:
                found.append(frozenset(chosen))
            return
        item = next(i for i in range(problem.rights) if not right >> i & 1)
        for k in problem.options_of(item):
            if not (left & problem.left[k] or right & problem.right[k]):
                search(left | problem.left[k], right | problem.right[k], (*chosen, k))

    search(0, 0, ())
    return found


def small(p: int, q: int, k: int) -> tuple[Problem, list[tuple[int, ...]]]:
    board = torus(p, q, k)
    assert board is not None
    return cover_problem(board), symmetries(board.p, board.q)


def rows_and_columns() -> Torus:
    """The 4 x 4 torus with its rows and columns only: eight lines for sixteen cells."""
    lines = [tuple(range(4 * i, 4 * i + 4)) for i in range(4)]
    lines += [tuple(range(i, 16, 4)) for i in range(4)]
    pairs: list[tuple[int, tuple[int, int]]] = []
    for number, line in enumerate(lines):
        neighbours = [(line[i], line[(i + 1) % 4]) for i in range(4)]
        pairs.extend((number, (min(pair), max(pair))) for pair in sorted(neighbours))
    return Torus(4, 4, tuple(lines), tuple(pairs))


def test_labelled_and_up_to_symmetry_against_all_pairings() -> None:
    board = rows_and_columns()
    assert board.tight
    problem = cover_problem(board)
    group = symmetries(board.p, board.q)
    assert len(group) == 128
    everything = {frozenset(board.pairs[k][1] for k in cover) for cover in covers(problem)}
    both = [Symmetry(image, line_image(board, image)) for image in group]
    assert count(problem, Limits()) == len(everything) > 0
    assert count(problem, Limits(), symmetries=both) == len(everything)
    orbits = {
        frozenset(frozenset((min(g[a], g[b]), max(g[a], g[b])) for a, b in pairing) for g in group)
        for pairing in everything
    }
    assert up_to_symmetry(board, len(everything), Limits())[0] == len(orbits)


def test_dominoes_by_hand() -> None:
    """Two rows of two on a 2 x 2 board: cells 0 1 / 2 3, rows as right items."""
    problem = Problem(4, 2, (0b0011, 0b1100, 0b0011), (0b01, 0b10, 0b01))
    assert count(problem, Limits()) == len(covers(problem)) == 2


def latin(n: int) -> tuple[Problem, list[Symmetry]]:
    """Permutations of n as exact covers: columns to cover, rows to branch on."""
    options = [(row, column) for row in range(n) for column in range(n)]
    problem = Problem(
        n, n, tuple(1 << column for _, column in options), tuple(1 << row for row, _ in options)
    )
    turns = [tuple((i + shift) % n for i in range(n)) for shift in range(n)]
    return problem, [Symmetry(left, right) for left in turns for right in turns]


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_permutations_are_counted_with_and_without_symmetry(n: int) -> None:
    problem, group = latin(n)
    factorial = 1
    for i in range(2, n + 1):
        factorial *= i
    assert count(problem, Limits()) == factorial
    assert count(problem, Limits(), symmetries=group) == factorial
    if n <= 5:
        assert len(covers(problem)) == factorial


def test_a_count_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    problem, _ = latin(8)
    file = tmp_path / "count.json"
    seen: list[int] = []

    def stop_after_three(done: int, states: int, total: int) -> None:
        seen.append(done)
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count(problem, Limits(), progress=stop_after_three, resume=file, spread=20)
    steps: list[int] = []

    def note(done: int, states: int, total: int) -> None:
        steps.append(done)

    assert count(problem, Limits(), progress=note, resume=file, spread=20) == 40320
    assert seen == [1, 2, 3]
    assert steps[0] == 4
    other, _ = latin(5)
    with pytest.raises(ResumeError, match="another problem"):
        count(other, Limits(), resume=file, spread=20)
    file.write_text("{}")
    with pytest.raises(ResumeError, match="not a file of results"):
        count(problem, Limits(), resume=file, spread=20)
    with pytest.raises(LimitReached):
        count(problem, Limits(time_limit=0.0), spread=20)


def test_the_group_of_the_8_x_8_torus() -> None:
    problem, group = small(8, 8, 9)
    assert (len(problem.left), problem.lefts, problem.rights) == (256, 64, 32)
    assert len(group) == 512
    sizes = [size for _, size in classes(group)]
    assert sum(sizes) == 512
    assert torus(9, 9, 9) is None
    assert not METHODS[0].applies(Position.parse("torus-row 6 6 7"))
    assert not METHODS[0].applies(Position.parse("torus-row 8 8 8"))
    assert METHODS[0].applies(Position.parse("torus-row 8 8 9"))
    other = torus(3, 10, 31)
    assert other is not None
    assert other.tight
    assert not other.distinct


@pytest.mark.slow
def test_the_8_x_8_torus_for_9_in_a_row() -> None:
    """Gyorffy, London, Makay 2017: 194 543 up to symmetry."""
    position = Position.parse("torus-row 8 8 9")
    found = count_pairings(position, Limits(), Options(arguments={"up_to_symmetry": True}))
    assert (found.answer, found.detail["labelled"]) == (194543, "99368960")
