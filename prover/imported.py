"""A model that another solver found of one of our files, made a certificate."""

from __future__ import annotations

import time

from gameproof.encodings.method import AnyMethod, Method, Options, Undecided
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import Instance, resolve
from gameproof.prover.answer import UNKNOWN, VERSION, Answer
from gameproof.prover.prove import Proof, accept
from gameproof.prover.registry import entry
from gameproof.solvers.sat.assignments import read_assignment, unsatisfied

METHOD = "imported-model"


def import_model(instance: Instance, text: str) -> Proof:
    """The answer that a solver's ``v`` lines give to the instance, with its certificate, which
    was checked from the rules alone.

    ``text`` assigns the variables of the file that ``encode`` writes of the question. Raises
    :class:`BadInput` for a question of which no model is read, and ``ModelError`` for no
    assignment or for one that breaks a constraint.
    """
    began = time.perf_counter()
    asked = resolve(instance)
    table = entry(asked.game.name).exports(asked.question.name)
    export = next((e for e in table if e.finding is not None), None)
    if export is None or export.finding is None:
        joined = entry(asked.game.name).exports()
        known = ", ".join(sorted({e.question for e in joined if e.finding})) or "none"
        raise BadInput(
            f"{asked.game.name}: no model of the question {asked.question.name!r} is read "
            f"(questions with one: {known})"
        )
    options = Options(arguments=asked.arguments)
    model = export.build(asked.position, options)
    values = read_assignment(text, model.variables)
    broken = unsatisfied(model, values)
    if broken is not None:
        raise BadInput(f"this assignment is no model of {asked.words}: it breaks {broken}")
    finding = export.finding(asked.position, model, values, options)
    answer = Answer(
        game=asked.game.name,
        board=asked.words,
        question=asked.question.name,
        answer=UNKNOWN,
        version=VERSION,
    )
    answer.arguments, answer.key = asked.arguments, asked.key
    answer.detail.update(finding.told(asked.position))
    proof = Proof(answer, resolved=asked)
    if not isinstance(finding.answer, Undecided):
        method: AnyMethod = Method(
            asked.question.name, METHOD, lambda *_: finding, export.description
        )
        accept(asked, method, finding, proof)
    answer.seconds = round(time.perf_counter() - began, 6)
    return proof
