"""The server's own pages, as HTML that needs no script."""

from __future__ import annotations

import html
import re
import time
from functools import cache
from urllib.parse import urlencode

from gameproof.games.game import AnyGame, games
from gameproof.instances.instance import find_question, from_words, resolve
from gameproof.instances.typed_words import split
from gameproof.prover.prove import prove_with_certificate
from gameproof.prover.registry import entry
from gameproof.prover.sides import note
from gameproof.solvers.limits import Limits
from gameproof.web.jobs import Job
from gameproof.web.page import picture_of
from gameproof.web.words import headline

STARTS = (
    ("tictactoe", "5 2", "pairing", "5 x 5 Tic-Tac-Toe", "Twelve pairs, and nobody can be beaten."),
    ("mnk", "5 5 4", "outcome", "Four in a row", "Who wins on 5 x 5, if four in a row win?"),
    (
        "hackenbush",
        "ground-a:red,ground-b:blue,a-b:red,a-c:blue,b-c:red",
        "outcome",
        "A Hackenbush house",
        "Who cuts the last line of his colour?",
    ),
)
"""Proofs to begin with: game, words, question, title, what is said of it."""

FAMILIES = {
    "positional": "lines and shapes",
    "impartial": "heaps and graphs",
    "geography": "walks",
    "snort": "colours on graphs",
    "grids": "pieces on grids",
    "torus": "loops on surfaces",
    "tetris": "falling pieces",
    "paper_soccer": "walks",
    "bddl": "any board game",
    "encodings": "other games",
    "": "other games",
}


def document(title: str, body: str, *, refresh: bool = False) -> str:
    """A whole page."""
    again = '<noscript><meta http-equiv="refresh" content="1"></noscript>' if refresh else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{_text(title)}</title>\n<link rel="icon" href="data:,">\n'
        f'<link rel="stylesheet" href="/style.css">\n{again}\n'
        '</head>\n<body>\n<nav aria-label="gameproof"><a href="/">gameproof</a></nav>\n'
        f"<header><h1>{_text(title)}</h1></header>\n"
        f"<main>{body}</main>\n</body>\n</html>\n"
    )


def _text(text: object) -> str:
    return html.escape(str(text))


def _beside(problem: str, name: str) -> str:
    """What is wrong with a field, beside it; empty but there where nothing is, for the script."""
    return f'<p id="{name}" class="wrong" role="alert">{_text(problem)}</p>'


# -- home ----------------------------------------------------------------------------------------


def home(listed: list[AnyGame], jobs: list[Job], text: str = "") -> str:
    """Three proofs to start with, all games, and what was asked; ``text`` names no game."""
    some = [game for game in listed if text and text.lower() in f"{game.name} {game.rule}".lower()]
    problem = f"No game is called like that: {text}" if text else ""
    if some:
        problem = f"No game is called {text}; these games speak of it."
    asked = "".join(
        f'<li><a href="/jobs/{job.number}">{_text(job.words)}</a>: {_text(outcome(job))}</li>'
        for job in jobs
    )
    return document(
        "Who wins, and why?",
        '<form class="find" action="/" role="search"><label for="find">A game and its board</label>'
        f'<span class="row"><input id="find" name="find" value="{_text(text)}" maxlength="4000" '
        'placeholder="5x5 tic tac toe, snort path 7, nim 3 4 5" aria-describedby="not-found">'
        f'<button class="main">Ask</button></span>{_beside(problem, "not-found")}</form>'
        '<section aria-labelledby="start"><h2 id="start">Start with a proof</h2>'
        f'<ul class="cards">{"".join(map(_start, STARTS))}</ul></section>'
        + (
            f'<section aria-labelledby="latest"><h2 id="latest">Asked so far</h2>'
            f'<ul id="asked">{asked}</ul></section>'
            if asked
            else ""
        )
        + '<section aria-labelledby="games"><h2 id="games">Games</h2>'
        f'<ul class="cards">{"".join(map(_card, some or listed))}</ul></section>',
    )


def _start(start: tuple[str, str, str, str, str]) -> str:
    game, words, question, title, said = start
    fields = {"game": game, "words": words, "question": question}
    hidden = "".join(
        f'<input type="hidden" name="{name}" value="{_text(value)}">'
        for name, value in fields.items()
    )
    return (
        f'<li class="card"><img src="/pictures/start-{game}.svg" alt="" loading="lazy">'
        f"<h3>{_text(title)}</h3><p>{_text(said)}</p>"
        f'<form method="post" action="/jobs">{hidden}<button class="main" '
        f'aria-label="See the proof: {_text(title)}">See the proof</button></form></li>'
    )


def _card(game: AnyGame) -> str:
    rule = f"{game.rule[:1].upper()}{game.rule[1:]}".rstrip(".")
    joined = entry(game.name)
    family = FAMILIES.get(joined.family, FAMILIES[""])
    drawn = typed(game) and joined.picture is not None
    shown = f'<img src="/pictures/{_text(game.name)}.svg" alt="" loading="lazy">' if drawn else ""
    return (
        f'<li class="card">{shown}'
        f'<h3><a href="/games/{_text(game.name)}">{_text(game.name)}</a></h3>'
        f'<p>{_text(rule)}.</p><p class="family">{_text(family)}</p></li>'
    )


PATIENCE = 10.0
"""Seconds for a proof whose picture stands on a card; without it the board alone is drawn."""


@cache
def picture(name: str) -> str | None:
    """The picture of a game's card: its first example that can be typed, or a proof to start with
    (``start-GAME``); ``None`` where there is none."""
    starts = {
        f"start-{game}": (f"{game} {words}", question) for game, words, question, *_ in STARTS
    }
    if name in starts:
        words, asks = starts[name]
        instance = from_words(split(words), asks)
        proof = prove_with_certificate(instance, Limits(PATIENCE))
        asked, certificate = resolve(instance), proof.certificate
    elif name in games() and typed(games()[name][0]):
        words = QUESTION.sub("", games()[name][0].examples[0])
        asked, certificate = resolve(from_words(split(words), None), files=False), None
    else:
        return None
    drawn = picture_of(asked, certificate, {})
    return None if drawn is None else drawn.without_caption().themed("auto").svg


# -- asking --------------------------------------------------------------------------------------


def ask(game: AnyGame, most: float, words: str = "", question: str = "", wrong: str = "") -> str:
    """The page on which one asks about one game. ``wrong`` is said beside the words."""
    rule = f"<p>{_text(game.rule)}.</p>"
    if not typed(game):
        return document(
            game.name,
            f"{rule}<p>This game is read from files, and no files are read "
            "here. Ask on the command line:</p>"
            f"<pre>gameproof solve {_text(game.examples[0])}</pre>",
        )
    return document(game.name, f"{rule}{form(game, most, words, question, wrong)}")


def typed(game: AnyGame) -> bool:
    """Can its boards be typed? Those of some games are files."""
    return not any(p.kind == "file" and not p.inline and p.required for p in game.parameters)


def form(game: AnyGame, most: float, words: str, question: str, wrong: str = "") -> str:
    """The board, with the words that say the same, and the questions about it."""
    chosen = question or game.questions[0].name
    questions = "".join(
        f'<label><input type="radio" name="question" value="{_text(q.name)}"'
        f"{' checked' if q.name == chosen else ''}><span>{_text(q.text[:1].upper() + q.text[1:])} "
        f"<code>{_text(q.name)}</code></span></label>"
        for q in game.questions
    )
    parameters = "".join(
        f"<dt><code>{'--' if p.option else ''}{_text(p.name)}</code></dt>"
        f"<dd>{_text(p.help)}{' (may be left out)' if p.option or not p.required else ''}</dd>"
        for p in game.parameters
    )
    examples = "".join(
        f'<li><a href="/games/{_text(game.name)}?{_text(urlencode(fields(game, text)))}">'
        f"<code>{_text(text)}</code></a></li>"
        for text in game.examples
    )
    invalid = ' aria-invalid="true"' if wrong else ""
    return (
        f'<div class="asking">{drawing(game)}'
        '<form class="panel" method="post" action="/jobs">'
        f'<input type="hidden" name="game" value="{_text(game.name)}">'
        '<p><label for="words">Board and position, in words</label>'
        f'<input id="words" name="words" maxlength="4000" value="{_text(words)}" '
        f'aria-describedby="problem"{invalid} autocomplete="off" spellcheck="false"></p>'
        f"{_beside(wrong, 'problem')}"
        f'<fieldset class="questions"><legend>Question</legend>{questions}</fieldset>'
        '<p class="row"><label for="seconds">At most</label><input id="seconds" name="seconds" '
        f'type="number" min="1" max="{most:.0f}" value="{min(most, 60):.0f}"> seconds</p>'
        '<p><button id="ask" class="main">Ask</button></p>'
        f"<details><summary>The words of a board</summary><dl>{parameters}</dl></details>"
        f'<h2>Examples</h2><ul id="examples">{examples}</ul></form></div>'
    )


TOOLS = {
    "first": "stones of the first player (X)",
    "second": "stones of the second player (O)",
    "red": "red pieces",
    "blue": "blue pieces",
    "only-red": "closed to Blue",
    "only-blue": "closed to Red",
    "start": "the token",
}
"""Options that can be drawn, and what is said of them."""


def drawing(game: AnyGame) -> str:
    """The board to draw on, which needs the script; of some games it is only shown."""
    named = {p.name: p for p in game.parameters if p.option}
    graph = next((p.kind for p in game.parameters if p.on_graph), None)
    cells = {"first", "second"} <= named.keys()
    tools = {name: text for name, text in TOOLS.items() if name in named and (graph or cells)}
    facts = {
        "game": game.name,
        "form": "graph" if graph else "cells" if cells else "",
        "directed": "yes" if graph == "digraph" else "",
        "flags": " ".join(p.name for p in named.values() if p.kind == "flag"),
        "marks": " ".join(p for p, q in named.items() if p in tools or q.kind == "vertices"),
        "one": "start" if named.get("start") and named["start"].kind == "vertex" else "",
    }
    said = "".join(f' data-{name}="{_text(value)}"' for name, value in facts.items())
    if graph:
        tools = {"vertex": "vertices", "edge": "edges, end by end", **tools}
    if tools:
        tools["erase"] = "the eraser"
    radios = "".join(
        f'<label><input type="radio" name="tool" value="{name}"{"" if number else " checked"}>'
        f"{text}</label> "
        for number, (name, text) in enumerate(tools.items())
    )
    mover = named.get("to-move")
    choices = "".join(f"<option>{_text(c)}</option>" for c in mover.choices) if mover else ""
    add = '<button type="button" id="add-vertex">Add a vertex</button>' if graph else ""
    turn = (
        '<label>To move <select id="to-move"><option value="">as the rules say</option>'
        f"{choices}</select></label>"
        if mover
        else ""
    )
    put = (
        f'<fieldset><legend>Put down</legend>{radios}</fieldset><p class="buttons">{add}'
        f'<button type="button" id="clear">Clear</button>{turn}</p>'
        if tools
        else ""
    )
    return (
        f'<section id="drawing" hidden aria-label="The board"{said}><div id="canvas"></div>'
        f'<p id="drawn" role="status" aria-live="polite"></p>{put}</section>'
        '<script src="/draw.js" defer></script>'
    )


QUESTION = re.compile(r"(?:^|\s)(?:-q|--question)(?:\s+|=)(\S+)")


def fields(game: AnyGame, text: str, question: str = "") -> dict[str, str]:
    """The words and the question of the form, where somebody typed as on the command line: the
    game's own name in front and ``-q QUESTION`` may be there; else ``question`` is asked."""
    name, _, rest = text.strip().partition(" ")
    words = rest if name == game.name else text
    found = QUESTION.search(words)
    if found:
        words = words[: found.start()] + words[found.end() :]
    return {"words": words.strip(), "question": found[1] if found else question}


# -- a job ---------------------------------------------------------------------------------------


def outcome(job: Job) -> str:
    """How a job stands, in a few words."""
    if job.state == "done":
        verified = ", verified" if job.answer["verified"] else ""
        stopped = f" ({job.answer['stopped']})" if job.answer["answer"] == "unknown" else ""
        return f"{job.answer['question']}: {job.answer['answer']}{verified}{stopped}"
    if job.state == "failed":
        return job.message
    return job.state


def state(job: Job) -> dict[str, object]:
    """What the page of a job asks for while it waits."""
    return {"state": job.state, "over": job.over, "progress": job.progress}


def shown(job: Job, most: float) -> str:
    """The page of one job: its progress, or its answer with the proof in its place; then the
    board, to ask again."""
    game = games()[job.words.split()[0]][0]
    if not job.over:
        steps = "".join(f"<li>{_text(text)}</li>" for text in job.progress)
        body = (
            f'<p id="state" role="status" aria-live="polite">{_text(job.state)}, at most '
            f"{job.seconds:.0f} s, {time.monotonic() - job.asked:.0f} s so far</p>"
            f'<ol id="progress">{steps}</ol>'
            f'<form method="post" action="/jobs/{job.number}/cancel">'
            '<button id="cancel">Cancel</button></form><script src="/serve.js"></script>'
        )
        return document(job.words, body, refresh=True)
    body = f'<p id="answer" role="status">{_text(outcome(job))}</p>'
    if job.state == "done":
        body += _answered(game, job)
    again = form(game, most, job.words.partition(" ")[2], job.question)
    opened = "" if job.answer.get("files") else " open"
    body += f'<details id="again"{opened}><summary>Ask another question</summary>{again}</details>'
    return document(job.words, body)


def _answered(game: AnyGame, job: Job) -> str:
    answer = job.answer
    body = ""
    files = answer["files"]
    framed = "proof.html" in files
    if not framed:
        if answer["answer"] != "unknown":
            question = find_question(game, answer["question"])
            body += f'<p class="claim">{_text(headline(game, question, answer["answer"]))}</p>'
        if answer["claim"]:
            body += f"<p>Proved: {_text(answer['claim'])}.</p>"
        left = note(game.name, answer["question"], answer["answer"])
        body += f"<p>{_text(left)}.</p>" if left else ""
        if answer["theorem"]:
            body += f"<p>By {_text(answer['method'])}: {_text(answer['theorem'])}.</p>"
    names = {
        "proof.html": "Open the proof by itself",
        "proof.json": "The certificate",
        "proof.npz": "Its arrays",
    }
    links = "".join(
        f'<li><a id="{name.replace(".", "-")}" href="/jobs/{job.number}/{name}"'
        f"{'' if name.endswith('html') else ' download'}>{text}</a></li>"
        for name, text in names.items()
        if name in files
    )
    body += f'<ul class="links">{links}<li>{answer["seconds"]:.2f} s</li></ul>'
    if framed:
        body += (
            f'<iframe id="proof" src="/jobs/{job.number}/proof.html" title="The proof"></iframe>'
            '<script src="/serve.js"></script>'
        )
    return body


def refused(title: str, text: str) -> str:
    """A page that says why there is none."""
    return document(title, f'<p id="problem" role="alert">{_text(text)}</p>')
