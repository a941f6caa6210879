"""What is told of a play in portions is the play as a whole; oracle: the rules, and the whole."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import from_words, resolve
from gameproof.instances.typed_words import split
from gameproof.prover.prove import prove_with_certificate
from gameproof.solvers.limits import Limits
from gameproof.web.page import drawing_of
from gameproof.web.played_out import played_out

PLAYS = ["clobber 2 3", "domineering 3 3", "chomp 3 4", "geography path 6 --start 0 --edge",
         "grundys-game 9", "nim 2 3 -q misere-outcome", "cram 2 3"]  # fmt: skip
EVERYTHING = (1 << 20, 0)


def bare(node: dict[str, Any]) -> dict[str, Any]:
    """A node without its numbers, which differ."""
    return {**node, "moves": [text for text, _ in node["moves"]]}


@pytest.mark.parametrize("words", PLAYS)
def test_portions_are_the_whole(words: str) -> None:
    board, _, question = words.partition(" -q ")
    instance = from_words(split(board), question or None)
    asked = resolve(instance)
    proof = prove_with_certificate(instance, Limits(60), resolved=asked)
    assert proof.certificate is not None
    start, draw = asked.position, drawing_of(asked)
    whole = played_out(start, proof.certificate, draw, most=EVERYTHING)["nodes"]
    assert whole
    assert all(node["turn"] != "unknown" for node in whole)
    asked_for = 0
    waiting: list[tuple[list[str], int]] = [([], 0)]
    met = set()
    while waiting:
        path, number = waiting.pop()
        if number in met:
            continue
        met.add(number)
        told = played_out(start, proof.certificate, draw, path, (20, 0))["nodes"]
        asked_for += 1
        assert bare(told[0]) == bare(whole[number])
        by_text = dict(told[0]["moves"])
        for text, after in whole[number]["moves"]:
            if told[by_text[text]]["turn"] != "unknown":
                assert bare(told[by_text[text]]) == bare(whole[after])
            waiting.append(([*path, text], after))
    assert asked_for == len(whole)


def test_the_proof_wins_every_play() -> None:
    """Whoever is told to win by the rules of Clobber moves last in every play that is told."""
    instance = from_words(split("clobber 2 3"), None)
    asked = resolve(instance)
    proof = prove_with_certificate(instance, Limits(60), resolved=asked)
    assert proof.certificate is not None
    nodes = played_out(asked.position, proof.certificate, drawing_of(asked), most=EVERYTHING)[
        "nodes"
    ]
    ends = [node for node in nodes if node["turn"] == "over"]
    assert ends
    assert all("the proof has won" in node["result"] for node in ends)
    assert json.dumps(nodes)


def test_a_path_that_is_none() -> None:
    instance = from_words(split("clobber 2 3"), None)
    asked = resolve(instance)
    proof = prove_with_certificate(instance, Limits(60), resolved=asked)
    assert proof.certificate is not None
    with pytest.raises(BadInput):
        played_out(asked.position, proof.certificate, drawing_of(asked), ["z9z9"])


def test_more_moves_than_a_machine_holds() -> None:
    """A pile of a power of two is lost when at most as much may be taken as before."""
    for words, opens in [("take-away x 1099511627776", False), ("take-away x 1000000000000", True)]:
        instance = from_words(split(words), None)
        asked = resolve(instance)
        proof = prove_with_certificate(instance, Limits(60), resolved=asked)
        assert proof.certificate is not None
        found = played_out(asked.position, proof.certificate, drawing_of(asked))
        assert ([node["turn"] for node in found["nodes"]] if opens else found) == (
            ["hero", "unknown"] if opens else {}
        )
