"""``gameproof check --behind``: the modules are those that Python imports for a check by itself."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gameproof.cli.main import run
from gameproof.cli.status import Status

GENUINE = Path(__file__).parents[1] / "arena" / "genuine"
LAYERS = ("certificates", "games", "instances", "prover")
Capture = pytest.CaptureFixture[str]


def behind(path: Path, capture: Capture) -> dict[str, Any]:
    assert run(["check", "--behind", "--json", str(path)]) == Status.DONE
    found: dict[str, Any] = json.loads(capture.readouterr().out)["behind"]
    return found


ALONE = """
import sys
from pathlib import Path
from gameproof.certificates.files import read
from gameproof.certificates.files import verdict
from gameproof.games.meaning import portable
record = read(Path(sys.argv[1]))
print(verdict(portable.read(record.instance), record).sentence)
"""
"""A check in as few modules as it takes."""


def imported(*run: str) -> set[str]:
    """What a process imports of the layers that might be trusted."""
    done = subprocess.run([sys.executable, "-v", *run], capture_output=True, text=True, check=True)
    names = re.findall(r"^import '(gameproof\.(\w+)[\w.]*)' #", done.stderr, re.MULTILINE)
    return {name for name, layer in names if layer in LAYERS}


@pytest.mark.parametrize("name", ["pairing", "together", "snort-strategy", "maximum-matching"])
def test_modules_and_lines_are_those_of_the_check(name: str, capsys: Capture) -> None:
    path = GENUINE / f"{name}.json"
    found = behind(path, capsys)
    assert found["modules"].keys() == imported("-c", ALONE, str(path))
    checked = imported("-m", "gameproof", "check", str(path))
    assert found["modules"].keys() <= checked
    beside = {module.split(".")[1] for module in checked - found["modules"].keys()}
    assert "certificates" not in beside  # the others are for the words of the claim
    sums = dict.fromkeys(LAYERS, 0)
    for module, lines in found["modules"].items():
        text = Path(str(importlib.import_module(module).__file__)).read_text(encoding="utf-8")
        assert lines == sum(1 for line in text.splitlines() if line.split()), module
        sums[module.split(".")[1]] += lines
    assert found["lines"] == {**sums, "all": sum(sums.values())}
    assert found["lines"]["instances"] == found["lines"]["prover"] == 0


def test_evidence_of_parts_and_their_definitions(capsys: Capture) -> None:
    found = behind(GENUINE / "together.json", capsys)
    kinds = [one["kind"] for one in found["evidence"]]
    assert kinds == ["definition", "together"]
    assert list(found["definitions"]) == ["gameproof.games.tetris"]
    found = behind(GENUINE / "pairing.json", capsys)
    assert "Hales, Jewett" in found["evidence"][0]["theorem"]
    assert list(found["definitions"]) == ["gameproof.games.positional"]


def test_as_text_after_the_verdict(capsys: Capture) -> None:
    found = behind(GENUINE / "pairing.json", capsys)
    assert run(["check", "--behind", str(GENUINE / "pairing.json")]) == Status.DONE
    verdict, *said = capsys.readouterr().out.splitlines()
    assert verdict.startswith("s VERIFIED tictactoe 5 2: outcome draw")
    assert said[0].startswith("  pairing: pairing strategy (Hales, Jewett")
    assert said[-1].startswith(
        f"  {found['lines']['all']} lines of {len(found['modules'])} modules: certificates "
    )


def test_nothing_is_behind_what_is_not_verified(capsys: Capture, tmp_path: Path) -> None:
    false = GENUINE.parent / "false" / "pairing-empty.json"
    assert run(["check", "--behind", "--json", str(false)]) == Status.REFUTED
    assert "behind" not in json.loads(capsys.readouterr().out)
    (tmp_path / "a.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n", encoding="ascii")
    (tmp_path / "a.lrat").write_text("3 0 1 2 0\n", encoding="ascii")
    assert run(["check", "--behind", str(tmp_path / "a.lrat")]) == Status.USAGE
    said = capsys.readouterr()
    assert said.out == ""
    assert "--behind looks at a certificate file (.json)" in said.err
