"""The results file: by content, each instance once, held by one run, whole on a full disk."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gameproof.cli.main import run as gameproof
from gameproof.cli.status import Status
from gameproof.games.meaning.bad_input import BadInput
from gameproof.prover import batch
from gameproof.prover.disk import DiskError
from gameproof.prover.results import Results

ROOT = Path(__file__).parents[2]


def write(path: Path, board: str, expected: str | None = None) -> None:
    instance = {"schema": "gameproof/instance/1", "game": "geography", "board": board}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**instance, "expected": expected}))


def records(path: Path) -> dict[str, dict[str, Any]]:
    """By the name of the file; each once."""
    found = [json.loads(line) for line in path.read_text().splitlines()]
    names = [Path(record["file"]).name for record in found]
    assert len(names) == len({*names})
    return dict(zip(names, found, strict=True))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for k in (3, 4, 5):
        write(tmp_path / "in" / f"p{k}.json", f"path {k} --start 0", "PN"[k % 2 == 0])
    return tmp_path / "in"


def solve(folder: Path, **settings: Any) -> tuple[batch.Summary, list[str]]:
    """The summary, and the names of the files that were solved in this run."""
    solved: list[str] = []

    def see(record: dict[str, Any], resumed: bool) -> None:
        if not resumed:
            solved.append(Path(record["file"]).name)

    tasks = batch.make_tasks([folder], **settings)
    return batch.run(tasks, out=folder.parent / "r.jsonl", on_record=see), sorted(solved)


def test_a_renamed_file_is_not_solved_again_a_changed_one_is(folder: Path) -> None:
    solve(folder)
    (folder / "p3.json").rename(folder / "renamed.json")
    write(folder / "p4.json", "path 6 --start 0")
    summary, solved = solve(folder)
    assert solved == ["p4.json"]
    assert (summary.answered, summary.resumed) == (3, 2)
    found = records(folder.parent / "r.jsonl")
    assert {n: r["board"].split()[2] for n, r in found.items()} == {
        "renamed.json": "3",
        "p4.json": "6",
        "p5.json": "5",
    }


def test_two_files_that_change_places_keep_their_answers(folder: Path) -> None:
    solve(folder)
    (folder / "p3.json").rename(folder / "x")
    (folder / "p4.json").rename(folder / "p3.json")
    (folder / "x").rename(folder / "p4.json")
    assert solve(folder)[1] == []
    found = records(folder.parent / "r.jsonl")
    assert (found["p3.json"]["answer"], found["p4.json"]["answer"]) == ("N", "P")
    assert len(found) == 3


def test_other_words_for_the_same_instance_are_the_same(folder: Path) -> None:
    solve(folder)
    text = (folder / "p3.json").read_text().replace("path 3", "P3")
    (folder / "p3.json").write_text(text + "\n\n")
    assert solve(folder)[1] == []


def test_a_changed_file_of_a_graph_is_solved_again(folder: Path) -> None:
    (folder / "g.edges").write_text("0 1\n1 2\n")
    write(folder / "g.json", "g.edges --start 0")
    assert records_after(folder)["g.json"]["answer"] == "P"
    (folder / "g.edges").write_text("0 1\n1 2\n2 3\n")
    assert records_after(folder)["g.json"]["answer"] == "N"


def records_after(folder: Path) -> dict[str, dict[str, Any]]:
    solve(folder)
    return records(folder.parent / "r.jsonl")


def test_another_expected_answer_is_compared_without_solving(folder: Path) -> None:
    solve(folder)
    write(folder / "p3.json", "path 3 --start 0", "N")
    summary, solved = solve(folder)
    assert solved == []
    assert [Path(name).name for name in summary.contradictions] == ["p3.json"]
    assert records(folder.parent / "r.jsonl")["p3.json"]["agrees"] is False


def test_errors_and_unknowns_stand_once_however_often_one_resumes(folder: Path) -> None:
    write(folder / "bad.json", "pth 3")
    (folder / "worse.json").write_text("{")
    for _ in range(3):
        summary, solved = solve(folder, time_limit=0.0)
        assert (summary.unknown, len(summary.errors)) == (3, 2)
    assert solved == ["p3.json", "p4.json", "p5.json"]
    assert len(records_after(folder)) == 5
    write(folder / "bad.json", "path 7 --start 0")
    assert records_after(folder)["bad.json"]["answer"] == "P"


@pytest.mark.parametrize(
    ("settings", "patch"), [({"method": "matching"}, False), ({}, True)], ids=["method", "code"]
)
def test_other_methods_and_other_code_solve_again(
    folder: Path, settings: dict[str, str], patch: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve(folder)
    if patch:
        monkeypatch.setattr("gameproof.prover.tasks.code_stamp", lambda: "another version")
    assert len(solve(folder, **settings)[1]) == 3
    assert len(records(folder.parent / "r.jsonl")) == 3


def test_certificates_that_were_not_kept_are_made(folder: Path) -> None:
    solve(folder)
    kept = folder.parent / "c"
    assert len(solve(folder, certificates=str(kept))[1]) == 3
    assert len(list(kept.iterdir())) == 3
    assert solve(folder, certificates=str(kept))[1] == []
    next(kept.iterdir()).unlink()
    assert len(solve(folder, certificates=str(kept))[1]) == 1
    assert len(records(folder.parent / "r.jsonl")) == 3


def test_the_same_instance_twice_has_two_records(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    for name in "ab":
        write(folder / f"{name}.json", "path 3 --start 0")
    solve(folder)
    write(folder / "c.json", "path 3 --start 0")
    assert solve(folder)[1] == []
    assert len(records(tmp_path / "r.jsonl")) == 3
    assert solve(folder)[1] == []
    assert len(records(tmp_path / "r.jsonl")) == 3


def test_records_of_other_folders_stay(folder: Path) -> None:
    write(folder.parent / "other" / "q.json", "path 9 --start 0")
    solve(folder.parent / "other")
    assert len(records_after(folder)) == 4


def test_a_second_run_is_told_who_holds_the_file(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.jsonl"
    held = f"held by process {os.getpid()} on "
    with Results(out):
        with pytest.raises(BadInput, match=held):
            batch.run(batch.make_tasks([folder]), out=out)
        link = tmp_path / "link.jsonl"
        link.symlink_to(out)
        with pytest.raises(BadInput, match=held):
            batch.run(batch.make_tasks([folder]), out=link)
    assert batch.run(batch.make_tasks([folder]), out=out).answered == 3
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "link.jsonl", "r.jsonl"]


def test_what_is_no_results_file_is_left_alone(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "r.jsonl"
    out.write_text('{"type": "answer"}\nno json\n')
    with pytest.raises(BadInput, match=r"not a results file"):
        solve(folder)
    assert out.read_text() == '{"type": "answer"}\nno json\n'


def limited(command: list[str], size: int) -> subprocess.CompletedProcess[str]:
    """Run with a limit on the size of files."""
    return subprocess.run(
        [sys.executable, "-m", "gameproof", *command],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_that_may_not_grow_ends_the_run_with_one_line(
    jobs: str, folder: Path, tmp_path: Path
) -> None:
    for k in range(6, 26):
        write(folder / f"p{k}.json", f"path {k} --start 0")
    gameproof(["solve", str(folder), "--store", str(tmp_path / "s.sqlite")])
    out = tmp_path / "r.jsonl"
    words = ["solve", str(folder), "-o", str(out), "--store", str(tmp_path / "s.sqlite")]
    ended = limited([*words, "--jobs", jobs], 6000)
    assert ended.returncode == Status.USAGE, ended.stderr
    assert ended.stderr.count("\n") == 1
    assert f"{out}: cannot be written: file too large" in ended.stderr
    assert 1 < len(records(out)) < 23
    assert gameproof([*words, "--jobs", jobs]) == Status.DONE
    assert len(records(out)) == 23


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("wrong", ["store", "certificates"])
def test_a_store_that_cannot_be_written_is_no_fault_of_an_instance(
    wrong: str, jobs: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "r.jsonl"
    words = ["solve", str(folder), "-o", str(out), "--jobs", jobs, f"--{wrong}", "/proc/none/x"]
    if wrong != "store":
        words += ["--store", str(tmp_path / "s.sqlite")]
    assert gameproof(words) == Status.USAGE
    assert out.read_text() == ""
    assert capsys.readouterr().err.startswith("gameproof: /proc/none")


def test_a_read_only_store_is_named(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.sqlite"
    solve(folder, store=str(path))
    opened = sqlite3.connect

    def read_only(path: Path, **more: Any) -> Any:
        return opened(f"file:{path}?mode=ro", uri=True, **more)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    write(folder / "new.json", "path 8 --start 0")
    with pytest.raises(DiskError, match="readonly database"):
        solve(folder, store=str(path))
    found = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert all(r["type"] == "answer" for r in found)


def test_nothing_is_written_to_a_folder_that_takes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert gameproof(["solve", str(folder), "-o", "/proc/r.jsonl"]) == Status.USAGE
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "cannot be written" in said.err


def test_a_full_disk_behind_standard_output_is_no_fault_of_ours(
    folder: Path, tmp_path: Path
) -> None:
    words = ["solve", str(folder), "--json", "--store", str(tmp_path / "s.sqlite")]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "gameproof", *words],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.returncode == Status.USAGE, ended.stderr
    assert ended.stderr.startswith("gameproof: cannot write: No space left")
    assert "Traceback" not in ended.stderr
