"""``gameproof show``: a position, with its proof where one is given, as a picture."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from typing import Any

import click

from gameproof.cli import options as shared


@click.command(name="show", cls=shared.Words)
@shared.words()
@shared.question
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="An .svg, .html or .txt file."
)
@click.option("--solve", "solve_", is_flag=True, help="Solve first and draw the proof too.")
@shared.methods
@shared.limits
def command(
    words: tuple[str, ...], question: str | None, output: Path | None, solve_: bool, **rest: Any
) -> int:
    """Draw a game's position, or a certificate file with what it proves.

    \b
    gameproof show tictactoe 5 2 -q pairing --solve -o board.svg
    gameproof show snort cycle 6
    gameproof show proof.json -o proof.html
    """
    from gameproof.games.game import BadInput
    from gameproof.instances.instance import from_words, resolve

    certificate: Any = None
    detail: dict[str, Any] = {}
    if len(words) == 1 and Path(words[0]).suffix in (".json", ".toml"):
        instance, certificate = _from_file(Path(words[0]))
    else:
        instance = from_words(list(words), question)
    if solve_ and certificate is None:
        asked, certificate, detail = _solved(instance, rest)
    else:
        asked = resolve(instance)
    picture = draw(asked, certificate, detail)
    if output is None:
        click.echo(picture.text.rstrip("\n"))
        return 0
    suffix = output.suffix.lower()
    if suffix == ".svg":
        text = picture.svg
    elif suffix in (".html", ".htm"):
        text = picture.html(asked.words)
    elif suffix == ".txt":
        text = picture.text
    else:
        raise BadInput(f"cannot draw a {suffix or 'nameless'} file; use .svg, .html or .txt")
    output.write_text(text, encoding="utf-8")
    click.echo(f"{output}: {asked.words}", err=True)
    return 0


def draw(asked: Any, certificate: Any = None, detail: dict[str, Any] | None = None) -> Any:
    """The picture of a resolved instance; games without one are shown as their text."""
    from gameproof.pictures.picture import Drawing, Picture

    name = f"gameproof.pictures.{asked.module}"
    if importlib.util.find_spec(name) is not None:
        return importlib.import_module(name).draw(asked.position, certificate, detail or {})
    lines = str(asked.position).splitlines() or [""]
    drawing = Drawing(20 + 8 * max(map(len, lines)), 20 + 18 * len(lines), asked.words)
    for number, line in enumerate(lines):
        drawing.text((10, 20 + 18 * number), line, anchor="start")
    return Picture("\n".join(lines) + "\n", drawing.svg())


def _from_file(path: Path) -> tuple[Any, Any]:
    """The instance in an instance file or a certificate file, and the certificate."""
    import json

    from gameproof.certificates.certificate import SCHEMA
    from gameproof.certificates.files import read as read_certificate
    from gameproof.games.game import BadInput
    from gameproof.instances.instance import from_object, read

    try:
        document = json.loads(path.read_bytes()) if path.suffix == ".json" else {}
    except OSError as error:
        raise BadInput(error.strerror or "unreadable", str(path)) from None
    except ValueError as error:
        raise BadInput(f"not JSON: {error}", str(path)) from None
    if isinstance(document, dict) and document.get("schema") == SCHEMA:
        record = read_certificate(path)
        return from_object(record.instance, path.parent), record.certificate
    return read(path), None


def _solved(instance: Any, settings: dict[str, Any]) -> tuple[Any, Any, dict[str, Any]]:
    from gameproof.encodings.method import Options
    from gameproof.instances.instance import resolve
    from gameproof.prover.prove import prove_with_certificate
    from gameproof.solvers.limits import Limits

    limits = Limits(settings["time_limit"], int(settings["memory_limit"]), settings["seed"])
    options = Options(engine=settings["engine"], explicit=settings["explicit"])
    proof = prove_with_certificate(instance, limits, method=settings["method"], options=options)
    answer = proof.answer
    click.echo(f"{answer.board}: {answer.question}: {answer.answer}", err=True)
    return proof.resolved or resolve(instance), proof.certificate, answer.detail
