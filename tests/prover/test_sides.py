"""Blue as Left: what is told must be what the board with the colours exchanged is worth."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

import gameproof as gp
from gameproof.cli.main import run as command
from gameproof.games.game import games
from gameproof.instances.instance import from_words
from gameproof.prover import sides

QUESTIONS = ("outcome", "misere-outcome", "value", "mean", "temperature", "thermograph")


@dataclass
class Said:
    status: int
    stdout: str
    stderr: str


Run = Callable[..., Said]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command with these words, and what it says."""

    def said(*words: str) -> Said:
        status = command(list(words))
        found = capsys.readouterr()
        return Said(status, found.out, found.err)

    return said


def exchange(words: str) -> str:
    return words.replace("red", "#").replace("blue", "red").replace("#", "blue")


def boards() -> list[tuple[str, str]]:
    """Boards and the same with the colours exchanged."""
    chance = random.Random(16)
    found = []
    for game in ("snort", "col"):
        for _ in range(6):
            n = chance.randint(3, 6)
            red, blue = chance.sample(range(n), 2)
            graph = f"{game} cycle {n}" if n > 4 else f"{game} path {n}"
            pieces = chance.choice([("red", "only-blue"), ("only-red", "only-red")])
            one, other = (f"--{pieces[0]} {red}", f"--{pieces[1]} {blue}")
            swapped = exchange(f"{one} {other}")
            found.append((f"{graph} {one} {other}", f"{graph} {swapped}"))
    return found


@pytest.mark.parametrize(("board", "exchanged"), boards())
def test_it_is_the_answer_of_the_board_with_the_colours_exchanged(
    board: str, exchanged: str
) -> None:
    for question in QUESTIONS:
        ours, theirs = gp.solve(board, question), gp.solve(exchanged, question)
        assert ours.with_left("blue") == theirs.answer
        assert ours.with_left("red") == ours.answer
        told, detail = sides.seen(ours.game, question, str(ours.answer), _kept(ours.detail), "blue")
        assert told == str(theirs.answer)
        assert detail == {**_kept(theirs.detail), "left": "blue"}


def _kept(detail: dict[str, object]) -> dict[str, object]:
    return {k: v for k, v in detail.items() if k in sides.CHANGED or k == "birthday"}


def test_a_stalk_of_hackenbush(tmp_path: Path) -> None:
    lines = ["ground a red", "a b green", "b c blue", "ground d blue", "d e red"]
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_text("\n".join(lines))
    other.write_text(exchange("\n".join(lines)))
    for question in ("outcome", "value", "mean", "temperature", "thermograph"):
        ours, theirs = (
            gp.solve(f"hackenbush {one}", question),
            gp.solve(f"hackenbush {other}", question),
        )
        assert ours.with_left("blue") == theirs.answer


def test_a_game_to_compare_with_is_blues_too(run: Run) -> None:
    board = ["snort", "path", "6", "--red", "0", "-q", "equals", "--game"]
    swapped = str(gp.solve("snort path 6 --blue 0", "value").answer)
    for game, answer in ((swapped, "yes"), ("{3|*}", "no")):
        done = run("solve", *board, game, "--left", "blue")
        assert done.stdout.splitlines()[0].endswith(f"equals game={game}: {answer}")


def test_a_number_to_compare_with_is_blues_too(run: Run, tmp_path: Path) -> None:
    """With Blue as Left the value of a board is that of the board with the colours exchanged."""
    board, swapped = ["snort", "path", "6", "--red", "0"], ["snort", "path", "6", "--blue", "0"]
    told = str(gp.solve(" ".join(swapped), "bounds").answer)
    low, high = (int(word) for word in told.split(" <= G <= "))
    assert -low != high  # the sign matters
    for question, n in product(("at-least", "at-most"), (low, low + 1, high - 1, high)):
        words = ["-q", question, "--integer", str(n)]
        expected = run("solve", *swapped, *words).stdout.splitlines()[0]
        lines = run("solve", *board, *words, "--left", "blue").stdout.splitlines()
        assert lines[0] == expected.replace("--blue 0", "--red 0")
        assert "  Blue is Left here, as in 'Winning Ways'; in the certificate Red is" in lines
    kept = str(tmp_path / "kept.json")
    run("solve", *board, "-q", "at-most", "--integer", str(-low), "-o", kept)
    assert "at-most: yes" in run("show", kept).stdout
    assert "at-least: yes" in run("show", kept, "--left", "blue").stdout
    with pytest.raises(gp.BadInput, match="at most the negative"):
        gp.solve(" ".join(board), "at-least", integer=low).with_left("blue")


def test_what_is_printed_says_who_is_left(run: Run) -> None:
    words = ["solve", "snort", "path", "6", "--red", "0", "-q", "mean"]
    assert "  Red is Left" in run(*words).stdout.splitlines()
    told = run(*words, "--left", "blue").stdout
    assert told.startswith("snort path 6 --red 0: mean: -3/4\n")
    assert "  proved, Red being Left: the mean is 3/4\n" in told
    assert "  Blue is Left here" in told


def test_json_keeps_the_answer_and_adds_the_other(run: Run) -> None:
    words = ["solve", "snort", "path", "6", "--red", "0", "-q", "mean", "--json"]
    plain, both = json.loads(run(*words).stdout), json.loads(run(*words, "--left", "blue").stdout)
    beside = both["detail"].pop("blue_is_left")
    assert {k: plain[k] for k in ("answer", "claim", "detail")} == {
        k: both[k] for k in ("answer", "claim", "detail")
    }
    assert beside == {"answer": "-3/4", "value": "{{2|0},{1*|*}|{-2|-3}}"}


def test_the_certificate_is_the_same(run: Run, tmp_path: Path) -> None:
    words = ["solve", "snort", "path", "5", "--red", "0", "-q", "value", "-o"]
    run(*words, str(tmp_path / "a.json"))
    run(*words, str(tmp_path / "b.json"), "--left", "blue")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    shown = run("show", str(tmp_path / "a.json"), "--left", "blue").stdout
    swapped = gp.solve("snort path 5 --blue 0", "value").answer
    assert f"value: {swapped}\nBlue is Left in this picture\n" in shown
    assert "with Red as Left" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "nim", "3", "--left", "blue"], "does not speak of Left and Right"),
        (["solve", "snort", "path", "4", "-q", "score", "--left", "blue"], "'score' of snort"),
        (["show", "snort", "path", "4", "--left", "blue"], "add --solve"),
        (["show", "snort", "path", "4", "--solve", "--left", "blue", "-o", "x.html"], "a page"),
        (["solve", "snort", "path", "4", "--left", "green"], "'green'"),
    ],
)
def test_what_has_no_left_is_refused(run: Run, words: list[str], said: str) -> None:
    done = run(*words)
    assert done.status == 2
    assert said in done.stderr


def test_games_of_red_and_blue() -> None:
    ours = {name for name, (game, module) in games().items() if game.left_and_right}
    assert ours == {"snort", "col", "hackenbush"}


@pytest.mark.parametrize(
    ("game", "negative"),
    [("0", "0"), ("7/8", "-7/8"), ("-3", "3"), ("9" * 5000, "-" + "9" * 5000), ("*2", "*2"),
     ("^", "v"), ("±2", "±2"), ("{4||1|0}", "{{0|-1}|-4}")],
)  # fmt: skip
def test_negatives(game: str, negative: str) -> None:
    assert sides.negative(game) == negative


def test_bounds_change_places() -> None:
    _, detail = sides.seen(
        "snort", "value", "unknown", {"bounds": "-3 <= G <= 5", "reason": "time"}, "blue"
    )
    assert detail == {"bounds": "-5 <= G <= 3", "reason": "time", "left": "blue"}


def test_other_instances_stay_as_they_are() -> None:
    asked = from_words(["snort", "path", "4"], "value")
    assert sides.asked(asked, "blue") is asked


def test_play_says_who_is_left(run: Run) -> None:
    said = run("play", "snort", "path", "3", "--only-red", "0,1,2", "--moves", "q").stdout
    assert said.splitlines()[0].endswith(" Red is Left.")
    assert "Left" not in run("play", "snort", "path", "4", "--moves", "q").stdout
