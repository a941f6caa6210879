"""The server's own pages, as HTML that needs no script."""

from __future__ import annotations

import html
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
    examples = "".join(
        f'<li><a href="/games/{_text(game.name)}?{_text(urlencode(example_of(text)))}">'
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
        f"<h2>The words of a board</h2><dl>{parameters}</dl>"
        f"<h2>Examples</h2><ul>{examples}</ul>",
    )


def example_of(text: str) -> dict[str, str]:
    """The words and the question of an example, without its game."""
    words = text.split()[1:]
    question = ""
    if "-q" in words:
        at = words.index("-q")
        question = " ".join(words[at + 1 : at + 2])
        del words[at : at + 2]
    return {"words": " ".join(words), "question": question}


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
