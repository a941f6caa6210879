"""Reduced canonical forms: short games up to infinitesimals.

G and H are infinitesimally close when every stop of G - H is 0. Each class has a
simplest member, the reduced canonical form (Grossman, Siegel, "Reductions of partizan
games", *Games of No Chance 3*, 2009): replace options by their reduced forms, then remove
options dominated, and bypass options reversible, up to infinitesimals.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gameproof.solvers.values.short_games import Options, Store, bottom_up


def reduced_canonical_form(store: Store, game: int) -> int:
    """The reduced canonical form of ``game``, in the same store.

    One reduction for each position of the canonical form; a comparison needs the stops of a
    difference, found from those of the pairs of positions that play in it reaches.
    """
    compare = _Differences(store)

    def hot(g: int) -> bool:
        return store.left_stop(g) != store.right_stop(g)

    def options(g: int) -> Options:
        return store.left(g) + store.right(g) if hot(g) else ()

    def reduced(g: int, known: Mapping[int, int]) -> int:
        if not hot(g):
            return store.number_game(store.left_stop(g))
        left = {known[h] for h in store.left(g)}
        right = {known[h] for h in store.right(g)}
        return compare.reduced(g, left, right)

    return bottom_up(game, options, reduced)[game]


class _Differences:
    """Comparisons of games of one store up to infinitesimals."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._stop: dict[tuple[int, int, bool], Fraction] = {}

    def at_least(self, g: int, h: int) -> bool:
        """G >= H up to infinitesimals: the Right stop of G - H is not negative."""
        store = self.store
        if store.right_stop(g) < store.right_stop(h) or store.left_stop(g) < store.left_stop(h):
            return False
        return g == h or self.stop(g, h, left_starts=False) >= 0

    def stop(self, g: int, h: int, *, left_starts: bool) -> Fraction:
        """The number that G - H reaches when both play for the best stop.

        Numbers are avoided, so beside a number only the other game's moves count; where both
        are no numbers but the difference is one, a best move still reaches it (the move that
        attains a stop of one leaves a sum of stops).
        """
        store = self.store
        x, y = store.number(g), store.number(h)
        if x is not None:
            if y is not None:
                return x - y
            return x - (store.right_stop(h) if left_starts else store.left_stop(h))
        if y is not None:
            return (store.left_stop(g) if left_starts else store.right_stop(g)) - y
        key = (g, h, left_starts)
        found = self._stop.get(key)
        if found is None:
            mine = store.left(g) if left_starts else store.right(g)
            yours = store.right(h) if left_starts else store.left(h)
            after = [self.stop(o, h, left_starts=not left_starts) for o in mine]
            after += [self.stop(g, o, left_starts=not left_starts) for o in yours]
            found = max(after) if left_starts else min(after)
            self._stop[key] = found
        return found

    def reduced(self, g: int, left: set[int], right: set[int]) -> int:
        """The reduced form of G, whose options have these reduced forms."""
        left, right = self._bypassed(g, left, 1), self._bypassed(g, right, -1)
        return self.store.game(self._undominated(left, 1), self._undominated(right, -1))

    def _better(self, g: int, h: int, side: int) -> bool:
        return self.at_least(g, h) if side > 0 else self.at_least(h, g)

    def _bypassed(self, g: int, options: set[int], side: int) -> set[int]:
        store = self.store
        waiting, done, result = list(options), set[int](), set[int]()
        while waiting:
            h = waiting.pop()
            if h in done:
                continue
            done.add(h)
            answers = store.right(h) if side > 0 else store.left(h)
            for back in answers if store.number(h) is None else ():
                if not self._better(g, back, side):
                    continue
                if store.number(back) is not None:
                    # Play that stops at the number x is worth x to whoever chose it.
                    result.add(back)
                else:
                    waiting.extend(store.left(back) if side > 0 else store.right(back))
                break
            else:
                result.add(h)
        return result

    def _undominated(self, options: set[int], side: int) -> set[int]:
        kept: list[int] = []
        for g in sorted(options):
            if any(self._better(h, g, side) for h in kept):
                continue
            kept = [h for h in kept if not self._better(g, h, side)]
            kept.append(g)
        return set(kept)
