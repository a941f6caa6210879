"""Grundy's game: the published values of its heaps, and its moves."""

from __future__ import annotations

import pytest

import gameproof as gp
from gameproof.certificates.values.mex import Mex
from gameproof.games.impartial.grundys_game import make
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import from_words
from gameproof.prover.prove import prove_with_certificate

# OEIS A002188, heaps of 0 to 50.
PUBLISHED = (
    0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1,
    2, 4, 1, 2, 4, 1, 2, 4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0,
)  # fmt: skip


@pytest.mark.parametrize("heap", range(0, 51, 5))
def test_published_values(heap: int) -> None:
    found = prove_with_certificate(from_words(["grundys-game", str(heap)], "grundy"))
    assert found.answer.verified
    assert found.value == PUBLISHED[heap]
    assert isinstance(found.certificate, Mex)
    for name, value in found.certificate.values.items():  # of every heap that play can reach
        assert value == PUBLISHED[int(name, 16)]


def test_heaps_are_not_halved() -> None:
    assert list(make([4, 2, 1, 0, 5]).moves()) == [(0, 1), (4, 1), (4, 2)]
    assert make([7]).parse_move("4") == make([7]).parse_move("3") == (0, 3)
    assert str(make([2, 7]).play((1, 3))) == "2 3 4"
    for heaps, move in (
        ([4], "2"),
        ([2], "1"),
        ([3], "0"),
        ([3], "3"),
        ([5, 5], "1"),
        ([5], "2:1"),
    ):
        with pytest.raises(BadInput):
            make(heaps).parse_move(move)
    with pytest.raises(BadInput):
        make([-1])


def test_as_a_take_and_break_game_with_equal_heaps_it_is_another() -> None:
    """Where heaps of 4 may be halved, 4 is worth more: a table of the one game is none of the
    other's."""
    assert gp.solve("octal 4 --heaps 4", "grundy").answer == "1"
    assert gp.solve("grundys-game 4", "grundy").answer == "0"
