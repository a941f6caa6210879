"""Pictures of geography and of word geography."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from reference.proved import findings

from gameproof.games import words
from gameproof.games.geography import Position, make
from gameproof.games.graph import Graph
from gameproof.instances.graphs import take_graph
from gameproof.pictures import geography as picture
from gameproof.pictures import words as word_picture

LOLLIPOP = Graph.of(4, [(0, 1), (1, 2), (2, 0), (2, 3)])
SVG = "{http://www.w3.org/2000/svg}"


def shapes(svg: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(SVG + tag))


def drawn(position: Position, question: str, method: str) -> tuple[str, str]:
    found = findings("geography", position, question)[method]
    result = picture.draw(position, found.certificate, found.detail)
    return result.text, result.svg


def test_matching_in_text_and_svg() -> None:
    text, svg = drawn(make(LOLLIPOP, 2), "outcome", "matching")
    assert text == (
        "token 2, gone nothing, first to move\n"
        " 0   -- =1 2\n"
        " 1   -- =0 2\n"
        "*2   -- 0 1 =3\n"
        " 3   -- =2\n"
        "* token, = matched\n"
        "a maximum matching of 2 edges (thick, =)\n"
        "proved move: 3\n"
    )
    assert len(shapes(svg, "circle")) == 5  # four vertices, and the ring of the token
    thick = [line for line in shapes(svg, "line") if line.get("stroke-width") == "5"]
    assert len(thick) == 2


def test_letters_of_all_starts() -> None:
    graph, _ = take_graph(["path", "3"])
    text, _ = drawn(make(graph), "all", "gallai-edmonds")
    assert [line[3] for line in text.splitlines()[1:4]] == ["P", "N", "P"]
    text, _ = drawn(make(graph, edge=True), "all", "gf2")
    assert [line[3] for line in text.splitlines()[1:4]] == ["P", "N", "P"]


def test_kernel_vertices_are_square() -> None:
    graph, _ = take_graph(["cycle", "4"])
    text, svg = drawn(make(graph, 0, edge=True), "outcome", "gf2")
    assert "# even kernel" in text
    assert len(shapes(svg, "circle")) == 3  # two vertices, and the ring of the token


def test_arrows_loops_and_what_is_gone() -> None:
    graph = Graph.of(3, [(0, 1), (1, 2), (1, 1)], directed=True)
    result = picture.draw(make(graph, 0, edge=True, route=(1,)))
    assert "*1   -> 1 2" in result.text
    assert len(shapes(result.svg, "polygon")) == 3  # heads, that of the loop too
    assert len(shapes(result.svg, "circle")) == 4
    vertex = picture.draw(make(LOLLIPOP, 2, route=(0,)))
    assert " 2 " not in vertex.text.split("\n", 1)[1]


@pytest.mark.parametrize("n", [0, 1, 401])
def test_smallest_and_largest(n: int) -> None:
    result = picture.draw(make(Graph.of(n, [])))
    assert ("too many" in result.text) == (n > 400)
    ElementTree.fromstring(result.svg)


def test_words() -> None:
    position = words.make("ab bc ca", "ab")
    result = word_picture.draw(position, None, {"winning_move": "bc"})
    assert result.text == "said: ab\nmay be named: bc\nwinning move: bc\n"
    assert len(shapes(result.svg, "polygon")) == 3
    assert word_picture.draw(words.make("ab")).text.startswith("said: nothing yet")
