"""``gameproof backends``: the solvers found on this machine."""

from __future__ import annotations

import dataclasses
import json

import click

from gameproof.cli import options as shared


@click.command(name="backends")
@shared.as_json
def command(json_: bool) -> None:
    """Solvers and libraries found, with versions; for bug reports."""
    from gameproof.solvers.sat.backends import backends

    for one in backends():
        if json_:
            click.echo(json.dumps({"type": "backend", **dataclasses.asdict(one)}))
            continue
        found = one.version or "not found"
        default = " (default)" if one.default else ""
        click.echo(
            f"{one.name:14} {one.kind:8} {found}{default}  {', '.join(one.abilities)}".rstrip()
        )
