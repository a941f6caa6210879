"""Even kernels, obstructions and lists of moves: nothing false ever passes."""

from __future__ import annotations

from itertools import product

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.geography import check, outcomes
from reference.often import often
from reference.proved import findings

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.strategies.even_kernel import KERNELS, NONE, EvenKernel
from gameproof.encodings.geography import even_kernels as kernels
from gameproof.encodings.geography.even_kernels import one_start
from gameproof.encodings.method import UNKNOWN, Options
from gameproof.games.geography import Position, make
from gameproof.games.graph import Graph
from gameproof.games.meaning.answers import Value
from gameproof.replies.strategies.even_kernel import reply
from gameproof.solvers.limits import Limits

N = 6
EDGES = st.lists(st.tuples(st.integers(0, N - 1), st.integers(0, N - 1)), max_size=9)
SETS = st.lists(st.integers(-1, N), max_size=N)
BOTH_SIDES = st.lists(st.tuples(st.integers(0, 2), st.integers(3, 5)), max_size=9)


def accepted(position: Position, question: str, answer: Value, certificate: Certificate) -> bool:
    try:
        check(position, question, answer, certificate)
    except Rejected:
        return False
    return True


@settings(max_examples=often(200))
@given(EDGES, st.integers(0, N), SETS, st.integers(-1, N), st.sampled_from("NP"))
def test_no_false_outcome(
    rows: list[tuple[int, int]], start: int, members: list[int], move: int, answer: str
) -> None:
    table = outcomes(N, rows, edge=True)
    position = make(Graph.of(N, rows), start if start < N else None, edge=True)
    truth = table[start] if start < N else ("N" if "P" in table else "P")
    inside = [v for v in members if 0 <= v < N]
    for decided in {start, *members[:2]}:
        certificate = one_start(N, decided, move, np.array(inside, dtype=np.int64))
        if accepted(position, "outcome", answer, certificate):
            assert answer == truth
        if accepted(position, "all", answer * N, certificate):
            assert answer * N == table


def has_kernel(rows: list[tuple[int, int]], start: int) -> bool:
    """By trying every set of vertices."""
    for chosen in range(1 << N):
        inside = [bool(chosen >> v & 1) for v in range(N)]
        into = [0] * N
        for u, v in rows:
            into[u] += inside[v]
            into[v] += inside[u] if u != v else 0
        independent = not any(inside[u] and inside[v] for u, v in rows)
        if inside[start] and independent and not any(x % 2 for x in into):
            return True
    return False


@settings(max_examples=often(100))
@given(EDGES, st.integers(0, N - 1), SETS)
def test_no_false_kernel_and_no_false_obstruction(
    rows: list[tuple[int, int]], start: int, members: list[int]
) -> None:
    position = make(Graph.of(N, rows), start, edge=True)
    truth = has_kernel(rows, start)
    inside = np.array([v for v in members if 0 <= v < N], dtype=np.int64)
    for decided in (start, *members[:1]):
        if accepted(position, "even-kernel", True, one_start(N, decided, -1, inside)):
            assert truth
    if accepted(position, "even-kernel", False, one_start(N, start, -1, inside, NONE)):
        assert not truth
    found = findings("geography", position, "even-kernel")
    assert {f.answer for f in found.values()} - {UNKNOWN} == {truth}


@settings(max_examples=150)
@given(BOTH_SIDES, st.integers(0, 20), st.integers(0, 255), st.integers(-2, N))
def test_no_false_table(rows: list[tuple[int, int]], place: int, byte: int, move: int) -> None:
    truth = outcomes(N, rows, edge=True)
    position = make(Graph.of(N, rows), edge=True)
    found = kernels.decide_all_bipartite(position, Limits(), Options())
    assert found.answer == truth
    table = found.certificate
    assert isinstance(table, EvenKernel)
    check(position, "all", truth, table)
    free = "N" if "P" in truth else "P"
    changed_set = table.sets.copy()
    changed_set[place % len(changed_set), 0] = byte
    changed_move = table.move.copy()
    changed_move[place % N] = move
    for candidate in (
        msgspec.structs.replace(table, sets=changed_set),
        msgspec.structs.replace(table, move=changed_move),
        msgspec.structs.replace(table, choice=np.roll(table.choice, place)),
        msgspec.structs.replace(table, starts=np.roll(table.starts, place)),
        msgspec.structs.replace(
            table,
            starts=table.starts[:place],
            choice=table.choice[:place],
            move=changed_move[:place],
        ),
    ):
        letters = "".join("P" if m < 0 else "N" for m in candidate.move.tolist())
        for answer in {truth, letters}:
            if accepted(position, "all", answer, candidate):
                assert answer == truth
        for answer in "NP":
            if accepted(position, "outcome", answer, candidate):
                assert answer == free


SQUARE = Graph.of(4, [(0, 1), (1, 2), (2, 3), (3, 0)])


@pytest.mark.parametrize(
    ("kernel", "decided", "move", "start", "answer", "reason"),
    [
        ([0, 2], 1, -1, 1, "P", "vertex 1 is not in the kernel"),
        ([0, 1], 0, -1, 0, "P", "not independent"),
        ([0], 0, -1, 0, "P", "vertex 1 has an odd number of edges"),
        ([], 0, -1, 0, "P", "vertex 0 is not in the kernel"),
        ([0, 2], 0, 1, 0, "P", "vertex 1 is not in the kernel"),
        ([0, 2], 0, 2, 0, "N", "no edge is left to 2"),
        ([0, 2], 0, -1, 0, "N", "does not entail"),
        ([0, 2], 0, -1, 2, "P", "does not entail"),
        ([0, 2], 0, -1, None, "P", "does not entail"),
        ([0, 2], 7, -1, 0, "P", "outside 0..3"),
        ([0, 2], 0, 4, 0, "P", "outside -1..3"),
    ],
)
def test_reasons(
    kernel: list[int], decided: int, move: int, start: int | None, answer: str, reason: str
) -> None:
    position = make(SQUARE, start, edge=True)
    certificate = one_start(4, decided, move, np.array(kernel, dtype=np.int64))
    with pytest.raises(Rejected, match=reason):
        check(position, "outcome", answer, certificate)


@pytest.mark.parametrize(
    ("kernels_", "choice", "reason"),
    [
        (np.array(5), [0, 0, 0, 0], "packed sets"),
        (np.array([[5], [10]]), [0, 1, 0, 1], "packed sets"),
        (np.array([[5]], dtype=np.uint8), [0, 1, 0, 1], "outside 0..0"),
        (np.array([[5]], dtype=np.uint8), [0, 0, 0, 0], "vertex 1 is not in the kernel"),
        (np.array([[0]], dtype=np.uint8), [0, 0, 0, 0], "vertex 0 is not in the kernel"),
        (np.array([[3]], dtype=np.uint8), [0, 0, 0, 0], "the kernel is not independent"),
        (np.array([[1]], dtype=np.uint8), [0, 0, 0, 0], "vertex 1 has an odd number of edges"),
        (np.zeros((0, 1), dtype=np.uint8), [0, 0, 0, 0], "outside 0..-1"),
        (np.array([]), [0, 0, 0, 0], "packed sets"),
        (np.array([[5]], dtype=np.uint8), [0, 0, 0], "shape"),
    ],
)
def test_reasons_of_tables(kernels_: np.ndarray, choice: list[int], reason: str) -> None:
    table = EvenKernel(KERNELS, kernels_, np.arange(4), np.array(choice), np.full(4, -1))
    with pytest.raises(Rejected, match=reason):
        check(make(SQUARE, edge=True), "all", "PPPP", table)


def test_one_start_is_not_all() -> None:
    """The square is P from every start; a table of one start, or of one twice, is no table."""
    position = make(SQUARE, edge=True)
    one = one_start(4, 0, -1, np.array([0, 2]))
    check(position, "outcome", "N", one)
    with pytest.raises(Rejected, match="does not entail"):
        check(position, "all", "PPPP", one)
    zeros = np.zeros(4, dtype=np.int64)
    twice = EvenKernel(KERNELS, one.sets, zeros, zeros, np.full(4, -1))
    with pytest.raises(Rejected, match="decided twice"):
        check(position, "all", "PPPP", twice)
    none = EvenKernel(KERNELS, one.sets, zeros[:0], zeros[:0], zeros[:0])
    for answer in "NP":
        with pytest.raises(Rejected, match="does not entail"):
            check(position, "outcome", answer, none)


def test_an_empty_graph_proves_no_outcome() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    empty = EvenKernel(KERNELS, np.zeros((0, 0), dtype=np.uint8), nothing, nothing, nothing)
    position = make(Graph.of(0, []), edge=True)
    check(position, "all", "", empty)
    for question, answer in (("outcome", "N"), ("outcome", "P"), ("even-kernel", True)):
        with pytest.raises(Rejected, match="does not entail"):
            check(position, question, answer, empty)


@pytest.mark.parametrize("start", [None, 0])
def test_an_obstruction_is_about_a_placed_token(start: int | None) -> None:
    """A token with one edge: its neighbour alone obstructs, of a free token it says nothing."""
    position = make(Graph.of(2, [(0, 1)]), start, edge=True)
    for vertices, named in product(([1], [], [0], [0, 1]), (0, 1)):
        certificate = one_start(2, named, -1, np.array(vertices, dtype=np.int64), NONE)
        passes = start == named == 0 and vertices == [1]
        assert accepted(position, "even-kernel", False, certificate) == passes


def test_neither_direction_serves_for_the_other() -> None:
    """The paw from its pendant vertex is P without an even kernel; the square has one."""
    paw = make(Graph.of(4, [(0, 3), (1, 2), (1, 3), (2, 3)]), 0, edge=True)
    square = make(SQUARE, 0, edge=True)
    against = one_start(4, 0, -1, np.array([1, 2, 3]), NONE)
    within = one_start(4, 0, -1, np.array([0, 2]))
    check(paw, "even-kernel", False, against)
    check(square, "even-kernel", True, within)
    for position, right, other in ((paw, against, KERNELS), (square, within, NONE)):
        for direction in (other, "", "holds"):
            turned = msgspec.structs.replace(right, direction=direction)
            for answer in (True, False):
                assert not accepted(position, "even-kernel", answer, turned)
    assert reply(paw, against) is None
    for changed in (
        msgspec.structs.replace(against, move=np.array([3])),
        msgspec.structs.replace(against, starts=np.array([1])),
        EvenKernel(NONE, against.sets, np.arange(2), np.zeros(2, int), np.full(2, -1)),
    ):
        with pytest.raises(Rejected, match="the token, and it alone"):
            check(paw, "even-kernel", False, changed)


def test_loops_do_not_change_parities() -> None:
    """With and without a loop at either end the neighbour of the token forbids a kernel."""
    for loops in ([], [(0, 0)], [(1, 1)], [(0, 0), (1, 1)]):
        position = make(Graph.of(2, [(0, 1), *loops]), 0, edge=True)
        check(position, "even-kernel", False, one_start(2, 0, -1, np.array([1]), NONE))
        assert not has_kernel([(0, 1), *loops], 0)


def test_reply_plays_from_the_table_of_kernels() -> None:
    """On a path of four vertices every start is N: with a free start the second wins."""
    graph = Graph.of(4, [(0, 1), (1, 2), (2, 3)])
    position = make(graph, edge=True)
    found = kernels.decide_bipartite(position, Limits(), Options())
    assert found.answer == "P"
    stack = [position]
    while stack:
        here = stack.pop()
        if here.result() is not None:
            assert here.result() == "second"
        elif here.to_move == "second":
            assert isinstance(found.certificate, EvenKernel)
            move = reply(here, found.certificate)
            assert move is not None
            stack.append(here.play(move))
        else:
            stack.extend(here.play(move) for move in here.moves())


def test_a_table_uses_edges_that_are_there() -> None:
    """0 - 1 and a vertex alone: a start may not jump into a set that is not beside it."""
    position = make(Graph.of(3, [(0, 1)]), edge=True)
    sets = np.array([[0b110], [0b101], [0b100]], dtype=np.uint8)
    table = EvenKernel(KERNELS, sets, np.arange(3), np.arange(3), np.array([1, 0, -1]))
    check(position, "all", "NNP", table)
    jumping = msgspec.structs.replace(table, move=np.array([2, 0, -1]))
    with pytest.raises(Rejected, match="no edge is left to 2"):
        check(position, "all", "NNP", jumping)


@pytest.mark.parametrize(("edge", "directed"), [(False, False), (True, True), (False, True)])
def test_other_forms_are_refused(edge: bool, directed: bool) -> None:
    position = make(SQUARE, 0, edge=edge, directed=directed)
    kernel = one_start(4, 0, -1, np.array([0, 2]))
    for question, answer, record in (
        ("outcome", "P", kernel),
        ("even-kernel", True, kernel),
        ("even-kernel", False, one_start(4, 0, -1, np.array([1]), NONE)),
    ):
        with pytest.raises(Rejected, match="undirected edge geography only"):
            check(position, question, answer, record)
