"""Builds the documentation site: the pages, both references, a gallery.

``python docs/build_site.py`` writes ``out/site`` (or the folder given by ``-o``). The pages are
copied beside pages that are made: the command reference from the commands, the Python reference
from the docstrings, the gallery from one question of each game. Any warning ends it with status 1.
"""

from __future__ import annotations

import argparse
import inspect
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

import gameproof as gp

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CONFIGURATION = """
project = "gameproof"
html_title = "gameproof"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"
myst_heading_anchors = 3
html_theme = "alabaster"
html_theme_options = {"description": "who wins, and here is the proof", "page_width": "1080px"}
html_sidebars = {"**": ["about.html", "navigation.html", "searchbox.html"]}
"""
CONTENTS = """

```{{toctree}}
:hidden:
:maxdepth: 1

{pages}
```
"""
ABOUT = {  # pages that are made, and their titles
    "gallery": "Gallery",
    "commands": "Commands",
    "reference": "Python reference",
}
PATIENCE = 60.0
"""Seconds for a question of the gallery."""


def main() -> None:
    """Write the sources into a folder of their own and let Sphinx build them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "out" / "site")
    output = parser.parse_args().output
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        write_sources(source)
        done = subprocess.run(
            [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html",
             str(source), str(output)], check=False,
        )  # fmt: skip
    if done.returncode:
        sys.exit(1)
    print(f"{output / 'index.html'}")


def write_sources(source: Path) -> None:
    """All pages of the site as Markdown, with its configuration."""
    (source / "conf.py").write_text(CONFIGURATION, encoding="utf-8")
    pages = {"index": ROOT / "README.md", "contributing": ROOT / "CONTRIBUTING.md"}
    pages |= {path.stem: path for path in DOCS.glob("*.md") if path.stem != "README"}
    pages["overview"] = DOCS / "README.md"
    for name, path in pages.items():
        text = relinked(path.read_text(encoding="utf-8"))
        if name == "index":
            others = sorted(pages.keys() - {"index"}) + list(ABOUT)
            text += CONTENTS.format(pages="\n".join(others))
        (source / f"{name}.md").write_text(text, encoding="utf-8")
    for picture in (*DOCS.glob("*.svg"), ROOT / "CITATION.cff", ROOT / "LICENSE"):
        shutil.copy(picture, source)
    for folder in ("notebooks", "figures"):
        shutil.copytree(DOCS / folder, source / folder)
    (source / "commands.md").write_text(commands(), encoding="utf-8")
    (source / "reference.md").write_text(reference(), encoding="utf-8")
    (source / "gallery.md").write_text(gallery(source), encoding="utf-8")


def relinked(text: str) -> str:
    """The page with its links as they are among the site's pages."""
    text = text.replace("](docs/README.md)", "](overview.md)").replace("](docs/", "](")
    text = text.replace("](../README.md)", "](index.md)").replace("](README.md)", "](overview.md)")
    text = text.replace("](../CONTRIBUTING.md)", "](contributing.md)")
    text = text.replace("](CONTRIBUTING.md)", "](contributing.md)")
    return re.sub(r"^```pycon$", "```python", text, flags=re.M)


def commands() -> str:
    """The reference of the command line, from the commands themselves."""
    from gameproof.cli.main import gameproof as program

    parts = [f"# {ABOUT['commands']}\n"]
    with click.Context(program, info_name="gameproof") as context:
        parts.append(f"```text\n{program.get_help(context)}\n```\n")
        for name in program.list_commands(context):
            command = program.get_command(context, name)
            assert command is not None
            with click.Context(command, info_name=name, parent=context) as inner:
                parts.append(f"## {name}\n\n```text\n{command.get_help(inner)}\n```\n")
    return "\n".join(parts)


def reference() -> str:
    """The public names with their signatures and docstrings."""
    parts = [f"# {ABOUT['reference']}\n", "What `import gameproof as gp` offers.\n"]
    for name in gp.__all__:
        if name == "__version__":
            continue
        found = getattr(gp, name)
        parts.append(f"## {name}\n\n{described(name, found)}")
        if inspect.isclass(found):
            parts += [f"### {name}.{member}\n\n{text}" for member, text in members(found)]
    return "\n".join(parts)


def members(found: type) -> Iterator[tuple[str, str]]:
    """The public methods and properties that the class documents."""
    for name, member in vars(found).items():
        inner = member.fget if isinstance(member, property) else member
        if not name.startswith("_") and inspect.getdoc(inner) and callable(inner):
            yield name, described(name, inner)


def described(name: str, found: object) -> str:
    """Signature and docstring as text, which keeps their own layout."""
    try:
        signature = f"{name}{inspect.signature(found)}\n\n"  # type: ignore[arg-type]
    except (TypeError, ValueError):
        signature = ""
    return f"```text\n{signature}{inspect.getdoc(found) or ''}\n```\n"


def gallery(source: Path) -> str:
    """A picture, a question and its answer for each game: its first example, or the first
    shipped instance of a game whose boards are files."""
    parts = [f"# {ABOUT['gallery']}\n", "One question a game, with the picture of its proof.\n"]
    folder = source / "gallery"
    folder.mkdir()
    for game in gp.list_games().values():
        words, proof = answered(game)
        path = folder / f"{game.name}.svg"
        path.write_text(gp.draw(proof).svg, encoding="utf-8")
        parts.append(
            f"## {game.name}\n\n{game.rule}.\n\n![{game.name}](gallery/{path.name})\n\n"
            f"`gameproof solve {words}`: **{proof.answer}**"
            f"{', verified' if proof.verified else ''}. {proof.claim or ''}\n"
        )
    return "\n".join(parts)


def answered(game: gp.GameInfo) -> tuple[str, gp.Proof]:
    """The words of a question of the game, and its answer."""
    words = game.examples[0]
    if any(word.endswith((".json", ".pg", ".ig", ".txt")) for word in words.split()):
        path = min((ROOT / "instances" / "data" / game.name).glob("*.json"))
        return str(path.relative_to(ROOT)), gp.solve(path, time_limit=PATIENCE)
    board, _, question = words.partition(" -q ")
    asked = (board, question) if question else (board,)
    return words, gp.solve(*asked, time_limit=PATIENCE)


if __name__ == "__main__":
    main()
