"""Values of placement games against the rules, components against a plain enumeration."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from reference.placement import by_definition
from reference.snort_values import value as by_the_rules

from gameproof.encodings.snort.value import closures
from gameproof.games.graph import Graph
from gameproof.games.snort import COL, SNORT, Position
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.values.automorphisms import automorphisms
from gameproof.solvers.values.canonical_form import Value
from gameproof.solvers.values.game_graph_values import GameGraph, Total, evaluate
from gameproof.solvers.values.placement import components, explicit_components, placement_value


def some_positions(count: int, n: int, p: float, seed: int) -> list[Position]:
    """Random graphs with random reserved vertices and pieces where they may stand."""
    rng = random.Random(seed)
    found = []
    for i in range(count):
        edges = [(a, b) for a in range(n) for b in range(a) if rng.random() < p]
        rules = (SNORT, COL)[i % 2]
        only_red = sum(1 << v for v in range(n) if rng.random() < 0.15)
        only_blue = sum(1 << v for v in range(n) if rng.random() < 0.15)
        found.append(Position(rules, Graph.of(n, edges), only_red=only_red, only_blue=only_blue))
    return found


def solved(position: Position) -> Value:
    same, other = closures(position)
    found = placement_value(same, other, position.red_free, position.blue_free, Limits())
    return Value(found.store, found.value, found.stats)


@pytest.mark.parametrize("position", some_positions(24, 7, 0.3, 1), ids=str)
def test_values_are_those_of_the_rules(position: Position) -> None:
    value = solved(position)
    assert value.game == by_the_rules(value.store, position)


@pytest.mark.parametrize("position", some_positions(16, 10, 0.25, 2), ids=str)
def test_components_up_to_isomorphism_have_the_value_of_all(position: Position) -> None:
    """No more nodes than components, which are the reference's, and the same value."""
    same, other = closures(position)
    sets = position.red_free, position.blue_free
    graph, total, nodes = listed(same, other, *sets)
    value = solved(position)
    assert value == value_of(graph, total)
    assert value.stats["positions"] <= len(nodes)


@pytest.mark.parametrize("width", [0, 64, 200, 1200])
@pytest.mark.parametrize("position", some_positions(4, 9, 0.3, 7), ids=str)
def test_components_are_those_of_the_reference(position: Position, width: int) -> None:
    """With sets of one word, and of several, where the board stands ``width`` places higher."""
    same, other = ([0] * width + [s << width for s in closed] for closed in closures(position))
    sets = position.red_free << width, position.blue_free << width
    expected = by_definition(same, other, *sets)
    found = explicit_components(same, other, *sets, Limits())
    assert found is not None
    assert found[1:] == expected[1:]
    assert found[0].order.tolist() == expected[0].order.tolist()
    for v in range(len(found[2])):
        assert found[0].options(v) == expected[0].options(v)


def listed(
    same: Sequence[int], other: Sequence[int], a: int, b: int, images: Sequence[Sequence[int]] = ()
) -> tuple[GameGraph, Total, list[tuple[int, int]]]:
    found = explicit_components(same, other, a, b, Limits(), images=images)
    assert found is not None
    return found


def test_components_are_listed_once_for_all_their_images() -> None:
    """As in the reference, no two listed are images of one another, and the value is the same."""
    near = [sum(1 << u for u in range(9) if abs(u // 3 - v // 3) + abs(u % 3 - v % 3) < 2)
            for v in range(9)]  # fmt: skip
    alone, images = [1 << v for v in range(9)], automorphisms(near)
    assert len(images) == 7
    full = listed(alone, near, 511, 511)
    plain = by_definition(alone, near, 511, 511, images)
    compiled = listed(alone, near, 511, 511, images)
    assert compiled[1:] == plain[1:]
    for v in range(len(plain[2])):
        assert compiled[0].options(v) == plain[0].options(v)

    def images_of(pair: tuple[int, int]) -> set[tuple[int, int]]:
        found = {pair} | {(image_of(pair[0], image), image_of(pair[1], image)) for image in images}
        return found | {(b, a) for a, b in found}

    assert len(plain[2]) < len(full[2]) / 4
    assert len(set().union(*map(images_of, plain[2]))) == sum(
        len(images_of(pair)) for pair in plain[2]
    )
    for graph, total in (full[:2], plain[:2], compiled[:2]):
        assert str(value_of(graph, total)) == "±{3|2}"


def image_of(vertices: int, image: Sequence[int]) -> int:
    return sum(1 << image[v] for v in range(len(image)) if vertices >> v & 1)


def value_of(graph: GameGraph, total: Total) -> Value:
    found = evaluate(graph, total, Limits())
    return Value(found.store, found.value, found.stats)


def test_more_components_than_wanted_are_given_up() -> None:
    same, other = path(20)
    everything = (1 << 20) - 1
    found = explicit_components(same, other, everything, everything, Limits(), 100)
    assert found is None


def test_more_than_one_word_of_vertices() -> None:
    """70 vertices in small components: sets of two words."""
    edges = [(i, i + 1) for i in range(69) if i % 3 != 2]
    position = Position(SNORT, Graph.of(70, edges))
    # 23 copies of P_3 and a point: ±2 + * left over, as ±2 + ±2 = 0.
    assert str(solved(position)) == "±(2*)"


def test_components_are_separated_by_dead_edges() -> None:
    """The edge between two vertices reserved for Red binds nobody in Snort."""
    position = Position.parse("snort path ..rr.. red")
    same, other = closures(position)
    parts = list(components(same, other, position.red_free, position.blue_free))
    assert parts == [0b000111, 0b111000]


def path(n: int) -> tuple[Sequence[int], Sequence[int]]:
    near = [(1 << v) | (1 << v >> 1) | ((1 << v + 1) & ((1 << n) - 1)) for v in range(n)]
    return [1 << v for v in range(n)], near


def test_limits_stop_the_engine() -> None:
    same, other = path(40)
    everything = (1 << 40) - 1
    with pytest.raises(LimitReached, match="time"):  # to the end it would take hours
        placement_value(same, other, everything, everything, Limits(time_limit=0.5))


def test_memory_limit_stops_the_engine() -> None:
    same, other = path(40)
    everything = (1 << 40) - 1
    with pytest.raises(LimitReached, match="memory"):
        placement_value(same, other, everything, everything, Limits(memory_limit=1 << 20))
