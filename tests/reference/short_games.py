"""Short games by their definitions alone: nested frozen sets, no theorem, no stops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from hypothesis import strategies as st

from gameproof.solvers.values.short_games import Store


@dataclass(frozen=True)
class Form:
    """A game {left | right} as it stands, not simplified."""

    left: frozenset[Form]
    right: frozenset[Form]


def form(left: Iterable[Form] = (), right: Iterable[Form] = ()) -> Form:
    return Form(frozenset(left), frozenset(right))


ZERO = form()


@cache
def below(g: Form, h: Form) -> bool:
    """g <= h unless some left option of g is >= h or some right option of h is <= g."""
    return not any(below(h, x) for x in g.left) and not any(below(x, g) for x in h.right)


@cache
def total(g: Form, h: Form) -> Form:
    return form(
        [total(x, h) for x in g.left] + [total(g, y) for y in h.left],
        [total(x, h) for x in g.right] + [total(g, y) for y in h.right],
    )


@cache
def minus(g: Form) -> Form:
    return form([minus(x) for x in g.right], [minus(x) for x in g.left])


def equal(g: Form, h: Form) -> bool:
    return below(g, h) and below(h, g)


def canonical(g: Form) -> bool:
    """No option is dominated by another or reversible, here and below."""
    for side, better in ((g.left, below), (g.right, lambda x, y: below(y, x))):
        for x in side:
            if any(x is not y and better(x, y) for y in side):
                return False
    if any(below(y, g) for x in g.left for y in x.right):
        return False
    if any(below(g, y) for x in g.right for y in x.left):
        return False
    return all(canonical(x) for x in g.left | g.right)


def stored(store: Store, g: Form) -> int:
    """The value of a form in a store."""
    return store.game([stored(store, x) for x in g.left], [stored(store, x) for x in g.right])


def unfolded(store: Store, game: int) -> Form:
    """The canonical form in a store as nested sets."""
    return form(
        [unfolded(store, x) for x in store.left(game)],
        [unfolded(store, x) for x in store.right(game)],
    )


#: Random forms for Hypothesis.
FORMS = st.recursive(
    st.just(ZERO),
    lambda inner: st.builds(form, st.lists(inner, max_size=3), st.lists(inner, max_size=3)),
    max_leaves=10,
)
SMALL_FORMS = st.recursive(
    st.just(ZERO),
    lambda inner: st.builds(form, st.lists(inner, max_size=2), st.lists(inner, max_size=2)),
    max_leaves=5,
)
