"""``gameproof solve``: one question in words, or files and folders of instances."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gameproof.cli import options as shared
from gameproof.cli import report
from gameproof.cli.status import Status
from gameproof.cli.status_line import Counted, StatusLine, Underway

if TYPE_CHECKING:
    from gameproof.instances.instance import Instance
    from gameproof.prover.divided.divided import Divided
    from gameproof.prover.sides import Left
    from gameproof.prover.tasks import Task

RESULTS = (".jsonl", ".ndjson")
PATIENCE = 10.0  # seconds for a scheduler to write its file
MOST_TOLD = 50  # contradictions and failures that are named once more in the end


@click.command(name="solve", cls=shared.Words, short_help="Answer a question.")
@shared.words()
@shared.question
@click.option("-o", "--output", type=click.Path(path_type=Path),
              help="Certificate of one answer, or results.jsonl of a batch.")  # fmt: skip
@click.option("--certificates", type=click.Path(path_type=Path, file_okay=False),
              help="Batch: folder for the certificates.")  # fmt: skip
@click.option("--jobs", type=shared.JOBS, default=1, show_default=True,
              help="Worker processes, for a batch or one question.")  # fmt: skip
@click.option(
    "--dask", metavar="ADDRESS", help="Work on this Dask cluster (an address or a scheduler file)."
)
@click.option("--journal", type=click.Path(path_type=Path, dir_okay=False),
              help="One question: keep its pieces here; go on from them.")  # fmt: skip
@click.option("--store", type=click.Path(path_type=Path), help="Store of results (SQLite).")
@click.option("--fresh", is_flag=True, help="Do not reuse stored answers.")
@shared.left
@click.option("--proof", type=click.Path(path_type=Path), help="Where a solver's proof goes.")
@shared.methods
@shared.limits
@shared.as_json
def command(words: tuple[str, ...], **settings: Any) -> int:
    """Answer a question about a game, or run instance files.

    \b
    gameproof solve tictactoe 8 3 -q pairing
    gameproof solve geography petersen --start 0 -o proof.json
    gameproof solve tictactoe 4 3 --jobs 2 --journal qubic.journal
    gameproof solve instances/ --jobs 2 -o results.jsonl
    """
    from gameproof.games.game import games
    from gameproof.instances.typed_words import typed

    asked = typed(shared.filled(words))
    if asked and asked[0] in games():
        return _asked(asked, settings)
    paths = [Path(word) for word in words]
    if all(path.exists() for path in paths):
        return _files(paths, settings)
    from gameproof.games.meaning.bad_input import BadInput, hint
    from gameproof.instances.known_names import NAMES

    if "-" in words:
        raise BadInput(
            "standard input needs a game before it, as in 'snort -'; instances are read from "
            "files (.jsonl: one a line)"
        )
    missing = next(word for word, path in zip(words, paths, strict=True) if not path.exists())
    raise BadInput(
        f"{missing!r} is no game and no file{hint(missing, (*games(), *NAMES))}; "
        "'gameproof list' names the games"
    )


def _asked(words: list[str], settings: dict[str, Any]) -> int:
    """What words ask for: one instance, or as many as a range or a file of graphs names."""
    import itertools

    from gameproof.instances.many import Arrivals, every_instance

    arrivals = Arrivals()
    found = every_instance(words, settings["question"], arrivals=arrivals)
    first = list(itertools.islice(found, 1))
    batch = _results(settings["output"])
    if arrivals.source is None or not (batch or settings["jobs"] > 1):
        # of a stream that is a batch nothing waits for the second graph: it may be long in coming
        first += itertools.islice(found, 1)
        if len(first) < 2 and not batch:
            return _one(first[0][1], settings)
    from gameproof.instances.instance import to_object
    from gameproof.prover.tasks import Task

    shared_by_all = _settings_of_tasks(settings)
    tasks = (
        Task(name, name, json.dumps(to_object(instance)), **shared_by_all)
        for name, instance in itertools.chain(first, found)
    )
    return _batch(tasks, None, settings, arrivals.ready)


def _results(output: Path | None) -> bool:
    """Is this a file of results? Then one instance, too, is a batch."""
    return output is not None and output.suffix.lower() in RESULTS


def _one(instance: Instance, settings: dict[str, Any]) -> int:
    from gameproof.encodings.method import Options
    from gameproof.prover.prove import recall_or_prove
    from gameproof.prover.verify import CertificateRejected
    from gameproof.solvers.limits import used_engines

    _check_suffix(settings["output"], (".json",), "a certificate is JSON")
    options = Options(
        engine=settings["engine"], proof=settings["proof"], explicit=settings["explicit"]
    )
    store = None
    if settings["store"]:
        from gameproof.prover.store import Store

        store = Store(settings["store"])
    left = settings["left"]
    if left != "red":
        from gameproof.prover import sides

        instance = sides.asked(instance, left)
    saying = {"json_": settings["json_"], "left": left}
    underway = Underway(shared.running().began, settings["time_limit"])
    before = shared.state_of(settings["proof"])
    with (
        used_engines() as engines,
        StatusLine(underway.text) as status,
        _divided(instance, settings, status) as divided,
    ):
        try:
            answer = recall_or_prove(
                instance,
                shared.context(settings, from_start=True, progress=underway.note, saying=saying),
                store=store,
                fresh=settings["fresh"],
                method=settings["method"],
                options=options,
                certificate=settings["output"],
                divided=divided,
            )
        except CertificateRejected as error:
            click.echo(f"gameproof: internal error: certificate rejected: {error}", err=True)
            return int(Status.INTERNAL)
    say(answer.to_object(), **saying)
    if settings["output"] and answer.answer != "unknown" and answer.certificate is None:
        click.echo(f"gameproof: no certificate, {settings['output']} not written", err=True)
    if answer.stopped == "interrupted":
        return int(shared.interrupted())
    if answer.answer == "unknown":
        return int(Status.UNKNOWN)
    if not answer.stored:
        stats = answer.stats.get(answer.method or "", {})
        shared.refuse_unused(settings, answer.method, {*engines, stats.get("engine")}, before)
    return int(Status.DONE)


def say(data: dict[str, Any], json_: bool, left: Left) -> None:
    """Print an answer, as one line of JSON or in words."""
    if json_:
        click.echo(json.dumps(_with_left(data, left), ensure_ascii=False))
    else:
        click.echo(_text(data, left))


@contextmanager
def _divided(
    instance: Instance, settings: dict[str, Any], status: StatusLine
) -> Iterator[Divided | None]:
    """Among whom the question is divided; ``None`` where one process works on it."""
    journal, dask, jobs = settings["journal"], settings["dask"], settings["jobs"]
    if journal is None and dask is None and jobs == 1:
        yield None
        return
    from gameproof.instances.instance import resolve
    from gameproof.prover.divided.crew import Crew, DaskCrew, LocalCrew
    from gameproof.prover.divided.divided import Divided
    from gameproof.prover.divided.pieces import division_of

    asked = resolve(instance)
    if journal is None and division_of(asked, settings["method"]) is None:
        status.aside("gameproof: this question is not divided; one process works on it")
        yield None
        return
    with _client(dask) as client:
        crew: Crew = LocalCrew(jobs) if client is None else DaskCrew(client)
        with crew:
            yield Divided(crew, journal, tell=lambda text: status.aside(f"gameproof: {text}"))


def _text(data: dict[str, Any], left: Left) -> str:
    from gameproof.games.game import games

    if left == "red" and not games()[data["game"]][0].left_and_right:
        return _bold(report.lines(data))
    from gameproof.prover import sides

    game, question = data["game"], data["question"]
    answer, detail = sides.seen(game, question, data["answer"], data["detail"], left)
    asked, arguments = sides.told_as(question, data["arguments"], left)
    told = {**data, "question": asked, "arguments": arguments, "answer": answer, "detail": detail}
    claimed = "proved, Red being Left" if left == "blue" else "proved"
    lines = report.lines(told, sides.note(game, question, answer, left), claimed)
    return _bold(lines)


def _bold(lines: list[str]) -> str:
    """The lines as a text, the first one bold where colours are shown."""
    lines[0] = click.style(lines[0], bold=True) if _colour() else lines[0]
    return "\n".join(lines)


def _with_left(data: dict[str, Any], left: Left) -> dict[str, Any]:
    """The answer as ever, and in its detail the same with Blue as Left where that is asked for."""
    if left == "red":
        return data
    from gameproof.prover import sides

    answer, detail = sides.seen(
        data["game"], data["question"], data["answer"], data["detail"], left
    )
    beside = {name: value for name, value in detail.items() if name != "left"}
    return {**data, "detail": {**data["detail"], "blue_is_left": {"answer": answer, **beside}}}


def _colour() -> bool:
    import os

    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def _bytes(value: float | None) -> int | None:
    return None if value is None else int(value)


def _check_suffix(output: Path | None, known: tuple[str, ...], why: str) -> None:
    """Refuse a name that promises another format, before anything is solved."""
    from gameproof.games.meaning.bad_input import BadInput

    if output is not None and output.suffix.lower() not in known:
        raise BadInput(f"cannot write a {output.suffix or 'nameless'} file: {why} "
                       f"({' or '.join(known)})", str(output))  # fmt: skip


def _files(paths: list[Path], settings: dict[str, Any]) -> int:
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.prover import batch

    if settings["question"] is not None:
        raise BadInput("-q goes with words; instance files name their own question")
    tasks = batch.make_tasks(paths, **_settings_of_tasks(settings))
    return _batch(tasks, tasks.__len__, settings)


def _settings_of_tasks(settings: dict[str, Any]) -> dict[str, Any]:
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.prover.store import default_path

    if settings["left"] != "red":
        raise BadInput("--left goes with one question in words")
    if settings["journal"] is not None:
        raise BadInput("--journal goes with one question; a batch goes on from its -o")
    if settings["proof"] is not None:
        raise BadInput("--proof goes with one question; a batch keeps --certificates")
    _check_suffix(settings["output"], RESULTS, "results are a JSON object a line")
    store = settings["store"] or default_path()
    certificates = settings["certificates"]
    return {
        "time_limit": settings["time_limit"],
        "memory_limit": _bytes(settings["memory_limit"]),
        "seed": settings["seed"],
        "method": settings["method"],
        "engine": settings["engine"],
        "explicit": settings["explicit"],
        "certificates": None if certificates is None else str(certificates.absolute()),
        "store": str(store.absolute()),
        "fresh": settings["fresh"],
    }


def _batch(
    tasks: Iterable[Task],
    total: Callable[[], int] | None,
    settings: dict[str, Any],
    ready: Callable[[], bool] = lambda: True,
) -> int:
    from gameproof.prover import batch

    counted = Counted(total() if total is not None and sys.stderr.isatty() else None)
    with StatusLine(counted.text) as status:

        def show(record: dict[str, Any], resumed: bool) -> None:
            counted.step(resumed)
            if settings["json_"]:
                status.above(json.dumps(record, ensure_ascii=False))
            elif not resumed:
                status.above(_row(record))

        interrupts = shared.running().interrupts
        with _client(settings["dask"]) as client, interrupts.patience():
            summary = batch.run(
                interrupts.stoppable(tasks),
                out=settings["output"],
                jobs=settings["jobs"],
                executor=None if client is None else client.get_executor(),
                on_record=show,
                context=shared.context(settings, progress=counted.note),
                apart=True,
                ready=ready,
            )
    _close(summary, settings["output"])
    if summary.interrupted:
        return int(shared.interrupted())
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
    told = [f"contradicts its expected answer: {name}" for name in summary.contradictions]
    told += summary.errors + summary.faults
    for text in told[:MOST_TOLD]:
        click.echo(f"gameproof: {text}", err=True)
    if len(told) > MOST_TOLD:
        click.echo(f"gameproof: and {len(told) - MOST_TOLD} more", err=True)


@contextmanager
def _client(address: str | None) -> Iterator[Any]:
    """A client of the Dask cluster at an address; ``None`` without one (local processes)."""
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise click.UsageError(
            "--dask needs the extra 'dask': pip install 'gameproof[dask]'"
        ) from None
    try:
        where = {"scheduler_file": address} if _is_file(address) else {"address": address}
        client = Client(**where, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise click.UsageError(f"no Dask cluster at {address}: {error}") from None
    try:
        yield client
    finally:
        client.close()  # type: ignore[no-untyped-call]


def _is_file(address: str) -> bool:
    """Is it the name of a scheduler file? One that a scheduler is still to write is waited for."""
    if not address.endswith(".json"):
        return False
    ends = time.monotonic() + PATIENCE
    while not Path(address).exists():
        if time.monotonic() > ends:
            raise OSError("no such file")
        time.sleep(0.1)
    return True
