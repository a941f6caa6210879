"""Attacks on every kind of certificate, counted: what was accepted must be true.

``python -m soundness.campaign SECONDS [SEED]`` (with ``tests`` on the path) runs one by hand.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from operator import itemgetter

from reference import shared
from reference.alarm import within

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import Json, convert
from gameproof.certificates.kernel import Goal, conclude, verify
from gameproof.certificates.kinds import kinds
from gameproof.cli.guard import TimeOut
from gameproof.encodings.method import Options, Undecided
from gameproof.games.game import games
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Statement
from gameproof.instances.instance import Resolved
from gameproof.prover.registry import entry
from gameproof.solvers.limits import LimitReached
from soundness.attacks import Forger, listed, plain, words_of
from soundness.goals import goals, handmade
from soundness.rules_oracle import NoOracle, TooLarge, holds
from soundness.unhurried import Unhurried

FAULTS: list[str] = []
"""Methods that failed on a tiny board."""

PARTS = 24
"""Parts in which the genuine certificates are made: the workers of a run share them."""
BATCH = 200
EMPTY = 300
"""Goals at which the emptiest certificate of a kind is tried."""
SLOWEST = 30.0
"""Seconds of computing that checking a forgery of a tiny board may take: counting by a definition
ends after 2^25 steps, a dozen seconds on a slow machine."""
HUNG = 600.0
"""Seconds of computing after which a method on a tiny board counts as one that does not end."""


Forgery = tuple[int, dict[str, Json]]
"""A goal by its number, and a certificate of doubtful origin."""


@dataclass(slots=True)
class Row:
    """What happened to one kind."""

    genuine: int = 0
    attacks: int = 0
    accepted: int = 0
    false: int = 0


@dataclass(slots=True)
class Derived:
    """How often a statement was derived, and the first certificate that it came from."""

    data: dict[str, Json]
    times: int = 0


@dataclass(slots=True)
class Report:
    """The outcome of a campaign."""

    rows: dict[str, Row] = field(default_factory=lambda: defaultdict(Row))
    false: list[str] = field(default_factory=list)
    without_oracle: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    crashes: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)

    def table(self) -> str:
        """A line for each kind."""
        lines = [f"{'kind':28} {'genuine':>8} {'attacks':>8} {'accepted':>8} {'false':>6}"]
        total = Row()
        for tag, row in sorted(self.rows.items()):
            lines.append(f"{tag:28} {row.genuine:8} {row.attacks:8} {row.accepted:8} {row.false:6}")
            total.genuine += row.genuine
            total.attacks += row.attacks
            total.accepted += row.accepted
            total.false += row.false
        lines.append(
            f"{'all':28} {total.genuine:8} {total.attacks:8} {total.accepted:8} {total.false:6}"
        )
        return "\n".join(lines)

    @property
    def attacks(self) -> int:
        """Attempts in all."""
        return sum(row.attacks for row in self.rows.values())


@dataclass(frozen=True, slots=True)
class Genuine:
    """A certificate that one of our methods made, in its file form."""

    goal: int
    method: str
    answer: str
    data: dict[str, Json]


@cache
def genuine() -> dict[str, list[Genuine]]:
    """Certificates of every kind: from each method that applies to each tiny goal."""
    parts = shared.parts("genuine", [partial(_made, first) for first in range(PARTS)])
    made: dict[int, list[Genuine]] = {}
    for certificates, faults in parts:
        made.update(certificates)
        FAULTS.extend(faults)
    found: dict[str, list[Genuine]] = defaultdict(list)
    for number in sorted(made):
        own: list[dict[str, Json]] = []
        for one in made[number]:
            if one.data not in own:
                own.append(one.data)
                found[str(one.data["kind"])].append(one)
    return dict(found)


def _made(first: int) -> tuple[dict[int, list[Genuine]], list[str]]:
    """Certificates of each ``PARTS``-th goal from ``first`` on, and the methods that failed."""
    made, faults = {}, list[str]()
    for number in range(first, len(goals()), PARTS):
        goal = goals()[number]
        made[number] = [
            Genuine(number, method, answer, plain(certificate))
            for method, answer, certificate in (*_by_methods(goal, faults), *handmade(goal))
        ]
    return made, faults


class Watched(Options):
    """Options that remember whether a method looked for ``explicit``, which is false."""

    looked = False

    @property
    def explicit(self) -> bool:
        object.__setattr__(self, "looked", True)
        return False

    @explicit.setter
    def explicit(self, _value: bool) -> None:
        pass


def _by_methods(goal: Resolved, faults: list[str]) -> Iterator[tuple[str, str, Certificate]]:
    """What each method that applies makes: its name, the answer, and the certificate."""
    if goal.game.name not in _names():
        return
    for method in entry(goal.game.name).portfolio(goal.question.name):
        compact = Watched(arguments=goal.arguments)
        for options in (compact, Options(arguments=goal.arguments, explicit=True)):
            if options is not compact and not compact.looked:
                continue  # the same once more
            try:
                if not method.applies(goal.position):
                    continue
                run = partial(method.run, goal.position, Unhurried(), options)
                finding = within(HUNG, run, processor=True)
            except (LimitReached, BadInput):
                continue
            except Exception as error:
                faults.append(f"{goal.words} -q {goal.question.name} by {method.name}: {error!r}")
                continue
            if finding.certificate is not None and not isinstance(finding.answer, Undecided):
                yield method.name, goal.question.form.write(finding.answer), finding.certificate


class Campaign:
    """A run of attacks; ``only`` restricts it to some kinds."""

    def __init__(self, seed: int = 0, only: tuple[str, ...] = ()) -> None:
        self.random = random.Random(seed)
        self.report = Report()
        self.kinds = {tag: kind for tag, kind in kinds().items() if not only or tag in only}
        pool = genuine()
        words = {w for one in pool.values() for g in one for w in words_of(g.data)}
        words |= {p for goal in goals() for p in getattr(goal.position, "players", ())}
        parts = [g.data for one in pool.values() for g in one[:3]]
        self.forger = Forger(seed, sorted(words), parts)
        self.truth: dict[tuple[int, Statement, type], bool] = {}
        self.derived: dict[tuple[int, Statement, type, str], Derived] = {}
        self.admitted = {
            tag: [number for number, goal in enumerate(goals()) if kind.scope.covers(goal.position)]
            for tag, kind in self.kinds.items()
        }
        for tag in self.kinds:
            self.report.rows[tag].genuine = len(pool.get(tag, ()))

    def run(self, attempts: int | None = None, seconds: float | None = None) -> Report:
        """Attack until so many attempts were made or the time is over."""
        ends = None if seconds is None else time.monotonic() + seconds
        made = 0
        for batch in _batches(self.forgeries()):
            self.attack(batch)
            made += len(batch)
            if attempts is not None and made >= attempts:
                break
            if ends is not None and time.monotonic() > ends:
                break
        self.judge()
        return self.report

    def forgeries(self) -> Iterator[Forgery]:
        """Endless: goals by number, with certificates of doubtful origin."""
        tags = sorted(self.kinds)
        for tag in tags:
            admitted = self.admitted[tag]
            for number in self.random.sample(admitted, min(EMPTY, len(admitted))):
                yield number, self.forger.empty(self.kinds[tag])
        while True:
            yield self.forgery(self.random.choice(tags))

    def forgery(self, tag: str) -> Forgery:
        """One forgery of the kind: by type, mutated, transplanted, or made of two."""
        own = genuine().get(tag)
        way = self.random.random()
        if not own or way < 0.15:
            return self.anywhere(tag), self.forger.typed(self.kinds[tag])
        one = self.random.choice(own)
        if way < 0.5:
            return one.goal, self.forger.mutated(one.data)
        if way < 0.6:
            return one.goal, self.forger.crossed(one.data, self.random.choice(own).data)
        number = self.near(one.goal) if self.random.random() < 0.5 else self.anywhere(tag)
        if way < 0.75:
            return number, one.data
        if way < 0.85:
            return number, self.forger.crossed(one.data, self.random.choice(own).data)
        return number, self.forger.mutated(one.data)

    def anywhere(self, tag: str) -> int:
        """A goal, mostly one of those that the kind is about."""
        if self.admitted[tag] and self.random.random() < 0.95:
            return self.random.choice(self.admitted[tag])
        return self.random.randrange(len(goals()))

    def near(self, number: int) -> int:
        """Another question of the same game, or the same of another board."""
        return self.random.choice(_of_game()[goals()[number].game.name])

    def attack(self, batch: list[Forgery]) -> None:
        """One after the other, with one alarm for many attempts; from where it rings on, with
        one for each."""
        left = deque(batch)

        def attempts() -> None:
            while left:
                self.attempt(*left[0])
                left.popleft()

        try:
            within(SLOWEST, attempts, processor=True)
        except TimeOut:
            for number, data in left:
                try:
                    within(SLOWEST, partial(self.attempt, number, data), processor=True)
                except TimeOut:
                    self.report.slow.append(_where(number, data))

    def attempt(self, number: int, data: dict[str, Json]) -> None:
        """One attack; what is concluded is kept for :meth:`judge`."""
        goal = goals()[number]
        tag = str(data["kind"])
        row = self.report.rows[tag]
        row.attacks += 1
        try:
            certificate = convert(listed(data))
            conclusion = conclude(
                Goal(goal.position, goal.question.name, goal.arguments), certificate
            )
        except (Rejected, BadInput):
            return
        except TimeOut:
            raise
        except Exception as error:
            self.report.crashes.append(f"{type(error).__name__}: {error}: {_where(number, data)}")
            return
        row.accepted += 1
        for statement in conclusion.statements:
            # Of which type a value is must be right as well, and 1 == True.
            said = type(getattr(statement, "value", None))
            self.derived.setdefault((number, statement, said, tag), Derived(data)).times += 1

    def judge(self) -> None:
        """What was derived must be true. Goal by goal: what the oracle walked through for one
        statement about a position serves the others."""
        for number, statement, said, tag in sorted(self.derived, key=itemgetter(0)):
            found = self.derived[number, statement, said, tag]
            if not self.true(number, statement, said):
                self.report.rows[tag].false += found.times
                self.report.false.append(f"{statement} derived for {_where(number, found.data)}")
        self.derived.clear()

    def true(self, number: int, statement: Statement, said: type) -> bool:
        """Is the statement, with a value of the type, true? What no oracle knows counts as
        true, and is reported."""
        key = (number, statement, said)
        if key not in self.truth:
            try:
                self.truth[key] = holds(goals()[number].position, statement)
            except NoOracle as missing:
                self.report.without_oracle[str(missing)] += 1
                return True
            except TooLarge:
                self.report.without_oracle[f"too large: {goals()[number].words}"] += 1
                return True
        return self.truth[key]


@cache
def _names() -> frozenset[str]:
    """The games; to ask for one that is none reads the sources of all."""
    return frozenset(games())


@cache
def _of_game() -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for number, goal in enumerate(goals()):
        found[goal.game.name].append(number)
    return found


def _where(number: int, data: dict[str, Json]) -> str:
    """The goal of an attack, and the beginning of its certificate."""
    goal = goals()[number]
    return f"{goal.words} -q {goal.question.name}: {str(data)[:400]}"


def _batches(forgeries: Iterator[Forgery]) -> Iterator[list[Forgery]]:
    while batch := list(itertools.islice(forgeries, BATCH)):
        yield batch


def claims(number: int, data: dict[str, Json]) -> list[str]:
    """The answers, among the question's words, that a certificate is accepted for."""
    goal = goals()[number]
    accepted = []
    for answer in goal.question.answers:
        try:
            verify(goal.position, goal.question, goal.arguments, answer, convert(listed(data)))
        except (Rejected, BadInput):
            continue
        accepted.append(answer)
    return accepted


if __name__ == "__main__":
    wanted = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    done = Campaign(int(sys.argv[2]) if len(sys.argv) > 2 else 0, tuple(sys.argv[3:])).run(
        seconds=wanted
    )
    print(done.table())
    for title, found in (("FALSE", done.false), ("CRASH", done.crashes), ("SLOW", done.slow)):
        for line in found[:20]:
            print(title, line)
    print("without oracle:", dict(done.without_oracle))
    for line in FAULTS:
        print("FAULT", line)
