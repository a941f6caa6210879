"""Builds the documentation site: the pages, both references, a page for each game with a proof.

``python docs/build_site.py`` writes ``out/site`` (or the folder given by ``-o``). The pages are
copied beside pages that are made: the command reference from the commands, the Python reference
from the docstrings, the gallery and the pages of games from one question of each game, whose proof
can be played in the page. Any warning ends it with status 1.
"""

from __future__ import annotations

import argparse
import html
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
from gameproof.web.page import SERVED
from gameproof.web.page import page as web_page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CONFIGURATION = """
project = "gameproof"
html_title = "gameproof"
extensions = ["myst_parser"]
source_suffix = {{".md": "markdown"}}
root_doc = "index"
myst_heading_anchors = 3
html_theme = "furo"
html_theme_options = {{
    "light_css_variables": {look!r}, "dark_css_variables": {look!r}, "top_of_page_buttons": [],
}}
html_static_path = ["static"]
html_extra_path = ["extra"]
html_css_files = ["gameproof.css"]
html_js_files = [("gameproof.js", {{"defer": "defer"}})]
"""
LOOK = {
    "color-brand-primary": "var(--link)",
    "color-brand-content": "var(--link)",
    "color-brand-visited": "var(--link)",
    "color-foreground-primary": "var(--ink)",
    "color-foreground-secondary": "var(--muted)",
    "color-background-primary": "var(--paper)",
    "color-background-secondary": "var(--surface)",
    "font-stack": "system-ui, sans-serif",
}
"""The theme's variables, by ours, which know light and dark."""
STYLE = """
.live iframe { width: 100%; height: 46rem; }
.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 14rem), 1fr)); }
.cards li { position: relative; margin: 0; padding: 1rem; }
.cards li, .live iframe { border: 1px solid var(--pale); border-radius: 8px; }
.cards li:hover { border-color: var(--ink); }
.cards svg { display: block; width: 100%; height: 9rem; }
.cards a::after { content: ""; position: absolute; inset: 0; }
.cards p { margin: 0.25rem 0 0; font-size: 0.85rem; }
.cards .answer { color: var(--muted); }
.drawn svg { max-width: 100%; height: auto; }
article img[src$=".svg"] { background: #fff; border-radius: 8px; }
"""
SCRIPT = """
// Proofs in frames are as high as they need, and light or dark as the site is.
const theme = () => ({ auto: null })[document.body.dataset.theme] ?? document.body.dataset.theme;
const proofs = () => document.querySelectorAll(".live iframe");
const tell = (frame) => frame.contentWindow.postMessage({ theme: theme() }, "*");
addEventListener("message", ({ source, data }) => {
  for (const frame of proofs())
    if (frame.contentWindow === source && data?.height) {
      frame.dataset.told = "yes";
      frame.style.height = `${Math.min(data.height + 4, 1600)}px`;
    }
});
for (const frame of proofs()) {
  frame.addEventListener("load", () => tell(frame));
  tell(frame);
}
const changed = new MutationObserver(() => proofs().forEach(tell));
changed.observe(document.body, { attributeFilter: ["data-theme"] });
"""
CONTENTS = """

```{{toctree}}
:hidden:
:maxdepth: 1
:caption: {caption}

{pages}
```
"""
SECTIONS = {
    "Start": ("jobs", "python", "instances", "play", "pages", "pictures", "look"),
    "Games": ("gallery", "games"),
    "Proofs": ("certificates", "trust", "formats", "formal", "sat", "qbf", "batches", "clusters"),
    "Results": (
        "figures", "pairings", "seven_cubed", "maps", "hex", "geography", "impartial", "snort",
        "snort_atlas", "values", "torus", "paper_soccer", "tetris",
    ),
    "Reference": ("commands", "reference", "glossary", "sources", "overview"),
    "Work on it": ("architecture", "extending", "contributing"),
}  # fmt: skip
"""The pages in the order of the contents; what is in none comes last."""
ABOUT = {  # pages that are made, and their titles
    "gallery": "Gallery",
    "commands": "Commands",
    "reference": "Python reference",
}
FRONT = ("five_by_five", "tictactoe 5 2", "pairing")
"""The proof that opens the front page: its name, board and question."""
MAPS = "## The maps\n"
"""Below it stand the maps, whose squares tell more when they are pointed at."""
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
    from gameproof.pictures.sheet.look import variables

    (source / "conf.py").write_text(CONFIGURATION.format(look=LOOK), encoding="utf-8")
    for folder in ("static", "extra/proofs"):
        (source / folder).mkdir(parents=True)
    (source / "static" / "gameproof.css").write_text(variables() + STYLE, encoding="utf-8")
    (source / "static" / "gameproof.js").write_text(SCRIPT, encoding="utf-8")
    pages = {"index": ROOT / "README.md", "contributing": ROOT / "CONTRIBUTING.md"}
    pages |= {path.stem: path for path in DOCS.glob("*.md") if path.stem != "README"}
    pages["overview"] = DOCS / "README.md"
    for name, path in pages.items():
        text = relinked(path.read_text(encoding="utf-8"))
        if name == "index":
            text = re.sub(r"^!\[.*\]\(.*\)$", live(FRONT[0]), text, count=1, flags=re.M)
            text += contents({*pages, *ABOUT} - {"index"})
        if name == "maps":
            text = text.replace(MAPS, f"{MAPS}\n{drawn_maps()}", 1)
        (source / f"{name}.md").write_text(text, encoding="utf-8")
    for picture in (*DOCS.glob("*.svg"), ROOT / "CITATION.cff", ROOT / "LICENSE"):
        shutil.copy(picture, source)
    for folder in ("notebooks", "figures"):
        shutil.copytree(DOCS / folder, source / folder)
    (source / "commands.md").write_text(commands(), encoding="utf-8")
    (source / "reference.md").write_text(reference(), encoding="utf-8")
    name, board, question = FRONT
    write_proof(source, name, gp.solve(board, question))
    (source / "gallery.md").write_text(gallery(source), encoding="utf-8")


def drawn_maps() -> str:
    """Two maps with what each square says, as HTML: three in a row, and [n]^d as far as half a
    minute leads."""
    from gameproof.solvers.limits import Limits
    from gameproof.studies.experiments import hypercube_map, mnk_map

    drawn = [mnk_map(Limits(), 3).svg, hypercube_map(Limits(PATIENCE / 2)).svg]
    shown = "".join(f'<div class="drawn">{" ".join(svg.split())}</div>\n\n' for svg in drawn)
    return f"Point at a square: its board, who wins and by which argument.\n\n{shown}"


def contents(pages: set[str]) -> str:
    """The table of contents: the sections, and what is in none of them."""
    listed = {name for names in SECTIONS.values() for name in names}
    sections = {**SECTIONS, "More": tuple(sorted(pages - listed))}
    return "".join(
        CONTENTS.format(caption=caption, pages="\n".join(name for name in names if name in pages))
        for caption, names in sections.items()
        if pages & set(names)
    )


def live(name: str) -> str:
    """A proof of the game that can be played in the page, as HTML."""
    return (
        f'<div class="live"><iframe src="proofs/{name}.html?board" '
        f'title="A proof about {name}, to be played against"></iframe>'
        f'<p><a href="proofs/{name}.html">This proof by itself</a></p></div>'
    )


def relinked(text: str) -> str:
    """The page with its links as they are among the site's pages; what a link to a file of the
    repository says stays without it."""
    text = text.replace("](docs/README.md)", "](overview.md)").replace("](docs/", "](")
    text = text.replace("](../README.md)", "](index.md)").replace("](README.md)", "](overview.md)")
    text = text.replace("](../CONTRIBUTING.md)", "](contributing.md)")
    text = text.replace("](CONTRIBUTING.md)", "](contributing.md)")
    text = re.sub(r"\[([^\]]+)\]\(\.\./[^)]+\)", r"\1", text)
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
    """Cards of all games by family; the page of each game is written beside them."""
    from gameproof.prover.registry import entry
    from gameproof.web.documents import FAMILIES

    families: dict[str, list[str]] = {}
    for game in gp.list_games().values():
        words, proof = answered(game)
        (source / f"game-{game.name}.md").write_text(page_of(game, words, proof, source), "utf-8")
        family = FAMILIES.get(entry(game.name).family, FAMILIES[""])
        families.setdefault(family, []).append(card(game, proof))
    parts = [
        f"# {ABOUT['gallery']}\n",
        "One question a game, with the picture of its proof; each leads to the game's page, where "
        "the proof can be played.\n",
    ]
    for family, cards in sorted(families.items()):
        parts.append(f'## {family.capitalize()}\n\n<ul class="cards">{"".join(cards)}</ul>\n')
    names = "\n".join(f"game-{name}" for name in gp.list_games())
    return "\n".join(parts) + CONTENTS.format(caption="Games", pages=names)


def card(game: gp.GameInfo, proof: gp.Proof) -> str:
    """A game in the gallery: its picture, its rule, what was asked and answered."""
    answer = f"{proof.question}: {proof.answer}"
    return (
        f"<li>{inline(proof)}"
        f'<a href="game-{game.name}.html">{html.escape(game.name)}</a>'
        f"<p>{html.escape(game.rule)}</p>"
        f'<p class="answer">{html.escape(answer)}</p></li>'
    )


def inline(proof: gp.Proof) -> str:
    """The picture of a proof as it stands in a page, in one line, without its caption."""
    svg = gp.draw(proof).without_caption().svg
    return " ".join(svg.split())


def write_proof(source: Path, name: str, proof: gp.Proof) -> None:
    """The page of a proof, beside the pages of the site."""
    assert proof.sealed is not None
    text = web_page(proof.sealed, gp.draw(proof), beside=SERVED)
    (source / "extra" / "proofs" / f"{name}.html").write_text(text, encoding="utf-8")


def page_of(game: gp.GameInfo, words: str, proof: gp.Proof, source: Path) -> str:
    """The page of a game: a proof to be played or looked at, its questions, its words."""
    parts = [f"# {game.name}\n", f"{game.rule[:1].upper()}{game.rule[1:]}.\n"]
    if proof.sealed is not None:
        write_proof(source, game.name, proof)
        parts.append(f"{live(game.name)}\n")
    else:
        parts.append(f'<div class="drawn">{inline(proof)}</div>\n')
    sure = ", verified" if proof.verified else ""
    parts.append(f"`gameproof solve {words}`: **{proof.answer}**{sure}. {proof.claim or ''}\n")
    parts.append("## Questions\n\n| question | asks |\n|---|---|")
    for question in game.questions:
        said = question.text.replace("|", "\\|")
        parts.append(f"| `{question.name}` | {said} |")
    parts.append("\n## Examples\n\n```text")
    parts += [f"gameproof solve {example}" for example in game.examples]
    return "\n".join([*parts, "```\n"])


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
