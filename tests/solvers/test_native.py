"""The door to the compiled engines: what is given is checked before anything is called.

Oracle: the C++ signatures of ``gf2.cpp``, read by eye. Operations: calls with every kind of
wrong argument; a library of other sources. Properties: refused with a word, never called.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gameproof.solvers import native
from gameproof.solvers.native import compile_engines

ROOT = Path(__file__).parents[2]
ELIMINATE = native.engine("gf2").function("eliminate")


def given(**changed: Any) -> list[Any]:
    arguments: dict[str, Any] = {
        "work": np.eye(3, 2, dtype=np.uint64),
        "columns": 3,
        "pivot": np.full(3, -1, dtype=np.int64),
        "state": ELIMINATE.numbers(),
        "budget": 100,
    }
    return list((arguments | changed).values())


def test_a_call_and_a_bound_call() -> None:
    state = ELIMINATE.numbers()
    assert ELIMINATE(*given(state=state)) == 0
    assert (state.column, state.done) == (3, 1)
    assert ELIMINATE.bind(*given())() == 0


def test_numbers_have_the_names_of_their_struct() -> None:
    state = ELIMINATE.numbers(column=2)
    assert (state.column, state.done) == (2, 0)
    with pytest.raises(AttributeError):
        state.collumn = 3
    with pytest.raises(AttributeError):
        ELIMINATE.numbers(collumn=3)


@pytest.mark.parametrize(
    "changed",
    [
        {"work": np.eye(3, 2, dtype=np.int64)},
        {"work": np.zeros(6, dtype=np.uint64)},
        {"work": np.zeros((4, 4), dtype=np.uint64)[:, ::2]},
        {"work": [[1, 0], [0, 1]]},
        {"pivot": np.broadcast_to(np.int64(0), 3)},
        {"state": native.engine("exact_cover").function("advance").numbers()},
        {"state": np.zeros(2, dtype=np.int64)},
        {"more": 1},
    ],
    ids=["dtype", "rank", "strides", "list", "read-only", "names", "array", "number"],
)
def test_what_does_not_fit_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(native.Mismatch):
        ELIMINATE.bind(*given(**changed))


def test_an_engine_that_is_not_there() -> None:
    with pytest.raises(native.EnginesMissing, match="no such-engine"):
        native.engine("such-engine")


@pytest.mark.skipif(not compile_engines.sources(), reason="an installed package has no sources")
def test_a_library_of_other_sources_is_not_used(tmp_path: Path) -> None:
    """It is replaced where a compiler is found, and refused in one line where none is."""
    stale = tmp_path / compile_engines.library_name()
    content = (ROOT / "solvers" / stale.name).read_bytes()
    stale.write_bytes(content.replace(compile_engines.fingerprint().encode(), b"0" * 32))
    code = "from gameproof.solvers import native; native.engine('gf2')"
    found = {}
    for compiler in ("/no/such/compiler", ""):
        environment = dict(os.environ, GAMEPROOF_ENGINES=str(stale), CXX=compiler)
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=ROOT
        )
        found[compiler] = done.returncode, done.stderr
    assert found["/no/such/compiler"][0] == 1
    assert "is not of these sources" in found["/no/such/compiler"][1].splitlines()[-1]
    assert found[""][0] == 0
    assert compile_engines.fingerprint().encode() in stale.read_bytes()
