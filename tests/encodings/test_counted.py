"""Counts in pieces: the numbers of the undivided counts, and no piece without a number."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from math import factorial
from pathlib import Path

import msgspec
import pytest

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.definitions.definition import Definition as CountedAgain
from gameproof.encodings.counted import CLAIM, Count, CountClaim, Part
from gameproof.encodings.division import Place
from gameproof.encodings.method import Finding, Options
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.answer import Answer
from gameproof.prover.divided.crew import Crew
from gameproof.prover.divided.divided import Divided
from gameproof.prover.divided.pieces import Order, division_of, read_piece, work
from gameproof.prover.prove import prove
from gameproof.solvers.counting.exact_cover import Problem, StateCount, spread_out
from gameproof.solvers.limits import Limits

COUNTS = [
    ("tictactoe 3 2", "count-drawn", 32),
    ("mnk 3 3 3 --first 0 --second 5", "count-drawn", None),
    pytest.param("torus-row 4 12 13", "count-pairings", None, marks=pytest.mark.slow),
]
"""Questions; of 3 x 3 Tic-Tac-Toe 16 drawn boards have five crosses, and as many four."""


def in_pieces(words: str, question: str, executor: Executor, journal: Path | None = None) -> Answer:
    divided = Divided(Crew(executor, 2), journal)
    return prove(from_words(words.split(), question), method=searched(question), divided=divided)


def searched(question: str) -> str | None:
    """The method that is divided, where another one comes before it."""
    return "exact-cover" if question == "count-pairings" else None


@pytest.mark.parametrize(("words", "question", "number"), COUNTS)
def test_the_parts_add_up(tmp_path: Path, words: str, question: str, number: int | None) -> None:
    alone = prove(from_words(words.split(), question), method=searched(question))
    assert number is None or alone.answer == str(number)
    journal = tmp_path / "count.journal"
    with ThreadPoolExecutor(2) as executor:
        found = in_pieces(words, question, executor, journal)
        again = in_pieces(words, question, executor, journal)
    assert found.answer == again.answer == alone.answer
    assert found.verified == again.verified == alone.verified
    assert "pieces" in next(iter(found.stats.values()))
    counts = next(iter(again.stats.values()))
    assert counts.get("pieces", 0) == 0
    assert counts["resumed"] > 0


def permutations(position: int) -> Problem:
    """Covers of so many rows and columns by cells."""
    cells = [(i, j) for i in range(position) for j in range(position)]
    left, right = (tuple(1 << cell[k] for cell in cells) for k in range(2))
    return Problem(position, position, left, right)


@pytest.mark.parametrize(("most", "size"), [(256, 6), (3, 6), (1, 4), (256, 0)])
def test_exact_covers_by_states(monkeypatch: pytest.MonkeyPatch, most: int, size: int) -> None:
    def parts(position: int, limits: Limits) -> list[tuple[Part, int]]:
        states = spread_out(permutations(position), (), limits, 30) if position else []
        return [((free, open_), often) for free, open_, often in states]

    def count(position: int, part: Part, limits: Limits) -> int:
        free, open_ = part
        return StateCount(permutations(position)).count(free, open_, limits)

    monkeypatch.setattr("gameproof.encodings.counted.PIECES", most)
    asked = Count("", "", lambda _: True, parts, count, lambda _, total: Finding(total))
    claim = CountClaim(size, asked)
    pieces = claim.follow(claim.start(), ())
    found = [claim.search(piece, 1, Limits()).count for piece in pieces]
    assert len({piece.key for piece in pieces}) == len(pieces) <= most
    assert sum(number or 0 for number in found) == (factorial(size) if size else 0)


class Forging(Executor):
    """Its first pieces are changed."""

    def __init__(self, **fields: object) -> None:
        self.left = 2
        self.fields = fields

    def submit(self, _work: object, order: Order) -> Future[str]:  # type: ignore[override]
        text = work(order)
        if self.left:
            self.left -= 1
            forged = msgspec.structs.replace(read_piece(text), worker="forged", **self.fields)
            text = msgspec.json.encode(forged).decode()
        future: Future[str] = Future()
        future.set_result(text)
        return future


@pytest.mark.parametrize(
    "fields",
    [
        {"verdict": None},
        {"count": None},
        {"count": -1},
        {"verdict": False},
        {"certificate": [{"kind": "definition"}]},
    ],
)
def test_a_piece_without_a_number_is_refused(fields: dict[str, object]) -> None:
    found = in_pieces("tictactoe 3 2", "count-drawn", Forging(**fields))
    assert (found.answer, found.verified) == ("32", True)
    rejected = found.stats["search"].get("rejected", 0)
    assert rejected == (0 if "verdict" in fields and fields["verdict"] is None else 2)


def test_a_number_is_no_certificate() -> None:
    here = resolve(from_words(["tictactoe", "3", "2"], "count-drawn"))
    division = division_of(here)
    assert division is not None
    claim = division.splitting(here.position, CLAIM, Options())
    assert isinstance(claim, CountClaim)
    part = Place("1,9,0", "1,9,0", False)
    claim.says(part, True, None)
    with pytest.raises(Rejected, match="comes with a number"):
        claim.follow(part, ())
    two = Place("1,9,0 1,9,1", "1,9,0 1,9,1", False)
    assert [half.text for half in claim.follow(two, ())] == ["1,9,0", "1,9,1"]
    for verdict, certificate in ((False, None), (True, CountedAgain())):
        with pytest.raises(Rejected):
            claim.says(part, verdict, certificate)
    with pytest.raises(BadInput, match="a count is a number from 0 on"):
        read_piece('{"claim": "a", "key": "b", "worker": "c", "count": -1}')


def test_an_argument_is_not_divided() -> None:
    for words, question in (
        ("torus-row 4 4 6 --up-to-symmetry", "count-pairings"),
        ("tictactoe 3 2 --even", "count-drawn"),
    ):
        assert division_of(resolve(from_words(words.split(), question))) is None
