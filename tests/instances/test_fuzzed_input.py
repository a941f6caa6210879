"""Whatever stands in words or files is an instance or one line for a person: no traceback.

What a fuzzed graph file is read as must be what the library's own reader reads.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import random
import re
import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx
import pytest
import scipy.io
import scipy.sparse
from reference.graph_files import READ, REFUSED, meant, named

from gameproof.cli.main import run
from gameproof.cli.status import Status
from gameproof.games.game import games
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.graph_files import FORMATS, SUFFIXES, format_of, graphs
from gameproof.instances.graphs import FAMILIES
from gameproof.instances.instance import read, resolve
from gameproof.instances.many import every_instance

ODD = [
    "", " ", "-", "--", "---", "=", "--=", "'", '"', "\\", "\0", "\n", "٣", "½", "é", "\udc80",
    "a b",
    "0", "-1", "+3", "1e3", "0x10", "1_0", "3.5", "nan", "inf", "-inf", "99999999999999999999",
    "9" * 5000, "3..5", "5..3", "3..", "..", "3..99999999999", "3x4", "x", "3x", "K5", "K", "K3,4",
    "P3", "C99999999999", "graph6:Bw", "graph6:", "graph6:~~~~~~~~~", "sparse6::~~~~~~~~~~",
    "digraph6:&~~~~~~~~~~", "seed", "nim:3,4", "+", "nim:", ":", "{", "[", "{}",
    "/dev/zero", "/dev/null",
    "/", ".", "..", "/proc/self/mem", "no-such-file", "a" * 300, "a/" * 3000, "%s", "$(x)",
    "--format",
    "--graph-format", "dot", "edge-list", "all", "1,2,3", "1,,2", ",", ";", "\x1b[2J",
]  # fmt: skip


def board(text: str) -> str:
    """A certificate's or a person's instance with this board."""
    return json.dumps({"schema": "gameproof/instance/1", "game": "snort", "board": text})


class Fuzz:
    """Words and files from one seed."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random = random.Random(seed)
        self.folder = folder
        self.examples = [e.split() for g, _ in games().values() for e in g.examples]
        flags = {"--" + p.name for g, _ in games().values() for p in g.parameters if p.option}
        flags |= {
            "--" + p.name for g, _ in games().values() for q in g.questions for p in q.parameters
        }
        self.pool = [*games(), *FAMILIES, *sorted(flags), *map(str, range(13))]
        self.texts = [text for _, text, _ in READ] + [text for _, text, _ in REFUSED]
        self.texts += [board(" ".join(e[1:])).encode() for e in self.examples]
        self.texts += [b"IO\n..\n..\n", b"ground a\na b red\n", b"ab bc ca ad", b"#blackinitials\n"]

    def word(self) -> str:
        kind = self.random.random()
        if kind < 0.5:
            return str(self.random.choice(self.pool))
        if kind < 0.8:
            return self.random.choice(ODD)
        return "".join(
            self.random.choices("0123456789abxK,.:;-+/=~#é \t", k=self.random.randint(1, 8))
        )

    def words(self) -> list[str]:
        """A known example, changed in a few places; no number grows by its digits."""
        words = list(self.random.choice(self.examples))
        for _ in range(self.random.choice((0, 1, 1, 2, 3, 5))):
            at = self.random.randrange(len(words) + 1)
            action = self.random.randrange(4)
            if action == 0:
                words.insert(at, self.word())
            elif action == 1 and words:
                words[at % len(words)] = self.word()
            elif action == 2 and len(words) > 1:
                del words[at % len(words)]
            else:
                words[at:at] = self.random.choice(self.examples)[1:]
        return words

    def text(self) -> bytes:
        """A known file's text with a few bytes changed, cut, doubled or put from another."""
        text = bytearray(self.random.choice(self.texts))
        for _ in range(self.random.choice((0, 1, 1, 2, 4))):
            at = self.random.randrange(len(text) + 1)
            action = self.random.randrange(5)
            if action == 0:
                text[at:at] = bytes([self.random.choice(b'0129 ~?:&,;{}[]<>"\n-\0\xff#')])
            elif action == 1:
                del text[at : at + self.random.choice((1, 1, 5, 100))]
            elif action == 2 and text:
                text[at % len(text)] = self.random.randrange(256)
            elif action == 3:
                text[at:at] = text[at : at + 20]
            else:
                other = self.random.choice(self.texts)
                text[at:at] = other[: self.random.randrange(40)]
        return bytes(text)

    def file(self) -> Path:
        suffix = self.random.choice(
            [*SUFFIXES, "", ".txt", ".csv", ".pg", ".toml", ".json", ".json"]
        )
        path = self.folder / f"fuzz{suffix}"
        path.write_bytes(self.text())
        return path


@contextlib.contextmanager
def at_once(what: object) -> Iterator[None]:
    """Nothing takes long, whatever it says."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < 20, what


def looked_at(words: list[str]) -> str:
    """Read as the command reads it, every board built; ``ok`` or the line."""
    with at_once(words):
        try:
            for _, instance in itertools.islice(every_instance(words), 3):
                resolve(instance)
        except BadInput as error:
            return str(error)
    return "ok"


def same_as_the_library(path: Path, data: bytes) -> None:
    """What we read, the library reads: the same vertices by name, the same edges."""
    try:
        ours = list(graphs(path, data))
        form = format_of(path, data)
    except BadInput:
        return
    theirs = library(form, data) if len(ours) == 1 else None
    if theirs is not None:
        assert simple(named(ours[0])) == simple(meant(theirs)), (form, data)


def simple(graph: tuple[set[str], Any, bool]) -> tuple[set[str], set[tuple[str, str]], bool]:
    return graph[0], set(graph[1]), graph[2]


def library(form: str, data: bytes) -> Any:
    """The library's own reading; ``None`` where it has none, or several graphs stand there."""
    if form in ("graph6", "sparse6"):
        lines = [line for line in data.split(b"\n") if line.strip()]
        read_line: Any = (
            networkx.from_graph6_bytes if form == "graph6" else networkx.from_sparse6_bytes
        )
        return read_line(lines[0].strip()) if len(lines) == 1 else None
    text = data.decode("utf-8-sig", "replace")
    if form == "edge-list":
        alone = [line for line in text.split("\n") if len(line.split("#")[0].split()) == 1]
        if alone or "(" in text:  # no names with blanks for networkx
            return None
        weights = any(len(line.split("#")[0].split()) > 2 for line in text.split("\n"))
        beside: Any = (("weight", float),) if weights and "{" not in text else True
        return networkx.parse_edgelist(text.split("\n"), data=beside)
    if form == "adjacency-list":
        return None if "(" in text else networkx.parse_adjlist(map(str.strip, text.split("\n")))
    if form == "multiline-adjacency-list":
        return networkx.parse_multiline_adjlist(iter(text.split("\n")))
    if form == "matrix-market":
        # SciPy's compiled reader may crash on what we refuse; what we accept it reads.
        found = scipy.io.mmread(io.BytesIO(data))
        graph = networkx.from_scipy_sparse_array(scipy.sparse.coo_array(found))
        return networkx.relabel_nodes(graph, {v: v + 1 for v in graph})
    if form == "leda":
        return networkx.parse_leda(text) if "|{}|" not in text else None
    if form == "pajek" and re.search(r"\*(?:edges|arcs)\s", text, re.IGNORECASE):
        if re.search(r"\*arcs\s*(?:\*|$)", text, re.IGNORECASE):
            return None  # where no arc is listed it takes edges for arcs
        with contextlib.suppress(StopIteration):  # it wants a line for every vertex
            return networkx.parse_pajek(text)
    if form == "gml":
        graph = networkx.parse_gml(text.splitlines(), label="id")
        labels = [str(graph.nodes[v].get("label", v)) for v in graph]
        return (
            networkx.relabel_nodes(graph, dict(zip(graph, labels, strict=True)))
            if len(set(labels)) == len(labels)
            else graph
        )
    return None


@pytest.mark.parametrize(
    "count", [pytest.param(1_000), pytest.param(20_000, marks=pytest.mark.slow)]
)
def test_fuzzed_words_and_files(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half words, half files; as many as ``count`` in all, some through the whole command."""
    warnings.simplefilter("ignore")
    monkeypatch.chdir(tmp_path)
    fuzz = Fuzz(count, tmp_path)
    accepted = refused = 0
    for number in range(count):
        stdin = io.BytesIO(fuzz.text())
        monkeypatch.setattr(sys, "stdin", type("Input", (), {"buffer": stdin})())
        if number % 2:
            words = fuzz.words()
        else:
            path = fuzz.file()
            game = fuzz.random.choice(["snort", "geography", "digraph", "node-kayles", "positional",
                                       "hackenbush", "words", "tetris"])  # fmt: skip
            words = [game, path.name]
            if fuzz.random.random() < 0.2:
                words += ["--format", fuzz.random.choice(list(FORMATS))]
            same_as_the_library(path, path.read_bytes())
            with at_once(path.read_bytes()), contextlib.suppress(BadInput):
                resolve(read(path))
        if looked_at(words) == "ok":
            accepted += 1
        else:
            refused += 1
        if number % 20 == 0:
            verb = fuzz.random.choice(["encode", "check", "list", "solev", "encode", "schema"])
            with at_once([verb, *words]):
                status = run([verb, *words])
            assert status != Status.INTERNAL, (verb, words, capsys.readouterr().err)
    capsys.readouterr()
    assert accepted > count // 20, "some words are right"
    assert refused > count // 4, "many are not"


@pytest.mark.slow
def test_fuzzed_words_as_processes(tmp_path: Path) -> None:
    """200 times the whole command, with a solver behind it: an exit status of ours, in time."""
    fuzz = Fuzz(200, tmp_path)
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    for number in range(200):
        path = fuzz.file()
        words = ["snort", path.name] if number % 4 == 0 else fuzz.words()
        words = [word.replace("\0", "") for word in words]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, "-m", "gameproof", "solve", *words, "--time-limit", "2s"],
            cwd=tmp_path, env=environment, input=fuzz.text(), capture_output=True, timeout=900,
            check=False,
        )  # fmt: skip
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert done.returncode in {*Status} - {Status.INTERNAL}, (words, done.stderr)
        assert b"Traceback" not in done.stderr, (words, done.stderr)
        # The processor's work, which a busy machine does not stretch.
        assert after.ru_utime - before.ru_utime < 60, words
