"""Games in BDDL: files read, moves, published depths, a brute force, formulas."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from reference.bddl import Game
from reference.proved import proved
from reference.qbf import read_qdimacs, true
from soundness.oracle_bddl import BOARDS, DOMINOES, EMPTY, PLACE, RACE, ROW

from gameproof.cli.main import run
from gameproof.encodings.bddl.bddl import win_within_model
from gameproof.encodings.method import Options
from gameproof.games.bddl import make
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.laws import Law
from gameproof.instances.instance import from_words, read, resolve
from gameproof.prover.prove import prove
from gameproof.prover.tasks import Tasks
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat.formats import render

PUBLISHED = Path(__file__).parents[4] / "shared" / "data" / "bddl"


def rows() -> list[dict[str, str]]:
    """The published files with their depths, none where they are absent."""
    path = PUBLISHED / "outcomes.csv"
    if not path.is_file():
        return []
    with path.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def test_the_published_files_are_there() -> None:
    if not rows():
        pytest.skip("no folder ../shared/data/bddl")
    assert len(rows()) == 28


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["file"])
def test_published_depths(row: dict[str, str]) -> None:
    path = PUBLISHED / row["file"]
    asked = from_words(["bddl", str(path.parent / "domain.ig"), str(path)])
    answer = prove(asked, Limits(time_limit=60))
    assert (answer.answer, answer.verified) == (row["black_wins_within_depth"], True)
    files = ((path.parent / "domain.ig"), path)
    domain, problem = (file.read_text(encoding="utf-8") for file in files)
    position = make(domain=domain, problem=problem)
    assert position.horizon == int(row["depth"])
    if row["least_plies"]:
        least = int(row["least_plies"])
        assert proved("bddl", position, "win-within", plies=least) == "yes"
        assert proved("bddl", position, "win-within", plies=least - 1) == "no"


@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_the_brute_force_agrees(number: int) -> None:
    board = BOARDS[number][1]
    assert isinstance(board, dict)
    domain, problem = board["domain"]["text"], board["problem"]["text"]
    reference, position = Game(domain, problem), make(domain=domain, problem=problem)
    for plies in range(8):
        expected = "yes" if reference.black_wins_within(plies) else "no"
        assert proved("bddl", position, "win-within", plies=plies) == expected


def test_a_player_without_an_action_resigns_in_a_ply() -> None:
    position = make(domain=DOMINOES, problem=EMPTY % (2, 2))
    after = position.play(position.parse_move("upright(1,1)"))
    assert [after.move_text(move) for move in after.moves()] == ["resign"]
    assert after.play(after.moves()[0]).result() == "black"
    with pytest.raises(BadInput, match="does not resign"):
        position.play(position.parse_move("resign"))


def test_what_names_a_cell_off_the_board_does_not_exist() -> None:
    domain = PLACE.replace(":precondition (open(?x,?y))",
                           ":precondition (open(?x,?y) (NOT(open(?x, ?y + 1))))")  # fmt: skip
    position = make(domain=domain, problem=EMPTY % (2, 2))
    assert [position.move_text(move) for move in position.moves()] == ["resign"]


def test_laws_are_declared_where_they_were_shown() -> None:
    assert Law.FINITE in make(domain=PLACE, problem=ROW % ("", "")).laws
    assert make(domain=PLACE, problem=ROW % ("", "")).longest == 7
    text = BOARDS[5][1]
    assert isinstance(text, dict)
    endless = make(domain=RACE, problem=text["problem"]["text"])
    assert (Law.FINITE in endless.laws, endless.longest) == (False, None)
    waits = endless.play(endless.parse_move("wait"))
    assert waits.key() != endless.key()
    assert waits.play(waits.parse_move("wait")) == endless


def test_a_stone_of_the_other_is_overwritten() -> None:
    problem = "#boardsize\n2 2\n#init\nblack(1,2) white(2,1)\n#blackgoal\nFalse\n#whitegoal\nFalse"
    position = make(domain=RACE, problem=problem)
    after = position.play(position.parse_move("take(1, 2)"))
    assert after.rows() == [".X", ".."]
    with pytest.raises(BadInput, match="no #depth"):
        proved("bddl", position, "win-within")


@pytest.mark.parametrize(
    ("domain", "problem", "said"),
    [
        (EMPTY % (2, 2), DOMINOES, "belongs to a problem file"),
        (DOMINOES.replace("?y+1", "?z"), EMPTY % (2, 2), "no index"),
        (DOMINOES.replace("(?x, ?y)", "(?a, ?b)"), EMPTY % (2, 2), "expected :parameters"),
        (DOMINOES.replace("open(?x,?y)", "full(?x,?y)"), EMPTY % (2, 2), "expected open"),
        (DOMINOES.replace("(black(?x,?y)", "(NOT(black(?x,?y))"), EMPTY % (2, 2), "negated"),
        (DOMINOES, EMPTY % (0, 2), "expected from 1"),
        (DOMINOES, EMPTY % (99, 99), "expected from 1"),
        (DOMINOES, (EMPTY % (2, 2)).replace("#init", "#init\nblack(3,1)"), "cells of the board"),
        (DOMINOES, (EMPTY % (2, 2)).replace("#init", "#init\nblack(1,1) white(1,1)"), "two things"),
        (DOMINOES, (EMPTY % (2, 2)).replace("4", "-4"), "expected a number"),
        (DOMINOES, (EMPTY % (2, 2)) + "#blackturn\nthird", "first or second"),
        (DOMINOES, (EMPTY % (2, 2)) + "#depth\n4", "a second section"),
        (DOMINOES, (EMPTY % (2, 2)) + "#handicap\n4", "unknown section"),
        (DOMINOES.replace("(open(?x,?y)", "((open(?x,?y)"), EMPTY % (2, 2), "not closed"),
        (PLACE.replace("(black(?x,?y))", "(black(?x,?y) open(?x,?y))"), EMPTY % (1, 1), "one cell"),
    ],
)
def test_wrong_files_say_what_is_wrong(domain: str, problem: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        make(domain=domain, problem=problem)


@pytest.mark.parametrize(("plies", "expected"), [(3, False), (4, True)])
def test_the_formula_has_the_answer(plies: int, expected: bool) -> None:
    position = make(domain=DOMINOES, problem=EMPTY % (2, 3))
    model = win_within_model(position, Options(arguments={"plies": plies}))
    assert true(read_qdimacs(render(model, ".qdimacs"))) == expected


def test_a_folder_of_problems_is_a_batch(tmp_path: Path) -> None:
    """Each with the domain beside it, as the published files come; a problem alone as well."""
    (tmp_path / "domain.ig").write_text(DOMINOES, encoding="utf-8")
    for size, name in (((2, 2), "two.ig"), ((2, 3), "three.ig")):
        (tmp_path / name).write_text(EMPTY % size, encoding="utf-8")
    assert len(Tasks([tmp_path])) == 2
    found = {}
    for task in Tasks([tmp_path]):
        instance = read(Path(task.file))
        assert instance.game == "bddl"
        found[Path(task.file).name] = prove(instance, Limits(time_limit=60)).verified
    assert found == {"two.ig": True, "three.ig": True}
    alone = resolve(from_words([str(tmp_path / "two.ig")]))
    assert alone.key == resolve(read(tmp_path / "two.ig")).key
    with pytest.raises(BadInput):
        resolve(from_words([str(tmp_path / "domain.ig")]))


@pytest.mark.slow
def test_the_published_files_in_one_batch(tmp_path: Path) -> None:
    if not rows():
        pytest.skip("no folder ../shared/data/bddl")
    output = tmp_path / "results.jsonl"
    assert run(["solve", str(PUBLISHED), "--fresh", "-o", str(output)]) == 0
    found = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    expected = {row["file"]: row["black_wins_within_depth"] for row in rows()}
    answers = {Path(one["file"]).relative_to(PUBLISHED).as_posix(): one for one in found}
    assert {name: one["answer"] for name, one in answers.items()} == expected
    assert all(one["verified"] for one in found)
