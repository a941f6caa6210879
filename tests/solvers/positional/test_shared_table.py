"""The table of the proof-number search where several processes write to it."""

from __future__ import annotations

from pathlib import Path

from gameproof.encodings.positional.search import as_achievement
from gameproof.instances.instance import from_words, resolve
from gameproof.solvers.limits import Limits
from gameproof.solvers.positional.positional_search import ATTACKER, Rules
from gameproof.solvers.positional.proof_number import ProofNumberSearch


def test_what_one_search_proves_another_one_with_its_table_knows(tmp_path: Path) -> None:
    """[3]^3, which the first player wins, and a position of it that he has lost."""
    file = tmp_path / "table"
    file.touch()
    position: object = resolve(from_words(["tictactoe", "3", "3"], "outcome")).position
    problem = as_achievement(position, "first")  # type: ignore[arg-type]
    one, other = (ProofNumberSearch(problem, Limits(), bits=10, shared=file) for _ in range(2))
    apart = ProofNumberSearch(problem, Limits(), bits=10)
    rules = Rules(problem)
    for stones, truth in (((0, 0), True), ((1, 1 << 1 | 1 << 13), False)):
        here = rules.alive(*stones, problem.moves)
        assert other.known(*here, problem.moves, ATTACKER) is None
        assert one.wins(*here, problem.moves, ATTACKER) is truth
        before = other.nodes
        assert other.known(*here, problem.moves, ATTACKER) is truth
        assert other.wins(*here, problem.moves, ATTACKER) is truth
        assert other.nodes == before
        assert apart.known(*here, problem.moves, ATTACKER) is None
