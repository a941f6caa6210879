"""From a model to clauses only: linear and XOR constraints by named encodings.

Cardinality encodings by name: PySAT's (``pairwise``, ``seqcounter``,
``sortnetwrk``, ``cardnetwrk``, ``bitwise``, ``ladder``, ``totalizer``,
``mtotalizer``, ``kmtotalizer``; see Ignatiev, Morgado, Marques-Silva, "PySAT",
SAT 2018). Constraints with weights become a decision diagram over partial sums
(Een, Sorensson, "Translating pseudo-Boolean constraints into SAT", 2006), named
``diagram`` here and usable for cardinalities too. Auxiliary variables are
numbered after the model's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gameproof.solvers.sat.model import Linear, Model, ModelError

PYSAT_ENCODINGS = ("pairwise", "seqcounter", "sortnetwrk", "cardnetwrk", "bitwise", "ladder",
                   "totalizer", "mtotalizer", "kmtotalizer")  # fmt: skip
ENCODINGS = (*PYSAT_ENCODINGS, "diagram")
AT_MOST_ONE_ONLY = ("bitwise", "ladder", "pairwise")
DEFAULT_ENCODING = "seqcounter"


@dataclass(slots=True)
class Cnf:
    """Clauses over the variables ``1..variables``; the model's own come first."""

    variables: int
    clauses: list[Sequence[int]]

    def fresh(self) -> int:
        """A new auxiliary variable."""
        self.variables += 1
        return self.variables


def clausify(model: Model, encoding: str = DEFAULT_ENCODING) -> Cnf:
    """The model's constraints as clauses (objective and prefix are not part of them).

    ``encoding`` is used for cardinality constraints; ``pairwise``, ``bitwise``
    and ``ladder`` only where at most one literal may be true, the others there
    falling to ``seqcounter``. Raises :class:`ModelError` on an unknown name.
    """
    if encoding not in ENCODINGS:
        raise ModelError(
            f"unknown cardinality encoding {encoding!r}; known: {', '.join(ENCODINGS)}"
        )
    cnf = Cnf(model.variables, list(model.clauses))
    for xor in model.xors:
        add_xor(cnf, xor.variables, xor.parity)
    for linear in model.linears:
        add_linear(cnf, linear, encoding)
    return cnf


def add_xor(cnf: Cnf, variables: Sequence[int], parity: bool) -> None:
    """Odd (``parity``) or even number of true variables; cut into pieces of four."""
    left = list(variables)
    while len(left) > 4:
        head, left = left[:3], left[3:]
        link = cnf.fresh()
        cnf.clauses += xor_clauses([*head, link], False)
        left.append(link)
    cnf.clauses += xor_clauses(left, parity)


def xor_clauses(variables: Sequence[int], parity: bool) -> list[list[int]]:
    """The 2^(n-1) clauses of a short XOR, one per forbidden assignment."""
    return [
        [-v if bits >> i & 1 else v for i, v in enumerate(variables)]
        for bits in range(1 << len(variables))
        if bits.bit_count() % 2 != parity
    ]


def add_linear(cnf: Cnf, linear: Linear, encoding: str) -> None:
    """A linear constraint by the named encoding, or by the decision diagram."""
    total = sum(linear.weights)
    if linear.bound > total or (linear.relation == "==" and linear.bound < 0):
        cnf.clauses.append([])
        return
    if linear.bound <= 0 and linear.relation == ">=":
        return
    if not linear.unit or encoding == "diagram":
        _diagram(cnf, linear)
        return
    literals, bound = list(linear.literals), linear.bound
    if linear.relation == ">=" or bound > 0:
        _at_least(cnf, literals, bound, encoding)
    if linear.relation == "==" and bound < len(literals):
        _at_least(cnf, [-literal for literal in literals], len(literals) - bound, encoding)


def _at_least(cnf: Cnf, literals: list[int], bound: int, encoding: str) -> None:
    """At least ``bound`` true, that is at most ``n - bound`` false."""
    if bound == 1:
        cnf.clauses.append(literals)
        return
    if bound == len(literals):
        cnf.clauses.extend([literal] for literal in literals)
        return
    from pysat.card import CardEnc, EncType

    slack = len(literals) - bound
    if encoding in AT_MOST_ONE_ONLY and slack > 1:
        encoding = DEFAULT_ENCODING
    encoded = CardEnc.atmost(
        lits=[-literal for literal in literals],
        bound=slack,
        top_id=cnf.variables,
        encoding=getattr(EncType, encoding),
    )
    cnf.clauses.extend(encoded.clauses)
    cnf.variables = max(cnf.variables, encoded.nv)


def _diagram(cnf: Cnf, linear: Linear) -> None:
    """A node per (position, sum still needed); heavy literals first keep it narrow.

    The node's variable implies that the remaining literals can still supply the
    need. Nodes whose need is met or out of reach are the constants. For ``==``
    the surplus is bounded in the same nodes. Worst case O(n * bound) nodes.
    """
    order = sorted(range(len(linear.weights)), key=lambda i: -linear.weights[i])
    weights = [linear.weights[i] for i in order]
    literals = [linear.literals[i] for i in order]
    reach = [0] * (len(weights) + 1)
    for i in range(len(weights) - 1, -1, -1):
        reach[i] = reach[i + 1] + weights[i]
    exact = linear.relation == "=="

    def constant(i: int, need: int) -> bool | None:
        if need > reach[i] or (exact and need < 0):
            return False
        if exact:
            return True if i == len(weights) else None
        return True if need <= 0 else None

    start = (0, linear.bound)
    value = constant(*start)
    if value is not None:
        if not value:
            cnf.clauses.append([])
        return
    nodes = {start: cnf.fresh()}
    cnf.clauses.append([nodes[start]])
    queue = [start]
    for i, need in queue:
        node = nodes[i, need]
        for taken, guard in ((weights[i], -literals[i]), (0, literals[i])):
            child = (i + 1, need - taken)
            value = constant(*child)
            if value is None:
                if child not in nodes:
                    nodes[child] = cnf.fresh()
                    queue.append(child)
                cnf.clauses.append([-node, guard, nodes[child]])
            elif not value:
                cnf.clauses.append([-node, guard])
