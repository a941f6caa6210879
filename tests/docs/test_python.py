"""Every block of Python in the pages runs, in its order, and prints what it shows."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from gameproof.cli.main import run

ROOT = Path(__file__).parents[2]
PAGES = [
    page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    if "```pycon" in page.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    # Everything but the blocks as empty lines, so that the line numbers are the page's.
    blocks = re.sub(
        r"(?ms)^```pycon\n(.*?)^```|^.*?(?=^```pycon|\Z)",
        lambda m: f"\n{m[1]}\n" if m[1] is not None else "\n" * m[0].count("\n"),
        text,
    )
    test = doctest.DocTestParser().get_doctest(blocks, {}, page.name, str(page), 0)
    assert test.examples
    runner = doctest.DocTestRunner()
    said: list[str] = []
    runner.run(test, out=said.append)
    assert not said, "".join(said)


def test_every_public_name_is_described() -> None:
    import gameproof as gp

    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    described = set(re.findall(r"(?m)^\| `gp\.(\w+)", text))
    assert described == {*gp.__all__}


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_programs_in_the_pages_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    text = page.read_text(encoding="utf-8")
    programs = re.findall(r"(?ms)^```python\n(.*?)^```", text)
    for words in re.findall(r"(?m)^\$ gameproof (.*--proof .*)$", text) if programs else ():
        assert run(shlex.split(words)) == 0  # the files that programs read
    for program in programs:
        exec(program, scope)
