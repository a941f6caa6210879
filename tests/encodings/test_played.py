"""Geography and paper soccer in pieces: the answers of full search, and nothing forged."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from reference.divided import FORGED, WAYS, forge

from benchmarks.side_by_side import SideBySide
from gameproof.certificates.certificate import Rejected
from gameproof.certificates.kernel import Goal, conclude
from gameproof.certificates.strategies.play import Play
from gameproof.encodings import played
from gameproof.encodings.division import Outcome
from gameproof.encodings.geography import divided as geography
from gameproof.encodings.geography.search import Search
from gameproof.encodings.method import Options
from gameproof.encodings.paper_soccer import divided as soccer
from gameproof.encodings.played import WinClaim
from gameproof.encodings.plays import build
from gameproof.games.meaning.outcomes import opponent
from gameproof.games.meaning.statement import entails, wins
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.answer import Answer
from gameproof.prover.divided.crew import Crew, SharedFiles
from gameproof.prover.divided.divided import Divided
from gameproof.prover.divided.pieces import Order, check_piece, division_of, read_piece, work
from gameproof.prover.divided.tree import Tree
from gameproof.prover.prove import prove
from gameproof.replies.strategies.play import reply
from gameproof.solvers.limits import LimitReached, Limits


class AtOnce(Executor):
    """Does what it is given before it returns, so that every run is the same."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        found: Future[Any] = Future()
        found.set_result(fn(*args, **kwargs))
        return found


def plies(position: Any) -> int:
    """How many plies may follow at most, as far as the lines, arcs or vertices left say."""
    if hasattr(position, "pitch"):
        return len(position.pitch.edges) - int(position.drawn.bit_count())
    return int(position.graph.m if position.edge else position.graph.n) - len(position.gone)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces decide nothing of which more plies may follow than two less than at the start."""
    for engine in (geography.Engine, soccer.Engine):
        search = engine.wins

        def wins(self: Any, position: Any, limits: Limits, search: Any = search) -> bool:
            if plies(position) > plies(self.position) - 3:
                raise LimitReached("time")
            return bool(search(self, position, limits))

        monkeypatch.setattr(engine, "wins", wins)


def ask(words: str, divided: Divided | None, limits: Limits | None = None) -> Answer:
    return prove(from_words(words.split(), "outcome"), limits, method="search", divided=divided)


def counts(answer: Answer) -> dict[str, int]:
    found: dict[str, int] = answer.stats["search"]
    return found


def mover_wins(position: Any, known: dict[str, bool]) -> bool:
    """By the rules alone."""
    key = position.key()
    if key not in known:
        result = position.result()
        if result is not None:
            known[key] = result == position.to_move
        else:
            after = [position.play(move) for move in position.moves()]
            known[key] = any(
                mover_wins(one, known) == (one.to_move == position.to_move) for one in after
            )
    return known[key]


def digraphs(folder: Path) -> Iterator[str]:
    """Random digraphs, a few with vertices of no way out."""
    for seed in range(12):
        chance = random.Random(seed)
        n = chance.randrange(5, 9)
        pairs = [(u, v) for u in range(n) for v in range(n) if u != v]
        arcs = sorted(chance.sample(pairs, min(len(pairs), 12 + seed % 3)))
        path = folder / f"{seed}.txt"
        path.write_text("".join(f"{u} {v}\n" for u, v in arcs))
        words = f"geography {path} --directed"
        words += f" --start {chance.choice(arcs)[0]}" if seed % 4 else ""
        yield words + (" --edge" if seed % 2 else "")


SOCCER = (
    "paper-soccer 1 3",
    "paper-soccer 1 5",
    "paper-soccer 1 6 --first 2",
    "paper-soccer 2 3",
    "paper-soccer 2 4 --history s",
)
TWO = ("paper-soccer 1 5", "geography petersen --edge --start 0")


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("lanes", [1, 3])
def test_answers_are_those_of_full_search(lanes: int, tmp_path: Path) -> None:
    divided = 0
    undirected = ("geography petersen --edge --start 0", "geography grid 2 3 --edge --start 1")
    for words in (*digraphs(tmp_path), *SOCCER, *undirected):
        position: Any = resolve(from_words(words.split(), "outcome")).position
        answer = ask(words, Divided(Crew(AtOnce(), lanes)))
        won = mover_wins(position, {})
        truth = "N" if won else "P"
        if words in SOCCER:
            truth = position.to_move if won else opponent(position, position.to_move)
        assert (answer.answer, answer.verified) == (truth, True), words
        assert ("winning_move" in answer.detail) is won, words
        divided += counts(answer).get("pieces", 0) > 2
    assert divided > 10


@pytest.mark.parametrize("words", TWO)
def test_one_worker_gets_the_whole_at_once(words: str) -> None:
    alone = ask(words, None)
    answer = ask(words, Divided(Crew(AtOnce(), 1)))
    assert counts(answer)["pieces"] == 1
    assert (answer.answer, answer.claim) == (alone.answer, alone.claim)


def test_what_is_over_is_not_divided() -> None:
    for words in ("geography path 1 --edge --start 0", "paper-soccer 2 3 --history n"):
        asked = resolve(from_words(words.split(), "outcome"))
        assert asked.position.result() is not None
        assert division_of(asked, "search") is None


# -- workers that do wrong ---------------------------------------------------------------------


class Liars(Crew):
    """Every third order goes to a worker that forges."""

    def __init__(self, way: str) -> None:
        super().__init__(AtOnce(), 3)
        self.way = way
        self.orders = 0
        self.sent = 0

    def submit(self, order: Order) -> Future[str]:
        self.orders += 1
        lie = forged(self.way, order) if self.orders % 3 == 1 else None
        if lie is None:
            return super().submit(order)
        self.sent += 1
        found: Future[Any] = Future()
        found.set_result(lie)
        return found


def elsewhere(order: Order) -> Order:
    """The same one ply later or earlier."""
    *before, last = order.place.text.split() or ["", ""]
    if before:
        return replace(order, place=replace(order.place, text=" ".join(before)))
    return replace(order, place=replace(order.place, text=last))


def forged(way: str, order: Order) -> object:
    """As in ``reference.divided``; some ways more."""
    if way in WAYS:
        return forge(way, order, elsewhere)
    piece = read_piece(work(order))
    if piece.certificate is None:
        return None
    made = dict(piece.certificate[-1])
    rows = {name: list(made[name]["numbers"]) for name in ("keys", "children")}
    if way == "two proofs":
        made["proofs"] = [*made["proofs"], *made["proofs"]]
    elif way == "few keys":
        made["keys"] = {
            **made["keys"],
            "numbers": rows["keys"][:-1],
            "shape": [len(rows["keys"]) - 1],
        }
    elif way == "keys in a square":
        made["keys"] = {**made["keys"], "shape": [1, len(rows["keys"])]}
    elif way == "other moves":
        made["texts"] = made["texts"][1:] + made["texts"][:1]
        if made["texts"] == piece.certificate[-1]["texts"]:
            return None
    elif way == "backwards":
        if not rows["children"]:
            return None
        made["children"] = {**made["children"], "numbers": [0] * len(rows["children"])}
    elif way in COLUMNS:
        name, changed = COLUMNS[way]
        column = made[name]
        numbers = changed(list(column["numbers"]))
        made[name] = {**column, "numbers": numbers, "shape": [len(numbers)]}
        if numbers == column["numbers"]:
            return None
    lie = msgspec.structs.replace(piece, worker=FORGED, certificate=[made])
    return msgspec.json.encode(lie).decode()


COLUMNS: dict[str, tuple[str, Callable[[list[int]], list[int]]]] = {
    "no starts": ("starts", lambda _: []),
    "starts from one": ("starts", lambda row: [1, *row[1:]]),
    "starts back and forth": ("starts", lambda row: [*row[:1], *row[-2:0:-1], *row[-1:]]),
    "more edges": ("starts", lambda row: [*row[:-1], row[-1] + 1]),
    "moves that have no text": ("moves", lambda row: [1 << 20] * len(row)),
    "moves below": ("moves", lambda row: [-1] * len(row)),
    "fewer children": ("children", lambda row: row[:-1]),
    "children beyond": ("children", lambda row: [1 << 20] * len(row)),
    "children below": ("children", lambda row: [-1] * len(row)),
}
"""Columns of a strategy that are changed."""
MORE = (*COLUMNS, "two proofs", "few keys", "keys in a square", "other moves", "backwards")


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("way", [*WAYS, *MORE])
@pytest.mark.parametrize("words", TWO)
def test_no_forged_piece_is_accepted(words: str, way: str, tmp_path: Path) -> None:
    crew = Liars(way)
    answer = ask(words, Divided(crew, tmp_path / "j"))
    assert (answer.answer, answer.verified) == (ask(words, None).answer, True)
    if way != "other position":  # there one strategy may serve two positions
        assert crew.sent
        assert counts(answer)["rejected"] > 0
    kept = (tmp_path / "j").read_text().splitlines()
    assert not any(json.loads(line).get("worker") == FORGED for line in kept)


def claim_of(words: str) -> WinClaim[Any]:
    asked = resolve(from_words(words.split(), "outcome"))
    division = division_of(asked, "search")
    assert division is not None
    found = division.splitting(asked.position, played.CLAIM, Options())
    assert isinstance(found, WinClaim)
    return found


def test_a_strategy_proves_its_own_position_alone() -> None:
    """Each piece held against every place of two plies and both verdicts."""
    claim = claim_of("paper-soccer 1 5")
    places = [claim.start()]
    for place in tuple(places):
        places += claim.follow(place, ())
    known: dict[str, bool] = {}
    truth = {p.key: mover_wins(claim.at(p), known) == p.own for p in places}
    pieces = [(p, claim.search(p, 4000, Limits())) for p in places if p.verdict is None]
    accepted = 0
    for place in places:
        for own, piece in pieces:
            for verdict in (False, True):
                try:
                    check_piece(claim, place, verdict, piece.certificate)
                except Rejected:
                    assert place is not own or verdict != truth[place.key]
                    continue
                assert verdict == truth[place.key]
                accepted += 1
        with pytest.raises(Rejected):
            check_piece(claim, place, truth[place.key], None)
    assert accepted >= len(pieces) > 4


# -- the journal -------------------------------------------------------------------------------


class Stopping(Crew):
    """Cancels the run after so many orders."""

    def __init__(self, limits: Limits, after: int) -> None:
        super().__init__(AtOnce(), 2)
        self.limits = limits
        self.after = after

    def submit(self, order: Order) -> Future[str]:
        self.after -= 1
        if self.after < 0:
            self.limits.cancel()
        return super().submit(order)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("words", TWO)
def test_a_run_goes_on_from_its_journal(words: str, tmp_path: Path) -> None:
    path = tmp_path / "j"
    limits = Limits()
    first = ask(words, Divided(Stopping(limits, 4), path), limits)
    assert first.answer == "unknown"
    before = len(path.read_text().splitlines()) - 1
    assert before >= 2
    second = ask(words, Divided(Crew(AtOnce(), 3), path))
    assert (second.answer, second.verified) == (ask(words, None).answer, True)
    assert counts(second)["resumed"] == before
    again = ask(words, Divided(Crew(AtOnce(), 1), path))
    assert counts(again).get("pieces", 0) == 0
    assert again.claim == second.claim


# -- what workers share, what is put together --------------------------------------------------


def wins_by(position: Any, winner: str, strategy: Play) -> bool:
    """Does the strategy prove it?"""
    found = conclude(Goal(position, "outcome"), strategy)
    return entails(found.statements, wins(position.to_move, winner))


def digraph(n: int, folder: Path) -> str:
    """Three arcs out of every vertex, in words; decided by some thousand states at least."""
    chance = random.Random(0)
    rows = ((u, chance.sample([x for x in range(n) if x != u], 3)) for u in range(n))
    path = folder / "digraph.txt"
    path.write_text("".join(f"{u} {v}\n" for u, ends in rows for v in ends))
    return f"geography {path} --directed --start 0"


def test_workers_find_in_the_shared_file_what_others_found(tmp_path: Path) -> None:
    """And the same without it."""
    position: Any = resolve(from_words(digraph(30, tmp_path).split(), "outcome")).position
    file = tmp_path / "shared"
    file.touch()
    nodes = []
    for shared in (None, file, file):
        made = geography.Engine(position)
        if shared is not None:
            made.share(shared)
        won = made.wins(position, Limits())
        assert made.known(position) is won
        nodes.append(made._search().geography.nodes)
    # A small table forgets a few states until it grows.
    assert 500 < nodes[1] <= nodes[0] < 1.02 * nodes[1]
    assert nodes[2] < nodes[0] // 50
    winner = "first" if won else "second"
    assert wins_by(position, winner, made.strategy(position, winner, Limits()))


@pytest.mark.parametrize("game", ["geography", "paper-soccer"])
def test_workers_search_one_place_together(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The strategy of a long search is written in pieces; here every search is long, and whoever
    is without a piece helps."""
    if not SharedFiles.possible:
        pytest.skip("this system has no files in memory")
    monkeypatch.setattr(played, "LONG", 1 << 20)
    words = digraph(30, tmp_path) if game == "geography" else "paper-soccer 4 4"
    crew = SideBySide(2)
    try:
        answer = ask(words, Divided(crew))
    finally:
        crew.close()
    alone = ask(words, None)
    assert (answer.answer, answer.verified) == (alone.answer, True)
    assert counts(answer)["helped"] > 0
    assert counts(answer)["pieces"] > 3


class Helpless(Crew):
    """Says that its workers share; those who help send nothing of use, or die."""

    sharing = True

    def __init__(self, lie: object) -> None:
        super().__init__(AtOnce(), 2)
        self.lie = lie
        self.helped = 0
        self.renewed: list[str] = []

    def submit(self, order: Order) -> Future[str]:
        if not order.help:
            return super().submit(order)
        self.helped += 1
        found: Future[Any] = Future()
        if isinstance(self.lie, BaseException):
            found.set_exception(self.lie)
        else:
            found.set_result(self.lie)
        return found

    def renew(self, worker: str) -> None:
        self.renewed.append(worker)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    "lie",
    [
        "{",
        '{"claim": "", "key": "", "worker": "w", "verdict": false, "work": 1}',
        '{"claim": "", "key": "", "worker": "w", "stopped": "memory"}',
        BrokenExecutor("it died"),
    ],
)
def test_nothing_is_taken_from_those_who_help(lie: object) -> None:
    crew = Helpless(lie)
    answer = ask(TWO[0], Divided(crew))
    assert (answer.answer, answer.verified) == (ask(TWO[0], None).answer, True)
    assert crew.helped
    assert crew.renewed == (["w"] * crew.helped if "memory" in str(lie) else [])
    assert counts(answer).get("lost", 0) == (crew.helped if isinstance(lie, BrokenExecutor) else 0)


def test_pieces_that_were_put_together_answer_as_one() -> None:
    """Every position that the strategy meets has its reply."""
    claim = claim_of("paper-soccer 1 5")
    tree = Tree(claim)
    while (node := tree.next()) is not None:
        if len(node.place.text.split()) < 2:
            tree.expand(node, ())
            continue
        found = claim.search(node.place, 4000, Limits())
        assert found.verdict is not None
        tree.decide(node, found.verdict, found.certificate)
    assert tree.verdict is not None
    made = played.composed(claim, Outcome(tree.verdict, claim, tree.decided()))
    position: Any = claim.position
    side = claim.player if tree.verdict else "second"

    def told(here: Any) -> Any:
        move = reply(here, made)
        assert move is not None
        return move

    again = build([(position, side)], told)
    assert wins_by(position, side, again)


def test_one_piece_of_directed_geography_costs_what_the_undivided_search_does(
    tmp_path: Path,
) -> None:
    """The first moves are tried in the same order, and so as many positions are searched."""
    told = set()
    for seed in range(12):
        chance = random.Random(seed)
        n = chance.randrange(16, 24)
        rows = ((u, chance.sample([v for v in range(n) if v != u], 3)) for u in range(n))
        text = "".join(f"{u} {v}\n" for u, ends in rows for v in ends)
        (tmp_path / "digraph.txt").write_text(text)
        words = f"geography {tmp_path / 'digraph.txt'} --directed --start 0"
        position: Any = resolve(from_words(words.split(), "outcome")).position
        undivided, engine = Search(position, Limits()), geography.Engine(position)
        won = undivided.winning_move(position) is not None
        assert engine.wins(position, Limits()) is won
        assert engine._search().geography.nodes == undivided.geography.nodes
        told.add((won, undivided.geography.nodes > 10))
    assert {(True, True), (False, True)} <= told
