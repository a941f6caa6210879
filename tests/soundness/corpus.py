"""The shipped corpus: every method that applies to every instance, its certificate checked again
in a fresh process, and attacked.

``python -m soundness.corpus FOLDER [SECONDS [ATTACKS [WORD]]]`` (with ``tests`` on the path)
writes the certificates into ``FOLDER``; a method gets ``SECONDS``, a certificate so many attacks
(fewer where that would take as long as a method may), and only files with ``WORD`` in their name
are taken. Here no oracle knows what is true, but of the answers to a question one is: whatever
a forgery proves, it must not be another one.
"""

from __future__ import annotations

import dataclasses
import json
import os
import random
import subprocess
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from reference.alarm import within

from gameproof import instances
from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import CertificateFile, Json, Sealed, convert, read
from gameproof.certificates.kernel import Goal, conclude
from gameproof.cli.guard import TimeOut
from gameproof.encodings.method import AnyMethod, Options, Undecided
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.meaning.statement import Statement, entails
from gameproof.instances import instance as files
from gameproof.instances.contained import portable
from gameproof.instances.instance import Instance, Resolved, resolve
from gameproof.prover.prove import same_answer
from gameproof.prover.registry import entry
from gameproof.prover.tasks import Tasks
from gameproof.prover.verify import verify_sealed
from gameproof.prover.written import seal, write
from gameproof.solvers.limits import LimitReached, Limits
from gameproof.solvers.sat.model import ModelError
from soundness.attacks import Forger, listed, plain, words_of

DATA = Path(instances.__path__[0]) / "data"
LARGEST = 1 << 18
"""Bytes of a certificate that is mutated; larger ones are transplanted alone."""
TRANSPLANTED = 5
"""Certificates of the same game that are tried on each instance."""

Outcome = dict[str, Any]
"""What became of one instance, as JSON."""


@dataclass(slots=True)
class Corpus:
    """A run over the corpus."""

    folder: Path
    seconds: float = 10.0
    attacks: int = 50
    seed: int = 0
    found: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)

    def run(self, word: str = "") -> bool:
        """All instances, then the check of all files; were all answered, verified, not deceived?"""
        tasks = [task for task in Tasks([DATA]) if word in task.name]
        for number, task in enumerate(tasks):
            name, path = task.name, Path(task.file)
            self.note(forked(lambda name=name, path=path, n=number: self.one(name, path, n)), name)
        self.found["files"] = sum(1 for _ in self.folder.rglob("*.json"))
        self.found["verified afresh"] = len(self.folder_checked())
        return not self.faults and self.found["answered"] == len(tasks)

    def note(self, outcome: Outcome | None, name: str) -> None:
        """Count what became of an instance."""
        self.found["instances"] += 1
        if outcome is None:
            self.faults.append(f"{name}: the process died")
            return
        self.found.update(outcome["counts"])
        self.faults.extend(outcome["faults"])
        self.unfinished.extend(outcome["unfinished"])

    def one(self, name: str, path: Path, number: int) -> Outcome:
        """One instance by every method."""
        instance = files.read(path)
        goal = resolve(instance)
        chance = random.Random(f"{self.seed} {name}")
        counts: Counter[str] = Counter()
        faults: list[str] = []
        unfinished: list[str] = []
        for method in entry(goal.game.name).portfolio(goal.question.name):
            if not method.applies(goal.position):
                continue
            counts["methods"] += 1
            where = f"{name} by {method.name}"
            try:
                made = within(4 * self.seconds + 10, partial(self.kept, goal, method, number))
            except TimeOut:
                unfinished.append(where)
                continue
            except Exception:
                faults.append(f"{where}: {traceback.format_exc(limit=-3)}")
                continue
            if made is None:
                unfinished.append(where)
                continue
            answer, certificate, sealed = made
            counts["answers"] += 1
            truth = instance.expected or answer
            if not same_answer(goal.game.name, goal.question.name, truth, answer):
                faults.append(f"{where}: {answer}, not {truth}")
            if sealed is None:
                continue
            counts["certificates"] += 1
            counts["answered"] = 1
            small = sealed.size <= LARGEST
            self.attack(
                instance, goal, truth, certificate if small else None, chance, counts, faults
            )
        return {"counts": counts, "faults": faults, "unfinished": unfinished}

    def kept(
        self, goal: Resolved, method: AnyMethod, number: int
    ) -> tuple[str, Certificate | None, Sealed | None] | None:
        """The answer of a method, its certificate and the file written, read back and verified."""
        made = self.made(goal, method)
        if made is None:
            return None
        answer, certificate = made
        if certificate is None:
            return answer, None, None
        sealed = seal(CertificateFile(portable(goal), answer, certificate, "corpus"))
        verify_sealed(sealed)
        write(self.folder / goal.game.name / f"{number:03} {method.name}.json", sealed)
        return answer, certificate, sealed

    def made(self, goal: Resolved, method: AnyMethod) -> tuple[str, Certificate | None] | None:
        """The answer of a method, and its certificate; ``None`` where it comes to none."""
        limits = Limits(time_limit=self.seconds)
        try:
            with limits.guard(limits):
                finding = method.run(goal.position, limits, Options(arguments=goal.arguments))
        except (LimitReached, ModelError):
            return None
        if isinstance(finding.answer, Undecided):
            return None
        return goal.question.form.write(finding.answer), finding.certificate

    # -- attacks --------------------------------------------------------------------------

    def attack(
        self, instance: Instance, goal: Resolved, truth: str, genuine: Certificate | None,
        chance: random.Random, counts: Counter[str], faults: list[str],
    ) -> None:  # fmt: skip
        """Mutated certificates, and those of other instances, at this goal."""
        wrong = [
            (answer, wanted)
            for answer in others(goal)
            if not same_answer(goal.game.name, goal.question.name, truth, answer)
            and (wanted := meant(goal, answer))
        ]
        counts["with wrong answers to prove"] += bool(wrong)
        ends = time.process_time() + self.seconds
        for data in self.forgeries(goal, genuine, chance):
            counts["attacks"] += 1
            try:
                asked = Goal(goal.position, goal.question.name, goal.arguments)
                known = within(4 * self.seconds + 10, partial(_concluded, asked, data))
            except (Rejected, BadInput):
                continue
            except TimeOut:
                counts["slow attacks"] += 1
                break
            except Exception:
                faults.append(f"{goal.words}: {traceback.format_exc(limit=-3)}: {str(data)[:300]}")
                continue
            counts["accepted"] += 1
            for answer, wanted in wrong:
                if all(entails(known, statement) for statement in wanted):
                    counts["false"] += 1
                    faults.append(
                        f"FALSE: {goal.words} -q {goal.question.name}: {answer}, not {truth}: "
                        f"{str(data)[:400]}"
                    )
            if time.process_time() > ends:
                break

    def forgeries(
        self, goal: Resolved, genuine: Certificate | None, chance: random.Random
    ) -> Iterator[dict[str, Json]]:
        """Certificates of doubtful origin."""
        beside = sorted((self.folder / goal.game.name).glob("*.json"))
        for path in chance.sample(beside, min(TRANSPLANTED, len(beside))):
            if path.stat().st_size <= LARGEST:
                yield plain(read(path).certificate)
        if genuine is None:
            return
        data = plain(genuine)
        words = sorted({*words_of(data), *getattr(goal.position, "players", ())})
        forger = Forger(chance.randrange(1 << 30), words, [])
        for _ in range(self.attacks):
            yield forger.mutated(data)

    # -- a fresh process ------------------------------------------------------------------------

    def folder_checked(self) -> list[str]:
        """The claims that ``gameproof check`` verifies, in a process of its own elsewhere."""
        done = subprocess.run(
            [sys.executable, "-m", "gameproof", "check", "--json", str(self.folder.resolve())],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
        )
        records = [json.loads(line) for line in done.stdout.splitlines()]
        self.faults.extend(f"check: {r}" for r in records if not r["verified"])
        if done.stderr:
            self.faults.append(f"check: {done.stderr[-1000:]}")
        return [record["claim"] for record in records if record["verified"]]

    def table(self) -> str:
        """The counts, and what did not come to an end."""
        lines = [f"{number:8} {name}" for name, number in self.found.items()]
        kept = defaultdict(list)
        for where in self.unfinished:
            name, _, method = where.rpartition(" by ")
            kept[method].append(name)
        lines += [f"no answer by {m} ({len(n)}): {' '.join(n[:4])}" for m, n in kept.items()]
        return "\n".join([*lines, *self.faults[:40]])


def others(goal: Resolved) -> list[str]:
    """Texts that may be answers to the question: its words, and what the corpus expects."""
    found = dict.fromkeys(goal.question.answers)
    found |= dict.fromkeys(expected().get((goal.game.name, goal.question.name), ()))
    for text in [text for text in found if text.lstrip("-").isdecimal()]:
        found |= dict.fromkeys(str(int(text) + step) for step in (-1, 1))
    return list(found)


@cache
def expected() -> dict[tuple[str, str], list[str]]:
    """The answers of the corpus by game and question."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for task in Tasks([DATA]):
        one = task.read()
        if one.expected is not None:
            question = files.find_question(files.find_game(one.game), one.question)
            found[one.game, question.name].append(one.expected)
    return found


def meant(goal: Resolved, answer: str) -> tuple[Statement, ...]:
    """What the answer says of the position; nothing where it says nothing."""
    try:
        value = goal.question.form.read(answer)
        return tuple(goal.question.meaning(goal.position, value, goal.arguments))
    except (BadInput, ValueError):
        return ()


def _concluded(asked: Goal[AnyPosition], data: dict[str, Json]) -> tuple[Statement, ...]:
    """What a forgery proves."""
    return conclude(asked, convert(listed(data))).statements


def forked(work: Any) -> Outcome | None:
    """What a function returns in a process of its own; ``None`` where that died."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(out)
        try:
            text = json.dumps(work())
            with os.fdopen(into, "w", encoding="utf-8") as stream:
                stream.write(text)
        finally:
            os._exit(0)
    os.close(into)
    with os.fdopen(out, encoding="utf-8") as stream:
        text = stream.read()
    os.waitpid(child, 0)
    found: Outcome | None = json.loads(text) if text else None
    return found


if __name__ == "__main__":
    given = sys.argv[2:]
    run = Corpus(Path(sys.argv[1]))
    if given:
        run = dataclasses.replace(run, seconds=float(given[0]))
    if len(given) > 1:
        run = dataclasses.replace(run, attacks=int(given[1]))
    good = run.run(given[2] if len(given) > 2 else "")
    print(run.table())
    sys.exit(0 if good else 1)
