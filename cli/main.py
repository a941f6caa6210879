"""The ``gameproof`` command: verbs are imported only when they are used."""

from __future__ import annotations

import atexit
import errno
import importlib
import os
import sys
import time
import warnings
from typing import TYPE_CHECKING, Any

import click

from gameproof.cli import BEGUN
from gameproof.cli.begin import listen, prepare
from gameproof.cli.options import Running
from gameproof.cli.status import Status
from gameproof.cli.supervisor import apart

if TYPE_CHECKING:
    from gameproof.prover.watch import Reporter

VERBS = {
    "solve": ("solve", "Answer a question about a game, or run instance files."),
    "check": ("check", "Check certificates, by the rules alone."),
    "convert": ("proofs.convert", "Make certificate files of earlier versions again."),
    "list": ("listing", "Games, questions and methods."),
    "show": ("show", "Draw a position (text, SVG or HTML)."),
    "report": ("reporting", "Results of a batch as a table."),
    "play": ("play", "Play against a proved strategy."),
    "serve": ("serve", "Ask, look at proofs and play in a browser."),
    "export": ("proofs.export", "Write the refutation in a certificate for public checkers."),
    "import": ("proofs.importing", "Make a certificate of a solver's model."),
    "new": ("new", "Write the skeleton of a package that brings a game."),
    "encode": ("encode", "Write a question as a file for other solvers."),
    "claims": ("claims", "Re-check the claims of the literature."),
    "experiment": ("experiment", "Reproduce a paper's experiment."),
    "backends": ("backends", "Solvers found, with versions."),
    "selftest": ("selftest", "Try the shipped instances and proofs on this machine."),
    "schema": ("schemas", "JSON Schemas of instance, answer and certificate files."),
}

MEANT = {
    "verify": "'check'",
    "validate": "'check'",
    "draw": "'show'",
    "picture": "'show'",
    "plot": "'show'",
    "display": "'show'",
    "games": "'list'",
    "help": "'--help'",
    "value": "'solve GAME WORDS -q value'",
    "outcome": "'solve GAME WORDS -q outcome'",
    "grundy": "'solve GAME WORDS -q grundy'",
    "temperature": "'solve GAME WORDS -q temperature'",
    "prove": "'solve'",
    "answer": "'solve'",
    "run": "'solve'",
    "write": "'encode'",
    "dimacs": "'encode'",
    "solvers": "'backends'",
    "engines": "'backends'",
    "version": "'--version'",
}
"""Verbs that people type for ours."""

EPILOG = """\b
Examples, with their answers:
  gameproof solve tictactoe 5 2 -q pairing     exists (12 lines, 25 cells)
  gameproof solve tictactoe 3 2 -q pairing     impossible
  gameproof solve geography grid 3 3 --start 4 P
  gameproof solve instances/                   a line per instance
  gameproof check proof.json                   s VERIFIED ...

Exit status: 0 done, 1 rejected or contradicted, 2 wrong input, 3 unknown,
4 back-end missing, 70 internal error, 130 interrupted, 143 terminated.
"""


class Verbs(click.Group):
    """A group that knows its verbs' names and help without importing them."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """The verbs in the order of the table."""
        return list(VERBS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the verb's module now."""
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"gameproof.cli.{VERBS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """As click does, with a suggestion for a misspelt verb."""
        if args and not args[0].startswith("-") and args[0] not in VERBS:
            import difflib

            near = difflib.get_close_matches(args[0], VERBS, 1)
            meant = MEANT.get(args[0], repr(near[0]) if near else None)
            hint = f"; did you mean {meant}?" if meant else ""
            ctx.fail(f"no verb {args[0][:60]!r}{hint}")
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            _refuse_doubled(ctx, name, command, rest)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        """As click does, but a reader who goes away is no fault: click would end with the
        status that is ours for a rejection."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Python would complain once more when it flushes at its exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return int(Status.DONE)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of verbs, from names alone."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, text) for name, (_, text) in VERBS.items()])


def _refuse_doubled(
    ctx: click.Context, name: str | None, command: click.Command, args: list[str]
) -> None:
    """Refuse an option with a value that is given twice: click would take the last one."""
    verb = click.Context(command, info_name=name, parent=ctx, **command.context_settings)
    _, _, order = command.make_parser(verb).parse_args(args=list(args))
    valued = [p for p in order if isinstance(p, click.Option) and not (p.multiple or p.is_flag)]
    doubled = next((p for p in valued if valued.count(p) > 1), None)
    if doubled is not None:
        verb.fail(f"{doubled.opts[-1]} is given twice, but takes one value")


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from gameproof.prover.answer import VERSION

        click.echo(f"gameproof {VERSION}")
        ctx.exit()


@click.group(
    cls=Verbs,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version,
    help="Show the version.",
)  # fmt: skip
def gameproof() -> None:
    """Who wins, or is it a draw? With a certificate that anyone can check."""


def fail(message: str, status: Status) -> int:
    """One line on standard error (JSON on standard output is the verbs' own)."""
    click.echo(f"gameproof: {message}", err=True)
    return int(status)


def run(
    arguments: list[str] | None = None,
    begun: float | None = None,
    reporter: Reporter | None = None,
) -> int:
    """Run the command and return its exit status; never raises for wrong input.

    The time limit of a single question counts from ``begun`` (``time.monotonic``), now if
    not given. ``reporter`` tells of its runs to a process that watches this one.
    """
    from gameproof.cli.interrupts import Interrupts

    started = time.monotonic() if begun is None else begun
    with Interrupts(reporter) as interrupts:
        try:
            result = gameproof.main(
                args=arguments,
                prog_name="gameproof",
                standalone_mode=False,
                obj=Running(started, interrupts),
            )
            return int(result) if isinstance(result, int) else int(Status.DONE)
        except click.exceptions.Exit as error:
            return int(error.exit_code)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            return int(Status.USAGE)
        except click.ClickException as error:
            context = getattr(error, "ctx", None)
            where = f" (see '{context.command_path} --help')" if context is not None else ""
            message = " ".join(error.format_message().split())  # click lists choices on lines
            return fail(message + where, Status.USAGE)
        except (KeyboardInterrupt, click.Abort):
            return fail("interrupted", interrupts.status)
        except Exception as error:
            return _explained(error)
        except BaseException as error:
            if getattr(error, "exit_status", None) != Status.INTERRUPTED:
                raise
            return fail("interrupted", interrupts.status)


def _explained(error: Exception) -> int:
    """What our exceptions say of themselves: their place in the input, and an exit status."""
    status = getattr(error, "exit_status", None)
    if isinstance(status, int) and status != Status.INTERNAL:
        place = getattr(error, "where", "")
        return fail(f"{place}: {error}" if place else str(error), Status(status))
    if os.environ.get("GAMEPROOF_DEBUG"):
        raise error
    from gameproof.games.plugins import guilty

    theirs = guilty(error)
    if theirs is not None:
        return fail(str(theirs), Status.USAGE)
    if isinstance(error, MemoryError):
        return fail("out of memory", Status.UNKNOWN)
    if isinstance(error, OSError) and error.filename is not None:
        return fail(f"{error.filename}: {error.strerror}", Status.USAGE)
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return fail(f"cannot write: {error.strerror}", Status.USAGE)
    name = type(error).__name__
    return fail(
        f"internal error: {name}: {error} (set GAMEPROOF_DEBUG=1 for the traceback)",
        Status.INTERNAL,
    )


def _warn(message: Warning | str, *_: object, **_named: object) -> None:
    """A warning as a line of ours."""
    click.echo(f"gameproof: {message}", err=True)


def main() -> None:
    """Run the command, and end the process with its status."""
    listen()
    prepare()
    warnings.showwarning = _warn
    reporter = apart()
    ended: list[int] = []

    def leave() -> None:
        # Registered first, so called last: with large tables and many modules, Python would
        # take longer to tidy up than the system does.
        if ended:
            try:
                sys.stdout.flush()
                sys.stderr.flush()
            except (OSError, ValueError):
                return  # Python complains in its own way
            os._exit(ended[0])

    atexit.register(leave)
    ended.append(run(begun=BEGUN, reporter=reporter))
    sys.exit(ended[0])
