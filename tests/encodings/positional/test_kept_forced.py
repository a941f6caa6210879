"""Wins by force kept with the package, for all positions that their claims are about."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import cast

import pytest
from reference.forced import Edge, record

from gameproof.certificates.files import CertificateFile, load, unseal
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.zones.force import Force, claims_of, part_of
from gameproof.encodings.method import Options
from gameproof.encodings.positional import kept_forced, kept_proofs
from gameproof.games.bit_sets import members
from gameproof.games.meaning.statement import Forces, only
from gameproof.games.positional import Position
from gameproof.instances.contained import portable
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.prove import prove
from gameproof.prover.written import seal, write
from gameproof.replies.zones.force import reply
from gameproof.solvers.limits import Limits

START = "mnk 13 15 5 --to-move second --first f8;g8;h8;h9;h10 --second a1;c2"
"""Two open threes."""
PROOFS = Path(__file__).parents[3] / "instances" / "proofs"


def described(name: str, size: tuple[int, int, int], certificate: Force) -> str:
    """The line of the index about a proof."""
    board = Position.parse("mnk {} {} {}".format(*size))
    claims = claims_of(part_of(board, certificate), certificate)
    claim = claims.root(certificate.root)
    levels = [[*members(level)] for level in claim.levels[1:]]
    cells = [[*members(mask)] for mask in (claim.own, claim.other, claim.zone)]
    return json.dumps([name, size, *cells, levels], separators=(",", ":"))


def proof() -> Force:
    """In the row if the other does not play there, else in the column."""
    position = Position.parse(START)
    sets = {one: -1 - i for i, one in enumerate(position.sets("first").sets())}

    def four(start: int, step: int) -> list[Edge]:
        low, high = (sets[tuple(range(at, at + 5 * step, step))] for at in (start - step, start))
        return [(-1, start - step, low), (start - step, start + 4 * step, high)]

    e, up = position.board.cell("e8"), position.board.cell("h11")
    root = [(-1, e, 0), *((x, up, 1) for x in (e - 1, e, e + 4))]
    return record(position, "first", [four(e, 1), four(e + 3, 15), root])


@pytest.fixture(autouse=True)
def _kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One proof is kept."""
    asked = resolve(from_words(START.split(), "outcome"))
    sealed = seal(CertificateFile(portable(asked), "first", proof(), "tests"))
    write(tmp_path / "mnk-13-15-5-threes.json", sealed)
    line = described("mnk-13-15-5-threes", (13, 15, 5), proof())
    (tmp_path / "force.jsonl").write_text(line + "\n", encoding="utf-8")
    monkeypatch.setattr(kept_proofs, "PROOFS", tmp_path)
    caches = (kept_proofs.shipped, kept_proofs.index)
    for one in caches:
        one.cache_clear()
    yield
    for one in caches:
        one.cache_clear()


def served(position: Position) -> Force | None:
    """The certificate that the method finds, checked."""
    (method,) = kept_proofs.METHODS
    if not method.applies(position):
        return None
    finding = method.run(position, Limits(), Options())
    certificate = cast("Force", finding.certificate)
    attacker = certificate.attacker
    answer = attacker if position.rule == "strong" else "maker"
    assert finding.answer == answer
    proved = conclude(Goal(position, "outcome"), certificate).statements
    assert proved == (Forces(position.to_move, only(attacker), only(answer)),)
    return certificate


def test_the_position_and_others_that_differ_far_away() -> None:
    here = Position.parse(START)
    assert served(here) is not None
    for second in ("", "a1", "o13;a13;o1", "a1;b1"):
        assert served(replace(here, second=here.board.parse_cells(second))) is not None, second
    # Three in a row are four after the next move; and stones where the fours are made.
    for second in ("a1;b1;c1", "a1;e8", "d8;a1", "h11", "i8"):
        assert served(replace(here, second=here.board.parse_cells(second))) is None, second
    fewer = replace(here, first=here.board.parse_cells("f8;g8;h8;h9"))
    assert served(fewer) is None
    more = replace(here, first=here.first | here.board.parse_cells("o1;o2"))
    assert served(more) is not None
    assert served(replace(here, rule="weak", second=here.board.parse_cells("a1;b1;c1"))) is not None
    assert served(Position.parse("mnk 13 15 5")) is None
    assert served(Position.parse("mnk 13 15 4 --first a1")) is None
    assert served(Position.parse("mnk 15 15 5" + START[len("mnk 13 15 5") :])) is None
    assert served(Position.parse("tictactoe 3 2 --first a1 --to-move second")) is None
    over = Position.parse("mnk 13 15 5 --first a1;b1;c1;d1;e1")
    assert served(over) is None


def test_the_attacker_to_move() -> None:
    """One of the stones is missing, or he may take any other one."""
    here = replace(Position.parse(START), to_move="first")
    for cell in sorted(here.first):
        found = served(replace(here, first=here.first - {cell}))
        assert found is not None
        assert found.opening == cell
    assert served(here) is not None
    two = sorted(here.first)[:2]
    assert served(replace(here, first=here.first - set(two))) is None
    taken = replace(here, first=here.first - {two[0]}, second=frozenset({two[0]}))
    assert served(taken) is None


def image(cells: frozenset[int], transposed: bool, down: bool, right: bool) -> frozenset[int]:
    """The cells of 13 x 15 after these reflections."""
    found = set()
    for cell in cells:
        r, c = divmod(cell, 15)
        r, c = 12 - r if down else r, 14 - c if right else c
        found.add(c * 13 + r if transposed else r * 15 + c)
    return frozenset(found)


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("way", list(product([False, True], repeat=3)))
def test_images_of_the_position(way: tuple[bool, bool, bool], swapped: bool) -> None:
    """On the board and on the one turned; for either player."""
    here = Position.parse(START)
    board = Position.parse("mnk 15 13 5" if way[0] else "mnk 13 15 5").board
    first, second = image(here.first, *way), image(here.second, *way)
    if swapped:
        position = Position(board, second, first, "first")
    else:
        position = Position(board, first, second, "second")
    found = served(position)
    assert found is not None
    assert found.attacker == ("second" if swapped else "first")
    won(position, found)


def won(position: Position, certificate: Force) -> None:
    """Random moves against the proof."""
    rng = random.Random(1)
    while position.result() is None:
        if position.to_move == certificate.attacker:
            move = reply(position, certificate)
            assert move is not None
        else:
            move = rng.choice(position.moves())
        position = position.play(move)
    assert position.result() == certificate.attacker


def test_the_prover_finds_it() -> None:
    words = "mnk 13 15 5 --first f8;g8;h8;h9 --second a1;c2;m13"
    found = prove(from_words(words.split(), "outcome"))
    assert (found.answer, found.method, found.verified) == ("first", "kept-proof", True)


LINES = [line for path in PROOFS.glob("*.jsonl") for line in path.read_text("utf-8").splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES, ids=lambda line: str(json.loads(line)[0]))
def test_the_index_says_what_the_proofs_claim(line: str) -> None:
    (kept,) = kept_forced.entries(line)
    certificate = unseal(load(PROOFS / f"{kept.proof}.json")).certificate
    assert isinstance(certificate, Force)
    assert described(kept.proof, kept.size, certificate) == line
