"""The standard notation of short games, written.

``3``, ``-1/2`` numbers; ``*``, ``*3`` nimbers; ``^`` up, ``v`` down, ``^^`` and ``^3``
multiples; ``2^*`` is 2 + up + star; ``{3|*}`` options, several separated by commas; ``±2`` is
``{2|-2}``, ``±(1,{3|0})`` has two options on each side. It is read by
:mod:`gameproof.games.short.game_notation`.
"""

from __future__ import annotations

from fractions import Fraction

from gameproof.solvers.values.short_games import Store


def text(store: Store, game: int) -> str:
    """The value in standard notation. O(length of the text)."""
    return _Writer(store).write(game)


Unit = tuple[Fraction, int, int]  # x, n, k: the game x + n.up + *k


class _Writer:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.written: dict[int, str] = {}
        self.units: dict[int, Unit | None] = {}
        self.opposites: dict[int, int] = {}

    def write(self, game: int) -> str:
        found = {game}
        waiting = [game]
        while waiting:
            new = {*self.store.options_unless_number(waiting.pop())} - found
            found |= new
            waiting += new
        games = []
        for g in found:
            x = self.store.number(g)
            if x is None:
                games.append(g)
            else:
                self.written[g], self.units[g] = str(x), (x, 0, 0)
        games.sort()  # options come before what they are options of
        self.opposites = self.store.opposites([*self.units, *games])
        for g in games:
            unit = self.units[g] = self._unit(g)
            self.written[g] = self._braces(g) if unit is None else _unit_text(unit)
        return self.written[game]

    def _braces(self, g: int) -> str:
        store = self.store
        options = store.left(g)
        left = self._list(options)
        if self.opposites.get(g) == g:
            single = len(options) == 1
            bare = single and (left.startswith("{") or store.number(options[0]) is not None)
            return f"±{left}" if bare else f"±({left})"
        return f"{{{left}|{self._list(store.right(g))}}}"

    def _list(self, games: tuple[int, ...]) -> str:
        if len(games) == 1:
            return self.written[games[0]]
        return ",".join(sorted([self.written[h] for h in games], key=lambda row: (len(row), row)))

    def _unit(self, g: int) -> Unit | None:
        """(x, n, k) when ``g`` is x + n.up + *k. Their canonical forms are x + *k = {x, x*, ...,
        x*(k-1) | the same}, x^* = {x, x* | x}, and x + n.up + *k = {x | x + (n-1).up + *(k
        xor 1)} for all other n > 0."""
        mine: set[Unit] = set()
        yours: set[Unit] = set()
        for options, found in ((self.store.left(g), mine), (self.store.right(g), yours)):
            for h in options:
                unit = self.units[h]
                if unit is None:
                    return None
                found.add(unit)
        x = min(mine)[0]
        if mine == yours == {(x, 0, k) for k in range(len(mine))}:
            return x, 0, len(mine)
        for one, other, sign in ((mine, yours, 1), (yours, mine, -1)):
            if len(other) != 1:
                continue
            ((y, n, k),) = other
            if y != x or n * sign < 0:
                continue
            if one == ({(x, 0, 0)} if n or k else {(x, 0, 0), (x, 0, 1)}):
                return x, n + sign, k ^ 1
        return None


def _unit_text(unit: Unit) -> str:
    x, ups, star = unit
    size, arrow = abs(ups), "^" if ups > 0 else "v"
    arrows = arrow * size if size < 3 else f"{arrow}{size}"
    stars = "" if star == 0 else "*" if star == 1 else f"*{star}"
    return (str(x) if x else "") + arrows + stars
