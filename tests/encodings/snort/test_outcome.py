"""Outcomes of Snort and Col: published tables, brute force, two methods, checked proofs."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest
from networkx.generators.atlas import graph_atlas_g
from reference.proved import question_of
from reference.snort import outcome, sets_win

from gameproof.certificates.kernel import verify
from gameproof.certificates.strategies.snort_refutations import SnortRefutations
from gameproof.certificates.strategies.snort_strategy import Winner
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.snort import outcome as snort_outcome
from gameproof.encodings.snort import spare_moves, symmetry
from gameproof.encodings.snort.cycles import is_odd_cycle
from gameproof.encodings.snort.outcome import EXPORTS, METHODS, engine_for
from gameproof.games.game import COLOURS, Colour
from gameproof.games.graph import Graph, neighbour_masks
from gameproof.games.snort import COL, SNORT, Position, Rules, make, opponent
from gameproof.instances.graphs import take_graph
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sums import proof_log
from gameproof.solvers.sums.reservation_search import ReservationSearch
from gameproof.solvers.sums.star_packing import StarPacking


def board(rules: Rules, words: str) -> Position:
    graph, _ = take_graph(words.split())
    return make(rules, graph)


def of(rules: Rules, graph: Any) -> Position:
    graph = nx.convert_node_labels_to_integers(graph)
    return make(rules, Graph.of(len(graph), list(graph.edges)))


def ask(
    position: Any, method: str = "", question: str = "outcome", limit: float | None = None
) -> Finding:
    """The first (or the named) method's answer, its certificate checked."""
    for tried in METHODS:
        if tried.question != question or (method and tried.name != method):
            continue
        if not tried.applies(position):
            continue
        finding = tried.run(position, Limits(limit), Options())
        if finding.answer != UNKNOWN:
            assert finding.certificate is not None, finding.note
            asked = question_of(position.rules.name, question)
            verify(position, asked, {}, str(finding.answer), finding.certificate)
            return finding
    return Finding(UNKNOWN)


PATHS_AND_CYCLES = (
    [(f"path {n}", "N") for n in range(1, 21)]
    + [(f"cycle {n}", "NP"[n % 2 == 0]) for n in range(4, 19)]
    + [(f"star {n}", "N") for n in range(1, 13)]
)
OTHERS = [
    ("bipartite 2 4", "P"),
    ("hypercube 3", "P"),
    ("grid 2 2", "P"),
    ("grid 2 4", "P"),
    ("grid 4 4", "P"),
    ("bipartite 3 3", "N"),
    ("grid 2 3", "N"),
    ("grid 3 3", "N"),
]


@pytest.mark.parametrize(("words", "expected"), PATHS_AND_CYCLES + OTHERS)
def test_snort_tables(words: str, expected: str) -> None:
    assert ask(board(SNORT, words)).answer == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [("path 1", "N")]
    + [(f"path {n}", "P") for n in range(2, 13)]
    + [(f"cycle {n}", "P") for n in range(3, 11)]
    + [(f"star {k}", "N" if k > 1 and k % 2 else "P") for k in range(1, 9)]
    + [("grid 3 3", "P"), ("grid 3 4", "P"), ("grid 2 6", "P")],
)
def test_col_tables(words: str, expected: str) -> None:
    assert ask(board(COL, words)).answer == expected


@pytest.mark.parametrize("method", ["opposition", "search"])
def test_methods_agree_with_brute_force_on_small_graphs(method: str) -> None:
    """All graphs with at most five vertices, both games; opposition may be silent."""
    answered = 0
    for graph in graph_atlas_g()[1:53]:
        for rules in (SNORT, COL):
            position = of(rules, graph)
            finding = ask(position, method)
            if finding.answer != UNKNOWN:
                answered += 1
                assert finding.answer == outcome(position)
    assert answered == 104 if method == "search" else answered > 60


@pytest.mark.slow
def test_all_graphs_to_seven_vertices() -> None:
    """Connected second-player wins: 1, 0, 6, 5 for 4, 5, 6, 7 vertices."""
    connected = dict.fromkeys(range(1, 8), 0)
    for graph in graph_atlas_g()[1:]:
        position = of(SNORT, graph)
        masks = tuple(sum(1 << u for u in graph[v]) for v in graph)
        full = (1 << len(graph)) - 1
        expected = "N" if sets_win(masks, False, full, full) else "P"
        assert ask(position, "search").answer == expected
        quick = ask(position, "opposition").answer
        assert quick in (expected, UNKNOWN)
        if expected == "P" and nx.is_connected(graph):
            connected[len(graph)] += 1
    assert [connected[n] for n in (4, 5, 6, 7)] == [1, 0, 6, 5]


@pytest.mark.parametrize("text", ["R....B", "r...", "r.b..", "R......", "..B...r"])
@pytest.mark.parametrize("shape", ["path", "cycle"])
@pytest.mark.parametrize("rules", [SNORT, COL])
def test_positions_with_pieces(rules: Rules, shape: str, text: str) -> None:
    if shape == "cycle" and text == "R....B" and rules is SNORT:
        text = "R...B."
    if shape == "cycle" and len(text) < 5:
        text += "...."
    position = Position.parse(f"{rules.name} {shape} {text} red")
    assert ask(position, "search").answer == outcome(position)
    assert ask(position, "opposition").answer in (outcome(position), UNKNOWN)
    for starter in COLOURS:
        turned = position.turn(starter)
        winner = {"N": starter, "P": "red" if starter == "blue" else "blue"}
        expected = winner.get(outcome(position)) or {"L": "red", "R": "blue"}[outcome(position)]
        assert ask(turned, "search", "winner").answer == expected


@pytest.mark.parametrize("rules", [SNORT, COL])
def test_misere_against_brute_force(rules: Rules) -> None:
    for graph in graph_atlas_g()[1:53:3]:
        position = of(rules, graph)
        finding = ask(position, question="misere-outcome")
        assert finding.answer == outcome(position, misere=True)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("path 100", "N"),
        ("cycle 100", "P"),
        ("grid 7 7", "N"),
        ("grid 6 9", "N"),
        ("grid 8 8", "P"),
        ("grid 30 30", "P"),
        ("cycle 600", "P"),
    ],
)
def test_symmetric_boards_need_no_search(words: str, expected: str) -> None:
    assert ask(board(SNORT, words), "opposition").answer == expected


@pytest.mark.parametrize(
    "words", ["gnp 18 0.2 seed 1", "gnp 20 0.5 seed 1", "grid 3 6", "tree 24 seed 5", "cycle 15"]
)
def test_searched_boards_carry_strategies(words: str) -> None:
    assert ask(board(SNORT, words), "search").answer == "N"


@pytest.mark.parametrize("n", [5, 11, 25, 39, pytest.param(99, marks=pytest.mark.slow)])
def test_odd_cycles_by_mirrored_segments(n: int) -> None:
    position = board(SNORT, f"cycle {n}")
    assert ask(position, "mirrored-segments").answer == "N"


@pytest.mark.parametrize("words", ["cycle 6", "cycle 3", "path 7", "bipartite 3 3"])
def test_mirrored_segments_are_for_odd_cycles(words: str) -> None:
    assert not is_odd_cycle(board(SNORT, words))
    assert not is_odd_cycle(board(COL, "cycle 7"))
    assert not is_odd_cycle(board(SNORT, "cycle 7").play(0))


def test_search_agrees_with_opposition() -> None:
    for words in ("path 30", "cycle 24", "grid 4 5", "bipartite 5 5"):
        position = board(SNORT, words)
        free = position.red_free
        limits = Limits()
        won = engine_for(position, limits).wins(free, free, limits)
        assert ("N" if won else "P") == ask(position, "opposition").answer


def test_a_limit_leaves_bounds() -> None:
    position = board(SNORT, "gnp 90 0.05 seed 3")
    engine_for(position, Limits()).wins(1, 1, Limits())
    method = next(m for m in METHODS if (m.question, m.name) == ("outcome", "search"))
    finding = method.run(position, Limits(0.3), Options())
    assert finding.answer == UNKNOWN
    assert finding.detail["reason"] == "time"
    assert finding.detail["possible"] == "N P"  # both starts go alike on a free board
    assert finding.detail["red_starts"].startswith("red wins with ")
    coloured = position.play(0)
    finding = method.run(coloured, Limits(0.1), Options())
    assert finding.answer == UNKNOWN
    assert set(finding.detail["possible"].split()) <= set("NPLR")
    assert finding.detail["blue_starts"].startswith("blue wins with ")


@pytest.mark.parametrize("reach", [1, 2, 5, 40])
def test_a_step_that_takes_too_long_is_shortened(reach: int) -> None:
    """A search that decides only what is less than ``reach`` free moves away."""
    position, asked = board(SNORT, "path 5"), []

    class Short(StarPacking):
        def wins(
            self, mine: int, yours: int, limits: Limits, *, spare: int = 0, star: bool = False
        ) -> bool:
            asked.append(spare)
            if spare - max((s for s in asked[:-1] if s <= -4), default=-30) > reach:
                asked.pop()
                raise LimitReached("time")
            return spare > -4

    search = Short(neighbour_masks(position.graph))
    assert spare_moves.narrowed(position, "red", search, (1, -30), Limits()) == (-3, -4)


@pytest.mark.parametrize("limits", [Limits(), Limits(0.0)])
@pytest.mark.parametrize("rules", [SNORT, COL])
@pytest.mark.parametrize("words", ["path 7", "cycle 6", "grid 2 3", "tree 7 seed 2"])
def test_bounds_left_by_a_limit_hold(rules: Rules, words: str, limits: Limits) -> None:
    """Whatever the engine: with so many free moves more the starter wins, with fewer not;
    with time they meet."""
    fresh = board(rules, words)
    for position in (fresh, fresh.play(0), fresh.play(3).play(fresh.play(3).moves()[0])):
        masks = neighbour_masks(position.graph)
        searches: list[ReservationSearch | StarPacking] = [
            ReservationSearch(masks, own_conflict=rules is COL)
        ]
        if rules is SNORT:
            searches.append(StarPacking(masks))
        for search in searches:
            left = snort_outcome._unfinished(position, COLOURS, search, limits)
            for starter in COLOURS:
                found = re.fullmatch(
                    rf"{starter} wins with (-?\d+) free moves? more, loses with (-?\d+) fewer",
                    left[f"{starter}_starts"],
                )
                assert found is not None
                sets = position.free(starter), position.free(opponent(starter))
                assert search.wins(*sets, Limits(), spare=int(found[1]))
                assert not search.wins(*sets, Limits(), spare=-int(found[2]))
                assert limits.time_limit is not None or int(found[1]) + int(found[2]) == 1


@pytest.mark.parametrize(
    ("question", "method", "words"),
    [("outcome", "opposition", "regular 3 60 seed 1"), ("misere-outcome", "search", "grid 4 6")],
)
def test_other_methods_stopped_at_once_say_what_is_left(
    question: str, method: str, words: str
) -> None:
    chosen = next(m for m in METHODS if (m.question, m.name) == (question, method))
    finding = chosen.run(board(SNORT, words), Limits(0.0), Options())
    assert (finding.answer, finding.detail["reason"]) == (UNKNOWN, "time")
    assert finding.detail["possible"] == "N P"


def test_opposition_leaves_the_search_half_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock started 10 s ago with 40 s in all: opposition sees 15 more."""
    seen: list[float | None] = []

    def silent(position: Position, starter: Colour, limits: Limits, engine: str | None) -> None:
        seen.append(limits.time_limit)

    monkeypatch.setattr(symmetry, "winner_by_opposition", silent)
    for question in ("outcome", "winner"):
        chosen = next(m for m in METHODS if (m.question, m.name) == (question, "opposition"))
        for limits in (Limits(40.0, started=time.monotonic() - 10.0), Limits()):
            assert chosen.run(board(SNORT, "path 5"), limits, Options()).answer == UNKNOWN
    assert 24.0 < (seen[0] or 0.0) < 26.0
    assert seen[1] is seen[3] is None
    assert 24.0 < (seen[2] or 0.0) < 26.0


def test_large_strategies_are_refused_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snort_outcome, "MOST_SUMS", 20)
    method = next(m for m in METHODS if (m.question, m.name) == ("outcome", "search"))
    finding = method.run(board(SNORT, "regular 3 20 seed 1"), Limits(), Options())
    assert finding.stats["nodes"] < snort_outcome.SHORT_NODES
    assert finding.answer == "N"
    assert finding.certificate is None
    assert "20 sums" in (finding.note or "")


def test_the_answer_is_kept_when_the_strategy_runs_out_of_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Writing it stops before the limit of the whole answer."""
    limits = Limits(0.5)
    monkeypatch.setattr(snort_outcome, "winner_of", lambda _position, starter, _limits: starter)
    monkeypatch.setattr(Winner, "prove", lambda self, goals, move, tick: tick_until(tick, limits))
    method = next(m for m in METHODS if (m.question, m.name) == ("outcome", "search"))
    finding = method.run(board(SNORT, "path 5"), limits, Options())
    assert finding.answer == "N"
    assert "limits ran out" in (finding.note or "")
    assert limits.remaining() > 0.0


def tick_until(tick: Callable[[int], None], limits: Limits) -> None:
    """A strategy that is never finished."""
    while limits.remaining() > 0.0:
        tick(1)
    raise AssertionError("went on to the limit of the answer")


def test_strategies_of_large_boards_get_less_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snort_outcome, "HASTY_SECONDS", 0.0)
    least = snort_outcome.MOST_OPEN
    boards = (board(SNORT, f"star {n - 1}") for n in (least, least + 1))
    rows: tuple[tuple[Colour, Colour], ...] = (("red", "red"),)
    found = [snort_outcome.strategy(one, rows, "normal", Limits()) for one in boards]
    assert [isinstance(one, str) for one in found] == [False, True]


def test_searches_of_some_length_hand_over_their_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else is tried then; a second start that is the first one over costs nothing."""
    monkeypatch.setattr(snort_outcome, "strategy", None)
    monkeypatch.setattr(snort_outcome, "SHORT_OPEN", 0)
    method = next(m for m in METHODS if (m.question, m.name) == ("outcome", "search"))
    for words in ("regular 3 24 seed 1", "gnp 30 0.2 seed 1", "tree 40 seed 1"):
        position = board(SNORT, words)
        finding = method.run(position, Limits(), Options())
        assert isinstance(finding.certificate, SnortRefutations)
        assert finding.certificate.roots == [0, 0]
        asked = question_of("snort", "outcome")
        assert verify(position, asked, {}, str(finding.answer), finding.certificate)
    monkeypatch.setattr(proof_log, "MOST", 1)
    monkeypatch.setattr(proof_log, "FIRST", 20_000 + 300)
    finding = method.run(board(SNORT, "regular 3 32 seed 2"), Limits(), Options())
    assert finding.certificate is None
    assert "not kept" in (finding.note or "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    ["regular 3 44 seed 1", "gnp 60 0.1 seed 1", "gnp 60 0.07 seed 1", "gnp 100 0.2 seed 1"],
)
def test_large_boards_within_a_minute(words: str) -> None:
    """The verdict is upheld the other way round: every reply to the move found loses, asked
    from empty tables on the boards that it leaves."""
    position = board(SNORT, words)
    free = position.red_free
    limits = Limits(300)
    move = engine_for(position, limits).winning_move(free, free, limits)
    assert move is not None
    left, right = free & ~(1 << move), free & ~(1 << move) & ~neighbour_masks(position.graph)[move]
    assert not StarPacking(neighbour_masks(position.graph)).wins(right, left, Limits(300))


@pytest.mark.slow
def test_every_path_and_cycle_to_100() -> None:
    """Paths are first-player wins; cycles from 4 on are so when odd (Borje, theorems)."""
    for n in range(1, 101):
        assert ask(board(SNORT, f"path {n}")).answer == "N"
        if n >= 4:
            assert ask(board(SNORT, f"cycle {n}")).answer == ("N" if n % 2 else "P")


@pytest.mark.parametrize("engine", ["cadical195", "cp-sat"])
def test_exported_model_tells_opposable_graphs(engine: str) -> None:
    """C_6 is opposable, C_5 and P_3 are not (they are first-player wins)."""
    for words, status in (("cycle 6", "sat"), ("cycle 5", "unsat"), ("path 3", "unsat")):
        model = EXPORTS[0].build(board(SNORT, words), Options())
        assert sat.solve(model, Limits(), engine=engine).status == status
