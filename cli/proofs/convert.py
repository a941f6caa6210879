"""``gameproof convert``: certificate files of earlier versions, made again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from gameproof.cli import options as shared
from gameproof.cli.status import Status
from gameproof.cli.text import one_line


def _readable(path: Path) -> bool:
    """Does the file hold steps of kinds that there are?"""
    from gameproof.certificates.files import read
    from gameproof.games.meaning.bad_input import BadInput

    try:
        read(path)
    except BadInput:
        return False
    return True


@click.command(name="convert")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@shared.limits
def command(files: tuple[Path, ...], **settings: Any) -> int:
    """Prove again what certificate files of earlier versions claim.

    The question and the answer are taken from the file, the proof is found anew and checked; only
    then is the file replaced. Files of this version stay as they are.
    """
    status = Status.DONE
    for path in files:
        status = max(status, _converted(path, settings))
    return int(status)


def _converted(path: Path, settings: dict[str, Any]) -> Status:
    from gameproof.certificates.array_files import unpack
    from gameproof.certificates.certificate import SCHEMA
    from gameproof.certificates.files import instance_of, load
    from gameproof.certificates.json_text import document_of
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.instances.instance import from_object
    from gameproof.prover.prove import prove_with_certificate
    from gameproof.prover.written import write

    old = load(path)
    document, _ = document_of(old.text)
    schema, name = document.get("schema"), one_line(str(path))
    if schema == SCHEMA and _readable(path):
        click.echo(f"{name}: is of this version")
        return Status.DONE
    if not str(schema).startswith("gameproof/certificate/"):
        raise BadInput("expected a certificate file", str(path))
    arrays = {} if old.arrays is None else unpack(old.arrays)
    instance = from_object(instance_of(document.get("instance"), arrays), path.parent)
    proof = prove_with_certificate(instance, shared.context(settings))
    if proof.answer.answer != document.get("answer") or proof.sealed is None:
        found = proof.answer.answer
        click.echo(f"gameproof: {name}: no proof of its answer was found ({found})", err=True)
        return Status.UNKNOWN
    write(path, proof.sealed)
    if proof.sealed.arrays is None:
        path.with_suffix(".npz").unlink(missing_ok=True)
    click.echo(f"{name}: {one_line(proof.answer.claim or '')}")
    return Status.DONE
