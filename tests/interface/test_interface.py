"""The Python interface: what it offers, what it takes, what it says."""

from __future__ import annotations

import copy
import importlib
import json
import pickle
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import gameproof as gp
from gameproof.description import describe
from gameproof.explorer import Explorer
from gameproof.web import widget

ROOT = Path(__file__).parents[2]
NAMES = (
    "BadInput", "Checked", "GameInfo", "MethodInfo", "Picture", "Position", "Proof",
    "QuestionInfo", "Value", "__version__", "check", "draw", "encode", "list_games",
    "position", "solve", "solve_all",
)  # fmt: skip


def test_the_public_names_are_these() -> None:
    assert tuple(gp.__all__) == NAMES
    assert dir(gp) == list(NAMES)
    for name in NAMES:
        assert getattr(gp, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'slove'"):
        gp.slove  # noqa: B018


def test_importing_loads_nothing() -> None:
    code = (
        "import sys, time; t = time.perf_counter(); import gameproof; d = time.perf_counter() - t\n"
        "print([m for m in sys.modules if m.startswith('gameproof.')])\n"
        "print('numpy' in sys.modules, 'click' in sys.modules, d < 1)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\nFalse False True\n"


def test_no_public_name_is_that_of_a_package() -> None:
    assert not {name for name in gp.__all__ if find_spec(f"gameproof.{name}")}
    assert type(importlib.import_module("gameproof.games")) is ModuleType


def test_games_and_their_questions_are_listed() -> None:
    found = gp.list_games()
    assert found["nim"].question("outcome").answers == ("N", "P")
    assert {m.name for m in found["nim"].question("outcome").methods} >= {"law"}
    assert found["tictactoe"].origin == "gameproof"
    with pytest.raises(gp.BadInput, match=r"nim has no question 'value' \(its questions: outcome"):
        found["nim"].question("value")
    with pytest.raises(gp.BadInput, match="did you mean 'outcome'"):
        found["nim"].question("outcom")
    with pytest.raises(gp.BadInput, match="no game 'nims'; did you mean 'nim'"):
        describe("nims")


PATH = "geography path 4 --start 1"
GRAPHS = [
    nx.path_graph(4),
    nx.relabel_nodes(nx.path_graph(4), dict(enumerate("abcd"))),
    [(0, 1), (1, 2), (2, 3)],
    [("a", "b"), ("b", "c"), ("c", "d")],
    np.array([(0, 1), (1, 2), (2, 3)]),
    nx.to_numpy_array(nx.path_graph(4)),
    nx.to_scipy_sparse_array(nx.path_graph(4)),
    scipy.sparse.coo_matrix(nx.to_numpy_array(nx.path_graph(4))),
    {"graph": "path 4"},
    "path 4",
]


@pytest.mark.parametrize("board", GRAPHS, ids=lambda b: type(b).__name__)
def test_graphs_of_every_kind_are_the_same_board(board: Any) -> None:
    for start, answer in zip(range(4), "NNNN", strict=True):
        named = hasattr(board, "nodes") and "a" in board.nodes
        named |= isinstance(board, list) and board[0][0] == "a"
        vertex = "abcd"[start] if named else str(start)
        proof = gp.solve("geography", board, "outcome", start=vertex)
        assert proof.answer == answer
        assert proof.verified
        assert gp.check(proof)


def test_nodes_that_are_numbers_keep_them() -> None:
    graph = nx.Graph([(2, 1), (1, 0)])
    assert gp.solve("geography", graph, start=1).answer == "N"
    assert gp.position("geography", graph, start=0).moves() == ("1",)


def test_directions() -> None:
    arcs = nx.DiGraph([(0, 1), (1, 2)])
    for board in (arcs, nx.to_numpy_array(arcs)):
        assert gp.position("geography", board, start=1).moves() == ("2",)
    with pytest.raises(gp.BadInput, match="snort is played on an undirected graph"):
        gp.solve("snort", arcs)
    assert gp.solve("digraph", arcs, start=[0]).answer == "P"
    with pytest.raises(gp.BadInput, match="holds an undirected graph, the game needs arcs"):
        gp.solve("digraph", nx.path_graph(3), start=[0])


def test_files_and_numbers_as_boards(tmp_path: Path) -> None:
    file = tmp_path / "path.col"
    gp.encode("geography path 4 --start 0", "outcome", file)
    assert gp.solve("geography", file, start=1).answer == "N"
    assert gp.solve("nim", [3, 4, 7]).answer == "P"
    assert gp.solve("tictactoe", (5, 2), "pairing").answer == "exists"
    instance = tmp_path / "i.json"
    instance.write_text(
        json.dumps({"schema": "gameproof/instance/1", "game": "nim", "board": "1 1"})
    )
    assert gp.solve(instance).answer == "P"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("geography pth 3",), "did you mean 'path'?"),
        (("nimm 3",), "did you mean 'nim'?"),
        (("nim 3", "outcme"), "question: nim has no question 'outcme'; did you mean 'outcome'?"),
        (("nim 3", 7), "expected a board of nim, not int"),
        (("nim", object()), "expected a board of nim, not object"),
        (("snort", 3), "expected a graph, not int"),
        (("snort", [(0, 1, 2)]), "an edge is a pair"),
        ((None,), "not NoneType"),
        (("nim", [1], "outcome", 4), "found 4 values"),
        (("nim", [1], 4), "a question is a text"),
        (("", [1]), "expected the name of a game"),
        (("",), "expected a game"),
        ((Path("nowhere.json"),), "nowhere.json"),
    ],
)
def test_wrong_input_is_one_exception(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(gp.BadInput) as caught:
        gp.solve(*arguments)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_wrong_options_are_explained() -> None:
    with pytest.raises(gp.BadInput, match="no option 'strat'; did you mean 'start'"):
        gp.solve("geography path 3", strat=1)
    with pytest.raises(gp.BadInput, match="the text after the board"):
        gp.solve("mnk 3 3 3", question="outcome")
    with pytest.raises(gp.BadInput, match="no method 'magic'"):
        gp.solve("nim 3", method="magic")
    with pytest.raises(gp.BadInput, match="unknown engine 'magic'"):
        gp.solve("tictactoe 3 2", "drawn-position", engine="magic")
    with pytest.raises(gp.BadInput, match="start belongs to the board"):
        gp.solve(gp.position("geography path 3 --start 0"), start=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"time_limit": "10"}, "time_limit: expected a number, 0 or more, got '10'"),
        ({"time_limit": -1}, "time_limit: expected a number, 0 or more, got '-1'"),
        ({"time_limit": float("nan")}, "time_limit: expected a number, 0 or more, got 'nan'"),
        ({"memory_limit": True}, "memory_limit: expected a number, 0 or more, got 'True'"),
        ({"seed": "1"}, "seed: expected a whole number, got '1'"),
        ({"engine": "magic"}, "engine: unknown engine 'magic'"),
    ],
)
def test_settings_are_looked_at_before_anything_is_done(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(gp.BadInput) as caught:
        gp.solve("nim 3 4", **options)
    assert str(caught.value).startswith(message)
    if "engine" not in options:
        with pytest.raises(gp.BadInput, match="expected a"):
            gp.solve_all([], **options)


def test_what_would_be_read_as_something_else_is_refused() -> None:
    with pytest.raises(gp.BadInput, match="an entry 2 of the matrix may be a weight"):
        gp.solve("geography --edge --start 0", np.array([[0, 2, 0], [2, 0, 1], [0, 1, 0]]))
    with pytest.raises(gp.BadInput, match="no player 'green'"):
        gp.draw(gp.solve("snort path 2", "value"), left="green")  # type: ignore[arg-type]
    with pytest.raises(gp.BadInput, match="a move is a text"):
        gp.position("geography path 3 --start 1").play(0)  # type: ignore[arg-type]


def test_the_command_line_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    from gameproof.cli.main import run

    for words in (["geography", "pth", "3"], ["geography", "path", "3", "--start", "7"]):
        run(["solve", *words])
        said = capsys.readouterr().err.removeprefix("gameproof: ").strip()
        with pytest.raises(gp.BadInput) as caught:
            gp.solve(" ".join(words))
        assert str(caught.value) == said


def test_positions_are_played_and_asked_about() -> None:
    start = gp.position(PATH)
    assert start.moves() == ("0", "2")
    assert start.to_move == "first"
    after = start.play("2")
    assert after == gp.position(PATH).play("2")
    assert after != start
    assert len({after, gp.position(PATH).play("2"), start}) == 2
    assert repr(after) == "Position(geography path 4 --start 1 after 2)"
    assert repr(after.play("3")) == "Position(geography path 4 --start 1 after 2, 3)"
    assert after.play("3").result() == "second"
    with pytest.raises(gp.BadInput):
        start.play("3")
    proof = gp.solve(after)
    assert repr(proof) == "Proof(geography path 4 --start 1 after 2: outcome N, verified)"
    assert proof.position == after


def test_a_certificate_of_a_position_carries_its_moves(tmp_path: Path) -> None:
    proof = gp.solve(gp.position("nim 3 5 7").play("1:1"), "outcome")
    assert proof.answer == "P"
    path = proof.save(tmp_path / "p.json")
    key = proof.record.key[:32]
    assert gp.check(path).claim == f"{proof.board}: outcome P: {proof.claim}; instance {key}"
    document = json.loads(path.read_text())
    assert document["instance"]["moves"] == ["1:1"]
    document["instance"]["moves"] = []
    path.write_text(json.dumps(document))
    assert not gp.check(path)
    document["instance"]["moves"] = ["1:9"]
    path.write_text(json.dumps(document))
    assert "instance.moves[0]" in str(gp.check(path).reason)


def test_a_whole_game_by_the_proof() -> None:
    proof = gp.solve("nim 3 4 5")
    assert proof.answer == "N"
    here, mine = proof.position, True
    while here.result() is None:
        move = proof.reply(here) if mine else here.moves()[0]
        assert move is not None
        here, mine = here.play(move), not mine
    assert not mine  # the last move was the winner's


def test_answers_are_values() -> None:
    one = gp.solve("tictactoe 5 2", "pairing").answer
    assert (repr(one), str(one), one.value, bool(one)) == ("Value(exists)", "exists", True, True)
    assert one == "exists"
    assert one == gp.Value("exists", True)
    assert one != "impossible"
    assert len({one, gp.Value("exists", True)}) == 1
    count = gp.solve("tictactoe 5 2", "sets").answer
    assert (repr(count), int(count), count.value) == ("Value(12)", 12, 12)
    with pytest.raises(TypeError, match="neither yes nor no"):
        bool(count)
    with pytest.raises(TypeError, match="no whole number"):
        int(one)


def test_limits_and_cancellation_give_an_answer() -> None:
    proof = gp.solve("tictactoe 5 3", time_limit=0.0)
    assert proof.answer == "unknown"
    assert (proof.answer.known, proof.stopped) == (False, "time")
    assert repr(proof) == "Proof(tictactoe 5 3: outcome unknown, time limit reached)"
    assert proof.certificate is None
    assert not gp.check(proof)
    with pytest.raises(gp.BadInput, match="there is no certificate"):
        proof.save("nowhere.json")
    stop = threading.Event()
    told: list[str] = []

    def cancels(method: str) -> None:
        told.append(method)
        stop.set()

    proof = gp.solve("tictactoe 5 3", cancelled=stop, progress=cancels)
    assert proof.stopped == "interrupted"
    assert len(told) == 1


@pytest.mark.parametrize(
    ("asked", "limit"),
    [
        (("nim 3 4 5",), None),
        (("nim", [3, 4, 6], "grundy"), None),
        (("geography", nx.petersen_graph()), None),
        (("snort path 5", "value"), None),
        (("tictactoe 5 3",), 0.0),
        (("tictactoe 3 2 --first b2",), None),
    ],
)
def test_a_proof_survives_pickling(asked: tuple[Any, ...], limit: float | None) -> None:
    more: dict[str, Any] = {"start": 0} if asked[0] == "geography" else {}
    proof = gp.solve(*asked, time_limit=limit, **more)
    for again in (pickle.loads(pickle.dumps(proof)), copy.deepcopy(proof)):
        assert repr(again) == repr(proof)
        assert (again.answer, again.answer.value) == (proof.answer, proof.answer.value)
        assert again.record == proof.record
        assert again.sealed == proof.sealed
        assert again.verified == proof.verified == bool(gp.check(again))
        assert str(again.position) == str(proof.position)
        assert again.position.moves() == proof.position.moves()
        if proof.certificate is not None:
            assert again.reply(proof.position) == proof.reply(again.position)


def test_a_pickled_proof_takes_the_certificate_of_its_file_along(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(
        '{"schema": "gameproof/instance/1", "game": "nim", "board": "3 4 5"}'
    )
    (proof,) = gp.solve_all(tmp_path / "a.json", certificates=tmp_path / "kept")
    (file,) = (tmp_path / "kept").glob("*.json")
    stored = pickle.dumps(proof)
    file.unlink()
    assert gp.check(pickle.loads(stored))
    with pytest.raises(gp.BadInput):
        gp.check(pickle.loads(pickle.dumps(proof)))
    wrong = stored.replace(b'"answer":"N"', b'"answer":"P"')
    assert wrong != stored
    assert not gp.check(pickle.loads(wrong))


def test_a_proof_survives_its_file_and_a_wrong_one_is_refused(tmp_path: Path) -> None:
    proof = gp.solve("geography petersen --start 0")
    path = proof.save(tmp_path / "p.json")
    checked = gp.check(path)
    assert checked
    assert checked.claim is not None
    assert repr(checked).startswith("Checked(verified: geography petersen --start 0: outcome N")
    path.write_text(path.read_text().replace('"answer":"N"', '"answer":"P"'))
    assert not gp.check(str(path))
    assert "not verified" in repr(gp.check(path))
    with pytest.raises(gp.BadInput):
        gp.check(tmp_path / "nowhere.json")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    for k in range(3, 7):
        document = {
            "schema": "gameproof/instance/1",
            "game": "geography",
            "board": f"path {k} --start 0",
            "expected": "NP"[k % 2],
        }
        (tmp_path / "in" / f"p{k}.json").write_text(json.dumps(document))
    return tmp_path / "in"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_folder_is_answered_and_resumed(folder: Path, tmp_path: Path, jobs: int) -> None:
    out = tmp_path / "out.jsonl"
    settings: dict[str, Any] = {"jobs": jobs, "out": out, "certificates": tmp_path / "proofs"}
    first = gp.solve_all(folder, **settings)
    one = next(first)
    assert one.verified
    first.close()  # type: ignore[attr-defined]
    kept = out.read_text().splitlines()
    proofs = list(gp.solve_all(folder, **settings))
    assert sorted(str(p.file)[-7:] for p in proofs) == ["p3.json", "p4.json", "p5.json", "p6.json"]
    assert all(p.verified and p.agrees for p in proofs)
    assert out.read_text().splitlines()[: len(kept)] == kept
    assert any(p.certificate is not None and gp.check(p) for p in proofs)


def test_wrong_files_of_a_folder_are_told_in_the_end(folder: Path) -> None:
    (folder / "a.json").write_text("{}")
    (folder / "b.json").write_text("{")
    answers = gp.solve_all(folder)
    found: list[gp.Proof] = []
    with pytest.raises(gp.BadInput, match=r"a\.json: .*\(and 1 more\)"):
        found.extend(answers)
    assert len(found) == 4
    with pytest.raises(gp.BadInput, match="no such file"):
        gp.solve_all(folder / "nowhere")


def test_files_for_other_programs(tmp_path: Path) -> None:
    text = gp.encode("tictactoe 4 2", "drawn-position", tmp_path / "draw.cnf")
    assert (tmp_path / "draw.cnf").read_text() == text
    assert "\np cnf " in text
    assert gp.encode("nim 1 2", "outcome", format="qdimacs", side="next").count("\ne ") > 0
    with pytest.raises(gp.BadInput, match="has no encoding"):
        gp.encode("nim 3 4", "grundy", "x.cnf")
    with pytest.raises(gp.BadInput, match="unknown format"):
        gp.encode("tictactoe 4 2", "drawn-position", format="abc")


def test_pictures() -> None:
    position = gp.position("tictactoe 3 2")
    picture = gp.draw(position)
    assert picture.svg.startswith("<svg")
    assert position._repr_svg_() == picture.svg
    proof = gp.solve("tictactoe 5 2", "pairing")
    assert proof._repr_svg_() == gp.draw(proof).svg != gp.draw(proof.position).svg
    assert gp.draw("tictactoe 3 2") == picture


def test_texts_are_one_short_line() -> None:
    for shown in (gp.solve("nim 3 5 7", "winning-moves"), gp.solve("snort petersen", "value")):
        for one in (shown, shown.answer, gp.check(shown), shown.position):
            assert "\n" not in repr(one)
            assert len(repr(one)) < 140


def test_it_is_typed(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import gameproof as gp\n"
        "reveal_type(gp.solve('nim 3').answer.text)\n"
        "reveal_type(gp.list_games()['nim'].rule)\n"
        "reveal_type(gp.position('nim 3').moves())\n"
        "gp.check(3)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--config-file=",
         "--cache-dir", str(ROOT / ".mypy_cache"), str(program)],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert 'Revealed type is "str"' in done.stdout, done.stdout
    assert done.stdout.count('Revealed type is "str"') == 2
    assert 'Revealed type is "tuple[str, ...]"' in done.stdout
    assert 'incompatible type "int"' in done.stdout


def test_a_script_without_a_main_guard_is_told_so(folder: Path, tmp_path: Path) -> None:
    """Worker processes import the script; it must not start workers of its own."""
    script = tmp_path / "script.py"
    script.write_text(
        f"import gameproof as gp\nprint(len(list(gp.solve_all({str(folder)!r}, jobs=2))))\n",
        encoding="utf-8",
    )
    ended = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120
    )
    assert ended.returncode == 1
    assert "before what it runs" in ended.stderr.splitlines()[-1]
    assert ended.stdout == ""


def test_notebooks_show_answers_and_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = gp.solve("tictactoe 5 2", "pairing")
    shown = proof._repr_html_()
    assert "<b>exists</b>" in shown
    assert "verified" in shown
    assert "<svg" in shown
    monkeypatch.setattr(widget, "available", lambda: False)
    explorer = proof.explore()
    assert isinstance(explorer, Explorer)
    frame = explorer._repr_html_()
    assert 'sandbox="allow-scripts"' in frame
    assert "&lt;html" in frame
    assert frame.count("<iframe") == 1
    assert gp.solve("nim 3 4 5").answer._repr_latex_() is None
    assert gp.solve("nim 3 4", "grundy").answer._repr_latex_() == "$7$"
    with pytest.raises(gp.BadInput):
        gp.solve("tictactoe 5 3", time_limit=0.01).explore()


def test_what_follows_is_worked_out_when_it_is_read() -> None:
    proof = gp.solve("snort path 4", "value")
    assert proof.answer == "±{2|1}"
    assert proof.verified
    assert "mean" not in proof._record.detail
    assert (proof.detail["mean"], proof.detail["temperature"]) == ("0", "3/2")
    assert proof.record.detail["birthday"] == proof.detail["birthday"]
