"""The store of answers: kept with their certificates, believed only as far as these go."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.prove import prove_with_certificate
from gameproof.prover.store import Store

GRID = ["geography", "grid", "3", "3", "--start", "4"]


def test_the_store_keeps_decided_answers_of_this_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "results.sqlite")
    proof = prove_with_certificate(from_words(GRID))
    asked = resolve(from_words(GRID))
    assert store.get(asked) is None
    store.put(proof.answer, proof.sealed)
    found = store.get(asked)
    assert found is not None
    again, sealed = found
    assert again.stored
    assert again.verified
    assert again.answer == "P"
    assert sealed == proof.sealed
    assert store.get(asked, "other method") is None
    monkeypatch.setattr("gameproof.prover.store.code_stamp", lambda: "another version")
    assert store.get(asked) is None


@pytest.mark.parametrize(
    "edit",
    [
        """update proofs set answer = replace(answer, '"answer":"P"', '"answer":"N"')""",
        'update proofs set certificate = replace(certificate, \'"answer":"P"\', \'"answer":"N"\')',
        "update proofs set certificate = x'7b7d'",
        "update proofs set answer = '{}'",
        "update proofs set certificate = null, answer = 'x'",
    ],
)
def test_an_edited_store_proves_nothing(tmp_path: Path, edit: str) -> None:
    store = Store(tmp_path / "results.sqlite")
    proof = prove_with_certificate(from_words(GRID))
    store.put(proof.answer, proof.sealed)
    with sqlite3.connect(store.path) as db:
        db.execute(edit)
    assert store.get(resolve(from_words(GRID))) is None


def test_a_stored_answer_without_its_certificate_is_not_verified(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.sqlite")
    proof = prove_with_certificate(from_words(GRID))
    store.put(proof.answer, proof.sealed)
    with sqlite3.connect(store.path) as db:
        db.execute("update proofs set certificate = null")
    found = store.get(resolve(from_words(GRID)))
    assert found is not None
    assert not found[0].verified
    assert found[0].claim is None


def test_the_certificate_of_another_question_is_not_taken(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.sqlite")
    proof = prove_with_certificate(from_words(GRID))
    other = prove_with_certificate(from_words(["geography", "grid", "3", "3", "--start", "0"]))
    assert other.sealed is not None
    store.put(proof.answer, proof.sealed)
    with sqlite3.connect(store.path) as db:
        db.execute("update proofs set certificate = ?", (other.sealed.text,))
    assert store.get(resolve(from_words(GRID))) is None


def test_a_broken_store_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    path.write_bytes(b"no database" * 200)
    with pytest.raises(BadInput, match="not a store of results"):
        Store(path)
