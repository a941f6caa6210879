"""The gate of all pictures: every game, every shipped instance, with its proof and without.

Nothing leaves its view box, words do not overlap, no raw string, no colour that the themes do
not know; and a picture with its proof is another one than without.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from reference.picture_gate import boxes, faults

from gameproof.cli.show import draw
from gameproof.games.game import games
from gameproof.instances.instance import Resolved, read, resolve
from gameproof.pictures.picture import Detail, Picture
from gameproof.prover.prove import Proof, prove_with_certificate
from gameproof.prover.registry import picture
from gameproof.solvers.limits import Limits

DATA = Path(__file__).resolve().parents[2] / "instances" / "data"

NOT_DRAWN = {
    "refutation": "a refutation speaks of clauses, not of cells",
    "definition": "counted again from the rules; the position is all there is to see",
    "strategy-stealing": "a theorem without a move",
    "hall exists": "a count of sets and cells",
}
"""Kinds that leave the drawing as it is; their sentence stands below it all the same."""

UNCHANGED = {
    "arc-kayles/path-01": "no edge is left",
    "klein-cycles/outcome-3-finished": "the game is over",
    "snort/path-8-misere-outcome": "the strategy has no reply at the start",
    "tetris/overhang-drop": "no piece can be placed",
    "tetris/overhang-slide": "no piece can be placed",
    "tictactoe/drawn-position-4-8-even": "more than 5000 cells are described",
    "tictactoe/drawn-position-5-6-even": "more than 5000 cells are described",
    "tictactoe/pairing-from-4-2": "about boards of all sides, none of them this one",
    "tictactoe/pairing-from-5-2": "about boards of all sides, none of them this one",
    "torus-cycles/outcome-3-parity": "nobody can force a win",
    "torus-cycles/outcome-3-sextant": "nobody can force a win",
    "torus-cycles/outcome-4-parity": "nobody can force a win",
    "torus-cycles/outcome-finished": "the game is over",
}
"""Instances whose drawing the proof cannot change."""

FILES = sorted(DATA.rglob("*.json"))


def instance_files() -> list[Path]:
    """The files that hold instances; others are boards that these name."""
    return [f for f in FILES if "question" in _head(f) or "expected" in _head(f)]


@cache
def _head(file: Path) -> dict[str, object]:
    found = json.loads(file.read_bytes())
    return found if isinstance(found, dict) and "game" in found else {}


def drawn(asked: Resolved, proof: Proof | None) -> tuple[Picture, Picture]:
    """The game's own drawing, and the picture as ``show`` makes it."""
    depiction = picture(asked.module)
    assert depiction is not None
    detail: Detail = {}
    certificate = None
    if proof is not None:
        answer, certificate = proof.answer, proof.certificate
        told = {"question": answer.question, "answer": answer.answer, "claim": answer.claim}
        detail = {**answer.detail, **told}
    own = depiction.draw(asked.position, certificate, detail)
    return own, draw(asked, certificate, detail)


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_has_a_picture(game: str) -> None:
    assert picture(games()[game][1]) is not None


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(1, 6))]
)
def test_shipped_instances_pass_the_gate(part: int) -> None:
    found = {}
    for file in instance_files()[part::6]:
        own, shown = drawn(resolve(read(file)), None)
        wrong = faults(own) + faults(shown)
        if wrong:
            found[file.name] = wrong[:3]
    assert found == {}


def gate(file: Path, seconds: float) -> Iterator[str]:
    """What is wrong with an instance's picture when it is solved within so many seconds."""
    asked = resolve(read(file))
    proof = prove_with_certificate(read(file), Limits(time_limit=seconds))
    if proof.certificate is None:
        return
    without, bare = drawn(asked, None)
    own, shown = drawn(asked, proof)
    yield from faults(shown)[:3]
    if shown.svg == bare.svg or shown.text == bare.text:
        yield "show --solve shows no proof"
    direction = getattr(proof.certificate, "direction", "")
    kind = f"{type(proof.certificate).__struct_config__.tag} {direction}".strip()
    excused = kind in NOT_DRAWN or f"{file.parent.name}/{file.stem}" in UNCHANGED
    if own.svg == without.svg and not excused:
        yield f"the drawing with its {kind} proof is the one without"


def one_of_each() -> list[Path]:
    """The smallest file of each game and question."""
    found: dict[tuple[object, object], Path] = {}
    for file in sorted(instance_files(), key=lambda f: (f.stat().st_size, f.name)):
        head = _head(file)
        found.setdefault((head["game"], head.get("question")), file)
    return sorted(found.values())


LONG = {
    "torus-cycles/outcome-4-parity",
    "tetris-3partition/s1-t5-doubled",
    "polyomino/pairing-snaky-6-6",
    "torus-row/count-pairings-8-8-9",
}
"""Those that take more than five seconds."""


def named(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=named(file), marks=[pytest.mark.slow] if named(file) in LONG else [])
        for file in one_of_each()
    ],
)
def test_a_proof_is_seen(file: Path) -> None:
    assert list(gate(file, 5)) == []


@pytest.mark.slow
def test_all_proofs_are_seen() -> None:
    found = {file.name: list(gate(file, 20)) for file in instance_files()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_the_exceptions_are_instances() -> None:
    assert UNCHANGED.keys() <= {f"{file.parent.name}/{file.stem}" for file in FILES}


def test_the_gate_sees_what_is_wrong() -> None:
    def svg(inner: str) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 20">{inner}</svg>'

    def word(x: int, words: str, fill: str = "#222222") -> str:
        look = f'font-size="12" text-anchor="start" fill="{fill}"'
        return f'<text x="{x}" y="10" {look}>{words}</text>'

    assert faults(Picture("", svg(word(2, "ab")))) == []
    assert "outside" in faults(Picture("", svg(word(40, "abcdef"))))[0]
    assert "overlap" in faults(Picture("", svg(word(2, "abcd") + word(8, "abcd"))))[0]
    assert "raw" in faults(Picture("", svg(word(2, "{'a"))))[0]
    assert "colour" in faults(Picture("", svg(word(2, "ab", "#123456"))))[0]
    assert "raw" in faults(Picture("<object at 0x7f>", svg("")))[0]
    assert boxes(svg(""))[0] == (0, 0, 50, 20)
