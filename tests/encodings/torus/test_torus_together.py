"""Any two players of the torus game together against the third."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from reference.torus import accepted, rejected

from gameproof.certificates.files import convert
from gameproof.certificates.strategies.play import Play, Proof
from gameproof.encodings.method import UNKNOWN, Options
from gameproof.encodings.torus import together
from gameproof.encodings.torus.outcome import METHODS
from gameproof.games.torus_cycles import PLAYERS, Position, make
from gameproof.prover.written import to_json
from gameproof.solvers.limits import LimitReached, Limits


def found(position: Position) -> Any:
    return together.together(position, Limits(), Options())


@pytest.mark.parametrize("owners", ["parity", "sextant"])
@pytest.mark.parametrize(("n", "m"), [(3, 3), (3, 4), (4, 4), (4, 5)])
def test_nobody_wins_alone(n: int, m: int, owners: Any) -> None:
    """Up to 16 cells a table of all boards says the same."""
    here = make(n, m, owners=owners)
    finding = found(here)
    assert finding.answer == "nobody"
    assert accepted(here, "outcome", "nobody", finding.certificate)
    if n * m < 12:
        (table,) = (method for method in METHODS if method.name == "retrograde")
        labelled: Any = table.run(here, Limits(), Options())
        assert labelled.answer == "nobody"
        assert accepted(here, "outcome", "nobody", labelled.certificate)


@pytest.mark.parametrize(
    "mover",
    [PLAYERS[0], *(pytest.param(player, marks=pytest.mark.slow) for player in PLAYERS[1:])],
)
def test_five_by_five(mover: str) -> None:
    here = make(5, to_move=mover)
    methods = [method.name for method in METHODS if method.applies(here)]
    assert methods == ["together"]
    finding = found(here)
    assert finding.answer == "nobody"
    assert accepted(here, "outcome", "nobody", finding.certificate)
    rejected(here, "outcome", mover, finding.certificate)


def test_forged_plays() -> None:
    """Each of the three parts is needed, and so is every move, on the board it was made for."""
    here = make(4)
    certificate = found(here).certificate
    assert isinstance(certificate, Play)
    rows = certificate.proofs
    assert accepted(here, "outcome", "nobody", certificate)

    def with_proofs(proofs: list[Proof]) -> Play:
        return msgspec.structs.replace(certificate, proofs=proofs)

    rejected(here, "outcome", "nobody", with_proofs([]))
    for k in range(3):
        rejected(here, "outcome", "nobody", with_proofs(rows[:k] + rows[k + 1 :]))
        for fields in (
            {"side": rows[k].side[:1]},
            {"side": rows[k - 1].side},
            {"side": sorted(PLAYERS)},
            {"root": rows[k - 1].root},
            {"starter": rows[k].side[0] if rows[k].side[0] != here.to_move else rows[k].side[1]},
        ):
            forged = msgspec.structs.replace(rows[k], **fields)
            rejected(here, "outcome", "nobody", with_proofs([*rows[:k], forged, *rows[k + 1 :]]))
    for other in (make(4, 5), make(4, to_move="H"), make(4, position="x.../..../..../....")):
        rejected(other, "outcome", "nobody", certificate)
    for question, answer in (("outcome", "V"), ("winner", "none"), ("full-board", "yes")):
        rejected(here, question, answer, certificate)
    assert accepted(here, "outcome", "nobody", convert(to_json(certificate)))


def test_short_loops_are_loops_by_the_rules() -> None:
    here = make(4, 5)
    for player in PLAYERS:
        loops = together.short_loops(here, player)
        for mask in loops:
            stones = "".join("x" if mask >> cell & 1 else "." for cell in range(20))
            (loop,) = Position(4, 5, stones).loops("x")
            assert here.owner(frozenset({loop}), "V") != player
        assert loops == sorted(loops, key=lambda mask: (mask.bit_count(), mask))
        assert all(a & b != b for a in loops for b in loops if a != b)
    straight = {sum(1 << 5 * r + c for c in range(5)) for r in range(4)}
    assert straight <= set(together.short_loops(here, "V"))  # rows are H's
    assert not straight & set(together.short_loops(here, "H"))


def test_who_wins_alone_gets_no_such_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """V completes the second column of five rows at once."""
    here = make(5, position=".x.../.x.../.x.../.x.../.....")
    assert found(here).answer is UNKNOWN
    monkeypatch.setattr(together, "MOST_MOVES", 10)
    assert found(make(4)).answer is UNKNOWN
    monkeypatch.setattr(together, "MOST_TURNS", 1)
    assert found(make(4)).answer is UNKNOWN


def test_limits() -> None:
    with pytest.raises(LimitReached):
        together.together(make(5), Limits(time_limit=0), Options())
