"""Where vertices stand and edges run: named graphs, parallel edges, what lies in the way."""

from __future__ import annotations

import math
import random
from itertools import combinations, pairwise

import networkx
import pytest

from gameproof.games.graph import Graph
from gameproof.instances.graphs import take_graph
from gameproof.pictures.graphs.drawn import graph_facts
from gameproof.pictures.graphs.forms import cost
from gameproof.pictures.graphs.layout import GAP, LARGEST, lay_out, ring
from gameproof.pictures.graphs.routes import draw_edge, routes
from gameproof.pictures.sheet.drawing import Drawing, Point

NAMED = (
    "petersen", "hypercube 3", "hypercube 4", "wheel 7", "star 6", "bipartite 3 5", "cycle 9",
    "path 30", "grid 3 5", "torus 4 5", "king 3 4", "ladder 5", "prism 5", "octahedron",
    "dodecahedron", "icosahedron", "complete 7", "caterpillar 2 0 3", "tree 20 seed 5", "empty 5",
    "gnp 20 0.2 seed 1", "regular 3 14 seed 2",
)  # fmt: skip


def graph_of(words: str) -> Graph:
    return take_graph(words.split())[0]


def edges_of(graph: Graph) -> list[tuple[int, int]]:
    return [(int(u), int(v)) for u, v in graph.edges.tolist()]


def from_segment(p: Point, a: Point, b: Point) -> float:
    """Smallest distance to 40 points of the segment."""
    steps = ((a[0] + k / 40 * (b[0] - a[0]), a[1] + k / 40 * (b[1] - a[1])) for k in range(41))
    return min(math.dist(p, q) for q in steps)


@pytest.mark.parametrize("words", NAMED)
def test_vertices_keep_their_distance(words: str) -> None:
    layout = lay_out(graph_of(words))
    for a, b in combinations(layout.places, 2):
        assert math.dist(a, b) > 0.99 * GAP * layout.radius
    for x, y in layout.places:
        assert 0 < x < layout.width
        assert 0 < y < layout.height
    assert max(layout.width, layout.height) < LARGEST + 100


def test_a_page_is_told_what_a_picture_draws() -> None:
    graph = graph_of("petersen")
    layout, facts = lay_out(graph), graph_facts(graph)
    for place, told in zip(layout.places, facts["points"], strict=True):
        assert place == pytest.approx(told, abs=0.06)
    for (a, b), path in zip(facts["edges"], facts["paths"], strict=True):
        for end, tip in ((a, path[0]), (b, path[-1])):
            assert math.dist(facts["points"][end], tip) == pytest.approx(layout.radius, abs=0.2)


@pytest.mark.parametrize("words", NAMED)
def test_edges_run_round_other_vertices(words: str) -> None:
    graph = graph_of(words)
    layout = lay_out(graph)
    edges = edges_of(graph)
    hit = 0
    for (u, v), route in zip(edges, routes(layout, edges), strict=True):
        for w, place in enumerate(layout.places):
            if w not in (u, v):
                near = min(from_segment(place, a, b) for a, b in pairwise(route))
                hit += near < layout.radius
    assert hit <= (0 if not words.startswith(("gnp", "regular", "hypercube 4")) else 2)


def test_petersen_as_it_is_known() -> None:
    places = lay_out(graph_of("petersen")).places
    middle = (sum(x for x, _ in places) / 10, sum(y for _, y in places) / 10)
    far = [math.dist(p, middle) for p in places]
    assert max(far[:5]) - min(far[:5]) < 1e-6  # the outer pentagon
    assert max(far[5:]) - min(far[5:]) < 1e-6  # the inner star
    assert far[0] == pytest.approx(2 * far[5])


@pytest.mark.parametrize("count", [2, 3, 5])
def test_parallel_edges_are_apart(count: int) -> None:
    graph = Graph.of(2, [(0, 1)] * count)
    found = routes(lay_out(graph), [(0, 1)] * count)
    middles = [route[len(route) // 2] if len(route) > 2 else _half(route) for route in found]
    for a, b in combinations(middles, 2):
        assert math.dist(a, b) > 5


def test_arcs_there_and_back_are_apart() -> None:
    graph = Graph.of(2, [(0, 1), (1, 0)], directed=True)
    one, two = routes(lay_out(graph), [(0, 1), (1, 0)])
    assert math.dist(one[len(one) // 2], two[len(two) // 2]) > 5


def test_loops_are_drawn() -> None:
    graph = Graph.of(1, [(0, 0), (0, 0)], directed=True)
    layout = lay_out(graph)
    drawing = Drawing(layout.width, layout.height)
    for route in routes(layout, [(0, 0), (0, 0)]):
        draw_edge(drawing, route, directed=True)
    assert drawing.svg().count("<polygon") == 2


def test_the_view_box_grows() -> None:
    drawing = Drawing(10, 10)
    drawing.circle((50, -20), 5)
    drawing.caption("a caption that is much wider than ten pixels and so is wrapped into lines")
    left, top, wide, high = map(float, drawing.svg().split('viewBox="')[1].split('"')[0].split())
    assert left <= 45 <= 55 <= left + wide
    assert top <= -25
    assert top + high > 10
    assert drawing.svg() == drawing.svg()


def _half(route: list[Point]) -> Point:
    (ax, ay), (bx, by) = route
    return (ax + bx) / 2, (ay + by) / 2


FORMS = {
    "cycle 9": networkx.cycle_graph(9),
    "complete 6": networkx.complete_graph(6),
    "wheel 7": networkx.wheel_graph(8),
    "bipartite 3 4": networkx.complete_bipartite_graph(3, 4),
    "petersen": networkx.petersen_graph(),
    "grid 3 5": networkx.convert_node_labels_to_integers(networkx.grid_2d_graph(3, 5)),
}


@pytest.mark.parametrize("words", FORMS)
def test_forms_are_known_by_their_structure(words: str) -> None:
    """Vertices in any order, no words: the same places as by the words, up to their order."""
    source = random.Random(words)
    known = FORMS[words]
    order = source.sample(range(len(known)), len(known))
    graph = Graph.of(len(known), [(order[a], order[b]) for a, b in known.edges])
    found = lay_out(graph)
    named = lay_out(graph_of(words))
    assert sorted(_rounded(found.places)) == sorted(_rounded(named.places))
    lengths = [
        sorted(round(math.dist(g.places[a], g.places[b])) for a, b in edges)
        for g, edges in ((found, edges_of(graph)), (named, edges_of(graph_of(words))))
    ]
    assert lengths[0] == lengths[1]


def _rounded(places: list[Point]) -> list[tuple[int, int]]:
    return [(round(x), round(y)) for x, y in places]


def crossings(places: list[Point], edges: list[tuple[int, int]]) -> int:
    """Two edges at a time, each solved for where it meets the other."""
    count = 0
    for (a, b), (c, d) in combinations(edges, 2):
        if {a, b} & {c, d}:
            continue
        (px, py), (qx, qy), (rx, ry), (sx, sy) = (places[v] for v in (a, b, c, d))
        det = (qx - px) * (sy - ry) - (qy - py) * (sx - rx)
        if abs(det) < 1e-12:
            continue
        t = ((rx - px) * (sy - ry) - (ry - py) * (sx - rx)) / det
        u = ((rx - px) * (qy - py) - (ry - py) * (qx - px)) / det
        count += 0 < t < 1 and 0 < u < 1
    return count


@pytest.mark.parametrize("seed", range(20))
def test_the_cost_counts_what_crosses(seed: int) -> None:
    graph = networkx.gnm_random_graph(9, 16, seed=seed)
    edges = list(graph.edges)
    source = random.Random(seed)
    places = [(source.random(), source.random()) for _ in range(9)]
    spread = max(math.dist(p, q) for p, q in combinations(places, 2))
    least = min(math.dist(p, q) for p, q in combinations(places, 2))
    touched = sum(
        _beside(places[w], places[a], places[b]) < 0.3 * least
        for a, b in edges
        for w in range(9)
        if w not in (a, b)
    )
    assert cost(places, edges) == pytest.approx(
        crossings(places, edges) + 2 * touched + (spread / least) ** 2 / 9
    )


def _beside(p: Point, a: Point, b: Point) -> float:
    """The distance to the line through a segment, where the foot lies within it."""
    square = math.dist(a, b) ** 2
    share = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / square
    foot = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
    return math.dist(p, foot) if 0 < share < 1 else math.inf


def test_a_planar_graph_of_no_form_is_drawn_with_few_crossings() -> None:
    """A cube without an edge, numbered at random; around a circle its edges cross."""
    cube = networkx.convert_node_labels_to_integers(networkx.hypercube_graph(3))
    cube.remove_edge(0, 1)
    edges = list(cube.edges)
    found = lay_out(Graph.of(8, edges)).places
    assert crossings(found, edges) <= 2 < crossings(ring(8), edges)


def test_the_same_graph_is_laid_out_alike() -> None:
    graph = graph_of("gnp 20 0.2 seed 1")
    assert lay_out(graph) == lay_out(graph)
