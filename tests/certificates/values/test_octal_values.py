"""Certificates about octal games: what is proved is true, and forgeries are refused."""

from __future__ import annotations

import random

import numpy as np
import pytest
from reference.impartial import confirm
from reference.often import often
from reference.proved import findings

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.heap_tables import HeapTable, verify_heaps
from gameproof.certificates.values.mex import Mex
from gameproof.encodings.impartial.octal import by_window
from gameproof.encodings.method import Options
from gameproof.games.impartial import octal
from gameproof.games.meaning.bad_input import BadInput
from gameproof.solvers.limits import Limits

KAYLES = octal.make("0.77", (10**9,))


def genuine(position: octal.Position, question: str = "grundy") -> Mex:
    found = findings("octal", position, question)["period"].certificate
    assert isinstance(found, Mex)
    return found


def refused(position: octal.Position, question: str, answer: str, forged: Mex) -> None:
    with pytest.raises(Rejected):
        confirm("octal", position, question, answer, forged)


def test_a_heap_of_any_size() -> None:
    proof = genuine(KAYLES)
    confirm("octal", KAYLES, "grundy", "1", proof)  # 10^9 is 4 modulo 12
    confirm("octal", KAYLES, "outcome", "N", proof)
    confirm("octal", KAYLES, "period", "period 12 after 71 values", proof)
    refused(KAYLES, "grundy", "4", proof)
    refused(KAYLES, "outcome", "P", proof)
    refused(KAYLES, "winning-moves", "none", proof)


def test_every_entry_counts() -> None:
    proof = genuine(KAYLES)
    for at in range(len(proof.heaps)):
        for wrong in (-1, 1):
            values = np.array(proof.heaps, dtype=np.int64)
            values[at] += wrong
            refused(KAYLES, "grundy", "1", Mex({}, values, 71, 12))


def test_the_table_must_reach_far_enough() -> None:
    """The theorem's bound is 2 s + 2 p + k: one entry less proves nothing."""
    proof = genuine(KAYLES)
    assert len(proof.heaps) == 2 * 71 + 2 * 12 + 2
    refused(KAYLES, "grundy", "1", Mex({}, proof.heaps[:-1], 71, 12))
    refused(KAYLES, "grundy", "1", Mex({}, proof.heaps, 70, 12))
    refused(KAYLES, "grundy", "1", Mex({}, proof.heaps, 71, 6))
    refused(KAYLES, "grundy", "1", Mex({}, proof.heaps, 71, 0))
    refused(KAYLES, "grundy", "1", Mex({}, proof.heaps[:0], 0, 1))
    refused(KAYLES, "grundy", "1", Mex({}, proof.heaps[:1], 0, 0))


def test_a_period_seen_too_short_is_refused() -> None:
    """Values that look periodic for a while: 0.156 repeats after 3 479 heaps only."""
    from gameproof.solvers.limits import Limits
    from gameproof.solvers.values.octal import octal_values

    code = (0, 1, 5, 6)
    values = octal_values(code, 1200, Limits()).astype(np.int64)
    for start in range(0, 300, 21):
        for period in (1, 2, 8, 16, 349):
            with pytest.raises(Rejected):
                HeapTable(dict(enumerate(code)), values, start, period).verify()


def test_start_zero_says_that_the_empty_heap_belongs_to_the_period() -> None:
    position = octal.make("0.3", (7,))
    proof = genuine(position, "period")
    assert (proof.preperiod, proof.period) == (0, 2)
    confirm("octal", position, "period", "period 2 after 0 values", proof)
    refused(position, "period", "period 4 after 0 values", Mex({}, proof.heaps, 0, 4))
    # g = 0 1 1 1 ...: the empty heap is an exception.
    always = octal.make("0.2", (5,))
    with pytest.raises(Rejected):
        HeapTable(
            octal.make("0.33", ()).heap_code(), np.array([0, 1, 2, 0, 1, 2, 0, 1]), 0, 2
        ).verify()
    assert genuine(always, "period").period


def test_another_code_is_another_game() -> None:
    proof = genuine(KAYLES)
    refused(octal.make("0.07", (9,)), "grundy", "1", proof)
    refused(octal.make("4.77", (9,)), "grundy", "1", proof)


@pytest.mark.parametrize("row", [[], [1], [0, -1], [0, 10**12], [0, 2]])
def test_tables_that_are_none(row: list[int]) -> None:
    with pytest.raises(Rejected):
        verify_heaps(np.array(row, dtype=np.int64), {1: 7})


def test_heaps_split_into_three_have_no_table() -> None:
    """Under 0.8 a heap of four may be split into three, which the table would not know."""
    position = octal.make("0.8", (4,))
    refused(position, "outcome", "P", Mex({}, np.zeros(5, dtype=np.int64)))
    confirm("octal", position, "outcome", "N", Mex({"1": 0, "4": 1}))


def test_tables_that_would_take_long_are_refused() -> None:
    """What is refused is what the rules would need minutes for; what our methods make is not."""
    from gameproof.encodings.impartial.octal import longest

    kayles, everything = (0, 7, 7), (0, *[7] * octal.LONGEST_CODE)
    for code, entries in ((kayles, 10**7), (everything, 10**5)):
        assert entries > longest(code)
        with pytest.raises(Rejected, match=f"a table of {entries} heaps is too long"):
            verify_heaps(np.zeros(entries, dtype=np.int64), dict(enumerate(code)))
        for short in (longest(code), longest(code) - 1):
            with pytest.raises(Rejected, match="the heap 1: the mex is not 0, which a move leaves"):
                verify_heaps(np.zeros(short, dtype=np.int64), dict(enumerate(code)))


def by_definition(code: tuple[int, ...], n: int, row: list[int]) -> int:
    after = {row[n - a - b] ^ row[b] for a, b in octal.Position((n,), code).breaks(n)}
    return next(k for k in range(len(after) + 1) if k not in after)


def test_only_the_true_table_is_accepted() -> None:
    """Forty tables of each code, each false in an entry or in all that follow one."""
    source = random.Random(39)
    for number in range(often(60)):
        code = (source.choice((0, 0, 4)), *(source.randrange(8) for _ in range(4)))
        count = source.randrange(1, 60) if number % 50 else 400
        row: list[int] = []
        for n in range(count):
            row.append(by_definition(code, n, row))
        allowed = {k: digit for k, digit in enumerate(code) if digit}
        verify_heaps(np.array(row), allowed)
        for _ in range(40):
            at = source.randrange(count)
            forged = [*row]
            forged[at] ^= 1 << source.randrange(4)
            if source.random() < 0.5:  # all the rest is right after the false entry
                for n in range(at + 1, count):
                    forged[n] = by_definition(code, n, forged[:n])
            with pytest.raises(Rejected):
                verify_heaps(np.array(forged), allowed)


def test_a_move_of_two_even_heaps_counts() -> None:
    """Where the mask is such that nearly all values are odd, an even heap is split itself."""
    values = np.array(genuine(octal.make("0.127", (5,)), "period").heaps, dtype=np.int64)[:3000]
    code = octal.make("0.127", ()).heap_code()
    verify_heaps(values, code)
    for at in range(1, 3000, 197):
        for wrong in (1, 2, 3, 7):
            forged = values.copy()
            forged[at] ^= wrong
            with pytest.raises(Rejected):
                verify_heaps(forged, code)


@pytest.mark.parametrize(
    "code", ["", "77", "1.7", "..7", "0.g", "0.7 7", "0,77", "0.-7", "0.7.7", "٠.7"]
)
def test_codes_that_are_none(code: str) -> None:
    with pytest.raises(BadInput):
        octal.make(code, (3,))


def test_moves_are_read_as_they_are_written() -> None:
    position = octal.make("4.57", (4, 7))
    for move in position.moves():
        assert position.parse_move(position.move_text(move)) == move
    assert position.parse_move("2:2-4-1") == (1, 2, 1)
    for text in ("2:2-1-1", "2", "3:1", "2:1", "1:0", "2:2-0-5", "2:2-5", "1:x", "0:1", ""):
        with pytest.raises(BadInput):
            position.parse_move(text)


def asked(code: str, to: int) -> tuple[object, Mex]:
    """What the method answers, once that is confirmed."""
    position = octal.make(code, ())
    found = by_window(position, Limits(), Options(arguments={"to": to}))
    assert isinstance(found.certificate, Mex)
    confirm(
        "octal", position, "no-period", "yes" if found.answer else "no", found.certificate, to=to
    )
    return found.answer, found.certificate


@pytest.mark.parametrize("code", ["0.77", "0.137", "0.3", "0.26", "4.3", "0.", "0.15", "0.333"])
def test_no_period_is_shorter_than_the_least_one(code: str) -> None:
    """With what is before it; the question about the period itself is the oracle."""
    proof = genuine(octal.make(code, ()), "period")
    whole = proof.preperiod + proof.period
    for to in (0, 1, whole - 1, whole, whole + 1, 2 * whole):
        assert asked(code, to)[0] is (to < whole), (code, to)


def test_a_table_that_leaves_a_period_open() -> None:
    """What stands before the bound too tells nothing; nor does a false table, or none."""
    values = np.array(asked("0.6", 300)[1].heaps, dtype=np.int64)
    game = octal.make("0.6", ())

    def shows(table: object, to: int, answer: str, start: int = 0, period: int = 0) -> bool:
        try:
            proof = Mex({}, np.array(table), start, period)
            confirm("octal", game, "no-period", answer, proof, to=to)
        except Rejected:
            return False
        return True

    assert shows(values, 300, "yes")
    assert not shows(values, 300, "no")
    assert not shows(values[:300], 300, "yes")
    assert not shows([], 0, "yes")
    assert not shows(values, 300, "no", 100, 12)
    for at in range(0, len(values), 7):
        forged = values.copy()
        forged[at] ^= 1
        assert not shows(forged, 300, "yes")
    first = next(n for n in range(300, len(values)) if shows(values[: n + 1], 300, "yes"))
    assert not shows(values[:first], 300, "yes")
    for table, to in ((values[:first], 300), (values, 10**6), (values, 10**18), (values[:0], 0)):
        with pytest.raises(Rejected, match="stands before it"):
            HeapTable({1: 6}, table, 0, 0).repeats_late(to)
    around = values[300:first].tolist()
    before = (values[at : at + len(around)].tolist() for at in range(300))
    assert around in before  # what was too short to tell stands earlier


@pytest.mark.slow
def test_no_period_of_the_unsolved_games() -> None:
    assert asked("0.6", 1 << 20)[0] is True
    assert asked("0.007", 100_000)[0] is True


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "period"),
    [("0.376", "period 4 after 2268248 values"), ("0.354", "period 1180 after 10061916 values")],
)
def test_periods_that_begin_late(code: str, period: str) -> None:
    """Those of Flammenkamp's table of octal games; what begins a value later is another claim."""
    position = octal.make(code, ())
    proof = genuine(position, "period")
    confirm("octal", position, "period", period, proof)
    values = np.array(proof.heaps, dtype=np.int64)
    for at, wrong in ((proof.preperiod - 1, 1), (1000, 2)):
        forged = values.copy()
        forged[at] ^= wrong
        refused(position, "period", period, Mex({}, forged, proof.preperiod, proof.period))
    refused(position, "period", period, Mex({}, values, proof.preperiod + 1, proof.period))
