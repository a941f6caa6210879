"""``gameproof show``: a position, with its proof where one is given, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gameproof.cli import options as shared
from gameproof.cli.asked_files import asked_file

if TYPE_CHECKING:
    from gameproof.certificates.certificate import Certificate
    from gameproof.certificates.files import Sealed
    from gameproof.instances.instance import Instance, Resolved
    from gameproof.pictures.picture import Detail, Picture
    from gameproof.prover.sides import Left


DRAWN = (".svg", ".html", ".htm", ".txt", ".pdf", ".png", ".tikz", ".tex")


@click.command(name="show", cls=shared.Words)
@shared.words()
@shared.question
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="An .svg, .html, .txt, .pdf, .png, .tikz or .tex file.",
)
@click.option(
    "--theme",
    type=click.Choice(("light", "dark", "auto")),
    default="light",
    show_default=True,
    help="Colours; auto follows the reader's system (.svg).",
)
@click.option("--scale", type=click.FloatRange(0.1, 20.0), help="Dots a pixel of a .png (2).")
@click.option("--no-caption", is_flag=True, help="Without the sentences below the picture.")
@click.option("--through", help="A cell of a positional board: show the winning sets through it.")
@shared.left
@click.option("--solve", "solve_", is_flag=True, help="Solve first and draw the proof too.")
@shared.methods
@shared.limits
def command(
    words: tuple[str, ...],
    question: str | None,
    output: Path | None,
    theme: str,
    scale: float | None,
    no_caption: bool,
    through: str | None,
    solve_: bool,
    left: Left,
    **rest: Any,
) -> int:
    """Draw a game's position, or a certificate file with what it proves.

    An .html file of a proof can be played against and checked in any browser.

    \b
    gameproof show tictactoe 5 2 -q pairing --solve -o board.svg
    gameproof show snort cycle 6
    gameproof show proof.json -o proof.html
    """
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.instances.instance import resolve
    from gameproof.prover import sides

    suffix = ".txt" if output is None else output.suffix.lower()
    if left == "blue" and suffix in (".html", ".htm"):
        raise BadInput("a page shows the certificate, in which Red is Left; use another format")
    if suffix not in DRAWN:
        raise BadInput(f"cannot draw a {suffix or 'nameless'} file; use one of {', '.join(DRAWN)}")
    asked_for = asked_file(words, question)
    certificate, sealed, detail = asked_for.certificate, asked_for.sealed, asked_for.detail
    instance = asked_for.instance
    if asked_for.saved is not None:
        import msgspec

        instance = msgspec.structs.replace(instance, moves=asked_for.saved.moves)
    if solve_ and certificate is None:
        instance = sides.asked(instance, left)
        asked, certificate, detail, sealed = _solved(instance, rest, left)
    else:
        asked = resolve(instance)
    if "answer" in detail:
        answer, detail = sides.seen(
            asked.game.name, asked.question.name, str(detail["answer"]), detail, left
        )
        question, _ = sides.told_as(asked.question.name, asked.arguments, left)
        detail = {**detail, "question": question, "answer": answer}
    elif left == "blue":
        raise BadInput("--left is for answers: add --solve, or name a certificate file")
    if through is not None:
        detail = {**detail, "through": _cell(asked, through)}
    picture = draw(asked, certificate, detail)
    if no_caption:
        picture = picture.without_caption()
    if output is None:
        click.echo(picture.text.rstrip("\n"))
        return 0
    if suffix in (".html", ".htm"):
        themed = picture.themed(theme)
        text = themed.html(asked.words) if sealed is None else _page(sealed, themed)
        data = text.encode()
    else:
        from gameproof.pictures.proof import latex_lines
        from gameproof.pictures.sheet.files import SCALE, to_bytes

        more = [] if no_caption else latex_lines(detail)
        data = to_bytes(picture, suffix, theme=theme, scale=scale or SCALE, more=more)
    output.write_bytes(data)
    click.echo(f"{output}: {asked.words}", err=True)
    return 0


def _cell(asked: Resolved, through: str) -> str:
    """The cell that ``--through`` names; raises :class:`BadInput` on boards without one."""
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.games.positional import Position
    from gameproof.pictures.boards.positional import MOST

    position: object = asked.position
    if not isinstance(position, Position) or position.board.cells > MOST:
        raise BadInput(
            f"only positional boards of at most {MOST} cells have sets to show", "--through"
        )
    return position.move_text(position.board.cell(through))


def draw(
    asked: Resolved, certificate: Certificate | None = None, detail: Detail | None = None
) -> Picture:
    """The picture of a resolved instance, what was answered below it; games without one are
    shown as their text."""
    from gameproof.pictures.picture import Picture
    from gameproof.pictures.proof import claim_lines
    from gameproof.pictures.sheet.drawing import Drawing
    from gameproof.pictures.thermograph import with_walls
    from gameproof.prover import sides
    from gameproof.prover.registry import picture

    if detail and "answer" in detail and "left" not in detail:
        answer = str(detail["answer"])
        _, detail = sides.seen(asked.game.name, asked.question.name, answer, detail, "red")
    if detail:
        detail = with_walls(detail)
    found = picture(asked.module)
    if found is not None:
        drawn = found.draw(asked.position, certificate, detail)
    else:
        lines = str(asked.position).splitlines() or [""]
        drawing = Drawing(1, 1, asked.words)
        drawing.caption(*lines)
        drawn = Picture("\n".join(lines) + "\n", drawing.svg())
    return drawn.captioned(*claim_lines(detail))


def _page(sealed: Sealed, picture: Picture) -> str:
    """The proof as a page of its own."""
    from gameproof.web.page import page

    return page(sealed, picture)


def _solved(
    instance: Instance, settings: dict[str, Any], left: Left
) -> tuple[Resolved, Certificate | None, Detail, Sealed | None]:
    from gameproof.encodings.method import Options
    from gameproof.instances.instance import resolve
    from gameproof.prover import sides
    from gameproof.prover.prove import prove_with_certificate

    options = Options(engine=settings["engine"], explicit=settings["explicit"])
    proof = prove_with_certificate(
        instance, shared.context(settings), method=settings["method"], options=options
    )
    answer = proof.answer
    if answer.stopped == "interrupted":
        raise KeyboardInterrupt
    shown, _ = sides.seen(answer.game, answer.question, answer.answer, {}, left)
    question, _ = sides.told_as(answer.question, answer.arguments, left)
    click.echo(f"{answer.board}: {question}: {shown}", err=True)
    told = {"question": answer.question, "answer": answer.answer, "claim": answer.claim}
    resolved = proof.resolved or resolve(instance)
    return resolved, proof.certificate, {**answer.detail, **told}, proof.sealed
