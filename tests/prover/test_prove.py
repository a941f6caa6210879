"""The ladder: checked answers, limits, Ctrl-C, the store of results."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from gameproof.encodings.method import Finding, Method, Options
from gameproof.games.game import BadInput
from gameproof.instances.instance import from_words
from gameproof.prover import prove as proving
from gameproof.prover.prove import CertificateRejected, prove
from gameproof.prover.store import Store, reusable
from gameproof.prover.watch import watched
from gameproof.solvers.limits import LimitReached, Limits

GRID = ["geography", "grid", "3", "3", "--start", "4"]


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> list[Method]:
    """A ladder of the test's own for every game and question."""
    rungs: list[Method] = []
    monkeypatch.setattr(proving, "methods", lambda module, question: rungs)
    return rungs


def rung(run: Any, name: str = "own") -> Method:
    return Method("outcome", name, run, "none")


def test_an_answer_is_checked_and_its_certificate_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "proof.json"
    answer = prove(from_words(GRID), certificate=path)
    assert (answer.answer, answer.verified) == ("P", True)
    assert answer.certificate == str(path)
    assert path.exists()
    assert answer.theorem


def test_a_rejected_certificate_is_never_an_answer(ladder: list[Method]) -> None:
    good = proving.prove_with_certificate  # the real certificate, for the wrong claim
    from gameproof.encodings import geography

    truth = next(m for m in geography.METHODS if m.question == "outcome")

    def liar(position: Any, limits: Limits, options: Options) -> Finding:
        finding = truth.run(position, limits, options)
        return Finding("N", finding.certificate)

    ladder.append(rung(liar))
    with pytest.raises(CertificateRejected):
        good(from_words(GRID))


def test_an_answer_without_certificate_is_not_verified(ladder: list[Method]) -> None:
    ladder.append(rung(lambda position, limits, options: Finding("N")))
    answer = prove(from_words(GRID))
    assert (answer.answer, answer.verified) == ("N", False)


def test_a_word_that_the_question_does_not_know_is_a_fault(ladder: list[Method]) -> None:
    ladder.append(rung(lambda position, limits, options: Finding("maybe")))
    with pytest.raises(CertificateRejected, match="maybe"):
        prove(from_words(GRID))


def test_rungs_are_climbed_in_order_and_their_findings_kept(ladder: list[Method]) -> None:
    ladder.append(rung(lambda p, li, o: Finding("unknown", detail={"bound": 3}), "first"))
    ladder.append(rung(lambda p, li, o: Finding("N"), "second"))
    ladder.append(rung(lambda p, li, o: Finding("P"), "third"))
    answer = prove(from_words(GRID))
    assert answer.answer == "N"
    assert answer.detail == {"bound": 3, "tried": ["first", "second"]}


def test_a_limit_ends_plain_python_promptly(ladder: list[Method]) -> None:
    def forever(position: Any, limits: Limits, options: Options) -> Finding:
        while True:
            pass

    ladder.append(rung(lambda p, li, o: Finding("unknown", detail={"known": 1}), "bounds"))
    ladder.append(rung(forever, "forever"))
    started = time.monotonic()
    answer = prove(from_words(GRID), Limits(0.4))
    assert answer.answer == "unknown"
    assert answer.stopped == "time"
    assert answer.detail["known"] == 1
    assert time.monotonic() - started < 5


def test_a_memory_limit_ends_plain_python(ladder: list[Method]) -> None:
    def hungry(position: Any, limits: Limits, options: Options) -> Finding:
        held = []
        while True:
            held.append(bytearray(1 << 20))
            time.sleep(0.001)

    ladder.append(rung(hungry))
    from gameproof.solvers.limits import resident_bytes

    answer = prove(from_words(GRID), Limits(60, resident_bytes() + (200 << 20)))
    assert answer.stopped == "memory"


def test_ctrl_c_leaves_what_was_proved(ladder: list[Method]) -> None:
    def interrupted(position: Any, limits: Limits, options: Options) -> Finding:
        raise KeyboardInterrupt

    ladder.append(rung(lambda p, li, o: Finding("unknown", detail={"known": 1}), "bounds"))
    ladder.append(rung(interrupted))
    answer = prove(from_words(GRID))
    assert (answer.answer, answer.stopped, answer.detail["known"]) == ("unknown", "interrupted", 1)


def test_the_watch_ends_with_its_block() -> None:
    with pytest.raises(LimitReached), watched(Limits(0.05)):
        time.sleep(5)
    with watched(Limits(0.2)):
        pass
    time.sleep(0.4)


def test_an_unknown_method_is_named() -> None:
    with pytest.raises(BadInput, match="did you mean 'matching'"):
        prove(from_words(GRID), method="matchin")


def test_the_expected_answer_is_compared() -> None:
    import msgspec

    for expected, agrees in (("P", True), ("N", False)):
        one = msgspec.structs.replace(from_words(GRID), expected=expected)
        assert prove(one).agrees is agrees


def test_the_store_keeps_decided_answers_of_this_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "results.sqlite")
    answer = prove(from_words(GRID))
    assert store.get(answer.key) is None
    store.put(answer)
    again = store.get(answer.key)
    assert again is not None
    assert again.stored
    assert again.answer == "P"
    assert store.get(answer.key, "other method") is None
    monkeypatch.setattr("gameproof.prover.store.code_stamp", lambda: "another version")
    assert store.get(answer.key) is None


def test_a_stored_answer_whose_certificate_is_gone_is_not_reused(tmp_path: Path) -> None:
    answer = prove(from_words(GRID), certificate=tmp_path / "p.json")
    assert reusable(answer, tmp_path / "q.json")
    (tmp_path / "p.json").unlink()
    assert not reusable(answer, tmp_path / "q.json")


def test_a_stored_answer_without_its_certificate_is_proved_again_for_one(tmp_path: Path) -> None:
    answer = prove(from_words(GRID))
    assert answer.verified
    assert reusable(answer, None)
    assert not reusable(answer, tmp_path / "q.json")


def test_a_broken_store_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    path.write_bytes(b"no database" * 200)
    with pytest.raises(BadInput, match="not a store of results"):
        Store(path)


def test_a_lost_ctrl_c_is_raised_again() -> None:
    import os
    import signal

    lost = []

    def deaf() -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)
        except KeyboardInterrupt:
            lost.append(1)
        time.sleep(10)

    # A background job is born with SIGINT ignored; this test wants Python's own handler.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), watched(Limits(60)):
            deaf()
        assert lost == [1]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
