"""Certificates of Tetris: true ones pass, changed ones pass only where they are still true."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.tetris import answers, cells_of

from gameproof.certificates import tetris_reachable, tetris_sequences
from gameproof.certificates.certificate import Certificate, Claim, Rejected, check
from gameproof.certificates.files import CertificateFile, read, write
from gameproof.certificates.refutation import Refutation
from gameproof.certificates.tetris_optimum import TetrisOptimum
from gameproof.certificates.tetris_play import TetrisPlay, reply
from gameproof.certificates.tetris_reachable import TetrisReachable
from gameproof.certificates.tetris_sequences import TetrisSequences
from gameproof.certificates.three_partition import ThreePartition
from gameproof.encodings import tetris as encoding
from gameproof.encodings.method import Options
from gameproof.encodings.refute import refute
from gameproof.games import tetris_3partition, tictoe
from gameproof.games.tetris import Position, make
from gameproof.solvers.limits import Limits

POSITION = make(board="...##/.....", height=6, pieces="JOIL", rotation="slide")
CELLS = cells_of(POSITION.columns, POSITION.board)
TRUE = answers(POSITION.rows, POSITION.columns, CELLS, POSITION.pieces, POSITION.rotation)


def verdict(position: Any, question: str, answer: str, certificate: Certificate) -> str | None:
    """``None`` when accepted, else the reason."""
    try:
        check(position, Claim(question, answer), certificate)
    except Rejected as reason:
        return str(reason)
    return None


def moves_of(question: str) -> list[str]:
    finding = encoding.most_by_boards(POSITION, Limits(), Options(), question)
    assert finding.answer == TRUE[question]
    assert isinstance(finding.certificate, TetrisPlay | TetrisReachable | TetrisOptimum)
    return finding.certificate.moves


WORDS = st.sampled_from(
    ["", "J0-A1", "O0-A1", "I1-E1", "I0-A3", "L3-E9", "Z0-A1", "J9-A1", "1-", "J0-ZZZZ1", "J0-A0"]
)
ANSWERS = st.sampled_from(["yes", "no", "0", "1", "2", "3", "-1", "99", "", "two"])


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["clear", "survive", "max-rows", "max-tetrises", "sequences", "outcome"]),
    ANSWERS,
    st.sampled_from([TetrisPlay, TetrisReachable]),
    st.data(),
)
def test_no_changed_play_proves_a_wrong_answer(
    question: str, answer: str, kind: Any, data: st.DataObject
) -> None:
    moves = list(moves_of("max-rows"))
    for _ in range(data.draw(st.integers(0, 2))):
        place = data.draw(st.integers(0, len(moves)))
        moves[place : place + data.draw(st.integers(0, 1))] = [data.draw(WORDS)]
    if data.draw(st.booleans()):
        moves = moves[: data.draw(st.integers(0, len(moves)))]
    if verdict(POSITION, question, answer, kind(moves)) is None:
        assert TRUE.get(question) == answer


def test_true_answers_are_accepted() -> None:
    for question in ("max-rows", "max-tetrises"):
        certificate = TetrisReachable(moves_of(question))
        assert verdict(POSITION, question, TRUE[question], certificate) is None
    for question in ("clear", "survive"):
        finding = encoding.by_boards(POSITION, Limits(), Options(), question)
        assert finding.answer == TRUE[question]
        assert finding.certificate is not None
        assert verdict(POSITION, question, TRUE[question], finding.certificate) is None


@pytest.mark.parametrize(
    ("question", "answer", "certificate", "reason"),
    [
        ("clear", "yes", TetrisPlay([]), "4 pieces and 2 filled cells are left"),
        ("survive", "yes", TetrisPlay([]), "4 pieces are not placed"),
        ("survive", "no", TetrisReachable([]), "the sequence can be survived"),
        ("survive", "no", TetrisPlay([]), "moves do not prove 'survive' 'no'"),
        ("survive", "no", TetrisReachable(["J0-A1"]), "no move can show that there is none"),
        ("max-rows", "1", TetrisReachable([]), "the moves reach 0"),
        ("max-rows", "0", TetrisReachable([]), "a play reaches 3"),
        ("max-rows", "0", TetrisPlay([]), "the moves reach 0, counting cells allows 3"),
        ("max-rows", "9", TetrisPlay(["J0-E6"]), "cannot come to rest there"),
    ],
)
def test_reasons(question: str, answer: str, certificate: Certificate, reason: str) -> None:
    assert reason in (verdict(POSITION, question, answer, certificate) or "accepted")


def test_a_clearable_board_is_not_proved_hopeless() -> None:
    position = make(board="...##/.....", height=6, pieces="JO", rotation="slide")
    assert verdict(position, "clear", "no", TetrisReachable([])) == "the board can be cleared"
    dropped = make(board="...##/.....", height=6, pieces="JO", rotation="drop")
    assert verdict(dropped, "clear", "no", TetrisReachable([])) is None


def test_other_games_are_rejected() -> None:
    other = tictoe.make()
    kinds = (TetrisPlay([]), TetrisReachable([]), TetrisSequences(), ThreePartition([]))
    for certificate in kinds:
        assert "this certificate is about" in (verdict(other, "clear", "no", certificate) or "")


def test_a_search_that_is_too_large_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tetris_reachable, "MOST", 10)
    monkeypatch.setattr(tetris_sequences, "MOST_BOARDS", 10)
    reason = verdict(POSITION, "max-rows", "3", TetrisReachable(moves_of("max-rows")))
    assert reason is not None
    assert "too many" in reason
    with pytest.raises(Rejected, match="too many"):
        check(make(size="6x4"), Claim("sequences", "41", {"length": 3}), TetrisSequences())


@pytest.mark.parametrize("length", [-1, 6, "3", True, None])
def test_lengths_that_are_none(length: Any) -> None:
    with pytest.raises(Rejected):
        check(make(size="6x4"), Claim("sequences", "1", {"length": length}), TetrisSequences())


def optimum() -> tuple[Position, str, TetrisOptimum]:
    position = make(size="6x4", pieces="JL", rotation="slide")
    patched = pytest.MonkeyPatch()
    patched.setattr(encoding, "MOST", 0)
    finding = encoding.most_by_boards(position, Limits(), Options(), "max-rows")
    patched.undo()
    assert isinstance(finding.certificate, TetrisOptimum)
    return position, finding.answer, finding.certificate


def test_optimum_by_refutation(tmp_path: Path) -> None:
    position, answer, certificate = optimum()
    assert answer == "1"
    assert verdict(position, "max-rows", "1", certificate) is None
    assert verdict(position, "max-rows", "0", certificate) is not None
    fewer = TetrisOptimum(certificate.moves[:1], certificate.more)
    assert verdict(position, "max-rows", "0", fewer) is not None  # one row more is possible
    record = CertificateFile({}, Claim("max-rows", "1"), certificate)
    write(tmp_path / "proof.json", record)
    again = read(tmp_path / "proof.json").certificate
    assert verdict(position, "max-rows", "1", again) is None


POSITION_LOST = make(board="#.#./.#.#", pieces="TT")
LOST = refute(POSITION_LOST, Claim("survive", "no"), Limits(), Options())


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["lemmas", "lemma_ends", "hints", "hint_ends"]), st.data())
def test_changed_refutations_prove_no_survivable_board_lost(name: str, data: st.DataObject) -> None:
    """Any change may leave a proof true, but never makes it one for another board."""
    fields = {f: np.array(getattr(LOST, f)) for f in LOST.__struct_fields__}
    if len(fields[name]):
        index = data.draw(st.integers(0, len(fields[name]) - 1))
        fields[name][index] = data.draw(st.integers(-(1 << 20), 1 << 20))
    changed = Refutation(**fields)
    free = make(board="#.#./.#.#", height=6, pieces="TT")
    assert verdict(POSITION_LOST, "survive", "no", LOST) is None
    assert verdict(free, "survive", "no", changed) is not None
    assert verdict(POSITION_LOST, "clear", "yes", changed) is not None


def test_replies_follow_the_play() -> None:
    moves = moves_of("max-rows")
    position, certificate = POSITION, TetrisReachable(moves)
    for text in moves:
        move = reply(position, certificate)
        assert move is not None
        assert position.move_text(move) == text
        position = position.play(move)
    assert reply(position, certificate) is None
    elsewhere = POSITION.play(POSITION.moves()[-1])
    assert reply(elsewhere, TetrisPlay(["J0-A1", "O0-A99"])) is None


@pytest.mark.parametrize(
    "triples",
    [[], [[0, 1]], [[0, 1, 2], [3, 4, 4]], [[0, 1, 3], [2, 4, 5]], [[0, 1, 2], [3, 4, 9]],
     [[0, 1, 2, 3, 4, 5]], [[0, 1, -4], [3, 4, 5]]],
)  # fmt: skip
def test_wrong_triples_are_rejected(triples: list[list[int]]) -> None:
    position = tetris_3partition.make(4, [1, 1, 2, 1, 1, 2])
    assert verdict(position, "partition", "yes", ThreePartition(triples)) is not None


def test_triples_and_their_absence() -> None:
    split = tetris_3partition.make(4, [1, 1, 2, 1, 1, 2])
    assert verdict(split, "partition", "yes", ThreePartition([[0, 1, 2], [5, 4, 3]])) is None
    assert verdict(split, "partition", "no", ThreePartition([])) == "the numbers do split"
    none = tetris_3partition.make(16, [5, 5, 5, 5, 5, 7])
    assert verdict(none, "partition", "no", ThreePartition([])) is None
    assert verdict(none, "partition", "no", ThreePartition([[0, 1, 2]])) is not None
    assert verdict(none, "clear", "no", ThreePartition([])) is not None
    assert verdict(none, "sizes", "1 x 1", ThreePartition([])) is not None
