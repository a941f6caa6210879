"""The engines' own tests once more, by the build that looks at every index.

Oracle: the address and undefined-behaviour sanitizers, and the extents of every array.
Operations: all tests of ``tests/solvers``, random problems against the references among them.
Properties: no test fails, and no finding ends a process.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gameproof.solvers.native import compile_engines

ROOT = Path(__file__).parents[2]
CHECKED = ROOT / "build" / f"checked{compile_engines.library_name()}"


def preloaded(**environment: str) -> dict[str, str]:
    """The environment of a process into which the sanitizers' library is loaded first."""
    assert compile_engines.compiler() == ["g++"]
    words = ["gcc", "-print-file-name=libasan.so"]
    library = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    # PySAT and OR-Tools give back nothing at their end, and throw exceptions of their own.
    options = "detect_leaks=0:intercept_cxx_exceptions=0"
    return {**os.environ, "LD_PRELOAD": library, "ASAN_OPTIONS": options, **environment}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="the sanitizers of g++ are used")
def test_the_engines_under_sanitizers() -> None:
    script = str(ROOT / "solvers" / "native" / "compile_engines.py")
    made = subprocess.run(
        [sys.executable, script, "--checked"], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    content = CHECKED.read_bytes()
    assert b"gameproof: place %lld of %lld" in content
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "not slow", "-p", "no:cacheprovider",
         "tests/solvers"],
        capture_output=True, text=True, check=False, cwd=ROOT,
        env=preloaded(GAMEPROOF_ENGINES=str(CHECKED)),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert CHECKED.read_bytes() == content, "it was that build all the time"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="the sanitizers of g++ are used")
def test_an_index_outside_is_found() -> None:
    """The build that looks would have seen it."""
    made = CHECKED.read_bytes() if CHECKED.exists() else b""
    if compile_engines.fingerprint().encode() not in made:
        pytest.skip("the checked build was not made")
    code = (
        "import numpy as np\n"
        "from gameproof.solvers import native\n"
        "work, pivot = np.eye(3, 1, dtype=np.uint64), np.full(3, -1)\n"
        "eliminate = native.engine('gf2').function('eliminate')\n"
        "eliminate(work, 200, pivot, eliminate.numbers(), 100)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT,
        env=preloaded(GAMEPROOF_ENGINES=str(CHECKED)),
    )  # fmt: skip
    assert done.returncode != 0
    assert "gameproof: place 1 of 1" in done.stderr
