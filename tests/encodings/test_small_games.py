"""Tic-Toe in full; node and arc Kayles against the definition and published rows."""

from __future__ import annotations

import random

import pytest
from reference.grundy import grundy
from reference.proved import findings, proved

from gameproof.certificates.certificate import Claim, Rejected, check
from gameproof.certificates.game_tree import GameTree
from gameproof.certificates.grundy_table import GrundyTable
from gameproof.games.game import BadInput, games
from gameproof.games.graph import Graph
from gameproof.games.tictoe import make


def test_tictoe() -> None:
    start = make()
    assert proved("tictoe", start, "outcome") == "first"
    counts = "24 plays (8 draw, 16 first), 49 nodes, 31 positions"
    assert proved("tictoe", start, "tree") == counts
    assert proved("tictoe", start, "winning-strategy", player="first") == "yes"
    assert proved("tictoe", start, "winning-strategy", player="second") == "no"
    assert proved("tictoe", start, "can-win", player="second") == "no"
    assert proved("tictoe", start, "can-win", player="first") == "yes"


def test_tictoe_with_diagonals() -> None:
    start = make(diagonals=True)
    assert proved("tictoe", start, "tree").startswith("24 plays (24 first), 41 nodes")
    assert proved("tictoe", start, "outcome") == "first"


def test_tictoe_from_later_positions() -> None:
    for first in make().moves():
        after = make().play(first)
        # O answers beside or opposite; X still completes a row.
        assert proved("tictoe", after, "outcome") == "first"
        for second in after.moves():
            assert proved("tictoe", after.play(second), "winning-strategy", player="first") == "yes"
    drawn = make().play(0).play(1).play(3)
    assert proved("tictoe", drawn, "outcome") == "draw"
    assert proved("tictoe", drawn, "winning-strategy", player="second") == "no"


def test_wrong_tree_is_rejected() -> None:
    claim = Claim("tree", "24 plays (8 draw, 16 first), 49 nodes, 31 positions")
    with pytest.raises(Rejected):
        check(make(), claim, GameTree({"draw": 8, "first": 16}, 48, 31))
    good = findings("tictoe", make(), "winning-strategy", player="first")["tree"].certificate
    assert good is not None
    with pytest.raises(Rejected):
        check(make(), Claim("winning-strategy", "yes", {"player": "second"}), good)
    with pytest.raises(Rejected):
        check(make(), Claim("winning-strategy", "no", {"player": "first"}), good)
    with pytest.raises(BadInput):
        make().parse_move("c3")


def graph(n: int, edges: list[tuple[int, int]]) -> Graph:
    return Graph.of(n, edges)


def path(n: int) -> Graph:
    return graph(n, [(k, k + 1) for k in range(n - 1)])


def cycle(n: int) -> Graph:
    return graph(n, [(k, (k + 1) % n) for k in range(n)])


PETERSEN = graph(
    10,
    [(k, (k + 1) % 5) for k in range(5)]
    + [(k, k + 5) for k in range(5)]
    + [(5 + k, 5 + (k + 2) % 5) for k in range(5)],
)
CUBE = graph(8, [(v, v ^ b) for v in range(8) for b in (1, 2, 4) if v < v ^ b])


def value(game: str, board: Graph) -> int:
    position = games()[game][0].make(graph=board)
    return int(proved(game, position, "grundy"))


def test_node_kayles_rows() -> None:
    assert [value("node-kayles", path(n)) for n in range(15)] == [
        0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0,
    ]  # fmt: skip
    assert [value("node-kayles", cycle(n)) for n in range(3, 13)] == [1, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    assert value("node-kayles", PETERSEN) == 1
    assert value("node-kayles", CUBE) == 0


def test_arc_kayles_on_a_path_is_dawsons_kayles_one_shorter() -> None:
    """Edges of a path block their neighbours as vertices of the line graph do."""
    rows = [value("node-kayles", path(n)) for n in range(30)]
    assert [value("arc-kayles", path(n + 1)) for n in range(30)] == rows


@pytest.mark.slow
def test_dawsons_kayles_has_period_34() -> None:
    values = [value("node-kayles", path(n)) for n in range(52, 56)]
    assert values == [value("node-kayles", path(n + 34)) for n in range(52, 56)]


@pytest.mark.parametrize("game", ["node-kayles", "arc-kayles"])
def test_random_graphs_are_as_defined(game: str) -> None:
    source = random.Random(7)
    for _ in range(40):
        n = source.randint(1, 7)
        edges = [(u, v) for u in range(n) for v in range(u) if source.random() < 0.45]
        position = games()[game][0].make(graph=graph(n, edges))
        truth = grundy(position)
        assert proved(game, position, "grundy") == str(truth)
        assert proved(game, position, "outcome") == ("N" if truth else "P")
        wins = {position.move_text(m) for m in position.moves() if grundy(position.play(m)) == 0}
        assert set(proved(game, position, "winning-moves").split(", ")) == (wins or {"none"})


def test_changed_tables_are_rejected() -> None:
    position = games()["node-kayles"][0].make(graph=path(9))
    found = findings("node-kayles", position, "grundy")["components"]
    assert isinstance(found.certificate, GrundyTable)
    table = found.certificate.values
    for key in table:
        with pytest.raises(Rejected):
            check(
                position, Claim("grundy", found.answer), GrundyTable({**table, key: table[key] + 1})
            )
        with pytest.raises(Rejected):
            check(position, Claim("grundy", found.answer), GrundyTable({**table, key: -1}))
        less = {k: v for k, v in table.items() if k != key}
        with pytest.raises(Rejected):
            check(position, Claim("grundy", found.answer), GrundyTable(less))
