"""The cluster of docs/clusters.md, started as the page says, and its command again."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from benchmarks import two_workers
from gameproof.cli import main, solve
from gameproof.cli.status import Status

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "clusters.md").read_text(encoding="utf-8")


def by_hand() -> list[str]:
    """The commands that start a cluster, ask it, and end it."""
    section = PAGE.partition("## A cluster by hand")[2]
    found = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert found is not None
    return found[1].splitlines()


def block(section: str, language: str) -> str:
    """The first block of a section in this language."""
    text = PAGE.partition(f"## {section}\n")[2].partition("\n## ")[0]
    found = re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


def option(words: list[str], name: str) -> str:
    """What stands behind an option of a command."""
    return words[words.index(name) + 1]


def test_dask_knows_the_options_of_the_page() -> None:
    pytest.importorskip("distributed")
    from distributed.cli import dask_scheduler, dask_ssh, dask_worker

    programs = {
        "scheduler": dask_scheduler.main,
        "worker": dask_worker.main,
        "ssh": dask_ssh.main,
    }
    manifest = re.findall(r"command: \[(dask.*)\]", block("Kubernetes", "yaml"))
    lines = [*by_hand(), *block("Over SSH", "sh").splitlines(), *manifest]
    named: set[str] = set()
    for line in lines:
        words = [word.strip("\"',") for word in line.split()]
        if words[0] == "dask":
            known = {one for p in programs[words[1]].params for one in (*p.opts, *p.secondary_opts)}
            assert {word for word in words if word.startswith("--")} <= known, line
            named.add(words[1])
    assert named == set(programs)


def test_the_options_of_workers_over_ssh_are_those_of_a_worker() -> None:
    """``SSHCluster`` hands them to ``Worker`` or ``Nanny``, but for the number of workers."""
    distributed = pytest.importorskip("distributed")
    made: list[dict[str, object]] = []

    def cluster(hosts: list[str], **options: dict[str, object]) -> None:
        assert set(options) == {"worker_options"}
        made.append(options["worker_options"])

    assert "worker_options" in inspect.signature(distributed.SSHCluster).parameters
    program = block("Over SSH", "py").partition("proof =")[0]
    exec(re.sub(r".*import.*\n", "", program), {"SSHCluster": cluster})
    (options,) = made
    assert options.pop("n_workers")
    assert set(options) <= set(inspect.signature(distributed.Nanny).parameters)


def test_the_job_script_of_slurm() -> None:
    """One worker with one thread, its memory that of the job."""
    jobs = pytest.importorskip("dask_jobqueue.slurm", reason="dask-jobqueue is not installed")
    found = re.search(r"SLURMCluster\((.*)\)", block("SLURM", "py"))
    assert found is not None
    options = eval(f"dict({found[1]})")
    script = jobs.SLURMJob("tcp://login:8786", "0", **options).job_script()
    for line in ("-p batch", "-n 1", "--cpus-per-task=1", "--mem=4G", "-t 12:00:00"):
        assert f"#SBATCH {line}\n" in script
    words = script.splitlines()[-1].split()
    assert "tcp://login:8786" in words
    assert option(words, "--nthreads") == "1"
    assert option(words, "--memory-limit") == "3.73GiB"


def test_the_manifest_of_kubernetes() -> None:
    """One image, one port, and workers that see their limit before the machine does."""
    yaml = pytest.importorskip("yaml")
    size = pytest.importorskip("dask.utils").parse_bytes
    parts = list(yaml.safe_load_all(block("Kubernetes", "yaml")))
    assert [one["kind"] for one in parts] == ["Service", "Deployment", "Deployment", "Job"]
    service, scheduler, workers, client = parts
    pods = [one["spec"]["template"]["spec"] for one in (scheduler, workers, client)]
    containers = [pod["containers"][0] for pod in pods]
    assert len({one["image"] for one in containers}) == 1
    labels = scheduler["spec"]["template"]["metadata"]["labels"]
    assert service["spec"]["selector"] == scheduler["spec"]["selector"]["matchLabels"] == labels
    at, job, asked = (one["command"] for one in containers)
    port = int(option(at, "--port"))
    assert port in [one["port"] for one in service["spec"]["ports"]]
    address = f"tcp://{service['metadata']['name']}:{port}"
    assert job[2] == option(asked, "--dask") == address
    assert option(job, "--nthreads") == "1"
    for words, container in ((job, containers[1]), (asked, containers[2])):
        limit = size(container["resources"]["limits"]["memory"])
        assert size(option(words, "--memory-limit")) < limit
    mounts = {one["mountPath"] for one in containers[2]["volumeMounts"]}
    assert str(Path(option(asked, "--journal")).parent) in mounts
    assert str(Path(option(asked, "-o")).parent) in mounts
    solving = main.gameproof.get_command(click.Context(main.gameproof), "solve")
    assert solving is not None
    known = {one for p in solving.params for one in p.opts}
    assert asked[:2] == ["gameproof", "solve"]
    assert {word for word in asked if word.startswith("-")} <= known


def test_the_table_of_two_workers_says_what_a_command_came_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Met, not met, over the limit, not divided, of another answer; by commands that say so."""

    def command(words: list[str], folder: Path, limit: float) -> tuple[list[Any], float]:
        way = words[words.index("--jobs") + 1] if "--jobs" in words else "0"
        if words[0] == "tictactoe":
            seconds = {"4": (100.0, 110.0, 50.0), "6": (100.0, 110.0, 90.0)}[words[1]][int(way)]
            return [{"answer": "first", "verified": True}], seconds
        if words[0] == "snort":
            return [{"answer": "unknown"}], limit
        if words[0] == "torus-cycles" and way != "0":
            return [{"answer": "gameproof: torus: it is not divided", "said": True}], 1.0
        return [{"answer": "no", "verified": way != "2"}], 30.0

    monkeypatch.setattr(two_workers, "command", command)
    head, _, *lines = two_workers.table(["qubic", "6^3", "tree", "torus", "mnk"], 20)
    assert head.startswith("| question | way | answer |")
    assert lines == [
        "| qubic | undivided | first | yes | 100.0 s | 1.00 | - |",
        "| qubic | one worker | first | yes | 110.0 s | 0.91 | - |",
        "| qubic | two workers | first | yes | 50.0 s | 2.00 | - |",
        "| qubic | wanted: 1.7 | | | | met | |",
        "| 6^3 | undivided | first | yes | 100.0 s | 1.00 | - |",
        "| 6^3 | one worker | first | yes | 110.0 s | 0.91 | - |",
        "| 6^3 | two workers | first | yes | 90.0 s | 1.11 | - |",
        "| 6^3 | wanted: 1.7 | | | | not met | |",
        "| tree | undivided | over the limit of 20 s | no | 20.0 s | - | - |",
        "| tree | one worker | over the limit of 20 s | no | 20.0 s | - | - |",
        "| tree | two workers | over the limit of 20 s | no | 20.0 s | - | - |",
        "| torus | undivided | no | yes | 30.0 s | 1.00 | - |",
        "| torus | one worker | not divided | no | 1.0 s | - | - |",
        "| torus | two workers | not divided | no | 1.0 s | - | - |",
        "| mnk | undivided | no | yes | 30.0 s | 1.00 | - |",
        "| mnk | one worker | no | yes | 30.0 s | 1.00 | - |",
        "| mnk | two workers | no | no | 30.0 s | - | - |",
        "| mnk | wanted: 1.7 | | | | not met | |",
    ]


def test_the_table_ends_in_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock that each command moves by 30 seconds; each is told what is left."""
    now, limits = [0.0], list[float]()

    def command(words: list[str], folder: Path, limit: float) -> tuple[list[Any], float]:
        limits.append(limit)
        now[0] += 30
        return [{"answer": "no", "verified": True}], 30.0

    monkeypatch.setattr(two_workers, "command", command)
    ways = ["undivided", "two workers"]
    lines = list(two_workers.table(["qubic", "mnk"], 50, ways, 95, lambda: now[0]))
    assert limits == [50, 50, 35]
    assert sum("| 30.0 s |" in line for line in lines) == 3
    assert sum("| no time left | no | 0.0 s | - |" in line for line in lines) == 1


def run(lines: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """The commands in one shell; what the cluster says goes to a file."""
    quiet = [re.sub(r" &$", " >> cluster.log 2>&1 &", line) for line in lines]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", "set -m\n" + "\n".join([*quiet, "wait"])],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": path},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def test_a_scheduler_file_that_nobody_writes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(solve, "PATIENCE", 0.0)
    assert main.run(["solve", "tictactoe", "3", "2", "--dask", "none.json"]) == Status.USAGE
    assert "no Dask cluster at none.json: no such file" in capsys.readouterr().err


@pytest.mark.slow
def test_a_cluster_by_hand(tmp_path: Path) -> None:
    """One question on a scheduler and two workers, and once more from its journal."""
    pytest.importorskip("distributed")
    scheduler, workers, question, end = by_hand()
    done = run([scheduler, workers, f"{question} --json", end], tmp_path)
    answer = json.loads(done.stdout)
    assert (answer["answer"], answer["verified"]) == ("draw", True), done.stderr
    assert answer["stats"]["search"]["pieces"] >= 1
    kept = (tmp_path / "cluster.journal").read_text().count("\n")
    (tmp_path / "cluster.json").unlink(missing_ok=True)
    again = json.loads(run([scheduler, workers, f"{question} --json", end], tmp_path).stdout)
    assert again["answer"] == "draw"
    assert again["stats"]["search"].get("pieces", 0) == 0
    assert (tmp_path / "cluster.journal").read_text().count("\n") == kept
