"""Options that several verbs share, and the types of their values."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from gameproof.cli.interrupts import Interrupts
    from gameproof.cli.status import Status
    from gameproof.solvers.limits import Limits

F = TypeVar("F", bound=Callable[..., Any])
Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]

_TIME = {"": 1.0, "s": 1.0, "ms": 0.001, "m": 60.0, "min": 60.0, "h": 3600.0}
_SIZE = {"": 1, "b": 1, "kb": 1 << 10, "mb": 1 << 20, "gb": 1 << 30, "k": 1 << 10, "m": 1 << 20,
         "g": 1 << 30}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Running:
    """The command under way: when it began (``time.monotonic``), and its signals."""

    began: float
    interrupts: Interrupts


def running() -> Running:
    """The command under way."""
    found = click.get_current_context().find_root().obj
    assert isinstance(found, Running)
    return found


def interrupted() -> Status:
    """The exit status of a command that a signal ended."""
    return running().interrupts.status


def context(
    settings: dict[str, Any],
    *,
    from_start: bool = False,
    progress: Callable[[str], None] | None = None,
    saying: dict[str, Any] | None = None,
) -> Limits:
    """The context of a run of this command, by the options of :func:`limits`: signals cancel
    it. Its clock starts now, or with the command. ``saying``: what it knows is an answer, to be
    said so where the run has to be ended from outside."""
    from dataclasses import replace

    from gameproof.solvers.limits import Limits

    command = running()
    memory = settings["memory_limit"]
    made = Limits(
        settings["time_limit"],
        None if memory is None else int(memory),
        settings["seed"],
        cancelled=command.interrupts.cancelled,
        guard=partial(command.interrupts.guard, saying=saying),
    )
    if progress is not None:
        made = replace(made, progress=progress)
    return replace(made, started=command.began) if from_start else made


class Amount(click.ParamType[float]):
    """A number with a unit: ``60s``, ``2m``, ``4GB``."""

    def __init__(self, name: str, units: dict[str, Any], example: str) -> None:
        self.name = name
        self.units = units
        self.example = example

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The amount in seconds or bytes; fails with a one-line message."""
        if not isinstance(value, str):
            return value
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-zA-Z]*)\s*", value)
        if match is None or match[2].lower() not in self.units:
            self.fail(f"{value!r} is no {self.name}; write it like {self.example}", param, ctx)
        return float(match[1]) * self.units[match[2].lower()]


TIME = Amount("time", _TIME, "60s, 2m or 1h")
SIZE = Amount("size", _SIZE, "500MB or 4GB")
JOBS = click.IntRange(1, 1024)
"""Processes at work side by side; each takes some 50 MB."""


class Words(click.Command):
    """A verb whose words belong to the games: unknown options are passed on."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        settings["context_settings"] = {
            **(settings.get("context_settings") or {}),
            "ignore_unknown_options": True,
        }
        super().__init__(*args, **settings)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Its own options and the game's."""
        from gameproof.cli import completion

        return [*super().shell_complete(ctx, incomplete), *completion.options(ctx, incomplete)]


def filled(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words as they are; raises ``BadInput`` for an empty one, which as a file's name would
    be the folder at hand."""
    from gameproof.games.meaning.bad_input import BadInput

    if "" in words:
        raise BadInput("a word is empty (''); is a variable of the shell not set?")
    return words


def state_of(proof: Path | None) -> object:
    """What tells whether a file was written meanwhile; ``None`` where there is none."""
    try:
        return None if proof is None else (proof.stat().st_mtime_ns, proof.stat().st_size)
    except OSError:
        return None


def refuse_unused(
    settings: dict[str, Any], method: str | None, engines: set[str | None], before: object
) -> None:
    """Refuse options that the method which answered has no use for: the answer above is not
    that engine's, and there is no such proof."""
    from gameproof.games.meaning.bad_input import BadInput

    engine, proof = settings["engine"], settings["proof"]
    named = f"the method that answered, {method}, has no use for"
    if engine is not None and engine not in engines:
        raise BadInput(f"{named} --engine {engine}; --method NAME says which one answers")
    if proof is not None and state_of(proof) == before:
        raise BadInput(f"{named} --proof: {proof} was not written")


def words(required: bool = True) -> Callable[[F], F]:
    """The argument ``GAME WORDS...``."""
    return click.argument(
        "words",
        nargs=-1,
        required=required,
        type=click.UNPROCESSED,
        shell_complete=_complete("words"),
    )


def _complete(what: str) -> Completer:
    """A completer of :mod:`gameproof.cli.completion`, imported when the shell asks."""

    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from gameproof.cli import completion

        found: list[CompletionItem] = getattr(completion, what)(ctx, param, incomplete)
        return found

    return complete


def question(function: F) -> F:
    """``-q``, the question to ask."""
    return click.option(
        "-q",
        "--question",
        help="The question to ask; the game's first by default.",
        shell_complete=_complete("questions"),
    )(function)


def limits(function: F) -> F:
    """``--time-limit``, ``--memory-limit``, ``--seed``."""
    for option in (
        click.option("--seed", type=int, default=0, show_default=True, help="Seed of all chance."),
        click.option(
            "--memory-limit", type=SIZE, default="8GB", show_default=True, help="Memory per answer."
        ),
        click.option(
            "--time-limit",
            type=TIME,
            default="10m",
            show_default=True,
            help="Time per answer; that of a single question counts from the command's start.",
        ),
    ):
        function = option(function)
    return function


def methods(function: F) -> F:
    """``--method``, ``--engine``, ``--explicit``."""
    for option in (
        click.option(
            "--explicit", is_flag=True, help="A full witness where a compact one would do."
        ),
        click.option("--engine", help="A SAT or CP-SAT back-end; see 'gameproof backends'."),
        click.option("--method", help="Only this method instead of all."),
    ):
        function = option(function)
    return function


def left(function: F) -> F:
    """``--left``, which of Red and Blue is called Left in what is printed."""
    return click.option(
        "--left",
        type=click.Choice(("red", "blue")),
        default="red",
        show_default=True,
        help="Who is Left in values and outcomes; Blue in 'Winning Ways'.",
    )(function)


def as_json(function: F) -> F:
    """``--json``."""
    return click.option("--json", "json_", is_flag=True, help="One JSON object a line.")(function)
