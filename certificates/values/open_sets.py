"""Rows for the components of Snort and Col, by the vertices that are open to each player.

Each row is verified from those of fewer open vertices. Automorphisms of the graph, verified too,
carry a row to the images of its component, which need no rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from gameproof.certificates.arrays import integers
from gameproof.certificates.certificate import Rejected
from gameproof.certificates.values.game_sums import (
    Equalities,
    Ints,
    Sums,
    total,
)
from gameproof.games.bit_sets import members
from gameproof.games.sets.snort_sums import OpenVertices, Part
from gameproof.games.short.game_tables import GameTable
from gameproof.games.snort import Position

WORD = 32  # bits of a vertex set in one entry of ``components``
MOST_IMAGES = 1 << 23
"""Rows and their images together."""


class OpenSets(OpenVertices):
    """The rows of a certificate about one graph."""

    def __init__(
        self,
        position: Position,
        table: GameTable,
        sums: Sums,
        negatives: Ints,
    ) -> None:
        super().__init__(position)
        self.table, self.sums = table, sums
        self.negatives: list[int] = negatives.tolist()
        self.n = position.graph.n
        self.rows: dict[tuple[int, int], int] = {}
        self.totals: dict[tuple[int, int], int] = {}  # of positions that are no rows
        self.integers: dict[int, int] = {}

    def read(self, components: object, values: object, symmetries: object, games: int) -> None:
        """Read and verify all rows. A row's options have fewer open vertices, so each
        row rests on others, or images of others, that rest on smaller ones, and no argument
        is circular."""
        array = integers(components, "components", 3)
        row = integers(values, "values", 1).tolist()
        words = (self.n + WORD - 1) // WORD
        if len(row) != len(array) or array.shape[1:] != (2, words):
            raise Rejected("components and values do not fit each other or the graph")
        if array.size and (int(array.min()) < 0 or int(array.max()) >= 1 << WORD):
            raise Rejected("a word of a component is not in 32 bits")
        whole = (1 << self.n) - 1
        listed: list[tuple[int, int, int]] = []
        for (red_words, blue_words), g in zip(array.tolist(), row, strict=True):
            red, blue = _join(red_words), _join(blue_words)
            if (red | blue) & ~whole or not 0 <= g < games:
                raise Rejected("a component leaves the graph or has no value")
            listed.append((red, blue, g))
        for image in self.automorphisms(symmetries, len(listed)):
            for red, blue, g in listed:
                self.rows[image.of(red), image.of(blue)] = g
        for red, blue, g in listed:
            self.rows[red, blue] = g
        claims = Equalities(self.table)
        for red, blue, g in listed:
            alone = self.untwinned(red, blue)
            claims.add(
                [self.value(*p) for p in self.moves(red, blue, True, alone)],
                [self.value(*p) for p in self.moves(red, blue, False, alone)],
                g,
            )
        claims.verify(lambda row: f"the component {_spelt(*listed[row][:2])}")

    def automorphisms(self, symmetries: object, rows: int) -> Iterator[_Image]:
        """The permutations of a certificate, each found to keep what is next to what. To move
        both sets of open vertices by one of them gives a position with the same moves."""
        array = integers(symmetries, "symmetries", 2)
        if len(array) and array.shape[1] != self.n:
            raise Rejected("symmetries do not fit the graph")
        if len(array) * rows > MOST_IMAGES:
            raise Rejected(f"more than {MOST_IMAGES} images of components")
        for places in array.tolist():
            if sorted(places) != list(range(self.n)):
                raise Rejected("a symmetry is not a permutation of the vertices")
            image = _Image(places)
            if any(
                self.neighbours[u] != image.of(near)
                for u, near in zip(places, self.neighbours, strict=True)
            ):
                raise Rejected("a symmetry is not an automorphism of the graph")
            yield image

    def untwinned(self, red: int, blue: int) -> int:
        """The first vertex of each class of twins: open to the same players and next to the
        same open vertices, one another left out. To exchange twins is a symmetry of what is
        left of the game, so moves on them leave equal games."""
        seen: set[tuple[int, int, int]] = set()
        found = 0
        for v in members(red | blue):
            bit = 1 << v
            open_to = (red >> v & 1) + 2 * (blue >> v & 1)
            near = self.neighbours[v] & (red | blue)
            apart, together = (0, open_to, near), (1, open_to, near | bit)
            if apart not in seen and together not in seen:
                found |= bit
            seen.add(apart)
            seen.add(together)
        return found

    def moves(self, red: int, blue: int, by_red: bool, among: int) -> Iterator[Part]:
        """The open vertices after each move of a player on one of some vertices."""
        for v in members((red if by_red else blue) & among):
            yield self.after(red, blue, v) if by_red else self.after(blue, red, v)[::-1]

    def value(self, red: int, blue: int) -> int:
        """The value of a row that is the position, else the sum of those of its components."""
        found = self.row(red, blue)
        if found is None:
            found = self.totals.get((red, blue))
        if found is None:
            found = self.totals[red, blue] = self.sum_of_parts(red, blue)
        return found

    def sum_of_parts(self, red: int, blue: int) -> int:
        """The sum of the values of the components of a position."""
        whole = 0
        result: int | None = None
        for part in self.components(red, blue):
            x, y = red & part, blue & part
            if part & (part - 1) == 0 and not (x and y):
                whole += 1 if x else -1
                continue
            g = self.row(x, y)
            if g is None:
                raise Rejected(f"no value for the component {_spelt(x, y)}")
            result = g if result is None else total(self.table, self.sums, result, g)
        if result is None:
            return self.integer(whole)
        return total(self.table, self.sums, result, self.integer(whole)) if whole else result

    def integer(self, n: int) -> int:
        """The game of an integer."""
        found = self.integers.get(n)
        if found is None:
            found = self.integers[n] = self.table.add_number(Fraction(n))
        return found

    def row(self, red: int, blue: int) -> int | None:
        """What a row says of these open vertices, or the negative of what one says of them with
        the players exchanged."""
        found = self.rows.get((red, blue))
        if found is None:
            other = self.rows.get((blue, red))
            if other is not None and self.negatives[other] >= 0:
                found = self.negatives[other]
        return found


class _Image:
    """A permutation of vertices, applied to sets of them eight at a time."""

    def __init__(self, places: Sequence[int]) -> None:
        self.tables: list[list[int]] = []
        for start in range(0, len(places), 8):
            table = [0]
            for u in places[start : start + 8]:
                table += [found | 1 << u for found in table]
            self.tables.append(table)

    def of(self, vertices: int) -> int:
        """The images of the vertices of a set."""
        found = 0
        for table in self.tables:
            found |= table[vertices & 255]
            vertices >>= 8
        return found


def _spelt(red: int, blue: int) -> str:
    return f"open to Red on {list(members(red))}, to Blue on {list(members(blue))}"


def _join(words: list[int]) -> int:
    return sum(word << (WORD * i) for i, word in enumerate(words))
