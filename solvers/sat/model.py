"""A Boolean model in the words of its field, before any solver has seen it.

A :class:`Model` holds named groups of variables, clauses, linear (cardinality
and pseudo-Boolean) constraints, XOR constraints, an optional objective and an
optional quantifier prefix. Literals are the integers of DIMACS: ``v`` or ``-v``.
All variables, auxiliaries included, come from one counter: two counters that
give the same number twice are a well-known way to a wrong "unsatisfiable".

>>> model = Model("two colours on a triangle")
>>> red = model.group("red", ["a", "b", "c"])
>>> for u, v in ("ab", "bc", "ca"):
...     model.clause([red[u], red[v]])
...     model.clause([-red[u], -red[v]])
>>> model.name(red["b"]), model.variables, len(model.clauses)
('red(b)', 3, 6)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Quantifier = Literal["exists", "forall"]
Relation = Literal["<=", ">=", "=="]


class ModelError(ValueError):
    """A constraint or question that the model or the chosen back-end cannot express."""

    exit_status = 2


@dataclass(frozen=True, slots=True)
class Linear:
    """``sum of weights[i] * literals[i] >= bound`` (or ``==``).

    A true literal counts 1. Weights are positive and variables distinct; the
    model brings every constraint into this form.
    """

    weights: tuple[int, ...]
    literals: tuple[int, ...]
    relation: Literal[">=", "=="]
    bound: int

    @property
    def unit(self) -> bool:
        """Is it a cardinality constraint (every weight 1)?"""
        return all(weight == 1 for weight in self.weights)


@dataclass(frozen=True, slots=True)
class Xor:
    """An odd (``parity`` true) or even number of ``variables`` is true."""

    variables: tuple[int, ...]
    parity: bool


@dataclass(frozen=True, slots=True)
class Objective:
    """Minimise ``sum of weights[i] * literals[i]``; weights may be negative.

    ``negated`` remembers that the question was to maximise the opposite sum.
    """

    weights: tuple[int, ...]
    literals: tuple[int, ...]
    negated: bool = False

    def cost(self, values: Sequence[bool]) -> int:
        """The sum under an assignment, in the sense of the question asked."""
        total = sum(
            weight
            for weight, literal in zip(self.weights, self.literals, strict=True)
            if values[abs(literal)] == (literal > 0)
        )
        return -total if self.negated else total


class Group(Mapping[Any, int]):
    """Variables of one meaning, found by key: ``x[2, 3]`` is the literal of cell (2, 3)."""

    def __init__(self, name: str, table: dict[Hashable, int]) -> None:
        self.name = name
        self._table = table

    def __getitem__(self, key: Hashable) -> int:
        return self._table[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    def true(self, values: Sequence[bool]) -> list[Any]:
        """The keys whose variable is true under an assignment (indexed by variable)."""
        return [key for key, variable in self._table.items() if values[variable]]


class Model:
    """A growing Boolean model. ``title`` and ``origin`` go into exported files."""

    def __init__(self, title: str, origin: str = "") -> None:
        self.title = title
        self.origin = origin
        self.variables = 0
        self.names: dict[int, str] = {}
        self.groups: dict[str, Group] = {}
        self.clauses: list[tuple[int, ...]] = []
        self.linears: list[Linear] = []
        self.xors: list[Xor] = []
        self.objective: Objective | None = None
        self.prefix: list[tuple[Quantifier, list[int]]] = []

    # ------------------------------------------------------------------ variables

    def auxiliary(self) -> int:
        """A new variable without a name."""
        self.variables += 1
        return self.variables

    def variable(self, name: str) -> int:
        """A new named variable."""
        variable = self.auxiliary()
        self.names[variable] = name
        return variable

    def group(self, name: str, keys: Iterable[Hashable]) -> Group:
        """A new variable for every key; raises :class:`ModelError` on a repeated key or name."""
        if name in self.groups:
            raise ModelError(f"the model already has a group named {name!r}")
        table: dict[Hashable, int] = {}
        for key in keys:
            if key in table:
                raise ModelError(f"group {name!r} has the key {key!r} twice")
            table[key] = self.variable(f"{name}({_words(key)})")
        self.groups[name] = Group(name, table)
        return self.groups[name]

    def name(self, literal: int) -> str:
        """The literal in words; auxiliaries are called ``aux<number>``."""
        word = self.names.get(abs(literal), f"aux{abs(literal)}")
        return word if literal > 0 else f"not {word}"

    def _checked(self, literals: Iterable[int]) -> tuple[int, ...]:
        checked = tuple(literals)
        for literal in checked:
            if not 0 < abs(literal) <= self.variables:
                raise ModelError(f"literal {literal} names no variable of the model")
        return checked

    # ---------------------------------------------------------------- constraints

    def clause(self, literals: Iterable[int]) -> None:
        """At least one of the literals is true (none given: the model is false)."""
        self.clauses.append(self._checked(literals))

    def implies(self, premises: Iterable[int], conclusion: Iterable[int]) -> None:
        """If all premises are true, one of the conclusions is."""
        self.clause([*(-literal for literal in premises), *conclusion])

    def xor(self, literals: Iterable[int], parity: bool = True) -> None:
        """An odd (``parity``) or even number of the literals is true; repeats cancel."""
        left: set[int] = set()
        for literal in self._checked(literals):
            left ^= {abs(literal)}
            parity ^= literal < 0
        self.xors.append(Xor(tuple(sorted(left)), parity))

    def linear(self, terms: Iterable[tuple[int, int]], relation: Relation, bound: int) -> None:
        """``sum of weight * literal  relation  bound`` for pairs ``(weight, literal)``."""
        weights, offset = self._collect(terms)
        bound -= offset
        if relation == "<=":
            weights, bound = {v: -w for v, w in weights.items()}, -bound
        # weight * x with a negative weight is weight + |weight| * (not x)
        bound -= sum(weight for weight in weights.values() if weight < 0)
        self.linears.append(
            Linear(
                tuple(abs(weight) for weight in weights.values()),
                tuple(v if weight > 0 else -v for v, weight in weights.items()),
                "==" if relation == "==" else ">=",
                bound,
            )
        )

    def _collect(self, terms: Iterable[tuple[int, int]]) -> tuple[dict[int, int], int]:
        """Weights by variable, and the constant from negative literals."""
        weights: dict[int, int] = {}
        offset = 0
        for weight, literal in terms:
            (literal,) = self._checked([literal])
            if literal < 0:
                offset += weight
                weight = -weight
            weights[abs(literal)] = weights.get(abs(literal), 0) + weight
        return {v: w for v, w in weights.items() if w}, offset

    def at_least(self, bound: int, literals: Iterable[int]) -> None:
        """At least ``bound`` of the literals are true."""
        self.linear(((1, literal) for literal in literals), ">=", bound)

    def at_most(self, bound: int, literals: Iterable[int]) -> None:
        """At most ``bound`` of the literals are true."""
        self.linear(((1, literal) for literal in literals), "<=", bound)

    def exactly(self, bound: int, literals: Iterable[int]) -> None:
        """Exactly ``bound`` of the literals are true."""
        self.linear(((1, literal) for literal in literals), "==", bound)

    def minimize(self, terms: Iterable[tuple[int, int]]) -> None:
        """Ask for the least ``sum of weight * literal``."""
        self._aim(terms, negated=False)

    def maximize(self, terms: Iterable[tuple[int, int]]) -> None:
        """Ask for the greatest ``sum of weight * literal``."""
        self._aim(((-weight, literal) for weight, literal in terms), negated=True)

    def _aim(self, terms: Iterable[tuple[int, int]], negated: bool) -> None:
        pairs = [(weight, literal) for weight, literal in terms if weight]
        literals = self._checked(literal for _, literal in pairs)
        self.objective = Objective(tuple(weight for weight, _ in pairs), literals, negated)

    def quantify(self, quantifier: Quantifier, variables: Iterable[int]) -> None:
        """Append a block to the quantifier prefix (outermost first); equal neighbours merge."""
        block = [abs(variable) for variable in self._checked(variables)]
        if not block:
            return
        if self.prefix and self.prefix[-1][0] == quantifier:
            self.prefix[-1][1].extend(block)
        else:
            self.prefix.append((quantifier, block))

    # ----------------------------------------------------------------------- sizes

    def summary(self) -> dict[str, int]:
        """Sizes for statistics lines."""
        sizes = {"variables": self.variables, "clauses": len(self.clauses)}
        if self.linears:
            sizes["linear"] = len(self.linears)
        if self.xors:
            sizes["xor"] = len(self.xors)
        return sizes


def _words(key: Hashable) -> str:
    """A key as it stands in a variable's name: ``(2, 3)`` is written ``2,3``."""
    return ",".join(_words(part) for part in key) if isinstance(key, tuple) else str(key)
