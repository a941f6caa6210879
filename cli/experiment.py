"""``gameproof experiment``: a paper's experiment, with its table and its plot."""

from __future__ import annotations

import json
from pathlib import Path

import click

from gameproof.cli import options as shared


@click.command(name="experiment")
@click.argument("name", required=False)
@click.argument("numbers", nargs=-1, type=int)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="An .svg file for the plot.")
@shared.limits
@shared.as_json
def command(
    name: str | None, numbers: tuple[int, ...], output: Path | None, json_: bool, **settings: object
) -> int:
    """Reproduce the experiment NAME; without NAME, list them. Some take NUMBERS."""
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.instances.did_you_mean import hint
    from gameproof.prover.experiments import EXPERIMENTS

    if name is None:
        for one, experiment in EXPERIMENTS.items():
            click.echo(f"{' '.join([one, *experiment.numbers])}: {experiment.text}")
        return 0
    if name not in EXPERIMENTS:
        raise BadInput(f"no experiment {name!r}{hint(name, EXPERIMENTS)}")
    wanted = EXPERIMENTS[name].numbers
    if len(numbers) != len(wanted):
        raise BadInput(f"{name} takes {' '.join(wanted) or 'no numbers'}")
    result = EXPERIMENTS[name].run(shared.context(settings), *numbers)
    for row in result.rows:
        if json_:
            click.echo(json.dumps({"type": "row", **dict(zip(result.columns, row, strict=True))}))
    if not json_:
        table = [list(map(str, result.columns)), *([str(v) for v in row] for row in result.rows)]
        widths = [max(len(row[k]) for row in table) for k in range(len(result.columns))]
        for line in table:
            click.echo("  ".join(v.ljust(w) for v, w in zip(line, widths, strict=True)).rstrip())
    if output is not None:
        output.write_text(result.svg, encoding="utf-8")
        click.echo(f"{output}: {EXPERIMENTS[name].text}", err=True)
    return 0
