"""Node and arc Kayles against the definition and published rows."""

from __future__ import annotations

import random

import pytest
from reference.grundy import grundy
from reference.impartial import confirm
from reference.proved import findings, proved

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.mex import Mex
from gameproof.games.game import games
from gameproof.games.graph import Graph


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
    edges = ",".join(f"{v}-{v + 1}" for v in range(8))
    position = games()["sum"][0].make(games=(f"node-kayles:{edges}",))
    found = findings("sum", position, "grundy")["grundy-table"]
    assert isinstance(found.certificate, Mex)
    table, answer = found.certificate.values, str(found.answer)
    for key in table:
        less = {k: v for k, v in table.items() if k != key}
        for forged in ({**table, key: table[key] + 1}, {**table, key: -1}, less):
            with pytest.raises(Rejected):
                confirm("sum", position, "grundy", answer, Mex(forged))
