"""The drawn game tree of Tic-Toe and drawn digraphs."""

from __future__ import annotations

from xml.etree import ElementTree

from reference.proved import findings

from gameproof.certificates.values.closed_form import ClosedForm
from gameproof.games.graph import Graph
from gameproof.games.impartial import digraph, kayles, nim, rook, wythoff
from gameproof.games.tictoe import make
from gameproof.pictures.boards.tictoe import draw as draw_tree
from gameproof.pictures.digraph import draw as draw_digraph
from gameproof.pictures.heaps.heap_rows import draw as draw_heaps
from gameproof.pictures.heaps.rook import draw as draw_rook
from gameproof.pictures.heaps.wythoff import draw as draw_wythoff
from gameproof.pictures.kayles import draw as draw_kayles


def shapes(svg: str, tag: str) -> int:
    return sum(element.tag.endswith(tag) for element in ElementTree.fromstring(svg).iter())


def test_the_tree_has_49_boards() -> None:
    shown = draw_tree(make())
    lines = shown.text.splitlines()
    assert len(lines) == 49
    assert sum(line.endswith("X wins") for line in lines) == 16
    assert sum(line.endswith("tie") for line in lines) == 8
    assert shapes(shown.svg, "rect") == 4 * 49 + 1
    assert shapes(shown.svg, "line") == 48


def test_the_strategy_wins_every_drawn_play() -> None:
    certificate = findings("tictoe", make(), "outcome")["tree"].certificate
    leaves = [
        line
        for line in draw_tree(make(), certificate).text.splitlines()
        if line.endswith(("wins", "tie"))
    ]
    assert leaves
    assert all(line.endswith("X wins") for line in leaves)


def test_a_labelled_digraph() -> None:
    position = digraph.make(Graph.of(4, [(0, 1), (1, 2), (0, 2), (2, 3)], directed=True), (0,))
    found = findings("digraph", position, "p-positions")["peeling"]
    shown = draw_digraph(position, found.certificate)
    assert shown.text.splitlines() == [
        "0 * -> 1 2   N 2",
        "1 -> 2   P 0",
        "2 -> 3   N 1",
        "3 -> -   P 0",
        "proved move: 1",
    ]
    assert shapes(shown.svg, "polygon") == 4
    assert shapes(shown.svg, "circle") == 5


def test_a_cycle_and_draws() -> None:
    position = digraph.make(Graph.of(2, [(0, 1), (1, 0), (1, 1)], directed=True), (0,))
    cycle = findings("digraph", position, "acyclic")["peeling"].certificate
    assert 'stroke-width="4"' in draw_digraph(position, cycle).svg
    table = findings("digraph", position, "outcome")["retrograde"].certificate
    assert "draw" in draw_digraph(position, table).text


def test_heaps() -> None:
    shown = draw_heaps(nim.make((3, 4, 100)), detail={"winning_move": "2:3"})
    assert shown.text.splitlines() == [
        "heap 1: 3  ooo",
        "heap 2: 4  oxxx",
        "heap 3: 100",
        "winning move: 2:3",
    ]
    assert shapes(shown.svg, "circle") == 7


def test_boards_towards_the_corner() -> None:
    rows = draw_wythoff(wythoff.make(3, 5), ClosedForm()).text.splitlines()
    assert rows[2] == "  5 . . . * . . . ."
    assert sum(row[3:].count("P") for row in rows) == 6  # (0,0) (1,2) (2,1) (5,3) (4,7) (7,4)
    assert "the chip is at 90, 3" in draw_rook(rook.make(90, 3)).text


def test_kayles() -> None:
    board = Graph.of(4, [(0, 1), (1, 2), (2, 3)])
    node = kayles.NodePosition(board, 0b1111).play(0)
    shown = draw_kayles(node, detail={"winning_move": "2"})
    assert shown.text == "left: 2 3\nwinning move: 2\n"
    assert shapes(shown.svg, "circle") == 4
    arc = kayles.ArcPosition(board, 0b1111)
    assert 'stroke-width="5"' in draw_kayles(arc, detail={"winning_move": "1-2"}).svg
