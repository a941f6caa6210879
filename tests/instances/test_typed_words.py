"""Words as people type them, and words that name many instances."""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

import networkx
import pytest

from gameproof.cli.main import MEANT, VERBS, run
from gameproof.cli.status import Status
from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graphs import FAMILIES, take_graph, written_out
from gameproof.instances.instance import Instance, from_words, resolve
from gameproof.instances.many import every_instance
from gameproof.instances.typed_words import typed
from gameproof.prover.registry import entry


class Input:
    """Standard input that holds these bytes."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def gameproof(*words: str) -> int:
    return run(list(words))


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("K5", "complete 5"),
        ("k5", "complete 5"),
        ("K3,4", "bipartite 3 4"),
        ("P7", "path 7"),
        ("C5", "cycle 5"),
        ("Q3", "hypercube 3"),
        ("3x3", "grid 3 3"),
        ("2×5", "grid 2 5"),
        ("complete 5", "complete 5"),
        ("ladder 4", "ladder 4"),
    ],
)
def test_graphs_by_their_usual_names(word: str, meaning: str) -> None:
    asked = resolve(from_words(["snort", word]))
    assert asked.words == f"snort {meaning}"
    assert asked.key == resolve(from_words(["snort", *meaning.split()])).key


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("ladder 4", networkx.ladder_graph(4)),
        ("king 3 4", networkx.strong_product(networkx.path_graph(3), networkx.path_graph(4))),
        ("tetrahedron", networkx.tetrahedral_graph()),
        ("cube", networkx.cubical_graph()),
        ("octahedron", networkx.octahedral_graph()),
        ("dodecahedron", networkx.dodecahedral_graph()),
        ("icosahedron", networkx.icosahedral_graph()),
    ],
)
def test_new_families_are_what_their_names_say(words: str, expected: Any) -> None:
    graph, used = take_graph(words.split())
    assert used == len(words.split())
    assert graph.m == len({frozenset(e) for e in graph.edges.tolist()})
    assert networkx.is_isomorphic(networkx.Graph(graph.edges.tolist()), expected)


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        (["nim", "3,4,5"], "nim 3 4 5"),
        (["nim", "3,4", "5"], "nim 3 4 5"),
        (["hex", "3x4"], "hex 3 4"),
        (["mnk", "3x3x3"], "mnk 3 3 3"),
        (["tictactoe", "3x3"], "tictactoe 3 2"),
        (["tictactoe", "4x4x4"], "tictactoe 4 3"),
        (["ttt"], "tictactoe 3 2"),
        (["ttt", "4", "2"], "tictactoe 4 2"),
        (["ttt", "--first", "a1"], "tictactoe 3 2 --first a1"),
        (["gomoku"], "mnk 15 15 5"),
        (["gomoku", "7x7"], "mnk 7 7 5"),
        (["gomoku", "7", "6", "4"], "mnk 7 6 4"),
        (["connect-four"], "mnk 6 7 4 --gravity"),
        (["connect-four", "5x4"], "mnk 5 4 4 --gravity"),
        (["connect-four", "4", "4", "3", "--first", "a4"], "mnk 4 4 3 --first a4 --gravity"),
        (["connect6", "8x8"], "mnk 8 8 6 --turns 1 2 2"),
        (["qubic"], "tictactoe 4 3"),
        (["score-four"], "tictactoe 4 3 --gravity"),
        (["kayles", "10", "3"], "octal 0.77 --heaps 10 3"),
        (["kayles"], "octal 0.77"),
        (["dawsons-kayles", "5,6"], "octal 0.07 --heaps 5 6"),
        (["snort complete 5"], "snort complete 5"),
        (["sum", "nim:3,4 + wythoff:2,3"], "sum nim:3,4 wythoff:2,3"),
        (["nim:3,4 + wythoff:2,3"], "sum nim:3,4 wythoff:2,3"),
        (["nim:3,4", "+", "wythoff:2,3"], "sum nim:3,4 wythoff:2,3"),
    ],
)
def test_words_that_people_type(words: list[str], meaning: str) -> None:
    assert resolve(from_words(words)).words == meaning


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("tictactoe 3x4", "boards of equal sides"),
        ("snort 3x", "is no graph family and no file"),
        ("snort Kx", "is no graph family and no file"),
        ("path 1_0", "no game"),
        ("snort path 1_0", "path: K must be a whole number"),
        ("snort path ٣", "path: K must be a whole number"),
        ("snort gnp 5 nan", "P must be a probability"),
        ("snort gnp 5 0x1", "P must be a probability"),
        ("snort K99999", "is too large"),
        ("snort complete 100000", "is too large"),
        ("snort path 3 --format gml", "too many words|--format goes with a file"),
        ("snort path 3 -q birthday", "'value' gives the birthday beside its answer"),
        ("nim 3 -q temperature", "nim has no question 'temperature'"),
        ("node-kayles path 3 -q thermograph", "has no question 'thermograph'"),
        ("nim 3,,5", "must be whole numbers"),
        ("nim --format dot 3", "nim has no option --format"),
        ("snort K3 --format", "--format needs a value"),
        ("snort K3 --format g5", "no graph format 'g5'"),
        ("subtraction 1 999999999999 3 4 --heaps 11", "an amount is at most 4194304"),
        ("positional /dev/zero", "is neither a file nor a pipe"),
        ("snort /dev/zero", "is neither a file nor a pipe"),
        ("snort cycle 5..3", "the range 5..3 is empty"),
        ("snort cycle 3..999999999", "names more than"),
        ("snort grid 3..2000 3..2000", "these ranges name"),
        ("snort graph6:B", "not a graph6 line"),
        ("digraph graph6:Bw", "the game needs arcs"),
    ],
)
def test_what_is_not_certain_costs_one_line(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gameproof("solve", *words.split()) == Status.USAGE
    error = capsys.readouterr().err
    assert any(part in error for part in message.split("|")), error
    assert error.count("\n") == 1


def test_a_file_may_hide_behind_a_graphs_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "K5").write_text("a b\nb c\n")
    with pytest.raises(BadInput, match=r"'K5' is a graph and a file: write 'complete 5' or './K5'"):
        from_words(["snort", "K5"])
    assert graph_of(from_words(["snort", "./K5"])).n == 3


@pytest.mark.parametrize("word", sorted(MEANT))
def test_verbs_that_people_type_answer_with_ours(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert word not in VERBS
    assert gameproof(word, "x") == Status.USAGE
    error = capsys.readouterr().err
    assert f"no verb '{word}'; did you mean {MEANT[word]}?" in error
    named = MEANT[word].strip("'").split()[0]
    assert named in VERBS or named in ("--help", "--version")


@pytest.mark.parametrize(
    "words",
    [
        "solve snort K4 -o x.tex",
        "solve snort K4 -o x.csv",
        "solve snort cycle 3..5 -o x.html",
        "solve snort cycle 3..5 -o x.json",
        "show snort K4 --solve -o x.docx",
        "encode snort K4 -o x.html",
    ],
)
def test_a_suffix_that_is_not_written_is_refused_before_anything_is_solved(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def solving(*given: object, **more: object) -> None:
        raise AssertionError("solved first")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gameproof.prover.prove.prove_with_certificate", solving)
    monkeypatch.setattr("gameproof.prover.prove.prove_with_certificate", solving)
    assert gameproof(*words.split()) == Status.USAGE
    assert capsys.readouterr().err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "cap"),
    [
        ("wythoff 1500 1500 -q grundy", "2097152"),
        ("torus-cycles 5 -q colourings", "16 cells"),
        ("tetris --size 20x4 -q sequences --length 4", "64 cells"),
        ("klein-cycles 9 -q census", "cells"),
    ],
)
def test_a_cap_that_stops_a_method_is_named(
    words: str, cap: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gameproof("solve", *words.split()) == Status.UNKNOWN
    said = capsys.readouterr().out
    assert "no method applies to this position: " in said
    assert cap in said


def test_only_methods_for_such_boards_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Not those for boards whose plies a list gives, which share the game's questions; nor, on
    other boards, those for Hex."""
    words = "hex 30 30 --first a1 --second c3 -q win-within --plies 5"
    assert gameproof("solve", *words.split()) == Status.UNKNOWN
    said = capsys.readouterr().out
    assert "connections takes Hex boards of at most" in said
    assert "lists of at most" not in said
    table = entry("mnk").portfolio("outcome")
    board = resolve(from_words(["mnk", "3", "3", "3"], "outcome")).position
    concerned = {method.name for method in table if method.concerns(board)}
    assert "search" in concerned
    assert "connections" not in concerned


def graph_of(instance: Instance) -> Graph:
    found = resolve(instance).values["graph"]
    assert isinstance(found, Graph)
    return found


def names(found: list[tuple[str, Instance]]) -> list[str]:
    return [resolve(instance).words for _, instance in found]


def test_ranges_name_every_number() -> None:
    found = list(every_instance(["geography", "cycle", "3..6", "--start", "0"]))
    assert names(found) == [f"geography cycle {k} --start 0" for k in (3, 4, 5, 6)]
    assert len({name for name, _ in found}) == 4
    grid = names(list(every_instance(["snort", "grid", "2..3", "1..2"], "value")))
    assert grid == ["snort grid 2 1", "snort grid 2 2", "snort grid 3 1", "snort grid 3 2"]


def test_a_file_of_graphs_names_every_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "many.g6").write_bytes(b">>graph6<<Bw\n\nC~\nnonsense\n")
    found = list(every_instance(["snort", "many.g6"], folder=tmp_path))
    assert names(found[:2]) == ["snort graph6:Bw", "snort graph6:C~"]
    assert [name.partition(" ")[0].rpartition(":")[2] for name, _ in found] == ["1", "3", "4"]
    with pytest.raises(BadInput, match="not a graph6 line"):
        resolve(found[2][1])
    (tmp_path / "one.g6").write_bytes(b"Bw\n")
    assert names(list(every_instance(["snort", str(tmp_path / "one.g6")]))) == [
        f"snort {tmp_path}/one.g6"
    ]
    (tmp_path / "two.dot").write_bytes(b"graph { a -- b } graph { b -- c -- d }")
    two = [graph_of(i) for _, i in every_instance(["snort", "two.dot"], None, tmp_path)]
    assert [g.names for g in two] == [("a", "b"), ("b", "c", "d")]
    monkeypatch.setattr(sys, "stdin", Input(b"Bw\nC~\n"))
    assert names(list(every_instance(["snort", "-"]))) == ["snort graph6:Bw", "snort graph6:C~"]
    monkeypatch.setattr(sys, "stdin", Input(b"C~\n"))
    assert names(list(every_instance(["snort", "-"]))) == ["snort graph6:C~"]
    monkeypatch.setattr(sys, "stdin", Input(b"a b\nb c\n"))
    one = list(every_instance(["snort", "-"]))
    assert [graph_of(i).names for _, i in one] == [("a", "b", "c")]


def test_a_stream_is_read_no_faster_than_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(io.RawIOBase):
        lines = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            self.lines += len(buffer) // 3
            buffer[: len(buffer) // 3 * 3] = b"Bw\n" * (len(buffer) // 3)
            return len(buffer) // 3 * 3

    raw = Endless()
    stream = Input(b"")
    stream.buffer = io.BufferedReader(raw, 3000)  # type: ignore[assignment]
    monkeypatch.setattr(sys, "stdin", stream)
    found = every_instance(["snort", "-"])
    for _ in range(2500):
        next(found)
    assert raw.lines <= 4000


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_stream_of_graphs_is_a_batch_that_resumes(
    jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = [networkx.gnp_random_graph(5, 0.5, seed=k) for k in range(20)]
    lines = [networkx.to_graph6_bytes(g, header=False) for g in made]
    out = tmp_path / "r.jsonl"
    words = ["solve", "snort", "-", "-q", "outcome", "--jobs", jobs, "-o", str(out)]
    words += ["--store", str(tmp_path / "s.sqlite")]
    monkeypatch.setattr(sys, "stdin", Input(b"".join(lines[:7])))
    assert gameproof(*words) == Status.DONE
    assert len(out.read_text().splitlines()) == 7
    capsys.readouterr()
    monkeypatch.setattr(sys, "stdin", Input(b"".join(lines)))
    assert gameproof(*words) == Status.DONE
    assert "20 answered, 0 unknown, 7 of them from an earlier run" in capsys.readouterr().err
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(records) == 20
    assert all(r["verified"] for r in records)
    by_line = {int(r["file"].partition(" ")[0].rpartition(":")[2]): r for r in records}
    for k, graph in enumerate(made, 1):
        mine = Instance(
            "gameproof/instance/1", "snort", {"graph": {"n": 5, "edges": [*map(list, graph.edges)]}}
        )
        assert by_line[k]["key"] == resolve(mine).key


def test_a_wrong_line_of_a_stream_is_an_error_of_that_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Input(b"Bw\nB\nC~\n"))
    words = ["solve", "snort", "-", "--store", str(tmp_path / "s.sqlite")]
    assert gameproof(*words) == Status.USAGE
    said = capsys.readouterr()
    assert "ERROR     -:2 graph6:B: " in said.out
    assert said.out.count("verified") == 2


def test_every_family_and_short_word_is_one_graph() -> None:
    assert not [name for name in FAMILIES if written_out(name)]
    assert typed([]) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [("Bw\n", 1), ("Bw\nBg\n", 2), ("0 1\n1 2\n", 1), ("graph { a -- b }", 1),
     ("graph { a -- b } graph { a -- c }", 2)],
)  # fmt: skip
def test_a_pipe_is_read_once(text: str, count: int, tmp_path: Path) -> None:
    """What a shell makes of ``<(geng 3)``: a file that cannot be read again."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(text,), daemon=True)
    writer.start()
    found = [resolve(instance) for _, instance in every_instance(["snort", str(pipe)])]
    writer.join(timeout=30)
    assert len(found) == count


@pytest.mark.parametrize(
    ("name", "text"), [("one.dot", "graph { a -- b }"), ("one.g6", "Bw\n"), ("one.txt", "a b\n")]
)
def test_a_file_of_one_graph_keeps_its_name(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    (found,) = [one for _, one in every_instance(["snort", name], folder=tmp_path)]
    assert resolve(found).words.endswith(name)


def test_a_graph_that_is_written_out() -> None:
    graph, used = take_graph(["edges", "4", "0", "1", "2", "1", "--red"])
    assert (graph.n, used, graph.words) == (4, 6, "edges 4 0 1 2 1")
    assert sorted(map(sorted, graph.edges.tolist())) == [[0, 1], [1, 2]]
    arcs, _ = take_graph(["edges", "3", "2", "1"], directed=True)
    assert arcs.edges.tolist() == [[2, 1]]
    assert take_graph(["edges", "2"])[0].m == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("edges", "edges needs numbers: N A B..."),
        ("edges 3 0", "the last edge has one end only"),
        ("edges 3 0 3", "no vertex 3; vertices are 0..2"),
        ("edges 0 0 0", "no vertex 0"),
        ("edges 99999999999", "lie in 0.."),
        ("edges 2000000000", "too large"),
    ],
)
def test_edges_that_are_none(words: str, said: str) -> None:
    with pytest.raises(BadInput, match=said.replace("...", r"\.\.\.")):
        take_graph(words.split())
