"""The browser of the scenarios, and where their screenshots are kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pages.browser import CHROMIUM, Browser


@pytest.fixture(scope="session")
def one_browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``GAMEPROOF_SCREENSHOTS`` names a folder where they stay."""
    kept = os.environ.get("GAMEPROOF_SCREENSHOTS")
    folder = Path(kept) if kept else tmp_path_factory.mktemp("screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def browser(one_browser: Browser, shots: Path, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """After each scenario a screenshot is taken, and the console must be silent."""
    one_browser.size(1200, 900)
    yield one_browser
    name = "".join(c if c.isalnum() or c in "-_" else "-" for c in request.node.name)
    one_browser.screenshot(shots / f"{name}.png")
    assert not one_browser.errors
