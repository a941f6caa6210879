"""What has to be believed for a verdict: ``gameproof check --behind``.

``python -m gameproof.cli.behind FILE`` says it as JSON, in a process that has checked this file and
nothing else: its modules are those that the check entered.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gameproof.cli.guard import TimeOut
from gameproof.games.meaning.bad_input import BadInput

Behind = dict[str, Any]
"""``evidence`` (kind and theorem of each certificate used, parts before their whole),
``definitions`` (modules of the games, with the first line of their text), ``modules`` (lines of
each that was entered, blank ones not counted), ``lines`` (their sums by room, and in all)."""

TRUSTED = ("certificates", "games", "instances", "prover")
"""Layers whose modules a check might enter: rules and definitions, and nothing of the others."""


def behind(path: Path, time_limit: float) -> Behind:
    """What a verified certificate file rests on, found out in a new process.

    Raises :class:`BadInput` for what is no certificate in a file of its own, :class:`TimeOut`, and
    :class:`MemoryError`.
    """
    if path.suffix != ".json":
        raise BadInput("--behind looks at a certificate file (.json)", str(path))
    same = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        run = subprocess.run(
            [sys.executable, "-P", "-m", __name__, str(path)],
            capture_output=True, text=True, check=False, timeout=time_limit, env=same,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise TimeOut from None
    if run.returncode:
        raise MemoryError(run.stderr[-200:])
    found: Behind = json.loads(run.stdout)
    return found


def look(path: Path) -> Behind:
    """The same, of the process that asks: as many modules as it has entered. Raises
    :class:`~gameproof.certificates.certificate.Rejected`."""
    from gameproof.certificates.files import read, verdict
    from gameproof.games.meaning import portable

    record = read(path)
    asked = portable.read(record.instance)
    theorem = verdict(asked, record)
    kinds, games = theorem.behind, theorem.rules
    rooms = {f"gameproof.{room}": room for room in TRUSTED}
    for name in (*games, *(kind.record.__module__ for kind in kinds)):
        brought = name.partition(".")[0]
        if brought != "gameproof":  # by an installed package
            rooms[brought] = brought
    modules: dict[str, int] = {}
    lines = dict.fromkeys(rooms.values(), 0)
    for name in sorted(sys.modules):
        for prefix, room in rooms.items():
            if name == prefix or name.startswith(f"{prefix}."):
                modules[name] = lines_of(name)
                lines[room] += modules[name]
    return {
        "evidence": [{"kind": kind.tag, "theorem": kind.theorem} for kind in kinds],
        "definitions": {name: _first_line(name) for name in games},
        "modules": modules,
        "lines": {**lines, "all": sum(lines.values())},
    }


def lines_of(module: str) -> int:
    """Lines of a module's text that are not blank; 0 where it has none."""
    file = getattr(sys.modules[module], "__file__", None)
    if file is None or not file.endswith(".py"):
        return 0
    return sum(bool(line.strip()) for line in Path(file).read_text(encoding="utf-8").split("\n"))


def _first_line(module: str) -> str:
    return (sys.modules[module].__doc__ or "").partition("\n")[0]


def as_text(found: Behind) -> Iterator[str]:
    """The same in lines of text."""
    import textwrap

    said = [f"{one['kind']}: {one['theorem']}" for one in found["evidence"]]
    said += [f"{name}: {text}" for name, text in found["definitions"].items()]
    sums = ", ".join(f"{room} {number}" for room, number in found["lines"].items() if room != "all")
    said.append(f"{found['lines']['all']} lines of {len(found['modules'])} modules: {sums}")
    for text in said:
        yield from textwrap.wrap(
            text, 96, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
        )


if __name__ == "__main__":
    print(json.dumps(look(Path(sys.argv[1]))))
