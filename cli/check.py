"""``gameproof check``: certificates checked from the rules; imports no solver, no encoding."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from gameproof.cli import options as shared
from gameproof.cli.guard import TimeOut, limit_memory, limited_memory, within
from gameproof.cli.status import Status
from gameproof.cli.text import one_line

SUFFIXES = (".json", ".lrat")
NO_HINTS = (".drat", ".dratb", ".drup", ".frat", ".pr")
"""Proofs of SAT solvers that would have to be searched."""
MOST_LINES = 1 << 24
"""Lines of a ``.cnf`` or ``.lrat`` file; as texts each takes ten times its room or more."""

Record = dict[str, Any]
"""What is said of one file, as JSON."""


@click.command(name="check")
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option("--time-limit", type=shared.TIME, default="10m", show_default=True,
              help="Time per file.")  # fmt: skip
@click.option("--memory-limit", type=shared.SIZE, default="4GB", show_default=True,
              help="Memory of each process.")  # fmt: skip
@click.option("--jobs", type=shared.JOBS, default=1, show_default=True,
              help="Worker processes.")  # fmt: skip
@click.option("--behind", is_flag=True,
              help="Say what has to be believed for each verdict.")  # fmt: skip
@click.option("--formal", is_flag=True,
              help="Ask the checker that is proved in Coq (docs/formal.md).")  # fmt: skip
@shared.as_json
def command(
    files: tuple[str, ...], time_limit: float, memory_limit: float, jobs: int, behind: bool,
    formal: bool, json_: bool,
) -> int:  # fmt: skip
    """Check certificate files by the rules of their games alone.

    A folder stands for the certificate files in it, - for a certificate on standard input.
    A .lrat file is checked against the clauses in the .cnf file beside it. A file that fails
    does not keep the others from being checked.
    """
    from gameproof.cli.behind import as_text
    from gameproof.games.meaning.bad_input import BadInput

    if formal:
        from gameproof.cli.formal import program

        program()  # before anything is checked, it must be there
    if behind and "-" in files:
        raise BadInput("--behind looks at a certificate file, and at none on standard input")
    settings = (time_limit, int(memory_limit), behind, formal)
    status = Status.DONE
    for record in _records(list(_each(files)), settings, jobs):
        status = max(status, record.pop("status"))
        if json_:
            click.echo(json.dumps(record, ensure_ascii=False))
        elif record.get("verified"):
            click.echo(f"s VERIFIED {record['claim']}")
            for line in as_text(record["behind"]) if behind else ():
                click.echo(one_line(line))
        elif record["type"] == "check":
            click.echo(f"s NOT VERIFIED {record['reason']}")
        else:
            click.echo(f"gameproof: {record['message']}", err=True)
    return int(status)


def _each(files: tuple[str, ...]) -> Iterator[Path]:
    """The files named, and those of folders named, in order of their names. Raises
    ``BadInput`` for a folder without any: nothing would have been checked."""
    from gameproof.games.meaning.bad_input import BadInput

    for path in map(Path, shared.filled(files)):
        if path.is_dir():
            found = sorted(p for p in path.rglob("*") if p.suffix in SUFFIXES and p.is_file())
            if not found:
                raise BadInput(
                    f"no certificate files ({', '.join(SUFFIXES)}) in this folder", str(path)
                )
            yield from found
        else:
            yield path


def _records(
    paths: list[Path], settings: tuple[float, int, bool, bool], jobs: int
) -> Iterator[Record]:
    """A record for each file, in the order of the files; ``settings`` are :func:`check_file`'s."""
    memory_limit = settings[1]
    if jobs == 1 or len(paths) == 1:
        with limited_memory(memory_limit):
            for path in paths:
                yield check_file(path, *settings)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs, initializer=limit_memory, initargs=(memory_limit,)) as pool:
        found = [pool.submit(check_file, path, *settings) for path in paths]
        try:
            for future in found:
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def check_file(
    path: Path, time_limit: float, memory_limit: int, with_behind: bool = False,
    formal: bool = False,
) -> Record:  # fmt: skip
    """What is to be said of one file, as plain data; ``status`` is its exit status."""
    from gameproof.certificates.certificate import Rejected
    from gameproof.cli.behind import behind
    from gameproof.cli.formal import NotProvable
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.games.plugins import PluginFailed

    name = one_line(str(path))
    record: Record = {"type": "check", "file": name, "verified": False}
    status = Status.REFUTED
    try:
        if formal:
            from gameproof.cli.formal import behind_it, prove

            claim = within(time_limit, lambda: prove(path, time_limit, memory_limit))
        else:
            claim = within(time_limit, lambda: verify(path))
        if with_behind:
            record["behind"] = behind_it(path) if formal else behind(path, time_limit)
        record |= {"verified": True, "claim": one_line(claim)}
        status = Status.DONE
    except Rejected as reason:
        record["reason"] = one_line(str(reason))
    except NotProvable as reason:
        record["reason"] = one_line(f"{name}: {reason}")
        status = Status.UNKNOWN
    except BadInput as error:
        place = f"{error.where}: " if error.where else ""
        record |= {"type": "error", "message": one_line(place + error.message)}
        status = Status.USAGE
    except TimeOut:
        record["reason"] = f"{name}: time limit reached ({time_limit:g} s, --time-limit)"
        status = Status.UNKNOWN
    except PluginFailed as error:
        record |= {"type": "error", "message": one_line(f"{name}: {error}")}
        status = Status.USAGE
    except (MemoryError, SystemError, ImportError):
        record["reason"] = f"{name}: memory limit reached ({memory_limit} bytes, --memory-limit)"
        status = Status.UNKNOWN
    except Exception as error:  # whatever it is, the other files are checked
        record["reason"] = one_line(f"{name}: cannot be checked ({type(error).__name__}: {error})")
    record["status"] = status
    return record


def verify(path: Path) -> str:
    """The proved claim; raises ``Rejected``, or ``BadInput`` for an unreadable file."""
    from gameproof.certificates.files import LARGEST_TEXT, Sealed, load
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.prover.verify import verify_sealed

    if path.suffix == ".lrat":
        return verify_lrat(path)
    if path.suffix in NO_HINTS:
        raise BadInput(
            f"{path.suffix[1:].upper()} has no hints; an LRAT proof is checked, as drat-trim -L "
            "writes it (.lrat, beside its .cnf)",
            str(path),
        )
    try:
        if str(path) == "-":
            text = sys.stdin.buffer.read(LARGEST_TEXT + 1)
            if len(text) > LARGEST_TEXT:
                raise BadInput("holds too much for a certificate")
            return verify_sealed(Sealed(text)).claim
        return verify_sealed(load(path)).claim
    except BadInput as error:
        if error.where.startswith(str(path.with_suffix(""))):
            raise
        known = "" if path.suffix in (*SUFFIXES, "") else f"; read are {' and '.join(SUFFIXES)}"
        raise BadInput(error.message + known, f"{path}: {error.where}".rstrip(": ")) from None


def verify_lrat(path: Path) -> str:
    """What an LRAT proof refutes: the clauses of the ``.cnf`` file of the same name."""
    from gameproof.certificates.certificate import Rejected
    from gameproof.certificates.files import LARGEST_TEXT, regular_bytes
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.prover.lrat_text import check_lrat_text, read_dimacs

    beside = path.with_suffix(".cnf")
    texts = []
    for file in (beside, path):
        data = regular_bytes(file, LARGEST_TEXT, "a text file")
        if data.count(b"\n") > MOST_LINES:
            raise BadInput(f"more than {MOST_LINES} lines", str(file))
        try:
            # A comment ends at the line feed alone: ``splitlines`` would take what follows a form
            # feed in it for a clause, which no other reader sees.
            texts.append(data.decode("utf-8").split("\n"))
        except UnicodeDecodeError as error:
            raise BadInput(f"unreadable: {error}", str(file)) from None
    try:
        return f"{beside}: {check_lrat_text(read_dimacs(texts[0]), texts[1])}"
    except Rejected as reason:
        raise Rejected(f"{path}: {reason}") from None
