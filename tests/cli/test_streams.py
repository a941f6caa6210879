"""Whatever is said arrives: narrow code pages, closed streams, limits while libraries load."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = "from gameproof.__main__ import main; main()"
VALUE = ("solve", "snort", "star", "3", "-q", "value")  # ±3


def run(*words: str, shell: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", CODE, *words]
    if shell:
        command = ["sh", "-c", f'"$@" {shell}', "sh", *command]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, check=False, timeout=60
    )


@pytest.mark.parametrize("page", ["ascii", "latin-1", "cp437", "cp866", "cp1252", "utf-16"])
def test_every_code_page(page: str) -> None:
    done = run(*VALUE, PYTHONIOENCODING=page)
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode(page)
    assert "value: ±3" in text or "value: \\u00b13" in text


def test_json_is_json_in_every_code_page() -> None:
    for page in ("ascii", "cp866"):
        done = run(*VALUE, "--json", PYTHONIOENCODING=page)
        assert json.loads(done.stdout.decode(page))["answer"] == "±3"


def test_what_no_page_has_is_written_by_its_number() -> None:
    done = run("solve", "geography", "path", "3", "--start", "\N{MATHEMATICAL BOLD SMALL A}é",
               PYTHONIOENCODING="ascii")  # fmt: skip
    assert done.returncode == 2
    assert "'\\ud835\\udc1a\\u00e9'" in done.stderr.decode("ascii")


def test_without_a_standard_error_the_answer_is_said(tmp_path: Path) -> None:
    proof = tmp_path / "p.json"
    done = run("solve", "nim", "1", "2", "-o", str(proof), shell="2>&-")
    assert (done.returncode, b"outcome: N" in done.stdout) == (0, True)
    checked = run("check", str(proof), shell="2>&-")
    assert (checked.returncode, checked.stdout[:10]) == (0, b"s VERIFIED")
    assert run("solve", "nosuchgame", shell="2>&-").returncode == 2


def test_without_a_standard_output_files_are_written_all_the_same(tmp_path: Path) -> None:
    proof = tmp_path / "p.json"
    done = run("solve", "nim", "1", "2", "-o", str(proof), shell=">&- 2>&- <&-")
    assert done.returncode == 0
    assert json.loads(proof.read_text())["answer"] == "N"


@pytest.mark.parametrize("size", ["1MB", "5MB", "20MB", "60MB"])
def test_a_memory_limit_that_libraries_would_not_survive(size: str, tmp_path: Path) -> None:
    """Loading NumPy under such a limit ends the process, or fails in odd ways."""
    proof = tmp_path / "p.json"
    assert run("solve", "nim", "1", "2", "-o", str(proof)).returncode == 0
    assert run("check", str(proof), "--memory-limit", size).returncode in (0, 3)
