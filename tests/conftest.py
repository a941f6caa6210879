"""For all tests: the example package is known, as if it were installed; the longest go first; the
workers of a run share a folder; property tests try the same examples in every run, others with
``--hypothesis-profile=random``."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Generator

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


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Every second worker begins at the last file: in a new clone, where none is compiled, each
    compiles those that the other has not come to."""
    report = yield
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    if number % 2 and isinstance(collector, pytest.Directory):
        report.result = (report.result or [])[::-1]
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first: no worker is left with them when the others are done. The rest file by
    file, in whatever order they were collected."""
    items.sort(key=lambda item: (not item.nodeid.startswith(LONGEST), item.path))


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end: nobody need look for garbage among them again, and
    seldom among what they make."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_unconfigure() -> None:
    """Nor at the end: what the tests have left goes with the process, without a search."""
    gc.freeze()
    gc.disable()
