"""The documentation site: it builds without a warning, and no link in it leads nowhere."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import gameproof as gp

ROOT = Path(__file__).parents[2]


class Links(HTMLParser):
    """What a page links to or shows, and the places in it that can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name == "id" and value:
                self.places.add(value)


@pytest.mark.slow
def test_the_site_builds_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="Sphinx is not installed")
    pytest.importorskip("myst_parser", reason="MyST is not installed")
    pytest.importorskip("furo", reason="the theme is not installed")
    site = tmp_path / "site"
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "build_site.py"), "-o", str(site)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    pages = {path: Links() for path in site.glob("*.html")}
    for path, links in pages.items():
        links.feed(path.read_text(encoding="utf-8"))
    for path, links in pages.items():
        for link in links.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
            assert target.exists(), f"{path.name} links to {link}"
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].places, f"{path.name}: {link}"
    gallery = (site / "gallery.html").read_text(encoding="utf-8")
    shown = [name for name, game in gp.list_games().items() if game.origin == "gameproof"]
    assert not [name for name in shown if f'href="game-{name}.html"' not in gallery]
    assert 'src="proofs/five_by_five.html?board"' in (site / "index.html").read_text(
        encoding="utf-8"
    )
    proofs = {path.stem for path in (site / "proofs").glob("*.html")}
    assert len(proofs) > 30
    for name in proofs - {"five_by_five"}:
        assert f'src="proofs/{name}.html?board"' in (site / f"game-{name}.html").read_text("utf-8")
