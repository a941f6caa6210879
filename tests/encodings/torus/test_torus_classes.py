"""Classes of cycles on the torus, and how short they are: second engines, forged certificates."""

from __future__ import annotations

from math import gcd
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.proved import proved
from reference.torus import GAME, accepted, ask, rejected

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.together import parts
from gameproof.certificates.torus.blocking_set import BlockingSet
from gameproof.encodings.each_move import together
from gameproof.encodings.method import Options
from gameproof.encodings.torus import classes as torus_cycles_classes
from gameproof.games.counts.torus_counts import cycle_class
from gameproof.games.game import games
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.torus_classes import hex_norm, normal
from gameproof.games.torus_cycles import Position, make
from gameproof.solvers.limits import Limits

# -- classes ----------------------------------------------------------------------------


def totient(k: int) -> int:
    return sum(gcd(j, k) == 1 for j in range(1, k + 1))


@pytest.mark.parametrize("n", range(3, 13))
@pytest.mark.parametrize("kind", ["simple", "chordless"])
def test_classes_by_size(n: int, kind: str) -> None:
    bound = n if kind == "simple" else n // 2
    expected = 3 * sum(totient(k) for k in range(1, bound + 1))
    assert proved(GAME, make(n, n), "classes", kind=kind) == str(expected)
    if n == 6:
        assert expected == (36 if kind == "simple" else 12)


@pytest.mark.parametrize(
    ("wanted", "kind", "answer"),
    [
        ("1,2", "simple", "yes"),
        ("1,-3", "simple", "yes"),
        ("1,-2", "chordless", "no"),
        ("1,2", "chordless", "yes"),
        ("2,2", "simple", "no"),
        ("5,2", "simple", "no"),
    ],
)
def test_a_class_on_4x4_by_both_methods(wanted: str, kind: str, answer: str) -> None:
    arguments = {"class": wanted, "kind": kind}
    assert proved(GAME, make(4, 4), "cycle", **arguments) == answer


@pytest.mark.parametrize(
    ("rows", "columns", "wanted", "kind"),
    [
        (3, 4, "4,1", "simple"),
        (3, 5, "1,6", "simple"),
        (3, 5, "2,1", "chordless"),
        (4, 3, "1,2", "chordless"),
    ],
)
def test_a_class_that_does_not_fit_is_refuted(
    rows: int, columns: int, wanted: str, kind: str
) -> None:
    board = make(rows, columns)
    finding = ask(board, "cycle", "sat", **{"class": wanted, "kind": kind})
    assert finding.answer is False
    assert isinstance(finding.certificate, Refutation)
    other = {"class": "1,0", "kind": kind}
    rejected(board, "cycle", "no", finding.certificate, **other)
    rejected(board, "cycle", "yes", finding.certificate, **{"class": wanted, "kind": kind})
    rejected(board, "cycle", "no", finding.certificate, **{"class": wanted, "kind": "round"})
    rejected(board, "blocked", "yes", finding.certificate, **{"class": "1,0"})


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), pytest.param(3, 4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["simple", "chordless"])
def test_which_classes_fit_agrees_with_all_cycles(rows: int, columns: int, kind: str) -> None:
    chordless = kind == "chordless"
    fit = {c for c, without in simple_cycles(rows, columns) if without == chordless}
    for x in range(5):
        for y in range(-3, 4):
            if gcd(x, y) == 1 and (x, y) == normal(x, y):
                arguments = {"class": f"{x},{y}", "kind": kind}
                answer = ask(make(rows, columns), "cycle", "sat", **arguments).answer
                assert answer == ((x, y) in fit), (x, y)


def simple_cycles(n: int, m: int) -> set[tuple[tuple[int, int], bool]]:
    """(class, chordless) of all simple essential cycles, by walking from the least cell."""
    board = make(n, m)
    near = [[w for w, _, _ in board.neighbours(v)] for v in range(n * m)]
    found = set()

    def walk(path: list[int]) -> None:
        for w in near[path[-1]]:
            if w == path[0] and len(path) > 2:
                for chordless in (False, True):
                    try:
                        found.add((cycle_class(board, path, chordless=chordless), chordless))
                    except BadInput:
                        continue
            elif w > path[0] and w not in path:
                walk([*path, w])

    for v in range(n * m):
        walk([v])
    return found


def test_all_cycles_of_3x3() -> None:
    found = simple_cycles(3, 3)
    assert len({c for c, chordless in found if not chordless}) == 12
    assert len({c for c, chordless in found if chordless}) == 3
    assert all(gcd(*c) == 1 for c, _ in found)


def test_classes_that_a_search_refuses() -> None:
    for words in ("0,0", "a,b", "1", ""):
        with pytest.raises(BadInput):
            torus_cycles_classes.by_line(make(4, 4), Limits(), Options(arguments={"class": words}))


@pytest.mark.parametrize(
    ("cycles", "answer", "reason"),
    [
        ([], "yes", "one row"),
        ([[0, 4, 8, 12]] * 2, "yes", "one row"),
        ([[0, 4, 8, 12] * 2], "yes", "twice"),
        ([[0, 4, 8]], "yes", "not neighbours"),
        ([[0, 4, 8, 16]], "yes", "list of cells"),
        ([[]], "yes", "list of cells"),
        ([[0, 4, 8, 12]], "no", "entail"),
        ([[0, 1, 2, 3]], "yes", "the class"),
        ([[0, 4, 8, 12, 0]], "yes", "twice"),
        ([[0, 5]], "yes", "not neighbours"),
        ([[0, 1, 4]], "yes", "not essential"),
        ([[0, 2**31 - 1]], "yes", "list of cells"),
        ([], "no", "one row"),
    ],
)
def test_hostile_cycles_are_rejected(cycles: list[list[int]], answer: str, reason: str) -> None:
    told = rejected(make(4, 4), "cycle", answer, Definition.of(cycles), **{"class": "0,1"})
    assert reason in told


def test_a_chord_is_seen_and_kinds_are_kept_apart() -> None:
    crooked = [0, 1, 4, 8, 12]  # (0, 1) with a chord from 0 to 4
    board = make(4, 4)
    assert accepted(board, "cycle", "yes", Definition.of([crooked]), **{"class": "0,1"})
    for words in ("0,1", "0,-1", "(0,1)"):
        simple = {"class": words, "kind": "simple"}
        assert accepted(board, "cycle", "yes", Definition.of([crooked]), **simple)
    without = {"class": "0,1", "kind": "chordless"}
    assert "chord" in rejected(board, "cycle", "yes", Definition.of([crooked]), **without)
    for kind in ("round", True, ""):
        wrong = {"class": "0,1", "kind": kind}
        assert "claim" in rejected(board, "cycle", "yes", Definition.of([crooked]), **wrong)
    for words in ("", "0,0", "1", "1,2,3", "9" * 50 + ",1", "1," + "9" * 50 + ",2"):
        told = rejected(board, "cycle", "no", Definition.of([]), **{"class": words})
        assert "a class is" in told


def test_narrow_boards_have_ambiguous_steps() -> None:
    for rows, columns in ((1, 1), (1, 5), (2, 2), (2, 5), (5, 2)):
        board = make(rows, columns)
        for cycles in ([[0, 1]], [[0]]):
            for words in ("1,0", "0,1", "2,2"):
                for answer in ("yes", "no"):
                    proof = Definition.of(cycles)
                    told = rejected(board, "cycle", answer, proof, **{"class": words})
                    assert "ambiguous" in told


def test_classes_want_every_class_shown_once() -> None:
    board = make(4, 4)
    shown, more = parts(ask(board, "classes").certificate)
    assert isinstance(shown, Definition)
    cycles = list(map(list, shown.rows()))

    def proof(cycles: list[list[int]]) -> Any:
        return together(Definition.of(cycles), more)

    assert accepted(board, "classes", "18", proof(cycles))
    assert "entail" in rejected(board, "classes", "18", shown)
    assert "entail" in rejected(board, "classes", "18", more)
    assert "entail" in rejected(board, "classes", "18", proof(cycles[1:]))
    assert "entail" in rejected(board, "classes", "17", proof(cycles[1:]))
    assert "entail" in rejected(board, "classes", "0", proof([]))
    backwards = [cycle[::-1] for cycle in cycles]
    assert accepted(board, "classes", "18", proof(cycles + backwards))
    twice = [*cycles[1:], cycles[1][::-1]]
    assert "entail" in rejected(board, "classes", "18", proof(twice))
    told = rejected(board, "classes", "18", proof(cycles), kind="chordless")
    assert "chord" in told
    assert "list of cells" in rejected(make(3, 4), "classes", "18", proof(cycles))


def test_a_class_larger_than_the_board_costs_nothing() -> None:
    words = {"class": "1," + "9" * 30}
    here = make(3, 4)
    assert ask(here, "blocked", **words).answer is True
    assert ask(here, "cycle", "sat", **words).answer is False


# -- shortest loops ---------------------------------------------------------------------


@pytest.mark.parametrize("n", [3, 4, 7])
def test_shortest_loops_on_the_empty_board(n: int) -> None:
    for x, y in ((0, 1), (1, 0), (1, 1), (1, 2), (1, -1), (2, 1), (2, -1), (2, 4), (3, 0)):
        finding = ask(make(n, n), "shortest-loop", **{"class": f"{x},{y}"})
        assert finding.answer == n * hex_norm(x, y)


@settings(max_examples=25)
@given(st.integers(3, 4), st.integers(3, 5), st.data())
def test_shortest_loops_agree_with_networkx(n: int, m: int, data: Any) -> None:
    networkx = pytest.importorskip("networkx")
    stones = data.draw(st.text("..o", min_size=n * m, max_size=n * m))
    x, y = data.draw(st.sampled_from(((0, 1), (1, 0), (1, 1), (1, 2), (1, -1))))
    board = Position(n, m, stones)
    graph = networkx.Graph()
    span = range(-5, 6)
    for v in range(n * m):
        for w, sx, sy in board.neighbours(v):
            if "o" not in (stones[v], stones[w]):
                graph.add_edges_from(((v, a, b), (w, a + sx, b + sy)) for a in span for b in span)
    lengths = [
        networkx.shortest_path_length(graph, (v, 0, 0), (v, x, y))
        for v in range(n * m)
        if (v, 0, 0) in graph and networkx.has_path(graph, (v, 0, 0), (v, x, y))
    ]
    expected = str(min(lengths)) if lengths else "none"
    finding = ask(board, "shortest-loop", **{"class": f"{x},{y}"})
    assert finding.answer == (None if expected == "none" else int(expected))
    for wrong in {"none", "3", str(n * m)} - {expected}:
        rejected(board, "shortest-loop", wrong, finding.certificate, **{"class": f"{x},{y}"})


def test_a_longer_walk_is_rejected() -> None:
    board = make(4, 4)
    detour = together(Definition.of([[0, 1, 4, 8, 12]]), Definition())
    assert "entail" in rejected(board, "shortest-loop", "5", detour, **{"class": "0,1"})
    assert accepted(board, "shortest-loop", "4", detour, **{"class": "0,1"})
    for wrong in ([], [0, 4, 8], [0, 4, 8, 12] * 2, [0, 4, 8, 12, 99]):
        for answer in ("4", "8", "none"):
            for bad in (Definition.of([wrong]), together(Definition.of([wrong]), Definition())):
                rejected(board, "shortest-loop", answer, bad, **{"class": "0,1"})
    full = Definition.of([[0, 4, 8, 12]])
    assert "entail" in rejected(board, "shortest-loop", "4", full, **{"class": "0,-1"})
    both = together(full, Definition())
    assert accepted(board, "shortest-loop", "4", both, **{"class": "0,-1"})
    assert "the class" in rejected(board, "shortest-loop", "4", both, **{"class": "1,0"})
    stone = make(4, 4, "o.../..../..../....")
    assert "colour o" in rejected(stone, "shortest-loop", "4", both, **{"class": "0,1"})
    assert "ambiguous" in rejected(make(2, 9), "shortest-loop", "2", both, **{"class": "0,1"})
    with pytest.raises(BadInput):
        ask(board, "shortest-loop", **{"class": "0,0"})


# -- scope ------------------------------------------------------------------------------


def test_kinds_of_the_torus_keep_to_it() -> None:
    elsewhere: Any = games()["torus-hex"][0].make(n=4)
    blocking: Any = BlockingSet([], [], [], None)  # type: ignore[arg-type]
    for question in ("winner", "outcome", "census", "cycle"):
        with pytest.raises(Rejected, match="not about"):
            conclude(Goal(elsewhere, question, {"class": "5,1"}), blocking)


@pytest.mark.parametrize("text", ["A" + "9" * 5000, "9" * 5000, "A" * 5000, "", "x", "A0x", "²x"])
def test_moves_that_a_certificate_may_hold_are_refused_in_words(text: str) -> None:
    for game in ("torus-cycles", "torus-hex"):
        here: Any = games()[game][0].make(n=3)
        with pytest.raises(BadInput):
            here.parse_move(text)
