"""An audit of pages by axe-core, light and dark: nothing serious is wrong.

``npm install --no-save axe-core`` in a clone brings it; without it the audit is skipped.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pages.browser import Browser
from pages.test_serve import answer, asked, draws, server
from pages.test_what_is_seen import opened, written

__all__ = ["server"]

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed")

PROOFS = (
    ("tictactoe 5 2", "pairing"),
    ("tictactoe 3 4", "pairing"),
    ("hex 5 5 --first a1 --to-move second", None),
    ("snort cycle 8", None),
    ("geography petersen --start 0", None),
    ("nim 3 4 5", None),
    ("hackenbush ground-a:red,ground-b:blue,a-b:red,a-c:blue,b-c:red", None),
    ("tetris --size 4x4 --pieces JJ", None),
)
SERIOUS = ("serious", "critical")


def audit(browser: Browser) -> list[Any]:
    """What axe-core finds in the page as it is, light and dark."""
    browser.run(f"{AXE.read_text(encoding='utf-8')};1")
    found: list[Any] = []
    for dark in (False, True):
        browser.size(1280, 900, dark=dark)
        found += browser.run(
            "axe.run(document, {resultTypes: ['violations']}).then(({violations}) =>"
            "violations.map(v => [v.impact, v.id, v.nodes.map(n => n.target.join(' '))]))"
        )
    return [one for one in found if one[0] in SERIOUS]


@pytest.mark.parametrize(("words", "question"), PROOFS)
def test_the_page_of_a_proof(
    browser: Browser, tmp_path: Path, words: str, question: str | None
) -> None:
    browser.call(
        "Emulation.setEmulatedMedia",
        features=[{"name": "prefers-reduced-motion", "value": "reduce"}],
    )
    opened(browser, tmp_path, written(words, question))
    browser.run("document.querySelector('#board [data-move]')?."
                "dispatchEvent(new MouseEvent('click', {bubbles: true})); 1")  # fmt: skip
    browser.run("document.querySelectorAll('details').forEach(e => (e.open = true)); 1")
    assert audit(browser) == []


def test_the_audit_finds_what_is_wrong(browser: Browser, tmp_path: Path) -> None:
    opened(browser, tmp_path, written("tictactoe 5 2", "pairing"))
    browser.run("document.querySelector('#moment').closest('label').replaceWith($('moment')); 1")
    assert [one[1] for one in audit(browser)][:1] == ["label"]


def test_the_pages_of_the_server(browser: Browser, server: str) -> None:
    browser.open(server)
    assert audit(browser) == []
    draws(browser, server, "tictactoe", "4 2 --first a1")
    assert audit(browser) == []
    draws(browser, server, "snort", "petersen --red 0 --blue 7")
    assert audit(browser) == []
    browser.open(f"{server}games/nim?words=x")
    browser.wait("document.querySelector('#problem').innerText")
    assert audit(browser) == []
    asked(browser, server, "tictactoe", "5 2", "pairing")
    answer(browser)
    assert audit(browser) == []
