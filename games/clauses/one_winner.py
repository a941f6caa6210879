"""Question ``one-winner``: clauses of a full board that nobody has won.

A colour lacks its parities when in each of its components the closed walks' parities lie in
the kernel of a functional (Z/2)^2 -> Z/2 that is 1 on all own parities. Such functionals
make potentials: neighbours of one colour agree up to the functional of their step. For a
colour with two own parities there is one functional; for a colour with one there are
two, and a second variable, equal within a component, says which.

Variables of cell v: ``colour[v]``, and for each colour ``potential[v]`` and perhaps
``which[v]``. A contradiction shows that somebody has won every full board. Not both have:
walks of own parities of x and of o have an odd intersection number (see
``games/klein_cycles.py``) and so share a cell, which has one colour.
"""

from __future__ import annotations

from gameproof.games.boards.glued_board import COLOURS
from gameproof.games.clauses.clauses import Asked, Formula
from gameproof.games.klein_cycles import OWN, Parity, Position, Surface
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Is, quantity

FUNCTIONALS = ((1, 0), (0, 1), (1, 1))


def value(functional: Parity, parity: Parity) -> int:
    """The functional (f, g) on (p, q): fp + gq modulo 2."""
    return (functional[0] * parity[0] + functional[1] * parity[1]) % 2


def functionals(own: frozenset[Parity]) -> list[Parity]:
    """Those that are 1 on every own parity."""
    return [f for f in FUNCTIONALS if all(value(f, parity) for parity in own)]


def intersection(surface: Surface, one: Parity, two: Parity) -> int:
    """The intersection number modulo 2 of walks of these parities."""
    (p, q), (r, s) = one, two
    return (p * s + q * r + (q * s if surface == "klein" else 0)) % 2


def formula(goal: Asked, _bound: int | None = None) -> Formula:
    """The clauses for the position's board; raises :class:`BadInput` for another one."""
    position = goal.position
    if not isinstance(position, Position):
        raise BadInput("these clauses are about two players on a glued board")
    own = OWN[position.surface]
    for mine in own["x"]:
        for theirs in own["o"]:
            if not intersection(position.surface, mine, theirs):
                # redundant: on the two surfaces there are, such walks meet
                raise BadInput("both players could win on one board")
    made = Formula(
        f"every full {position.rows} x {position.columns} board has exactly one winner",
        (Is(quantity("one-winner", goal.arguments), True),),
    )
    cells = position.rows * position.columns
    colour = [made.fresh() for _ in range(cells)]  # true where x stands
    for number, name in enumerate(COLOURS):
        choices = functionals(own[name])
        potential = [made.fresh() for _ in range(cells)]
        which = [made.fresh() for _ in range(cells)] if len(choices) > 1 else []
        made.add([-potential[0]])
        sign = 1 if number else -1  # this literal of a cell holds when the other colour is there
        for v in range(cells):
            for w, p, q in position.neighbours(v):
                unless = [sign * colour[v], sign * colour[w]]
                if which and v != w:
                    made.agree(which[v], which[w], 0, unless=unless)
                for k, choice in enumerate(choices):
                    only = [*unless, -which[v] if k else which[v]] if which else unless
                    crossing = value(choice, (p, q))
                    made.agree(potential[v], potential[w], crossing, unless=only)
    return made
