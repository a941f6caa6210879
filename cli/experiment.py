"""``gameproof experiment``: a paper's experiment, with its table and its plot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from gameproof.cli import options as shared


@click.command(name="experiment")
@click.argument("name", required=False)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="An .svg file for the plot.")
@shared.limits
@shared.as_json
def command(name: str | None, output: Path | None, json_: bool, **settings: Any) -> int:
    """Reproduce the experiment NAME; without NAME, list them."""
    from gameproof.games.game import BadInput
    from gameproof.instances.did_you_mean import hint
    from gameproof.prover.experiments import EXPERIMENTS
    from gameproof.solvers.limits import Limits

    if name is None:
        for one, experiment in EXPERIMENTS.items():
            click.echo(f"{one}: {experiment.text}")
        return 0
    if name not in EXPERIMENTS:
        raise BadInput(f"no experiment {name!r}{hint(name, EXPERIMENTS)}")
    limits = Limits(settings["time_limit"], int(settings["memory_limit"]), settings["seed"])
    result = EXPERIMENTS[name].run(limits)
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
