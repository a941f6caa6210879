"""What the process of a job refuses by itself, and how many jobs there may be."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from gameproof.games.game import games
from gameproof.web import documents, worker
from gameproof.web import jobs as module
from gameproof.web import page as pages
from gameproof.web.jobs import Busy, Jobs
from gameproof.web.worker import MOST_WORDS, Refused, refuse_paths

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "words",
    ["tictactoe 5 2 --first a1;b2", "snort grid ./R. red",
     "take-away 3*x//2 20", "tetris --board #.#./#.#. --pieces TT", "nim 3 4 5",
     "sum nim:3,4 + wythoff:2,3", "positional -"],
)  # fmt: skip
def test_words_that_name_no_file(words: str) -> None:
    refuse_paths(words)


@pytest.mark.parametrize(
    "words",
    ["positional /etc/passwd", "positional ../x", "positional a/../../x", "positional ~root/x",
     "--file=/etc/passwd", "sum x:/etc/passwd", "'/etc/passwd'", "\\\\host\\share",
     "x" * (MOST_WORDS + 1), "nim 3\n4", "{\"file\":\"/etc/passwd\"}"],
)  # fmt: skip
def test_words_that_might(words: str) -> None:
    with pytest.raises(Refused):
        refuse_paths(words)


def test_the_second_wall() -> None:
    """Whatever the words say, no other file is opened while they are read."""
    code = """
from gameproof.web.worker import no_files
with no_files():
    import gameproof.games.positional
    try:
        open("/etc/hostname")
    except PermissionError as error:
        print("refused", error.strerror)
open("/etc/passwd").close()
print("after")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout.splitlines() == ["refused no files are read here", "after"], done.stderr


def test_too_many_jobs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 2)
    jobs = Jobs(seconds=50)
    try:
        first = jobs.start("mnk 9 9 5", "outcome")
        jobs.start("mnk 9 9 5", "outcome")
        with pytest.raises(Busy):
            jobs.start("mnk 9 9 5", "outcome")
        jobs.cancel(first)
        assert first.over
        assert jobs.start("nim 3", "outcome") in jobs.latest()
    finally:
        jobs.close()
    assert all(job.state == "cancelled" for job in jobs.latest())
    assert not any(Path(job.folder.name).exists() for job in jobs.latest())


def linked() -> list[tuple[str, dict[str, str]]]:
    """The example links of every game's page: the game, and the fields that a link fills in."""
    found = []
    for name, (game, *_) in sorted(games().items()):
        for query in re.findall(rf'href="/games/{name}\?([^"]*)"', documents.ask(game, 60)):
            given = parse_qs(html.unescape(query), keep_blank_values=True)
            found.append((name, {key: values[0] for key, values in given.items()}))
    return found


@pytest.mark.parametrize(("name", "fields"), linked(), ids=str)
def test_every_example_link_leads_to_an_answer(
    name: str, fields: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked as the form asks, in an empty folder; the walls stay in this process and are left out,
    and the proved checker is, which other tests put into pages. What takes longer than a fifth of
    a second may stay open, but is read and begun."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(worker, "bound_the_process", lambda *_: None)
    monkeypatch.setattr(worker, "no_files", nullcontext)
    monkeypatch.setattr(worker, "tell", lambda _: None)
    monkeypatch.setattr(pages, "SERVED", 0)
    said = worker.work(f"{name} {fields['words']}", fields["question"], 0.2, 1 << 31)
    assert said["type"] == "answer"
    if said["stopped"]:
        assert (said["answer"], said["stopped"]) == ("unknown", "time")
    else:
        assert said["verified"]
        assert "proof.html" in said["files"]


def test_every_game_offers_an_example_or_says_that_it_needs_files() -> None:
    without = set(games()) - {name for name, _ in linked()}
    assert without == {"bddl"}
    page = documents.ask(games()["bddl"][0], 60)
    assert "gameproof solve bddl domain.ig problem.ig" in page
    assert "<form" not in page


@pytest.mark.parametrize("name", sorted(games()))
def test_examples_are_typed_as_they_are_shown(name: str) -> None:
    """With the game's name in front, and the question as on the command line."""
    game = games()[name][0]
    for text in game.examples:
        read = documents.fields(game, text, "chosen")
        bare = documents.fields(game, text.partition(" ")[2], "chosen")
        assert read == bare
        assert not read["words"].startswith(f"{name} ")
        assert read["question"] == (text.partition(" -q ")[2].split(" ")[0] or "chosen")


def test_blanks_within_quotes_are_kept() -> None:
    game = games()["words"][0]
    typed = 'words "New  York,Kyoto" --question=outcome'
    assert documents.fields(game, typed) == {
        "words": '"New  York,Kyoto"', "question": "outcome",
    }  # fmt: skip
