"""The quantified formula of "first wins within k plies" against plain play."""

from __future__ import annotations

from functools import cache

import pytest
from reference.models import enumerated

from gameproof.encodings.method import UNKNOWN, Options
from gameproof.encodings.positional.qbf import asked_for, by_solver, win_within_model
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.positional import Position
from gameproof.solvers.limits import Limits
from gameproof.solvers.sat import qbf
from gameproof.solvers.sat.formats import render
from gameproof.solvers.sat.model import Model
from gameproof.solvers.sat.sat import Session

BOARDS = [
    "tictactoe 3 2",
    "tictactoe 3 2 --rule weak",
    "tictactoe 2 2",
    "mnk 2 3 2 --to-move second",
    "mnk 3 3 2",
    "polyomino el 3 3",
    "hex 2 3",
    "hex 2 2 --to-move second",
    "tictactoe 3 2 --first a1;b2 --second b1;c3",
    "tictactoe 3 2 --first a1 --second b1;b2 --to-move first",
    "mnk 4 3 3",
]


@cache
def wins(position: Position, plies: int) -> bool:
    result = position.result()
    if result is not None or plies == 0:
        return result in ("first", "maker")
    join = any if position.to_move == "first" else all
    return join(wins(position.play(move), plies - 1) for move in position.moves())


def expanded(model: Model) -> bool:
    """The formula's truth by setting universal variables, outermost block first: only for
    formulas with one universal block, which becomes one SAT call for each of its values."""
    universal = [block for quantifier, block in model.prefix if quantifier == "forall"]
    assert len(universal) <= 1
    first = model.prefix[0][1] if model.prefix[0][0] == "exists" else []
    replies = universal[0] if universal else []
    with Session(model, Limits()) as session:
        for result in enumerated(session, first or [1]):
            held = [v if result.true(v) else -v for v in first]
            values = range(1 << len(replies))
            if all(
                session_copy.solve(
                    [*held, *(v if bits >> i & 1 else -v for i, v in enumerate(replies))]
                ).status
                == "sat"
                for bits in values
                for session_copy in [Session(model, Limits())]
            ):
                return True
    return False


@pytest.mark.parametrize("words", ["mnk 2 3 2", "mnk 2 2 2", "tictactoe 2 2", "hex 2 2"])
def test_three_plies_by_expansion(words: str) -> None:
    """No QBF solver needed: one universal block is expanded."""
    position = Position.parse(words)
    for plies in (1, 2, 3):
        model = win_within_model(position, Options(arguments={"plies": plies}))
        assert expanded(model) == wins(position, plies), plies


@pytest.mark.parametrize("words", BOARDS)
def test_a_qbf_solver_agrees_with_play(words: str) -> None:
    if not qbf.found():
        pytest.skip("no QBF solver on PATH")
    position = Position.parse(words)
    for plies in range(8):
        options = Options(arguments={"plies": plies})
        found = by_solver(position, Limits(time_limit=60), options)
        assert found.answer is wins(position, plies), plies


def test_the_file_names_its_variables() -> None:
    position = Position.parse("tictactoe 3 2")
    model = win_within_model(position, Options(arguments={"plies": 5}))
    text = render(model, "win.qdimacs")
    for part in ("move(a1,1)", "reply(bit 0,2)", "has(a1,5)", "tictactoe 3 2", "\na ", "\ne "):
        assert part in text
    quantifiers = [line[0] for line in text.splitlines() if line[0] in "ae"]
    assert quantifiers == list("eaeae")


def test_plies_must_be_given_and_a_solver_named() -> None:
    position = Position.parse("tictactoe 3 2")
    with pytest.raises(BadInput, match="number of plies"):
        win_within_model(position, Options())
    with pytest.raises(BadInput, match="number of plies"):
        win_within_model(position, Options(arguments={"plies": -1}))
    options = Options(arguments={"plies": 3})
    assert asked_for(position, Limits(), options).answer == UNKNOWN
    missing = next(name for name in qbf.SOLVERS if name not in qbf.found())
    with pytest.raises(qbf.BackendMissing):
        asked_for(position, Limits(), Options(engine=missing, arguments={"plies": 3}))
