"""``gameproof selftest``: what this machine can do, tried on the shipped instances and proofs."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from gameproof.cli import options as shared
from gameproof.cli.report import seconds
from gameproof.cli.status import Status

PARTS = {
    "dask": ("distributed", "batches on many machines (--dask)"),
    "plot": ("matplotlib", "plots of experiments and maps"),
}
"""The extras: the package of each, and what it is for."""
LIMIT = "20s"


@dataclass(slots=True)
class Line:
    """What became of the instances of a game."""

    instances: int = 0
    answered: int = 0
    verified: int = 0
    agree: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)


@click.command(name="selftest", short_help="Try the shipped instances and proofs here.")
@click.argument("names", metavar="[GAME]...", nargs=-1)
@click.option("--jobs", type=shared.JOBS, default=1, show_default=True,
              help="Worker processes.")  # fmt: skip
@click.option("--time-limit", type=shared.TIME, default=LIMIT, show_default=True,
              help="Time per instance.")  # fmt: skip
@shared.as_json
def command(names: tuple[str, ...], jobs: int, time_limit: float, json_: bool) -> int:
    """Answer the shipped instances (of these games), check the shipped proofs, and say what
    is installed. Nothing is read from or written to the store.

    Exit status 1 when an answer is not the published one or a proof is rejected, 3 when one
    is unknown within the limit.
    """
    from gameproof.instances.instance import find_game

    for name in names:
        find_game(name)
    table = _corpus(names, jobs, time_limit)
    proofs = [] if names else _proofs()
    if json_:
        report = {
            "type": "selftest",
            "engines": _engines(),
            "parts": _parts(),
            "games": {name: _plain(line) for name, line in table.items()},
            "proofs": proofs,
        }
        click.echo(json.dumps(report, ensure_ascii=False))
    else:
        _print(table, proofs)
    wrong = [text for line in table.values() for text in line.wrong]
    for text in wrong:
        click.echo(f"gameproof: {text}", err=True)
    if shared.running().interrupts.cancelled.is_set():
        return int(shared.interrupted())
    if wrong or not all(proof["verified"] for proof in proofs):
        return int(Status.REFUTED)
    whole = all(line.answered == line.instances for line in table.values())
    return int(Status.DONE if whole else Status.UNKNOWN)


def _corpus(names: tuple[str, ...], jobs: int, time_limit: float) -> dict[str, Line]:
    """The shipped instances, and those of installed packages, by game."""
    from gameproof.cli.status_line import Counted, StatusLine
    from gameproof.games.game import games
    from gameproof.prover import batch
    from gameproof.prover.registry import entry

    folders = {name: entry(name).instances for name in names or sorted(games())}
    chosen = {folder for folder in folders.values() if folder is not None}
    tasks = batch.make_tasks(sorted(chosen), time_limit=time_limit)
    counted = Counted(len(tasks))
    settings = {"time_limit": None, "memory_limit": None, "seed": 0}
    table: dict[str, Line] = defaultdict(Line)
    with StatusLine(counted.text), shared.running().interrupts.patience():
        for record, kept in batch.records(
            tasks,
            jobs=jobs,
            context=shared.context(settings, progress=counted.note),
            apart=True,
        ):
            counted.step(kept)
            _note(table, record)
    return dict(sorted(table.items()))


def _note(table: dict[str, Line], record: dict[str, Any]) -> None:
    file = "/".join(Path(record["file"]).parts[-2:])
    if record["type"] != "answer":
        table["?"].instances += 1
        table["?"].wrong.append(f"{file}: {record['message']}")
        return
    line = table[record["game"]]
    line.instances += 1
    line.seconds += record["seconds"]
    line.answered += record["answer"] != "unknown"
    line.verified += record["verified"]
    line.agree += record["agrees"] is True
    if record["agrees"] is False:
        line.wrong.append(f"{file}: {record['answer']}, expected {record['expected']}")


def _plain(line: Line) -> dict[str, Any]:
    return {
        "instances": line.instances,
        "answered": line.answered,
        "verified": line.verified,
        "agree": line.agree,
        "seconds": round(line.seconds, 3),
        "wrong": line.wrong,
    }


def _proofs() -> list[dict[str, Any]]:
    """The shipped proofs, checked."""
    from importlib.resources import files

    from gameproof.certificates.certificate import Rejected
    from gameproof.certificates.files import load
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.prover.verify import verify_sealed

    found = []
    for path in sorted(Path(str(files("gameproof.instances"))).joinpath("proofs").glob("*.json")):
        begun = time.perf_counter()
        try:
            said, verified = verify_sealed(load(path)).claim, True
        except (Rejected, BadInput) as error:
            said, verified = str(error), False
        spent = round(time.perf_counter() - begun, 3)
        found.append({"file": path.name, "verified": verified, "claim": said, "seconds": spent})
    return found


def _engines() -> dict[str, str | None]:
    from gameproof.solvers.sat.backends import backends

    return {one.name: one.version for one in backends()}


def _parts() -> dict[str, str | None]:
    from importlib.metadata import PackageNotFoundError, version

    found: dict[str, str | None] = {}
    for extra, (package, _) in PARTS.items():
        try:
            found[extra] = f"{package} {version(package)}"
        except PackageNotFoundError:
            found[extra] = None
    return found


def _print(table: dict[str, Line], proofs: list[dict[str, Any]]) -> None:
    click.echo(f"{'game':20}{'instances':>10}{'answered':>10}{'verified':>10}{'agree':>8}  time")
    for name, line in table.items():
        counts = f"{line.instances:>10}{line.answered:>10}{line.verified:>10}{line.agree:>8}"
        click.echo(f"{name:20}{counts}  {seconds(line.seconds)}")
    if proofs:
        click.echo("\nproof")
        for proof in proofs:
            mark = "verified" if proof["verified"] else "REJECTED"
            click.echo(f"{proof['file']:30}{mark:>10}  {seconds(proof['seconds'])}")
    click.echo("\nengine or part")
    for name, found in _engines().items():
        click.echo(f"{name:20}{found or 'not installed'}")
    for extra, found in _parts().items():
        package, purpose = PARTS[extra]
        missing = f"not installed: pip install 'gameproof[{extra}]' ({package})"
        click.echo(f"{extra:20}{found or missing}; {purpose}")
