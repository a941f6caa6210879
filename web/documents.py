"""The server's own pages, as HTML that needs no script."""

from __future__ import annotations

import html
import re
import time
from urllib.parse import urlencode

from gameproof.games.game import AnyGame
from gameproof.prover.sides import note
from gameproof.web.jobs import Job


def document(title: str, body: str, *, refresh: bool = False) -> str:
    """A whole page."""
    again = '<noscript><meta http-equiv="refresh" content="1"></noscript>' if refresh else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{_text(title)}</title>\n<link rel="icon" href="data:,">\n'
        f'<link rel="stylesheet" href="/style.css">\n{again}\n'
        f'</head>\n<body>\n<nav><a href="/">gameproof</a></nav>\n<h1>{_text(title)}</h1>\n'
        f"<main>{body}</main>\n</body>\n</html>\n"
    )


def _text(text: object) -> str:
    return html.escape(str(text))


def home(games: list[AnyGame], jobs: list[Job]) -> str:
    """All games, and what was asked."""
    rows = "".join(
        f'<tr><th scope="row"><a href="/games/{_text(g.name)}">{_text(g.name)}</a></th>'
        f"<td>{_text(g.rule)}</td></tr>"
        for g in games
    )
    asked = "".join(
        f'<li><a href="/jobs/{job.number}">{_text(job.words)}</a>: {_text(outcome(job))}</li>'
        for job in jobs
    )
    return document(
        "Who wins, and why?",
        f"<section><h2>Choose a game</h2><table>{rows}</table></section>"
        f"<section><h2>Asked so far</h2><ul>{asked or '<li>nothing yet</li>'}</ul></section>",
    )


def ask(game: AnyGame, most: float, words: str = "", question: str = "", wrong: str = "") -> str:
    """The form for a question about one game."""
    options = "".join(
        f'<option value="{_text(q.name)}"{" selected" if q.name == question else ""}>'
        f"{_text(q.name)}: {_text(q.text)}</option>"
        for q in game.questions
    )
    parameters = "".join(
        f"<dt><code>{'--' if p.option else ''}{_text(p.name)}</code></dt>"
        f"<dd>{_text(p.help)}{' (may be left out)' if p.option or not p.required else ''}</dd>"
        for p in game.parameters
    )
    untyped = [p for p in game.parameters if p.kind == "file" and not p.inline and p.required]
    if untyped:
        return document(
            game.name,
            f"<p>{_text(game.rule)}.</p><p>This game is read from files, and no files are read "
            "here. Ask on the command line:</p>"
            f"<pre>gameproof solve {_text(game.examples[0])}</pre>",
        )
    examples = "".join(
        f'<li><a href="/games/{_text(game.name)}?{_text(urlencode(fields(game, text)))}">'
        f"<code>{_text(text)}</code></a></li>"
        for text in game.examples
    )
    problem = f'<p id="problem" role="alert">{_text(wrong)}</p>' if wrong else ""
    return document(
        game.name,
        f"<p>{_text(game.rule)}.</p>{problem}"
        '<form method="post" action="/jobs">'
        f'<input type="hidden" name="game" value="{_text(game.name)}">'
        '<p><label for="words">Board and position</label><br>'
        f'<input id="words" name="words" size="60" maxlength="4000" value="{_text(words)}"></p>'
        f'<p><label for="question">Question</label><br>'
        f'<select id="question" name="question">{options}</select></p>'
        '<p><label for="seconds">Seconds</label><br><input id="seconds" name="seconds" '
        f'type="number" min="1" max="{most:.0f}" value="{min(most, 60):.0f}"></p>'
        '<p><button id="ask">Ask</button></p></form>'
        f"{drawing(game)}"
        f"<h2>The words of a board</h2><dl>{parameters}</dl>"
        f"<h2>Examples</h2><ul>{examples}</ul>",
    )


BOARDS = {
    "tictactoe": ("square", 0, 0),
    "mnk": ("board", 0, 1),
    "torus-row": ("board", 0, 1),
    "polyomino": ("board", 1, 2),
    "shapes": ("board", 1, 2),
    "hex": ("hex", 0, 1),
}
"""Games on boards that can be drawn: their form, and which words are the rows and columns."""
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
    """The tools to draw a position with, which need the script; empty where nothing is drawn."""
    named = {p.name: p for p in game.parameters if p.option}
    sort = next((p.kind for p in game.parameters if p.kind in ("graph", "digraph")), None)
    form, rows, columns = BOARDS.get(game.name, ("graph", 0, 0))
    if sort is None and game.name not in BOARDS:
        return ""
    tools = {name: text for name, text in TOOLS.items() if name in named}
    listed = [p.name for p in named.values() if p.name in TOOLS or p.kind == "vertices"]
    facts = {
        "game": game.name,
        "form": form,
        "rows": rows,
        "columns": columns,
        "directed": "yes" if sort == "digraph" else "",
        "flags": " ".join(p.name for p in named.values() if p.kind == "flag"),
        "marks": " ".join(listed),
        "one": "start" if named.get("start") and named["start"].kind == "vertex" else "",
    }
    said = "".join(f' data-{name}="{_text(value)}"' for name, value in facts.items())
    if form == "graph":
        tools = {"vertex": "vertices", "edge": "edges, end by end", **tools}
    tools["erase"] = "the eraser"
    radios = "".join(
        f'<label><input type="radio" name="tool" value="{name}"{"" if number else " checked"}> '
        f"{text}</label> "
        for number, (name, text) in enumerate(tools.items())
    )
    mover = named.get("to-move")
    choices = "".join(f"<option>{_text(c)}</option>" for c in mover.choices) if mover else ""
    return (
        f'<section id="drawing" hidden{said}><h2>Draw the position</h2>'
        "<p>Choose what to put down, then click, or reach a place by Tab and the arrow keys and "
        "press Enter. What is drawn is written as words into the form above; words that are typed "
        "there are drawn here.</p>"
        f"<fieldset><legend>Put down</legend>{radios}</fieldset><p>"
        + (
            '<button type="button" id="add-vertex">Add a vertex</button> '
            if form == "graph"
            else ""
        )
        + '<button type="button" id="clear">Clear</button> '
        + (
            '<label>To move <select id="to-move"><option value="">as the rules say</option>'
            f"{choices}</select></label>"
            if mover
            else ""
        )
        + '</p><p id="drawn" role="status" aria-live="polite"></p><div id="canvas"></div></section>'
        '<script src="/draw.js"></script>'
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


def shown(job: Job) -> str:
    """The page of one job: its progress, or its answer with the proof."""
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
    body = f'<p id="answer" class="claim" role="status">{_text(outcome(job))}</p>'
    if job.state == "done":
        answer = job.answer
        if answer["claim"]:
            body += f"<p>Proved: {_text(answer['claim'])}.</p>"
        left = note(job.words.split()[0], answer["question"], answer["answer"])
        if left:
            body += f"<p>{_text(left)}.</p>"
        if answer["theorem"]:
            body += f"<p>By {_text(answer['method'])}: {_text(answer['theorem'])}.</p>"
        names = {
            "proof.html": "Look at the proof, play against it, check it",
            "proof.json": "The certificate",
            "proof.npz": "Its arrays",
        }
        links = "".join(
            f'<li><a id="{name.replace(".", "-")}" href="/jobs/{job.number}/{name}"'
            f"{'' if name.endswith('html') else ' download'}>{text}</a></li>"
            for name, text in names.items()
            if name in answer["files"]
        )
        body += f"<ul>{links}</ul><p>{answer['seconds']:.2f} s</p>"
    game = job.words.split()[0]
    back = urlencode({"words": job.words.partition(" ")[2], "question": job.question})
    body += (
        f'<p><a id="again" href="/games/{_text(game)}?{_text(back)}">Ask another question</a></p>'
    )
    return document(job.words, body)


def refused(title: str, text: str) -> str:
    """A page that says why there is none."""
    return document(title, f'<p id="problem" role="alert">{_text(text)}</p>')
