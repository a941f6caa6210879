"""Files at the edges of the checker: no false claim, each shows a fault around the kernel."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from formal.in_node import ACCEPTED, DECLINED, NODE, REJECTED, verdicts
from pages.corrupted import accepts, documents

from gameproof.certificates.definitions import definition
from gameproof.certificates.files import Sealed
from gameproof.cli.main import run
from gameproof.cli.status import Status
from gameproof.games.meaning.bad_input import quoted
from soundness.attacks import listed
from soundness.campaign import genuine
from soundness.edges import Mutants, Report, checked
from soundness.goals import goals

Capture = pytest.CaptureFixture[str]


def file(instance: dict[str, Any], answer: str, certificate: dict[str, Any]) -> str:
    """A certificate file as text; a text that is no string of JSON's stays as it is."""
    whole = {"schema": "gameproof/instance/1", **instance}
    document = {"type": "certificate", "schema": "gameproof/certificate/3", "made_by": "x",
                "instance": whole, "answer": answer, "steps": [certificate]}  # fmt: skip
    return json.dumps(document)


RECOUNT = {"kind": "definition"}
NOTHING = {"numbers": [], "dtype": "<i8", "shape": [0]}
ONE = {"numbers": [0], "dtype": "<i8", "shape": [1]}
NIM = {"game": "nim", "board": {"heaps": [1]}, "question": "outcome"}
ARRAY = {"numbers": [], "dtype": "|u1", "shape": [0]}
SNORT = {
    "game": "snort", "question": "labels",
    "board": {"graph": {"n": 3, "edges": [[0, 1], [1, 2]], "names": ["0 --blue 2", "1", "2"]},
              "red": ["0 --blue 2"]},
}  # fmt: skip
GEOGRAPHY = {
    "game": "geography", "question": "outcome",
    "board": {"graph": {"n": 2, "edges": [[1, 0]], "directed": True}, "start": "0",
              "directed": False},
}  # fmt: skip


def proof(starter: str, side: str) -> dict[str, object]:
    """What one player forces."""
    return {"starter": starter, "side": [side], "avoids": [], "plies": None, "root": 0}


STRATEGY = {
    "kind": "play",
    "proofs": [proof("first", "second")], "texts": [],
    "starts": {"numbers": [0, 0], "dtype": "<i8", "shape": [2]}, "moves": NOTHING,
    "children": NOTHING, "keys": NOTHING,
}  # fmt: skip
WITHIN = {
    "game": "mnk", "board": {"m": 5, "n": 1, "k": 5}, "question": "win-within",
    "arguments": {"plies": 2**53 + 1},
}  # fmt: skip
ROUNDED = {
    "kind": "positional-strategy", "first": [], "second": [], "to_move": "first",
    "plies": 2**53, "proofs": [["first", "prevents", -1, -1, 0]],
    "permutations": {"numbers": [], "dtype": "<i8", "shape": [0, 5]}, "edge_ends": ONE,
    "moves": NOTHING, "replies": NOTHING, "children": NOTHING, "symmetries": NOTHING,
    "line_ends": ONE, "cell_ends": ONE, "cells": NOTHING,
}  # fmt: skip
LOOP = {"game": "arc-kayles", "board": {"graph": {"n": 1, "edges": [[0, 0]]}},
        "question": "outcome"}  # fmt: skip
VALUES = {"kind": "mex", "values": {}, "preperiod": 0, "period": 0,
          "heaps": {"numbers": [0, 0], "dtype": "<i8", "shape": [2]}}  # fmt: skip
CUBE = {"game": "tictactoe", "board": {"n": 2, "d": 100_000}, "question": "outcome"}

REFUSED = {
    "an array for the arguments": (file({**NIM, "arguments": ARRAY}, "N", RECOUNT), "arguments"),
    "an array for the board": (file({**NIM, "board": ARRAY}, "N", RECOUNT), "board"),
    "an array for the moves": (file({**NIM, "moves": ONE}, "N", RECOUNT), "moves"),
    "an array for a heap": (file({**NIM, "board": {"heaps": ONE}}, "N", RECOUNT), "heaps"),
    "an array for the whole certificate": (file(NIM, "N", ONE), "steps[0]"),
    "an array for a text": (file(NIM, "N", {"kind": "together", "uses": ONE}), "steps[0].uses"),
    "a board of 2^100000 cells": (file(CUBE, "draw", STRATEGY), "2^100000 or more cells"),
    "half a character in a field": (file(NIM, "N", {**RECOUNT, "\ud800": 1}), "half a character"),
    "half a character in an answer": (file(NIM, "\udfff", RECOUNT), "half a character"),
    "half a character in a name": (
        file(
            {**SNORT, "board": {"graph": {"n": 1, "edges": [], "names": ["\ud800"]}}}, "A", RECOUNT
        ),
        "half a character",
    ),
    "plies rounded": (file(WITHIN, "no", ROUNDED), "does not entail"),
    "a graph that is directed and is not": (file(GEOGRAPHY, "P", STRATEGY), "directed"),
    "a loop": (file(LOOP, "P", VALUES), "loop"),
    "two vertices of one name": (
        file(
            {**SNORT, "board": {"graph": {"n": 2, "edges": [], "names": ["a", "a"]}}}, "AA", RECOUNT
        ),
        "name",
    ),
    "a vertex without a name": (
        file(
            {**SNORT, "board": {"graph": {"n": 2, "edges": [], "names": ["a", ""]}}}, "AA", RECOUNT
        ),
        "name",
    ),
    "digits of another script": (
        file({**NIM, "board": {"heaps": ["\u0661"]}}, "N", RECOUNT),
        "heaps",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_with_a_file_is_said_and_the_others_are_checked(
    name: str, tmp_path: Path, capsys: Capture
) -> None:
    text, told = REFUSED[name]
    (tmp_path / "a.json").write_text(text)
    heaps = {"game": "nim", "board": {"heaps": [1, 1]}, "question": "outcome"}
    strategy = {**STRATEGY, "proofs": []}
    (tmp_path / "b.json").write_text(file(heaps, "P", strategy))
    (tmp_path / "c.json").write_text(file(SNORT, "URA", RECOUNT))
    assert run(["check", str(tmp_path)]) == Status.REFUTED
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("s NOT VERIFIED ")
    assert told in lines[0]
    assert "cannot be checked" not in lines[0]
    assert lines[1].startswith("s NOT VERIFIED ")
    assert lines[2].startswith(
        's VERIFIED snort graph-with-3-vertices-2-edges --red "0 --blue 2": '
    )


def test_a_limit_is_named_when_it_ends_a_check(tmp_path: Path, capsys: Capture) -> None:
    """281 bytes about the colourings of 144 cells; the default limit would be named as well."""
    instance = {"game": "tictactoe", "board": {"n": 12, "d": 2}, "question": "count-drawn",
                "arguments": {"even": False}}  # fmt: skip
    path = tmp_path / "proof.json"
    path.write_text(file(instance, "0", RECOUNT))
    assert run(["check", str(path), "--time-limit", "0.5"]) == Status.UNKNOWN
    assert capsys.readouterr().out.endswith("time limit reached (0.5 s, --time-limit)\n")


@pytest.mark.parametrize("blank", ["", " ", "  \n"])
def test_arrays_are_found_however_the_text_is_spaced(
    blank: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "proof.json"
    assert run(["solve", "tictactoe", "20", "3", "-q", "pairing", "-o", str(path)]) == Status.DONE
    assert path.with_suffix(".npz").exists()
    text = path.read_text()
    assert '"arrays":true' in text
    path.write_text(text.replace('"arrays":true', f'"arrays"{blank}:{blank}true'))
    capsys.readouterr()
    assert run(["check", str(path)]) == Status.DONE


def test_lines_of_boards_that_are_not_named_end_differently(
    tmp_path: Path, capsys: Capture
) -> None:
    ends = set()
    for edges in ([[0, 1], [1, 2]], [[0, 1], [0, 2]]):
        board = {"graph": {"n": 3, "edges": edges}}
        path = tmp_path / "proof.json"
        path.write_text(
            file({"game": "snort", "board": board, "question": "labels"}, "AAA", RECOUNT)
        )
        assert run(["check", str(path)]) == Status.DONE
        said, _, digits = capsys.readouterr().out.strip().rpartition("; instance ")
        assert (
            said == "s VERIFIED snort graph-with-3-vertices-2-edges: labels AAA: "
            "verified by counting again"
        )
        assert len(digits) == 32
        ends.add(int(digits, 16))
    assert len(ends) == 2


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a1", "a1"), ("v.2", "v.2"), ("x-y", "x-y"), ("\u00e9", "\u00e9"), ("", '""'),
        ("a b", '"a b"'), ("--blue", '"--blue"'), ("1,2", '"1,2"'), ("none", '"none"'),
        ('"a"', '"\\"a\\""'), ("a\nb", '"a\\nb"'), ("\u202ea", '"\\u202ea"'), ("a;b", '"a;b"'),
    ],
)  # fmt: skip
def test_names_are_quoted_wherever_they_could_be_read_as_words(name: str, told: str) -> None:
    assert quoted(name) == told


def files() -> list[dict[str, Any]]:
    """Certificate files of every kind, a few of each, on tiny boards."""
    from gameproof.certificates.certificate import SCHEMA
    from gameproof.instances.contained import portable

    found = []
    for made in genuine().values():
        for one in made[:: max(1, len(made) // 8)]:
            instance = json.dumps(portable(goals()[one.goal]), default=lambda a: a.tolist())
            found.append(
                {"type": "certificate", "schema": SCHEMA, "instance": json.loads(instance),
                 "answer": one.answer, "steps": listed(one.data)}
            )  # fmt: skip
    return found


def examined(report: Report, count: int) -> None:
    """Nothing stumbled, nothing went on after its limit, and most mutants were refused."""
    assert not report.faults, report.faults[:3]
    assert not report.beyond, report.beyond[:3]
    assert "INTERNAL" not in report.statuses
    assert sum(report.statuses.values()) == count
    assert report.statuses["REFUTED"] > count / 2


@pytest.fixture
def counted_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Definitions give up soon: a board that a mutation made larger is counted for seconds."""
    monkeypatch.setattr(definition, "STEPS", 1 << 16)


@pytest.mark.usefixtures("counted_soon")
def test_mutated_files_get_a_verdict_or_one_line() -> None:
    examined(checked(iter(Mutants(3, documents())), 400), 400)


@pytest.mark.slow
def test_a_hundred_thousand_mutated_files() -> None:
    mutants = Mutants(4, files())
    examined(checked(iter(mutants), 100_000), 100_000)


def differing(seed: int, count: int) -> tuple[Counter[tuple[bool, str]], list[object]]:
    """How often each pair of verdicts occurs, and the files that the plain checker and the proved
    one differ on. Declined is no verdict."""
    mutants = iter(Mutants(seed, documents()))
    texts = [next(mutants) for _ in range(count)]
    ours = [accepts(text)[0] for text in texts]
    theirs = verdicts(Sealed(text) for text in texts)
    wanted = {True: ACCEPTED, False: REJECTED}
    differ: list[object] = [
        (text[:600], one, two)
        for text, one, two in zip(texts, ours, theirs, strict=True)
        if two not in (wanted[one], DECLINED)
    ]
    return Counter(zip(ours, theirs, strict=True)), differ


@pytest.mark.usefixtures("counted_soon")
@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_both_checkers_agree_on_mutated_files() -> None:
    found, differ = differing(6, 200)
    assert not differ, differ[:3]
    assert found[True, ACCEPTED] > 10


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_both_checkers_agree_on_forty_thousand() -> None:
    for seed in range(10, 20):
        _, differ = differing(seed, 4000)
        assert not differ, differ[:3]


LONG = "0" * 5000 + "1"
POTENTIAL = {"kind": "potential", "theorem": "erdos-selfridge"}
PAGE = {
    "plies beyond 2^53": (file(WITHIN, "no", ROUNDED), False),
    "plies beyond 2^53, as they are": (file(WITHIN, "no", {**ROUNDED, "plies": 2**53 + 1}), True),
    "a move of five thousand digits": (
        file(NIM, "N", {**STRATEGY, "proofs": [proof("next", "next")], "texts": [LONG],
             "starts": {"numbers": [0, 1, 1], "dtype": "<i8", "shape": [3]}, "moves": ONE,
             "children": {"numbers": [1], "dtype": "<i8", "shape": [1]}}), True),
    "counts of a potential as one text": (
        file({"game": "mnk", "board": {"m": 1, "n": 9, "k": 9}, "question": "outcome"}, "draw",
             {**POTENTIAL, "counts": [["9", "1"]]}), False),
    "counts that are joined": (
        file({"game": "positional", "board": {}, "question": "outcome"}, "draw",
             {**POTENTIAL, "counts": [[9, "1;10,1"]]}), False),
    "a whole number with a point": (file({**NIM, "board": {"heaps": [1.0]}}, "N", RECOUNT), False),
    "half a character": (file({**NIM, "note": "\ud800"}, "N", RECOUNT), False),
    "a number that is not finite": (
        file({**NIM, "limits": {"time": 1}}, "N", RECOUNT).replace('"time": 1', '"time": 1e999'),
        False),
}  # fmt: skip


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_both_checkers_accept_the_same() -> None:
    texts = {name: text.encode() for name, (text, _) in PAGE.items()}
    good, _ = PAGE["plies beyond 2^53, as they are"]
    texts["UTF-16"] = good.encode("utf-16")
    texts["a mark before it"] = b"\xef\xbb\xbf" + good.encode()
    found = verdicts(Sealed(text) for text in texts.values())
    for (name, text), verdict in zip(texts.items(), found, strict=True):
        wanted = PAGE[name][1] if name in PAGE else False
        assert accepts(text)[0] is wanted, name
        assert verdict != (REJECTED if wanted else ACCEPTED), name
