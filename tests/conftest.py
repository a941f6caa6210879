"""For all tests: the example package is known, as if it were installed; the longest go first."""

from __future__ import annotations

import pytest
import reference.domineering  # noqa: F401

LONGEST = "tests/soundness/"
"""The attacks, one test of which is longer than most folders; what they share is made once in
each process that runs some of them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first: no worker is left with them when the others are done."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
