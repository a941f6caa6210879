"""Matching certificates: good ones pass, and nothing false ever passes."""

from __future__ import annotations

from typing import TypeVar

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.geography import check, outcomes
from reference.often import often

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import convert
from gameproof.certificates.pairings.maximum_matching import MaximumMatching
from gameproof.encodings.geography.geography import METHODS
from gameproof.encodings.method import Options, Undecided
from gameproof.games.geography import Position, make
from gameproof.games.graph import Graph
from gameproof.games.meaning.answers import Value
from gameproof.prover.written import to_json
from gameproof.replies.pairings.maximum_matching import reply
from gameproof.solvers.limits import Limits

C = TypeVar("C", bound=Certificate)
Change = tuple[str, int, int, str]

N = 7
EDGES = st.lists(st.tuples(st.integers(0, N - 1), st.integers(0, N - 1)), max_size=14)
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["mate", "parent", "bridges", "order", "cuts", "ends"]),
        st.integers(0, 50),
        st.integers(-2, N + 1),
        st.sampled_from(["set", "drop", "add"]),
    ),
    max_size=3,
)


def finding(position: Position, question: str) -> tuple[Value, Certificate]:
    method = next(m for m in METHODS if m.question == question)
    found = method.run(position, Limits(), Options())
    assert not isinstance(found.answer, Undecided)
    assert found.certificate is not None
    return found.answer, found.certificate


def changed(certificate: C, changes: list[Change]) -> C:
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


@settings(max_examples=often(150))
@given(EDGES, st.integers(0, N), CHANGES, st.sampled_from("NP"))
def test_no_false_outcome_is_accepted(
    rows: list[tuple[int, int]], start: int, changes: list[Change], answer: str
) -> None:
    table = outcomes(N, rows)
    position = make(Graph.of(N, rows), start if start < N else None)
    truth = table[start] if start < N else ("N" if "P" in table else "P")
    found, certificate = finding(position, "outcome")
    assert found == truth
    check(position, "outcome", found, certificate)
    try:
        check(position, "outcome", answer, changed(certificate, changes))
    except Rejected:
        return
    assert answer == truth


@settings(max_examples=often(150))
@given(EDGES, EDGES, CHANGES)
def test_no_false_table_is_accepted(
    rows: list[tuple[int, int]], other: list[tuple[int, int]], changes: list[Change]
) -> None:
    position = make(Graph.of(N, rows))
    truth = outcomes(N, rows)
    found, certificate = finding(position, "all")
    assert found == truth
    check(position, "all", found, certificate)
    foreign, from_elsewhere = finding(make(Graph.of(N, other)), "all")
    size, _ = finding(position, "matching")
    free = "N" if "P" in truth else "P"
    for candidate in (changed(certificate, changes), changed(from_elsewhere, changes)):
        claims: list[tuple[str, Value, Value]] = [
            ("all", truth, truth),
            ("all", foreign, truth),
            ("outcome", "N", free),
        ]
        claims += [("outcome", "P", free), ("matching", size, size), ("matching", 1, size)]
        for question, answer, true in claims:
            try:
                check(position, question, answer, candidate)
            except Rejected:
                continue
            assert answer == true


@settings(max_examples=150)
@given(EDGES, st.integers(0, N - 1))
def test_winning_moves(rows: list[tuple[int, int]], start: int) -> None:
    position = make(Graph.of(N, rows), start)
    found, certificate = finding(position, "winning-moves")
    rest = [pair for pair in rows if start not in pair]
    table = outcomes(N, rest)
    winning = [str(v) for v in position.moves() if table[v] == "P"]
    assert found == (" ".join(winning) or "none")
    check(position, "winning-moves", found, certificate)
    if winning:
        with pytest.raises(Rejected, match="does not entail"):
            check(position, "winning-moves", "none", certificate)
    # A forest of what the move leaves says nothing of the position before it.
    for question, answer in (("outcome", "NP"[table == "P"]), ("outcome", "N"), ("all", table)):
        try:
            check(position, question, answer, certificate)
        except Rejected:
            continue
        whole = outcomes(N, rows)
        assert answer == (whole if question == "all" else whole[start])


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
        found, certificate = finding(position, "outcome")
        assert isinstance(certificate, MaximumMatching)
        winner = "first" if found == "N" else "second"
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


@pytest.mark.parametrize("start", [None, 0, 1, 2])
def test_one_start_as_all(start: int | None) -> None:
    """The forest of a path of three serves for every start, whatever it was made for."""
    letters = {None: "N", 0: "P", 1: "N", 2: "P"}
    _, table = finding(make(PATH), "all")
    for record in (table, *(finding(make(PATH, v), "outcome")[1] for v in range(3))):
        check(make(PATH, start), "outcome", letters[start], record)
        check(make(PATH, start), "matching", 1, record)
        with pytest.raises(Rejected, match="does not entail"):
            check(make(PATH, start), "outcome", "NP"[letters[start] == "N"], record)


@pytest.mark.parametrize("start", [0, 2])
def test_the_matching_misses_a_start_that_is_lost(start: int) -> None:
    _, certificate = finding(make(PATH, start), "outcome")
    assert isinstance(certificate, MaximumMatching)
    assert np.flatnonzero(certificate.mate < 0).tolist() == [start]


def forest(graph: Graph, **fields: list[int] | list[tuple[int, int]]) -> MaximumMatching:
    """The certificate of all starts with some fields replaced."""
    _, certificate = finding(make(graph), "all")
    assert isinstance(certificate, MaximumMatching)
    arrays = {name: np.array(value, dtype=np.int64) for name, value in fields.items()}
    return msgspec.structs.replace(certificate, **arrays)


@pytest.mark.parametrize(
    ("mate", "reason"),
    [
        ([1, 2, 1], "does not pair"),
        ([1, -1, -1], "does not pair"),
        ([0, -1, -1], "does not pair"),
        ([2, -1, 0], "an edge that is not there"),
        ([1, 0, 9], "outside"),
        ([1, 0], "not an array of whole numbers of shape"),
    ],
)
def test_numbers_that_are_no_matching(mate: list[int], reason: str) -> None:
    for start in (None, 0, 1):
        for question, answer in (("outcome", "N"), ("matching", 1), ("all", "PNP")):
            with pytest.raises(Rejected, match=reason):
                check(make(PATH, start), question, answer, forest(PATH, mate=mate))


CYCLE = Graph.of(3, [(0, 1), (1, 2), (2, 0)])


@pytest.mark.parametrize(
    ("graph", "fields", "reason"),
    [
        (PATH, {"parent": [2, -1, -1]}, "forest uses an edge"),
        (PATH, {"bridges": [(0, 2)], "ends": [0, 4], "cuts": [0, 1, 2, 3]}, "not an edge"),
        (PATH, {"order": [0, 0]}, "order repeats"),
        (PATH, {"order": [0]}, "leaves|joins two parts|do not force"),
        (PATH, {"order": [0, 1, 2]}, "joins two parts"),
        (PATH, {"order": []}, "do not force"),
        (PATH, {"parent": [-1, -1, -1]}, "joins two parts"),
        (PATH, {"mate": [-1, -1, -1]}, "do not force 3 exposed"),
        (PATH, {"ends": [0, 0]}, "shape"),
        (PATH, {"cuts": [0]}, "three nodes"),
        (CYCLE, {"cuts": [0, 1, 3], "ends": [0, 3]}, "three nodes"),
        (CYCLE, {"cuts": [0, 1, 2, 2], "ends": [0, 4]}, "one after the other"),
        (CYCLE, {"cuts": [0, 0, 2, 3], "ends": [0, 4]}, "one after the other"),
        (CYCLE, {"cuts": [0, 1, 2, 4]}, "outside 0..3"),
        (CYCLE, {"bridges": [(0, 1)], "parent": [-1, -1, -1]}, "not joined by an edge"),
        (CYCLE, {"cuts": [], "ends": [0], "bridges": np.zeros((0, 2))}, "joins two parts"),
    ],
)
def test_reasons_of_forests(
    graph: Graph, fields: dict[str, list[int] | list[tuple[int, int]]], reason: str
) -> None:
    with pytest.raises(Rejected, match=reason):
        check(make(graph), "all", "PNP", forest(graph, **fields))


def test_intervals_that_rest_on_nothing() -> None:
    """Five vertices in a row of cuts whose middle node is no odd cycle itself."""
    graph = Graph.of(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    record = forest(graph)
    assert record.cuts.tolist() == [0, 1, 2, 3, 4, 5]
    wider = msgspec.structs.replace(record, cuts=np.array([0, 1, 4, 5]), ends=np.array([0, 4]))
    with pytest.raises(Rejected, match="neither a vertex nor an odd cycle"):
        check(make(graph), "all", "PPPPP", wider)
    narrow = msgspec.structs.replace(record, cuts=np.array([0, 1, 2, 3]), ends=np.array([0, 4]))
    with pytest.raises(Rejected, match=r"not joined|joins two parts"):
        check(make(graph), "all", "PPPPP", narrow)


def test_a_forest_that_hangs_on_itself() -> None:
    """Two stars whose centres hang on each other's leaves: no class has an exposed vertex."""
    graph = Graph.of(6, [(0, 1), (0, 2), (3, 4), (3, 5), (1, 3), (4, 0)])
    mate = [1, 0, -1, 4, 3, -1]
    record = MaximumMatching(
        np.array(mate),
        np.array([4, -1, -1, 1, -1, -1]),
        np.zeros((0, 2), dtype=np.int64),
        np.array([1, 2, 4, 5]),
        np.zeros(0, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )
    with pytest.raises(Rejected, match="the forest has a cycle"):
        check(make(graph), "all", "NPPNPP", record)


@pytest.mark.parametrize(
    ("parent", "order"),
    [([-1, 2, -1, -1], [0]), ([-1, 2, 1, -1], [0, 3])],
    ids=["on C", "on A"],
)
def test_a_forest_that_hangs_on_nothing(parent: list[int], order: list[int]) -> None:
    """A path of four is perfectly matched, all N: its ends hang on no exposed vertex."""
    graph = Graph.of(4, [(0, 1), (1, 2), (2, 3)])
    numbers = {"mate": [1, 0, 3, 2], "parent": parent, "order": order}
    record = forest(graph, **numbers)
    with pytest.raises(Rejected, match="does not hang on it"):
        check(make(graph), "all", "PNNN" if len(order) == 1 else "PNNP", record)


def test_a_wrong_matching_number_is_rejected() -> None:
    found, certificate = finding(make(PATH), "matching")
    assert found == 1
    check(make(PATH), "matching", found, certificate)
    for wrong in (0, 2):
        with pytest.raises(Rejected, match="does not entail"):
            check(make(PATH), "matching", wrong, certificate)
    with pytest.raises(Rejected, match="does not entail"):
        check(make(PATH), "winning-moves", "1", certificate)


def test_other_forms_are_refused() -> None:
    _, certificate = finding(make(PATH, 0), "outcome")
    _, table = finding(make(PATH), "all")
    for position in (make(PATH, 0, edge=True), make(PATH, 0, directed=True)):
        for record in (certificate, table):
            with pytest.raises(Rejected, match="undirected vertex geography only"):
                check(position, "outcome", "P", record)


def test_vertices_that_are_gone_take_no_part() -> None:
    """On a path of four with its end gone: three are left, and their letters are P, N, P."""
    graph = Graph.of(4, [(0, 1), (1, 2), (2, 3)])
    position = make(graph, 0, route=(1,))
    found, certificate = finding(position, "all")
    assert found == "-PNP"
    check(position, "all", found, certificate)
    _, before = finding(make(graph), "all")
    with pytest.raises(Rejected):
        check(position, "all", "-NNN", before)
    assert isinstance(certificate, MaximumMatching)
    more = np.append(certificate.order, 0)
    with pytest.raises(Rejected, match="one that is gone"):
        check(position, "all", found, msgspec.structs.replace(certificate, order=more))


def test_json_round_trip() -> None:
    for question, start in (("outcome", 0), ("all", None)):
        position = make(PATH, start)
        found, certificate = finding(position, question)
        again = convert(to_json(certificate))
        sentence = check(position, question, found, certificate)
        assert check(position, question, found, again) == sentence
