"""Kayles by symmetry: true on all small graphs and pairings, found where it should be, forged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from networkx.generators.atlas import graph_atlas_g
from reference.grundy import grundy
from reference.impartial import confirm
from reference.proved import findings

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.strategies.images import Images
from gameproof.encodings.impartial.kayles_symmetry import mirror
from gameproof.games.bit_sets import members
from gameproof.games.graph import Graph
from gameproof.games.impartial.kayles import ArcPosition, NodePosition
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.sets.kayles_images import in_play, symmetric
from gameproof.instances.graphs import take_graph
from gameproof.replies.strategies.images import reply
from gameproof.solvers.limits import Limits

KAYLES: dict[str, Any] = {"node-kayles": NodePosition, "arc-kayles": ArcPosition}


def start(game: str, words: str) -> Any:
    graph, _ = take_graph(words.split())
    return KAYLES[game](graph, (1 << graph.n) - 1)


def pairings(vertices: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to put vertices into pairs; none of an odd number."""
    if not vertices:
        yield []
        return
    v, rest = vertices[0], vertices[1:]
    for u in rest:
        for others in pairings([w for w in rest if w != u]):
            yield [(v, u), *others]


@pytest.mark.parametrize("game", KAYLES)
def test_what_is_accepted_is_a_loss_of_the_player_to_move(game: str) -> None:
    """All graphs with at most six vertices and all their pairings, by the definition."""
    accepted = 0
    for atlas in graph_atlas_g()[1:209]:
        graph = Graph.of(atlas.number_of_nodes(), list(atlas.edges()))
        position = KAYLES[game](graph, (1 << graph.n) - 1)
        for pairs in pairings(list(members(in_play(position)))):
            try:
                symmetric(position, both(pairs))
            except BadInput:
                continue
            accepted += 1
            assert grundy(position) == 0
    assert accepted > 20


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("node-kayles", "grid 2 4"),
        ("node-kayles", "grid 3 3"),
        ("arc-kayles", "grid 2 3"),
        ("arc-kayles", "grid 2 4"),
        ("node-kayles", "torus 3 4"),
    ],
)
def test_symmetric_boards_are_decided_as_by_the_definition(game: str, words: str) -> None:
    position = start(game, words)
    value = grundy(position)
    found = findings(game, position, "outcome")["symmetry"]
    assert isinstance(found.certificate, Images)
    outcome = "N" if value else "P"
    assert found.answer == outcome
    confirm(game, position, "outcome", outcome, found.certificate)
    with pytest.raises(Rejected):
        confirm(game, position, "outcome", "P" if value else "N", found.certificate)
    if value:
        with pytest.raises(Rejected, match="and no more"):
            confirm(game, position, "grundy", str(value), found.certificate)
        return
    confirm(game, position, "grundy", "0", found.certificate)
    confirm(game, position, "winning-moves", "none", found.certificate)
    for move in position.moves():
        after = position.play(move)
        answer = reply(after, found.certificate)
        assert answer is not None
        assert grundy(after.play(answer)) == 0


@pytest.mark.parametrize(
    ("game", "words", "outcome"),
    [
        ("node-kayles", "grid 10 10", "P"),
        ("node-kayles", "grid 9 11", "N"),
        ("arc-kayles", "grid 8 9", "N"),
        ("arc-kayles", "torus 6 6", "P"),
    ],
)
def test_large_boards(game: str, words: str, outcome: str) -> None:
    position = start(game, words)
    found = mirror(position, Limits(), moves=True)
    assert found is not None
    confirm(game, position, "outcome", outcome, found)


def both(pairs: list[tuple[int, int]]) -> dict[int, int]:
    return dict(pairs) | {u: v for v, u in pairs}


def made(first: tuple[int, ...], pairs: list[tuple[int, int]]) -> Images:
    winner = "next" if first else "previous"
    return Images([("next", winner, list(first), [*pairs, *((u, v) for v, u in pairs)])])


#: A 2 x 4 grid: 0 1 2 3 above 4 5 6 7, each with its image under half a turn.
TURN = [(0, 7), (1, 6), (2, 5), (3, 4)]


@pytest.mark.parametrize(
    ("first", "pairs", "reason"),
    [
        ((), TURN[:3], "not of the vertices in play"),
        ((), [*TURN[:3], (3, 8)], "not a pair of vertices"),
        ((), [*TURN[:3], (-1, 4)], "not a pair of vertices"),
        ((), [*TURN, (0, 7)], "two images"),
        ((), [*TURN[:3], (3, 3)], "two images"),
        ((), [(0, 4), (1, 5), (2, 6), (3, 7)], "or touch"),
        ((), [(0, 5), (1, 4), (2, 7), (3, 6)], "do not go to those"),
        ((8,), TURN, "not one of the position"),
        ((0, 1), TURN, "not one of the position"),
        ((0,), TURN, "not of the vertices in play"),
    ],
)
def test_forgeries(first: tuple[int, ...], pairs: list[tuple[int, int]], reason: str) -> None:
    position = start("node-kayles", "grid 2 4")
    confirm("node-kayles", position, "outcome", "P", made((), TURN))
    with pytest.raises(Rejected, match=reason):
        confirm("node-kayles", position, "outcome", "N" if first else "P", made(first, pairs))


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "one row"),
        ([("next", "previous", [])] * 2, "one row"),
        ([("previous", "next", [])], "and no more"),
        ([("previous", "previous", [])], "and no more"),
        ([("red", "blue", [])], "and no more"),
        ([("next", "previous", [0])], "and no more"),
        ([("next", "next", [])], "not one of the position"),
    ],
)
def test_rows_that_do_not_fit(rows: list[tuple[str, str, list[int]]], reason: str) -> None:
    position = start("node-kayles", "grid 2 4")
    ((*_, pairs),) = made((), TURN).rows
    with pytest.raises(Rejected, match=reason):
        confirm("node-kayles", position, "outcome", "N", Images([(*row, pairs) for row in rows]))


def test_images_go_both_ways() -> None:
    """A turn of a square of four is no involution."""
    position = start("node-kayles", "cycle 8")
    turned = [(v, (v + 2) % 8) for v in range(8)]
    with pytest.raises(BadInput, match="each other's image"):
        symmetric(position, dict(turned))
    symmetric(position, {v: (v + 4) % 8 for v in range(8)})
