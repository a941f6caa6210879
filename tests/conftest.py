"""For all tests: the example package is known, as if it were installed; the longest go first; the
workers of a run share a folder; property tests try the same examples in every run, others with
``--hypothesis-profile=random``."""

from __future__ import annotations

import gc
import os
import sys
import tempfile

import pytest
import reference.example  # noqa: F401
from hypothesis import settings
from reference import shared

LONGEST = "tests/soundness/"
"""The attacks, one test of which is longer than most folders; what they share is made once in
each process that runs some of them."""

# A run's verdict depends on the sources alone; new examples are looked for by hand.
settings.register_profile("same", derandomize=True, deadline=None)  # no test asserts a time
settings.register_profile("random", deadline=None)
settings.load_profile("same")

# Hundreds of processes import the same modules: each of these is compiled once, whatever the shell
# says of bytecode.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_configure(config: pytest.Config) -> None:
    """A folder in which the workers of this run share what they make."""
    if not hasattr(config, "workerinput") and config.getoption("numprocesses", None):
        folder = tempfile.TemporaryDirectory(prefix="gameproof-tests-")
        os.environ[shared.FOLDER] = folder.name
        config.add_cleanup(folder.cleanup)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first: no worker is left with them when the others are done."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end: nobody need look for garbage among them again."""
    gc.collect()
    gc.freeze()
