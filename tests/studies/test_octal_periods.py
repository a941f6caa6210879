"""The published table of octal games: what is found agrees, what is false is told."""

from __future__ import annotations

import pytest

from gameproof.encodings.impartial.octal import code_of as digits_of
from gameproof.games.impartial import octal
from gameproof.solvers.limits import Limits
from gameproof.solvers.values.octal import octal_values
from gameproof.studies.experiments import EXPERIMENTS, octal_table
from gameproof.studies.octal_periods import PUBLISHED, Published, compared

LARGE = {code: entry for code, entry in PUBLISHED.items() if entry.most + entry.period > 10_000}


def test_what_is_published_is_found() -> None:
    small = {code: entry for code, entry in PUBLISHED.items() if code not in LARGE}
    lines = list(compared(Limits(), small))
    assert len(lines) == 87
    assert [line.game for line in lines if line.agrees != "yes"] == []


@pytest.mark.slow
def test_late_periods_are_found() -> None:
    lines = compared(Limits(), {code: entry for code, entry in LARGE.items() if entry.most < 10**6})
    assert {line.game: line.agrees for line in lines} == dict.fromkeys(
        (".16", ".56", ".127"), "yes"
    )


def test_what_is_false_is_told() -> None:
    result = octal_table(Limits(), {".77": Published(70, 70, 12), ".07": Published(0, 53, 34)})
    assert [(row[0], row[3]) for row in result.rows] == [(".77", "no"), (".07", "yes")]
    assert result.rows[0][2] == "period 12 after 71 values"
    assert PUBLISHED[".44"] == (143, 143, 24)  # heaps of 1 and 2 have no move
    assert PUBLISHED[".002"] == (0, 3, 6)


def test_limits_leave_games_open() -> None:
    result = EXPERIMENTS["octal-periods"].run(Limits(time_limit=0.0))
    assert {row[3] for row in result.rows} == {"open"}
    assert result.notes == (f"0 agree, 0 do not, {len(PUBLISHED)} are open",)


def test_errors_of_published_tables() -> None:
    """.161 and .36 part at the heap 519; .27 has the values of .26, and .314 not those of .31."""

    def values(code: str, count: int) -> list[int]:
        return [int(v) for v in octal_values(digits_of(octal.make(code, ())), count, Limits())]

    one, other = values("0.161", 600), values("0.36", 600)
    assert [a == b for a, b in zip(one, other, strict=True)].index(False) == 519
    assert values("0.27", 2000) == values("0.26", 2000) != values("0.06", 2000)
    assert values("0.314", 40) != values("0.31", 40)
