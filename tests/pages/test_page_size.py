"""A page is small beside its certificate, and an animation is written once.

Oracle: what the file weighs, and the frames as they were drawn.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gameproof.certificates.files import load
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import read, resolve
from gameproof.pictures.picture import Picture
from gameproof.prover.prove import prove_with_certificate
from gameproof.prover.written import compressed
from gameproof.solvers.limits import Limits
from gameproof.web.page import changed, page, picture_of

INSTANCES = Path(__file__).parents[2] / "instances"
MOST = 400_000
"""Bytes of a page without its certificate."""
LONG = 20.0
"""Seconds for a proof; there are instances that take minutes."""


def weighed(path: Path) -> int | None:
    """Bytes of an instance's page without its certificate."""
    instance = read(path)
    asked = resolve(instance)
    proof = prove_with_certificate(instance, Limits(LONG, 1 << 30), resolved=asked)
    if proof.sealed is None:
        return None
    text = page(proof.sealed, picture_of(asked, proof.certificate, proof.answer.detail))
    sealed = compressed(proof.sealed)
    held = sum(len(part) + 2 for part in (sealed.text, sealed.arrays or b"")) * 4 // 3
    return len(text.encode()) - held


@pytest.mark.parametrize(
    "name", ["s1-t4-clear", pytest.param("s2-t10-tetrises", marks=pytest.mark.slow)]
)
def test_long_plays_have_small_pages(name: str) -> None:
    weight = weighed(INSTANCES / "data" / "tetris-3partition" / f"{name}.json")
    assert weight is not None
    assert weight < MOST


@pytest.mark.slow
def test_every_shipped_instance_has_a_small_page() -> None:
    found: dict[str, int] = {}
    for path in sorted((INSTANCES / "data").rglob("*.json")):
        try:
            weight = weighed(path)
        except BadInput:
            continue  # its certificate is larger than a page may be
        if weight is not None:
            found[path.stem] = weight
    print(sorted((weight, name) for name, weight in found.items())[-20:], len(found))
    assert {name: weight for name, weight in found.items() if weight >= MOST} == {}
    assert len(found) > 400


@pytest.mark.parametrize(
    "name",
    [
        "tictactoe-6-3", "tictactoe-7-3", "mnk-5-5-4",
        pytest.param("mnk-6-6-4-gravity", marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_shipped_proofs_have_small_pages(name: str) -> None:
    sealed = compressed(load(INSTANCES / "proofs" / f"{name}.json"))
    held = sum(len(part) + 2 for part in (sealed.text, sealed.arrays or b"")) * 4 // 3
    assert len(page(sealed).encode()) - held < MOST


def test_frames_are_their_changes() -> None:
    path = INSTANCES / "data" / "tetris" / "eight-ts.json"
    asked = resolve(read(path))
    proof = prove_with_certificate(read(path), Limits(60), resolved=asked)
    picture = picture_of(asked, proof.certificate, {})
    assert isinstance(picture, Picture)
    written = changed(picture.frames)
    shapes, around, changes = (written[name] for name in ("shapes", "frames", "changes"))
    assert isinstance(shapes, list)
    assert isinstance(around, list)
    assert isinstance(changes, list)
    now: list[int] = []
    again = []
    for (before, after), steps in zip(around, changes, strict=True):
        for at, gone, *come in steps:
            now[at : at + gone] = come
        again.append(before + "".join(shapes[number] for number in now) + after)
    assert tuple(again) == picture.frames
    assert len(again) > 9
    assert len(set(shapes)) == len(shapes)
