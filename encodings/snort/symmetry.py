"""Opposition in Snort and Col as SAT: an image for every vertex the opponent may take.

Variables ``image(v,u)``: v is answered by u. Every v has one image, no u serves twice,
and two images must agree (``certificates.strategies.images``). The whole model is what
``encode`` exports; to solve it, images are first narrowed by colour refinement (a
symmetry of the board preserves colours), with one vertex and its image singled out.
That keeps every involutive automorphism and makes the models small, but may miss
pairings that come from no symmetry: then the method is silent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import count

from gameproof.certificates.strategies.images import Images
from gameproof.encodings.method import UNKNOWN, Export, Finding, Method, Options
from gameproof.games.bit_sets import members
from gameproof.games.game import COLOURS, Colour
from gameproof.games.graph import neighbour_masks
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.sets.image_sets import agree, alone, opposed
from gameproof.games.snort import Position, opponent
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat import sat
from gameproof.solvers.sat.model import Model

Candidates = dict[int, list[int]]
#: Models with more image variables are not built.
MOST_VARIABLES = 800
THEOREM = (
    "a player who can always answer on the image of the last move wins (Ashmore, Austin, "
    "Davies, Dyer, Kellough, On graph automorphisms related to Snort, 2025)"
)


def refine_together(
    neighbours: tuple[int, ...], vertices: int, first: dict[int, int], second: dict[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Colour refinement of two colourings of one graph with common names of colours.

    A symmetry that carries the first colouring to the second carries the results too.
    O(n (n + m)) at worst.
    """
    near = {v: list(members(neighbours[v] & vertices)) for v in members(vertices)}
    classes = 0
    alike = first == second
    while True:
        signs = [
            {v: (colour[v], tuple(sorted(colour[u] for u in near[v]))) for v in near}
            for colour in ((first,) if alike else (first, second))
        ]
        signs += signs if alike else []
        names = {sign: i for i, sign in enumerate(sorted({*signs[0].values(), *signs[1].values()}))}
        first, second = ({v: names[sign] for v, sign in table.items()} for table in signs)
        if len(names) == classes:
            return first, second
        classes = len(names)


def narrowed(
    here: Position, theirs: int, mine: int, first: dict[int, int], second: dict[int, int]
) -> Candidates:
    """For every vertex of the opponent the images of its colour that it may have. O(n + pairs of
    one colour)."""
    neighbours = neighbour_masks(here.graph)
    own = here.rules.forbidden == "own"
    coloured: dict[int | None, list[int]] = {}
    for u in members(mine):
        coloured.setdefault(second.get(u), []).append(u)
    return {
        v: [u for u in coloured.get(first.get(v), []) if alone(v, u, neighbours, own)]
        for v in members(theirs)
    }


def opposition_model(here: Position, candidates: Candidates) -> Model:
    """Satisfiable iff images among the candidates agree: variables ``image(v,u)``."""
    neighbours = neighbour_masks(here.graph)
    own = here.rules.forbidden == "own"
    model = Model("an answer for every vertex of the opponent", str(here))
    pairs = [(v, u) for v, images in candidates.items() for u in images]
    image = model.group("image", pairs)
    for v, images in candidates.items():
        model.clause([image[v, u] for u in images])
    for i, (v, u) in enumerate(pairs):
        for w, t in pairs[:i]:
            if v == w or not agree(v, u, w, t, neighbours, own):
                model.clause([-image[v, u], -image[w, t]])
    return model


def _solved(
    here: Position, candidates: Candidates, limits: Limits, engine: str | None
) -> dict[int, int] | None:
    """Images that agree, or ``None``; a lone candidate for each vertex needs no solver."""
    if not all(candidates.values()):
        return None
    if all(len(images) == 1 for images in candidates.values()):
        return {v: images[0] for v, images in candidates.items()}
    if sum(map(len, candidates.values())) > MOST_VARIABLES:
        return None
    model = opposition_model(here, candidates)
    result = sat.solve(model, limits, engine=engine)
    if result.status != "sat" or result.values is None:
        limits.check()
        return None
    return dict(model.groups["image"].true(result.values))


@lru_cache(maxsize=2)  # the sets before the first move are those of every first move
def _refined(
    neighbours: tuple[int, ...], vertices: int, ours: int, yours: int
) -> tuple[dict[int, int], dict[int, int]]:
    """The vertices coloured by two sets, and by these exchanged, both refined."""
    first = {v: (ours >> v & 1) + 2 * (yours >> v & 1) for v in members(vertices)}
    second = {v: (0, 2, 1, 3)[colour] for v, colour in first.items()}
    return refine_together(neighbours, vertices, first, second)


def _symmetries(
    here: Position, theirs: int, mine: int, before: tuple[int, int]
) -> Iterator[Candidates]:
    """Candidate images: by the colours of the sets ``before`` the first move, then by those
    of the opponent's vertices alone; a vertex with several is tried with each of them, further
    ones with the farthest alone, until a model of what is left is small enough."""
    neighbours = neighbour_masks(here.graph)
    for vertices, ours, yours in ((before[0] | before[1], *before), (theirs, 0, 0)):
        a, b = _refined(neighbours, vertices, ours, yours)
        start = narrowed(here, theirs, mine, a, b)
        if not all(start.values()):
            continue
        wide = max(start, key=lambda v: len(start[v]), default=None)
        if wide is None or len(start[wide]) == 1:
            yield start
            continue
        far = _distances(neighbours, wide)  # most often the symmetry takes it to the other end
        for u in sorted(start[wide], key=lambda u: (-far.get(u, 0), -u)):
            if not vertices >> u & 1:
                continue
            one, two = dict(a), dict(b)
            at, image = wide, u
            for mark in count(1):  # each round parts colours, so that there are at most n
                one[at], one[image] = -mark, -mark - len(a)
                two[at], two[image] = -mark - len(a), -mark
                one, two = refine_together(neighbours, vertices, one, two)
                found = narrowed(here, theirs, mine, one, two)
                if sum(map(len, found.values())) <= MOST_VARIABLES or not all(found.values()):
                    break
                at = max(found, key=lambda v: len(found[v]))
                inside = [image for image in found[at] if vertices >> image & 1]
                if len(inside) < 2:
                    break
                away = _distances(neighbours, at)
                image = max(inside, key=lambda u: (away.get(u, 0), u))
            yield found


def second_wins(
    here: Position, side: Colour, before: Position, limits: Limits, engine: str | None = None
) -> dict[int, int] | None:
    """Images with which ``side``, not to move at ``here``, wins by opposition."""
    other = opponent(side)
    theirs, mine = here.free(other), here.free(side)
    if theirs.bit_count() > mine.bit_count():
        return None
    for candidates in _symmetries(here, theirs, mine, (before.free(side), before.free(other))):
        limits.check()
        image = _solved(here, candidates, limits, engine)
        if image is None:
            continue
        try:
            opposed(theirs, mine, here, image)
        except BadInput:
            continue
        return image
    return None


def _distances(neighbours: tuple[int, ...], v: int) -> dict[int, int]:
    """The distance from ``v`` of each vertex of its component. O(n) set operations."""
    found: dict[int, int] = {}
    seen = edge = 1 << v
    steps = 0
    while edge:
        more = 0
        for u in members(edge):
            found[u] = steps
            more |= neighbours[u]
        edge = more & ~seen
        seen |= edge
        steps += 1
    return found


def eccentricity(neighbours: tuple[int, ...], v: int) -> int:
    """The greatest distance from ``v`` inside its component. O(n) set operations."""
    return max(_distances(neighbours, v).values())


def winner_by_opposition(
    position: Position, starter: Colour, limits: Limits, engine: str | None = None
) -> tuple[str, str, list[int], list[tuple[int, int]]] | None:
    """Who wins when ``starter`` begins, if opposition shows it: a row of the certificate."""
    other = opponent(starter)
    here = position.turn(starter)
    image = second_wins(here, other, here, limits, engine)
    if image is not None:
        return starter, other, [], sorted(image.items())
    neighbours = neighbour_masks(position.graph)
    depth = {v: eccentricity(neighbours, v) for v in here.moves()}
    firsts = sorted(depth, key=lambda v: (depth[v], -neighbours[v].bit_count(), v))
    for v in firsts:
        image = second_wins(here.play(v), starter, here, limits, engine)
        if image is not None:
            return starter, starter, [v], sorted(image.items())
    return None


def outcome_word(winners: Iterable[str]) -> str:
    """N, P, L or R from the winners when Red and when Blue starts."""
    return {
        ("red", "blue"): "N",
        ("blue", "red"): "P",
        ("red", "red"): "L",
        ("blue", "blue"): "R",
    }[tuple(winners)]  # type: ignore[index]


def possible(position: Position, known: Mapping[Colour, Colour]) -> str:
    """The outcomes that the winners ``known`` (by starter) leave, as words."""
    equal = position.red_free == position.blue_free  # then both starts go alike
    left = [
        outcome_word((red, blue))
        for red in COLOURS
        for blue in COLOURS
        if known.get("red", red) == red and known.get("blue", blue) == blue
        if not equal or red != blue
    ]
    return " ".join(sorted(left))


def _outcome(position: Position, limits: Limits, options: Options) -> Finding:
    rows = []
    known: dict[Colour, Colour] = {}
    share = limits.share(0.5)  # the search is to have the rest
    try:
        for starter in COLOURS:
            row = winner_by_opposition(position, starter, share, options.engine)
            if row is None:
                return Finding(UNKNOWN)
            rows.append(row)
            known[starter] = starter if row[1] == starter else opponent(starter)
    except LimitReached as reached:
        if limits.exceeded() is None:
            return Finding(UNKNOWN)
        detail = {"possible": possible(position, known), "reason": reached.reason}
        return Finding(UNKNOWN, None, {}, detail)
    moves = {f"first move of {row[1]}": row[2][0] for row in rows if row[2]}
    certificate = Images(rows=rows) if options.certificate else None
    return Finding(outcome_word(row[1] for row in rows), certificate, {}, moves)


def _winner(position: Position, limits: Limits, options: Options) -> Finding:
    try:
        row = winner_by_opposition(position, position.to_move, limits.share(0.5), options.engine)
    except LimitReached:
        limits.check()
        row = None
    if row is None:
        return Finding(UNKNOWN)
    return Finding(row[1], Images(rows=[row]) if options.certificate else None)


def _export(position: Position, _options: Options) -> Model:
    other = position.to_move
    side = opponent(other)
    theirs, mine = position.free(other), position.free(side)
    everything = dict.fromkeys(members(theirs | mine), 0)
    return opposition_model(position, narrowed(position, theirs, mine, everything, everything))


METHODS: tuple[Method[Position], ...] = (
    Method("outcome", "opposition", _outcome, THEOREM),
    Method("winner", "opposition", _winner, THEOREM),
)
EXPORTS: tuple[Export[Position], ...] = (
    Export(
        "outcome", _export, "satisfiable iff the player not to move has an answer for every vertex"
    ),
)
