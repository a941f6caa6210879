"""What the shell offers after a command half typed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

from gameproof.cli.main import gameproof


def offers(typed: str) -> set[str]:
    """The completions of the last word; files are offered as ``FILE``."""
    *words, begun = typed.split(" ")
    complete = ShellComplete(gameproof, {}, "gameproof", "_GAMEPROOF_COMPLETE")
    found = complete.get_completions(words, begun)
    return {"FILE" if item.type == "file" else item.value for item in found}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("so", {"solve"}),
        ("solve geog", {"geography", "FILE"}),
        ("solve geography pat", {"path", "FILE"}),
        ("solve geography path 3 --sta", {"--start"}),
        ("solve geography path 3 -q winn", {"winning-moves"}),
        ("solve positional ", {"FILE"}),
        ("check p", {"FILE"}),
        ("solve geography path 3 --time", {"--time-limit"}),
    ],
)
def test_games_questions_graphs_options_and_files(typed: str, expected: set[str]) -> None:
    assert offers(typed) == expected


def test_every_verb_is_offered() -> None:
    from gameproof.cli.main import VERBS

    assert offers("") == {*VERBS}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell(shell: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from gameproof.cli.main import main; main()"],
        env={**os.environ, "_GAMEPROOF_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "_GAMEPROOF_COMPLETE" in done.stdout, done.stderr
