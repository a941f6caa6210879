"""Compiled kernels that import one another are compiled anew when one of them changes."""

from __future__ import annotations

import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gameproof.prover.compilation import AHEAD
from gameproof.solvers import jit

ROOT = Path(__file__).parents[2]
SHARED = """from numba import njit
inner = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
@inner
def step(x):
    return x + {by}
"""
KERNEL = """from numba import njit
from shared_steps import step
@njit(cache=True)
def run(x):
    return step(x)
@njit(cache=True)
def run_twice(x):
    return step(step(x))
"""


def fetched(folder: Path, monkeypatch: pytest.MonkeyPatch, entry: str) -> Any:
    """The kernel as a new process would get it: imported anew, nothing loaded yet."""
    name = "gameproof.solvers.matching.steps_kernel"
    monkeypatch.delitem(sys.modules, "shared_steps", raising=False)
    monkeypatch.setattr(jit, "_loaded", {})
    spec = importlib.util.spec_from_file_location(name, folder / "steps_kernel.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return getattr(jit.kernels("matching.steps_kernel", entry), entry)


def test_a_change_in_an_imported_module_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    kernel, shared = tmp_path / "steps_kernel.py", tmp_path / "shared_steps.py"
    kernel.write_text(KERNEL)
    shared.write_text(SHARED.format(by=1))
    assert fetched(tmp_path, monkeypatch, "run")(5) == 6
    assert "compiling the steps kernels" in capsys.readouterr().err
    assert fetched(tmp_path, monkeypatch, "run")(5) == 6
    assert not capsys.readouterr().err  # from disk
    assert fetched(tmp_path, monkeypatch, "run_twice")(5) == 7
    assert "compiling" in capsys.readouterr().err  # an entry of its own
    shared.write_text(SHARED.format(by=10))
    later = kernel.stat().st_mtime + 60
    os.utime(shared, (later, later))
    assert fetched(tmp_path, monkeypatch, "run")(5) == 15
    assert "compiling" in capsys.readouterr().err


def test_compiled_steps_of_another_module_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Numba files them under the module that they stand in."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "plain_steps.py").write_text("def run(x):\n    return x + 1\n")
    (tmp_path / "plain_kernel.py").write_text(
        "from numba import njit\nimport plain_steps\nrun = njit(cache=True)(plain_steps.run)\n"
    )
    for said in ("compiling the plain kernels", ""):
        monkeypatch.setattr(jit, "_loaded", {})
        monkeypatch.delitem(sys.modules, "plain_steps", raising=False)
        monkeypatch.delitem(sys.modules, "plain_kernel", raising=False)
        importlib.invalidate_caches()
        kernel = importlib.import_module("plain_kernel")
        monkeypatch.setitem(sys.modules, "gameproof.solvers.plain_kernel", kernel)
        assert jit.kernels("plain_kernel").run(5) == 6
        assert said in capsys.readouterr().err if said else not capsys.readouterr().err


def test_every_kernel_of_the_list_is_found_on_disk_once_it_was_used() -> None:
    name = "matching.odd_cycles_kernel"
    AHEAD[name]()
    code = (
        "from gameproof.solvers import jit\n"
        f"assert jit.seconds({name!r}, 1000.0) == jit.LOADING, 'not found'\n"
    )
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
