"""``gameproof export``: the refutations inside a certificate, for public verified checkers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from gameproof.certificates.clauses.refutation import Refutation


@click.command(name="export")
@click.argument("certificate", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path),
              help="The clauses (.cnf); the proof stands beside them (.lrat).")  # fmt: skip
def command(certificate: Path, output: Path) -> int:
    """Write the clauses that a certificate refutes, and their refutation as LRAT.

    The certificate is checked first; each refutation in it, or in a part of it, gets files of its
    own. What the contradiction means for the game stands in the
    comments of the .cnf file; any LRAT checker can then be asked whether the clauses are
    unsatisfiable.
    """
    from gameproof.certificates.certificate import steps_of
    from gameproof.certificates.clauses.refutation import Refutation
    from gameproof.certificates.files import load
    from gameproof.certificates.kernel import Goal, prove
    from gameproof.cli.text import one_line
    from gameproof.games.clauses.clauses import formula
    from gameproof.games.meaning.bad_input import BadInput
    from gameproof.prover.verify import verify_sealed

    if output.suffix != ".cnf":
        raise BadInput("expected a name that ends in .cnf", str(output))
    verified = verify_sealed(load(certificate))
    asked, found = verified.asked, verified.record.certificate
    goal = Goal(asked.position, asked.question.name, asked.arguments)
    steps = steps_of(found)
    refuted = [
        (theorem.goal, step.certificate)
        for theorem, step in zip(prove(goal, steps), steps, strict=True)
        if isinstance(step.certificate, Refutation)
    ]
    if not refuted:
        kind = found.__struct_config__.tag
        raise BadInput(
            f"a certificate of kind {kind} holds no refutation of clauses", str(certificate)
        )
    for number, (part, refutation) in enumerate(refuted):
        made = formula(part, refutation.bound)
        path = output if number == 0 else output.with_stem(f"{output.stem}-{number + 1}")
        comments = [f"{asked.words}: {asked.question.name} {verified.answer}", made.meaning]
        with path.open("w", encoding="utf-8") as stream:
            stream.writelines(f"c {one_line(line)}\n" for line in comments)
            stream.write(f"p cnf {made.variables} {len(made.clauses)}\n")
            stream.writelines(" ".join(map(str, (*clause, 0))) + "\n" for clause in made.clauses)
        beside = path.with_suffix(".lrat")
        with beside.open("w", encoding="ascii") as stream:
            stream.writelines(f"{line}\n" for line in lrat_lines(len(made.clauses), refutation))
        lemmas = len(refutation.lemma_ends) - 1
        click.echo(f"{path}: {len(made.clauses)} clauses; {beside}: {lemmas} lemmas")
    return 0


def lrat_lines(clauses: int, found: Refutation) -> Iterator[str]:
    """The lemmas as LRAT lines: number, literals, 0, hints, 0; clauses count from 1."""
    lemmas, ends = found.lemmas.tolist(), found.lemma_ends.tolist()
    hints, stops = found.hints.tolist(), found.hint_ends.tolist()
    for i in range(len(ends) - 1):
        literals = lemmas[ends[i] : ends[i + 1]]
        steps = [hint + 1 for hint in hints[stops[i] : stops[i + 1]]]
        yield " ".join(map(str, (clauses + i + 1, *literals, 0, *steps, 0)))
