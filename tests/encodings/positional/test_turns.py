"""Several stones a turn: files, rules, published verdicts, a brute force, no kind in turn."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from reference.proved import proved

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.kinds import kinds
from gameproof.certificates.pairings.pairing import Pairing
from gameproof.cli.main import run
from gameproof.cli.status import Status
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.games.positional import Position, from_file
from gameproof.games.positional_turns import PLAYERS, TurnsPosition
from gameproof.instances.instance import from_words, read, resolve
from gameproof.prover.prove import prove
from gameproof.solvers.limits import Limits

PUBLISHED = Path(__file__).parents[4] / "shared" / "data" / "pg"
SLOW = {
    "game_1_gttt_L_5x5_k_02_m_13",
    "gttt_2_2_00011011_4x4_torus_b",
    "hein_17_6x6-15",
    "hein_20_6x6-15",
}
TEXT = """#version
2
#times
t1 t2 t3 t4
#blackturns
t1 t4
#positions
a b c d
#blackwins
a b
#whitewins
c d
"""


def verdicts() -> list[tuple[str, str]]:
    path = PUBLISHED / "outcomes.txt"
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [(name, verdict) for name, verdict in map(str.split, lines)]


def test_the_published_files_are_there() -> None:
    if not verdicts():
        pytest.skip("no folder ../shared/data/pg")
    assert len(verdicts()) == 21


@pytest.mark.parametrize(
    ("name", "verdict"), [row for row in verdicts() if row[0] not in SLOW], ids=lambda word: word
)
def test_published_verdicts(name: str, verdict: str) -> None:
    instance = read(PUBLISHED / f"{name}.pg")
    assert instance.question == "win-within"
    answer = prove(instance, Limits(time_limit=60))
    assert (answer.answer, answer.verified) == ("yes" if verdict == "SAT" else "no", True)


def test_a_list_of_plies_is_read() -> None:
    position = from_file(file=TEXT)
    assert isinstance(position, TurnsPosition)
    assert position.schedule.turns == ("first", "second", "second", "first")
    assert Law.TURNS not in position.laws
    after = position.play(0).play(2)
    assert (after.to_move, after.horizon, after.ply) == ("second", 2, 2)
    assert after.play(3).result() == "second"
    again = from_file(file=str(after))
    assert isinstance(again, TurnsPosition)
    assert (again.own, again.horizon, again.moves()) == (after.own, 2, after.moves())
    with pytest.raises(BadInput, match="whose each ply"):
        from_file(file=TEXT, to_move="second")
    with pytest.raises(BadInput, match="no time point"):
        from_file(file=TEXT.replace("t1 t4", "t1 t9"))
    with pytest.raises(BadInput, match="stands twice"):
        from_file(file=TEXT.replace("t1 t2 t3", "t1 t1 t3"))


def test_the_play_ends_with_the_list() -> None:
    position = from_file(file=TEXT.replace("t1 t2 t3 t4", "t1 t2 t3").replace("t1 t4", "t1"))
    assert position.play(0).play(2).play(1).result() == "draw"
    assert isinstance(from_file(file=TEXT.replace("t1 t4", "t1 t3")), Position)


def test_a_file_asks_its_question(tmp_path: Path) -> None:
    path = tmp_path / "a.pg"
    path.write_text(TEXT, encoding="utf-8")
    for words, plies in (([str(path)], None), (["positional", str(path), "--plies", "2"], 2)):
        asked = from_words(words)
        assert (asked.question, asked.arguments.get("plies")) == ("win-within", plies)
    assert from_words(["positional", str(path)], "outcome").question == "outcome"
    assert resolve(read(path)).question.name == "win-within"


def value(position: TurnsPosition, plies: int) -> bool:
    """Does the first player own a set within so many plies? By the rules alone."""

    @cache
    def wins(here: TurnsPosition, left: int) -> bool:
        result = here.result()
        if result is not None:
            return result in ("first", "maker")
        if left == 0:
            return False
        found = [wins(here.play(move), left - 1) for move in here.moves()]
        return any(found) if here.to_move == "first" else all(found)

    return wins(position, plies)


@pytest.mark.parametrize("seed", range(30))
def test_what_is_out_of_reach_never_happens(seed: int) -> None:
    """Against all plays, of friends and foes."""
    rng = random.Random(seed)
    cells = rng.randint(4, 6)

    def sets() -> list[list[int]]:
        return [rng.sample(range(cells), rng.randint(2, 3)) for _ in range(rng.randint(1, 3))]

    turns = [rng.choice(("first", "second")) for _ in range(rng.randint(2, cells))]
    rule = rng.choice(("strong", "weak"))
    content = {"cells": cells, "sets": sets(), "second_sets": sets(), "turns": turns, "rule": rule}
    position = from_file(file=json.dumps(content))
    assert isinstance(position, TurnsPosition)
    ends = ("first", "second", "draw", "maker", "breaker")

    @cache
    def possible(here: TurnsPosition) -> frozenset[str]:
        result = here.result()
        after = (possible(here.play(move)) for move in here.moves())
        found = frozenset().union(*after) if result is None else frozenset({result})
        for some in [*((end,) for end in ends), ("first", "second"), ("draw", "first"), ()]:
            assert not (here.out_of_reach(some) and found & set(some))
        return found

    possible(position)


@pytest.mark.parametrize("seed", range(40))
def test_the_brute_force_agrees(seed: int) -> None:
    rng = random.Random(seed)
    cells = rng.randint(4, 6)
    turns = [rng.choice(("first", "second")) for _ in range(rng.randint(2, cells))]

    def sets() -> list[list[int]]:
        return [rng.sample(range(cells), rng.randint(2, 3)) for _ in range(rng.randint(1, 4))]

    content = {
        "cells": cells, "sets": sets(), "second_sets": sets(), "turns": turns,
        "rule": rng.choice(("strong", "weak")), "first": [0] if seed % 3 == 0 else [],
    }  # fmt: skip
    position = from_file(file=json.dumps(content))
    assert isinstance(position, TurnsPosition)
    for plies in range(len(turns) + 2):
        expected = "yes" if value(position, plies) else "no"
        assert proved("positional", position, "win-within", plies=plies) == expected
    whole = proved("positional", position, "outcome")
    assert (whole in ("first", "maker")) == value(position, len(turns))
    second = proved("positional", position, "second-wins")
    assert (second == "yes") == (whole in ("second", "breaker"))


@pytest.mark.parametrize("seed", range(30))
def test_large_boards_are_cut_down_to_what_matters(seed: int) -> None:
    """Cells of no set are alike: seventy of them or as many as there are plies, it is one game."""
    rng = random.Random(seed)
    cells = rng.randint(4, 7)
    turns = [rng.choice(("first", "second")) for _ in range(rng.randint(1, 3))]
    names = rng.sample(range(70), cells)
    families = [
        [rng.sample(range(cells), rng.randint(1, 3)) for _ in range(rng.randint(1, 4))]
        for _ in PLAYERS
    ]
    content = {
        "cells": cells + len(turns), "sets": families[0], "second_sets": families[1],
        "turns": turns, "rule": rng.choice(("strong", "weak")),
        "first": rng.sample([0, 1], seed % 3), "second": [2] if seed % 2 else [],
    }  # fmt: skip
    if seed % 5 == 0:
        content["first_moves"] = [3, cells]
    small = from_file(file=json.dumps(content))
    large = content | {"cells": 70}
    if seed % 5 == 0:
        large["first_moves"] = [names[3], next(c for c in range(70) if c not in names)]
    for key in ("sets", "second_sets"):
        large[key] = [[names[cell] for cell in row] for row in content[key]]  # type: ignore[attr-defined]
    for key in ("first", "second"):
        large[key] = [names[cell] for cell in content[key]]  # type: ignore[attr-defined]
    position = from_file(file=json.dumps(large))
    assert isinstance(small, TurnsPosition)
    assert isinstance(position, TurnsPosition)
    for plies in range(len(turns) + 2):
        expected = "yes" if value(small, plies) else "no"
        assert proved("positional", position, "win-within", plies=plies) == expected
    whole = proved("positional", position, "outcome")
    assert whole == proved("positional", small, "outcome")
    assert (whole in ("first", "maker")) == value(small, len(turns))
    second = proved("positional", position, "second-wins")
    assert (second == "yes") == (whole in ("second", "breaker"))


def test_no_kind_about_play_in_turn_speaks_of_lists() -> None:
    position = from_file(file=TEXT)
    admitted = {
        kind.tag
        for kind in kinds().values()
        if kind.scope.covers(position) and kind.scope.laws <= position.laws
    }
    assert {"play", "each-move"} <= admitted
    in_turn = {"pairing", "potential", "degrees", "regions", "positional-strategy"}
    assert not admitted & {*in_turn, "strategy-stealing", "opening-pairing", "tiling"}
    with pytest.raises(Rejected, match="not about"):
        conclude(Goal(position, "outcome", {}), Pairing(np.array([[0, 1]])))


@pytest.mark.slow
def test_the_published_files_in_one_batch(tmp_path: Path) -> None:
    """Whatever is decided is right and verified; the longest two may take their limit."""
    if not verdicts():
        pytest.skip("no folder ../shared/data/pg")
    output = tmp_path / "results.jsonl"
    words = ["solve", str(PUBLISHED), "--fresh", "--time-limit", "60s", "-o", str(output)]
    assert run(words) in (Status.DONE, Status.UNKNOWN)
    found = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    expected = dict(verdicts())
    assert {Path(one["file"]).stem for one in found} == set(expected)
    for one in found:
        name = Path(one["file"]).stem
        if one["answer"] == "unknown":
            assert name in SLOW
            continue
        assert one["answer"] == {"SAT": "yes", "UNSAT": "no"}[expected[name]]
        assert one["verified"]
