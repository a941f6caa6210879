"""The portfolio of methods: checked answers, limits, cancellation, the store of results."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from reference.endless import Portfolio, endless, look

from gameproof.encodings.geography.geography import decide_start
from gameproof.encodings.method import UNKNOWN, Finding, Method, Options
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import from_words
from gameproof.prover import prove as proving
from gameproof.prover.prove import prove
from gameproof.prover.verify import CertificateRejected
from gameproof.solvers.limits import LimitReached, Limits

GRID = ["geography", "grid", "3", "3", "--start", "4"]


@pytest.fixture
def portfolio(monkeypatch: pytest.MonkeyPatch) -> list[Method[Any]]:
    """A portfolio of the test's own for every game and question."""
    own: list[Method[Any]] = []
    monkeypatch.setattr(proving, "entry", lambda name: Portfolio(own))
    return own


def method(run: Any, name: str = "own") -> Method[Any]:
    return Method("outcome", name, run, "none")


def test_an_answer_is_checked_and_its_certificate_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "proof.json"
    answer = prove(from_words(GRID), certificate=path)
    assert (answer.answer, answer.verified) == ("P", True)
    assert answer.certificate == str(path)
    assert path.exists()
    assert answer.theorem


def test_a_rejected_certificate_is_never_an_answer(portfolio: list[Method[Any]]) -> None:
    good = proving.prove_with_certificate  # the real certificate, for the wrong claim
    from gameproof.encodings.geography import geography

    truth = next(m for m in geography.ENCODING.methods if m.question == "outcome")

    def liar(position: Any, limits: Limits, options: Options) -> Finding:
        finding = truth.run(position, limits, options)
        return Finding("N", finding.certificate)

    portfolio.append(method(liar))
    with pytest.raises(CertificateRejected):
        good(from_words(GRID))


def test_a_limit_while_a_certificate_is_checked_tells_what_was_found(
    portfolio: list[Method[Any]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is no answer, and nothing is written; but nobody need think that nothing was found."""
    portfolio.append(method(decide_start))
    answer = prove(from_words(GRID))
    assert answer.verified
    assert "unchecked" not in answer.detail

    def slow(sealed: Any) -> Any:
        raise LimitReached("time")

    monkeypatch.setattr(proving, "verify_sealed", slow)
    path = tmp_path / "proof.json"
    answer = prove(from_words(GRID), certificate=path)
    assert (answer.answer, answer.verified, answer.stopped) == ("unknown", False, "time")
    assert answer.detail["unchecked"] == "P, by own: its certificate was being checked"
    assert not path.exists()


def test_an_answer_without_certificate_is_not_verified(portfolio: list[Method[Any]]) -> None:
    portfolio.append(method(lambda position, limits, options: Finding("N")))
    answer = prove(from_words(GRID))
    assert (answer.answer, answer.verified) == ("N", False)


def test_a_word_that_the_question_does_not_know_is_a_fault(portfolio: list[Method[Any]]) -> None:
    portfolio.append(method(lambda position, limits, options: Finding("maybe")))
    with pytest.raises(CertificateRejected, match="maybe"):
        prove(from_words(GRID))


def test_methods_are_tried_in_order_and_their_findings_kept(portfolio: list[Method[Any]]) -> None:
    portfolio.append(method(lambda p, li, o: Finding(UNKNOWN, detail={"bound": 3}), "first"))
    portfolio.append(method(lambda p, li, o: Finding("N"), "second"))
    portfolio.append(method(lambda p, li, o: Finding("P"), "third"))
    answer = prove(from_words(GRID))
    assert answer.answer == "N"
    assert answer.detail == {"bound": 3, "tried": ["first", "second"]}


def test_a_limit_leaves_what_was_proved(portfolio: list[Method[Any]]) -> None:
    portfolio.append(method(lambda p, li, o: Finding(UNKNOWN, detail={"known": 1}), "bounds"))
    portfolio.append(endless(look))
    answer = prove(from_words(GRID), Limits(0.2))
    assert (answer.answer, answer.stopped, answer.detail["known"]) == ("unknown", "time", 1)
    assert answer.seconds < 5


def test_a_memory_limit_ends_a_run(portfolio: list[Method[Any]]) -> None:
    from gameproof.solvers.limits import resident_bytes

    held = []

    def hungry(position: Any, limits: Limits, options: Options) -> Finding:
        while True:
            held.append(bytearray(1 << 20))
            limits.check()

    portfolio.append(method(hungry))
    answer = prove(from_words(GRID), Limits(60, resident_bytes() + (200 << 20)))
    assert answer.stopped == "memory"


def test_ctrl_c_is_the_callers(portfolio: list[Method[Any]]) -> None:
    """A library makes no answer of it: a user's own loop can be stopped."""

    def interrupted(position: Any, limits: Limits, options: Options) -> Finding:
        raise KeyboardInterrupt

    portfolio.append(method(interrupted))
    with pytest.raises(KeyboardInterrupt):
        prove(from_words(GRID))


def test_a_cancelled_run_leaves_what_was_proved(portfolio: list[Method[Any]]) -> None:
    limits = Limits(60)

    def cancels(position: Any, limits: Limits, options: Options) -> Finding:
        threading.Thread(target=limits.cancel).start()
        while True:
            limits.share(0.5).check()

    portfolio.append(method(lambda p, li, o: Finding(UNKNOWN, detail={"known": 1}), "bounds"))
    portfolio.append(method(cancels))
    answer = prove(from_words(GRID), limits)
    assert (answer.answer, answer.stopped, answer.detail["known"]) == ("unknown", "interrupted", 1)


def test_a_method_that_takes_cancellation_for_a_limit_changes_nothing(
    portfolio: list[Method[Any]],
) -> None:
    from gameproof.solvers.limits import LimitReached

    def mistaken(position: Any, limits: Limits, options: Options) -> Finding:
        limits.cancel()
        raise LimitReached("time")

    portfolio.append(method(mistaken))
    assert prove(from_words(GRID)).stopped == "interrupted"


def test_nested_runs_keep_their_own_limits(portfolio: list[Method[Any]]) -> None:
    inner: list[Any] = []

    def nests(position: Any, limits: Limits, options: Options) -> Finding:
        if not inner:
            inner.append(None)
            inner[0] = prove(from_words(GRID), Limits(0.1))
            assert limits.exceeded() is None
        while True:
            limits.check()

    portfolio.append(method(nests))
    outer = prove(from_words(GRID), Limits(0.6))
    assert (inner[0].stopped, outer.stopped) == ("time", "time")
    assert 0.05 <= inner[0].seconds < outer.seconds
    assert outer.seconds >= 0.5


def test_runs_in_threads_keep_their_own_limits(portfolio: list[Method[Any]]) -> None:
    portfolio.append(endless(look))
    answers: dict[float, Any] = {}
    cancelled = Limits(300)

    def solve(limits: Limits) -> None:
        answers[limits.time_limit or 0] = prove(from_words(GRID), limits)

    threads = [
        threading.Thread(target=solve, args=(limits,))
        for limits in (Limits(0.1), Limits(0.5), cancelled)
    ]
    for thread in threads:
        thread.start()
    for thread in threads[:2]:
        thread.join(60)
    assert 300 not in answers
    cancelled.cancel()
    threads[2].join(60)
    assert [answers[t].stopped for t in (0.1, 0.5, 300)] == ["time", "time", "interrupted"]
    assert 0.05 <= answers[0.1].seconds < answers[0.5].seconds


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timers here")
def test_a_hosts_own_alarm_and_handlers_survive(portfolio: list[Method[Any]]) -> None:
    import sys

    rang: list[int] = []
    interrupts, hook = signal.getsignal(signal.SIGINT), sys.unraisablehook
    before = signal.signal(signal.SIGALRM, lambda number, frame: rang.append(number))

    def waits(position: Any, limits: Limits, options: Options) -> Finding:
        while not rang:  # the host's alarm goes off during the run
            limits.check()
        signal.setitimer(signal.ITIMER_REAL, 300)
        return Finding(UNKNOWN)

    portfolio.append(method(waits))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        assert prove(from_words(GRID), Limits(60)).stopped == "methods"
        assert rang == [signal.SIGALRM]
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 200
        assert signal.getsignal(signal.SIGINT) is interrupts
        assert sys.unraisablehook is hook
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_an_unknown_method_is_named() -> None:
    with pytest.raises(BadInput, match="did you mean 'matching'"):
        prove(from_words(GRID), method="matchin")


def test_the_expected_answer_is_compared() -> None:
    import msgspec

    for expected, agrees in (("P", True), ("N", False)):
        one = msgspec.structs.replace(from_words(GRID), expected=expected)
        assert prove(one).agrees is agrees


WIDE_HEX = "hex 7 7 --first d1,d2,d3,d5,d6,d7 --second a1,b1,c1,a2,b2"


def test_a_board_whose_sets_are_too_many_to_list_is_proved_by_other_methods() -> None:
    """On Hex of more than 36 cells nothing may ask for the chains, not even in passing."""
    answer = prove(from_words(WIDE_HEX.split()))
    assert (answer.answer, answer.verified, answer.method) == ("first", True, "connections")


def test_a_limit_while_it_is_told_what_follows_leaves_the_proved_answer(
    portfolio: list[Method[Any]],
) -> None:
    """A proof that holds is not lost to what would stand beside it; one without a proof is."""

    def run(position: Any, limits: Limits, options: Options) -> Finding:
        found = decide_start(position, limits, options)
        found.follows = over
        return found

    def without(position: Any, limits: Limits, options: Options) -> Finding:
        found = run(position, limits, options)
        found.certificate = None
        return found

    def over() -> dict[str, object]:
        raise LimitReached("time")

    portfolio.append(method(run))
    answer = prove(from_words(GRID))
    assert (answer.answer, answer.verified, answer.stopped) == ("P", True, None)
    assert "not told to the end" in answer.detail["note"]
    portfolio[:] = [method(without)]
    answer = prove(from_words(GRID))
    assert (answer.answer, answer.verified, answer.stopped) == ("unknown", False, "time")
