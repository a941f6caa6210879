"""Sums of different games, and equality of two games."""

from __future__ import annotations

import pytest
from reference.grundy import grundy
from reference.impartial import confirm
from reference.proved import findings, proved

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.mex import Mex
from gameproof.games.impartial.sum import make
from gameproof.games.meaning.bad_input import BadInput

WORDS = (
    "nim:2,3", "subtraction:1,3:5", "even-odd:5", "rook:2,1", "wythoff:2,3", "take-away:x:5",
    "take-away:2*x:4:2", "hackenbush:ground-a,a-b,b-ground", "node-kayles:0-1,1-2,2-3,3-0",
    "arc-kayles:0-1,1-2,2-3",
)  # fmt: skip


@pytest.mark.parametrize("one", WORDS)
@pytest.mark.parametrize("other", WORDS[::3])
def test_sums_are_as_defined(one: str, other: str) -> None:
    position = make((one, other))
    truth = grundy(position)
    assert proved("sum", position, "grundy") == str(truth)
    assert proved("sum", position, "equal") == ("yes" if truth == 0 else "no")
    wins = {position.move_text(m) for m in position.moves() if grundy(position.play(m)) == 0}
    assert set(proved("sum", position, "winning-moves").split(", ")) == (wins or {"none"})
    for move in position.moves():
        assert position.parse_move(position.move_text(move)) == move


def test_lecture_equalities() -> None:
    twig, door = "hackenbush:ground-a,a-b,a-c", "hackenbush:ground-a,a-b,b-ground"
    assert proved("sum", make((twig, "nim:1")), "equal") == "yes"
    assert proved("sum", make((door, "nim:1")), "equal") == "yes"
    assert proved("sum", make((twig, door)), "equal") == "yes"
    assert proved("sum", make((twig, "nim:2")), "equal") == "no"


def test_wrong_claims_are_rejected() -> None:
    position = make(("nim:2", "nim:2"))
    found = findings("sum", position, "equal")["grundy-table"]
    assert isinstance(found.certificate, Mex)
    with pytest.raises(Rejected):
        confirm("sum", position, "equal", "no", found.certificate)
    confirm("sum", position, "equal", "yes", Mex({}))  # G + G = 0
    with pytest.raises(Rejected):
        confirm("sum", position, "equal", "no", Mex({}))
    with pytest.raises(Rejected):
        confirm("sum", make(("nim:2", "nim:1,1")), "equal", "yes", Mex({}))


@pytest.mark.parametrize(
    "word",
    [
        "nim",
        "nim:x",
        "chess:1",
        "rook:1",
        "node-kayles:0",
        "hackenbush:ground-a-red",
        "hackenbush:ground-a#b",
        "nim:1:2",
        "hackenbush:ground s\ns VERIFIED",
        "nim:1 ",
        "take-away: x:3",
        "",
    ],
)
def test_messages(word: str) -> None:
    with pytest.raises(BadInput):
        make((word,))
