"""The program of the page, in Node, gives the same verdict as the plain checker."""

from __future__ import annotations

import json
import random
from collections import Counter
from importlib.resources import files
from typing import Any, cast

import msgspec
import numpy as np
import pytest
from formal.in_node import ACCEPTED, DECLINED, NODE, REJECTED, verdicts
from pages.corrupted import ELEVEN, SEVEN, Nodes, accepts, corrupted, documents, genuine, in_parts
from reference.forced import Edge, record

from gameproof.certificates.files import CertificateFile, Sealed, load, unseal
from gameproof.games.positional import Position
from gameproof.instances.contained import portable
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.formal import followed
from gameproof.prover.written import seal, to_json

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


@pytest.fixture(autouse=True)
def followed_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proved here is followed in fewer than two thousand positions; all else is declined,
    soon."""
    monkeypatch.setattr(followed, "MOST", 2000)


def test_genuine_certificates_are_proved() -> None:
    found = verdicts(genuine())
    kinds = Counter(
        (json.loads(one.text)["steps"][-1]["kind"], verdict)
        for one, verdict in zip(genuine(), found, strict=True)
    )
    assert REJECTED not in found
    assert {kind for kind, verdict in kinds if verdict == DECLINED} <= {"hall", "together"}
    proved = {kind for kind, verdict in kinds if verdict == ACCEPTED}
    assert {"pairing", "play", "positional-strategy", "hold", "force", "potential"} <= proved
    assert found.count(ACCEPTED) >= 40


def compare(texts: list[bytes]) -> Counter[str]:
    """How often each verdict occurs; where the program has one, it is the plain checker's."""
    ours = [accepts(text) for text in texts]
    theirs = verdicts(Sealed(text) for text in texts)
    differ = [
        (text[:400], one, two)
        for text, one, two in zip(texts, ours, theirs, strict=True)
        if two != DECLINED and one[0] != (two == ACCEPTED)
    ]
    assert not differ, differ[:3]
    return Counter(theirs)


def test_the_same_verdict_on_corrupted_certificates() -> None:
    found = compare(list(corrupted(seed=1, count=400)))
    assert found[REJECTED] >= 200
    assert found[ACCEPTED] >= 10


@pytest.mark.slow
def test_the_same_verdict_on_many_corrupted_certificates() -> None:
    for seed in range(2, 12):
        compare(list(corrupted(seed, count=2000)))


PLACES = ("permutations", "stones", "pairs", "answers", "owned", "owners", "parts", "part_ends")


@pytest.mark.slow
def test_six_cubed_is_proved_and_what_is_damaged_is_not() -> None:
    """The large proofs are arrays in a compressed file beside the JSON."""
    folder = files("gameproof.instances") / "proofs"
    whole = load(folder / "tictactoe-6-3.json")  # type: ignore[arg-type]
    assert whole.arrays is not None
    damaged = [
        Sealed(whole.text, whole.arrays[: len(whole.arrays) // 2]),
        Sealed(whole.text, whole.arrays[:5000] + b"\0\0\0\0" + whole.arrays[5004:]),
        Sealed(whole.text.replace(b'"n":6', b'"n":5'), whole.arrays),
        Sealed(whole.text.replace(b'"draw"', b'"first"'), whole.arrays),
        Sealed(whole.text, None),
    ]
    assert agreed(whole, *damaged) == [True] + [False] * len(damaged)


@pytest.mark.slow
def test_a_number_of_six_cubed_is_changed() -> None:
    """Each verdict takes a second or two; smaller proofs have every number changed, below."""
    whole = load(files("gameproof.instances") / "proofs" / "tictactoe-6-3.json")  # type: ignore[arg-type]
    damaged = []
    for name in PLACES:
        record = unseal(whole)
        array = getattr(record.certificate, name)
        array.ravel()[array.size // 2] += 1
        damaged.append(seal(record))
    assert sum(agreed(*damaged)) < 3


def agreed(*sealed: Sealed) -> list[bool]:
    """Is each verified: by both checkers, or by none?"""
    ours = [accepts(one.text, one.arrays)[0] for one in sealed]
    assert [verdict == ACCEPTED for verdict in verdicts(sealed)] == ours
    return ours


@pytest.mark.slow
def test_the_zones_of_seven_by_eight_are_proved_and_what_is_damaged_is_not() -> None:
    """Five in a row; after each change something is missing."""
    whole = load(files("gameproof.instances") / "proofs" / "mnk-7-8-5.json")  # type: ignore[arg-type]
    damaged = []
    for name in ("permutations", "stones", "pairs", "answers", "answer_ends"):
        record = unseal(whole)
        array = getattr(record.certificate, name)
        array.ravel()[array.size // 2] += 1
        damaged.append(seal(record))
    ours = agreed(whole, *damaged)
    assert ours[0]
    assert not all(ours)


ROW = "mnk 1 7 3 --rule weak --second d1 --to-move first"
LEFT, WHOLE = SEVEN[0], SEVEN[1]
"""The pair at the left; with the middle and its image, every set."""


def in_parts_of(words: str, nodes: Nodes, **changed: object) -> bytes:
    """A file about a row in which Breaker holds by these nodes."""
    asked = resolve(from_words(words.split(), "outcome"))
    cells = cast("Position", asked.position).board.cells
    certificate = msgspec.structs.replace(in_parts(cells, nodes), **changed)
    text = seal(CertificateFile(portable(asked), "breaker", certificate, "tests")).text
    document = json.loads(text)
    document["steps"] = to_json(certificate)
    return json.dumps(document | {"arrays": None}).encode()


def test_zones_in_parts() -> None:
    good: list[Nodes] = [
        [LEFT, WHOLE],
        [LEFT, ([3], [[5, 6]], [], [[0, 0]])],
        [LEFT, ([3], [], [], [[0, 0]]), ([], [], [], [[0, 1], [1, 0]])],
        [LEFT, *(([3], [], [], [[i, 0], [0, 1]][: 1 + (i == 27)]) for i in range(28))],
        # A part with nothing to be played for, as often as there are cells.
        [([3], [], [], []), LEFT, ([3], [[5, 6]], [], [[1, 0], *[[0, 0]] * 6])],
        # One of two answers is the pair.
        [([0], [], [], []), ([1], [], [], []), ([], [], [[0, 0, 0], [1, 1, 0]], []),
         ([3], [], [], [[2, 0], [2, 1]])],
    ]  # fmt: skip
    bad: list[Nodes] = [
        [LEFT],
        [LEFT, ([3], [], [], [[0, 0]])],
        [LEFT, ([3], [], [], [[0, 0], [0, 0]])],
        [LEFT, ([3], [[1, 2]], [], [[0, 0], [0, 1]])],
        [LEFT, ([3, 3], [], [], [[0, 0], [0, 1]])],
        [LEFT, ([], [], [], [[0, 0], [0, 1]])],
        [LEFT, ([3], [], [], [[0, 0], [1, 1]])],
        [LEFT, ([3], [], [], [[0, 0], [0, 2]])],
        [LEFT, ([3], [], [], [[0, 0], [0, 1]]), ([3], [], [[0, 1, 0]], [[1, 0]])],
        [LEFT, *(([3], [], [], [[i, 0], [0, 1]][: 1 + (i == 28)]) for i in range(29))],
        [([3], [], [], []), LEFT, ([3], [[5, 6]], [], [[1, 0], *[[0, 0]] * 7])],
        # After one answer the left set is stopped, after the other the right one.
        [LEFT, ([], [[5, 6]], [], []), ([3], [], [[3, 0, 0], [3, 1, 0]], [])],
        # One answer alone does not serve the move that takes it.
        [([0], [], [], []), ([], [], [[0, 0, 0]], []), ([3], [], [], [[1, 0], [1, 1]])],
    ]
    assert compare([in_parts_of(ROW, nodes) for nodes in good]) == {ACCEPTED: len(good)}
    assert compare([in_parts_of(ROW, nodes) for nodes in bad]) == {REJECTED: len(bad)}


def test_lists_of_parts_that_are_absent() -> None:
    """Both may be absent or empty; one alone says that there are none, or nothing."""
    none = np.zeros(0, np.int64)
    paired: Nodes = [([3], [[0, 1], [5, 6]], [], [])]
    row = json.loads(in_parts_of(ROW, paired))
    texts = [in_parts_of(ROW, paired, parts=none, part_ends=none)]
    for names in (["parts"], ["part_ends", "parts"]):
        document = json.loads(json.dumps(row))
        for name in names:
            del document["steps"][-1][name]
        texts.append(json.dumps(document).encode())
    assert compare(texts) == {ACCEPTED: 3}
    wrong = [
        in_parts_of(ROW, [LEFT, WHOLE], **{name: np.array(value)})
        for name, value in (
            ("parts", []), ("parts", [[0, 0, 0], [0, 1, 0]]), ("parts", [0, 1]), ("part_ends", []),
            ("part_ends", [0, 2]), ("part_ends", [0, 1, 2]), ("part_ends", [0, 0, 1]),
        )
    ]  # fmt: skip
    for name in ("parts", "part_ends"):
        document = json.loads(in_parts_of(ROW, [LEFT, WHOLE]))
        document["steps"][-1][name] = None
        wrong.append(json.dumps(document).encode())
    assert compare(wrong) == {REJECTED: len(wrong)}


def forced_file(words: str, nodes: list[list[Edge]], **changed: Any) -> bytes:
    """A file that claims a win by force in which the second player is to move."""
    asked = resolve(from_words(words.split(), "outcome"))
    certificate = record(cast("Position", asked.position), "first", nodes)
    certificate = msgspec.structs.replace(certificate, **changed)
    return seal(CertificateFile(portable(asked), "first", certificate, "tests")).text


DOUBLE = "mnk 15 15 5 --to-move second --first f8;g8;h8;h9;h10 --second "


@pytest.mark.slow
def test_force_on_fifteen_by_fifteen() -> None:
    """Two open threes; whether the other has two or three stones in a row makes the difference."""
    pos = Position.parse(DOUBLE + "a1;c2")
    sets = {one: -1 - i for i, one in enumerate(pos.sets("first").sets())}

    def four(start: int, step: int) -> list[Edge]:
        """Four in a row from this cell on, open at both ends."""
        low, high = (sets[tuple(range(at, at + 5 * step, step))] for at in (start - step, start))
        return [(-1, start - step, low), (start - step, start + 4 * step, high)]

    row, column, right, up = (pos.board.cell(name) for name in ("e8", "h8", "i8", "h11"))
    fours = [four(row, 1), four(row + 1, 1), four(column, 15), four(column - 15, 15)]
    ends = [row - 1, row, right, right + 1, column - 15, column - 30, up, up + 15]
    # After a move near the row the column is played, else the row.
    root: list[Edge] = [(-1, row, 0), *((x, up, 2) for x in (row - 1, row, right))]
    whole = [*fours, root]
    good = ["a1;c2", "a1;c2;d4;o15;n3", "a1;b1", "o15;o14;a1", "l12;m13"]
    bad = ["a1;b1;c1", "a1;e8", "l12;m13;n14", "a1;h12", "a1;d8"]
    assert compare([forced_file(DOUBLE + one, whole) for one in good]) == {ACCEPTED: len(good)}
    assert compare([forced_file(DOUBLE + one, whole) for one in bad]) == {REJECTED: len(bad)}
    rng = random.Random(3)
    texts = []
    for _ in range(300):
        nodes = [list(node) for node in whole]
        rows = nodes[rng.randrange(len(nodes))]
        at, cell = rng.randrange(len(rows)), rng.choice(ends)
        move, reply, child = rows[at]
        rows[at] = rng.choice(
            [(cell, reply, child), (move, cell, child), (move, reply, rng.randrange(-2, 5)),
             (cell, -1, -1), (move, reply, rng.choice([*sets.values()]))]
        )  # fmt: skip
        if rng.random() < 0.4:
            rows.append((cell, rng.choice(ends), rng.randrange(0, 4)))
        stones = rng.choice([*good, *bad, "a1;a2;a3;d8", "e8;c3"])
        texts.append(forced_file(DOUBLE + stones, nodes, root=rng.choice([4, 4, 4, 3])))
    found = compare(texts)
    assert found[ACCEPTED] > 3, found


def test_every_number_of_a_forced_win() -> None:
    """Each one greater or less by one or two."""
    texts = []
    for document in documents():
        certificate = cast("Any", document["steps"])[-1]
        if certificate["kind"] != "force":
            continue
        for name in ("opening", "root", "edge_ends", "moves", "replies", "children"):
            scalar = isinstance(certificate[name], int)
            for at in range(1 if scalar else len(certificate[name]["numbers"])):
                for change in (-2, -1, 1, 2):
                    forged = json.loads(json.dumps(document))
                    if scalar:
                        forged["steps"][-1][name] += change
                    else:
                        forged["steps"][-1][name]["numbers"][at] += change
                    texts.append(json.dumps(forged).encode())
    found = compare(texts)
    assert found[REJECTED] > 200
    assert found[ACCEPTED] > 5


def test_every_number_of_zones_in_parts() -> None:
    """Each one greater or less by one or two, or another node in its place."""
    texts = []
    eleven = "mnk 1 11 3 --rule weak --second f1 --to-move first"
    for words, nodes in (("mnk 1 7 3 --rule weak", SEVEN), (eleven, ELEVEN)):
        whole = json.loads(in_parts_of(words, nodes))
        for name, field in whole["steps"][-1].items():
            if not isinstance(field, dict):
                continue
            flat = np.array(field["numbers"]).ravel()
            for at in range(flat.size):
                for change in (-2, -1, 1, 2):
                    numbers = flat.copy()
                    numbers[at] += change
                    document = json.loads(json.dumps(whole))
                    document["steps"][-1][name]["numbers"] = numbers.reshape(
                        np.shape(field["numbers"])
                    ).tolist()
                    texts.append(json.dumps(document).encode())
    found = compare(texts)
    assert found[REJECTED] > 300
    assert found[ACCEPTED] > 5


@pytest.mark.parametrize(
    ("numbers", "verdict"),
    [
        ("[1, 1.0]", REJECTED),
        ("[1, true]", REJECTED),
        ("[1, NaN]", DECLINED),
        ("[01, 1]", DECLINED),
    ],
)
def test_numbers_that_are_not_whole(numbers: str, verdict: str) -> None:
    """A number with a point and a truth value are none, and the last two are no JSON."""
    document = next(d for d in documents() if d["steps"][-1]["kind"] == "pairing")  # type: ignore[index, call-overload]
    text = json.dumps(document)
    at = text.index('"numbers": [') + len('"numbers": ')
    wrong = (text[:at] + numbers + text[text.index("]", at) + 1 :]).encode()
    assert not accepts(wrong)[0]
    assert compare([wrong]) == {verdict: 1}


@pytest.mark.parametrize("name", ["<i", "int64", "i8", "=i8", "", "O", "<U1", "<f16", "|i8"])
def test_a_number_type_has_one_spelling(name: str) -> None:
    document = next(d for d in documents() if d["steps"][-1]["kind"] == "pairing")  # type: ignore[index, call-overload]
    document["steps"][-1]["pairs"]["dtype"] = name  # type: ignore[index, call-overload]
    assert compare([json.dumps(document).encode()]) == {REJECTED: 1}
