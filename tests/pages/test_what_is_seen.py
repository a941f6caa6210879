"""Nothing of a page is cut off at any width, and the board shows why, as a browser measures it."""

from __future__ import annotations

import shlex
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pages.browser import Browser

from gameproof.certificates.files import load
from gameproof.encodings.method import Options
from gameproof.games.game import games
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import from_words, resolve
from gameproof.instances.typed_words import split
from gameproof.prover.prove import prove_with_certificate
from gameproof.solvers.limits import Limits
from gameproof.web.page import SENT, page, picture_of

ROOT = Path(__file__).parents[2]
WIDTHS = (1280, 768, 360)

PAGES = (
    ("tictactoe 5 2", "pairing"),
    ("hex 4 4", None),
    ("snort cycle 6", None),
    ("geography grid 3 3 --start 0", None),
    ("hackenbush ground-a:red,ground-b:blue,a-b:red,a-c:blue,b-c:red", None),
    ("nim 3 4 5", None),
    ("tetris --size 4x4 --pieces JJ", None),
    ("torus-cycles 6 --position x.x.../xx..../.xxx../....xx/x.x..x/x.x...", "threats"),
    ("tictactoe 3 3", None),
    ("tictactoe 3 4", "pairing"),
    ("mnk 4 5 4 --gravity", None),
)

CUT = """
(() => {
  const wrong = [];
  const edge = document.documentElement.clientWidth;
  const wide = document.scrollingElement.scrollWidth;
  if (wide > edge) wrong.push(`the page is ${wide} wide`);
  for (const svg of document.querySelectorAll("svg")) {
    const box = svg.getBoundingClientRect();
    if (!box.width) continue;
    if (box.left < -1 || box.right > edge + 1)
      wrong.push(`a drawing from ${box.left} to ${box.right}`);
    const words = [];
    for (const part of svg.querySelectorAll("text, circle, polygon, polyline, line, path, rect")) {
      const at = part.getBoundingClientRect();
      const said = `${part.tagName} ${part.textContent}`;
      if (at.left < box.left - 1 || at.right > box.right + 1 ||
          at.top < box.top - 1 || at.bottom > box.bottom + 1)
        wrong.push(`${said}: ${at.left} to ${at.right}, ${at.top} to ${at.bottom}`);
      if (part.tagName === "text" && part.textContent.trim()) words.push([said, at]);
    }
    for (const [k, [one, a]] of words.slice(0, 300).entries())
      for (const [other, b] of words.slice(0, k)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const least = 0.35 * Math.min(a.height, b.height);
        if (wide > 2 && high > least) wrong.push(`${one} on ${other}`);
      }
  }
  for (const part of document.querySelectorAll("#board, .picture"))
    if (part.scrollWidth > part.clientWidth + 1)
      wrong.push(`${part.className || part.id} is scrolled`);
  return wrong;
})()
"""


@cache
def written(
    words: str, question: str | None, method: str | None = None, *, beside: int = SENT
) -> str:
    """The page; the proved checker's numbers are left out where ``beside`` is 0."""
    instance = from_words(split(words), question)
    asked = resolve(instance)
    proof = prove_with_certificate(
        instance, Limits(60), method=method, options=Options(explicit=method is not None),
        resolved=asked,
    )  # fmt: skip
    assert proof.sealed is not None, proof.answer
    picture = picture_of(asked, proof.certificate, proof.answer.detail)
    return page(proof.sealed, picture, beside=beside)


def opened(browser: Browser, folder: Path, text: str) -> None:
    path = folder / "proof.html"
    path.write_text(text, encoding="utf-8")
    browser.open(path.as_uri())
    assert browser.wait("document.documentElement.dataset.ready") == "yes"


@pytest.mark.parametrize(("words", "question"), PAGES)
def test_nothing_is_cut(browser: Browser, tmp_path: Path, words: str, question: str | None) -> None:
    """The window is made narrower; that it is narrow from the start is tried for every game."""
    opened(browser, tmp_path, written(words, question))
    for width in WIDTHS:
        browser.size(width, 900)
        browser.screenshot(f"seen-{words.split()[0]}-{len(words)}-{width}.png")
        assert browser.run("document.querySelectorAll('svg').length") > 0
        assert browser.run(CUT) == [], width


@pytest.mark.slow
def test_nothing_of_any_game_is_cut(browser: Browser, tmp_path: Path) -> None:
    """The first example of every game, before and after a move, at three widths, light and dark."""
    seen = 0
    for name in sorted(games()):
        example = split(games()[name][0].examples[0])
        at = example.index("-q") if "-q" in example else len(example)
        try:
            text = written(shlex.join(example[:at]), example[at + 1] if at < len(example) else None)
        except BadInput:  # an example that names a file
            continue
        for width in WIDTHS:
            browser.size(width, 900, dark=width == 768)
            opened(browser, tmp_path, text)
            assert browser.run(CUT) == [], (name, width)
            browser.run("document.querySelector('#board [data-move]')?."
                        "dispatchEvent(new MouseEvent('click', {bubbles: true})); 1")  # fmt: skip
            assert browser.run(CUT) == [], (name, width)
            browser.screenshot(f"game-{name}-{width}.png")
        seen += 1
    assert seen > 35


def test_the_measure_finds_what_is_cut(browser: Browser, tmp_path: Path) -> None:
    opened(browser, tmp_path, written("tictactoe 5 2", "pairing"))
    browser.run("document.querySelector('#board svg text').setAttribute('x', -9)")
    browser.run(
        "document.querySelector('.picture svg').style.cssText = 'max-width:none;width:3000px'"
    )
    assert len(browser.run(CUT)) > 1


def cell(browser: Browser, selector: str = ".cell polygon") -> float:
    found: float = browser.run(
        f"document.querySelector('#board {selector}').getBoundingClientRect().width"
    )
    return found


def test_boards_are_large(browser: Browser, tmp_path: Path) -> None:
    """Cells of 44 pixels where there is room; the panel stands beside, on a telephone below."""
    beside = (
        "document.querySelector('.panel').getBoundingClientRect().left >="
        "document.querySelector('.seen').getBoundingClientRect().right"
    )
    browser.size(1280, 900)
    opened(browser, tmp_path, written("tictactoe 5 2", "pairing"))
    assert cell(browser) >= 80
    assert browser.run(beside)
    browser.size(360, 800)
    browser.wait("document.querySelector('#board svg').getBoundingClientRect().right <= 360")
    assert cell(browser) >= 44
    assert not browser.run(beside)


def test_what_is_looked_at_stands_where_the_board_would(browser: Browser, tmp_path: Path) -> None:
    browser.size(1280, 900)
    opened(browser, tmp_path, written("tetris --size 4x4 --pieces JJ", None))
    assert browser.run("!document.querySelector('#board') && !document.querySelector('#start')")
    wide, own = browser.run(
        "(svg => [svg.getBoundingClientRect().width, svg.viewBox.baseVal.width])("
        "document.querySelector('section .picture:not([hidden]) svg'))"
    )
    assert wide == pytest.approx(1.6 * own, rel=0.01)


def test_layers_wrap_into_rows(browser: Browser, tmp_path: Path) -> None:
    sealed = load(ROOT / "instances" / "proofs" / "tictactoe-6-3.json")
    browser.size(1280, 900)
    opened(browser, tmp_path, page(sealed))
    assert cell(browser) >= 40
    assert browser.run(CUT) == []
    tops: list[Any] = browser.run(
        "[...new Set([...document.querySelectorAll('#board .axis')].map("
        "e => Math.round(e.getBoundingClientRect().top)))]"
    )
    assert len(tops) > 1


def test_the_answer_is_seen_before_the_click_and_the_pair_is_joined(
    browser: Browser, tmp_path: Path
) -> None:
    opened(browser, tmp_path, written("tictactoe 5 2", "pairing"))
    assert not browser.run("document.querySelectorAll('.shown.pair').length")
    browser.run("document.querySelector('[data-move=a1]').focus()")
    browser.wait("document.querySelectorAll('.cell.answer').length === 1")
    partner = browser.run("document.querySelector('.cell.answer').dataset.move")
    assert f"If you play a1, the proof plays {partner}" in browser.text("#preview")
    assert not browser.run("document.querySelectorAll('.first, .second').length")
    browser.press("Enter")
    assert f"The proof plays {partner}: {partner} answers a1" in browser.text("#reason")
    assert not browser.text("#preview")
    line, (one, other) = browser.run(
        "(() => { const middle = (e) => { const r = e.getBoundingClientRect();"
        "return [r.x + r.width / 2, r.y + r.height / 2]; };"
        "return [middle(document.querySelector('.shown.pair')),"
        "[...document.querySelectorAll('.marked polygon')].map(middle)]; })()"
    )
    assert line == pytest.approx([(one[0] + other[0]) / 2, (one[1] + other[1]) / 2], abs=1)


def test_the_argument_stands_beside_the_board_until_something_is_played(
    browser: Browser, tmp_path: Path
) -> None:
    opened(browser, tmp_path, written("tictactoe 5 2", "pairing"))
    assert browser.text("#reason").startswith("Every line owns two of its cells, a pair")
    browser.move("c3")
    assert browser.text("#reason").startswith("You played c3. The proof plays")
    browser.click("#restart")
    assert "never have a whole line" in browser.text("#reason")


def test_a_small_certificate_is_checked_at_once(browser: Browser, tmp_path: Path) -> None:
    opened(browser, tmp_path, written("tictactoe 5 2", "pairing"))
    browser.wait("document.querySelector('#badge').dataset.verdict === 'verified'")
    assert browser.text("#found").startswith("PROVED by the proved checker in ")
    text = written("tictactoe 5 2", "pairing")
    opened(browser, tmp_path, text.replace("const SMALL = 100_000", "const SMALL = 1"))
    assert "yet" in browser.text("#badge")
    assert not browser.text("#found")
    opened(browser, tmp_path, written("snort path 3", "temperature"))
    assert browser.text("#badge") == "✓ Checked when this page was made"


STILL = "document.getAnimations().every(a => a.playState === 'finished')"
REASONS = (
    ("tictactoe 5 2", "pairing", None, "pair"),
    ("tictactoe 4 2", None, "regions", "zone"),
    ("tictactoe 3 2", None, "search", "threat"),
    ("tictactoe 4 2", None, "opening-pairing", "pair"),
    ("hex 5 5 --first a1 --to-move second", None, None, "won"),
    ("hex 5 5 --first a1 --to-move second", None, None, "region"),
    ("mnk 3 4 3", None, "search", "aim"),
    ("mnk 3 4 3", None, "search", "won"),
    ("snort cycle 8", None, "opposition", "image"),
    ("geography petersen --start 0", None, None, "edge"),
    ("node-kayles grid 2 5", None, "components", "values"),
)


@pytest.mark.parametrize(("words", "question", "method", "how"), REASONS)
def test_the_reason_is_drawn_and_the_keyboard_is_enough(
    browser: Browser, tmp_path: Path, words: str, question: str | None,
    method: str | None, how: str,
) -> None:  # fmt: skip
    """By Tab and Enter alone to the end of the play; the reason is drawn on the way."""
    browser.size(1280, 900)
    opened(browser, tmp_path, written(words, question, method, beside=0))
    drawn = f"document.querySelectorAll('#board .shown.{how}').length"
    found = 0
    for _ in range(40):
        if browser.run(drawn):
            found += 1
            assert browser.run(CUT) == []
            browser.wait(STILL)
            browser.screenshot(f"reason-{words.split()[0]}-{how}.png")
        if "over" in browser.text("#status"):
            break
        browser.run("document.querySelector('#board [data-move]').focus()")
        browser.press("Enter")
    assert "over" in browser.text("#status")
    assert found


EIGHT = (
    ("tictactoe 5 2", "pairing", "pair"),
    ("hex 5 5", None, "won"),
    ("tictactoe 6 3", None, "pair"),
    ("snort path 9", None, "image"),
    ("geography grid 3 3 --start 0", None, "edge"),
    ("hackenbush ground-a:red,ground-b:blue,a-b:red,a-c:blue,b-c:red", None, None),
    ("tetris --size 4x4 --pieces JJ", None, None),
    ("torus-cycles 6 --position x.x.../xx..../.xxx../....xx/x.x..x/x.x...", "threats", None),
)


@pytest.mark.slow
@pytest.mark.parametrize(("words", "question", "how"), EIGHT)
def test_eight_plays_by_the_keyboard_alone(
    browser: Browser, tmp_path: Path, words: str, question: str | None,
    how: str | None,
) -> None:  # fmt: skip
    """By Tab and Enter to the end, Tab being pressed until a move has the focus; where ``how`` is
    none, a position or the play's frames are pictures."""
    browser.size(1280, 900)
    shipped = ROOT / "instances" / "proofs" / f"{words.replace(' ', '-')}.json"
    text = page(load(shipped)) if shipped.exists() else written(words, question)
    opened(browser, tmp_path, text)
    name = f"eight-{words.split()[0]}-{words.split()[1][:1]}"
    drawn = f"document.querySelectorAll('#board .shown.{how}').length"
    found = 0
    if not browser.run("Boolean(document.querySelector('#board'))"):
        assert browser.run("document.querySelectorAll('.picture svg').length") == 1
        if browser.run("Boolean(document.querySelector('#step'))"):
            browser.run("document.querySelector('#step').focus()")
            for _ in range(browser.run("Number(document.querySelector('#step').max)")):
                browser.press("ArrowRight")
            assert "0 to come" in browser.run("document.querySelector('.picture').textContent")
            assert browser.run(CUT) == []
        browser.screenshot(f"{name}.png")
        return
    focused = "document.activeElement.matches('#board [data-move]')"
    for _ in range(120):
        if "over" in browser.text("#status"):
            break
        for _ in range(30):
            if browser.run(focused):
                break
            browser.press("Tab")
        assert browser.run(focused)
        browser.press("Enter")
        assert browser.text("#reason").startswith(("You played", "The proof")) or "over" in (
            browser.text("#status")
        )
        if how is not None and browser.run(drawn) and not found:
            found += 1
            assert browser.run(CUT) == []
            browser.wait(STILL)
            browser.screenshot(f"{name}.png")
    browser.wait(STILL)
    assert "over" in browser.text("#status")
    browser.screenshot(f"{name}-over.png")
    assert found or how is None


def test_what_moves_stands_still_for_who_asks(browser: Browser, tmp_path: Path) -> None:
    opened(browser, tmp_path, written("tictactoe 5 2", "pairing"))
    name = "getComputedStyle(document.querySelector('.shown.pair')).animationName"
    for value, wanted in (("no-preference", "drawn"), ("reduce", "none")):
        browser.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-reduced-motion", "value": value}],
        )
        browser.click("#restart")
        browser.move("c3")
        assert browser.run(name) == wanted


@pytest.mark.parametrize(
    ("words", "question"), [("tictactoe 5 2", "pairing"), ("snort cycle 6", None)]
)
def test_a_page_is_small(words: str, question: str | None) -> None:
    assert len(written(words, question).encode()) < 400_000
