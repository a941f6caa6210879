"""Paper soccer straight from the rules, with coordinates, sets and recursion; small pitches only.

Shares nothing with the package: a state is (drawn lines, points visited, ball, mover).
"""

from __future__ import annotations

from collections.abc import Iterator

Point = tuple[int, int]
Line = frozenset[Point]
KING = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


class Field:
    """A pitch: which steps exist, who wins where, which points bounce unvisited."""

    def __init__(self, m: int, n: int, rules: str) -> None:
        self.m, self.n, self.rules = m, n, rules
        if rules == "document":
            self.start = (-(-m // 2), -(-n // 2))
        else:
            self.start = (m // 2, n // 2)

    def winner(self, p: Point) -> int:
        if self.rules == "document":
            if p == (-(-self.m // 2), self.n):
                return 2
            return 1 if p == (-(-self.m // 2), 0) else 0
        return 1 if p[1] > self.n else 2 if p[1] < 0 else 0

    def bounces(self, p: Point) -> bool:
        if self.rules == "document":
            return False
        x, y = p
        if x in (0, self.m):
            return True
        if y in (0, self.n):
            return x != self.m // 2 or self.rules == "standard-mouth"
        return False

    def allowed(self, p: Point, q: Point) -> bool:
        """May a line join p and q (a king's step apart), p on the field proper?"""
        (x, y), (u, v) = p, q
        middle = self.m // 2
        if 0 <= u <= self.m and 0 <= v <= self.n:
            if self.rules == "document":
                return True
            if x == u and x in (0, self.m):
                return False
            # Along a goal line only the mouth, between the posts, is open.
            return not (y == v and y in (0, self.n) and middle not in (x, u))
        if self.rules == "document" or v not in (-1, self.n + 1):
            return False
        if x == middle:
            return abs(u - middle) <= 1
        return abs(x - middle) == 1 and u == middle

    def steps(self, p: Point) -> Iterator[Point]:
        for dx, dy in KING:
            q = (p[0] + dx, p[1] + dy)
            if self.allowed(p, q):
                yield q


def winning_plies(m: int, n: int, rules: str, first: int) -> list[Point]:
    """The first plies with which player ``first``, who begins, wins."""
    place = Field(m, n, rules)
    known: dict[tuple[frozenset[Line], Point, int], int] = {}

    def wins(drawn: frozenset[Line], visited: frozenset[Point], ball: Point, mover: int) -> int:
        if place.winner(ball):
            return place.winner(ball)
        key = (drawn, ball, mover)
        if key not in known:
            known[key] = 3 - mover
            for after in follow(drawn, visited, ball, mover):
                if wins(*after) == mover:
                    known[key] = mover
                    break
        return known[key]

    def follow(
        drawn: frozenset[Line], visited: frozenset[Point], ball: Point, mover: int
    ) -> Iterator[tuple[frozenset[Line], frozenset[Point], Point, int]]:
        for q in place.steps(ball):
            line = frozenset((ball, q))
            if line not in drawn:
                again = q in visited or place.bounces(q)
                yield drawn | {line}, visited | {q}, q, mover if again else 3 - mover

    begin = (frozenset[Line](), frozenset({place.start}), place.start, first)
    return sorted(after[2] for after in follow(*begin) if wins(*after) == first)
