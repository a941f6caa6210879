"""Question ``even-kernel``: the clauses of an even kernel round the token.

Variable v + 1 says that vertex v is in the set. The token's vertex is (without a token,
any vertex), no edge lies inside the set, and every vertex has an even number of edges
into it: vertices of the set have none. Even kernels are exactly the assignments, each
extended in one way to the variables of the parities. A contradiction shows that there is none.
"""

from __future__ import annotations

from gameproof.games.clauses.clauses import Asked, Formula
from gameproof.games.geography import Position
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Is, quantity


def formula(goal: Asked, _bound: int | None = None) -> Formula:
    """The clauses; raises :class:`BadInput` for another form. O(n + m)."""
    position = goal.position
    if not isinstance(position, Position) or not position.edge or position.graph.directed:
        raise BadInput("an even kernel decides undirected edge geography only")
    made = Formula("no even kernel holds the token", (Is(quantity("even-kernel"), False),))
    vertices = [made.fresh() for _ in range(position.graph.n)]
    odd: list[set[int]] = [set() for _ in vertices]
    for u, v in position.live_edges().tolist():
        made.add({-vertices[u], -vertices[v]})
        if u != v:
            odd[u] ^= {vertices[v]}
            odd[v] ^= {vertices[u]}
    for near in odd:
        _even(made, sorted(near))
    made.add(vertices if position.token is None else [vertices[position.token]])
    return made


def _even(made: Formula, variables: list[int]) -> None:
    """An even number of the variables is true: a running parity, defined at each step."""
    parity = None
    for x in variables:
        if parity is None:
            parity = x
            continue
        y = made.fresh()
        for clause in ((-x, -parity, -y), (x, parity, -y), (x, -parity, y), (-x, parity, y)):
            made.add(clause)
        parity = y
    if parity is not None:
        made.add([-parity])
