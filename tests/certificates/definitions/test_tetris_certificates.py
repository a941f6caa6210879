"""Certificates of Tetris: true ones pass, changed ones pass only where they are still true."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.often import often
from reference.proved import question_of
from reference.tetris import answers, cells_of

from gameproof.certificates import kernel
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.clauses.refutation import Refutation
from gameproof.certificates.definitions import definition
from gameproof.certificates.definitions.definition import Definition
from gameproof.certificates.files import CertificateFile, read
from gameproof.certificates.kernel import Goal
from gameproof.certificates.strategies.together import Together, parts
from gameproof.encodings.each_move import together
from gameproof.encodings.method import Options
from gameproof.encodings.refute import refute
from gameproof.encodings.tetris import tetris as encoding
from gameproof.games import tetris_3partition, tictoe
from gameproof.games.clauses.clauses import formula
from gameproof.games.meaning.answers import Value
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.question import Question
from gameproof.games.tetris import Position, Rotation, make
from gameproof.prover.written import seal, write
from gameproof.replies.definition import reply
from gameproof.solvers.limits import Limits

POSITION = make(board="...##/.....", height=6, pieces="JOIL", rotation="slide")
CELLS = cells_of(POSITION.columns, POSITION.board)
TRUE = answers(POSITION.rows, POSITION.columns, CELLS, POSITION.pieces, POSITION.rotation)


def asked(question: str) -> Question[Any]:
    """The question of a game of Tetris; one of paper soccer where that has none of the name."""
    game = "tetris-3partition" if question in ("partition", "sizes") else "tetris"
    return question_of("paper-soccer" if question == "outcome" else game, question)


def verdict(
    position: Any, question: str, answer: str, certificate: Certificate, **arguments: Value
) -> str | None:
    """``None`` when accepted, else the reason."""
    try:
        kernel.verify(position, asked(question), arguments, answer, certificate)
    except Rejected as reason:
        return str(reason)
    return None


def moves_of(question: str) -> list[str]:
    finding = encoding.most_by_boards(POSITION, Limits(), Options(), question)
    assert str(finding.answer) == TRUE[question]
    certificate = finding.certificate
    if isinstance(certificate, Together):
        certificate = parts(certificate)[0]
    assert isinstance(certificate, Definition)
    return texts(POSITION, certificate)


def texts(position: Position, certificate: Definition) -> list[str]:
    """The moves of a play in notation."""
    found = []
    for turns, column, row in certificate.rows():
        found.append(position.move_text((turns, column, row)))
        position = position.play((turns, column, row))
    return found


def alone(moves: list[str]) -> Definition:
    """A play of these moves, whatever they are."""
    rows = [re.fullmatch(r"[A-Z]?(\d)-([A-Z]+)(\d+)", move) for move in moves]
    found = [
        [int(m[1]), ord(m[2][0]) - 65 + 26 * (len(m[2]) - 1), int(m[3]) - 1] if m else [0]
        for m in rows
    ]
    ends = np.cumsum([0, *map(len, found)])
    return Definition(np.array([x for row in found for x in row], dtype=np.int64), ends)


def counted(moves: list[str]) -> Certificate:
    return together(alone(moves), Definition())


def by_cells(bound: int) -> Refutation:
    """The empty clause from the first one, with a bound."""
    none, one = np.zeros(0, np.int64), np.array([0, 1])
    return Refutation(none, np.array([0, 0]), np.array([0]), one, bound)


WORDS = st.sampled_from(
    ["", "J0-A1", "O0-A1", "I1-E1", "I0-A3", "L3-E9", "Z0-A1", "J9-A1", "1-", "J0-ZZZZ1", "J0-A0"]
)
ANSWERS = st.sampled_from(["yes", "no", "0", "1", "2", "3", "-1", "99", "", "two"])


@settings(max_examples=often(120))
@given(
    st.sampled_from(["clear", "survive", "max-rows", "max-tetrises", "sequences", "outcome"]),
    ANSWERS,
    st.sampled_from([alone, counted]),
    st.data(),
)
def test_no_changed_play_proves_a_wrong_answer(
    question: str, answer: str, kind: Callable[[list[str]], Certificate], data: st.DataObject
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
        certificate = counted(moves_of(question))
        assert verdict(POSITION, question, TRUE[question], certificate) is None
        assert verdict(POSITION, question, TRUE[question], Definition()) is None
    for question in ("clear", "survive"):
        finding = encoding.by_boards(POSITION, Limits(), Options(), question)
        assert finding.answer == (TRUE[question] == "yes")
        assert finding.certificate is not None
        assert verdict(POSITION, question, TRUE[question], finding.certificate) is None


@pytest.mark.parametrize(
    ("question", "answer", "certificate", "reason"),
    [
        ("clear", "yes", alone([]), "4 pieces are not placed"),
        ("survive", "yes", alone([]), "4 pieces are not placed"),
        ("survive", "no", Definition(), "does not entail 'no'"),
        ("survive", "no", alone([]), "4 pieces are not placed"),
        ("survive", "no", counted(["J0-A1"]), "3 pieces are not placed"),
        ("max-rows", "1", alone([]), "a play clears 0 rows"),
        ("max-rows", "1", Definition(), "does not entail '1'"),
        ("max-rows", "0", Definition(), "does not entail '0'"),
        ("max-rows", "0", alone([]), "does not entail '0'"),
        ("max-rows", "3", alone([]), "does not entail '3'"),
        ("max-rows", "3", together(alone([]), by_cells(3)), "no more than 3 rows"),
        ("max-rows", "2", together(alone([]), by_cells(2)), "does not follow"),
        ("max-rows", "9", alone(["J0-E6"]), "cannot come to rest there"),
        ("max-rows", "03", Definition(), "is written '3'"),
        ("max-tetrises", "-1", Definition(), "does not entail"),
    ],
)
def test_reasons(question: str, answer: str, certificate: Certificate, reason: str) -> None:
    assert reason in (verdict(POSITION, question, answer, certificate) or "accepted")


def test_a_move_too_few_and_one_too_many() -> None:
    position = make(board="...##/.....", height=6, pieces="JO", rotation="slide")
    finding = encoding.by_boards(position, Limits(), Options(), "clear")
    assert isinstance(finding.certificate, Definition)
    moves = texts(position, finding.certificate)
    assert len(moves) == 2
    for question in ("clear", "survive"):
        assert verdict(position, question, "yes", alone(moves)) is None
        for wrong in (moves[:1], moves[1:], [*moves, "O0-A1"], [*moves, moves[-1]], []):
            assert verdict(position, question, "yes", alone(wrong)) is not None
    # The same moves under another rule of motion, where they are not legal.
    dropped = make(board="...##/.....", height=6, pieces="JO", rotation="drop")
    assert "cannot come to rest" in (verdict(dropped, "clear", "yes", alone(moves)) or "")


@pytest.mark.parametrize("rotation", ["drop", "slide", "rotate"])
def test_no_pieces(rotation: Rotation) -> None:
    """The rules call an empty board with no piece to come cleared, any other survived."""
    empty, filled = make(size="4x4", rotation=rotation), make(board="#...", rotation=rotation)
    for kind in (alone([]), Definition(), counted([])):
        shows = isinstance(kind, Definition) and kind.has_object
        counts = isinstance(kind, Definition) and not shows
        for position, clear in ((empty, "yes"), (filled, "no")):
            assert verdict(position, "survive", "yes", kind) is None
            assert verdict(position, "survive", "no", kind) is not None
            said = verdict(position, "clear", clear, kind)
            assert (said is None) == (clear == "yes" or counts)
            assert verdict(position, "clear", "no" if clear == "yes" else "yes", kind) is not None
            for question in ("max-rows", "max-tetrises"):
                shown = verdict(position, question, "0", kind) is None
                assert shown != shows
                assert verdict(position, question, "1", kind) is not None


def test_a_board_with_a_full_row_is_none_of_the_game() -> None:
    """Two rows that are full from the start would make two tetrises of an O."""
    board = (1 << 8) - 1 | 0b1100_1100 << 8
    position = Position(6, 4, board, "O")
    assert position.play((0, 0, 2)).tetrises == 1
    for question in ("max-rows", "max-tetrises", "clear", "survive"):
        for answer in ("0", "1", "4", "yes", "no"):
            for certificate in (alone([]), alone(["O0-A3"]), Definition(), counted(["O0-A3"])):
                if question != "clear":
                    assert verdict(position, question, answer, certificate) is not None
        with pytest.raises(BadInput, match="full row"):
            formula(Goal(position, question), 1 if question.startswith("max") else None)


def test_a_clearable_board_is_not_proved_hopeless() -> None:
    position = make(board="...##/.....", height=6, pieces="JO", rotation="slide")
    assert verdict(position, "clear", "no", Definition()) is not None
    assert verdict(position, "clear", "yes", Definition()) is None
    dropped = make(board="...##/.....", height=6, pieces="JO", rotation="drop")
    assert verdict(dropped, "clear", "no", Definition()) is None
    assert verdict(dropped, "clear", "yes", Definition()) is not None


def test_other_games_are_rejected() -> None:
    other = tictoe.make()
    assert "no object answers" in (verdict(other, "clear", "no", alone([])) or "")
    assert "no object answers" in (verdict(other, "partition", "yes", Definition.of([])) or "")
    assert "no object answers" in (verdict(POSITION, "partition", "yes", Definition.of([])) or "")
    assert "is not defined" in (verdict(other, "clear", "no", Definition()) or "")
    assert "is not defined" in (verdict(other, "sequences", "1", Definition(), length=1) or "")
    assert "is not defined" in (verdict(POSITION, "partition", "no", Definition()) or "")


def test_a_search_that_is_too_large_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definition, "STEPS", 1000)
    reason = verdict(POSITION, "max-rows", "3", counted(moves_of("max-rows")))
    assert reason is not None
    assert "too many" in reason
    said = verdict(make(size="6x4"), "sequences", "41", Definition(), length=3)
    assert "too many" in (said or "")


def test_large_boards_are_searched_less() -> None:
    """Where the cells do not decide, boards of 65536 cells are given up at once."""
    large = make(size="256x256", pieces="O" * 64)
    assert "too many" in (verdict(large, "survive", "no", Definition()) or "")
    assert verdict(make(size="256x256", pieces="O"), "clear", "no", Definition()) is None
    assert "too large" in (verdict(large, "max-rows", "0", MORE) or "")


@pytest.mark.parametrize("length", [-1, "3", True, None, 3.0, -(10**30)])
def test_lengths_that_are_none(length: Any) -> None:
    position = make(size="6x4", rotation="drop")
    for answer in ("1", "41", "0"):
        assert verdict(position, "sequences", answer, Definition(), length=length) is not None


def test_sequences_belong_to_a_board_without_pieces() -> None:
    position = make(size="6x4", rotation="drop")
    assert verdict(position, "sequences", "4", Definition(), length=2) is None
    assert verdict(position, "sequences", "3", Definition(), length=2) is not None
    assert verdict(position, "sequences", "41", Definition(), length=2) is not None
    waiting = make(size="6x4", pieces="J", rotation="drop")
    assert verdict(waiting, "sequences", "4", Definition(), length=2) is not None


def optimum() -> tuple[Position, Together]:
    position = make(size="6x4", pieces="JL", rotation="slide")
    patched = pytest.MonkeyPatch()
    patched.setattr(encoding, "STEPS", 0)
    finding = encoding.most_by_boards(position, Limits(), Options(), "max-rows")
    patched.undo()
    assert finding.answer == 1
    assert isinstance(finding.certificate, Together)
    return position, finding.certificate


MORE = Refutation(
    np.zeros(0, np.int64), np.zeros(2, np.int64), np.zeros(0, np.int64), np.zeros(2, np.int64), 0
)
"""The empty clause without hints."""


def test_optimum_by_refutation(tmp_path: Path) -> None:
    position, certificate = optimum()
    assert verdict(position, "max-rows", "1", certificate) is None
    assert verdict(position, "max-rows", "0", certificate) is not None
    assert verdict(position, "max-rows", "2", certificate) is not None
    play, more = parts(certificate)
    assert isinstance(play, Definition)
    assert isinstance(more, Refutation)
    fewer = together(Definition.of(play.rows()[:1]), more)
    assert verdict(position, "max-rows", "0", fewer) is not None  # one row more is possible
    assert verdict(position, "max-rows", "1", fewer) is not None  # no play shows one
    assert verdict(position, "max-rows", "1", more) is not None
    for bound in (-1, 0, 2, 10**9, None):
        changed = Refutation(more.lemmas, more.lemma_ends, more.hints, more.hint_ends, bound)
        assert verdict(position, "max-rows", "1", together(play, changed)) is not None
        assert verdict(position, "max-rows", "0", together(play, changed)) is not None
    assert verdict(position, "max-tetrises", "0", more) is not None
    higher = make(size="7x4", pieces="JL", rotation="rotate")
    assert verdict(higher, "max-rows", "1", certificate) is not None
    record = CertificateFile({}, "1", certificate)
    write(tmp_path / "proof.json", seal(record))
    again = read(tmp_path / "proof.json").certificate
    assert verdict(position, "max-rows", "1", again) is None


@pytest.mark.parametrize("question", ["max-rows", "max-tetrises"])
def test_cells_bound_what_is_cleared(question: str) -> None:
    """No play has more than the cells allow, and what they do not exclude is not refuted so."""
    for words in ("I", "II", "IIII", "IOIO", "TTTT", "IIIIIIII", "JL"):
        position = make(size="8x4", pieces=words)
        cells = cells_of(position.columns, position.board)
        true = answers(8, 4, cells, words, position.rotation)[question]
        most = max(
            bound for bound in range(9) if bound == 0 or not excluded(position, question, bound - 1)
        )
        assert int(true) <= most
        for bound in range(9):
            wanted = bound >= most
            assert excluded(position, question, bound) == wanted, (words, bound)


def excluded(position: Position, question: str, bound: int) -> bool:
    """Does counting cells alone refute more than so many?"""
    try:
        kernel.conclude(Goal(position, question), by_cells(bound))
    except Rejected:
        return False
    return True


POSITION_LOST = make(board="#.#./.#.#", pieces="TT")
LOST = refute(Goal(POSITION_LOST, "survive"), Limits(), Options())


@settings(max_examples=often(40))
@given(st.sampled_from(["lemmas", "lemma_ends", "hints", "hint_ends"]), st.data())
def test_changed_refutations_prove_no_survivable_board_lost(name: str, data: st.DataObject) -> None:
    """Any change may leave a proof true, but never makes it one for another board."""
    fields: dict[str, Any] = {
        f: np.array(getattr(LOST, f)) for f in LOST.__struct_fields__ if f != "bound"
    }
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
    position, certificate = POSITION, alone(moves)
    for text in moves:
        move = reply(position, certificate)
        assert move is not None
        assert position.move_text(move) == text
        position = position.play(move)
    assert reply(position, certificate) is None
    elsewhere = POSITION.play(POSITION.moves()[-1])
    assert reply(elsewhere, alone(["J0-A1", "O0-A99"])) is None


@pytest.mark.parametrize(
    "rows",
    [[], [[]], [[0, 0]], [[0, 0, 0, 1, 1]], [[0, 0, 0, 0, 0, 0]], [[0, 0, 1, 0, 1, 1]],
     [[0, 0, 0, 1, 1, 1, 1]], [[0, 0, 0], [1, 1, 1]], [[0, 0, 0, 1, 1, 1], []],
     [[0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1]], [[0, 1, 2, 3, 4, 5]], [[0, 0, 0, 1, 1, 2]]],
)  # fmt: skip
def test_wrong_triples_are_rejected(rows: list[list[int]]) -> None:
    position = tetris_3partition.make(4, [1, 1, 2, 1, 1, 2])
    for answer in ("yes", "no"):
        assert verdict(position, "partition", answer, Definition.of(rows)) is not None


def test_triples_and_their_absence() -> None:
    split = tetris_3partition.make(4, [1, 1, 2, 1, 1, 2])
    for row in product((0, 1, 2), repeat=6):
        sums = [[n for n, i in zip(split.numbers, row, strict=True) if i == k] for k in set(row)]
        right = all(len(triple) == 3 and sum(triple) == 4 for triple in sums)
        assert (verdict(split, "partition", "yes", Definition.of([row])) is None) == right
        assert verdict(split, "partition", "no", Definition.of([row])) is not None
    assert verdict(split, "partition", "no", Definition()) is not None
    none = tetris_3partition.make(16, [5, 5, 5, 5, 5, 7])
    assert verdict(none, "partition", "no", Definition()) is None
    assert verdict(none, "partition", "yes", Definition()) is not None
    for row in product((0, 1), repeat=6):
        for answer in ("yes", "no"):
            assert verdict(none, "partition", answer, Definition.of([row])) is not None
            assert verdict(none, "clear", answer, Definition.of([row])) is not None
    assert verdict(none, "sizes", "1 x 1", Definition()) is not None
    assert verdict(none, "sizes", none.sizes(), Definition()) is None
    unnumbered = tetris_3partition.Reduction(4, 4, 0, "")
    for certificate in (Definition.of([]), Definition.of([[]]), Definition()):
        assert verdict(unnumbered, "partition", "yes", certificate) is not None
