"""Rule ``starts`` of the checker proved in Coq: geography, won or lost from every start."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from formal.given import Numbers
from formal.test_formal import built

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import CertificateFile, unseal
from gameproof.cli import formal as program
from gameproof.cli.guard import TimeOut
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import from_words, read
from gameproof.prover.formal.numbers import NotCovered
from gameproof.prover.formal.translate import claimed, written
from gameproof.prover.prove import prove_with_certificate
from gameproof.prover.verify import verify_sealed
from gameproof.prover.written import seal
from gameproof.solvers.limits import Limits

__all__ = ["built"]

ROOT = Path(__file__).parents[2]
DATA = ROOT / "instances" / "data" / "geography"
KEPT = [
    path for path in sorted(DATA.glob("vertex-*.json"))
    if '"question": "all"' in path.read_text(encoding="utf-8")
]  # fmt: skip
BOARDS = [
    "star 3",
    "path 1",
    "path 4 --start 1",
    "path 5 --route 1,2",
    "cycle 5 --route 0,1",
    "grid 3 3 --route 4,3",
    "gnp 6 0.4 seed 3",
]
WALKED = ["path 5 --route 1,2", "grid 3 3 --start 4 --route 1,0", "petersen --route 0,1,2,7"]
LIMIT, MEMORY = 60.0, 1 << 32
STARTS, RULE = 3, 8
"""The numbers of the statement and of the rule."""


def told(numbers: list[int], limit: float = LIMIT) -> str | None:
    """What the program says that it proved, if it says so in time."""
    try:
        return program.run(program.program(), numbers, limit, MEMORY)
    except (Rejected, TimeOut):
        return None


def proof(words: str, question: str = "all") -> CertificateFile:
    """The certificate of an answer."""
    found = prove_with_certificate(from_words(["geography", *words.split()], question), Limits(60))
    assert found.sealed is not None
    return unseal(found.sealed)


def says(record: CertificateFile) -> bool:
    """Is it accepted by the proved checker?"""
    try:
        return told(written(record)) is not None
    except Rejected:
        return False


def plain(record: CertificateFile) -> bool:
    """Is it accepted by the plain one?"""
    try:
        verify_sealed(seal(record))
    except (Rejected, BadInput):
        return False
    return True


def loses(edges: list[list[int]], count: int, gone: frozenset[int], token: int) -> bool:
    """Does who moves lose? By all plays, from the numbers alone."""
    gone |= {token}
    ends = {w for a, b in edges for v, w in ((a, b), (b, a)) if v == token and w < count}
    return not any(loses(edges, count, gone, w) for w in ends - gone)


def is_true(numbers: list[int]) -> bool:
    """The claims that a list of numbers begins with, by all plays."""
    given = Numbers(numbers)
    one, many = given.one, given.many
    assert one() == 1
    if one():
        return False  # what is said of all starts is said of normal play
    count = one()
    edges = [[one(), one()] for _ in range(one())]
    gone, _ = frozenset(many()), one()
    left = {*range(count)} - gone
    lost = {v for v in left if loses(edges, count, gone, v)}
    claims = one()
    for _ in range(claims):
        if one() != STARTS:
            return False  # the evidence is about all starts, and about no strategy
        if ({*many()}, {*many()}) != (left - lost, lost):
            return False
    return claims > 0


@pytest.mark.slow
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_instances_are_proved(built: Path, path: Path) -> None:
    found = prove_with_certificate(read(path), Limits(60))
    assert found.sealed is not None
    numbers = written(unseal(found.sealed))
    said = {program.run(checker, numbers, LIMIT, MEMORY) for checker in built.glob("*/checker")}
    assert len(said) == 1
    assert "token on" not in said.pop()


@pytest.mark.slow
@pytest.mark.parametrize("words", WALKED)
def test_outcomes_of_walked_boards_are_proved(built: Path, words: str) -> None:
    """Edges to vertices that are gone join no parts."""
    assert built.is_dir()
    record = proof(words, "outcome")
    assert says(record)
    false = replace(record, answer="NP"[record.answer == "N"])
    assert not says(false)
    assert not plain(false)


def test_there_are_kept_instances() -> None:
    assert len(KEPT) == 16


@pytest.mark.slow
@pytest.mark.parametrize("words", BOARDS)
def test_both_accept_the_answer_and_no_other(built: Path, words: str) -> None:
    """Each letter in the place of each, and a letter too few or too many."""
    assert built.is_dir()
    record = proof(words)
    assert says(record)
    assert plain(record)
    answer = record.answer
    places = range(len(answer))
    others = {answer[:at] + letter + answer[at + 1 :] for at in places for letter in "NP-n"}
    for other in (others | {answer[1:], answer + "N", answer + "P", ""}) - {answer}:
        false = replace(record, answer=other)
        assert not plain(false), other
        assert not says(false), other


@pytest.mark.slow
def test_names_of_vertices_are_no_letters(built: Path, tmp_path: Path) -> None:
    assert built.is_dir()
    graph = tmp_path / "named.dot"
    graph.write_text('graph { "P"; "N P"; "a, N N"; "P" -- "N P"; "N P" -- "a, N N"; }\n')
    record = proof(str(graph))
    assert says(record)
    assert plain(record)
    for at, letter in enumerate(record.answer):
        if letter in "NP":
            other = record.answer[:at] + "NP"[letter == "N"] + record.answer[at + 1 :]
            assert not says(replace(record, answer=other)), other


@pytest.mark.slow
def test_what_is_accepted_of_spoilt_numbers_is_true(built: Path) -> None:
    """Numbers anywhere in place of others, or left out, or twice: the instance, the claim, the
    evidence."""
    assert built.is_dir()
    streams = [written(proof(words)) for words in BOARDS]
    chance, accepted = random.Random(4), 0
    for _ in range(1500):
        numbers = [*chance.choice(streams)]
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(numbers))
            put = chance.choice([[], [numbers[at]] * 2, [chance.randrange(10)], [numbers[at] + 1]])
            numbers[at : at + 1] = put
        if told(numbers, 2.0) is not None:  # a board of 9^12 cells takes longer
            accepted += 1
            assert is_true(numbers), numbers
    assert accepted > 20


@pytest.mark.slow
def test_claims_of_starts_need_this_game_and_this_rule(built: Path) -> None:
    assert built.is_dir()
    numbers = written(proof("path 2"))
    claim = [1, STARTS, 2, 0, 1, 0]
    graph, steps = [1, 0, 2, 1, 0, 1, 0, 0], numbers[14:]
    assert numbers == [*graph, *claim, *steps]
    assert told(numbers)
    for game in (
        [2, 0, 2, 1, 2], [3, 0, 2, 1, 2], [4, 0, 2, 1, 1, 0, 1, 0], [0, 1, 2, 2, 2, 0, 0, 0],
        [1, 1, *graph[2:]], [5, 0, 0, 2, 1, 0, 1, 2, 0, 1], [6, 0, 0, 2, 1, 0, 1, 1, 0, 1, 1],
    ):  # fmt: skip
        assert told([*game, *claim, *steps]) is None
    assert told([*graph, *claim, 0]) is None  # no step
    for rule in range(12):  # the others do not say it
        assert (told([*graph, *claim, 1, rule, *steps[2:]]) is not None) == (rule == RULE)
    # Nobody is told to win: what is proved of all starts is no strategy for a player.
    assert told([*graph, 1, 0, 0, 1, 0, 1, 0, 0, *steps]) is None
    # A vertex that is gone, or that is none, is no start; none may be left out or told twice.
    gone = [1, 0, 3, 1, 0, 1, 1, 2, 0]
    for starts in ([3, 0, 1, 2, 0], [2, 0, 1, 1, 2], [1, 0, 0], [1, 0, 1, 1], [2, 0, 1, 1, 1],
                   [3, 0, 1, 5, 0], [0, 2, 0, 1]):  # fmt: skip
        assert told([*gone, 1, STARTS, *starts, *steps]) is None
    # The empty graph has no starts.
    nothing = [1, 0, 0, 0, 0, 0]
    assert told([*nothing, 1, STARTS, 0, 0, 1, RULE, 0, 0, 0, 0])
    assert told([*nothing, 1, STARTS, 1, 0, 0, 1, RULE, 0, 0, 0, 0]) is None
    assert told([*nothing, 0, 1, RULE, 0, 0, 0, 0]) is None


def test_starts_that_are_counted_are_not_covered() -> None:
    record = proof("path 201")
    with pytest.raises(NotCovered):
        claimed(record)
