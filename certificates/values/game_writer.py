"""The one text of a game: its canonical form, written.

A game without dominated and reversible options, all of whose followers are such games too,
is the only one of its value (Conway, On Numbers and Games, theorem 69; Siegel, Combinatorial
Game Theory, theorem II.2.9). So what is written below belongs to the value, whatever table it
was read from. Numbers are ``3`` and ``-1/2``; sums x + n.up + *k are ``2``, ``*``, ``^``,
``v3*2``, ``1^^*``; a game that is its own negative is ``±`` its Left options; all others are
``{a,b|c}``, options by length, then alphabet.
"""

from __future__ import annotations

from fractions import Fraction

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.short_game_table import GameTable

LONGEST = 1 << 28
"""Characters of the texts of all followers together."""

Unit = tuple[Fraction, int, int]  # x, n, k: the game x + n.up + *k
Options = tuple[int, ...]


def canonical_text(table: GameTable, game: int) -> str:
    """The text of a game of the table; raises :class:`Rejected` unless it is canonical.

    O(followers * options^2) comparisons, and the length of all texts together.
    """
    return _Writer(table).write(game)


class _Writer:
    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.texts: dict[int, str] = {}
        self.units: dict[int, Unit | None] = {}
        self.negatives: dict[int, int] = {}
        self.forms: dict[tuple[frozenset[int], frozenset[int]], int] = {}
        self.spent = 0

    def write(self, game: int) -> str:
        left, right = self.table.left, self.table.right
        numbers, order = self._followers(game)
        for g, x in numbers.items():
            self.texts[g], self.units[g] = str(x), (x, 0, 0)
            self.negatives[g] = self.table.add_number(-x)
        opposite = self.negatives.__getitem__
        for g in order:
            form = frozenset(left[g]), frozenset(right[g])
            if len(form[0]) < len(left[g]) or len(form[1]) < len(right[g]):
                raise Rejected(f"game {g} has a dominated option, listed twice")
            self.forms[form] = g
        for g in order:
            # The canonical form -g: a follower, or a number of its own above all games.
            form = frozenset(map(opposite, right[g])), frozenset(map(opposite, left[g]))
            minus = self.negatives[g] = self.forms.setdefault(form, -1 - len(self.forms))
            # -g has no dominated or reversible option iff g has none.
            if minus not in self.units:
                self._verify(g)
            unit = self.units[g] = self._unit(g)
            text = self._braces(g) if unit is None else _unit_text(unit)
            self.spent += len(text)
            if self.spent > LONGEST:
                raise Rejected(f"the value takes more than {LONGEST} characters to write")
            self.texts[g] = text
        return self.texts[game]

    def _followers(self, game: int) -> tuple[dict[int, Fraction], list[int]]:
        """All followers that are numbers, and the others, every game after its options."""
        table = self.table
        numbers: dict[int, Fraction] = {}
        found = {game}
        waiting = [game]
        while waiting:
            g = waiting.pop()
            x = table.number[g]
            if x is not None:
                numbers[g] = x
                continue
            new = {*table.left[g], *table.right[g]} - found
            found |= new
            waiting += new
        if not table.plain.isdisjoint(found):
            raise Rejected("the value is not given by games of the table")
        return numbers, sorted(found.difference(numbers))  # options are earlier games

    def _verify(self, g: int) -> None:
        """No option of ``g`` is dominated or reversible; of the comparisons the stops refute
        most."""
        table = self.table
        left_stop, right_stop = table.left_stop, table.right_stop
        for options in (table.left[g], table.right[g]):
            for i, a in enumerate(options):
                high, low = left_stop[a], right_stop[a]
                for b in options[:i]:
                    if (not (high > left_stop[b] or low > right_stop[b]) and table.below(a, b)) or (
                        not (left_stop[b] > high or right_stop[b] > low) and table.below(b, a)
                    ):
                        raise Rejected(f"game {g} has a dominated option")
        high, low = left_stop[g], right_stop[g]
        for o in table.left[g]:
            for r in table.right_options(o):
                if not (left_stop[r] > high or right_stop[r] > low) and table.below(r, g):
                    raise Rejected(f"game {g} has a reversible option")
        for o in table.right[g]:
            for h in table.left_options(o):
                if not (high > left_stop[h] or low > right_stop[h]) and table.below(g, h):
                    raise Rejected(f"game {g} has a reversible option")

    def _unit(self, g: int) -> Unit | None:
        """(x, n, k) when ``g`` is x + n.up + *k. The canonical forms are x + *k = {x, x*, ...,
        x*(k-1) | the same}, x^* = {x, x* | x}, and x + n.up + *k = {x | x + (n-1).up + *(k
        xor 1)} for all other n > 0."""
        mine: set[Unit] = set()
        yours: set[Unit] = set()
        for options, found in ((self.table.left[g], mine), (self.table.right[g], yours)):
            for o in options:
                unit = self.units[o]
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
            wanted = {(x, 0, 0)} if n or k else {(x, 0, 0), (x, 0, 1)}
            if one == wanted:
                return x, n + sign, k ^ 1
        return None

    def _braces(self, g: int) -> str:
        left = self._list(self.table.left[g])
        if self.negatives[g] == g:
            options = self.table.left[g]
            bare = len(options) == 1 and (
                left.startswith("{") or self.table.number[options[0]] is not None
            )
            return f"±{left}" if bare else f"±({left})"
        return f"{{{left}|{self._list(self.table.right[g])}}}"

    def _list(self, games: Options) -> str:
        if len(games) == 1:
            return self.texts[games[0]]
        return ",".join(sorted([self.texts[g] for g in games], key=lambda text: (len(text), text)))


def _unit_text(unit: Unit) -> str:
    x, ups, star = unit
    size, arrow = abs(ups), "^" if ups > 0 else "v"
    arrows = arrow * size if size < 3 else f"{arrow}{size}"
    stars = "" if star == 0 else "*" if star == 1 else f"*{star}"
    return (str(x) if x else "") + arrows + stars
