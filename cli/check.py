"""``gameproof check``: certificates checked from the rules; imports no solver, no encoding."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from gameproof.cli import options as shared
from gameproof.cli.status import Status


@click.command(name="check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@shared.as_json
def command(files: tuple[Path, ...], json_: bool) -> int:
    """Check certificate files by the rules of their games alone.

    A .lrat file is checked against the clauses in the .cnf file beside it.
    """
    from gameproof.games.game import BadInput

    status = Status.DONE
    for path in files:
        record: dict[str, Any] = {"type": "check", "file": str(path), "verified": False}
        try:
            record["claim"] = verify(path)
            record["verified"] = True
        except Refused as reason:
            record["reason"] = str(reason)
            status = max(status, Status.REFUTED)
        except BadInput as error:
            record["type"] = "error"
            record["message"] = f"{error.where}: {error.message}" if error.where else error.message
            status = max(status, Status.USAGE)
        if json_:
            click.echo(json.dumps(record, ensure_ascii=False))
        elif record["verified"]:
            click.echo(f"s VERIFIED {record['claim']}")
        elif record["type"] == "check":
            click.echo(f"s NOT VERIFIED {record['reason']}")
        else:
            click.echo(f"gameproof: {record['message']}", err=True)
    return int(status)


class Refused(Exception):
    """The file is readable, but does not prove its claim."""


def verify(path: Path) -> str:
    """The proved claim; raises :class:`Refused`, or ``BadInput`` for an unreadable file."""
    from gameproof.certificates.certificate import Claim, Rejected, check
    from gameproof.certificates.files import read
    from gameproof.games.game import BadInput
    from gameproof.instances.instance import from_object, resolve

    if path.suffix == ".lrat":
        return verify_lrat(path)
    record = read(path)
    try:
        asked = resolve(from_object(record.instance, path.parent))
    except BadInput as error:
        raise BadInput(error.message, f"{path}: instance.{error.where}".rstrip(".")) from None
    claim = Claim(asked.question.name, record.claim.answer, asked.arguments)
    if record.claim.question != claim.question:
        raise Refused(
            f"the claim is about {record.claim.question!r}, the instance asks {claim.question!r}"
        )
    if asked.question.answers and claim.answer not in asked.question.answers:
        raise Refused(f"{claim.answer!r} is no answer to {claim.question!r}")
    try:
        sentence = check(asked.position, claim, record.certificate)
    except Rejected as reason:
        raise Refused(f"{asked.words}: {reason}") from None
    return f"{asked.words}: {claim.question} {claim.answer}: {sentence}"


def verify_lrat(path: Path) -> str:
    """What an LRAT proof refutes: the clauses of the ``.cnf`` file of the same name."""
    from gameproof.certificates.certificate import Rejected
    from gameproof.certificates.lrat import check_lrat_text, read_dimacs
    from gameproof.games.game import BadInput

    beside = path.with_suffix(".cnf")
    texts = []
    for file in (beside, path):
        try:
            texts.append(file.read_text(encoding="utf-8").splitlines())
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"unreadable: {error}", str(file)) from None
    try:
        return f"{beside}: {check_lrat_text(read_dimacs(texts[0]), texts[1])}"
    except Rejected as reason:
        raise Refused(f"{path}: {reason}") from None
