"""Reduced canonical forms: short games up to infinitesimals.

G and H are infinitesimally close when every stop of G - H is 0. Each class has a
simplest member, the reduced canonical form (Grossman, Siegel, "Reductions of partizan
games", *Games of No Chance 3*, 2009): replace options by their reduced forms, then remove
options dominated, and bypass options reversible, up to infinitesimals.
"""

from __future__ import annotations

from collections.abc import Mapping

from gameproof.solvers.values.short_games import Options, Store, bottom_up


def reduced_canonical_form(store: Store, game: int) -> int:
    """The reduced canonical form of ``game``, in the same store.

    One reduction for each position of the canonical form; every comparison may need
    the canonical form of a difference, which can be exponentially large.
    """

    def hot(g: int) -> bool:
        return store.left_stop(g) != store.right_stop(g)

    def options(g: int) -> Options:
        return store.left(g) + store.right(g) if hot(g) else ()

    def reduced(g: int, known: Mapping[int, int]) -> int:
        if not hot(g):
            return store.number_game(store.left_stop(g))
        left = {known[h] for h in store.left(g)}
        right = {known[h] for h in store.right(g)}
        return _reduced(store, g, left, right)

    return bottom_up(game, options, reduced)[game]


def _at_least(store: Store, g: int, h: int) -> bool:
    """G >= H up to infinitesimals: the Right stop of G - H is not negative."""
    if store.right_stop(g) < store.right_stop(h) or store.left_stop(g) < store.left_stop(h):
        return False
    return store.right_stop(store.add(g, store.negative(h))) >= 0


def _reduced(store: Store, g: int, left: set[int], right: set[int]) -> int:
    left = _bypassed(store, g, left, 1)
    right = _bypassed(store, g, right, -1)
    left, right = _undominated(store, left, 1), _undominated(store, right, -1)
    return store.game(left, right)


def _bypassed(store: Store, g: int, options: set[int], side: int) -> set[int]:
    waiting, done, result = list(options), set[int](), set[int]()
    while waiting:
        h = waiting.pop()
        if h in done:
            continue
        done.add(h)
        answers = store.right(h) if side > 0 else store.left(h)
        for back in answers if store.number(h) is None else ():
            better = _at_least(store, g, back) if side > 0 else _at_least(store, back, g)
            if not better:
                continue
            x = store.number(back)
            if x is not None:
                # Play that stops at the number x is worth x to whoever chose it.
                result.add(back)
            else:
                waiting.extend(store.left(back) if side > 0 else store.right(back))
            break
        else:
            result.add(h)
    return result


def _undominated(store: Store, options: set[int], side: int) -> set[int]:
    kept: list[int] = []
    for g in sorted(options):
        if any(_at_least(store, h, g) if side > 0 else _at_least(store, g, h) for h in kept):
            continue
        kept = [
            h for h in kept if not (_at_least(store, g, h) if side > 0 else _at_least(store, h, g))
        ]
        kept.append(g)
    return set(kept)
