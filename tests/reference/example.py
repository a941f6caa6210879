"""The example package, known to the process as if it were installed."""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

from gameproof.games.plugins import GROUP, plugin_names

EXAMPLE = Path(__file__).parents[2] / "examples" / "nogo"


def install() -> None:
    """Its folder on the path, its entry points among those found."""
    if str(EXAMPLE) not in sys.path:
        sys.path.append(str(EXAMPLE))
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for name, value in project["entry-points"][GROUP].items():
        plugin_names().setdefault(name, EntryPoint(name, value, GROUP))


install()
