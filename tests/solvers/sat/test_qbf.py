"""Programs that answer quantified formulas, played by scripts: loud, endless, dying."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from reference.waiting import alive, eventually

from gameproof.solvers.limits import Limits, family_bytes
from gameproof.solvers.sat.model import Model, ModelError
from gameproof.solvers.sat.qbf import solve

LOUD = "head -c 10000000 /dev/zero | tr '\\0' v"


def model() -> Model:
    made = Model("true")
    x = made.variable("x")
    made.clause([x])
    made.quantify("exists", [x])
    return made


def program(folder: Path, script: str) -> str:
    path = folder / "fake"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.mark.parametrize(("status", "answer"), [(10, "sat"), (20, "unsat")])
def test_ten_megabytes_of_output_do_not_stop_it(status: int, answer: str, tmp_path: Path) -> None:
    engine = program(tmp_path, f"{LOUD}; {LOUD} >&2; exit {status}")
    assert solve(model(), Limits(time_limit=600), engine=engine).status == answer


def test_one_that_never_ends_is_ended_at_the_limit_with_its_children(tmp_path: Path) -> None:
    left = tmp_path / "left"
    script = f"sh -c 'while :; do echo at work; sleep 0.05; done' & echo $! > {left}; wait"
    engine = program(tmp_path, script)
    for seconds in (1.0, 10.0, 100.0):  # a busy machine may not have begun it in one
        result = solve(model(), Limits(time_limit=seconds), engine=engine)
        assert (result.status, result.reason) == ("unknown", "time")
        if left.exists() and left.read_text().strip():
            break
    child = int(left.read_text())
    assert eventually(lambda: not alive(child))


def test_memory_of_its_children_counts(tmp_path: Path) -> None:
    hungry = "import signal as s; x = bytearray(b'x' * (300 << 20)); s.alarm(600); s.pause()"
    script = f'{sys.executable} -c "{hungry}" & wait'
    limits = Limits(300, memory_limit=family_bytes() + (150 << 20))
    result = solve(model(), limits, engine=program(tmp_path, script))
    assert (result.status, result.reason) == ("unknown", "memory")


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("kill -9 $$", "fake was ended by SIGKILL: no output"),
        ("echo first; echo out of luck >&2; exit 3", "fake ended with status 3: out of luck"),
        ("exit 0", "fake ended with status 0: no output"),
        (f"{LOUD}; echo; echo the end; exit 1", "fake ended with status 1: the end"),
    ],
)
def test_one_that_dies_is_named_with_its_last_words(script: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=said):
        solve(model(), Limits(time_limit=600), engine=program(tmp_path, script))


def test_a_child_that_holds_the_pipe_does_not_hold_the_answer(tmp_path: Path) -> None:
    engine = program(tmp_path, "sleep 600 & exit 10")
    assert solve(model(), Limits(time_limit=600), engine=engine).status == "sat"


def test_the_question_lies_in_a_private_folder_that_is_removed(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    engine = program(tmp_path, f"stat -c %a . > {seen}; pwd >> {seen}; ls >> {seen}; exit 10")
    solve(model(), Limits(time_limit=600), engine=engine)
    mode, folder, *files = seen.read_text().splitlines()
    assert (mode, files) == ("700", ["question.qdimacs"])
    assert not Path(folder).exists()
