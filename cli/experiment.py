"""``gameproof experiment``: a paper's experiment, with its table and its plot."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gameproof.cli import options as shared

if TYPE_CHECKING:
    from gameproof.studies.experiments import Result

Columns = Sequence[str]
Rows = Sequence[Sequence[str | int | float | None]]


def _as_csv(columns: Columns, rows: Rows) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue()


def _as_markdown(columns: Columns, rows: Rows) -> str:
    from gameproof.cli.results_table import markdown_table

    return "\n".join([*markdown_table(columns, _texts(rows), ["---"] * len(columns)), ""])


def _as_tex(columns: Columns, rows: Rows) -> str:
    """A ``longtable`` to be put into a paper, which needs that package."""
    from gameproof.cli.results_table import tex, tex_table

    return "\n".join(
        [*tex_table(columns, [list(map(tex, row)) for row in _texts(rows)], "l" * len(columns)), ""]
    )


def _texts(rows: Rows) -> list[list[str]]:
    return [[_plain(cell) for cell in row] for row in rows]


def _plain(cell: object) -> str:
    return "" if cell is None else str(cell).replace("|", "/")


TABLES = {".csv": _as_csv, ".md": _as_markdown, ".tex": _as_tex}
PICTURES = (".svg", ".pdf", ".png", ".tikz")


def to_bytes(result: Result, suffix: str) -> bytes:
    """The plot, or the table, as the content of a file with this suffix. O(length).

    Raises ``Missing`` where ``.pdf`` or ``.png`` needs a library that is not there.
    """
    if suffix in TABLES:
        return TABLES[suffix](result.columns, result.rows).encode()
    from gameproof.pictures.picture import Picture
    from gameproof.pictures.sheet import files

    return files.to_bytes(Picture("", result.svg), suffix)


@click.command(name="experiment")
@click.argument("name", required=False)
@click.argument("numbers", nargs=-1, type=int)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="A .svg, .pdf, .png or .tikz file of the plot, a .csv, .md or .tex file of the table.",
)
@click.option(
    "--results",
    type=click.Path(path_type=Path, dir_okay=False),
    help="snort-atlas, periodic-tiles: a .jsonl file of the answers, from which the same "
    "command goes on.",
)
@shared.limits
@shared.as_json
def command(
    name: str | None,
    numbers: tuple[int, ...],
    output: Path | None,
    results: Path | None,
    json_: bool,
    **settings: object,
) -> int:
    """Reproduce the experiment NAME; without NAME, list them. Some take NUMBERS."""
    from gameproof.games.meaning.bad_input import BadInput, hint
    from gameproof.prover.disk import writing
    from gameproof.studies.experiments import EXPERIMENTS

    if name is None:
        for one, experiment in EXPERIMENTS.items():
            click.echo(f"{' '.join([one, *experiment.numbers])}: {experiment.text}")
        return 0
    if name not in EXPERIMENTS:
        raise BadInput(f"no experiment {name!r}{hint(name, EXPERIMENTS)}; 'experiment' lists them")
    wanted = EXPERIMENTS[name].numbers
    if len(numbers) != len(wanted):
        raise BadInput(f"{name} takes {' '.join(wanted) or 'no numbers'}")
    more = {}
    if results is not None:
        if not EXPERIMENTS[name].resumes:
            raise BadInput(f"{name} keeps no results: leave --results out")
        more["results"] = results
    suffix = "" if output is None else output.suffix.lower()
    if output is not None and suffix not in (*PICTURES, *TABLES):  # before the work is done
        known = ", ".join((*PICTURES, *TABLES))
        raise BadInput(f"expected a file in one of {known}, got {suffix or 'none'}")
    result = EXPERIMENTS[name].run(shared.context(settings), *numbers, **more)
    for row in result.rows:
        if json_:
            click.echo(json.dumps({"type": "row", **dict(zip(result.columns, row, strict=True))}))
    if not json_:
        table = [list(map(str, result.columns)), *([str(v) for v in row] for row in result.rows)]
        widths = [max(len(row[k]) for row in table) for k in range(len(result.columns))]
        for line in table:
            click.echo("  ".join(v.ljust(w) for v, w in zip(line, widths, strict=True)).rstrip())
    for note in result.notes:
        click.echo(note, err=True)
    if output is not None:
        content = to_bytes(result, suffix)
        with writing(output):
            output.write_bytes(content)
        click.echo(f"{output}: {EXPERIMENTS[name].text}", err=True)
    return 0
