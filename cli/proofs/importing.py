"""``gameproof import``: a certificate from the model that another solver found."""

from __future__ import annotations

import json
from pathlib import Path

import click

from gameproof.cli import options as shared
from gameproof.cli import report
from gameproof.cli.status import Status


@click.command(name="import")
@click.argument("model", type=click.Path(path_type=Path))
@click.option("--of", "words", required=True, metavar="WORDS",
              help="The question as encoded: 'tictactoe 4 4 -q drawn-position'.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path),
              help="The certificate; by default beside the model, as .json.")  # fmt: skip
@shared.as_json
def command(model: Path, words: str, output: Path | None, json_: bool) -> int:
    """Make a certificate of a solver's model of a file that 'encode' wrote.

    MODEL holds the lines 'v ...' that solvers print. The certificate is checked from the rules
    alone, before it is written.

    \b
    gameproof encode tictactoe 4 4 -q drawn-position -o draw.cnf
    kissat draw.cnf > draw.out
    gameproof import draw.out --of "tictactoe 4 4 -q drawn-position"
    """
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.instances.graph_files import read_text
    from gameproof.instances.instance import from_words
    from gameproof.instances.typed_words import split
    from gameproof.prover.imported import import_model
    from gameproof.prover.written import write
    from gameproof.solvers.sat.model import ModelError

    text = read_text(model)
    instance = from_words(split(words))
    target = output or model.with_suffix(".json")
    if target.suffix != ".json":
        raise BadInput("a certificate is JSON (.json)", str(target))
    if output is None and target.exists():
        raise BadInput("this file is there already; say -o to write over it", str(target))
    try:
        proof = import_model(instance, text)
    except ModelError as error:
        raise BadInput(str(error), str(model)) from None
    except BadInput as error:
        raise BadInput(error.message, f"{model}: {error.where}".rstrip(": ")) from None
    answer = proof.answer
    if proof.sealed is not None:
        write(target, proof.sealed)
        answer.certificate = str(target)
    data = answer.to_object()
    click.echo(json.dumps(data, ensure_ascii=False) if json_ else "\n".join(report.lines(data)))
    return int(Status.UNKNOWN if proof.sealed is None else Status.DONE)
