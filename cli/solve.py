"""``gameproof solve``: one question in words, or files and folders of instances."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from gameproof.cli import options as shared
from gameproof.cli import report
from gameproof.cli.status import Status


@click.command(name="solve", cls=shared.Words, short_help="Answer a question.")
@shared.words()
@shared.question
@click.option("-o", "--output", type=click.Path(path_type=Path),
              help="Certificate of one answer, or results.jsonl of a batch.")  # fmt: skip
@click.option("--certificates", type=click.Path(path_type=Path, file_okay=False),
              help="Batch: folder for the certificates.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True,
              help="Batch: worker processes.")  # fmt: skip
@click.option("--dask", metavar="ADDRESS", help="Batch: run on this Dask cluster.")
@click.option("--store", type=click.Path(path_type=Path), help="Store of results (SQLite).")
@click.option("--fresh", is_flag=True, help="Do not reuse stored answers.")
@click.option("--proof", type=click.Path(path_type=Path), help="Where a solver's proof goes.")
@shared.methods
@shared.limits
@shared.as_json
def command(words: tuple[str, ...], **settings: Any) -> int:
    """Answer a question about a game, or run instance files.

    \b
    gameproof solve tictactoe 8 3 -q pairing
    gameproof solve geography petersen --start 0 -o proof.json
    gameproof solve instances/ --jobs 2 -o results.jsonl
    """
    from gameproof.games.game import games

    if words[0] in games():
        return _one(list(words), settings)
    paths = [Path(word) for word in words]
    if all(path.exists() for path in paths):
        return _batch(paths, settings)
    from gameproof.games.game import BadInput
    from gameproof.instances.did_you_mean import hint

    missing = next(word for word, path in zip(words, paths, strict=True) if not path.exists())
    raise BadInput(
        f"{missing!r} is no game and no file{hint(missing, games())}; "
        "'gameproof list' names the games"
    )


def _one(words: list[str], settings: dict[str, Any]) -> int:
    from gameproof.encodings.method import Options
    from gameproof.instances.instance import from_words
    from gameproof.prover.prove import CertificateRejected
    from gameproof.prover.recall import recall_or_prove
    from gameproof.prover.store import Store
    from gameproof.solvers.limits import Limits

    instance = from_words(words, settings["question"])
    options = Options(
        engine=settings["engine"], proof=settings["proof"], explicit=settings["explicit"]
    )
    begun = click.get_current_context().find_root().obj
    limits = Limits(
        settings["time_limit"], _bytes(settings["memory_limit"]), settings["seed"], begun
    )
    store = Store(settings["store"]) if settings["store"] else None
    with report_progress() as progress:
        try:
            answer = recall_or_prove(
                instance,
                limits,
                store=store,
                fresh=settings["fresh"],
                method=settings["method"],
                options=options,
                certificate=settings["output"],
                progress=progress,
            )
        except CertificateRejected as error:
            click.echo(f"gameproof: internal error: certificate rejected: {error}", err=True)
            return int(Status.INTERNAL)
    data = answer.to_object()
    click.echo(json.dumps(data, ensure_ascii=False) if settings["json_"] else _text(data))
    if settings["output"] and answer.answer != "unknown" and answer.certificate is None:
        click.echo(f"gameproof: no certificate, {settings['output']} not written", err=True)
    if answer.stopped == "interrupted":
        return int(Status.INTERRUPTED)
    return int(Status.UNKNOWN if answer.answer == "unknown" else Status.DONE)


def _text(data: dict[str, Any]) -> str:
    lines = report.lines(data)
    lines[0] = click.style(lines[0], bold=True) if _colour() else lines[0]
    return "\n".join(lines)


def _colour() -> bool:
    import os

    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def _bytes(value: float | None) -> int | None:
    return None if value is None else int(value)


class report_progress:  # noqa: N801 - used as a function
    """On a terminal, names the method under way on one line of standard error."""

    def __enter__(self) -> Any:
        self.shown = sys.stderr.isatty()
        return self.show

    def show(self, text: str) -> None:
        """Replace the line."""
        if self.shown:
            click.echo(f"\r\x1b[K  trying {text} ...", err=True, nl=False)

    def __exit__(self, *error: object) -> None:
        if self.shown:
            click.echo("\r\x1b[K", err=True, nl=False)


def _batch(paths: list[Path], settings: dict[str, Any]) -> int:
    from gameproof.games.game import BadInput
    from gameproof.prover import batch
    from gameproof.prover.store import default_path

    if settings["question"] is not None:
        raise BadInput("-q goes with words; instance files name their own question")
    if settings["proof"] is not None:
        raise BadInput("--proof goes with words; a batch keeps --certificates")
    store = settings["store"] or default_path()
    certificates = settings["certificates"]
    tasks = batch.make_tasks(
        paths,
        time_limit=settings["time_limit"],
        memory_limit=_bytes(settings["memory_limit"]),
        seed=settings["seed"],
        method=settings["method"],
        engine=settings["engine"],
        explicit=settings["explicit"],
        certificates=None if certificates is None else str(certificates.absolute()),
        store=str(store.absolute()),
        fresh=settings["fresh"],
    )
    with _progress(len(tasks)) as step:

        def show(record: dict[str, Any], resumed: bool) -> None:
            step()
            if settings["json_"]:
                click.echo(json.dumps(record, ensure_ascii=False))
            elif not resumed:
                click.echo(_row(record))

        with _executor(settings["dask"]) as executor:
            summary = batch.run(
                tasks,
                out=settings["output"],
                jobs=settings["jobs"],
                executor=executor,
                on_record=show,
            )
    _close(summary, settings["output"])
    if summary.interrupted:
        return int(Status.INTERRUPTED)
    if summary.faults:
        return int(Status.INTERNAL)
    if summary.errors:
        return int(Status.USAGE)
    if summary.contradictions:
        return int(Status.REFUTED)
    return int(Status.UNKNOWN if summary.unknown else Status.DONE)


def _row(record: dict[str, Any]) -> str:
    if record["type"] != "answer":
        return f"{record['type'].upper():9} {record['file']}: {record['message']}"
    mark = {True: "agrees", False: "DIFFERS", None: ""}[record["agrees"]]
    return f"{mark:9} {report.headline(record)} ({report.how(record)})" + (
        f", expected {record['expected']}" if record["agrees"] is False else ""
    )


def _close(summary: Any, output: Path | None) -> None:
    parts = [f"{summary.answered} answered", f"{summary.unknown} unknown"]
    if summary.resumed:
        parts.append(f"{summary.resumed} of them from an earlier run")
    if summary.contradictions:
        parts.append(f"{len(summary.contradictions)} CONTRADICT their file")
    if summary.errors or summary.faults:
        parts.append(f"{len(summary.errors) + len(summary.faults)} failed")
    where = f"; results in {output}" if output else ""
    click.echo(f"gameproof: {', '.join(parts)}{where}", err=True)
    for name in summary.contradictions:
        click.echo(f"gameproof: contradicts its expected answer: {name}", err=True)
    for text in summary.errors + summary.faults:
        click.echo(f"gameproof: {text}", err=True)


class _progress:  # noqa: N801 - used as a function
    """A bar on standard error, on a terminal only."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.bar: Any = None

    def __enter__(self) -> Any:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress

            self.bar = Progress(console=Console(stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task("solving", total=self.total)
        return self.step

    def step(self) -> None:
        """One more instance is finished."""
        if self.bar is not None:
            self.bar.advance(self.task)

    def __exit__(self, *error: object) -> None:
        if self.bar is not None:
            self.bar.stop()


class _executor:  # noqa: N801 - used as a function
    """The Dask cluster's executor for an address, else ``None`` (local processes)."""

    def __init__(self, address: str | None) -> None:
        self.address = address
        self.client: Any = None

    def __enter__(self) -> Any:
        if self.address is None:
            return None
        try:
            from distributed import Client
        except ImportError:
            raise click.UsageError(
                "--dask needs the extra 'dask': pip install 'gameproof[dask]'"
            ) from None
        try:
            self.client = Client(self.address, timeout=10)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise click.UsageError(f"no Dask cluster at {self.address}: {error}") from None
        return self.client.get_executor()

    def __exit__(self, *error: object) -> None:
        if self.client is not None:
            self.client.close()
