"""Reports of results files: what needs a look first, and the same rows in every format."""

from __future__ import annotations

import csv
import html.parser
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gameproof.cli.main import run as gameproof
from gameproof.cli.results_table import COLUMNS, STATES, headline, read
from gameproof.cli.status import Status

ANSWER = {
    "type": "answer", "game": "snort", "board": "snort path 3", "question": "value",
    "arguments": {}, "answer": "±{2|⇑∗}", "method": "value", "verified": True, "expected": None,
    "agrees": None, "stopped": None, "seconds": 0.25, "file": "a_b/50%#1|.json",
    "certificate": None,
}  # fmt: skip
RECORDS: list[dict[str, Any]] = [
    ANSWER,
    {**ANSWER, "file": "wrong.json", "expected": "0", "agrees": False, "seconds": 2.0},
    {**ANSWER, "file": "bare.json", "verified": False},
    {**ANSWER, "file": "late.json", "answer": "unknown", "stopped": "time", "verified": False},
    {**ANSWER, "file": "plies", "arguments": {"plies": 5, "even": True}, "question": "win-within"},
    {"type": "error", "file": "bad.json", "message": "no game 'x<y>' & \\more"},
    {"type": "fault", "file": "dead.json", "message": "the worker process died"},
]


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "results.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    return path


def test_what_needs_a_look_comes_first(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = read([results])
    assert [*dict.fromkeys(row.state for row in rows), "verified"] == list(STATES)
    assert headline(rows).startswith(
        "7 instances: 1 contradicted, 1 fault, 1 error, 1 not verified, 1 unknown, "
        "2 not checked again; "
    )
    assert gameproof(["report", str(results)]) == Status.DONE
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in shown[1:]] == [
        *("contradicted", "fault", "error", "not", "unknown"),
    ]


def written(results: Path, suffix: str) -> str:
    path = results.with_suffix(suffix)
    assert gameproof(["report", str(results), "-o", str(path)]) == Status.DONE
    return path.read_text(encoding="utf-8")


def test_csv_holds_every_cell_as_it_is(results: Path) -> None:
    rows = list(csv.DictReader(written(results, ".csv").splitlines()))
    assert [row["file"] for row in rows] == [row.file for row in read([results])]
    assert rows[0]["answer"] == "±{2|⇑∗}"
    assert rows[2]["answer"] == "no game 'x<y>' & \\more"
    assert rows[-1]["question"] == "win-within plies=5 even=true"


class Cells(html.parser.HTMLParser):
    """The texts of a page's cells, and its tags that were not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.open.append(tag)
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "td":
            self.cells[-1] += data


def test_the_page_holds_every_cell_and_needs_no_other_file(results: Path) -> None:
    text = written(results, ".html")
    page = Cells()
    page.feed(text)
    assert not page.open
    whole = page.cells[-(len(COLUMNS) + 1) * len(RECORDS) :]
    files = whole[COLUMNS.index("file") :: len(COLUMNS) + 1]
    assert files == [row.file for row in read([results])]
    assert "no game 'x<y>' & \\more" in whole
    assert "src=" not in text
    assert "http" not in text


def test_markdown_has_as_many_bars_in_every_line(results: Path) -> None:
    lines = [line for line in written(results, ".md").splitlines() if line.startswith("| ")]
    bars = [line.replace("\\|", "").count("|") for line in lines[-len(RECORDS) - 2 :]]
    assert bars == [len(COLUMNS) + 2] * (len(RECORDS) + 2)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX here")
def test_the_latex_table_compiles(results: Path) -> None:
    awkward = "".join(map(chr, range(32, 0x250))) + "±−×↑↓⇑⇓∗⋆≤≥–☃"
    with results.open("a") as stream:
        stream.write(json.dumps({**ANSWER, "board": awkward, "file": "x" * 70}) + "\n")
    table = written(results, ".tex")
    assert r"$\pm\left\{2\middle|{\Uparrow}{\ast}\right\}$" in table
    begin = r"\documentclass{article}" + table.splitlines()[0].removeprefix("% ")
    document = rf"{begin}\begin{{document}}\input{{results}}\end{{document}}"
    (results.parent / "paper.tex").write_text(document)
    ended = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
        cwd=results.parent,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    assert ended.returncode == 0, ended.stdout[-3000:]
    assert "Missing character" not in ended.stdout


def test_certificates_and_pictures_are_linked(tmp_path: Path) -> None:
    instance = {"schema": "gameproof/instance/1", "game": "geography", "board": "path 3 --start 0"}
    (tmp_path / "one graph.json").write_text(json.dumps(instance))
    out = tmp_path / "out"
    words = ["solve", str(tmp_path / "one graph.json"), "-o", str(out / "r.jsonl")]
    gameproof([*words, "--certificates", str(out / "c"), "--store", str(tmp_path / "s")])
    more = ["-o", str(out / "r.html"), "--pictures", str(out / "p")]
    assert gameproof(["report", str(out / "r.jsonl"), *more]) == Status.DONE
    page = (out / "r.html").read_text()
    for folder, suffix in (("c", ".certificate.json"), ("p", ".svg")):
        (made,) = (out / folder).iterdir()
        assert made.name.endswith(suffix)
        assert f'href="{folder}/{made.name}"' in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "x.pdf"], "cannot write a .pdf file; use .html, .csv, .tex or .md"),
        (["-o", "x"], "cannot write a nameless file"),
    ],
)
def test_other_formats_are_refused(
    words: list[str], message: str, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gameproof(["report", str(results), *words]) == Status.USAGE
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("text", ["no json\n", "[]\n", '{"type": "certificate"}\n', "1\n", "{}\n"])
def test_what_is_no_results_file_is_named_with_its_line(
    text: str, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with results.open("a") as stream:
        stream.write(text)
    assert gameproof(["report", str(results)]) == Status.USAGE
    said = capsys.readouterr().err
    assert f"{results}:{len(RECORDS) + 1}: not a results file" in said
    assert said.count("\n") == 1


def test_problems_without_a_domain_beside_them_are_no_instances(tmp_path: Path) -> None:
    """The shipped folder holds problems that its instance files name with their domains."""
    folder = Path(__file__).parents[2] / "instances" / "data" / "bddl"
    words = ["solve", str(folder), "-o", str(tmp_path / "r.jsonl"), "--store", str(tmp_path / "s")]
    assert gameproof(words) == Status.DONE
    assert len((tmp_path / "r.jsonl").read_text().splitlines()) == 3
