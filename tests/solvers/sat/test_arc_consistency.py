"""The arc consistency engine against its definition."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameproof.solvers.sat.arc_consistency import (
    BinaryProblem,
    Constraint,
    arc_consistency,
    forward_checking,
)

VALUES = 4


@st.composite
def problems(draw: st.DrawFn) -> BinaryProblem:
    n = draw(st.integers(2, 6))
    domains = draw(st.lists(st.integers(0, 2**VALUES - 1), min_size=n, max_size=n))
    pairs = draw(
        st.lists(
            st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda p: p[0] != p[1]),
            max_size=8,
        )
    )
    rows = st.lists(st.integers(0, 2**VALUES - 1), min_size=VALUES, max_size=VALUES)
    return BinaryProblem(
        tuple(domains), tuple(Constraint(a, b, tuple(draw(rows))) for a, b in pairs)
    )


def by_definition(problem: BinaryProblem) -> tuple[int, ...]:
    """Remove any value without a support until nothing changes."""
    domains = list(problem.domains)
    changed = True
    while changed:
        changed = False
        for c in problem.constraints:
            for x in range(VALUES):
                if domains[c.first] >> x & 1 and not c.allowed[x] & domains[c.second]:
                    domains[c.first] &= ~(1 << x)
                    changed = True
            for y in range(VALUES):
                supported = any(
                    domains[c.first] >> x & 1 and c.allowed[x] >> y & 1 for x in range(VALUES)
                )
                if domains[c.second] >> y & 1 and not supported:
                    domains[c.second] &= ~(1 << y)
                    changed = True
    return tuple(domains)


@given(problem=problems())
@settings(max_examples=200)
def test_closure_is_the_definition(problem: BinaryProblem) -> None:
    closure = arc_consistency(problem)
    assert closure.domains == by_definition(problem)
    assert closure.consistent == all(closure.domains)
    left = list(problem.domains)
    for v, x, number in closure.removals:
        assert left[v] >> x & 1
        assert v in (problem.constraints[number].first, problem.constraints[number].second)
        left[v] &= ~(1 << x)
    assert tuple(left) == closure.domains


@given(problems())
@settings(max_examples=100)
def test_forward_checking_never_removes_more(problem: BinaryProblem) -> None:
    some = forward_checking(problem, range(len(problem.domains)))
    full = arc_consistency(problem)
    assert all(f & ~s == 0 for s, f in zip(some.domains, full.domains, strict=True))


def test_a_chain_of_orders_is_propagated_to_the_end() -> None:
    """x0 < x1 < x2 < x3 over {0..3} has one solution, found without search."""
    less = tuple(0b1111 << (x + 1) & 0b1111 for x in range(4))
    chain = BinaryProblem((0b1111,) * 4, tuple(Constraint(i, i + 1, less) for i in range(3)))
    assert arc_consistency(chain).domains == (1, 2, 4, 8)
    assert forward_checking(chain, [0]).domains != (1, 2, 4, 8)


def test_constraints_must_join_two_variables() -> None:
    with pytest.raises(ValueError, match="constraint between"):
        BinaryProblem((1, 1), (Constraint(0, 0, (1,)),))
    with pytest.raises(ValueError, match="constraint between"):
        BinaryProblem((1, 1), (Constraint(0, 2, (1,)),))
