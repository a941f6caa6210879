"""``gameproof schema``: the JSON Schemas of the files that gameproof reads and writes."""

from __future__ import annotations

import json

import click


@click.command(name="schema")
@click.argument("name", type=click.Choice(["instance", "answer", "certificate", "claim"]))
def command(name: str) -> None:
    """Print the JSON Schema of instance, answer, certificate or claim files."""
    from gameproof.cli.schemas import schema

    click.echo(json.dumps(schema(name), indent=1))
