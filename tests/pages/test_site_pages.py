"""The documentation site in a real browser: nothing is cut, proofs are played in its pages."""

from __future__ import annotations

import functools
import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pages.browser import Browser

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow

CUT = """
(() => {
  const edge = document.documentElement.clientWidth;
  const wrong = document.scrollingElement.scrollWidth > edge ? ["the page is too wide"] : [];
  for (const part of document.querySelectorAll("article iframe, article svg, article img")) {
    const { left, right } = part.getBoundingClientRect();
    if (left < -1 || right > edge + 1) wrong.push(`${part.tagName}: ${left} to ${right}`);
  }
  return wrong;
})()
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site, built as anybody builds it."""
    for name in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(name, reason=f"{name} is not installed")
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, str(ROOT / "docs" / "build_site.py"), "-o", str(folder)]
    subprocess.run(build, check=True, capture_output=True)
    (folder / "favicon.ico").touch()
    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.mark.parametrize(
    "name", ["index", "gallery", "game-hex", "game-hackenbush", "pages", "maps"]
)
def test_nothing_is_cut(browser: Browser, site: str, name: str) -> None:
    for width in (1280, 768, 360):
        browser.size(width, 900, dark=width == 768)
        browser.open(f"{site}{name}.html")
        browser.wait("[...document.querySelectorAll('.live iframe')].every(e => e.dataset.told)")
        assert browser.run(CUT) == [], width
        browser.screenshot(f"site-{name}-{width}.png")


INSIDE = "document.querySelector('.live iframe').contentDocument"


def test_the_front_page_opens_with_a_proof_to_play(browser: Browser, site: str) -> None:
    browser.open(f"{site}index.html")
    browser.wait(f"{INSIDE}.documentElement.dataset.ready === 'yes'")
    browser.run(f"{INSIDE}.querySelector('[data-move=c3]')"
                ".dispatchEvent(new MouseEvent('click', {bubbles: true})); 1")  # fmt: skip
    assert "You played c3. The proof plays" in browser.run(
        f"{INSIDE}.querySelector('#reason').innerText"
    )
    browser.wait(f"{INSIDE}.querySelector('#badge').dataset.verdict === 'verified'")
    assert not browser.run(f"{INSIDE}.querySelector('#check').offsetParent")


def test_a_proof_is_as_dark_as_the_site(browser: Browser, site: str) -> None:
    browser.open(f"{site}index.html")
    browser.wait("document.querySelector('.live iframe').dataset.told")
    paper = f"getComputedStyle({INSIDE}.body).backgroundColor"
    assert browser.run(paper) == "rgb(255, 255, 255)"
    browser.run("document.body.dataset.theme = 'dark'")
    browser.wait(f"{paper} === 'rgb(21, 23, 26)'")
    assert browser.run("getComputedStyle(document.body).backgroundColor") == "rgb(21, 23, 26)"


def test_the_squares_of_a_map_say_what_they_are(browser: Browser, site: str) -> None:
    """Pointed at in their middle, where a letter stands."""
    browser.size(1280, 900)
    browser.open(f"{site}maps.html")
    said = browser.run(
        "(() => { const all = [...document.querySelectorAll('.drawn svg g')];"
        "const g = all.find(g => g.textContent.startsWith('mnk 3 4 3:'));"
        "g.scrollIntoView({block: 'center', behavior: 'instant'});"
        "const r = g.getBoundingClientRect();"
        "const hit = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);"
        "return hit.parentElement.querySelector('title').textContent; })()"
    )
    assert said.startswith("mnk 3 4 3: first ")
    assert browser.run("document.querySelectorAll('.drawn svg g title').length") > 3000
