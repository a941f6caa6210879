"""The rules of geography in all four forms, against plain recursion."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from reference.geography import outcomes, outcomes_by_play

from gameproof.games.geography import Position, make
from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput


@pytest.mark.parametrize(
    ("edge", "directed"), list(itertools.product((False, True), repeat=2)), ids=str
)
def test_play_agrees_with_plain_recursion(edge: bool, directed: bool) -> None:
    rng = np.random.default_rng(4)
    for _ in range(12):
        n = int(rng.integers(1, 6))
        rows = rng.integers(0, n, size=(int(rng.integers(0, 8)), 2)).tolist()
        if not edge:
            rows = [(u, v) for u, v in rows if u != v]
        graph = Graph.of(n, rows)
        by_play = outcomes_by_play(lambda v, g=graph: make(g, v, edge, directed), n)
        assert by_play == outcomes(n, rows, edge=edge, directed=directed)


LOLLIPOP = Graph.of(4, [(0, 1), (1, 2), (2, 0), (2, 3)])


@pytest.mark.parametrize(
    ("position", "moves", "text"),
    [
        (make(LOLLIPOP), [0, 1, 2, 3], "token free, gone nothing, first to move"),
        (make(LOLLIPOP, 2), [0, 1, 3], "token 2, gone nothing, first to move"),
        (make(LOLLIPOP, 2, route=(0,)), [1], "token 0, gone 2, second to move"),
        (make(LOLLIPOP, route=(2, 0)), [1], "token 0, gone 2, first to move"),
        (make(LOLLIPOP, 2, True, route=(0, 1)), [2], "token 1, gone 0 2, first to move"),
        (make(LOLLIPOP, 2, directed=True), [0, 3], "token 2, gone nothing, first to move"),
        (make(LOLLIPOP, 3, directed=True), [], "token 3, gone nothing, first to move"),
    ],
)
def test_moves_and_text(position: Position, moves: list[int], text: str) -> None:
    assert position.moves() == moves
    assert str(position) == text


def test_the_player_who_cannot_move_loses() -> None:
    assert make(LOLLIPOP, 2).result() is None
    assert make(LOLLIPOP, 2, route=(3,)).result() == "first"
    assert make(LOLLIPOP, route=(2, 3)).result() == "second"
    assert make(Graph.of(0, [])).result() == "second"


def test_a_loop_is_a_move_in_the_edge_form_only() -> None:
    loop = Graph.of(1, [(0, 0)])
    assert make(loop, 0).moves() == []
    for directed in (False, True):
        position = make(loop, 0, True, directed)
        assert position.moves() == [0]
        assert position.play(0).moves() == []


def test_parallel_edges_are_used_one_by_one() -> None:
    position = make(Graph.of(2, [(0, 1), (1, 0)]), 0, True)
    after = position.play(1)
    assert after.gone == {0}
    assert after.play(0).gone == {0, 1}
    assert after.play(0).moves() == []


@pytest.mark.parametrize(
    ("position", "move", "message"),
    [
        (make(LOLLIPOP, 0), 3, "cannot go from 0 to 3"),
        (make(LOLLIPOP, 0), 9, "no vertex 9"),
        (make(LOLLIPOP, 0, True), 3, "no edge is left to 3"),
        (make(LOLLIPOP, 0, route=(1,)), 0, "cannot go"),
    ],
)
def test_illegal_moves(position: Position, move: int, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        position.play(move)


def test_a_wrong_route_is_named() -> None:
    with pytest.raises(BadInput) as caught:
        make(LOLLIPOP, 0, route=(1, 3))
    assert caught.value.where == "route[1]"
    with pytest.raises(BadInput, match="no vertex"):
        make(LOLLIPOP, 0).parse_move("7")


def reached(start: Position) -> list[Position]:
    """Every position that play comes to, by every way to it."""
    found, queue = [], [start]
    while queue:
        here = queue.pop()
        found.append(here)
        queue.extend(here.play(move) for move in here.moves())
    return found


@pytest.mark.parametrize("start", [None, 0, 1])
@pytest.mark.parametrize(
    ("edge", "directed"), list(itertools.product((False, True), repeat=2)), ids=str
)
def test_keys_tell_positions_apart(start: int | None, edge: bool, directed: bool) -> None:
    rng = np.random.default_rng(11)
    for _ in range(8):
        rows = rng.integers(0, 3, size=(int(rng.integers(0, 5)), 2)).tolist()
        by_key: dict[str, Position] = {}
        for here in reached(make(Graph.of(3, rows), start, edge, directed)):
            assert by_key.setdefault(here.key(), here) == here
            assert here.to_move == by_key[here.key()].to_move
        assert len(set(by_key.values())) == len(by_key)


def test_keys_hold_no_names() -> None:
    one = make(Graph.of(2, [(0, 1)], names=("a: 1", "b\n")), 0)
    two = make(Graph.of(2, [(0, 1)]), 0)
    assert one.key() == two.key()
    assert one.play(1).key() == two.play(1).key()


def test_a_vertex_that_is_gone_is_no_start() -> None:
    position = make(LOLLIPOP, 2, route=(0,)).free()
    assert position.moves() == [0, 1, 3]
    with pytest.raises(BadInput, match="the vertex 2 is gone"):
        position.play(2)
    assert make(LOLLIPOP, 2, True, route=(0,)).free().moves() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("names", "message"),
    [(("a", "b", "b"), "named 'b'"), (("a", "", "b"), "no name"), (("a", "b"), "expected 3 names")],
)
def test_vertices_have_names_of_their_own(names: tuple[str, ...], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Graph.of(3, [(0, 1)], names=names)


@pytest.mark.parametrize(
    ("names", "winning", "text"),
    [
        (("a", "b", "c"), (1, 2), "b c"),
        (("a", "b c", "d"), (1, 2), '"b c" d'),
        (("a", "none", "b"), (1,), '"none"'),
        (("a", "none", "b"), (), "none"),
        (("a", "b\nVERIFIED", "c"), (1,), '"b\\nVERIFIED"'),
    ],
)
def test_lists_of_names_read_in_one_way(
    names: tuple[str, ...], winning: tuple[int, ...], text: str
) -> None:
    position = make(Graph.of(3, [(0, 1), (0, 2)], names=names), 0)
    assert position.of_moves("winning-moves", winning) == text
