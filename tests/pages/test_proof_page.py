"""The page of a proof in a real browser: one scenario a test."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from pages.browser import Browser
from pages.corrupted import ELEVEN, in_parts
from reference.forced import Edge, record

import gameproof as gp
from gameproof.certificates.files import CertificateFile, Sealed, load, unseal
from gameproof.certificates.strategies.positional_strategy import PositionalStrategy
from gameproof.cli.main import run
from gameproof.encodings.impartial.kayles import component_values
from gameproof.encodings.method import Options
from gameproof.games.game import games
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position
from gameproof.instances.contained import portable
from gameproof.instances.instance import from_words, resolve
from gameproof.instances.typed_words import split
from gameproof.prover.prove import prove_with_certificate
from gameproof.prover.written import seal
from gameproof.replies.replies import reply
from gameproof.solvers.limits import Limits
from gameproof.web.page import SENT, SERVED, page
from gameproof.web.scripts import packed, prover, static

Opens = Callable[..., None]


@cache
def proved(words: str, question: str | None = None, method: str | None = None) -> Sealed:
    found = prove_with_certificate(
        from_words(words.split(), question), Limits(120), method=method,
        options=Options(explicit=method is not None),
    )  # fmt: skip
    assert found.sealed is not None, found.answer
    return found.sealed


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Opens:
    """Makes the page of a proof and opens it from its file; ``beside`` as :func:`page` has it: 0
    leaves out the proved checker, which begins by itself and takes as long as the rest, ``SENT``
    is what readers get. Without a proof the last page is opened once more."""

    def opens(sealed: Sealed | None, fragment: str = "", *, beside: int = 0) -> None:
        path = tmp_path / "proof.html"
        if sealed is not None:
            path.write_text(page(sealed, beside=beside), encoding="utf-8")
        browser.open(f"{path.as_uri()}{fragment}")
        assert browser.wait("document.documentElement.dataset.ready") == "yes"

    return opens


def shipped(name: str) -> Sealed:
    return load(files("gameproof.instances") / "proofs" / f"{name}.json")  # type: ignore[arg-type]


def proves(browser: Browser) -> str:
    """What the checker of the page says; it begins by itself where the certificate is small, and
    ends where that takes long."""
    browser.wait("$('badge').dataset.verdict !== 'running'")
    if browser.run("$('badge').dataset.verdict === 'none'"):
        browser.click("#prove")
        browser.wait("!['none', 'running'].includes($('badge').dataset.verdict)")
    return browser.text("#found")


def not_proved(browser: Browser, why: str, command: str) -> None:
    """The page says that the proved checker is not there, why, and how to ask it."""
    assert why in browser.text("#declined")
    assert f"gameproof {command}" in browser.text("#declined")
    assert browser.text("#badge") == "✓ Checked when this page was made"
    assert browser.run("document.querySelector('#prove') === null")


PROVED = "PROVED by the proved checker in "


def play_out(browser: Browser, choose: str = "0") -> str:
    """You play until the game is over; ``choose`` says which of your moves (an expression)."""
    browser.run(
        "(async () => { const over = () => document.querySelector('#status').textContent"
        ".includes('over'); for (let k = 0; k < 400 && !over(); k++) {"
        "const all = document.querySelectorAll('#board [data-move]');"
        f"const e = all[({choose}) % all.length];"
        "e.dispatchEvent(new MouseEvent('click', {bubbles: true}));"
        "await new Promise(setTimeout); } })()"
    )
    return browser.text("#status")


FIVE = "tictactoe 5 2"


def test_a_pairing_answers_with_the_pair_and_says_so(browser: Browser, opened: Opens) -> None:
    sealed = proved(FIVE, "pairing")
    opened(sealed)
    pairs = json.loads(sealed.text)["steps"][-1]["pairs"]["numbers"]
    here, there = (f"{'abcde'[c % 5]}{c // 5 + 1}" for c in pairs[:2])
    browser.move(here)
    assert f"The proof plays {there}" in browser.text("#reason")
    assert "they are pair 1" in browser.text("#reason")
    assert browser.run("document.querySelectorAll('.second').length") == 1


def test_the_claim_its_theorem_and_what_is_trusted_are_there(
    browser: Browser, opened: Opens
) -> None:
    opened(proved(FIVE, "pairing"))
    text = browser.text("body")
    for words in (
        "pairing: exists",
        "Hales, Jewett",
        "What is trusted",
        "VERIFIED tictactoe 5 2",
    ):
        assert words in text


def test_undo_and_start_again(browser: Browser, opened: Opens) -> None:
    opened(proved(FIVE, "pairing"))
    assert browser.run("document.querySelector('#undo').disabled")
    browser.move("c3")
    browser.move(browser.run("document.querySelector('#board [data-move]').dataset.move"))
    assert browser.run("document.querySelectorAll('.first').length") == 2
    browser.click("#undo")
    assert browser.run("document.querySelectorAll('.first').length") == 1
    browser.click("#restart")
    assert browser.run("document.querySelectorAll('.first, .second').length") == 0


def test_a_link_leads_to_the_position(browser: Browser, opened: Opens) -> None:
    sealed = proved(FIVE, "pairing")
    opened(sealed)
    browser.move("c3")
    before, link = browser.text("#line"), browser.run("location.hash")
    assert link == browser.run("document.querySelector('#permalink').hash")
    opened(sealed, link)
    assert browser.text("#line") == before


def test_a_link_that_leads_nowhere_is_said_to(browser: Browser, opened: Opens) -> None:
    opened(proved(FIVE, "pairing"), "#0:z9")
    assert "leads to no position" in browser.text("#problem")
    assert "Your move" in browser.text("#status")


def test_every_answer_stands_in_a_tree_that_opens(browser: Browser, opened: Opens) -> None:
    opened(proved(FIVE, "pairing"))
    assert browser.run("document.querySelectorAll('#tree summary').length") == 25
    browser.click("#tree summary")
    browser.wait("document.querySelector('#tree details p')")
    assert "answers a1: they are pair" in browser.text("#tree details p")
    assert browser.run("document.querySelectorAll('#tree details summary').length") == 25 + 23
    browser.click("#tree a")
    browser.wait("document.querySelectorAll('.first').length === 1")


def test_undo_redo_and_the_slider_lead_through_the_play(browser: Browser, opened: Opens) -> None:
    opened(proved(FIVE, "pairing"))
    for cell in ("c3", "b3"):
        browser.move(cell)
    stones = "document.querySelectorAll('#board .first, #board .second').length"
    browser.run("document.activeElement.blur()")
    for key, left in (("ArrowLeft", 2), ("ArrowLeft", 0), ("ArrowLeft", 0), ("ArrowRight", 2)):
        browser.press(key)
        assert browser.run(stones) == left
    link = browser.run("location.hash")
    assert link == "#0:c3"
    browser.click("#redo")
    assert browser.run(stones) == 4
    assert browser.run("document.querySelector('#redo').disabled")
    browser.run("$('moment').value = 1; $('moment').dispatchEvent(new Event('input')); 1")
    assert browser.run(stones) == 1
    assert not browser.run("document.querySelectorAll('#board [data-move]').length")
    browser.run("document.querySelector('#line li button').click()")
    assert browser.run("document.querySelector('#line [aria-current]').innerText") == "you: c3"


@pytest.mark.parametrize("opponent", ["random", "worst"])
def test_it_plays_by_itself(browser: Browser, opened: Opens, opponent: str) -> None:
    opened(proved("mnk 3 4 3", None, "search"))
    browser.run(f"$('opponent').value = '{opponent}'; 1")
    browser.click("#watch")
    assert browser.text("#watch") == "Stop"
    browser.wait("$('status').innerText.includes('the first player has a set')")
    browser.wait("$('watch').innerText === 'Let it play'")
    assert browser.run("document.querySelectorAll('#board .shown.won').length") == 1


def test_a_position_is_found(browser: Browser, opened: Opens) -> None:
    opened(proved(FIVE, "pairing"))
    browser.move("a1")
    if browser.run("!!document.querySelector('[data-move=e5]')"):
        browser.move("e5")
    scene = browser.run(
        "[...document.querySelectorAll('.cell')].map(c => c.getAttribute('aria-label'))"
    )
    stones = {"X": [], "O": []}  # type: dict[str, list[str]]
    for words in scene:
        cell, kind = words.split(", ")[:2]
        if kind in stones:
            stones[kind].append(cell)
    browser.click("#restart")
    browser.write("#wanted", f"X {' '.join(stones['X'])} O {' '.join(stones['O'])}")
    browser.press("Enter")
    browser.wait(f"document.querySelectorAll('.first').length === {len(stones['X'])}")
    assert not browser.text("#problem")


def test_a_position_that_cannot_come_is_not_found(browser: Browser, opened: Opens) -> None:
    opened(proved(FIVE, "pairing"))
    browser.write("#wanted", "X a1 b1 c1 d1 e1")
    browser.press("Enter")
    browser.wait("document.querySelector('#problem').innerText.startsWith('Not found')")
    browser.write("#wanted", "a1")
    browser.press("Enter")
    browser.wait("document.querySelector('#problem').innerText.includes('say whose')")


def test_by_the_keyboard_alone(browser: Browser, opened: Opens) -> None:
    opened(proved(FIVE, "pairing"))
    browser.run("document.querySelector('[data-move=a1]').focus()")
    browser.press("ArrowRight")
    browser.press("ArrowDown")
    assert browser.run("document.activeElement.dataset.move") == "b2"
    browser.press("Enter")
    assert "you: b2" in browser.text("#line")
    labels = browser.run(
        "[...document.querySelectorAll('[role=button]')].every(e => e.getAttribute('aria-label'))"
    )
    assert labels


def test_the_first_player_never_wins_against_a_pairing(browser: Browser, opened: Opens) -> None:
    opened(proved(FIVE, "pairing"))
    for choose in ("0", "k", "all.length - 1", "7 * k + 3"):
        assert "the first player has a set" not in play_out(browser, choose)
        browser.click("#restart")


def test_a_positional_strategy_wins(browser: Browser, opened: Opens) -> None:
    opened(proved("mnk 3 4 3", None, "search"), beside=SENT)
    for choose in ("0", "all.length - 1", "k + 2", "3 * k + 1", "5"):
        assert "the first player has a set" in play_out(browser, choose)
        browser.click("#restart")
    assert proves(browser).startswith(PROVED)


def test_a_positional_strategy_draws(browser: Browser, opened: Opens) -> None:
    opened(proved("tictactoe 3 2", None, "search"), beside=SENT)
    for choose in ("0", "4", "all.length - 1", "k + 2", "3 * k + 1", "2"):
        assert "the first player has a set" not in play_out(browser, choose)
        browser.click("#restart")
    assert proves(browser).startswith(PROVED)


def test_regions(browser: Browser, opened: Opens) -> None:
    opened(proved("tictactoe 4 2", None, "regions"), beside=SENT)
    said = ""
    for cells in ("a1 b2 c3 d4", "b1 b2 b3 b4", "d1 c2 b3 a4", "a2 b2 c2 d2"):
        for cell in cells.split():
            if browser.run(f"!!document.querySelector('[data-move={cell}]')"):
                browser.move(cell)
                said += browser.text("#reason")
        browser.click("#restart")
    assert "is an answer" in said
    for choose in ("0", "k", "all.length - 1", "5"):
        assert "the first player has a set" not in play_out(browser, choose)
        browser.click("#restart")
    assert proves(browser).startswith(PROVED)


def test_the_potential(browser: Browser, opened: Opens) -> None:
    opened(proved(FIVE, None, "potential"), beside=SENT)
    browser.move("c3")
    assert "no cell has more danger" in browser.text("#reason")
    assert "the first player has a set" not in play_out(browser)
    assert proves(browser).startswith(PROVED)


def test_an_opening_then_a_pairing(browser: Browser, opened: Opens) -> None:
    opened(proved("tictactoe 4 2", None, "opening-pairing"), beside=SENT)
    for choose in ("0", "5", "all.length - 1", "k", "3 * k + 1"):
        assert "the first player has a set" not in play_out(browser, choose)
        browser.click("#restart")
    assert proves(browser).startswith(PROVED)


def test_six_cubed_opens_at_once_and_its_certificate_can_be_taken(
    browser: Browser, opened: Opens
) -> None:
    """Nothing is expanded beforehand; symmetries and alternating paths are followed."""
    sealed = shipped("tictactoe-6-3")
    opened(sealed, beside=SENT)
    not_proved(browser, "too large to be sent", "check proof.json")
    text = browser.run("fetchless = new TextDecoder().decode(page.text)")
    assert text.encode() == sealed.text
    assert browser.run("page.arrays.length") == len(sealed.arrays or b"")
    assert browser.run("document.querySelector('#npz').href.startsWith('blob:')")
    said = []
    for cell in ("3,3,3", "1,1,1", "6,1,1", "2,2,5"):
        if browser.run(f"!!document.querySelector('[data-move=\"{cell}\"]')"):
            browser.move(cell)
            said.append(browser.text("#reason"))
    assert any("is an answer" in words for words in said), said
    assert "1,1,1" in browser.text("#tree")


@pytest.mark.slow
def test_alternating_paths_in_six_cubed(browser: Browser, opened: Opens) -> None:
    opened(shipped("tictactoe-6-3"))
    paths = answers = 0
    for start in range(12):
        browser.click("#restart")
        for k in range(12):
            browser.run(
                "(() => { const all = document.querySelectorAll('#board [data-move]');"
                f"all[({start * 37} + {k * 53}) % all.length]"
                ".dispatchEvent(new MouseEvent('click', {bubbles: true})); })()"
            )
            reason = browser.text("#reason")
            paths += "lets go" in reason
            answers += "is an answer" in reason
            assert "has no answer" not in reason
    assert paths
    assert answers
    assert "the first player has a set" not in play_out(browser, "7 * k")


def test_seven_cubed_is_read_while_one_looks_and_answers_at_once(
    browser: Browser, opened: Opens
) -> None:
    opened(shipped("tictactoe-7-3"), beside=0)
    browser.wait("!!page.model.proof.known")
    browser.run("page.model.proof.reading.next = () => { throw Error('read again'); }; 1")
    for move in ("4,4,4", "2,3,4", "7,6,5"):
        browser.run(f"play('{move}'); 1")
        assert "The proof plays" in browser.text("#reason")
    assert browser.run("document.querySelectorAll('.cell').length") == 343
    opened(None, "#0:4,4,4")  # a link does not wait
    assert "The proof plays" in browser.text("#reason")


def test_qubic_is_won(browser: Browser, opened: Opens) -> None:
    opened(shipped("tictactoe-4-3"), beside=0)
    for choose in ("0", "11", "all.length - 1", "7 * k + 3"):
        assert "the first player has a set" in play_out(browser, choose)
        browser.click("#restart")


def test_a_geography_matching(browser: Browser, opened: Opens) -> None:
    opened(proved("geography petersen --start 0"), beside=SENT)
    assert "edge of the matching" in browser.text("#reason")
    for choose in ("0", "k", "all.length - 1"):
        assert "the proof has moved last and won" in play_out(browser, choose)
        browser.click("#restart")
    assert proves(browser).startswith(PROVED)


def test_geography_lost_by_the_mover(browser: Browser, opened: Opens) -> None:
    opened(proved("geography grid 3 3 --start 1"))
    for choose in ("0", "k", "all.length - 1"):
        assert "the proof has moved last and won" in play_out(browser, choose)
        browser.click("#restart")


def test_an_opposition_in_snort(browser: Browser, opened: Opens) -> None:
    opened(proved("snort cycle 8", None, "opposition"))
    assert browser.run("document.querySelectorAll('#proof option').length") == 2
    for proof in ("0", "1"):
        browser.run(
            f"(() => {{ const e = document.querySelector('#proof'); e.value = '{proof}';"
            "e.dispatchEvent(new Event('change')); })()"
        )
        assert "the proof has won" in play_out(browser, "k")


def test_a_table_of_grundy_values(browser: Browser, opened: Opens) -> None:
    opened(proved("nim 3 4 5", None, "grundy-table"))
    assert "⊕" in browser.text("#reason")
    browser.run("document.querySelector('#fields').closest('details').open = true; 1")
    browser.run("document.querySelector('#filter').scrollIntoView()")
    browser.write("#filter", "5")
    browser.wait("document.querySelectorAll('#table td').length === 2")
    assert browser.text("#table td:last-child") == "5"
    assert "the proof has moved last and won" in play_out(browser, "k")


def test_heaps_by_theorem_are_found(browser: Browser, opened: Opens) -> None:
    opened(proved("nim 3 4 5", None, "law"))
    browser.write("#wanted", "0 4 4")
    browser.press("Enter")
    browser.wait("document.querySelector('#line').innerText.includes('you')")
    sizes = browser.run("[...document.querySelectorAll('.size')].map(e => e.innerText).join(' ')")
    assert sizes == "0 4 4"


def test_a_strategy_of_a_game_whose_rules_the_page_does_not_know(
    browser: Browser, opened: Opens
) -> None:
    opened(proved("tictoe"))
    play_out(browser, "k")
    assert "over" in browser.text("#status")


def test_hex_is_played_though_its_rules_are_not_known(browser: Browser, opened: Opens) -> None:
    opened(proved("hex 3 3", None, "search"), beside=SENT)
    assert "the first player has a set" in play_out(browser, "k")
    assert proves(browser).startswith(PROVED)


def test_a_proof_that_is_looked_at(browser: Browser, opened: Opens) -> None:
    opened(proved("tetris --size 4x4 --pieces JJ"))
    assert "looked at, not played" in browser.text("#status")
    assert browser.run("!document.querySelector('#explorer')")


def test_a_board_too_large_to_be_seen(browser: Browser, opened: Opens) -> None:
    """[40]^12 has more planes than a machine holds: its draw is looked at."""
    opened(proved("tictactoe 40 12"))
    assert "looked at, not played" in browser.text("#status")
    assert "draw" in browser.text("h1")


def test_a_play_that_is_too_large_is_known_as_far_as_it_goes(
    browser: Browser, opened: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gameproof.web.page.ALONE", (20, 100_000))
    opened(proved("clobber 2 3"))
    assert browser.run("page.model.constructor.name") == "PlayedModel"
    for number in range(20):
        moves = browser.run("page.model.moves(current())")
        if not moves:
            break
        browser.run(f"play({json.dumps(moves[number % len(moves)])})")
    assert "knows the play no further" in browser.text("#status")
    assert "gameproof play" in browser.text("#status")


@pytest.mark.parametrize(
    ("words", "method"),
    [
        ("chomp 3 4", None), ("clobber 2 3", None), ("col path 7", None),
        ("digraph path 4 --start 0", None), ("subtraction 1 2 3 4 --heaps 10 11", None),
        ("take-away x 12", None), ("geography path 6 --start 0 --edge", None),
        ("domineering 3 3", None), ("wythoff 3 5", None), ("nim 2 3 1 -q misere-outcome", None),
        ("hackenbush ground-a:red,ground-b:blue,a-b:red,a-c:blue,b-c:red", None),
    ],
)  # fmt: skip
def test_a_proof_that_the_script_cannot_follow_is_played_out(
    browser: Browser, opened: Opens, words: str, method: str | None
) -> None:
    """Whatever is played, the proof wins; positions have pictures."""
    board, _, question = words.partition(" -q ")
    opened(proved(board, question or None, method))
    assert browser.run("page.model.constructor.name") == "PlayedModel"
    for choose in ("0", "k", "all.length - 1", "7 * k + 3"):
        assert "the proof has won" in play_out(browser, choose)
        assert browser.run("!!document.querySelector('#board svg')")
        browser.click("#restart")


def test_the_proofs_side_is_played_by_hand(browser: Browser, opened: Opens) -> None:
    opened(proved("nim 3 4 5", None, "grundy-table"))
    browser.click("#guess")
    assert browser.text("#status") == "Find the proof's move."
    browser.move("2:1")
    assert "It plays 1:2" in browser.text("#problem")
    browser.move("1:2")
    for _ in range(20):
        if "over" in browser.text("#status"):
            break
        wanted = browser.run("page.model.reply(current()).text")
        browser.move(wanted)
    assert "the proof has moved last and won" in browser.text("#status")
    browser.click("#guess")
    assert "Your move" in browser.text("#status")


def test_the_frames_of_a_play_of_tetris(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "play.html"
    instance = files("gameproof.instances") / "data" / "tetris" / "eight-ts.json"
    assert run(["show", str(instance), "--solve", "-o", str(path)]) == 0
    browser.open(path.as_uri())
    browser.wait("document.documentElement.dataset.ready === 'yes'")
    drawn = "document.querySelector('.picture svg').outerHTML"
    frames = [browser.run(drawn)]
    browser.run("document.querySelector('#step').focus()")
    for _ in range(browser.run("Number(document.querySelector('#step').max)")):
        browser.press("ArrowRight")
        frames.append(browser.run(drawn))
    assert len(set(frames)) == len(frames) > 9
    assert "8 placed" in frames[-1]
    assert browser.run("document.querySelectorAll('.picture svg').length") == 1
    for frame in frames[-2::-1]:
        browser.press("ArrowLeft")
        assert browser.run(drawn) == frame


@pytest.mark.slow
def test_the_first_example_of_every_game(browser: Browser, opened: Opens) -> None:
    """Whatever the kind of proof: the page opens, is played to an end where it can be, and is
    proved where its checker covers it."""
    seen = 0
    for name in sorted(games()):
        example = split(games()[name][0].examples[0])
        at = example.index("-q") if "-q" in example else len(example)
        try:
            asked = from_words(example[:at], example[at + 1] if at < len(example) else None)
        except BadInput:  # an example that names a file
            continue
        found = prove_with_certificate(asked, Limits(20))
        if found.sealed is None:
            continue
        opened(found.sealed, beside=SENT)
        if browser.run("!!document.querySelector('#explorer')"):
            assert "over" in play_out(browser, "7 * k"), name
        if browser.run("!!$('prove')"):
            assert proves(browser).startswith(PROVED), name
        assert not browser.errors, name
        seen += 1
    assert seen > 20


def test_nothing_is_asked_of_the_network(browser: Browser, opened: Opens) -> None:
    opened(proved(FIVE, "pairing"), beside=SENT)
    assert proves(browser).startswith(PROVED)
    outside = [
        u for u in browser.requests if not u.startswith(("file:", "blob:", "about:", "data:"))
    ]
    assert not outside


def test_a_dark_and_narrow_window(browser: Browser, opened: Opens) -> None:
    browser.size(400, 800, dark=True)
    opened(proved(FIVE, "pairing"))
    assert browser.run("getComputedStyle(document.body).backgroundColor") == "rgb(21, 23, 26)"
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")


def test_names_in_a_file_do_no_harm(browser: Browser, opened: Opens, tmp_path: Path) -> None:
    """Text from a file is text in the page."""
    names = ["<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>", "{title}", "d"]
    family = tmp_path / "family.json"
    family.write_text(json.dumps({"cells": names, "sets": [names[:2], names[2:]]}))
    found = prove_with_certificate(from_words(["positional", str(family)], "pairing"), Limits(60))
    assert found.sealed is not None
    opened(found.sealed)
    assert browser.run("document.images.length") == 0
    labels = browser.run("[...document.querySelectorAll('.cell')].map(c => c.dataset.move ?? '')")
    assert labels is not None
    assert "{title}" in browser.run("document.body.innerHTML")


def test_a_connection_is_mended_where_it_is_disturbed(browser: Browser, opened: Opens) -> None:
    opened(proved("hex 4 4 --first d1 --to-move second"), beside=0)
    assert browser.run("document.querySelectorAll('.cell polygon').length") == 16
    for choose in ("0", "k * 7 + 3"):
        assert "has joined his sides" in play_out(browser, choose)
        assert "the first player has joined" in browser.text("#status")
        browser.click("#restart")


@pytest.mark.parametrize(("opening", "winner"), [("a1", "second"), ("a5", "first")])
def test_the_page_joins_as_the_proof_does(
    browser: Browser, opened: Opens, opening: str, winner: str
) -> None:
    """The answers of the page are those of the kind's own reply, which another program gives; in
    the second proof there are captured pairs."""
    words = f"hex 5 5 --first {opening} --to-move second"
    sealed = proved(words)
    certificate = unseal(sealed).certificate
    opened(sealed, beside=0)
    position: Any = gp.position(words).rules
    if winner == "second":
        position = position.play(reply(position, certificate))
    for number in range(30):
        if position.result() is not None:
            break
        moves = position.moves()
        move = moves[(5 * number + 2) % len(moves)]
        browser.move(position.move_text(move))
        position = position.play(move)
        answer = reply(position, certificate)
        said = browser.text("#reason")
        assert f"The proof plays {position.move_text(answer)}: " in said
        assert "it joins" in said or "the connection is complete" in said
        position = position.play(answer)
    assert position.result() == winner
    assert f"the {winner} player has joined his sides" in browser.text("#status")


def test_a_large_hex_board_has_a_page(browser: Browser, opened: Opens) -> None:
    opened(proved("hex 7 2"))
    assert "has joined his sides" in play_out(browser, "k")


def test_in_the_widget_of_a_notebook(browser: Browser, tmp_path: Path) -> None:
    """The widget's script with a model as a notebook has it: moves go in, the line comes out."""
    sealed = proved(FIVE, "pairing")
    html = json.dumps(page(sealed)).replace("</", "<\\/")
    here = tmp_path / "notebook.html"
    script = static("widget.js").replace("export default", "const widget =")
    here.write_text(
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">'
        f"<div id=cell></div><script>{script}\n"
        f"const state = {{html: {html}, height: 500, played: [], line: []}}; const heard = [];"
        "const model = {get: k => state[k], save_changes() {}, set(k, v) { state[k] = v;"
        "heard.filter(([e]) => e === 'change:' + k).forEach(([, f]) => f()); },"
        "on: (e, f) => heard.push([e, f]), off() {}};"
        "widget.render({model, el: document.querySelector('#cell')});</script>",
        encoding="utf-8",
    )
    browser.open(here.as_uri())
    browser.wait("document.querySelector('iframe').getAttribute('sandbox') === 'allow-scripts'")
    pairs = json.loads(sealed.text)["steps"][-1]["pairs"]["numbers"]
    move, answer = (f"{'abcde'[c % 5]}{c // 5 + 1}" for c in pairs[:2])
    browser.wait("(setPlayed => setPlayed())(() => (model.set('played', "
                 f"['{move}']), state.line.length === 2))")  # fmt: skip
    assert browser.run("state.line") == [move, answer]
    assert browser.run("state.played") == [move]
    browser.run("model.set('played', [])")
    browser.wait("state.line.length === 0")


def test_a_tiling_answers_in_its_regions(browser: Browser, opened: Opens) -> None:
    opened(proved("mnk 3 5 4", method="tiling"))
    browser.move("c2")
    assert "inside region" in browser.text("#reason") or "region" in browser.text("#reason")
    assert "a draw" in play_out(browser, "5 * k + 1")


def test_pairs_at_the_nodes_of_a_strategy(browser: Browser, opened: Opens) -> None:
    """5 x 5 once more: a strategy of one node, with the pairs that matchings find."""
    position: Any = gp.position("tictactoe 5 2").rules
    pairing: Any = gp.solve("tictactoe 5 2", "pairing").certificate
    none, ends = np.zeros(0, np.int16), np.zeros(2, np.int16)
    pairs = np.asarray(pairing.pairs, np.int16)
    certificate = PositionalStrategy(
        [], [], "first", None, [("first", "prevents", -1, 0, 0)],
        np.arange(25, dtype=np.int16)[None, :], ends, none, none, none, none, ends,
        np.zeros(1, np.int16), none, np.array([0, len(pairs)]), pairs,
    )  # fmt: skip
    document = portable(resolve(from_words(["tictactoe", "5", "2"], "second-wins")))
    opened(seal(CertificateFile(document, "no", certificate)))
    browser.move(position.move_text(int(pairs[0][0])))
    assert f"The proof plays {position.move_text(int(pairs[0][1]))}" in browser.text("#reason")
    assert "they are pair 1 of node 0" in browser.text("#reason")
    assert "a draw" in play_out(browser)


def test_zones_are_played_on_the_page(browser: Browser, opened: Opens) -> None:
    """Five in a row on 7 x 8, whatever is played against the proof."""
    opened(shipped("mnk-7-8-5"), beside=SENT)
    not_proved(browser, "too large to be sent", "check --formal proof.json")
    for choose in ("0", "11 * k + 3"):
        browser.click("#restart")
        browser.move("d4")
        assert "is outside of the zone of node" in browser.text("#reason")
        assert "stopped every set" in play_out(browser, choose)


def test_parts_of_zones_are_played_by_themselves(browser: Browser, opened: Opens) -> None:
    """A game of five cells on each side of the middle: each goes on where the other moves."""
    words = "mnk 1 11 3 --rule weak --second f1 --to-move first"
    asked = portable(resolve(from_words(words.split(), "outcome")))
    opened(seal(CertificateFile(asked, "breaker", in_parts(11, ELEVEN))), beside=SENT)
    assert proves(browser).startswith(PROVED)
    for move, answer, reason in (
        ("j1", "i1", "j1 is outside of the zone of node 0 of the proof; the other parts stay"),
        ("c1", "b1", "c1 is outside of the zone of node 1 of the proof"),
        (
            "d1",
            "e1",
            "they are pair 1, of node 1 of the proof; pairs answer everything from there on",
        ),
    ):
        browser.move(move)
        assert f"The proof plays {answer}" in browser.text("#reason")
        assert reason in browser.text("#reason")
    for choose in ("0", "7 * k + 2"):
        browser.click("#restart")
        assert "stopped every set" in play_out(browser, choose)


def test_a_forced_win_is_played(browser: Browser, opened: Opens) -> None:
    """Two open threes: what is listed has its own answer, everything else the default's."""
    asked = resolve(from_words(FORCED_ROWS.split(), "outcome"))
    nodes: list[list[Edge]] = [
        [(-1, 1, -2), (1, 5, -3)],
        [(-1, 10, -11), (10, 14, -12)],
        [(-1, 2, 0), (1, 13, 1), (2, 13, 1), (5, 13, 1)],
    ]
    certificate = record(cast("Position", asked.position), "first", nodes)
    opened(seal(CertificateFile(portable(asked), "first", certificate)), beside=SENT)
    assert proves(browser).startswith(PROVED)
    browser.move("i1")
    assert "is the answer of this node to every move that it does not list" in browser.text(
        "#reason"
    )
    browser.click("#restart")
    browser.move("c1")
    assert "node 2 of the proof: n1 answers c1" in browser.text("#reason")
    for choose in ("0", "7 * k + 2"):
        browser.click("#restart")
        assert "the first player has a set" in play_out(browser, choose)


FORCED_ROWS = "mnk 1 17 4 --first d1;e1;l1;m1 --to-move second"


@pytest.mark.parametrize(("words", "method"), [
    ("octal 0.77 --heaps 5 6 8", None), ("octal 4.07 --heaps 7 3", None),
    ("node-kayles grid 2 5", "components"),
    ("arc-kayles edges 8 0 1 1 2 2 3 2 4 5 6 6 7", "components"),
])  # fmt: skip
def test_values_win_to_the_last_move(
    browser: Browser, opened: Opens, words: str, method: str | None
) -> None:
    """Every answer of the page is a winning move by the values that the rules give."""
    opened(proved(words, method=method))
    win_to_the_last_move(browser, gp.position(words).rules)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("arc-kayles gnp 11 0.25 seed 3", "P"),
        ("arc-kayles gnp 12 0.25 seed 2", "N"),
        ("node-kayles gnp 10 0.25 seed 6", "P"),
    ],
)
def test_values_win_where_some_are_only_excluded(
    browser: Browser, opened: Opens, words: str, answer: str
) -> None:
    position: Any = gp.position(words).rules
    certificate = component_values(position, "outcome", Limits(), most=0)
    assert certificate.excluded
    opened(seal(CertificateFile(portable(resolve(from_words(words.split()))), answer, certificate)))
    win_to_the_last_move(browser, position)


def win_to_the_last_move(browser: Browser, position: Any) -> None:
    """Play moves of the opponent until the game is over, and the proof has won."""
    for number in range(40):
        line = browser.run(
            "[...document.querySelectorAll('#line li')].map(e => e.innerText.split(' ')[1])"
        )
        here = position
        for text in line:
            here = here.play(here.parse_move(text))
        shown = browser.run(
            "[...document.querySelectorAll('#board [data-move]')].map(e => e.dataset.move)"
        )
        assert sorted(shown) == sorted(here.move_text(m) for m in here.moves())
        if "over" in browser.text("#status"):
            break
        browser.run(
            f"document.querySelectorAll('#board [data-move]')[{5 * number % len(shown)}]"
            ".dispatchEvent(new MouseEvent('click', {bubbles: true}))"
        )
    assert "the proof has moved last and won" in browser.text("#status")


@pytest.mark.parametrize(
    ("words", "question", "theorem"),
    [
        ("tictactoe 5 2", "pairing", "there is a pairing of the sets that first wants"),
        ("tictactoe 4 2", "pairing", "there is no pairing of the sets that first wants"),
        ("geography path 4 --start 0", "outcome", "first can make every play end in: first wins"),
        ("nim 3 4 5", "outcome", "first can make every play end in: first wins"),
    ],
)
def test_the_checker_says_what_it_proved(
    browser: Browser, opened: Opens, words: str, question: str, theorem: str
) -> None:
    opened(proved(words, question), beside=SENT)
    assert "proved in Coq" in browser.text("section:has(#prove)")
    said = proves(browser)
    assert said.startswith(PROVED)
    assert theorem in said
    assert browser.text("#badge") == "✓ Proved in this browser"
    assert not browser.errors


def put(browser: Browser, name: str, text: str) -> None:
    """Another text in place of one that the page holds packed."""
    browser.run(f"$('{name}').textContent = {json.dumps(packed(text))}")


def test_numbers_that_prove_nothing_are_not_proved(browser: Browser, opened: Opens) -> None:
    """The page is changed after it was made, as a forger would."""
    opened(proved("tictactoe 5 2", "pairing"), beside=SENT)
    assert proves(browser).startswith(PROVED)
    put(browser, "numbers", "0 0 5 2 0 0 0 1 2 0 1 0")
    browser.click("#prove")
    browser.wait("$('badge').dataset.verdict === 'not verified'")
    assert browser.text("#found").startswith("NOT PROVED by the proved checker in ")
    assert not browser.run("$('theorem').children.length")


def test_a_check_is_stopped_and_begun_again(browser: Browser, opened: Opens) -> None:
    """The program never ends; the page goes on meanwhile."""
    opened(proved("tictactoe 5 2", "pairing"), beside=SENT)
    assert proves(browser).startswith(PROVED)
    endless = "globalThis.gameproofProved = () => { for (;;) {} };"
    kept = browser.run("$('prover').textContent")
    put(browser, "prover", endless)
    browser.click("#prove")
    assert browser.text("#prove") == "Stop"
    assert browser.run("$('progress').hidden") is False
    browser.wait("$('elapsed').textContent === '1 s'")
    browser.move("c3")
    assert "The proof plays" in browser.text("#reason")
    browser.click("#prove")
    assert browser.text("#found").startswith("Stopped after ")
    assert browser.text("#badge") == "Not checked in this browser yet"
    browser.run(f"$('prover').textContent = {json.dumps(kept)}")
    assert proves(browser).startswith(PROVED)


def test_a_program_that_breaks_off_proves_nothing(browser: Browser, opened: Opens) -> None:
    opened(proved("tictactoe 5 2", "pairing"), beside=SENT)
    assert proves(browser).startswith(PROVED)
    put(browser, "prover", "throw Error('too deep');")
    browser.click("#prove")
    browser.wait("$('badge').dataset.verdict === 'broken'")
    said = browser.text("#found")
    assert said.startswith("The check broke off after ")
    assert "too deep" in said
    assert "gameproof check --formal proof.json" in said
    browser.errors.clear()


def test_the_page_says_where_it_does_not_check(browser: Browser, opened: Opens) -> None:
    """So do the pages of six cubed and of zones."""
    opened(proved("snort path 3", "temperature"), beside=SENT)
    not_proved(browser, "does not cover", "check proof.json")


def test_what_nobody_asked_for_is_soon_given_up(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "endless.html"
    text = page(proved("tictactoe 5 2", "pairing")).replace("UNASKED = 10;", "UNASKED = 1;")
    path.write_text(text.replace(prover(), packed("for (;;) {}")), encoding="utf-8")
    browser.open(path.as_uri())
    browser.wait("$('badge').dataset.verdict === 'none' && $('found').innerText")
    assert browser.text("#found") == "It takes longer than 1 s."
    assert browser.text("#prove") == "Check the proof"


@pytest.mark.slow
def test_the_checker_does_six_cubed(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "proof.html"
    path.write_text(page(shipped("tictactoe-6-3"), beside=SERVED), encoding="utf-8")
    browser.open(path.as_uri())
    browser.wait("document.documentElement.dataset.ready")
    browser.click("#prove")
    until = time.monotonic() + 300
    while browser.run("$('badge').dataset.verdict === 'running'"):
        assert time.monotonic() < until
        time.sleep(0.2)
    said = browser.text("#found")
    assert said.startswith(PROVED)
    assert "the lines of [6]^3, empty board" in said


def test_heaps_larger_than_any_number_of_the_page(browser: Browser, opened: Opens) -> None:
    opened(proved(f"nim {10**20 + 1} {10**20} 1", None, "law"))
    sizes = browser.run("[...document.querySelectorAll('.size')].map(e => e.innerText).join(' ')")
    assert sizes == f"{10**20 + 1} {10**20} 1"


def test_whole_numbers_of_a_file_are_not_rounded(browser: Browser, opened: Opens) -> None:
    opened(proved("tictactoe 5 2", "pairing"))
    text = json.dumps(
        {"a": 10**20, "b": [-(10**17), 5], "c": "[1, 12345678901234567890]", "d": 0.5}
    )
    assert browser.run(f"parsed({json.dumps(text)})") == {
        "a": str(10**20), "b": [str(-(10**17)), 5], "c": "[1, 12345678901234567890]", "d": 0.5,
    }  # fmt: skip
