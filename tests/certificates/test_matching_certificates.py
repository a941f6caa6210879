"""The two matching certificates: good ones pass, and nothing false ever passes."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.geography import outcomes

from gameproof.certificates import matching_facts, matching_steps
from gameproof.certificates.alternating_forest import AlternatingForest
from gameproof.certificates.certificate import Claim, Rejected, check
from gameproof.certificates.files import convert, to_json
from gameproof.certificates.maximum_matching import MaximumMatching, reply
from gameproof.encodings.geography import METHODS
from gameproof.encodings.method import Options
from gameproof.games.geography import Position, make
from gameproof.games.graph import Graph
from gameproof.solvers.limits import Limits

N = 7
EDGES = st.lists(st.tuples(st.integers(0, N - 1), st.integers(0, N - 1)), max_size=14)
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["mate", "witness", "path", "parent", "bridges"]),
        st.integers(0, 50),
        st.integers(-2, N + 1),
        st.sampled_from(["set", "drop", "add"]),
    ),
    max_size=3,
)


def finding(position: Position, question: str) -> tuple[Claim, Any]:
    method = next(m for m in METHODS if m.question == question)
    found = method.run(position, Limits(), Options())
    return Claim(question, found.answer), found.certificate


def changed(certificate: Any, changes: list[tuple[str, int, int, str]]) -> Any:
    """The certificate with a few numbers replaced, dropped or added."""
    for name, place, value, how in changes:
        if not hasattr(certificate, name):
            continue
        array = getattr(certificate, name).astype(np.int64)
        row = value if array.ndim == 1 else (value, (value + place) % N)
        if how == "add":
            array = np.insert(array, place % (len(array) + 1), row, axis=0)
        elif len(array):
            at = place % len(array)
            array = np.delete(array, at, axis=0) if how == "drop" else array
            if how == "set":
                array[at] = row
        certificate = msgspec.structs.replace(certificate, **{name: array})
    return certificate


@settings(max_examples=400, deadline=None)
@given(EDGES, st.integers(0, N), CHANGES, st.sampled_from("NP"))
def test_no_false_outcome_is_accepted(
    rows: list[tuple[int, int]], start: int, changes: list[Any], answer: str
) -> None:
    table = outcomes(N, rows)
    position = make(Graph.of(N, rows), start if start < N else None)
    truth = table[start] if start < N else ("N" if "P" in table else "P")
    claim, certificate = finding(position, "outcome")
    assert claim.answer == truth
    check(position, claim, certificate)
    try:
        check(position, Claim("outcome", answer), changed(certificate, changes))
    except Rejected:
        return
    assert answer == truth


@settings(max_examples=400, deadline=None)
@given(EDGES, EDGES, CHANGES)
def test_no_false_table_is_accepted(
    rows: list[tuple[int, int]], other: list[tuple[int, int]], changes: list[Any]
) -> None:
    position = make(Graph.of(N, rows))
    truth = outcomes(N, rows)
    claim, certificate = finding(position, "all")
    assert claim.answer == truth
    check(position, claim, certificate)
    foreign, from_elsewhere = finding(make(Graph.of(N, other)), "all")
    for candidate in (changed(certificate, changes), changed(from_elsewhere, changes)):
        for answer in (truth, foreign.answer):
            try:
                check(position, Claim("all", answer), candidate)
            except Rejected:
                continue
            assert answer == truth


@settings(max_examples=150, deadline=None)
@given(EDGES, st.integers(0, N - 1))
def test_winning_moves(rows: list[tuple[int, int]], start: int) -> None:
    position = make(Graph.of(N, rows), start)
    claim, certificate = finding(position, "winning-moves")
    rest = [pair for pair in rows if start not in pair]
    table = outcomes(N, rest)
    winning = [str(v) for v in position.moves() if table[v] == "P"]
    assert claim.answer == (" ".join(winning) or "none")
    check(position, claim, certificate)
    if winning:
        with pytest.raises(Rejected, match="the forest shows"):
            check(position, Claim("winning-moves", "none"), certificate)


@pytest.mark.parametrize("words", ["odd", "random"])
def test_the_strategy_wins_against_every_play(words: str) -> None:
    """``reply`` is played out against all opposing moves."""
    if words == "odd":
        graph = Graph.of(
            9, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3), (5, 6), (7, 8)]
        )
    else:
        rng = np.random.default_rng(2)
        graph = Graph.of(11, rng.integers(0, 11, size=(20, 2), dtype=np.int32))
    for start in [None, *range(graph.n)]:
        position = make(graph, start)
        claim, certificate = finding(position, "outcome")
        winner = "first" if claim.answer == "N" else "second"
        stack = [position]
        while stack:
            here = stack.pop()
            if here.result() is not None:
                assert here.result() == winner
            elif here.to_move == winner:
                move = reply(here, certificate)
                assert move is not None
                stack.append(here.play(move))
            else:
                stack.extend(here.play(move) for move in here.moves())


PATH = Graph.of(3, [(0, 1), (1, 2)])


@pytest.mark.parametrize(
    ("certificate", "start", "answer", "reason"),
    [
        (([1, 0], [], []), 1, "N", "not an array of whole numbers of shape"),
        (([1, 0, 9], [], []), 1, "N", "a number outside"),
        (([2, -1, 0], [], []), 1, "N", "an edge that is not there"),
        (([1, 2, 1], [], []), 1, "N", "does not pair"),
        (([1, 0, -1], [1, 1], [0, 1, 2]), 0, "P", "repeats a vertex"),
        (([1, 0, -1], [0], [0, 1, 2]), 0, "P", "forces -1 exposed vertices, the matching leaves 1"),
        (([1, 0, -1], [1], [0, 1]), 0, "P", "even length"),
        (([1, 0, -1], [1], [0, 1, 0]), 0, "P", "repeats a vertex"),
        (([1, 0, -1], [1], [0]), 0, "P", "exposed vertex"),
        (([-1, -1, -1], [1], [0]), 0, "P", "the witness forces 1 exposed"),
        (([1, 0, -1], [1], []), 0, "N", "does not exclude"),
        (([1, 0, -1], [1], []), None, "P", "misses 1"),
        (([1.5, 0.0, -1.0], [1], []), 1, "N", "whole numbers"),
    ],
)
def test_reasons(certificate: Any, start: int | None, answer: str, reason: str) -> None:
    mate, witness, path = (np.array(part) for part in certificate)
    record = MaximumMatching(mate, witness.astype(np.int64), path.astype(np.int64))
    with pytest.raises(Rejected, match=reason):
        check(make(PATH, start), Claim("outcome", answer), record)


@pytest.mark.parametrize(
    ("mate", "parent", "bridges", "reason"),
    [
        ([1, 0, -1], [1, -1, 2], [], "odd distance has no partner"),
        ([1, 0, -1], [-1, 0, -1], [], "the forest has a cycle"),
        ([1, 0, -1], [2, -1, -1], [], "forest uses an edge"),
        ([1, 0, -1], [-1, 2, -1], [(0, 2)], "a bridge is not an edge"),
        ([1, 0, -1], [-1, 2, -1], [(0, 1)], "odd distance"),
        ([1, 0, -1], [-1, -1, -1], [], "leaves its odd component"),
        ([-1, -1, -1], [-1, -1, -1], [], "leaves its odd component"),
    ],
)
def test_reasons_of_forests(mate: Any, parent: Any, bridges: Any, reason: str) -> None:
    rows = np.array(bridges, dtype=np.int64).reshape(-1, 2)
    record = AlternatingForest(np.array(mate), np.array(parent), rows)
    with pytest.raises(Rejected, match=reason):
        check(make(PATH), Claim("all", "PNP"), record)


def test_a_wrong_matching_number_is_rejected() -> None:
    claim, certificate = finding(make(PATH), "matching")
    assert claim.answer == "1"
    check(make(PATH), claim, certificate)
    with pytest.raises(Rejected, match="the matching has 1 edges"):
        check(make(PATH), Claim("matching", "2"), certificate)
    empty = MaximumMatching(np.full(3, -1), np.array([1]), np.empty(0, dtype=int))
    with pytest.raises(Rejected, match="the witness forces 1 exposed"):
        check(make(PATH), Claim("matching", "0"), empty)
    with pytest.raises(Rejected, match="does not answer the question"):
        check(make(PATH), Claim("winning-moves", "N"), certificate)


def test_other_forms_are_refused() -> None:
    _, certificate = finding(make(PATH, 0), "outcome")
    for position in (make(PATH, 0, edge=True), make(PATH, 0, directed=True)):
        with pytest.raises(Rejected, match="undirected vertex geography only"):
            check(position, Claim("outcome", "P"), certificate)


def test_compiled_checkers_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    from gameproof.certificates import alternating_forest

    for module in (matching_facts, alternating_forest, matching_steps):
        monkeypatch.setattr(module, "COMPILE_FROM", 0)
    rng = np.random.default_rng(9)
    for _ in range(25):
        n = int(rng.integers(3, 12))
        rows = rng.integers(0, n, size=(int(1.4 * n), 2), dtype=np.int32)
        position = make(Graph.of(n, rows))
        claim, certificate = finding(position, "all")
        assert claim.answer == outcomes(n, rows.tolist())
        check(position, claim, certificate)
        start = make(Graph.of(n, rows), int(rng.integers(0, n)))
        check(start, *finding(start, "outcome"))
        if len(certificate.bridges):
            record = msgspec.structs.replace(certificate, bridges=certificate.bridges[:0])
            with pytest.raises(Rejected):
                check(position, claim, record)


def test_json_round_trip() -> None:
    for question, start in (("outcome", 0), ("all", None)):
        position = make(PATH, start)
        claim, certificate = finding(position, question)
        again = convert(to_json(certificate))
        assert check(position, claim, again) == check(position, claim, certificate)
