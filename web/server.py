"""The local server: choose a game, ask, watch, look at the proof, play, take the certificate.

Built on Starlette; the extra ``web`` brings it. The server reads two files of its own and what its
jobs left, by names that it knows; no part of an address becomes a path.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode

from gameproof.games.game import games
from gameproof.web import documents
from gameproof.web.jobs import FILES, Busy, Job, Jobs
from gameproof.web.reading import Players, Reader, understood
from gameproof.web.scripts import static, style
from gameproof.web.worker import MOST_WORDS

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

MOST_BODY = 1 << 16
"""Bytes of a request."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; "
    "frame-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
PROOF = HEADERS | {
    "Content-Security-Policy": "frame-ancestors 'self'",  # the page of a proof says the rest
}
KINDS = {"json": "application/json", "npz": "application/octet-stream", "html": "text/html"}


def application(jobs: Jobs, reader: Reader, players: Players, hosts: list[str]) -> Starlette:
    """The server's pages. ``hosts``: names under which it may be addressed, ``*`` for any; so no
    other site's name can be pointed at it."""
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse
    from starlette.responses import Response as Plain
    from starlette.routing import Route

    def page(text: str, status: int = 200) -> Response:
        return HTMLResponse(text, status, HEADERS)

    def missing(what: str) -> Response:
        return page(documents.refused("Not found", what), 404)

    def home(request: Request) -> Response:
        listed = [games()[name][0] for name in sorted(games())]
        text = request.query_params.get("find", "").strip()[:MOST_WORDS]
        named = understood(text) if text else None
        if named is None:
            return page(documents.home(listed, jobs.latest(), text))
        game, words = named
        given = {name: value for name, value in documents.fields(game, words).items() if value}
        return RedirectResponse(f"/games/{game.name}?{urlencode(given)}", 303, HEADERS)

    def picture(request: Request) -> Response:
        text = documents.picture(request.path_params["name"])
        if text is None:
            return missing("There is no such picture.")
        return Plain(text, headers=HEADERS, media_type="image/svg+xml")

    async def read(request: Request) -> Response:
        form = await _form(request)
        words = (form or {}).get("words", "")
        if form is None or len(words) > MOST_WORDS:
            return JSONResponse({"problem": "too many words, or not yours"}, 400, HEADERS)
        return JSONResponse(await run_in_threadpool(reader.read, words), headers=HEADERS)

    def ask(request: Request) -> Response:
        found = games().get(request.path_params["name"])
        if found is None:
            return missing("There is no such game.")
        given = request.query_params
        words = given.get("words", "")[:MOST_WORDS]
        question = given.get("question", "")[:MOST_WORDS]
        return page(documents.ask(found[0], jobs.seconds, words, question))

    async def start(request: Request) -> Response:
        form = await _form(request)
        if form is None:
            return page(documents.refused("Refused", "The request is too long, or not yours."), 400)
        found = games().get(form.get("game", ""))
        if found is None:
            return missing("There is no such game.")
        typed = documents.fields(found[0], form.get("words", ""), form.get("question", ""))
        words, question = typed["words"], typed["question"]
        said = f"{found[0].name} {words}".strip()
        wrong = ""
        try:
            seconds = float(form.get("seconds") or jobs.seconds)
        except ValueError:
            seconds = math.nan
        if not 1 <= seconds <= jobs.seconds:
            wrong = f"expected between 1 and {jobs.seconds:.0f} seconds"
        elif len(words) > MOST_WORDS or question not in {q.name for q in found[0].questions}:
            wrong = "expected a question of the game, and not too many words"
        elif documents.typed(found[0]):
            wrong = (await run_in_threadpool(reader.read, said)).get("problem", "")
        if wrong:
            text = documents.ask(found[0], jobs.seconds, words[:MOST_WORDS], question, wrong)
            return page(text, 422)
        try:
            job = jobs.start(said, question, seconds)
        except Busy:
            return page(documents.refused("Busy", "Too many questions are waiting."), 503)
        return RedirectResponse(f"/jobs/{job.number}", 303, HEADERS)

    def of(request: Request) -> Job | None:
        return jobs.find(request.path_params["number"])

    def shown(request: Request) -> Response:
        job = of(request)
        return (
            missing("There is no such question.")
            if job is None
            else page(documents.shown(job, jobs.seconds))
        )

    def state(request: Request) -> Response:
        job = of(request)
        found = {"state": "gone", "over": True} if job is None else documents.state(job)
        return JSONResponse(found, 404 if job is None else 200, HEADERS)

    async def cancel(request: Request) -> Response:
        job = of(request)
        if job is None or await _form(request) is None:
            return missing("There is no such question.")
        jobs.cancel(job)
        return RedirectResponse(f"/jobs/{job.number}", 303, HEADERS)

    async def after(request: Request) -> Response:
        job = of(request)
        path = (await _form(request) or {}).get("path")
        if job is None or path is None or job.file("proof.json") is None:
            return JSONResponse({"problem": "there is no such proof"}, 404, HEADERS)
        found = await run_in_threadpool(players.after, job.folder.name, path)
        return JSONResponse(found, headers=HEADERS)

    def left(request: Request) -> Response:
        job = of(request)
        name = request.path_params["file"]
        path = job.file(name) if job is not None and name in FILES else None
        if path is None:
            return missing("There is no such file.")
        headers = PROOF if name.endswith("html") else HEADERS
        return FileResponse(path, media_type=KINDS[name.rpartition(".")[2]], headers=headers)

    def sheet(_request: Request) -> Response:
        return Plain(style(), headers=HEADERS, media_type="text/css")

    def script(_request: Request) -> Response:
        return Plain(static("serve.js"), headers=HEADERS, media_type="text/javascript")

    def draw(_request: Request) -> Response:
        text = static("boards.js") + static("draw.js")
        return Plain(text, headers=HEADERS, media_type="text/javascript")

    return Starlette(
        routes=[
            Route("/", home),
            Route("/style.css", sheet),
            Route("/serve.js", script),
            Route("/draw.js", draw),
            Route("/read", read, methods=["POST"]),
            Route("/pictures/{name}.svg", picture),
            Route("/games/{name}", ask),
            Route("/jobs", start, methods=["POST"]),
            Route("/jobs/{number}", shown),
            Route("/jobs/{number}/state", state),
            Route("/jobs/{number}/cancel", cancel, methods=["POST"]),
            Route("/jobs/{number}/after", after, methods=["POST"]),
            Route("/jobs/{number}/{file}", left),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)],
    )


async def _form(request: Request) -> dict[str, str] | None:
    """The fields of a form; ``None`` for one that is too long or comes from another site."""
    origin = request.headers.get("origin")
    site = request.headers.get("sec-fetch-site")  # absent where it is no browser that asks
    own = f"{request.url.scheme}://{request.headers.get('host', '')}"
    if site not in ("same-origin", "none", None) or origin not in (own, "null", None):
        return None
    if origin == "null" and site != "same-origin":
        return None
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BODY:
            return None
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=20)
    except ValueError:
        return None
    return {name: values[0] for name, values in fields.items()}
