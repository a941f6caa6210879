"""The local server in a real browser, and asked what it must not answer."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest
from pages.browser import Browser

import gameproof as gp
from gameproof.certificates.files import Sealed
from gameproof.prover.verify import verify_sealed
from gameproof.web.reading import understood

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

ROOT = Path(__file__).parents[2]
LONG = "mnk 9 9 5"
"""Takes hours."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server that runs in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gameproof", "serve", "--port", "0", "--time-limit", "100s"],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
        # A shell's background jobs are born deaf to Ctrl-C; so may this test be.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    assert address.startswith("http://127.0.0.1:")
    yield address
    process.send_signal(signal.SIGINT)
    assert process.wait(30) in (0, 130)


def asked(
    browser: Browser, server: str, game: str, words: str, question: str = "", seconds: str = "60"
) -> None:
    """Fill in the form of a game and send it."""
    browser.open(f"{server}games/{game}")
    browser.write("#words", words)
    if question:
        choose(browser, question)
    browser.write("#seconds", seconds)
    browser.click("#ask")
    browser.wait("location.pathname.startsWith('/jobs')")


def choose(browser: Browser, question: str) -> None:
    browser.run(f"document.querySelector('input[name=question][value={question}]').click()")


def problem(browser: Browser) -> str:
    """What is said beside the field; the console tells of the status of what was refused."""
    browser.wait("document.querySelector('#problem').innerText")
    browser.errors = [said for said in browser.errors if "422" not in said]
    return browser.text("#problem")


def answer(browser: Browser) -> str:
    browser.wait("document.querySelector('#answer')")
    return browser.text("#answer")


def test_from_the_list_of_games_to_playing_against_the_proof(browser: Browser, server: str) -> None:
    browser.open(server)
    browser.click("a[href='/games/tictactoe']")
    browser.wait("document.querySelector('#words')")
    browser.write("#words", "5 2")
    choose(browser, "pairing")
    browser.click("#ask")
    assert answer(browser) == "pairing: exists, verified"
    browser.click("#proof-html")
    browser.wait("document.documentElement.dataset.ready === 'yes'")
    browser.move("c3")
    assert "The proof plays" in browser.text("#reason")
    browser.wait("document.querySelector('#badge').dataset.verdict === 'verified'")


def test_an_example_fills_the_form(browser: Browser, server: str) -> None:
    browser.open(f"{server}games/nim")
    browser.click("#examples a")
    browser.wait("document.querySelector('#words').value === '3 4 5'")
    browser.click("#ask")
    assert answer(browser) == "outcome: N, verified"


def test_by_the_keyboard(browser: Browser, server: str) -> None:
    browser.open(f"{server}games/geography")
    browser.write("#words", "petersen --start 0")
    browser.press("Enter")
    assert answer(browser) == "outcome: N, verified"


def test_progress_is_shown_and_a_job_is_cancelled(browser: Browser, server: str) -> None:
    asked(browser, server, "mnk", LONG.partition(" ")[2])
    browser.wait("document.querySelectorAll('#progress li').length > 1")
    browser.click("#cancel")
    assert answer(browser) == "cancelled"


def test_the_limit_of_a_question(browser: Browser, server: str) -> None:
    asked(browser, server, "mnk", LONG.partition(" ")[2], seconds="1")
    assert answer(browser) == "outcome: unknown (time)"


def test_wrong_words_are_explained(browser: Browser, server: str) -> None:
    """Beside the field, while they are typed and when they were sent."""
    browser.open(f"{server}games/tictactoe")
    browser.write("#words", "five 2")
    assert "five" in problem(browser)
    assert browser.run("document.querySelector('#words').ariaInvalid") == "true"
    browser.click("#ask")
    browser.wait("location.pathname === '/jobs'")
    assert "five" in problem(browser)
    assert browser.run("document.querySelector('#words').value") == "five 2"
    browser.write("#words", "5 2")
    browser.wait("document.querySelectorAll('#canvas .cell').length === 25")
    assert not browser.text("#problem")


def test_too_many_seconds_are_refused(server: str) -> None:
    fields = {"game": "nim", "words": "3", "question": "outcome"}
    for seconds in ("1e9", "nan", "-1", "x", "inf"):
        assert post(server, "/jobs", {**fields, "seconds": seconds})[0] == 422
    assert post(server, "/jobs", {**fields, "question": "none"})[0] == 422
    assert post(server, "/jobs", {**fields, "game": "none"})[0] == 404


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("positional", "/etc/passwd"),
        ("positional", "/etc/no-such-file"),
        ("positional", "--rule=weak ../../../../etc/passwd"),
        ("geography", "/etc/hostname --start 0"),
        ("geography", "~/graph.txt"),
        ("words", "--first=x /etc/passwd"),
        ("sum", "geography:/etc/passwd + nim:3"),
        ("digraph", "'/etc/passwd'"),
    ],
)
def test_no_file_is_reached(browser: Browser, server: str, game: str, words: str) -> None:
    asked(browser, server, game, words)
    assert "no files are read here" in problem(browser)
    assert "root" not in browser.text("body")


def test_without_scripts(browser: Browser, server: str) -> None:
    """The pages of the server need none; the form is plain, and a waiting page comes again."""
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        asked(browser, server, "nim", "1 2 3")
        assert answer(browser) == "outcome: P, verified"
    finally:
        # Nothing may be loading: of a page's scripts the later ones alone would run.
        browser.call("Page.navigate", url="about:blank")
        browser.call("Emulation.setScriptExecutionDisabled", value=False)
        browser.wait("location.href === 'about:blank'")


def test_the_certificate_is_downloaded_and_holds(browser: Browser, server: str) -> None:
    asked(browser, server, "snort", "cycle 8")
    assert answer(browser) == "outcome: P, verified"
    path = browser.run("document.querySelector('#proof-json').getAttribute('href')")
    status, _, text = get(server, path)
    assert status == 200
    assert verify_sealed(Sealed(text)).answer == "P"
    assert get(server, path.replace("json", "npz"))[0] == 404


def test_the_server_knows_what_the_page_does_not(browser: Browser, server: str) -> None:
    """There are more positions than are told at once: played to the end, the proof wins."""
    asked(browser, server, "subtraction", "1 2 --heaps 30 31")
    answer(browser)
    browser.click("#proof-html")
    browser.wait("document.documentElement.dataset.ready === 'yes'")
    held = browser.run("page.model.nodes.length")
    assert browser.run("page.model.nodes.some(node => node.turn === 'unknown')")
    for number in range(60):
        browser.wait("document.querySelector('#status').innerText !== 'Asking the proof …'")
        if "over" in browser.text("#status"):
            break
        moves = browser.run("page.model.moves(current())")
        browser.run(f"play({json.dumps(moves[number % len(moves)])})")
    assert "the proof has" in browser.text("#status")
    assert browser.run("page.model.nodes.length") > held
    # A link to that play leads there again, through what has to be asked for.
    link = browser.run("document.querySelector('#permalink').href")
    browser.open(link)
    browser.wait("document.querySelector('#status').innerText.includes('over')")


def test_plays_of_no_proof_are_refused(server: str) -> None:
    status, _, said = post(server, "/jobs/none/after", {"path": "[]"})
    assert status == 404
    assert b"no such proof" in said


def test_what_was_asked_is_listed(browser: Browser, server: str) -> None:
    asked(browser, server, "nim", "7 7")
    answer(browser)
    browser.open(server)
    assert "nim 7 7: outcome: P, verified" in browser.text("main")


def test_text_from_a_form_is_text(browser: Browser, server: str) -> None:
    asked(browser, server, "nim", "<img src=x onerror=alert(1)>")
    assert problem(browser)
    assert browser.run("document.images.length") == 0
    browser.open(f"{server}?find=<img src=x onerror=alert(1)>")
    assert "No game is called like that: <img src=x" in browser.text("#not-found")


# -- drawing a position --------------------------------------------------------------------------


def drawn(browser: Browser) -> None:
    """Until what was drawn or typed has been read and is seen."""
    browser.wait("drawing.ariaBusy === 'false' && canvas.dataset.words === field.value")


def words(browser: Browser) -> str:
    drawn(browser)
    found: str = browser.run("document.querySelector('#words').value")
    return found


def tool(browser: Browser, name: str) -> None:
    browser.click(f"input[name=tool][value={name}]")


def put(browser: Browser, cell: str) -> None:
    """Click on a cell, when the last one has been drawn."""
    drawn(browser)
    browser.move(cell)


def press(browser: Browser, key: str) -> None:
    """The same of a key."""
    drawn(browser)
    browser.press(key)


def draws(browser: Browser, server: str, game: str, text: str = "") -> None:
    browser.open(f"{server}games/{game}")
    browser.wait("!document.querySelector('#drawing').hidden")
    if text:
        browser.write("#words", text)
    drawn(browser)


def test_stones_are_drawn_and_asked_about(browser: Browser, server: str) -> None:
    draws(browser, server, "tictactoe", "4 2")
    put(browser, "a1")
    tool(browser, "second")
    put(browser, "b2")
    put(browser, "c3")
    assert words(browser) == "4 2 --first a1 --second b2,c3"
    tool(browser, "erase")
    put(browser, "c3")
    browser.wait("document.querySelector('#drawn').innerText === 'c3 is empty'")
    assert words(browser) == "4 2 --first a1 --second b2"
    choose(browser, "pairing")
    browser.click("#ask")
    assert answer(browser) == "pairing: exists, verified"


def test_hex_is_drawn_by_the_keyboard(browser: Browser, server: str) -> None:
    draws(browser, server, "hex", "3 3")
    browser.run("document.querySelector('[data-move=a1]').focus()")
    for key in ("Enter", "ArrowRight", "ArrowDown"):
        press(browser, key)
    assert browser.run("document.activeElement.dataset.move") == "b2"
    press(browser, "Enter")
    browser.wait("field.value === '3 3 --first a1,b2'")
    drawn(browser)
    press(browser, "Enter")
    assert words(browser) == "3 3 --first a1"
    browser.run(
        "const s = document.querySelector('#to-move'); s.value = 'second';"
        "s.dispatchEvent(new Event('change'))"
    )
    assert words(browser) == "3 3 --first a1 --to-move second"
    assert gp.position(f"hex {words(browser)}").to_move == "second"


def test_a_graph_is_drawn_with_its_colours(browser: Browser, server: str) -> None:
    draws(browser, server, "snort")
    browser.click("#canvas svg")  # a vertex where the click was
    for _ in range(3):
        browser.click("#add-vertex")
    drawn(browser)
    tool(browser, "edge")
    for a, b in (("0", "1"), ("1", "2"), ("2", "3"), ("3", "0"), ("3", "0")):
        put(browser, a)
        drawn(browser)
        put(browser, b)
        drawn(browser)
    assert words(browser) == "edges 4 0 1 1 2 2 3"
    tool(browser, "red")
    put(browser, "0")
    assert words(browser) == "edges 4 0 1 1 2 2 3 --red 0"
    choose(browser, "value")
    browser.click("#ask")
    assert answer(browser) == f"value: {gp.solve('snort path 4 --red 0', 'value').answer}, verified"


def test_a_vertex_is_taken_away_and_the_others_keep_their_marks(
    browser: Browser, server: str
) -> None:
    draws(browser, server, "geography", "path 4 --start 3")
    assert browser.run("document.querySelectorAll('#canvas .vertex').length") == 4
    tool(browser, "erase")
    put(browser, "1")
    assert words(browser) == "edges 3 1 2 --start 2"
    tool(browser, "start")
    browser.run("document.querySelector('#canvas [data-move=\"0\"]').focus()")
    press(browser, "Enter")
    assert words(browser) == "edges 3 1 2 --start 0"
    assert gp.position(f"geography {words(browser)}").moves() == ()


def test_words_are_drawn(browser: Browser, server: str) -> None:
    draws(browser, server, "hex", "2 3 --first A1 --second c2")
    assert browser.run("document.querySelectorAll('#canvas .first').length") == 1
    assert browser.run("document.querySelectorAll('#canvas .second').length") == 1
    put(browser, "b1")
    assert words(browser) == "2 3 --first a1,b1 --second c2"
    browser.click("#clear")
    assert words(browser) == "2 3"
    draws(browser, server, "snort", "petersen --red 0")
    assert browser.run("document.querySelectorAll('#canvas .vertex').length") == 10
    tool(browser, "red")
    put(browser, "2")
    assert words(browser) == "petersen --red 0,2"
    tool(browser, "edge")
    put(browser, "5")
    drawn(browser)
    put(browser, "6")
    assert gp.position(f"snort {words(browser)}").rules.graph.edges.shape == (16, 2)  # type: ignore[attr-defined]
    draws(browser, server, "tictactoe", "3 3")
    put(browser, "2,2,2")
    assert words(browser) == "3 3 --first 2,2,2"
    put(browser, "1,2,3")
    assert gp.position(f"tictactoe {words(browser)}").rules.first == {13, 5}  # type: ignore[attr-defined]
    draws(browser, server, "domineering", "3 4")
    assert browser.run("document.querySelectorAll('#canvas svg').length") == 1


# -- home ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "game", "board"),
    [
        ("5x5 tic tac toe", "tictactoe", "5 2"),
        ("Tic-Tac-Toe 4 x 4 x 4", "tictactoe", "4 3"),
        ("snort path 7", "snort", "path 7"),
        ("nim 3 4 5", "nim", "3 4 5"),
        ("gameproof solve hex 4x4", "hex", "4 4"),
        ("5 in a row", "mnk", "5"),
        ("node kayles grid 2 5 -q grundy", "node-kayles", "grid 2 5 -q grundy"),
        ("torus hex 3", "torus-hex", "3"),
        ("connect four 5 x 4", "mnk", "5 4 4 --gravity"),
        ("kayles 10", "octal", "0.77 --heaps 10"),
        ("hexagons", None, ""),
        ("", None, ""),
    ],
)
def test_a_search_understands_words(text: str, game: str | None, board: str) -> None:
    found = understood(text)
    assert (None, "") if found is None else (found[0].name, found[1]) == (game, board)
    assert (found is None) == (game is None)


def test_what_is_sought_leads_to_its_board(browser: Browser, server: str) -> None:
    browser.open(server)
    browser.write("#find", "5x5 tic tac toe -q pairing")
    browser.press("Enter")
    browser.wait("document.querySelector('#words').value === '5 2'")
    assert browser.run("document.querySelector('[name=question]:checked').value") == "pairing"
    browser.open(f"{server}?find=token")
    assert "these games speak of it" in browser.text("#not-found")
    assert browser.run("[...document.querySelectorAll('#games + ul h3')].some("
                       "e => e.innerText === 'geography')")  # fmt: skip


def test_three_proofs_to_start_with(browser: Browser, server: str) -> None:
    for number, headline in enumerate(
        ("The second player never loses", "it is a draw", "Red wins, whoever starts")
    ):
        browser.open(server)
        assert browser.run("document.querySelectorAll('#start + ul button').length") == 3
        browser.run(f"document.querySelectorAll('#start + ul button')[{number}].click()")
        assert "verified" in answer(browser)
        inside = "document.querySelector('#proof').contentDocument"
        browser.wait(f"{inside}.documentElement.dataset.ready === 'yes'")
        assert headline in browser.run(f"{inside}.querySelector('h1').innerText")
        browser.wait(
            f"document.querySelector('#proof').clientHeight >="
            f"{inside}.documentElement.getBoundingClientRect().height"
        )


def test_every_card_has_its_picture(browser: Browser, server: str) -> None:
    browser.open(server)
    browser.run("document.querySelectorAll('img').forEach(e => (e.loading = 'eager')); 1")
    browser.wait("[...document.images].every(e => e.complete && e.naturalWidth > 0)")
    assert browser.run("document.images.length") > 30


# -- without a browser ---------------------------------------------------------------------------


def get(
    server: str, path: str, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    return talk(server, "GET", path, None, headers)


def post(
    server: str, path: str, fields: dict[str, str], headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    return talk(server, "POST", path, urllib.parse.urlencode(fields).encode(), headers)


def talk(
    server: str, method: str, path: str, body: bytes | None, headers: dict[str, str] | None
) -> tuple[int, dict[str, str], bytes]:
    place = urllib.parse.urlsplit(server)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
    connection.request(method, path, body, headers or {})
    found = connection.getresponse()
    text = found.read()
    connection.close()
    return found.status, {k.lower(): v for k, v in found.getheaders()}, text


@pytest.mark.parametrize(
    "path",
    ["/jobs/x", "/jobs/x/proof.json", "/jobs/..%2f..%2fetc/passwd", "/../../etc/passwd",
     "/pictures/none.svg", "/pictures/..%2fsetup.svg", "/static/explorer.js", "/games/none",
     "/games/..%2f..%2fetc", "/explorer.js", "/jobs/x/state"],
)  # fmt: skip
def test_nothing_else_is_there(server: str, path: str) -> None:
    status, _, text = get(server, path)
    assert status == 404
    assert b"root:" not in text


def test_other_sites_cannot_use_it(server: str) -> None:
    fields = {"game": "nim", "words": "3", "question": "outcome", "seconds": "5"}
    assert get(server, "/", {"Host": "evil.example"})[0] == 400
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        assert post(server, "/jobs", fields, headers)[0] == 400, headers


def test_long_requests_are_refused(server: str) -> None:
    fields = {"game": "nim", "words": "3 " * 50_000, "question": "outcome"}
    assert post(server, "/jobs", fields)[0] == 400
    assert post(server, "/jobs", {**fields, "words": "3 " * 3000})[0] == 422


def test_headers_that_keep_pages_apart(server: str) -> None:
    _, headers, _ = get(server, "/")
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
