"""Strategies whose numbers do not fit together: each fault has its own line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.play import Play, Proof
from gameproof.games.impartial.nim import make
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law


def proof(starter: str, side: list[str], root: int = 0, **more: Any) -> Proof:
    return Proof(
        **{"starter": starter, "side": side, "avoids": [], "plies": None, "root": root, **more}
    )


TRUE = Play(
    texts=["1"],
    starts=np.array([0, 1, 1]),
    moves=np.array([0]),
    children=np.array([1]),
    proofs=[proof("next", ["next"])],
    keys=np.zeros(0, dtype=np.int64),
)
"""One object is taken, and the play is over."""
OTHER = [proof("next", ["previous"])]


@dataclass(frozen=True)
class Stuck:
    """A position without a move and without a result, which no game of ours has."""

    players: tuple[str, str] = ("one", "two")
    laws: frozenset[Law] = frozenset({Law.TURNS, Law.FINITE})
    to_move: str = "one"

    def key(self) -> str:
        return ""

    def moves(self) -> list[int]:
        return []

    def play(self, move: int) -> Stuck:
        raise BadInput("no move")

    def result(self) -> str | None:
        return None

    def parse_move(self, text: str) -> int:
        return int(text)

    def move_text(self, move: int) -> str:
        return str(move)


def rejected(certificate: Any, position: Any = None) -> str:
    with pytest.raises(Rejected) as found:
        conclude(Goal(position or make((1,)), "outcome"), certificate)
    return str(found.value)


def numbers(*values: int) -> Any:
    return np.array(values, dtype=np.int64)


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"proofs": []}, "the certificate holds no proof"),
    ({"proofs": [proof("next", ["next"], 2)]}, "root 2 is not a node"),
    ({"proofs": [proof("next", ["next"], -1)]}, "root -1 is not a node"),
    ({"proofs": [proof("next", [])]}, "the players are next, previous"),
    ({"proofs": [proof("next", ["nobody"])]}, "the players are next, previous"),
    ({"proofs": [proof("nobody", ["next"])]}, "the players are next, previous"),
    ({"proofs": [proof("next", ["next", "next"])]}, "once each, in ascending order"),
    ({"proofs": [proof("next", ["previous", "next"])]}, "once each, in ascending order"),
    ({"proofs": [proof("next", ["next"], avoids=["b", "a"])]}, "once each, in ascending order"),
    ({"proofs": [proof("next", ["next"], avoids=["next"])]}, "the play ends in next at node 1"),
    ({"proofs": [proof("next", ["next"], plies=1)]}, "plies say for how long"),
    ({"proofs": [proof("next", ["next"], avoids=["a"], plies=-1)]}, "plies say for how long"),
    ({"proofs": [proof("previous", ["next"])]}, "previous does not start this position"),
    ({"children": numbers(0)}, "leads to node 0, not forward"),
    ({"children": numbers(2)}, "there is no node 2"),
    ({"children": numbers(-1)}, "there is no node -1"),
    ({"moves": numbers(1)}, "moves holds"),
    ({"moves": numbers(-1)}, "moves holds"),
    ({"texts": ["9"]}, "the reply '9' at node 0 is illegal"),
    ({"starts": numbers(0, 0, 1)}, "node 0 has 0 replies, not one"),
    ({"starts": numbers(0, 0, 0), "moves": numbers(), "children": numbers()}, "0 replies, not one"),
    ({"starts": numbers(0, 1, 1, 1)}, "node 2 is never reached"),
    ({"starts": numbers()}, "starts does not delimit"),
    ({"starts": numbers(1, 1, 1)}, "starts does not delimit"),
    ({"starts": numbers(0, 1, 2)}, "starts holds 2"),
    ({"children": numbers(1, 1)}, "not of one length"),
    ({"starts": numbers(0, 1, 0, 1)}, "starts does not delimit"),
    (
        {"starts": numbers(0, 1, 2), "moves": numbers(0, 0), "children": numbers(1, 1)},
        "node 1 has moves although the game is over",
    ),
    (
        {"texts": ["1", "9"], "starts": numbers(0, 2, 2), "moves": numbers(0, 1),
         "children": numbers(1, 1), "proofs": OTHER},
        "node 0 answers moves that do not exist",
    ),
    (
        {"starts": numbers(0, 2, 2), "moves": numbers(0, 0), "children": numbers(1, 1),
         "proofs": OTHER},
        "node 0 answers moves that do not exist",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "said"), FAULTS)
def test_faults(fields: dict[str, Any], said: str) -> None:
    assert conclude(Goal(make((1,)), "outcome"), TRUE)
    assert said in rejected(msgspec.structs.replace(TRUE, **fields))


def test_a_position_in_which_nothing_can_happen() -> None:
    """It is no end; unless the plies asked for have been made."""
    one = msgspec.structs.replace(
        TRUE, texts=[], starts=numbers(0, 0), moves=numbers(), children=numbers(),
        proofs=[proof("one", ["two"])],
    )  # fmt: skip
    assert "no move and no result" in rejected(one, Stuck())
    for plies, said in ((None, "no move and no result"), (1, "no move and no result"), (0, "")):
        avoiding = [proof("one", ["two"], avoids=["one"], plies=plies)]
        certificate = msgspec.structs.replace(one, proofs=avoiding)
        if said:
            assert said in rejected(certificate, Stuck())
        else:
            start: Any = Stuck()
            assert conclude(Goal(start, "outcome"), certificate)
