"""Misere play: against plain search of whole positions, published tables, and wrong tables."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest
from reference.proved import findings, proved, question_of

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.kernel import verify
from gameproof.certificates.strategies.play import Play
from gameproof.certificates.values.closed_form import ClosedForm
from gameproof.certificates.values.mex import Mex
from gameproof.games.impartial.even_odd import make as even_odd
from gameproof.games.impartial.nim import make as nim
from gameproof.games.impartial.octal import make as octal
from gameproof.games.impartial.rook import make as rook
from gameproof.games.impartial.subtraction import make as subtraction

MISERE = "misere-outcome"


def accepted(game: str, position: object, answer: str, certificate: Certificate) -> bool:
    try:
        verify(position, question_of(game, MISERE), {}, answer, certificate)
    except Rejected:
        return False
    return True


@cache
def takes(amounts: tuple[int, ...], heaps: tuple[int, ...]) -> str:
    """Subtraction on sorted heaps, nobody able to move being a win: no code of ours."""
    after = [
        tuple(sorted((*heaps[:i], n - s, *heaps[i + 1 :])))
        for i, n in enumerate(heaps)
        for s in amounts
        if s <= n
    ]
    return "N" if not after or any(takes(amounts, way) == "P" for way in after) else "P"


@pytest.mark.parametrize("amounts", [(1, 2, 3, 4, 5, 6), (2, 3), (1, 3, 4), (2, 4, 7), (3,)])
def test_heaps_of_subtraction_games(amounts: tuple[int, ...]) -> None:
    """All are tame (Ferguson, On sums of graph games with last player losing, 1974)."""
    for heaps in combinations_with_replacement(range(6), 3):
        position = subtraction(amounts=amounts, heaps=heaps)
        found = findings("subtraction", position, MISERE)
        answers = {one.answer for one in found.values()}
        assert answers == {takes(amounts, heaps)}
        assert isinstance(found["tame-table"].certificate, Mex)
        if amounts == (1, 2, 3, 4, 5, 6):
            assert proved("nim", nim(heaps), MISERE) in answers
            assert accepted("nim", nim(heaps), str(*answers), ClosedForm())


def test_kayles_pins() -> None:
    """Heaps lost by who starts: 1, 4, 9, 12, 20 (Sibert, Conway, Mathematical Kayles, 1992)."""
    lost = [n for n in range(1, 14) if proved("octal", octal("0.77", (n,)), MISERE) == "P"]
    assert lost == [1, 4, 9, 12]


def test_dawson() -> None:
    """Node Kayles on paths, by trying everything in sets of vertices."""
    from gameproof.games.graph import Graph
    from gameproof.games.impartial.kayles import NodePosition

    @cache
    def path(left: frozenset[int]) -> str:
        after = [left - {v - 1, v, v + 1} for v in left]
        return "N" if not after or any(path(way) == "P" for way in after) else "P"

    for n in range(9):
        graph = Graph.of(n, [(v, v + 1) for v in range(n - 1)])
        position = NodePosition(graph, (1 << n) - 1)
        assert proved("node-kayles", position, MISERE) == path(frozenset(range(n)))


def test_nothing_that_only_normal_play_shows() -> None:
    """Tables of normal play, laws of games that are not like Nim, strategies for the other play."""
    position = nim((1, 1))
    normal = findings("nim", position, "outcome")
    assert {one.answer for one in normal.values()} == {"P"}
    assert proved("nim", position, MISERE) == "N"
    for one in normal.values():
        if not isinstance(one.certificate, ClosedForm):
            assert one.certificate is not None
            assert not accepted("nim", position, "P", one.certificate)
    strategy = findings("nim", position, MISERE)["search"].certificate
    assert isinstance(strategy, Play)
    assert accepted("nim", position, "N", strategy)
    assert not accepted("nim", position, "P", strategy)
    with pytest.raises(Rejected):
        verify(position, question_of("nim", "outcome"), {}, "N", strategy)
    pile = even_odd((4, 2))
    for answer in ("N", "P"):
        assert not accepted("even-odd", pile, answer, ClosedForm())
    assert accepted("rook", rook(2, 1), proved("rook", rook(2, 1), MISERE), ClosedForm())


def test_forged_tables() -> None:
    heap = octal("0.77", (3, 3))
    found = findings("octal", heap, MISERE)["tame-table"].certificate
    assert isinstance(found, Mex)
    assert found.misere is not None
    answer = proved("octal", heap, MISERE)
    other = "NP"[answer == "N"]
    assert accepted("octal", heap, answer, found)
    for key in found.values:
        for wrong in (0, 1, 2, 3):
            tables = {**found.values, key: wrong}, {**found.misere, key: wrong}
            assert not accepted("octal", heap, other, Mex(tables[0], misere=found.misere))
            assert not accepted("octal", heap, other, Mex(found.values, misere=tables[1]))
        less = {name: value for name, value in found.misere.items() if name != key}
        assert not accepted("octal", heap, answer, Mex(found.values, misere=less))
    for table in (Mex(found.values), Mex(found.values, misere={}), Mex({}, misere={})):
        assert not accepted("octal", heap, answer, table)
        assert not accepted("octal", heap, other, table)


def test_wild_games_are_not_added() -> None:
    """Kayles has wild heaps from 5 pins on: true values, and no sum of them."""
    position = octal("0.77", (5, 5))
    found = findings("octal", position, MISERE)
    assert found["tame-table"].certificate is None
    assert found["search"].answer in ("N", "P")
