"""Batches: streaming, resuming, the kill test, contradictions, other executors."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from reference.workers import die_on_p5

from gameproof.games.meaning.bad_input import BadInput
from gameproof.prover import batch
from gameproof.prover.tasks import Task

ROOT = Path(__file__).parents[2]


def write(folder: Path, name: str, board: str, expected: str | None, **more: Any) -> None:
    instance = {
        "schema": "gameproof/instance/1",
        "game": "geography",
        "board": board,
        "question": "outcome",
        "expected": expected,
        **more,
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(instance))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Paths 3..8 with their known outcomes, spread over two folders."""
    for k in range(3, 9):
        # The end of a path with an even number of vertices is an N-position.
        write(tmp_path / "in" / str(k % 2), f"p{k}.json", f"path {k} --start 0", "PN"[k % 2 == 0])
    return tmp_path / "in"


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def tasks(folder: Path, **settings: Any) -> list[Task]:
    return list(batch.make_tasks([folder], **settings))


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_instance_is_answered_checked_and_streamed(
    folder: Path, tmp_path: Path, jobs: int
) -> None:
    out = tmp_path / "results.jsonl"
    summary = batch.run(tasks(folder), out=out, jobs=jobs)
    assert (summary.answered, summary.unknown, summary.contradictions) == (6, 0, [])
    assert all(r["verified"] and r["agrees"] for r in records(out))


def test_a_run_resumes_without_doing_anything_twice(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    batch.run(tasks(folder)[:4], out=out)
    with out.open("a") as stream:
        stream.write('{"type": "answer", "file": "half')  # killed while writing
    seen: list[tuple[str, bool]] = []
    summary = batch.run(
        tasks(folder), out=out, on_record=lambda r, resumed: seen.append((r["file"], resumed))
    )
    assert summary.resumed == 4
    assert summary.answered == 6
    assert sum(not resumed for _, resumed in seen) == 2
    assert len({r["file"] for r in records(out)}) == len(records(out)) == 6


def test_unknown_answers_are_tried_again(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    first = batch.run(tasks(folder, time_limit=0.0), out=out)
    assert first.unknown == 6
    again = batch.run(tasks(folder), out=out)
    assert (again.answered, again.resumed) == (6, 0)


def test_contradictions_and_bad_files_are_reported(folder: Path, tmp_path: Path) -> None:
    write(folder, "wrong.json", "path 4 --start 0", "P")
    write(folder, "bad.json", "path x", "P")
    summary = batch.run(tasks(folder))
    assert [Path(name).name for name in summary.contradictions] == ["wrong.json"]
    assert len(summary.errors) == 1
    assert "bad.json: board" in summary.errors[0]
    assert summary.answered == 7


def test_lines_of_a_jsonl_file_are_instances(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    line = {"schema": "gameproof/instance/1", "game": "geography", "board": "path 3 --start 0"}
    path.write_text("\n".join(json.dumps({**line, "expected": e}) for e in "PP") + "\n")
    summary = batch.run(batch.make_tasks([path]))
    assert (summary.answered, summary.contradictions) == (2, [])


def test_the_store_serves_a_second_folder(folder: Path, tmp_path: Path) -> None:
    store = str(tmp_path / "s.sqlite")
    batch.run(tasks(folder, store=store), out=tmp_path / "a.jsonl")
    batch.run(tasks(folder, store=store), out=tmp_path / "b.jsonl")
    batch.run(tasks(folder, store=store, fresh=True), out=tmp_path / "c.jsonl")
    assert not any(r["stored"] for r in records(tmp_path / "a.jsonl"))
    assert all(r["stored"] and r["agrees"] for r in records(tmp_path / "b.jsonl"))
    assert not any(r["stored"] for r in records(tmp_path / "c.jsonl"))


def test_any_executor_will_do(folder: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        summary = batch.run(tasks(folder), executor=executor)
    assert summary.answered == 6


def test_a_local_dask_cluster(folder: Path, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    out = tmp_path / "results.jsonl"
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        summary = batch.run(tasks(folder), out=out, executor=client.get_executor())
    assert summary.answered == 6
    assert all(r["verified"] for r in records(out))


def test_a_worker_that_dies_is_named_and_the_rest_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "solve_task", die_on_p5)
    summary = batch.run(tasks(folder), jobs=2)
    assert summary.answered == 5
    assert len(summary.faults) == 1
    assert "p5.json: the worker process died" in summary.faults[0]


def test_no_instances_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no instance files"):
        batch.make_tasks([tmp_path])
    with pytest.raises(BadInput, match="no such file"):
        batch.make_tasks([tmp_path / "nowhere"])


def test_kill_in_the_middle_then_run_again(tmp_path: Path) -> None:
    """No answer is lost, none is computed twice, no worker outlives its parent."""
    folder = tmp_path / "in"
    for k in range(40):
        write(folder, f"i{k:02}.json", f"gnp 300 0.02 seed {k}", None)
    out = tmp_path / "results.jsonl"
    command = [
        *(sys.executable, "-c", "from gameproof.cli.main import main; main()", "solve"),
        *(str(folder), "--jobs", "2", "-o", str(out), "--store", str(tmp_path / "s.sqlite")),
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [*command, "--json"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout is not None
    for _ in range(5):
        assert process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    before = [line for line in out.read_text().split("\n")[:-1] if line]
    assert len(before) >= 5
    again = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    lines = out.read_text().splitlines()
    assert lines[: len(before)] == before, "finished answers stay as they were"
    files = [json.loads(line)["file"] for line in lines]
    assert len(files) == len(set(files)) == 40
    assert f"{len(before)} of them from an earlier run" in again.stderr
