"""Games as quantified formulas: the files are true exactly when search finds the win."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.qbf import Formula, read_qcir, read_qdimacs, true

from gameproof.cli.main import run
from gameproof.encodings import game_graph_qbf
from gameproof.encodings.game_graph_qbf import code, outcome_model, unroll, width_of
from gameproof.encodings.method import Options
from gameproof.games.graph import Graph
from gameproof.games.impartial.digraph import make as digraph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.paper_soccer import make as soccer
from gameproof.games.snort import make_col, make_snort
from gameproof.games.tictoe import make as tictoe
from gameproof.instances.instance import from_words, read, resolve
from gameproof.prover.prove import prove
from gameproof.prover.registry import entry
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import qbf
from gameproof.solvers.sat.formats import render

FILES = {
    "arcs.edges": "0 1\n0 2\n1 3\n2 3\n3 4\n1 4\n",
    "twig.txt": "ground a\na b\na c\n",
    "red.txt": "ground a red\na b blue\nground c blue\n",
    "words.txt": "ab bc ca ad",
}
CORPUS = (
    "nim 1 2", "nim 2 2", "nim 1 2 3", "nim 0", "nim 3 1 1",
    "subtraction 1 2 3 4 --heaps 10", "subtraction 1 2 3 4 --heaps 11",
    "subtraction 2 3 --heaps 4 5",
    "node-kayles path 4", "node-kayles cycle 4", "node-kayles petersen", "node-kayles path 5",
    "arc-kayles path 4", "arc-kayles path 5", "arc-kayles star 3", "arc-kayles cycle 4",
    "snort path 3", "snort path 4", "snort cycle 4", "snort star 3", "snort path 3 --red 0",
    "snort path 4 --red 0 --blue 3",
    "col path 3", "col path 2", "col cycle 3", "col path 1", "col grid 2 2 --blue 0",
    "hackenbush twig.txt", "hackenbush red.txt", "hackenbush red.txt --to-move blue",
    "tictoe", "tictoe --diagonals",
    "wythoff 1 2", "wythoff 3 3", "wythoff 3 5", "rook 2 2", "rook 2 3",
    "even-odd 5", "even-odd 6", "even-odd 3 4",
    "take-away x 5", "take-away x 8", "take-away 2*x 8", "take-away 2*x 7", "take-away x 4 2",
    "words words.txt", "words words.txt --first ab", "words words.txt --first ad",
    "digraph arcs.edges --start 0", "digraph arcs.edges --start 3",
    "digraph arcs.edges --start 0,1",
    "geography cycle 4", "geography cycle 3", "geography path 3 --start 1",
    "paper-soccer 1 3", "paper-soccer 1 3 --first 2", "paper-soccer 2 2",
    "sum nim:2 wythoff:1,2", "sum nim:1,2 nim:3",
    "torus-hex 2", "klein-cycles 2", "torus-cycles 2 -q outcome",
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("boards")
    for name, text in FILES.items():
        (path / name).write_text(text, encoding="utf-8")
    return path


def ask(words: str, folder: Path) -> Any:
    """The instance of some words, files taken from ``folder``."""
    rows = [str(folder / w) if w in FILES else w for w in words.split()]
    question = rows[rows.index("-q") + 1] if "-q" in rows else None
    if question is not None:
        del rows[rows.index("-q") :]
    return from_words(rows, question)


def formula(position: Any, **arguments: Any) -> Formula:
    """The formula as the QDIMACS file has it; the QCIR file says the same."""
    model = outcome_model(position, Options(arguments=arguments))
    written = read_qdimacs(render(model, "game.qdimacs"))
    assert written == read_qcir(render(model, "game.qcir"))
    return written


def answer_by_formulas(position: Any, answers: tuple[str, ...]) -> str:
    """What the formulas' truth says, by the definition of the answers."""
    if "L" in answers and hasattr(position, "turn"):
        red, blue = (true(formula(position.turn(side), side=side)) for side in ("red", "blue"))
        return {(True, True): "N", (True, False): "L", (False, True): "R"}.get((red, blue), "P")
    if "N" in answers:
        return "N" if true(formula(position)) else "P"
    wins = [side for side in answers if side not in ("draw", "nobody")]
    winners = [side for side in wins if true(formula(position, side=side))]
    if len(winners) > 1:
        raise AssertionError(f"{winners} cannot all win")
    return winners[0] if winners else answers[-1]


@pytest.mark.parametrize("words", CORPUS)
def test_the_formula_says_what_search_proves(words: str, folder: Path) -> None:
    instance = ask(words, folder)
    asked = resolve(instance)
    proved = prove(instance, Limits(60))
    assert proved.verified
    assert answer_by_formulas(asked.position, asked.question.answers) == proved.answer


@pytest.mark.skipif("depqbf" not in qbf.found(), reason="depqbf is not installed")
@pytest.mark.parametrize("words", CORPUS)
def test_a_solver_agrees_and_is_not_believed(words: str, folder: Path) -> None:
    instance = ask(words, folder)
    if instance.game == "geography":  # has a formula of its own, without a free start
        pytest.skip("geography has its own method")
    found = prove(instance, Limits(60), method="qbf", options=Options(engine="depqbf"))
    assert found.answer == prove(instance, Limits(60)).answer
    assert not found.verified
    assert (found.method, found.certificate) == ("qbf", None)


@pytest.mark.slow
@pytest.mark.skipif("depqbf" not in qbf.found(), reason="depqbf is not installed")
def test_a_solver_agrees_on_the_instance_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_graph_qbf, "MOST_POSITIONS", 5000)
    agreed: dict[str, int] = {}
    for path in sorted((Path(__file__).parents[2] / "instances" / "data").glob("*/*.json")):
        instance = read(path)
        listed = [m.name for m in entry(instance.game).methods("outcome")]
        if instance.question not in (None, "outcome") or "qbf" not in listed:
            continue
        try:
            found = prove(instance, Limits(20), method="qbf", options=Options(engine="depqbf"))
        except BadInput:  # too many positions, or plays without end
            continue
        assert found.agrees is not False, path
        if found.agrees:
            agreed[instance.game] = agreed.get(instance.game, 0) + 1
    assert len(agreed) >= 15
    assert sum(agreed.values()) >= 60


def minimax(position: Any, side: str, turns: int) -> bool:
    """Does ``side`` win within so many turns, by the rules alone?"""
    result = position.result()
    if result is not None or turns == 0:
        return bool(result == side)
    after = [position.play(move) for move in position.moves()]
    wins = [minimax(p, side, turns - (p.to_move != position.to_move)) for p in after]
    return any(wins) if position.to_move == side else all(wins)


@pytest.mark.parametrize("first", ["1", "2"])
@pytest.mark.parametrize("size", [(1, 3), (2, 2)])
def test_wins_within_some_turns_of_paper_soccer(size: tuple[int, int], first: str) -> None:
    start = soccer(*size, first=first)
    truth = set()
    for turns, side in itertools.product(range(6), ("first", "second")):
        expected = minimax(start, side, turns)
        assert true(formula(start, side=side, within=turns)) == expected
        truth.add(expected)
    assert truth == {True, False}


def test_goals_and_sides() -> None:
    start = tictoe()
    said = {
        (side, goal): true(formula(start, side=side, goal=goal))
        for side in ("first", "second")
        for goal in ("win", "draw")
    }
    assert said == {
        ("first", "win"): True,
        ("first", "draw"): True,
        ("second", "win"): False,
        ("second", "draw"): False,
    }
    drawn = start.play(0).play(1).play(3)
    assert not any(true(formula(drawn, side=side)) for side in ("first", "second"))
    assert true(formula(drawn, side="first", goal="draw"))
    assert [true(formula(start, within=plies)) for plies in range(5)] == [False] * 3 + [True] * 2
    assert true(formula(start, side="second", within=2, goal="draw"))


def test_the_previous_player_of_an_impartial_game() -> None:
    for heaps in ((1, 2), (2, 2)):
        position = resolve(from_words(["nim", *map(str, heaps)])).position
        assert true(formula(position)) != true(formula(position, side="previous"))


@settings(max_examples=40)
@given(st.integers(2, 6), st.data())
def test_random_digraphs(n: int, data: Any) -> None:
    pairs = [(u, v) for u in range(n) for v in range(u + 1, n)]
    arcs = data.draw(st.lists(st.sampled_from(pairs), unique=True))
    graph = Graph.of(n, arcs, directed=True)
    wins: dict[int, bool] = {}
    for v in reversed(range(n)):
        wins[v] = any(not wins[w] for u, w in arcs if u == v)
    assert true(formula(digraph(graph, (0,)))) == wins[0]


@settings(max_examples=40)
@given(st.integers(1, 4), st.sampled_from(["red", "blue"]), st.booleans(), st.data())
def test_random_boards_of_snort_and_col(n: int, side: Any, red: bool, data: Any) -> None:
    pairs = [(u, v) for u in range(n) for v in range(u)]
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    turns = data.draw(st.integers(0, n + 1))
    for make in (make_snort, make_col):
        start = make(Graph.of(n, edges), to_move="red" if red else "blue")
        assert true(formula(start, side=side)) == minimax(start, side, n + 1)
        assert true(formula(start, side=side, within=turns)) == minimax(start, side, turns)


def test_play_without_end_needs_a_bound() -> None:
    cycle = digraph(Graph.of(3, [(0, 1), (1, 0), (1, 2)], directed=True), (0,))
    with pytest.raises(BadInput, match="need not end"):
        outcome_model(cycle, Options())
    assert not true(formula(cycle, within=4))
    assert true(formula(cycle.play((0, 1)), within=1))
    assert true(formula(cycle, within=4, side="previous"))


def test_the_file_reads_like_the_game() -> None:
    """Nim 1 2: one choice of hers, one of his, the rest is forced."""
    written = formula(resolve(from_words(["nim", "1", "2"])).position)
    named = written.names
    assert len(named) == len(written.prefix)
    assert [named[v] for universal, v in written.prefix if universal] == ["reply(2,0)"]
    assert sum(name.startswith("at(") for name in named.values()) == 8
    turns = [universal for universal, _ in itertools.groupby(u for u, _ in written.prefix)]
    assert turns == [False, True, False]
    assert (1,) in written.clauses
    assert named[1] == "at(1 2, next player to move)"


@given(st.integers(1, 40))
def test_every_number_names_one_move(moves: int) -> None:
    bits = list(range(1, width_of(moves) + 1))
    named = list(code(bits, moves))
    assert len(named) == moves
    for signs in itertools.product((1, -1), repeat=len(bits)):
        said = {sign * bit for sign, bit in zip(signs, bits, strict=True)}
        assert sum(said.issuperset(literals) for literals in named) == 1


def test_bad_requests() -> None:
    with pytest.raises(BadInput, match="no player 'third'; first, second"):
        outcome_model(tictoe(), Options(arguments={"side": "third"}))
    with pytest.raises(BadInput, match="win or draw"):
        outcome_model(tictoe(), Options(arguments={"goal": "lose"}))
    with pytest.raises(BadInput, match="number of turns"):
        outcome_model(tictoe(), Options(arguments={"within": -1}))
    with pytest.raises(LimitReached):
        outcome_model(tictoe(), Options(), Limits(time_limit=0.0))
    vast = resolve(from_words(["wythoff", str(10**18), str(10**18)])).position
    with pytest.raises(BadInput, match="more than 50000 positions"):
        outcome_model(vast, Options())
    with pytest.raises(BadInput, match="more than 10 moves"):
        unroll(tictoe(), game_graph_qbf.Wish("first"), Limits(), most_moves=10)


def test_the_method_is_listed_last_and_never_tried_unnamed() -> None:
    for game in ("nim", "snort", "node-kayles", "tictoe", "paper-soccer", "words", "torus-hex"):
        joined = entry(game)
        assert joined.methods("outcome")[-1].name == "qbf"
        assert "qbf" not in [m.name for m in joined.portfolio("outcome")]
        assert [e.quantified for e in joined.exports("outcome")][-1]
    # A game with quantified formulas of its own keeps them.
    assert [e.quantified for e in entry("geography").exports("outcome")] == [True]
    assert not entry("positional").exports("outcome")


def test_encode_writes_both_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for suffix, reader in ((".qdimacs", read_qdimacs), (".qcir", read_qcir)):
        for words, truth in (
            ("nim 1 2", True),
            ("nim 2 2", False),
            ("snort path 3 --red 1 --to-move blue", False),
            ("snort path 3 --red 1 --to-move red", True),
            ("tictoe --side second --goal draw", False),
            ("tictoe --within 3", True),
            ("geography cycle 4", False),
            ("geography cycle 3", True),
        ):
            path = tmp_path / f"game{suffix}"
            assert run(["encode", *words.split(), "-o", str(path)]) == 0
            text = path.read_text(encoding="utf-8")
            assert f"made by: gameproof encode {words}" in text
            assert true(reader(text)) == truth
    capsys.readouterr()
    assert run(["encode", "nim", "1", "2", "-o", str(tmp_path / "nim.cnf")]) == 2
    assert "cannot hold quantifiers" in capsys.readouterr().err
    assert run(["encode", *["snort", "path", "2", "-q", "outcome", "--format", "qdimacs"]]) == 0
    assert "made by: gameproof encode snort path 2 -q outcome\n" in capsys.readouterr().out
    draw = ["tictactoe", "3", "2", "-q", "drawn-position", "--side", "first"]
    assert run(["encode", *draw, "-o", str(tmp_path / "x.cnf")]) == 2
    assert "has no option --side" in capsys.readouterr().err


def test_a_solver_that_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="no QBF solver"):
        prove(ask("nim 1 2", folder), method="qbf", options=Options(engine="cadical195"))
    monkeypatch.setenv("PATH", str(folder))
    with pytest.raises(qbf.BackendMissing):
        prove(ask("nim 1 2", folder), method="qbf")
    assert prove(ask("nim 1 2", folder)).answer == "N"
