"""What must not stand in the project: machine paths, unfinished places."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
UNFINISHED = re.compile(r"\b(TODO|FIXME|NotImplementedError)\b|pragma: no cover")
MACHINE = re.compile(r"/(?:home|root|work)/|\bpypi\.org\b|files\.pythonhosted")


def tracked() -> list[Path]:
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    own = Path(__file__).name
    return [
        ROOT / n
        for n in names
        if n.endswith((".py", ".md", ".toml", ".json", ".txt", "run")) and not n.endswith(own)
    ]


def test_nothing_unfinished_and_no_machine_paths() -> None:
    bad = []
    for path in tracked():
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            unfinished = path.suffix == ".py" and UNFINISHED.search(line)
            if unfinished or MACHINE.search(line):
                bad.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    assert not bad, "\n".join(bad)
