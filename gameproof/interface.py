"""Solve, encode, draw: what the command line does, on values of Python's own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from numbers import Integral, Real
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gameproof.boards import instance_of, one_exception
from gameproof.playing import Position
from gameproof.proof import UNKNOWN, Proof, Value

if TYPE_CHECKING:
    from gameproof.pictures.picture import Picture
    from gameproof.prover import prove
    from gameproof.prover.divided.divided import Divided
    from gameproof.solvers.limits import Limits


def solve(
    asked: str | Path | Position,
    /,
    *board_and_question: object,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    method: str | None = None,
    engine: str | None = None,
    explicit: bool = False,
    progress: Callable[[str], None] | None = None,
    cancelled: threading.Event | None = None,
    jobs: int = 1,
    client: object = None,
    journal: str | Path | None = None,
    **parameters: object,
) -> Proof:
    """Answer a question about a game, with a checked proof.

    ``asked`` is a game's words, a game's name before a board, a :class:`Position`, or the
    ``Path`` of an instance file; then the board where it is not in the words, then the
    question, the game's first where none is named. ``time_limit`` is in seconds,
    ``memory_limit`` in bytes; a limit that is reached, or ``cancelled`` that is set, gives
    the answer ``unknown`` with what was proved so far in ``detail``. ``jobs`` above 1 divides
    a question that can be divided among so many processes (a script needs the usual
    ``if __name__ == "__main__":``), ``client`` among the workers of a ``distributed.Client``
    or of an executor of :mod:`concurrent.futures`; ``journal`` is the file that keeps its
    pieces, from which the same call goes on. ``parameters`` are the game's options and the
    question's arguments. Raises :class:`BadInput`.
    """
    from gameproof.encodings.method import Options
    from gameproof.prover.prove import prove_with_certificate

    with one_exception():
        instance = instance_of(asked, board_and_question, parameters)
        context = _context(time_limit, memory_limit, seed, progress, cancelled)
        with _divided(jobs, client, journal) as divided:
            found = prove_with_certificate(
                instance,
                context,
                method=method,
                options=Options(engine=engine, explicit=explicit),
                divided=divided,
                later=True,
            )
        return _proof(found)


@contextmanager
def _divided(jobs: int, client: object, journal: str | Path | None) -> Iterator[Divided | None]:
    """Among whom a question is divided, ``None`` where nobody asked for that."""
    if jobs == 1 and client is None and journal is None:
        yield None
        return
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.prover.divided.crew import LocalCrew, crew_of
    from gameproof.prover.divided.divided import Divided

    if jobs < 1:
        raise BadInput(f"expected a number of processes, got {jobs}", "jobs")
    with LocalCrew(jobs) if client is None else crew_of(client) as crew:
        yield Divided(crew, None if journal is None else Path(journal))


def _context(
    time_limit: float | None,
    memory_limit: int | None,
    seed: int,
    progress: Callable[[str], None] | None,
    cancelled: threading.Event | None,
) -> Limits:
    from dataclasses import replace

    from gameproof.solvers.limits import Limits

    _check_limits(time_limit, memory_limit, seed)
    made = Limits(time_limit, memory_limit, seed)
    if progress is not None:
        made = replace(made, progress=progress)
    return made if cancelled is None else replace(made, cancelled=cancelled)


def _check_limits(time_limit: object, memory_limit: object, seed: object) -> None:
    """Refuse what could only be found out, or read as something else, later on."""
    from gameproof.games.meaning.bad_input import BadInput

    for name, limit in (("time_limit", time_limit), ("memory_limit", memory_limit)):
        number = not isinstance(limit, bool) and isinstance(limit, Real) and float(limit) >= 0
        if limit is not None and not number:
            raise BadInput(f"expected a number, 0 or more, got {str(limit)[:60]!r}", name)
    if not isinstance(seed, Integral):
        raise BadInput(f"expected a whole number, got {str(seed)[:60]!r}", "seed")


def _proof(found: prove.Proof) -> Proof:
    from gameproof.encodings.method import Undecided

    if isinstance(found.value, Undecided):
        answer = Value(UNKNOWN)
    else:
        answer = Value(found.answer.answer, found.value)
    return Proof(answer, found.answer, found.sealed, found.resolved, found.follows)


def solve_all(
    paths: str | Path | list[str] | list[Path],
    /,
    *,
    jobs: int = 1,
    out: str | Path | None = None,
    certificates: str | Path | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    method: str | None = None,
    engine: str | None = None,
    explicit: bool = False,
    cancelled: threading.Event | None = None,
) -> Iterator[Proof]:
    """Answer instance files and folders of them, one :class:`Proof` after the other.

    Answers come as they are ready. With ``out``, a ``.jsonl`` file, the run goes on where an
    earlier one with the same file was stopped. ``certificates`` is a folder for the
    certificate files. ``jobs`` above 1 starts worker processes: a script needs the usual
    ``if __name__ == "__main__":``. Raises :class:`BadInput` in the end for files that are
    no instances; the others are answered all the same.
    """
    with one_exception():
        from gameproof.games.meaning.bad_input import BadInput
        from gameproof.prover import batch

        _check_limits(time_limit, memory_limit, seed)
        listed = [paths] if isinstance(paths, str | Path) else paths
        tasks = batch.make_tasks(
            [Path(path) for path in listed],
            time_limit=time_limit,
            memory_limit=memory_limit,
            seed=seed,
            method=method,
            engine=engine,
            explicit=explicit,
            certificates=None if certificates is None else str(Path(certificates).absolute()),
        )

        def answers() -> Iterator[Proof]:
            failed: list[str] = []
            for record, _ in batch.records(
                tasks,
                out=None if out is None else Path(out),
                jobs=jobs,
                context=_context(None, None, seed, None, cancelled),
            ):
                if record["type"] == "answer":
                    yield _of_record(record)
                elif record["type"] == "error":
                    failed.append(f"{record['file']}: {record['message']}")
                else:
                    raise RuntimeError(f"{record['file']}: {record['message']}")
            if failed:
                more = f" (and {len(failed) - 1} more)" if len(failed) > 1 else ""
                raise BadInput(failed[0] + more)

        return answers()


def _of_record(record: Mapping[str, object]) -> Proof:
    import msgspec

    from gameproof.instances.instance import find_game, find_question
    from gameproof.prover.answer import Answer

    answer = msgspec.convert(record, Answer)
    if answer.answer == UNKNOWN:
        return Proof(Value(UNKNOWN), answer)
    question = find_question(find_game(answer.game), answer.question)
    return Proof(Value(answer.answer, question.form.read(answer.answer)), answer)


def position(asked: str | Position, /, *board: object, **parameters: object) -> Position:
    """A position to play with: a game's words, or its name and a board; raises ``BadInput``."""
    from gameproof.instances.instance import resolve

    with one_exception():
        with_board = (*board, None) if board else ()
        resolved = resolve(instance_of(asked, with_board, parameters))
        return Position(resolved, resolved.position)


def encode(
    asked: str | Path | Position,
    /,
    *board_question_and_path: object,
    format: str | None = None,
    encoding: str | None = None,
    **parameters: object,
) -> str:
    """A question, or its graph, as the text of a file for other programs.

    As :func:`solve` is asked; a last value that ends in a suffix (``draw.cnf``) is the file
    that is written, else ``format`` names it. Raises :class:`BadInput`.
    """
    from gameproof.cli.encode import GRAPH_FORMATS, graph_text, model_text
    from gameproof.instances.instance import resolve

    with one_exception():
        rest = list(board_question_and_path)
        last = rest[-1] if rest else None
        path = Path(last) if isinstance(last, str | Path) and Path(last).suffix else None
        if path is not None:
            rest.pop()
        more: dict[str, object] = {
            k: parameters.pop(k) for k in ("side", "goal", "within") if k in parameters
        }
        asked_for = resolve(instance_of(asked, rest, parameters))
        suffix = "." + format.lstrip(".") if format else path.suffix if path else ".cnf"
        if suffix in GRAPH_FORMATS:
            text = graph_text(asked_for, suffix)
        else:
            words = f"{asked_for.words} -q {asked_for.question.name}"
            text = model_text(asked_for, suffix, encoding, words, more)
        if path is not None:
            path.write_text(text, encoding="utf-8")
        return text


def draw(
    shown: str | Path | Position | Proof,
    /,
    *board: object,
    left: Literal["red", "blue"] = "red",
    **parameters: object,
) -> Picture:
    """A picture of a position, or of what a proof proves: text and SVG.

    With ``left="blue"`` the values of a proof are shown with Blue as Left. Raises
    :class:`BadInput`.
    """
    from gameproof.cli.show import draw as draw_resolved
    from gameproof.prover.sides import known_left

    with one_exception():
        known_left(left)
        if isinstance(shown, Proof):
            return shown._drawn(left)
        at = shown if isinstance(shown, Position) else position(str(shown), *board, **parameters)
        return draw_resolved(at.resolved)
