"""Even kernels, obstructions and lists of moves: nothing false ever passes."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.geography import outcomes
from reference.proved import findings

from gameproof.certificates.certificate import Claim, Rejected, check
from gameproof.certificates.each_move import EachMove
from gameproof.certificates.even_kernel import EvenKernel, EvenKernels, ParityObstruction, reply
from gameproof.certificates.files import convert, to_json
from gameproof.encodings import geography_kernels as kernels
from gameproof.encodings.method import Options
from gameproof.games.geography import Position, make
from gameproof.games.graph import Graph
from gameproof.solvers.limits import Limits

N = 6
EDGES = st.lists(st.tuples(st.integers(0, N - 1), st.integers(0, N - 1)), max_size=9)
SETS = st.lists(st.integers(-1, N), max_size=N)
BOTH_SIDES = st.lists(st.tuples(st.integers(0, 2), st.integers(3, 5)), max_size=9)


def accepted(position: Position, claim: Claim, certificate: Any) -> bool:
    try:
        check(position, claim, certificate)
    except Rejected:
        return False
    return True


@settings(max_examples=600, deadline=None)
@given(EDGES, st.integers(0, N), SETS, st.integers(-1, N), st.sampled_from("NP"))
def test_no_false_outcome(
    rows: list[tuple[int, int]], start: int, members: list[int], move: int, answer: str
) -> None:
    table = outcomes(N, rows, edge=True)
    position = make(Graph.of(N, rows), start if start < N else None, edge=True)
    truth = table[start] if start < N else ("N" if "P" in table else "P")
    certificate = EvenKernel(move, np.array(members, dtype=np.int64))
    if accepted(position, Claim("outcome", answer), certificate):
        assert answer == truth


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


@settings(max_examples=300, deadline=None)
@given(EDGES, st.integers(0, N - 1), SETS)
def test_no_false_kernel_and_no_false_obstruction(
    rows: list[tuple[int, int]], start: int, members: list[int]
) -> None:
    position = make(Graph.of(N, rows), start, edge=True)
    truth = "yes" if has_kernel(rows, start) else "no"
    vertices = np.array(members, dtype=np.int64)
    if accepted(position, Claim("even-kernel", "yes"), EvenKernel(-1, vertices)):
        assert truth == "yes"
    if accepted(position, Claim("even-kernel", "no"), ParityObstruction(vertices)):
        assert truth == "no"
    found = findings("geography", position, "even-kernel")
    assert {f.answer for f in found.values()} - {"unknown"} == {truth}


@settings(max_examples=150, deadline=None)
@given(BOTH_SIDES, st.integers(0, 20), st.integers(0, 255), st.integers(-2, N))
def test_no_false_table(rows: list[tuple[int, int]], place: int, byte: int, move: int) -> None:
    truth = outcomes(N, rows, edge=True)
    position = make(Graph.of(N, rows), edge=True)
    found = kernels.decide_all_bipartite(position, Limits(), Options())
    assert found.answer == truth
    table = found.certificate
    assert isinstance(table, EvenKernels)
    check(position, Claim("all", truth), table)
    changed_set = table.kernels.copy()
    changed_set[place % len(changed_set), 0] = byte
    changed_move = table.move.copy()
    changed_move[place % N] = move
    for candidate in (
        msgspec.structs.replace(table, kernels=changed_set),
        msgspec.structs.replace(table, move=changed_move),
        msgspec.structs.replace(table, choice=np.roll(table.choice, place)),
    ):
        letters = "".join("P" if m < 0 else "N" for m in candidate.move.tolist())
        for answer in {truth, letters}:
            if accepted(position, Claim("all", answer), candidate):
                assert answer == truth


SQUARE = Graph.of(4, [(0, 1), (1, 2), (2, 3), (3, 0)])


@pytest.mark.parametrize(
    ("kernel", "move", "start", "answer", "reason"),
    [
        ([0, 2], -1, 1, "P", "1 is not in the kernel"),
        ([0, 1], -1, 0, "P", "not independent"),
        ([0], -1, 0, "P", "1 has an odd number of edges"),
        ([0, 2], 1, 0, "P", "needs a kernel that holds the token"),
        ([0, 2], 2, 0, "N", "the move is illegal"),
        ([0, 9], -1, 0, "P", "outside 0..3"),
    ],
)
def test_reasons(kernel: list[int], move: int, start: int, answer: str, reason: str) -> None:
    position = make(SQUARE, start, edge=True)
    with pytest.raises(Rejected, match=reason):
        check(position, Claim("outcome", answer), EvenKernel(move, np.array(kernel)))


@pytest.mark.parametrize(
    ("kernels_", "choice", "reason"),
    [
        (np.array(5), [0, 0, 0, 0], "packed sets"),
        (np.array([[5], [10]]), [0, 1, 0, 1], "packed sets"),
        (np.array([[5]], dtype=np.uint8), [0, 1, 0, 1], "outside 0..0"),
        (np.array([[5]], dtype=np.uint8), [0, 0, 0, 0], "vertex 1 is not in kernel 0"),
        (np.array([[0]], dtype=np.uint8), [0, 0, 0, 0], "kernel 0 is empty"),
        (np.array([[3]], dtype=np.uint8), [0, 0, 0, 0], "kernel 0 is not independent"),
        (np.array([[1]], dtype=np.uint8), [0, 0, 0, 0], "kernel 0 is not even for start 0"),
        (np.array([]), [0, 0, 0, 0], "outside 0..-1"),
    ],
)
def test_reasons_of_tables(kernels_: np.ndarray, choice: list[int], reason: str) -> None:
    table = EvenKernels(kernels_, np.array(choice), np.full(4, -1))
    with pytest.raises(Rejected, match=reason):
        check(make(SQUARE, edge=True), Claim("all", "PPPP"), table)


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
            move = reply(here, found.certificate)  # type: ignore[arg-type]
            assert move is not None
            stack.append(here.play(move))
        else:
            stack.extend(here.play(move) for move in here.moves())


def test_lists_of_moves() -> None:
    graph = Graph.of(5, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4)])
    position = make(graph, 1, edge=True)
    found = findings("geography", position, "winning-moves")["search"]
    record = found.certificate
    assert isinstance(record, EachMove)
    again = convert(to_json(record))
    assert accepted(position, Claim("winning-moves", found.answer), again)
    outcome = "P" if found.answer == "none" else "N"
    assert accepted(position, Claim("outcome", outcome), record)
    wrong: list[tuple[EachMove, str]] = [
        (EachMove(record.parts[1:]), "is not decided"),
        (EachMove([*record.parts, record.parts[0]]), "occurs twice"),
        (EachMove([*record.parts, ("4", "P", {})]), "is not a legal move"),
        (EachMove([("0", "N", to_json(record)), *record.parts[1:]]), "not nested"),
        (EachMove([("0", "N", {"kind": "nothing"}), *record.parts[1:]]), "unknown kind"),
        (EachMove([(m, "NP"[a == "N"], c) for m, a, c in record.parts]), "move 0"),
    ]
    for candidate, reason in wrong:
        with pytest.raises(Rejected, match=reason):
            check(position, Claim("winning-moves", found.answer), candidate)
    with pytest.raises(Rejected, match="the parts show"):
        check(position, Claim("winning-moves", "4"), record)
