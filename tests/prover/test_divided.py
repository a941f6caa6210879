"""One question divided: the same answers, nothing forged, nothing lost."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from reference.divided import FORGED, WAYS, die_once, forge
from reference.often import often
from reference.positional import value

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.strategies import snort_bounds
from gameproof.encodings.division import Derived, Estimates, Found, Numbers, Place, Splitting
from gameproof.encodings.method import Options
from gameproof.encodings.positional.division.sets import SetClaim
from gameproof.encodings.snort.divided import StartClaim, sets_of
from gameproof.games.graph import neighbour_masks
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.answer import Answer
from gameproof.prover.code_stamp import code_stamp
from gameproof.prover.divided import pieces
from gameproof.prover.divided.crew import Crew, DaskCrew, LocalCrew, SharedFiles, crew_of
from gameproof.prover.divided.divided import GROWTH, Divided
from gameproof.prover.divided.journal import Journal
from gameproof.prover.divided.pieces import Order, Piece, read_piece, work
from gameproof.prover.divided.run import Run
from gameproof.prover.divided.tree import Node, Tree
from gameproof.prover.prove import prove
from gameproof.solvers.limits import LimitReached, Limits

DRAW = "mnk 5 4 4 --first 11 --to-move second"
"""Some fifty pieces of effort 1 and more."""
LATE = "mnk 6 4 4 --first 8,15,16,18 --second 21,11,14 --to-move second"
"""A draw as well, nearer to its end."""
EMPTY = "tictactoe 3 2"


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as executor:
        yield executor


def ask(
    words: str, divided: Divided, limits: Limits | None = None, question: str = "outcome"
) -> Answer:
    return prove(from_words(words.split(), question), limits, method="search", divided=divided)


def counts(answer: Answer) -> dict[str, int]:
    found: dict[str, int] = answer.stats["search"]
    return found


# -- the tree ----------------------------------------------------------------------------------


class Random:
    """A tree whose leaves are worth yes or no by chance; equal numbers are one place."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def start(self) -> Place:
        return self.place(0, 0)

    def place(self, depth: int, number: int) -> Place:
        chance = random.Random(f"{self.seed} {depth} {number}")
        ends = depth == 5 or (depth > 1 and chance.random() < 0.2)
        verdict = chance.random() < 0.5 if ends else None
        job = chance.random() < 0.8
        key = f"{depth} {number}"
        return Place(key, key, depth % 2 == 0, verdict, chance.randrange(1, 5), job=job)

    def follow(self, place: Place, estimates: Estimates) -> list[Place]:
        depth = int(place.text.split()[0])
        chance = random.Random(f"follow {self.seed} {place.text}")
        found = {chance.randrange(1 + 3 * depth + 3): None for _ in range(chance.randrange(1, 4))}
        return [self.place(depth + 1, n) for n in found]

    def search(self, place: Place, effort: int, limits: Limits) -> Found:
        raise AssertionError("nobody searches here")

    def says(self, place: Place, verdict: bool, certificate: Certificate | None) -> None:
        raise AssertionError("nobody searches here")

    def truth(self, place: Place) -> bool:
        if place.verdict is not None:
            return place.verdict
        found = [self.truth(child) for child in self.follow(place, ())]
        return any(found) if place.own else all(found)


class Near(Random):
    """The same whose workers share what they learn."""

    def share(self, file: Path) -> None:
        raise AssertionError("nobody searches here")

    def near(self, one: Place, other: Place) -> bool:
        return random.Random(f"near {self.seed} {one.text} {other.text}").random() < 0.5


class Weak(Random):
    """The same with numbers that are not added up."""

    weak = True

    def search_within(self, place: Place, effort: int, bounds: Numbers, limits: Limits) -> Found:
        raise AssertionError("nobody searches here")


@pytest.mark.parametrize("kind", [Random, Near, Weak])
@pytest.mark.parametrize("workers", [1, 2, 7])
def test_the_tree_finds_what_full_search_finds(workers: int, kind: type[Random]) -> None:
    """Whatever the workers bring back, in which order, and what is lost on the way."""
    for seed in range(often(50)):
        chance = random.Random(seed)
        game = kind(seed)
        tree = Tree(game)
        under_way: list[Node] = []
        for _ in range(10_000):
            while len(under_way) < workers and (node := tree.next()) is not None:
                assert node not in under_way
                under_way.append(node)
            if tree.verdict is not None:
                break
            node = under_way.pop(chance.randrange(len(under_way)))
            if node.verdict is not None:
                continue
            what = chance.random()
            if what < 0.2:
                tree.again(node)
            elif what < 0.4 and max(node.bounds) < 100:
                assert all(n < bound for n, bound in zip(node.numbers[0], node.bounds, strict=True))
                tree.value(node, chance.choice([(1, node.bounds[1]), (node.bounds[0], 1)]))
                assert node.is_leaf
                assert node.verdict is None
            elif what < 0.6:
                tree.expand(node, ())
            else:
                tree.decide(node, game.truth(node.place), None)
        assert tree.verdict == game.truth(game.start())
        for key, decided in tree.decided().items():
            assert decided.verdict == game.truth(tree.nodes[key].place)


def test_the_share_that_is_proved_grows_to_all() -> None:
    """As the definition says, by plain recursion; one once the claim is decided."""

    def shares(node: Node) -> tuple[float, float]:
        if node.verdict is not None:
            return float(node.verdict), float(not node.verdict)
        if not node.children:
            return 0.0, 0.0
        rows = [shares(child) for child in node.children]
        most = [max(column) for column in zip(*rows, strict=True)]
        mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        return (most[0], mean[1]) if node.place.own else (mean[0], most[1])

    between = 0
    for seed in range(40):
        game = Random(seed)
        tree = Tree(game)
        while tree.verdict is None and (node := tree.next()) is not None:
            assert tree.share() == pytest.approx(max(shares(tree.root)))
            between += 0 < tree.share() < 1
            if random.Random(seed).random() < 0.5:
                tree.decide(node, game.truth(node.place), None)
            else:
                tree.expand(node, ())
        assert tree.share() == 1
    assert between > 10


class Plain(Random):
    """The same without two ways to one place, of which a leaf would count twice."""

    def follow(self, place: Place, estimates: Estimates) -> list[Place]:
        depth, number = map(int, place.text.split())
        found = super().follow(place, estimates)
        return [self.place(depth + 1, 9 * number + i) for i in range(len(found))]


def test_below_its_bounds_the_leaf_stays_the_most_proving_one() -> None:
    """Within the quarter that the search may go on although another place looks better."""
    compared = 0
    for seed in range(60):
        tree = Tree(Plain(seed))
        chance = random.Random(seed)
        while tree.verdict is None and (node := tree.next()) is not None:
            bounds = node.bounds
            tree.again(node)
            for _ in range(3):
                least = tuple(min(chance.randrange(1, 40), bound - 1) for bound in bounds)
                tree.value(node, (least[0], least[1]))
                above = tree.root
                if above.verdict is not None:
                    continue
                while above.children:
                    which = 0 if above.place.own else 1
                    (way,) = (c for c in above.children if c is node or leads_to(c, node))
                    for other in above.children:
                        if other is not way:
                            second = other.numbers[0][which]
                            assert way.numbers[0][which] <= second + second // 4
                            compared += 1
                    above = way
            tree.expand(node, ())
    assert compared > 500


def leads_to(node: Node, goal: Node) -> bool:
    return any(child is goal or leads_to(child, goal) for child in node.children)


# -- answers -----------------------------------------------------------------------------------


def boards() -> Iterator[tuple[str, str]]:
    chance = random.Random(3)
    for _ in range(24):
        m, n, k = chance.choice([(3, 3, 3), (4, 2, 2), (3, 3, 2)])
        cells = chance.sample(range(m * n), 4)
        words = f"mnk {m} {n} {k}"
        if chance.random() < 0.7:
            words += f" --first {cells[0]} --second {cells[1]}"
        words += f" --to-move {chance.choice(['first', 'second'])}"
        words += chance.choice(["", " --rule weak"])
        yield words, chance.choice(["outcome", "second-wins"])


def test_answers_are_those_of_full_search(threads: Executor) -> None:
    known: dict[Any, str] = {}
    divided = 0
    for words, question in boards():
        answer = ask(words, Divided(Crew(threads, 3), effort=1), question=question)
        position: Any = resolve(from_words(words.split(), question)).position
        truth = value(position, known)
        if question == "second-wins":
            truth = "yes" if truth in ("second", "breaker") else "no"
        assert (answer.answer, answer.verified) == (truth, True), words
        divided += counts(answer).get("pieces", 0) > 1
    assert divided > 5


@pytest.mark.parametrize("question", ["outcome", "winner"])
def test_snort_and_col_are_answered_as_by_full_search(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In pieces that decide nothing with more than nine open vertices."""
    search = StartClaim.search

    def hasty(self: StartClaim, place: Place, effort: int, limits: Limits) -> Found:
        mine, yours, _ = sets_of(place)
        large = (mine | yours).bit_count() > 9
        return Found(None) if large else search(self, place, effort, limits)

    monkeypatch.setattr(StartClaim, "search", hasty)
    monkeypatch.setattr(snort_bounds, "LARGEST", 9)
    divided = 0
    for board in ("snort gnp 12 0.25 seed 2", "snort grid 3 4", "col grid 3 4", "col path 5"):
        game = board.split()[0]
        words = f"{board} --to-move blue"
        resolved = resolve(from_words(words.split(), question))
        position: Any = resolved.position
        answer = ask(words, Divided(Crew(AtOnce(), 3)), question=question)
        known: dict[tuple[int, int], bool] = {}
        near, col = neighbour_masks(position.graph), game == "col"
        won = {
            side: mover_wins(position.free(side), position.free(other(side)), near, col, known)
            for side in ("red", "blue")
        }
        truth = position.to_move if won[position.to_move] else other(position.to_move)
        if question == "outcome":
            truth = {(1, 1): "N", (0, 0): "P", (1, 0): "L", (0, 1): "R"}[won["red"], won["blue"]]
        assert (answer.answer, answer.verified) == (truth, True), words
        divided += counts(answer)["pieces"] > 2
    assert divided == 3


@pytest.mark.parametrize(
    ("words", "divided"),
    [
        ("snort tree 40 seed 0", True),
        ("snort tree 41 seed 0", False),
        ("snort cycle 60", True),
        ("col tree 60 seed 0", True),
    ],
)
def test_boards_that_are_not_proved_by_strategies_are_not_divided(
    words: str, divided: bool
) -> None:
    assert (
        pieces.division_of(resolve(from_words(words.split(), "outcome"))) is not None
    ) is divided


def other(side: str) -> str:
    return "blue" if side == "red" else "red"


def mover_wins(
    mine: int, yours: int, near: Any, col: bool, known: dict[tuple[int, int], bool]
) -> bool:
    """Does the player to move win? By the rules alone: ``mine`` is where he may move."""
    if (mine, yours) not in known:
        found = False
        for v in [v for v in range(mine.bit_length()) if mine >> v & 1]:
            left, right = mine & ~(1 << v), yours & ~(1 << v)
            left, right = (left & ~near[v], right) if col else (left, right & ~near[v])
            found = found or not mover_wins(right, left, near, col, known)
        known[mine, yours] = found
    return known[mine, yours]


def test_the_answer_does_not_depend_on_the_number_of_workers(threads: Executor) -> None:
    found = [ask(DRAW, Divided(Crew(threads, n), effort=1, most=1)) for n in (1, 3)]
    assert [one.answer for one in found] == ["draw", "draw"]
    assert all(one.verified and counts(one)["pieces"] > 10 for one in found)


def test_pieces_grow_with_the_work_that_is_done(threads: Executor) -> None:
    """One worker's are at once as large as they get; those of several never smaller than at
    first, and never larger than a part of what each has done."""
    for lanes in (1, 2):
        crew = Noting(threads, lanes)
        answer = ask(DRAW, Divided(crew, effort=1, most=8))
        assert (answer.answer, answer.verified) == ("draw", True)
        if lanes == 1:
            asked: dict[tuple[str, str], list[int]] = {}
            for order in crew.orders:
                asked.setdefault((order.claim, order.place.key), []).append(order.effort)
            for first, *again in asked.values():
                assert first == 8
                assert all(1 <= effort < 8 for effort in again)  # what is left of it
        else:
            assert crew.efforts[0] == 1
            assert max(crew.efforts) <= max(1, counts(answer)["work"] // (GROWTH * lanes))


def test_a_place_may_be_worth_more_than_the_usual_effort(threads: Executor) -> None:
    asked = resolve(from_words(["tictactoe", "3", "2"], "outcome"))
    division = pieces.division_of(asked)
    assert division is not None
    for worth, lanes, effort in ((0, 2, 5), (1000, 2, 1000), (0, 1, 80), (60, 1, 80), (90, 1, 90)):
        node = Node(Place("1", "1", True, effort=worth), [])
        run = Run(asked, division, Divided(Crew(threads, lanes), effort=5, most=16), Limits(), NONE)
        assert run._effort(node) == effort


@pytest.mark.parametrize("lanes", [1, 2, 3])
def test_workers_have_their_next_piece_while_the_last_one_is_checked(
    lanes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever another place is needed if the verdict holds."""
    crew = Counting(lanes)
    says = SetClaim.says

    def looked_at(self: SetClaim, place: Place, *rest: Any) -> Derived:
        crew.at_checks.append(crew.under_way)
        return says(self, place, *rest)

    monkeypatch.setattr(SetClaim, "says", looked_at)
    answer = ask(DRAW, Divided(crew, effort=1, most=1))
    assert (answer.answer, answer.verified) == ("draw", True)
    assert max(crew.at_checks) == lanes
    assert len([n for n in crew.at_checks if n == lanes]) > len(crew.at_checks) // 4


class Counting(Crew):
    """Pieces that are ready when the client waits; ``at_checks``: how many were under way
    whenever one was checked."""

    def __init__(self, lanes: int) -> None:
        super().__init__(AtOnce(), lanes)
        self.waiting: list[tuple[Future[str], str]] = []
        self.at_checks: list[int] = []

    @property
    def under_way(self) -> int:
        return len(self.waiting)

    def submit(self, order: Order) -> Future[str]:
        future: Future[str] = Future()
        self.waiting.append((future, work(order)))
        return future

    def lost(self) -> list[str]:
        self.waiting = [(future, text) for future, text in self.waiting if not future.cancelled()]
        if self.waiting:
            future, text = self.waiting.pop(0)
            future.set_result(text)
        return []


NONE = Options()


class Noting(Crew):
    """Keeps the efforts of its orders."""

    def __init__(self, executor: Executor, lanes: int) -> None:
        super().__init__(executor, lanes)
        self.efforts: list[int] = []
        self.orders: list[Order] = []

    def submit(self, order: Order) -> Future[str]:
        self.efforts.append(order.effort)
        self.orders.append(order)
        return super().submit(order)


def test_limits_end_a_divided_question_and_say_how_far_it_came(threads: Executor) -> None:
    limits = Limits()
    crew = Stopping(threads, 2, limits, after=5)
    answer = ask(DRAW, Divided(crew, effort=5), limits)
    assert (answer.answer, answer.stopped) == ("unknown", "interrupted")
    assert answer.detail["divided"]["pieces"] >= 1
    answer = ask(DRAW, Divided(Crew(threads, 2)), Limits(time_limit=0.0))
    assert (answer.answer, answer.stopped) == ("unknown", "time")


# -- workers that do wrong ---------------------------------------------------------------------


class AtOnce(Executor):
    """Does what it is given before it returns, so that every run is the same."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        found: Future[Any] = Future()
        found.set_result(fn(*args, **kwargs))
        return found


class Liars(Crew):
    """Every third order goes to a worker that forges; ``sent`` are its pieces."""

    def __init__(self, executor: Executor, way: str) -> None:
        super().__init__(executor, 3)
        self.way = way
        self.orders = 0
        self.sent: list[object] = []

    def submit(self, order: Order) -> Future[str]:
        self.orders += 1
        lie = forge(self.way, order) if self.orders % 3 == 1 else None
        if lie is None:
            return super().submit(order)
        self.sent.append(lie)
        found: Future[Any] = Future()
        found.set_result(lie)
        return found


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("words", [DRAW, LATE])
def test_no_forged_piece_is_accepted(words: str, way: str, tmp_path: Path) -> None:
    crew = Liars(AtOnce(), way)
    said: list[str] = []
    answer = ask(words, Divided(crew, tmp_path / "j", effort=3, tell=said.append))
    assert answer.verified
    assert answer.answer == ask(words, Divided(Crew(AtOnce(), 3))).answer
    assert crew.sent
    assert 0 <= len(crew.sent) - counts(answer)["rejected"] < 3  # some were not needed any more
    if counts(answer)["rejected"]:
        assert any("is dropped: a piece of it is rejected" in text for text in said)
        assert crew.dropped <= {FORGED, "a worker without a name"}
    kept = (tmp_path / "j").read_text().splitlines()
    assert not any(json.loads(line).get("worker") == FORGED for line in kept)


def test_workers_that_all_lie_leave_the_work_to_the_client(threads: Executor) -> None:
    """After three bad pieces a place is searched here."""

    def lie(order: Order) -> str:
        return str(forge("other order", order))

    answer = ask("tictactoe 3 2", Divided(Crew(threads, 2, lie), effort=10))
    assert (answer.answer, answer.verified) == ("draw", True)


def other_code(order: Order) -> str:
    """A worker with other code refuses."""
    from dataclasses import replace

    return work(replace(order, stamp="0.0+other"))


def test_a_worker_with_other_code_does_nothing(threads: Executor) -> None:
    asked = resolve(from_words(["tictactoe", "3", "2"], "outcome"))
    said: list[str] = []
    answer = ask("tictactoe 3 2", Divided(Crew(threads, 1, other_code), tell=said.append))
    assert (answer.answer, answer.verified) == ("draw", True)  # by the client
    assert any("it has other code" in text for text in said)
    assert asked.key == answer.key


class Cluster:
    """What a crew asks of a ``distributed.Client``."""

    def __init__(self, executor: Executor, stamps: dict[str, str]) -> None:
        self.executor = executor
        self.stamps = stamps
        self.chosen: list[Any] = []

    def run(self, function: Any, on_error: str) -> dict[str, str]:
        return self.stamps

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.stamps, 1)

    def get_executor(self, pure: bool, workers: Any = None) -> Executor:
        self.chosen.append(workers)
        return self.executor


def test_workers_of_a_cluster_with_other_code_are_refused(threads: Executor) -> None:
    good = code_stamp()
    cluster = Cluster(threads, {"tcp://a": good, "tcp://b": "old", "tcp://c": good})
    crew = DaskCrew(cluster)
    assert crew.lanes == 2
    assert cluster.chosen[-1] == ["tcp://a", "tcp://c"]
    crew.drop("tcp://c")
    assert (crew.lanes, cluster.chosen[-1]) == (1, ["tcp://a"])
    del cluster.stamps["tcp://c"]
    crew._looked -= 10
    assert crew.lost() == ["tcp://c"]
    with pytest.raises(BadInput, match="every worker of the cluster was dropped"):
        crew.drop("tcp://a")
    with pytest.raises(BadInput, match=r"no worker has the code of this machine .* has old"):
        DaskCrew(Cluster(threads, {"tcp://b": "old"}))
    with pytest.raises(BadInput, match=r"expected a distributed\.Client"):
        crew_of(7)


def test_a_worker_that_is_killed_is_named_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIE_ONCE", str(tmp_path / "died"))
    with LocalCrew(1, work=die_once) as crew:
        answer = ask("tictactoe 3 2", Divided(crew))
    assert (answer.answer, answer.verified) == ("draw", True)
    assert counts(answer)["lost"] == counts(answer)["repeated"] == 1
    assert "the worker process" in answer.detail["lost_workers"][0]


class Starving(Crew):
    """Does at once what it is told, each piece by a worker of another name; those of fewer than
    ``enough`` stones come to a limit, or are told by the system that there is no more."""

    def __init__(self, lanes: int, enough: int, error: BaseException) -> None:
        super().__init__(AtOnce(), lanes, self._work)
        self.enough = enough
        self.error = error
        self.efforts: list[int] = []
        self.renewed: list[str] = []

    def _work(self, order: Order) -> str:
        self.efforts.append(order.effort)
        a, d, _ = order.place.text.split()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pieces, "this_worker", lambda: f"worker {len(self.efforts)}")
            if (int(a, 16) | int(d, 16)).bit_count() < self.enough:
                patch.setattr(pieces, "_splitting", self._starve)
            return work(order)

    def _starve(self, order: Order) -> Splitting:
        raise self.error

    def renew(self, worker: str) -> None:
        self.renewed.append(worker)


@pytest.mark.parametrize("error", [LimitReached("memory"), MemoryError()])
def test_pieces_without_memory_are_smaller_and_divided_until_they_have_enough(
    error: BaseException, tmp_path: Path
) -> None:
    """Their workers start anew; the run goes on from its journal."""
    said: list[str] = []
    path = tmp_path / "j"
    crew = Starving(2, 1, error)
    answer = ask(EMPTY, Divided(crew, path, effort=64, tell=said.append))
    assert (answer.answer, answer.verified) == ("draw", True)
    assert counts(answer)["out_of_memory"] == len(crew.renewed) == len(said) == 3
    assert crew.efforts[:4] == [64, 16, 4, 64]
    assert crew.renewed[:3] == ["worker 1", "worker 2", "worker 3"]
    assert not crew.dropped
    again = "worker worker 1 came to the memory limit; its piece is asked for again, smaller"
    assert said[:3] == [again, again.replace("1", "2"), said[2]]
    assert said[2].endswith("; its piece is divided")
    resumed = ask(EMPTY, Divided(Crew(AtOnce(), 1), path))
    assert (resumed.answer, counts(resumed).get("pieces", 0)) == ("draw", 0)


def test_where_no_piece_has_enough_memory_the_question_ends() -> None:
    crew = Starving(1, 10, MemoryError())
    answer = ask(EMPTY, Divided(crew, effort=64, most=1))
    assert (answer.answer, answer.stopped) == ("unknown", "memory")
    assert answer.detail["divided"]["out_of_memory"] == len(crew.efforts) == 4


def test_workers_of_one_machine_share_a_file_for_each_claim(threads: Executor) -> None:
    files = SharedFiles()
    crew = Noting(threads, 1)
    ask(DRAW, Divided(crew))
    (order, *_) = crew.orders
    others = [replace(order, claim="second"), replace(order, engine="glucose4")]
    names = [files.named(one).shared for one in (order, replace(order, effort=9), *others)]
    if None in names:
        pytest.skip("this system has no files in memory")
    assert names[0] == names[1]
    assert len(set(names)) == 3
    for name in names:
        assert Path(str(name)).stat().st_size == 0
    found = [read_piece(work(one)).verdict for one in (order, files.named(order))]
    assert found == [False, False]
    files.close()
    assert not any(Path(str(name)).exists() for name in names)


def test_a_worker_that_starts_anew_is_not_lost() -> None:
    crew = LocalCrew(1)
    with crew:
        first = crew._workers.submit(os.getpid).result()
        crew.renew(f"host:{first}")
        assert crew._workers.submit(os.getpid).result() != first


def test_a_piece_that_cannot_be_divided_ends_for_want_of_memory() -> None:
    """A single part of a count."""

    def starve(order: Order) -> str:
        return json.dumps({"claim": order.claim, "key": order.place.key, "worker": "w"} | stopped)

    stopped = {"stopped": "memory"}
    crew = Crew(AtOnce(), 1, lambda order: work(order) if order.place.key == "-" else starve(order))
    answer = prove(
        from_words(["tictactoe", "3", "2"], "count-drawn"), method="search", divided=Divided(crew)
    )
    assert (answer.answer, answer.stopped) == ("unknown", "memory")


def test_a_local_dask_cluster_divides_a_question() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
        crew_of(client) as crew,
    ):
        answer = ask("tictactoe 3 2", Divided(crew, effort=5, most=1))
        assert crew.lost() == []
    assert (answer.answer, answer.verified) == ("draw", True)
    assert counts(answer)["pieces"] > 1


# -- the journal -------------------------------------------------------------------------------


class Stopping(Crew):
    """Cancels the run after so many orders."""

    def __init__(self, executor: Executor, lanes: int, limits: Limits, after: int) -> None:
        super().__init__(executor, lanes)
        self.limits = limits
        self.after = after

    def submit(self, order: Order) -> Future[str]:
        self.after -= 1
        if self.after < 0:
            self.limits.cancel()
        return super().submit(order)


def test_a_run_goes_on_from_its_journal(threads: Executor, tmp_path: Path) -> None:
    path = tmp_path / "draw.journal"
    limits = Limits()
    first = ask(DRAW, Divided(Stopping(threads, 2, limits, 6), path, effort=1), limits)
    assert first.answer == "unknown"
    before = len(list(kept(path)))
    assert before >= 4
    with path.open("ab") as stream:
        stream.write(b'{"claim":"first","key":"half')  # killed while writing
    second = ask(DRAW, Divided(Crew(threads, 3), path, effort=1))
    assert (second.answer, second.verified) == ("draw", True)
    assert counts(second)["resumed"] == before
    again = ask(DRAW, Divided(Crew(threads, 1), path, effort=1))
    assert counts(again).get("pieces", 0) == 0
    assert again.claim == second.claim


def kept(path: Path) -> Iterator[Piece]:
    """The pieces that workers sent."""
    for line in path.read_text().splitlines()[1:]:
        piece = read_piece(line)
        if piece.worker != "client":
            yield piece


def test_what_is_wrong_in_a_journal_is_searched_again(threads: Executor, tmp_path: Path) -> None:
    """Pieces that somebody changed are checked like those of a worker."""
    path = tmp_path / "j"
    ask("tictactoe 3 2", Divided(Crew(threads, 1), path, effort=3, most=1))
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    changed = 0
    for line in lines[1:]:
        if line.get("verdict") is not None:
            line["verdict"] = not line["verdict"]
            changed += 1
    assert changed
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + "junk\n")
    said: list[str] = []
    answer = ask(
        "tictactoe 3 2", Divided(Crew(threads, 1), path, effort=3, most=1, tell=said.append)
    )
    assert (answer.answer, answer.verified) == ("draw", True)
    assert any("is not accepted" in text for text in said)


def test_a_journal_of_something_else_is_refused(
    threads: Executor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "j"
    divided = Divided(Crew(threads, 1), path)
    ask("tictactoe 3 2", divided)
    content = path.read_bytes()
    with pytest.raises(BadInput, match=r"another question \(tictactoe 3 2: outcome\)"):
        ask("mnk 4 3 3", divided)
    with pytest.raises(BadInput, match=r"another question"):
        ask("tictactoe 3 2", divided, question="second-wins")
    asked = resolve(from_words(["tictactoe", "3", "2"], "outcome"))
    with (
        Journal(path, asked),
        pytest.raises(BadInput, match="held by another run"),
        Journal(path, asked),
    ):
        pass
    monkeypatch.setattr("gameproof.prover.divided.journal.code_stamp", lambda: "0.0+other")
    with pytest.raises(BadInput, match="was written by other code"):
        ask("tictactoe 3 2", divided)
    assert path.read_bytes() == content
    for text in ("no journal\n", "[]\n", "{}\n", "precious data"):
        (tmp_path / "other").write_text(text)
        with pytest.raises(BadInput, match="is no journal"):
            ask("tictactoe 3 2", Divided(Crew(threads, 1), tmp_path / "other"))
        assert (tmp_path / "other").read_text() == text


def test_a_question_that_is_not_divided_has_no_journal(threads: Executor, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the question degree is not divided"):
        prove(
            from_words(["tictactoe", "5", "2"], "degree"),
            divided=Divided(Crew(threads, 1), tmp_path / "j"),
        )
    assert not (tmp_path / "j").exists()
    found = prove(from_words(["tictactoe", "5", "2"], "degree"), divided=Divided(Crew(threads, 1)))
    assert found.answer == "4"


def test_a_question_of_another_worker_is_an_error(threads: Executor) -> None:
    order = Order("{}", "search", "first", Place("", "0 0 1", True), 1, (9, 9), 0, None, None, "")
    assert read_piece(work(order)).refused == code_stamp()
