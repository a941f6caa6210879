"""What an earlier run left is told as verified only where its certificate proves it again."""

from __future__ import annotations

import json
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import gameproof as gp
from gameproof.cli.main import run
from gameproof.cli.results_table import read
from gameproof.cli.status import Status

Edit = Callable[[dict[str, Any]], None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Tic-Tac-Toe, which is a draw, and a pairing that exists."""
    (tmp_path / "in").mkdir()
    for name, board, question, expected in (
        ("draw", "tictactoe 3 2", "outcome", "draw"),
        ("pairs", "tictactoe 5 2", "pairing", "exists"),
    ):
        document = {"schema": "gameproof/instance/1", "game": "tictactoe", "board": board,
                    "question": question, "expected": expected}  # fmt: skip
        (tmp_path / "in" / f"{name}.json").write_text(json.dumps(document))
    return tmp_path / "in"


def solved(folder: Path, certificates: bool = True) -> dict[str, gp.Proof]:
    where = folder.parent / "proofs" if certificates else None
    found = gp.solve_all(folder, out=folder.parent / "r.jsonl", certificates=where)
    return {Path(str(proof.file)).stem: proof for proof in found}


def edited(folder: Path, edit: Edit) -> None:
    """The results file with its line on the draw changed."""
    path = folder.parent / "r.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        if line["file"].endswith("draw.json"):
            edit(line)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def certificate_of(folder: Path, word: str) -> Path:
    (path,) = (folder.parent / "proofs").glob(f"{word}*.certificate.json")
    return path


def test_a_certificate_that_passes_again_is_verified_again(folder: Path) -> None:
    first = solved(folder)
    again = solved(folder)
    assert all(proof.verified and proof.agrees for proof in again.values())
    assert {n: p.claim for n, p in again.items()} == {n: p.claim for n, p in first.items()}


def test_without_a_certificate_an_earlier_run_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert all(proof.verified for proof in solved(folder, certificates=False).values())
    before = (folder.parent / "r.jsonl").read_text()
    for proof in solved(folder, certificates=False).values():
        assert (proof.verified, proof.claim, proof.agrees) == (False, None, True)
        assert repr(proof).endswith(", earlier run, not checked again)")
        assert not gp.check(proof)
    assert (folder.parent / "r.jsonl").read_text() == before
    assert run(["report", str(folder.parent / "r.jsonl")]) == Status.DONE
    assert "2 not checked again;" in capsys.readouterr().out


def to_first(line: dict[str, Any]) -> None:
    line.update(answer="first", claim="the first player wins", agrees=True)


def with_another(line: dict[str, Any]) -> None:
    """A genuine certificate, of something else."""
    to_first(line)
    line["certificate"] = line["certificate"].replace("draw-", "pairs-")


def expecting(line: dict[str, Any]) -> None:
    to_first(line)
    line["expected"] = "first"


def without(line: dict[str, Any]) -> None:
    to_first(line)
    line["certificate"] = None


@pytest.mark.parametrize("certificates", [True, False])
@pytest.mark.parametrize("edit", [to_first, with_another, expecting, without])
def test_an_edited_line_is_not_verified(folder: Path, edit: Edit, certificates: bool) -> None:
    solved(folder)
    pairs = certificate_of(folder, "pairs")
    shutil.copy(
        pairs, pairs.with_name(certificate_of(folder, "draw").name.replace("draw", "pairs"))
    )
    edited(folder, edit)
    rows = {Path(row.file).stem: row.state for row in read([folder.parent / "r.jsonl"])}
    expected = "not checked again" if edit is expecting else "contradicted"
    assert rows == {"draw": expected, "pairs": "verified"}
    proof = solved(folder, certificates)["draw"]
    if certificates:  # whoever keeps certificates has it solved again
        assert (proof.answer.text, proof.verified, proof.agrees) == ("draw", True, True)
    else:
        assert (proof.answer.text, proof.verified, proof.agrees) == ("first", False, False)
        assert not gp.check(proof)


def garbage(path: Path) -> None:
    path.write_bytes(b"garbage")


def claims_first(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"answer":"draw"', b'"answer":"first"'))


def emptied(path: Path) -> None:
    document = json.loads(path.read_bytes())
    document["steps"] = [{"kind": "definition"}]
    path.write_text(json.dumps(document))


@pytest.mark.parametrize("spoil", [garbage, claims_first, emptied])
def test_garbage_for_a_certificate_is_not_verified(
    folder: Path, spoil: Callable[[Path], None]
) -> None:
    solved(folder)
    edited(folder, to_first)
    spoil(certificate_of(folder, "draw"))
    proof = solved(folder, certificates=False)["draw"]
    assert (proof.verified, proof.agrees) == (False, False)
    assert not gp.check(proof)
    assert solved(folder)["draw"].answer == "draw"


def test_the_words_of_another_board_are_not_told(folder: Path) -> None:
    solved(folder)

    def to_board(line: dict[str, Any]) -> None:
        line.update(board="tictactoe 4 3", arguments={"plies": 3})

    edited(folder, to_board)
    proof = solved(folder, certificates=False)["draw"]
    assert (proof.board, proof.record.arguments, proof.verified) == ("tictactoe 3 2", {}, True)


def test_check_looks_at_what_the_proof_shows() -> None:
    proof = gp.solve("tictactoe 3 2")
    assert gp.check(proof)
    assert gp.check(pickle.loads(pickle.dumps(proof)))
    other = gp.solve("tictactoe 4 2")
    for shown in (
        gp.Proof(gp.Value("first", "first"), proof.record, proof.sealed),
        gp.Proof(gp.Value("draw", "first"), proof.record, proof.sealed),
        gp.Proof(proof.answer, proof.record, other.sealed),
        gp.Proof(proof.answer, proof.record, proof.sealed, other.position.resolved),
        *(
            gp.Proof(proof.answer, msgspec.structs.replace(proof.record, **change), proof.sealed)
            for change in (
                {"board": "tictactoe 4 2"}, {"question": "pairing"}, {"answer": "first"},
                {"game": "mnk"}, {"arguments": {"plies": 3}}, {"key": other.record.key},
            )
        ),
    ):  # fmt: skip
        checked = gp.check(shown)
        assert not checked
        assert "the certificate proves another thing: tictactoe" in str(checked.reason)
