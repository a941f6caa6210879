"""``gameproof encode``: a question, or a graph, as a file for other programs."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gameproof.cli import options as shared
from gameproof.cli.status import Status

if TYPE_CHECKING:
    from gameproof.instances.instance import Resolved

GRAPH_FORMATS = (".col", ".g6", ".gml", ".edges", ".json")


@click.command(name="encode", cls=shared.Words)
@shared.words()
@shared.question
@click.option("-o", "--output", default="-", show_default=True,
              help="File; its suffix names the format, '-' is stdout.")  # fmt: skip
@click.option("--format", "format_", help="cnf, qdimacs, qcir, opb, wcnf, lp, pbtxt, col, ...")
@click.option("--encoding", default=None, help="Cardinality encoding of CNF formats.")
@click.option("--side", help="Quantified outcome: the player asked about; the one to move.")
@click.option("--goal", type=click.Choice(["win", "draw"]),
              help="Quantified outcome: does the player win, or at least draw?")  # fmt: skip
@click.option("--within", type=click.IntRange(min=0), metavar="TURNS",
              help="Quantified outcome: in at most so many turns.")  # fmt: skip
@click.option("--time-limit", type=shared.TIME, default="10m", show_default=True,
              help="Time for the whole file.")  # fmt: skip
@click.option("--memory-limit", type=shared.SIZE, default="8GB", show_default=True,
              help="Memory for the whole file.")  # fmt: skip
def command(
    words: tuple[str, ...],
    question: str | None,
    output: str,
    format_: str | None,
    encoding: str | None,
    side: str | None,
    goal: str | None,
    within: int | None,
    time_limit: float,
    memory_limit: float,
) -> int:
    """Write a question as CNF, QDIMACS, QCIR, OPB, WCNF, LP or CP-SAT model.

    \b
    gameproof encode tictactoe 4 2 -q drawn-position -o draw.cnf
    gameproof encode geography grid 3 4 --start 0 -o grid.col    (the graph itself)
    gameproof encode nim 1 2 -o nim.qdimacs    (any game's outcome, quantified)
    """
    from gameproof.cli import guard
    from gameproof.instances.instance import from_words, resolve

    suffix = "." + format_.lstrip(".") if format_ else Path(output).suffix
    if not suffix:
        suffix = ".cnf"

    typed = shlex.join([*words, *(("-q", question) if question else ())])

    def made() -> tuple[str, str]:
        asked = resolve(from_words(list(words), question))
        if suffix in GRAPH_FORMATS:
            return asked.words, graph_text(asked, suffix)
        more = {"side": side, "goal": goal, "within": within}
        more = {name: value for name, value in more.items() if value is not None}
        return asked.words, model_text(asked, suffix, encoding, typed, more)

    try:
        with guard.limited_memory(int(memory_limit)):
            board, text = guard.within(time_limit, made)
    except (guard.TimeOut, MemoryError) as error:
        which = "time" if isinstance(error, guard.TimeOut) else "memory"
        click.echo(f"gameproof: {which} limit reached, nothing written", err=True)
        return int(Status.UNKNOWN)
    if output == "-":
        click.echo(text, nl=False)
    else:
        Path(output).write_text(text, encoding="utf-8")
        click.echo(f"{output}: {board}, {len(text)} bytes", err=True)
    return 0


def model_text(
    asked: Resolved, suffix: str, encoding: str | None, words: str, more: dict[str, Any]
) -> str:
    """The model of a question in the format of ``suffix``; raises ``BadInput``.

    Formats for quantified formulas take a quantified encoding where there is one, other
    formats one that is not. ``more`` are options of the encoding itself.
    """
    from gameproof.encodings.method import Options
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.prover.registry import entry
    from gameproof.solvers.sat.cnf import DEFAULT_ENCODING
    from gameproof.solvers.sat.formats import WRITERS, render

    joined = entry(asked.game.name)
    table = joined.exports(asked.question.name)
    if not table:
        known = sorted({e.question for e in joined.exports()})
        listed = ", ".join(known) or "none"
        raise BadInput(
            f"{asked.game.name}: the question {asked.question.name!r} has no encoding "
            f"(questions with one: {listed})"
        )
    if suffix not in WRITERS:
        raise BadInput(f"unknown format {suffix!r}; known: {', '.join(sorted(WRITERS))}")
    quantified = suffix in (".qdimacs", ".qcir")
    chosen = next((e for e in table if e.quantified == quantified), table[0])
    for name in more:
        if name not in chosen.arguments:
            raise BadInput(f"this encoding of {asked.question.name!r} has no option --{name}")
    model = chosen.build(asked.position, Options(arguments={**asked.arguments, **more}))
    if not model.origin:
        options = "".join(f" --{name} {value}" for name, value in more.items())
        model.origin = f"gameproof encode {words}{options}"
    return render(model, suffix, encoding or DEFAULT_ENCODING)


def graph_text(asked: Resolved, suffix: str) -> str:
    """The instance's graph in a graph format; raises ``BadInput`` when it has none."""
    from gameproof.games.graph import Graph
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.instances.graph_files import write_graph

    graph = next((v for v in asked.values.values() if isinstance(v, Graph)), None)
    if graph is None:
        raise BadInput(f"{asked.game.name} is not played on a graph; {suffix} needs one")
    return write_graph(graph, suffix, asked.words)
