"""The browser of the scenarios."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pages.browser import CHROMIUM, Browser


@pytest.fixture(scope="session")
def one_browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture
def browser(one_browser: Browser, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """After each scenario a screenshot is taken where they are wanted (``GAMEPROOF_SCREENSHOTS``
    names a folder), and the console must be silent."""
    one_browser.size(1200, 900)
    yield one_browser
    name = "".join(c if c.isalnum() or c in "-_" else "-" for c in request.node.name)
    one_browser.screenshot(f"{name}.png")
    assert not one_browser.errors
