"""Forged certificates about impartial games and Hackenbush: what they claim is refused."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest
from reference.impartial import confirm
from reference.plays import forced
from reference.proved import findings

from gameproof.certificates.arrays import shaped
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.definitions import closed_forms
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.play import Play
from gameproof.certificates.values.closed_form import ClosedForm
from gameproof.certificates.values.digraph_values import DigraphValues
from gameproof.certificates.values.dynamic_table import DynamicTable
from gameproof.certificates.values.games import Games
from gameproof.certificates.values.heap_tables import verify_heaps
from gameproof.certificates.values.impartial_answers import answer as value_answer
from gameproof.certificates.values.impartial_answers import whole
from gameproof.certificates.values.mex import Mex
from gameproof.certificates.values.mex_tables import verify_corner, verify_kernel, verify_runs
from gameproof.certificates.values.retrograde_table import RetrogradeTable
from gameproof.games.graph import Graph
from gameproof.games.grids import chomp
from gameproof.games.impartial import (
    digraph,
    even_odd,
    hackenbush,
    kayles,
    nim,
    rook,
    subtraction,
    take_away,
    wythoff,
)
from gameproof.games.impartial import sum as sums
from gameproof.games.impartial.laws.green_hackenbush import LISTED, green_value
from gameproof.games.impartial.laws.h_numbers import ENUMERATED
from gameproof.games.impartial.laws.hackenbush_trees import tree_value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import wins
from gameproof.instances.instance import from_words, resolve


def refused(
    game: str, position: object, question: str, answer: str, forged: Certificate, **given: object
) -> None:
    with pytest.raises(Rejected):
        confirm(game, position, question, answer, forged, **given)  # type: ignore[arg-type]


def genuine(game: str, position: object, question: str, method: str, **given: int) -> Certificate:
    found = findings(game, position, question, **given)[method].certificate
    assert found is not None
    return found


# ------------------------------------------------------------------- what is asked


@pytest.mark.parametrize("method", ["law", "grundy-table"])
def test_the_heap_of_the_instance_counts(method: str) -> None:
    """``nim 3 equals the heap 99``: arguments written into a claim make another question."""
    three = nim.make((3,))
    proof = genuine("nim", three, "equivalent", method, heap=3)
    confirm("nim", three, "equivalent", "yes", proof, heap=3)
    confirm("nim", three, "equivalent", "no", proof, heap=99)
    refused("nim", three, "equivalent", "yes", proof, heap=99)
    refused("nim", three, "equivalent", "no", proof, heap=3)
    for heap in (True, 3.0, 1.5, "3", -1, None):
        refused("nim", three, "equivalent", "yes", proof, heap=heap)
        refused("nim", three, "equivalent", "no", proof, heap=heap)
    refused("nim", three, "equivalent", "yes", proof)
    refused("nim", three, "grundy", "3", proof, heap=3)
    refused("nim", nim.make((1,)), "equivalent", "yes", proof, heap=True)
    refused("nim", nim.make((0,)), "equivalent", "yes", ClosedForm(), heap=False)


@pytest.mark.parametrize("bound", [True, 2.0, -1, "2"])
def test_bounds_are_whole_numbers(bound: object) -> None:
    boards = {
        "nim": nim.make((1,)), "even-odd": even_odd.make((1,)), "rook": rook.make(1, 1),
        "wythoff": wythoff.make(1, 1), "take-away": take_away.make("x", 3),
        "subtraction": subtraction.make((1, 2), (3,)),
    }  # fmt: skip
    for game, position in boards.items():
        refused(game, position, "closed-form", "yes", Definition(), to=bound)
    refused(
        "take-away", boards["take-away"], "unique-representation", "yes", Definition(), to=bound
    )


def test_answers_have_one_spelling() -> None:
    for answer in ("03", "3 ", "+3", "three", "3.0", ""):
        refused("nim", nim.make((3,)), "grundy", answer, ClosedForm())
    refused("nim", nim.make((3, 4, 5)), "outcome", "draw", ClosedForm())
    refused("nim", nim.make((3, 3, 1)), "winning-moves", "2:1, 1:1, 3:1", ClosedForm())


def test_names_cannot_pass_for_several() -> None:
    """A vertex may be called ``none``, or like two vertices."""
    graph = Graph.of(3, [(0, 1), (0, 2)], directed=True, names=("s", "none", "a, b"))
    position = digraph.make(graph, (0,))
    proof = genuine("digraph", position, "winning-moves", "peeling")
    confirm("digraph", position, "winning-moves", '"a, b", "none"', proof)
    refused("digraph", position, "winning-moves", "a, b, none", proof)
    lone = digraph.make(Graph.of(2, [(0, 1)], directed=True, names=("s", "none")), (0,))
    refused("digraph", lone, "winning-moves", "none", proof)
    refused(
        "digraph", lone, "winning-moves", "none", genuine("digraph", lone, "outcome", "peeling")
    )


# ------------------------------------------------------------------- strategies


def plays(start: nim.Position, side: str, reply: Callable[[nim.Position], str]) -> Play:
    """The tree of all plays in which ``side`` (as at the start) answers by ``reply``."""
    texts: list[str] = []
    rows: list[list[tuple[int, int]]] = []

    def node(here: nim.Position, mover: str) -> int:
        number = len(rows)
        rows.append([])
        moves = [here.move_text(move) for move in here.moves()]
        for text in [reply(here)] if moves and mover == side else moves:
            if text not in texts:
                texts.append(text)
            other = "previous" if mover == "next" else "next"
            rows[number].append((texts.index(text), node(here.play(here.parse_move(text)), other)))
        return number

    node(start, "next")
    edges = [edge for row in rows for edge in row]
    return Play(
        [forced("next", side, 0)],
        texts,
        np.cumsum([0, *map(len, rows)]),
        np.array([move for move, _ in edges], dtype=int),
        np.array([child for _, child in edges], dtype=int),
        np.zeros(len(rows), dtype=int),
    )


def first(here: nim.Position) -> str:
    return here.move_text(next(iter(here.moves())))


def balance(here: nim.Position) -> str:
    """A move that leaves two equal heaps, any other where there is none."""
    good = [move for move in here.moves() if len(set(here.play(move).heaps)) == 1]
    return here.move_text(good[0]) if good else first(here)


def test_a_strategy_does_not_name_its_players() -> None:
    """``nim 2 1`` is an N-position, whatever its strategies call the players."""
    position = nim.make((2, 1))
    for tree in (plays(position, "next", balance), plays(position, "previous", first)):
        for starter, side in itertools.product(("next", "previous", "P", "N", ""), repeat=2):
            forged = msgspec.structs.replace(tree, proofs=[forced(starter, side, 0)])
            refused("nim", position, "outcome", "P", forged)
    everything = plays(position, "nobody", first)
    for side in ("next", "previous", "nobody", "P"):
        for rows in ([forced("next", side, 0)], [forced("previous", side, 0)], []):
            for answer in "NP":
                forged = msgspec.structs.replace(everything, proofs=rows)
                refused("nim", position, "outcome", answer, forged)
    confirm("nim", position, "outcome", "N", plays(position, "next", balance))
    even = nim.make((2, 2))
    confirm("nim", even, "outcome", "P", plays(even, "previous", balance))
    refused("nim", even, "outcome", "N", plays(even, "previous", balance))
    refused("nim", even, "outcome", "P", plays(even, "previous", first))


FINISHED = [
    ("nim", nim.make((0, 0)), "P"),
    ("nim", nim.make(()), "P"),
    ("subtraction", subtraction.make((2, 3), (1, 0)), "P"),
    ("even-odd", even_odd.make((2, 0)), "P"),
    ("rook", rook.make(0, 0), "P"),
    ("wythoff", wythoff.make(0, 0), "P"),
    ("take-away", take_away.make("x", 1), "P"),
    ("take-away", take_away.make("x", 0), "P"),
    ("digraph", digraph.make(Graph.of(2, [(0, 1)], directed=True), (1,)), "P"),
    ("node-kayles", kayles.NodePosition(Graph.of(0, []), 0), "P"),
    ("arc-kayles", kayles.ArcPosition(Graph.of(2, []), 3), "P"),
    ("hackenbush", hackenbush.make(""), "P"),
    ("hackenbush", hackenbush.make("ground a red").play(0), "P"),
    ("hackenbush", hackenbush.make("ground a red", "blue"), "L"),
    ("sum", sums.make(("nim:0", "wythoff:0,0")), "P"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "position", "outcome"), FINISHED)
def test_finished_positions_are_goals_like_others(
    game: str, position: object, outcome: str
) -> None:
    found = findings(game, position, "outcome")
    assert found
    assert {finding.answer for finding in found.values()} == {outcome}
    for finding in found.values():
        assert finding.certificate is not None
        for other in {"N", "P", "L", "R"} - {outcome}:
            refused(game, position, "outcome", other, finding.certificate)


def test_the_result_of_a_finished_position_is_a_player() -> None:
    over = nim.make((0,))
    assert over.result() == "previous"
    proof = plays(over, "previous", first)
    assert conclude(Goal(over, "outcome"), proof).statements[0] == wins("next", "previous", plies=0)


# ----------------------------------------------------------------- Grundy tables


def test_tables_without_the_positions_prove_nothing() -> None:
    confirm("nim", nim.make((2, 2)), "outcome", "P", Mex({}))  # G + G = 0
    refused("nim", nim.make((2, 2)), "outcome", "N", Mex({}))
    for position in (nim.make((1,)), nim.make((0,)), nim.make((2, 3)), nim.make((2, 2, 2))):
        refused("nim", position, "outcome", "P", Mex({}))
        refused("nim", position, "outcome", "N", Mex({}))
    refused("nim", nim.make((1,)), "grundy", "1", Mex({"1": 1}))
    confirm("nim", nim.make((1,)), "grundy", "1", Mex({"0": 0, "1": 1}))
    refused("nim", nim.make((1,)), "outcome", "P", Mex({"0": 0, "1": 0}))
    for wrong in (True, 1.0, "1", None):
        table = Mex({"0": 0, "1": wrong})  # type: ignore[dict-item]
        refused("nim", nim.make((1,)), "grundy", "1", table)


def test_a_part_whose_key_is_empty_has_a_row_like_others() -> None:
    """Chomp on no squares has the key ""."""
    nothing = chomp.Chomp.make(("0", "0"))
    assert [part.key() for part in nothing.parts()] == [""]
    confirm("chomp", nothing, "grundy", "0", Mex({"": 0}))
    for value in (1, 4):
        refused("chomp", nothing, "grundy", str(value), Mex({"": value}))
        refused("chomp", nothing, "outcome", "N", Mex({"": value}))


def test_a_table_of_heaps_says_nothing_of_misere_play() -> None:
    """Dawson's Kayles on four vertices: each player makes one move at least."""
    path = kayles.node_kayles(Graph.of(4, [(0, 1), (1, 2), (2, 3)]))
    (name,) = [part.name() for part in path.parts()]
    paths = np.array([0, 1, 1, 2, 0])
    confirm("node-kayles", path, "grundy", "0", Mex({}, paths))
    for other in (0, 1):
        for answer in "NP":
            for values in ({}, {name: 0}, {name: 1}):
                forged = Mex(values, paths, misere={name: other})
                refused("node-kayles", path, "misere-outcome", answer, forged)


def test_a_table_bounds_the_work() -> None:
    started = time.process_time()
    n = 10**30
    for position in (nim.make((n,)), even_odd.make((n,)), wythoff.make(n, n), rook.make(n, n)):
        forged = Mex({position.key(): 0, "0": 0})
        refused("nim", position, "outcome", "P", forged)
    large = hackenbush.of_lines([(0, k) for k in range(1, 60)], [1 + k % 2 for k in range(59)])
    star = hackenbush.whole(large)
    table = np.array([0], dtype=np.int64)
    values = {f"{star.lines:x} 0": 0}
    forged_value = Games(
        table, table, table.reshape(1, 1).repeat(2, 1), table[:0], np.zeros((0, 3), int), values
    )
    refused("hackenbush", star, "value", "0", forged_value)
    assert time.process_time() - started < 2


def test_equal_compares_the_two_components() -> None:
    same, other = sums.make(("nim:2", "nim:2")), sums.make(("nim:2", "nim:3"))
    proof = genuine("sum", same, "equal", "grundy-table")
    confirm("sum", same, "equal", "yes", proof)
    refused("sum", other, "equal", "yes", proof)
    more = genuine("sum", other, "equal", "grundy-table")
    confirm("sum", other, "equal", "no", more)
    refused("sum", same, "equal", "no", more)
    for words in (("nim:0",), ("nim:1", "nim:1", "nim:0")):
        position = sums.make(words)
        table = genuine("sum", position, "grundy", "grundy-table")
        for answer in ("yes", "no"):
            refused("sum", position, "equal", answer, table)
    refused("nim", nim.make((2, 2)), "outcome", "N", proof)


def test_parts_of_different_games_have_different_keys() -> None:
    """``nim:4`` and ``even-odd:4`` are both written 4."""
    position = sums.make(("nim:4", "even-odd:4", "nim:4"))
    keys = [part.key() for part in position.parts()]
    assert keys[0] == keys[2] != keys[1]
    table = genuine("sum", position, "grundy", "grundy-table")
    assert isinstance(table, Mex)
    confirm("sum", position, "grundy", "1", table)


# --------------------------------------------------------------- heaps and periods


def test_a_period_needs_a_whole_window() -> None:
    """The amounts 2 and 3: 0 0 1 1 2, again and again."""
    position = subtraction.make((2, 3), (7,))
    row = np.array([0, 0, 1, 1, 2] * 3)
    confirm("subtraction", position, "grundy", "1", Mex({}, row[:9], 0, 5))
    confirm("subtraction", position, "period", "period 5 after 0 values",
            Mex({}, row[:9], 0, 5))  # fmt: skip
    for values, start, period in (
        (row[:8], 0, 5),  # too short
        (row[:8], 1, 5),  # too short by the start
        (row, 0, 4),
        (row, 0, 1),
        (row, 3, 2),
        (row[:1], 0, 1),
        (row[:0], 0, 1),
        (row[:2], 0, 1),
        (row.astype(float), 0, 5),
        (row.astype(bool), 0, 5),
        (row.reshape(5, 3), 0, 5),
        (row - 2**62, 0, 5),
        (row.astype(np.uint64) + np.uint64(2**64 - 1), 0, 5),
    ):
        for answer in "012":
            far = subtraction.make((2, 3), (10**20,))
            refused("subtraction", far, "grundy", answer, Mex({}, values, start, period))
    for start, period in ((0, 10), (1, 5), (5, 5)):  # true, and not the least
        for text in (f"period {period} after {start} values", "period 5 after 0 values"):
            forged = Mex({}, row, start, period)
            refused("subtraction", position, "period", text, forged)
    far = subtraction.make((2, 3), (100,))
    odd: tuple[tuple[Any, Any], ...] = (
        (0, 0),
        (True, 5),
        (0, True),
        (-1, 5),
        (0, -5),
        (0.0, 5),
        (0, 5.0),
    )
    for start, period in odd:
        for answer in "012":
            forged = Mex({}, row, start, period)
            refused("subtraction", far, "grundy", answer, forged)
    refused("subtraction", subtraction.make((1, 3), (7,)), "grundy", "1",
            Mex({}, row, 0, 5))  # fmt: skip


def test_laws_are_for_their_games() -> None:
    refused("subtraction", subtraction.make((2, 3), (4,)), "grundy", "4", ClosedForm())
    refused("subtraction", subtraction.make((2, 3), (4,)), "closed-form", "yes", Definition(), to=5)
    two = take_away.make("x", 4, None, "3")
    refused("take-away", two, "outcome", "P", ClosedForm())
    refused("take-away", two, "losing-sizes", "1 2 4", ClosedForm())
    refused("take-away", take_away.make("x", 6), "grundy", "3", ClosedForm())
    refused("wythoff", wythoff.make(2, 2), "grundy", "1", ClosedForm())
    refused("wythoff", wythoff.make(2, 1), "equivalent", "yes", ClosedForm(), heap=0)
    graph = kayles.NodePosition(Graph.of(1, []), 1)
    refused("node-kayles", graph, "outcome", "N", ClosedForm())


def test_wythoff_far_away() -> None:
    a, b = 1618033988749894848, 2618033988749894848
    confirm("wythoff", wythoff.make(a, b), "outcome", "P", ClosedForm())
    for da, db in itertools.product((-1, 0, 1), repeat=2):
        if (da, db) != (0, 0):
            refused("wythoff", wythoff.make(a + da, b + db), "outcome", "P", ClosedForm())
    huge = 10**6000
    confirm("wythoff", wythoff.make(huge, huge), "outcome", "N", ClosedForm())
    with pytest.raises(BadInput):
        wythoff.make(3, 5).parse_move("9" * 5000 + "+0")


def test_steps_belong_to_one_function() -> None:
    position = take_away.make("x", 6)
    other = take_away.make("2*x", 6)
    proof = genuine("take-away", other, "grundy", "steps")
    answer = str(findings("take-away", other, "grundy")["steps"].answer)
    confirm("take-away", other, "grundy", answer, proof)
    for claim in map(str, range(8)):
        refused("take-away", position, "grundy", claim, proof)
    assert isinstance(proof, DynamicTable)
    for first in (
        proof.first[:0], proof.first[:, :0], proof.first[0], proof.first.astype(np.int64),
        proof.first.astype(float), -proof.first, proof.first[:1], proof.first * 0,
    ):  # fmt: skip
        for claim in map(str, range(8)):
            refused("take-away", other, "grundy", claim, DynamicTable(first))
    # One column decides P-positions of one pile, and nothing else.
    confirm("take-away", take_away.make("2*x", 5), "outcome", "P", DynamicTable(proof.first[:1]))
    refused("take-away", take_away.make("2*x", 5, None, "5"), "outcome", "P",
            DynamicTable(proof.first[:1]))  # fmt: skip


# --------------------------------------------------------------------- digraphs


def arrows(n: int, *arcs: tuple[int, int]) -> Graph:
    return Graph.of(n, arcs, directed=True)


def test_numberings_ascend() -> None:
    loop, ring = arrows(1, (0, 0)), arrows(2, (0, 1), (1, 0))
    for graph in (loop, ring):
        n = graph.n
        for number in itertools.product((-1, 0, 1, 2), repeat=n):
            for marks in itertools.product((-1, 0, 1, 2), repeat=n):
                values = DigraphValues(np.array(marks), np.array(number))
                position = digraph.make(graph, (0,))
                refused("digraph", position, "outcome", "N", values)
                refused("digraph", position, "outcome", "P", values)
                refused("digraph", position, "p-positions", "0", values)
                refused("digraph", position, "acyclic", "yes", values)
    path = digraph.make(arrows(2, (0, 1)), (0,))
    good = np.array([1, 0]), np.array([0, 1])
    confirm("digraph", path, "outcome", "N", DigraphValues(*good))
    refused("digraph", path, "outcome", "N", DigraphValues(good[0], np.array([1, 1])))
    refused("digraph", path, "outcome", "N", DigraphValues(good[0], np.array([0.0, 1.0])))
    refused("digraph", path, "outcome", "N", DigraphValues(np.array([True, False]), good[1]))
    refused("digraph", path, "acyclic", "no", DigraphValues(*good))
    two = digraph.make(arrows(2, (0, 1)), (0, 0))
    confirm("digraph", two, "outcome", "P", DigraphValues(*good))


@pytest.mark.parametrize("walk", [[], [0], [0, 1], [0, 1, 2], [2, 0], [1, 2], [9]])
def test_walks_that_are_no_cycles(walk: list[int]) -> None:
    position = digraph.make(arrows(3, (0, 1), (1, 2), (0, 2)))
    refused("digraph", position, "acyclic", "no", Definition.of([walk]))
    ring = digraph.make(arrows(3, (0, 1), (1, 2), (2, 0)))
    for rows in ([], [[1, 2, 0], walk], [walk, [1, 2, 0]], [[1, 2, 0], [1, 2, 0]]):
        refused("digraph", ring, "acyclic", "no", Definition.of(rows))
    confirm("digraph", ring, "acyclic", "no", Definition.of([[1, 2, 0]]))
    refused("digraph", ring, "acyclic", "yes", Definition.of([[1, 2, 0]]))


def test_every_labelling_of_a_small_digraph() -> None:
    """Labels -1 to 4 on three positions: what is accepted is true."""
    truth = {0: "draw", 1: "draw", 2: "P"}
    graph = arrows(3, (0, 1), (1, 0), (0, 0), (1, 0))
    for labels in itertools.product(range(-1, 5), repeat=3):
        table = RetrogradeTable({str(v): label for v, label in enumerate(labels)})
        for start, outcome in truth.items():
            for answer in {"N", "P", "draw"} - {outcome}:
                refused("digraph", digraph.make(graph, (start,)), "outcome", answer, table)
    confirm("digraph", digraph.make(graph, (0,)), "outcome", "draw",
            RetrogradeTable({"0": -1, "1": -1}))  # fmt: skip
    for wrong in ({}, {"0": -1}, {"0": -1, "1": True}, {"0": -1, "1": -1.0}, {"0": -2, "1": -1}):
        refused("digraph", digraph.make(graph, (0,)), "outcome", "draw",
                RetrogradeTable(wrong))  # type: ignore[arg-type]  # fmt: skip


def test_tables_of_impartial_games_say_nothing_about_others() -> None:
    """``snort path 1 --only-red 0`` is won by Red, whoever starts."""
    one = from_words(["snort", "path", "1", "--only-red", "0"])
    two = from_words(["snort", "path", "1", "--only-blue", "0"])
    for board in (resolve(one).position, resolve(two).position):
        keys = {board.key(), str(board)}
        keys |= {k for move in board.moves() for k in (board.play(move).key(),)}
        for answer in "NP":
            for label in (0, 1, 2):
                table = dict.fromkeys(keys, label)
                refused("snort", board, "outcome", answer, RetrogradeTable(table))
                refused("snort", board, "outcome", answer, Mex(table))
    red = hackenbush.make("ground a red")
    for forged in (
        Mex({red.key(): 0, "1": 0, "0": 0}),
        RetrogradeTable({red.key(): 0, "0 1": 0}),
    ):
        for answer in "NPR":
            refused("hackenbush", red, "outcome", answer, forged)
    # Where play may go on for ever there are no Grundy values.
    ring = digraph.make(arrows(3, (0, 1), (1, 0), (1, 2)), (0,))
    for answer in ("N", "P", "draw"):
        refused("digraph", ring, "outcome", answer, Mex({"0": 0, "1": 1, "2": 0}))


# ------------------------------------------------------------------- Hackenbush


def test_green_boards_of_loops_and_several_points_of_the_ground() -> None:
    for text in (
        "ground a\na a",
        "ground a\nground a",
        "ground ground\nground a",
        "points left right\nleft a\na b\nb right",
    ):
        position = hackenbush.make(text)
        truth = findings("hackenbush", position, "grundy")["grundy-table"].answer
        for value in range(5):
            if value == truth:
                confirm("hackenbush", position, "grundy", str(value), ClosedForm())
            else:
                refused("hackenbush", position, "grundy", str(value), ClosedForm())
    board = hackenbush.of_lines([(0, 1), (1, 2), (2, 0), (3, 4)])
    for lines in (15, 8, 2):
        with pytest.raises(BadInput, match="not connected"):
            green_value(hackenbush.Position(board, lines))


@pytest.mark.parametrize(
    "text",
    [
        "ground a red\na b blue\nb ground red",  # a cycle
        "ground a red\na a blue",  # a loop
        "ground a red\nground a red",  # two lines between two points
        "ground a red\na b green",
        "points x y\nx a red\ny a blue",  # two points of the ground
    ],
)
def test_what_is_no_tree_has_no_colon_principle(text: str) -> None:
    position = hackenbush.make(text)
    assert isinstance(position, hackenbush.Coloured)
    for answer in ("0", "1", "1/2", "2", "-1", "3/2", "1/4"):
        refused("hackenbush", position, "value", answer, ClosedForm())
    for answer in "NPLR":
        refused("hackenbush", position, "outcome", answer, ClosedForm())


def test_lines_in_the_air_have_no_value() -> None:
    """Boards that no drawing gives: a tree by its count, and not connected."""
    board = hackenbush.of_lines([(0, 1), (1, 2), (2, 0), (3, 4)], [1, 1, 1, 1])
    for lines in (15, 8, 14):
        with pytest.raises(BadInput):
            tree_value(hackenbush.Coloured(board, lines, "red"))
    ring = hackenbush.of_lines([(1, 2), (2, 3), (3, 1)], [1, 1, 2])
    with pytest.raises(BadInput):
        tree_value(hackenbush.Coloured(ring, 7, "red"))


def test_both_starters_of_a_coloured_board() -> None:
    """N, P, L and R each say two things."""
    half = hackenbush.make("ground a red\na b blue")
    proof = genuine("hackenbush", half, "outcome", "search")
    assert isinstance(proof, Play)
    confirm("hackenbush", half, "outcome", "L", proof)
    for row in proof.proofs:
        nodes = [r for r in proof.proofs if r == row]
        part = Play(nodes, proof.texts, proof.starts, proof.moves, proof.children, proof.keys)
        for answer in "NPLR":
            refused("hackenbush", half, "outcome", answer, part)


# ------------------------------------------------------------------- laws and keys


def test_plays_end_iff_no_cycle_is_reached() -> None:
    cells = [(v, w) for v in range(3) for w in range(3)]
    for mask in range(1 << 9):
        arcs = [cell for k, cell in enumerate(cells) if mask >> k & 1]
        graph = arrows(3, *arcs)
        for vertex in (2, 0, 1):
            reached, ends = {vertex}, {v for v, _ in arcs}
            while True:
                more = reached | {w for v, w in arcs if v in reached}
                if more == reached:
                    break
                reached = more
            walks = {vertex}
            for _ in range(3):  # a walk of three steps repeats a vertex
                walks = {w for v, w in arcs if v in walks}
            assert digraph.plays_end(graph, vertex) is not bool(walks), (arcs, vertex, ends)


def test_keys_tell_positions_apart() -> None:
    starts = (
        nim.make((1, 11)), nim.make((11, 1)), rook.make(2, 3), wythoff.make(3, 2),
        subtraction.make((1, 2), (3, 1)), even_odd.make((5, 3)),
        take_away.make("x+1", 5, None, "3:2"),
        digraph.make(arrows(12, (11, 1), (1, 0), (11, 10)), (11, 1)),
        kayles.NodePosition(Graph.of(4, [(0, 1), (1, 2)]), 15),
        kayles.ArcPosition(Graph.of(4, [(0, 1), (1, 2), (2, 3)]), 15),
        hackenbush.make("ground a\na b\nb ground\na c"),
        hackenbush.make("ground a red\na b blue\nb ground red\na c green"),
        sums.make(("nim:1,2", "nim:1", "wythoff:1,2", "hackenbush:ground-a,a-b")),
    )  # fmt: skip
    for start in starts:
        seen: dict[str, object] = {}
        stack: list[object] = [start]
        while stack:
            here = stack.pop()
            key = here.key()  # type: ignore[attr-defined]
            assert key.isprintable()
            if key in seen:
                assert seen[key] == here
                continue
            seen[key] = here
            stack += [here.play(move) for move in here.moves()]  # type: ignore[attr-defined]
            stack += here.parts()  # type: ignore[attr-defined]


# ------------------------------------------------------------- the helpers themselves


def test_only_questions_of_values_are_answered() -> None:
    for question in ("period", "equals", "equal", "", "closed-form"):
        with pytest.raises(Rejected):
            value_answer(question, {}, lambda: 0, tuple)


@pytest.mark.parametrize(
    "array",
    [
        np.array([2**63], dtype=np.uint64),
        np.array([2**64 - 1], dtype=np.uint64),
        np.array([1.0]),
        np.array([True]),
        np.array(["1"]),
        np.array([[1]]),
        np.array([1, 1]),
        np.array(1),
        np.array([]),
    ],
)
def test_arrays_of_whole_numbers(array: np.ndarray) -> None:
    with pytest.raises(Rejected):
        shaped(array, "array", (1,))


def test_smallest_whole_numbers() -> None:
    for value in (True, False, 1.0, "1", None, -1, [1]):
        with pytest.raises(Rejected):
            whole("number", value)
    assert whole("number", 0) == 0
    assert shaped(np.array([7], dtype=np.uint8), "array", (-1,)).tolist() == [7]


def test_every_entry_of_a_table_is_a_mex() -> None:
    """Each table of small numbers but the true one is refused."""
    rows: tuple[tuple[tuple[int, ...], list[int]], ...]
    rows = ((1, 2), [0, 1, 2, 0]), ((2,), [0, 0, 1, 1]), ((9,), [0] * 4)
    for n in range(1, 5):
        for row in itertools.product(range(-1, 4), repeat=n):
            values = np.array(row)
            runs = [0, 1, 2, 3][:n], [0, 1, 0, 2][:n]
            for truth, smallest in zip(
                runs, (lambda k: 0, lambda k: 1 if k % 2 else 2), strict=True
            ):
                if list(row) != truth:
                    with pytest.raises(Rejected):
                        verify_runs(row, smallest)
            for amounts, truth in rows:
                if list(row) != truth[:n]:
                    with pytest.raises(Rejected):
                        verify_heaps(values, dict.fromkeys(amounts, 3))
                else:
                    verify_heaps(values, dict.fromkeys(amounts, 3))
            if n == 4 and row != (0, 1, 1, 0):
                with pytest.raises(Rejected):
                    verify_corner(values.reshape(2, 2))
    many = np.arange(200)  # more values than one word notes
    run = tuple(range(1, 200))
    verify_heaps(many, dict.fromkeys(run, 3))
    for place in (5, 70, 199):
        for wrong in (place + 1, place - 1, 0):
            forged = many.copy()
            forged[place] = wrong
            with pytest.raises(Rejected):
                verify_heaps(forged, dict.fromkeys(run, 3))


def test_long_lists_are_refused() -> None:
    position = take_away.make("2*x", ENUMERATED + 1)
    with pytest.raises(Rejected, match="listed up to"):
        conclude(Goal(position, "winning-moves"), ClosedForm())
    lines = [(0, k) for k in range(1, LISTED + 2)]
    star = hackenbush.whole(hackenbush.of_lines(lines))
    confirm("hackenbush", star, "grundy", str(len(lines) % 2), ClosedForm())
    with pytest.raises(Rejected, match="listed on boards"):
        conclude(Goal(star, "winning-moves"), ClosedForm())


class Astray(nim.Position):
    """Heaps that are said to have no parts."""

    def parts(self) -> tuple[Astray, ...]:
        return ()


def test_nothing_to_add_up_is_not_nothing_to_do() -> None:
    refused("nim", Astray((1,)), "outcome", "P", Mex({"1": 0, "0": 0}))
    confirm("nim", Astray((0,)), "outcome", "P", Mex({}))


def test_every_table_of_partners() -> None:
    """All sets of pairs on small squares: the P-positions of Wythoff's game and no others."""
    for size in range(1, 5):
        truth = [0, 2, 1, -1][:size] if size != 2 else [0, -1]
        for row in itertools.product(range(-1, size + 1), repeat=size):
            if list(row) == truth:
                verify_kernel(np.array(row))
            else:
                with pytest.raises(Rejected):
                    verify_kernel(np.array(row))


def test_every_rejection_of_partners() -> None:
    for row, why in (
        ([0, -2], "outside"),
        ([0, 2], "outside"),
        ([0, 0], "pairs"),
        ([0, 1], "diagonal"),
        ([-1, -1], "no move"),
        ([0, -1, -1], "no move"),
    ):
        with pytest.raises(Rejected, match=why):
            verify_kernel(np.array(row))


def test_numbers_that_overflow() -> None:
    position = digraph.make(arrows(4, (3, 0)), (3,))
    number = np.array([3, 2, 1, 0])
    for huge in (2**62, 2**63 - 1, 3):
        forged = DigraphValues(np.array([0, 0, 0, huge]), number)
        refused("digraph", position, "grundy", str(huge), forged)
    ring = digraph.make(arrows(3, (0, 1), (1, 2), (2, 0)))
    for listed in ([0.0, 1.0, 2.0], [-3, -2, -1], [0, 1, 2**40]):
        walk = Definition(np.array(listed), np.array([0, 3]))
        refused("digraph", ring, "acyclic", "no", walk)


def test_labels_answer_two_questions() -> None:
    position = digraph.make(arrows(2, (0, 1)), (0,))
    table = RetrogradeTable({"0": 1, "1": 0})
    confirm("digraph", position, "winning-moves", "1", table)
    confirm("digraph", position, "p-positions", "1", table)
    for question, answer in (("grundy", "1"), ("acyclic", "yes"), ("p-positions", "0")):
        refused("digraph", position, question, answer, table)
    refused("digraph", position, "equivalent", "yes", table, heap=1)


def test_sizes_that_would_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closed_forms, "LARGEST_HEAP", 10)
    confirm("nim", nim.make((1,)), "closed-form", "yes", Definition(), to=10)
    refused("nim", nim.make((1,)), "closed-form", "yes", Definition(), to=11)
    run = subtraction.make((1, 2, 3), (1,))
    confirm("subtraction", run, "closed-form", "yes", Definition(), to=10)
    monkeypatch.setattr(closed_forms, "MOST_OPTIONS", 20)
    refused("subtraction", run, "closed-form", "yes", Definition(), to=10)
    for answer in ("yes", "no"):
        two = subtraction.make((2, 3), (1,))
        refused("subtraction", two, "closed-form", answer, Definition(), to=2)


def test_what_a_table_does_not_answer() -> None:
    """Values without a period, labels of what has no vertices, a number for another question."""
    heaps: Any = resolve(from_words(["octal", "0.77", "--heaps", "3"], "period")).position
    refusals: list[tuple[Any, str, Certificate, str]] = [
        (heaps, "period", Mex({}, np.array([0, 1, 2, 3])), "no period is claimed"),
        (nim.make((1, 2)), "p-positions", RetrogradeTable({}), "only a digraph has vertices"),
        (
            hackenbush.make("ground a red"),
            "grundy",
            ClosedForm(),
            "does not answer the question 'grundy'",
        ),
    ]
    for position, question, certificate, reason in refusals:
        with pytest.raises(Rejected, match=reason):
            conclude(Goal(position, question), certificate)
