"""Models as files for other programs; the suffix names the format.

``.cnf`` DIMACS, ``.qdimacs``, ``.qcir`` (QCIR-G14), ``.opb`` (pseudo-Boolean
competition), ``.wcnf`` (MaxSAT evaluation 2022), ``.lp`` (CPLEX LP) and
``.pbtxt`` (CP-SAT's text protocol). Every file opens with comments: what the
question is, how it was made, how constraints were encoded, and the variable map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import PurePath

from gameproof.solvers.sat.cnf import DEFAULT_ENCODING, Cnf, add_xor, clausify
from gameproof.solvers.sat.model import Model, ModelError


def render(model: Model, name: str, encoding: str = DEFAULT_ENCODING) -> str:
    """The text of the file ``name`` (or of a bare suffix).

    Raises :class:`ModelError` when the suffix is unknown or the format cannot express
    the model (a prefix outside QBF formats, an objective in a decision format).
    """
    suffix = (PurePath(name).suffix or f".{name.lstrip('.')}").lower()
    writer = WRITERS.get(suffix)
    if writer is None:
        raise ModelError(f"unknown format {suffix or name!r}; known: {', '.join(sorted(WRITERS))}")
    if model.prefix and suffix not in (".qdimacs", ".qcir"):
        raise ModelError(f"{suffix} cannot hold quantifiers; use the format qdimacs or qcir")
    if model.objective is not None and suffix in (".cnf", ".qdimacs", ".qcir"):
        raise ModelError(f"{suffix} cannot hold an objective; use .wcnf, .opb, .lp or .pbtxt")
    return "".join(line + "\n" for line in writer(model, encoding))


def header(model: Model, encoding: str | None, auxiliaries: int = 0) -> list[str]:
    """Comment lines without their comment mark."""
    try:
        release = version("gameproof")
    except PackageNotFoundError:
        release = "(not installed)"
    lines = [f"{model.title}", f"written by gameproof {release}"]
    if model.origin:
        lines.append(f"made by: {model.origin}")
    if encoding is not None and model.linears:
        lines.append(f"cardinality encoding: {encoding}")
    lines.extend(f"variable {v} = {name}" for v, name in sorted(model.names.items()))
    if auxiliaries:
        first = model.variables + 1
        lines.append(f"variables {first} to {model.variables + auxiliaries} are auxiliary")
    return [line.replace("\n", " ") for line in lines]


def _commented(mark: str, lines: Iterable[str]) -> list[str]:
    return [f"{mark} {line}" for line in lines]


def _row(literals: Sequence[int]) -> str:
    return " ".join(map(str, (*literals, 0)))


def dimacs(cnf: Cnf, comments: Iterable[str] = (), prefix: Iterable[str] = ()) -> Iterator[str]:
    """DIMACS lines of plain clauses, those of a prefix before them."""
    yield from _commented("c", comments)
    yield f"p cnf {cnf.variables} {len(cnf.clauses)}"
    yield from prefix
    yield from map(_row, cnf.clauses)


def _cnf(model: Model, encoding: str) -> Iterator[str]:
    cnf = clausify(model, encoding)
    yield from dimacs(cnf, header(model, encoding, cnf.variables - model.variables))


def blocks(model: Model, cnf: Cnf) -> list[tuple[str, list[int]]]:
    """The full prefix: unquantified variables outermost (they are free, hence
    existential), the encoding's auxiliaries innermost."""
    bound = {v for _, block in model.prefix for v in block}
    free = [v for v in range(1, model.variables + 1) if v not in bound]
    whole: list[tuple[str, list[int]]] = [("exists", free)] if free else []
    whole.extend((quantifier, list(block)) for quantifier, block in model.prefix)
    inner = list(range(model.variables + 1, cnf.variables + 1))
    if inner:
        whole.append(("exists", inner))
    merged: list[tuple[str, list[int]]] = []
    for quantifier, block in whole:
        if merged and merged[-1][0] == quantifier:
            merged[-1][1].extend(block)
        else:
            merged.append((quantifier, block))
    return merged


def _qdimacs(model: Model, encoding: str) -> Iterator[str]:
    cnf = clausify(model, encoding)
    prefix = (f"{q[0].replace('f', 'a')} {_row(block)}" for q, block in blocks(model, cnf))
    yield from dimacs(cnf, header(model, encoding, cnf.variables - model.variables), prefix)


def _qcir(model: Model, encoding: str) -> Iterator[str]:
    cnf = clausify(model, encoding)
    gates = range(cnf.variables + 1, cnf.variables + 1 + len(cnf.clauses))
    output = cnf.variables + len(cnf.clauses) + 1
    yield f"#QCIR-G14 {output}"
    yield from _commented("#", header(model, encoding, cnf.variables - model.variables))
    for quantifier, block in blocks(model, cnf):
        yield f"{quantifier}({', '.join(map(str, block))})"
    yield f"output({output})"
    for gate, clause in zip(gates, cnf.clauses, strict=True):
        yield f"{gate} = or({', '.join(map(str, clause))})"
    yield f"{output} = and({', '.join(map(str, gates))})"


def _inequalities(model: Model) -> tuple[int, list[tuple[list[tuple[int, int]], str, int]]]:
    """All constraints as ``sum of weight * variable relation bound`` (XORs as clauses)."""
    cnf = Cnf(model.variables, list(model.clauses))
    for xor in model.xors:
        add_xor(cnf, xor.variables, xor.parity)
    rows: list[tuple[list[tuple[int, int]], str, int]] = []
    for clause in cnf.clauses:
        literals = dict.fromkeys(clause)
        rows.append(_plain(((1, literal) for literal in literals), ">=", 1))
    for linear in model.linears:
        pairs = zip(linear.weights, linear.literals, strict=True)
        rows.append(_plain(pairs, linear.relation, linear.bound))
    return cnf.variables, rows


def _plain(
    pairs: Iterable[tuple[int, int]], relation: str, bound: int
) -> tuple[list[tuple[int, int]], str, int]:
    """Negative literals rewritten as 1 - variable."""
    terms = []
    for weight, literal in pairs:
        if literal < 0:
            bound -= weight
            weight = -weight
        terms.append((weight, abs(literal)))
    return terms, relation, bound


def _cost_terms(model: Model) -> tuple[list[tuple[int, int]], int]:
    """The objective (to be minimised) over variables, and its constant."""
    if model.objective is None:
        return [], 0
    pairs = zip(model.objective.weights, model.objective.literals, strict=True)
    terms, _, bound = _plain(pairs, ">=", 0)
    return terms, -bound


def _opb(model: Model, _encoding: str) -> Iterator[str]:
    variables, rows = _inequalities(model)
    yield f"* #variable= {variables} #constraint= {len(rows)}"
    yield from _commented("*", header(model, None, variables - model.variables))
    if model.objective is not None:
        terms, constant = _cost_terms(model)
        yield f"* the objective's constant {constant} is left out below"
        yield f"min: {' '.join(f'{weight:+d} x{v}' for weight, v in terms)} ;"
    for terms, relation, bound in rows:
        sense = "=" if relation == "==" else relation
        # an empty sum needs a variable to be well formed
        total = " ".join(f"{weight:+d} x{v}" for weight, v in terms) or "+0 x1"
        yield f"{total} {sense} {bound} ;"


def _wcnf(model: Model, encoding: str) -> Iterator[str]:
    cnf = clausify(model, encoding)
    yield from _commented("c", header(model, encoding, cnf.variables - model.variables))
    for clause in cnf.clauses:
        yield f"h {_row(clause)}"
    if model.objective is not None:
        for weight, literal in zip(model.objective.weights, model.objective.literals, strict=True):
            # a true literal costs its weight: the soft clause wants it false
            yield f"{abs(weight)} {_row([-literal if weight > 0 else literal])}"


def _lp(model: Model, _encoding: str) -> Iterator[str]:
    variables, rows = _inequalities(model)
    yield from _commented("\\", header(model, None, variables - model.variables))
    terms, constant = _cost_terms(model)
    if constant:
        yield f"\\ the objective's constant {constant} is left out below"
    yield "Minimize"
    yield f" cost: {_lp_sum(terms)}"
    yield "Subject To"
    for number, (terms, relation, bound) in enumerate(rows, 1):
        sense = "=" if relation == "==" else relation
        yield f" c{number}: {_lp_sum(terms)} {sense} {bound}"
    yield "Binary"
    for start in range(1, variables + 1, 12):
        names = (f"x{v}" for v in range(start, min(start + 12, variables + 1)))
        yield f" {' '.join(names)}"
    yield "End"


def _lp_sum(terms: Sequence[tuple[int, int]]) -> str:
    """A sum in LP syntax, wrapped because lines there are limited to 510 characters."""
    words = [f"{'-' if weight < 0 else '+'} {abs(weight)} x{v}" for weight, v in terms] or ["0 x1"]
    return "\n   ".join(" ".join(words[i : i + 30]) for i in range(0, len(words), 30))


def _pbtxt(model: Model, _encoding: str) -> Iterator[str]:
    from gameproof.solvers.sat.cpsat import build

    cp, _ = build(model)
    yield from _commented("#", header(model, None))
    yield str(cp.proto).rstrip("\n")


WRITERS: dict[str, Callable[[Model, str], Iterator[str]]] = {
    ".cnf": _cnf,
    ".qdimacs": _qdimacs,
    ".qcir": _qcir,
    ".opb": _opb,
    ".wcnf": _wcnf,
    ".lp": _lp,
    ".pbtxt": _pbtxt,
}
