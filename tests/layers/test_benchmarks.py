"""Which benchmarks run without a name."""

from __future__ import annotations

import importlib
from types import ModuleType

import pytest

from benchmarks import __main__ as runner


def test_what_takes_minutes_runs_only_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[str] = []
    load = importlib.import_module

    def silent(name: str) -> ModuleType:
        module = load(name)
        monkeypatch.setattr(module, "main", lambda: ran.append(name))
        return module

    monkeypatch.setattr(importlib, "import_module", silent)
    assert runner.main([]) == 0
    everything = {f"benchmarks.bench_{name}" for name in runner.NAMES}
    assert everything - set(ran) == {"benchmarks.bench_sweep"}
    assert "python -m benchmarks sweep" in capsys.readouterr().out
    ran.clear()
    assert runner.main(["sweep", "--only=mnk"]) == 0
    assert ran == ["benchmarks.bench_sweep"]
    assert runner.main(["no-such"]) == 2
