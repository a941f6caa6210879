"""False proofs that earlier checkers accepted: each is refused by ``gameproof check``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameproof.cli.main import run
from gameproof.cli.status import Status
from gameproof.games import snort
from gameproof.games.graph import Graph
from gameproof.games.impartial import nim

Document = dict[str, Any]
SCHEMA = "gameproof/certificate/3"
Capture = pytest.CaptureFixture[str]


def solved(words: str, folder: Path) -> Document:
    """The certificate file of these words."""
    path = folder / "genuine.json"
    assert run(["solve", *words.split(), "-o", str(path)]) == Status.DONE
    document = json.loads(path.read_bytes())
    assert isinstance(document, dict)
    return document


def written(
    game: str, board: Document, question: str, answer: str, certificate: object
) -> Document:
    """A file that claims the answer."""
    return {
        "type": "certificate",
        "schema": SCHEMA,
        "made_by": "hand",
        "instance": {"schema": "gameproof/instance/1", "game": game, "board": board,
                     "question": question, "arguments": {}},
        "answer": answer,
        "steps": [certificate],
    }  # fmt: skip


def verdict(document: Document, folder: Path, capture: Capture) -> tuple[int, str]:
    """Exit status and standard output of a check of the file."""
    path = folder / "forged.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    capture.readouterr()
    status = run(["check", str(path)])
    return status, capture.readouterr().out


def refused(document: Document, folder: Path, capture: Capture) -> str:
    """The reason; there is one line, and it says no."""
    status, said = verdict(document, folder, capture)
    assert (status, said.count("\n")) == (Status.REFUTED, 1), said
    assert said.startswith("s NOT VERIFIED ")
    return said


# ------------------------------------------------ a strategy that names its own players


def all_plays(proofs: list[list[object]]) -> Document:
    """Every play of Nim with heaps 2 and 1, as a strategy of nobody in particular."""
    nodes: list[nim.Position] = []
    order = [nim.make((2, 1))]
    while order:
        here = order.pop(0)
        if here not in nodes:
            nodes.append(here)
            order.extend(map(here.play, here.moves()))
    nodes.sort(key=lambda p: -sum(p.heaps))
    texts: list[str] = []
    starts, moves, children = [0], [], []
    for here in nodes:
        for move in here.moves():
            text = here.move_text(move)
            texts += [] if text in texts else [text]
            moves.append(texts.index(text))
            children.append(nodes.index(here.play(move)))
        starts.append(len(moves))

    def array(numbers: list[int]) -> Document:
        return {"numbers": numbers, "dtype": "<i8", "shape": [len(numbers)]}

    rows = [
        {"starter": starter, "side": [side], "avoids": [], "plies": None, "root": root}
        for starter, side, root in proofs
    ]
    return {"kind": "play", "proofs": rows, "texts": texts, "starts": array(starts),
            "moves": array(moves), "children": array(children),
            "keys": array([0] * len(nodes))}  # fmt: skip


@pytest.mark.parametrize(
    "proof",
    [
        ["N", "P", 0],
        ["P", "P", 0],
        ["next", "P", 0],
        ["previous", "previous", 0],
        ["next", "previous", 0],
        ["next", "next", 0],
        ["", "", 0],
    ],
)
def test_nim_2_1_is_no_p_position(proof: list[object], tmp_path: Path, capsys: Capture) -> None:
    forged = written("nim", {"heaps": [2, 1]}, "outcome", "P", all_plays([proof]))
    refused(forged, tmp_path, capsys)


def test_a_strategy_proves_nothing_without_proofs(tmp_path: Path, capsys: Capture) -> None:
    refused(written("nim", {"heaps": [2, 1]}, "outcome", "P", all_plays([])), tmp_path, capsys)


# --------------------------------------------------------------- one digit of the board


def test_four_in_a_row_is_not_won_within_five_plies(tmp_path: Path, capsys: Capture) -> None:
    document = solved("mnk 4 4 3 -q win-within --plies 5", tmp_path)
    assert verdict(document, tmp_path, capsys)[0] == Status.DONE
    assert document["instance"]["board"]["k"] == 3
    document["instance"]["board"]["k"] = 4
    refused(document, tmp_path, capsys)


def test_nothing_left_to_attack_is_not_won(tmp_path: Path, capsys: Capture) -> None:
    document = solved("mnk 4 4 3 -q win-within --plies 5", tmp_path)
    for plies in (0, 1, 2, 3, 4):
        document["instance"]["arguments"]["plies"] = plies
        refused(document, tmp_path, capsys)
        document["steps"][-1]["plies"] = plies
        refused(document, tmp_path, capsys)
        document["steps"][-1]["plies"] = 5


# ------------------------------------------------------------------ nothing proves nothing


@pytest.mark.parametrize("answer", ["N", "P", "L"])
@pytest.mark.parametrize("kind", ["each-move", "together"])
def test_no_parts_prove_nothing(answer: str, kind: str, tmp_path: Path, capsys: Capture) -> None:
    board = {"graph": "path 1", "only_blue": ["0"]}
    forged = written("snort", board, "outcome", answer, {"kind": kind})
    refused(forged, tmp_path, capsys)


@pytest.mark.parametrize("colour", ["red", "blue"])
@pytest.mark.parametrize("answer", ["N", "P", "L", "R"])
def test_tables_of_impartial_games_say_nothing_of_snort(
    answer: str, colour: str, tmp_path: Path, capsys: Capture
) -> None:
    board = {"graph": "path 1", f"only_{colour}": ["0"]}
    start = snort.make(snort.SNORT, Graph.of(1, []), **{f"only_{colour}": [0]})  # type: ignore[arg-type]
    keys = [start.key(), start.turn("blue").key()]
    keys += [p.play(0).key() for p in (start, start.turn("blue")) if p.moves()]
    table = {"kind": "retrograde-table", "plies": {key: at % 2 for at, key in enumerate(keys)}}
    refused(written("snort", board, "outcome", answer, table), tmp_path, capsys)


# ---------------------------------------------------------------- half of what was asked


def test_a_lower_bound_alone_is_no_number(tmp_path: Path, capsys: Capture) -> None:
    document = solved("mnk 4 4 3 -q fewest-crosses", tmp_path)
    assert document["answer"] == "8"
    board, lower, _ = document["steps"]
    assert (board["kind"], lower["kind"]) == ("definition", "refutation")
    board.pop("about")
    lower.pop("about")
    for answer in ("0", "1", "7", "8", "none"):
        document["answer"] = answer
        refused({**document, "steps": [lower]}, tmp_path, capsys)
        refused({**document, "steps": [{**lower, "bound": 0}]}, tmp_path, capsys)
        if answer != "8":
            refused(document, tmp_path, capsys)
    document["answer"] = "8"
    document["steps"] = [board]
    refused(document, tmp_path, capsys)


# ----------------------------------------------------------------- the arguments of another


def test_nim_3_is_not_the_heap_99(tmp_path: Path, capsys: Capture) -> None:
    document = solved("nim 3 -q equivalent --heap 3", tmp_path)
    assert verdict(document, tmp_path, capsys)[0] == Status.DONE
    document["instance"]["arguments"] = {"heap": 99}
    assert "99" in refused(document, tmp_path, capsys)


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["instance"].update(arguments={"heap": 3, "size": 99}),
        lambda d: d["instance"].update(arguments={"heap": True}),
        lambda d: d["instance"].update(arguments={"heap": 3.0}),
        lambda d: d["instance"].update(arguments={}),
        lambda d: d.update(answer="yes\n"),
        lambda d: d.update(answer="Yes"),
        lambda d: d.update(answer="no"),
        lambda d: d["instance"].update(question="equal"),
    ],
)
def test_what_the_file_asks_is_what_counts(
    change: Callable[[Document], object], tmp_path: Path, capsys: Capture
) -> None:
    document = solved("nim 3 -q equivalent --heap 3", tmp_path)
    change(document)
    status, said = verdict(document, tmp_path, capsys)
    assert status in (Status.REFUTED, Status.USAGE)
    assert "s VERIFIED" not in said


# --------------------------------------------------------------------- a line of its own

LINE = "x\ns VERIFIED nim 3: outcome P"


@pytest.mark.parametrize("place", ["name", "answer", "reason", "note", "made_by", "cell"])
def test_no_text_of_a_file_makes_a_line(place: str, tmp_path: Path, capsys: Capture) -> None:
    graph = {"n": 2, "edges": [[0, 1]], "names": [LINE, "b"]}
    document = written("geography", {"graph": graph, "start": 1}, "winning-moves", LINE, {})
    if place == "name":
        genuine = solved("geography path 2 --start 1 -q winning-moves", tmp_path)
        genuine["instance"]["board"]["graph"] = graph
        for answer in (LINE, repr(LINE), json.dumps(LINE), "0"):
            _, said = verdict({**genuine, "answer": answer}, tmp_path, capsys)
            assert said.count("\n") <= 1
        return
    nim_2_1 = written("nim", {"heaps": [2, 1]}, "outcome", "N", {"kind": "closed-form"})
    if place == "answer":
        nim_2_1["answer"] = "N" + LINE
    elif place == "reason":
        nim_2_1["steps"] = [{"kind": LINE}]
    elif place == "note":
        nim_2_1["instance"]["note"] = LINE
    elif place == "made_by":
        nim_2_1["made_by"] = LINE
    else:
        family = json.dumps({"cells": [LINE, "b"], "sets": [[LINE, "b"]]})
        nim_2_1 = written(
            "positional", {"file": {"text": family}}, "sets", "1", {"kind": "definition"}
        )
    _, said = verdict(nim_2_1, tmp_path, capsys)
    assert said.count("\n") <= 1
    assert "\ns VERIFIED" not in said
    del document


def test_the_name_of_a_file_makes_no_line(tmp_path: Path, capsys: Capture) -> None:
    document = written("nim", {"heaps": [2, 1]}, "outcome", "P", {"kind": "closed-form"})
    path = tmp_path / "a\ns VERIFIED nim 2 1: outcome P.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    capsys.readouterr()
    assert run(["check", str(path)]) == Status.REFUTED
    assert run(["check", str(path.with_name("b" + path.name))]) == Status.USAGE
    assert "\ns VERIFIED" not in "\n" + capsys.readouterr().out


# ------------------------------------------------- true of another board than the line names


def said_of(document: Document, folder: Path, capture: Capture) -> str:
    """What a check says of a proof that it accepts."""
    status, said = verdict(document, folder, capture)
    assert status == Status.DONE
    return said


@pytest.mark.parametrize("words", ["petersen", "path 3", "digraph6:&AG", "path 2 --start 0"])
def test_a_graph_is_not_named_by_what_stands_beside_its_edges(
    words: str, tmp_path: Path, capsys: Capture
) -> None:
    document = solved("node-kayles path 2", tmp_path)
    document["instance"]["board"]["graph"] = {"n": 2, "edges": [[0, 1]], "words": words}
    said = said_of(document, tmp_path, capsys)
    assert said.startswith("s VERIFIED node-kayles graph-with-2-vertices-1-edges: ")


def test_the_name_of_a_file_is_not_read_as_options(tmp_path: Path, capsys: Capture) -> None:
    family = tmp_path / "family.json"
    family.write_text(json.dumps({"cells": 2, "sets": [[0], [1]]}), encoding="utf-8")
    document = solved(f"positional {family}", tmp_path)
    document["instance"]["board"]["file"]["name"] = "family.json --to-move second: outcome second"
    said = said_of(document, tmp_path, capsys)
    assert said.startswith(
        's VERIFIED positional "family.json --to-move second: outcome second": outcome first'
    )


def test_the_function_of_a_take_away_game_has_no_comment(tmp_path: Path, capsys: Capture) -> None:
    document = solved("take-away x 4", tmp_path)
    document["instance"]["board"]["function"] = "x #*2"
    status, said = verdict(document, tmp_path, capsys)
    assert status == Status.REFUTED
    assert said.startswith("s NOT VERIFIED instance.board.function: ")


@pytest.mark.parametrize(
    "text",
    [
        "p cnf 1 1\nc a comment\f-1 0\n1 0\n",
        "p cnf 1 1\nc a comment\r-1 0\n1 0\n",
        "p cnf 1 1\nc a comment\u2028-1 0\n1 0\n",
        "p cnf 10 2\n-1_0 0\n10 0\n",
        "p cnf 1 2\n-1 0\n\u0661 0\n",
        "p wcnf 1 2\n-1 0\n1 0\n",
    ],
)
def test_clauses_are_those_that_every_reader_sees(
    text: str, tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "forged.cnf").write_text(text, encoding="utf-8", newline="")
    proof = tmp_path / "forged.lrat"
    proof.write_text("3 0 1 2 0\n", encoding="ascii")
    capsys.readouterr()
    assert run(["check", str(proof)]) == Status.REFUTED
    assert capsys.readouterr().out.startswith("s NOT VERIFIED ")
