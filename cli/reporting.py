"""``gameproof report``: results files as a table."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from gameproof.cli.results_table import Row

SHOWN = 20  # rows on a terminal that need a look


@click.command(name="report", short_help="Results of a batch as a table.")
@click.argument(
    "results", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False)
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="An .html, .csv, .tex or .md file."
)
@click.option(
    "--pictures",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for a picture of each certificate, linked in the report.",
)
def command(results: tuple[Path, ...], output: Path | None, pictures: Path | None) -> int:
    """Counts, times and a table of results files, what needs a look first.

    \b
    gameproof report results.jsonl
    gameproof report results.jsonl -o report.html --pictures pictures/
    """
    from gameproof.cli.results_table import FORMATS, cells, headline, read
    from gameproof.games.meaning.bad_input import BadInput

    suffix = "" if output is None else output.suffix.lower()
    if output is not None and suffix not in FORMATS:
        raise BadInput(
            f"cannot write a {suffix or 'nameless'} file; use .html, .csv, .tex or .md", str(output)
        )
    rows = read(results)
    if pictures is not None:
        rows = [_drawn(row, pictures) for row in rows]
    if output is None:
        click.echo(headline(rows))
        wanting = [row for row in rows if row.state not in ("verified", "not checked again")]
        for row in wanting[:SHOWN]:
            click.echo("  " + "  ".join(text for text in cells(row) if text))
        if len(wanting) > SHOWN:
            click.echo(f"  ... and {len(wanting) - SHOWN} more; -o report.html shows all")
        return 0
    text = FORMATS[suffix](rows, output)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(text, encoding="utf-8")
    click.echo(f"{output}: {headline(rows)}", err=True)
    return 0


def _drawn(row: Row, folder: Path) -> Row:
    """The row with a picture of what its certificate proves, where it has one."""
    from gameproof.cli.asked_files import of_file
    from gameproof.cli.show import draw
    from gameproof.instances.instance import resolve

    if not row.certificate or not Path(row.certificate).is_file():
        return row
    proved = of_file(Path(row.certificate))
    made = draw(resolve(proved.instance), proved.certificate)
    path = folder / (Path(row.certificate).name.removesuffix(".certificate.json") + ".svg")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(made.svg, encoding="utf-8")
    return dataclasses.replace(row, picture=str(path))
