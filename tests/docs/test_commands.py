"""Every command in README and docs runs, and prints what the page says it prints.

A ``console`` block holds commands after ``$ ``; the lines below each are its
output. A line ``...`` in the output stands for any lines. Times and sizes are
not compared. ``<!-- slow -->`` on the line above a block makes its test slow,
``# exit 1`` after a command is its exit status.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from reference import warm

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NUMBER = re.compile(r"\b\d+(\.\d+)?(e[+-]?\d+)? ?(ms|s|MB|kB|GB|bytes|nodes|conflicts)\b")
PATIENCE = 900
PROCESSES = {"--jobs", "--dask", "serve", "compile", "selftest"}
"""Words of commands that start processes, or ask for what a new process finds."""
SHELL = set("|&;<>()$`*?[]{}~#!")
RUN_ELSEWHERE = {("clusters.md", "sh")}
"""Blocks that another test runs: ``test_clusters`` starts its cluster itself."""


@dataclass(frozen=True)
class Step:
    command: str
    status: int
    output: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    slow: bool
    steps: tuple[Step, ...]


def blocks(page: Path) -> list[Block]:
    found = []
    lines = page.read_text(encoding="utf-8").splitlines()
    at = 0
    while at < len(lines):
        if lines[at].strip() != "```console":
            at += 1
            continue
        start, slow = at + 1, at > 0 and lines[at - 1].strip() == "<!-- slow -->"
        end = lines.index("```", start)
        steps: list[Step] = []
        for line in lines[start:end]:
            if line.startswith("$ "):
                command, _, status = line[2:].partition("  # exit ")
                steps.append(Step(command, int(status or 0), ()))
            else:
                last = steps[-1]
                steps[-1] = Step(last.command, last.status, (*last.output, line))
        found.append(Block(page, start, slow, tuple(steps)))
        at = end
    return found


def marked() -> list[object]:
    return [
        pytest.param(b, id=f"{b.page.name}:{b.line}", marks=[pytest.mark.slow] if b.slow else [])
        for page in PAGES
        for b in blocks(page)
    ]


def plain(line: str) -> str:
    return NUMBER.sub("<measured>", line).rstrip()


def matches(shown: list[str], printed: list[str]) -> bool:
    """Do the printed lines follow the shown ones, ``...`` standing for any lines?"""
    if not shown:
        return not printed
    if shown[0].strip() == "...":
        return any(matches(shown[1:], printed[k:]) for k in range(len(printed) + 1))
    return (
        bool(printed) and plain(shown[0]) == plain(printed[0]) and matches(shown[1:], printed[1:])
    )


def ended(
    command: str, folder: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """The command as a shell runs it; by the quicker way where it starts no process itself."""
    name, *words = shlex.split(command)
    if name == "gameproof" and not (set(words) & PROCESSES or set(command) & SHELL):
        return warm.run(words, folder, environment)
    return subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("block", marked())
def test_the_page_tells_the_truth(block: Block, tmp_path: Path) -> None:
    (tmp_path / "instances").symlink_to(ROOT / "instances")
    (tmp_path / "benchmarks").symlink_to(ROOT / "benchmarks")
    script = tmp_path / "bin" / "gameproof"
    script.parent.mkdir()
    script.write_text(
        f"#!{sys.executable}\nfrom gameproof.cli.main import main\n"
        "if __name__ == '__main__':\n    main()\n",
        encoding="utf-8",
    )
    script.chmod(0o755)
    (script.parent / "python").symlink_to(sys.executable)
    environment = {
        **os.environ,
        "PATH": f"{script.parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "COLUMNS": "100",
    }
    for step in block.steps:
        done = ended(step.command, tmp_path, environment)
        assert done.returncode == step.status, f"$ {step.command}\n{done.stdout}{done.stderr}"
        printed = done.stdout.splitlines()
        assert matches(list(step.output), printed), (
            f"$ {step.command}\nshown:\n" + "\n".join(step.output) + f"\nprinted:\n{done.stdout}"
        )


def test_every_gameproof_command_stands_in_a_block_that_runs() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for kind, body in re.findall(r"^```(\w*)\n(.*?)^```", text, re.M | re.S):
            loose = re.findall(r"^(?:\$ )?gameproof .*", body, re.M)
            runs = kind == "console" or (page.name, kind) in RUN_ELSEWHERE
            assert runs or not loose, f"{page.name}: {loose} in a {kind} block"
