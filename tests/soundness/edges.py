"""Files at the edges: certificate and instance files with one to three things wrong with them.

Whatever a file holds, its check ends within its limit with a verdict or one line about the input.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

from reference.alarm import within

from gameproof.certificates.certificate import Rejected
from gameproof.certificates.files import Json, NoCertificate, Sealed, convert
from gameproof.cli.check import check_file
from gameproof.cli.guard import TimeOut
from gameproof.cli.status import Status
from gameproof.games.game import games
from gameproof.prover.verify import verify_sealed
from soundness.attacks import Forger, listed, plain, words_of

NEAR = 3.0
"""Seconds after which a check goes on in a process of its own."""
LIMIT = 10.0
"""Seconds that it then has."""
BEYOND = 5.0
"""Seconds that a busy machine may take to end it."""

NUMBERS = (0, -1, 1, 2, 3, 5, 12, 16, 30, 64, 100, 255, 1000, 4096, 10**5, 10**6, 2**31 - 1, 2**31,
           2**53 + 1, 2**62, 2**63, 2**64, 10**30, 10**4000, -(10**5000))  # fmt: skip
TEXTS = ("", " ", "-", "0", "x", "\ud800", "\u0661", "\u00b2", "1_0", "+1", "0x1", "a b", "-1",
         "--red", "'", '"', "\0", "\u202e", "path 4", "path 1000000", "complete 3000",
         "gnp 9 0.5 seed 1",
         "9" * 5000)  # fmt: skip
ARRAYS: tuple[Json, ...] = (
    {"numbers": [], "dtype": "|u1", "shape": [0]},
    {"numbers": [0, 1], "dtype": "<i8", "shape": [1, 2]},
    {"numbers": [0.5], "dtype": "<f8", "shape": [1]},
    {"numbers": [True], "dtype": "|b1", "shape": [1, 1]},
    {"numbers": [1], "dtype": "<i4", "shape": []},
    {"array": "a0"},
)
PLAIN: tuple[Json, ...] = (
    None,
    True,
    False,
    0.5,
    1e300,
    [],
    {},
    [[]],
    [None],
    {"": 0},
    [1, [2, [3]]],
)


class Mutants:
    """Mutants of documents that gameproof wrote; seeded."""

    def __init__(self, seed: int, documents: list[dict[str, Json]]) -> None:
        sys.set_int_max_str_digits(0)  # a mutant may hold a number of any length
        self.random = random.Random(seed)
        self.documents = documents
        parts = [plain(convert(d["steps"])) for d in documents if "steps" in d]
        words = sorted({word for d in documents for word in words_of(d) if len(word) < 40})
        self.forger = Forger(seed, words, parts)
        self.parts = parts
        self.questions = {
            name: [q.name for q in games()[name][0].questions]
            for name in {str(self.instance(d)["game"]) for d in documents} & set(games())
        }

    @staticmethod
    def instance(document: dict[str, Json]) -> dict[str, Any]:
        """The instance in a certificate file, or the file itself."""
        return cast("dict[str, Any]", document.get("instance", document))

    def __iter__(self) -> Iterator[bytes]:
        while True:
            document = json.loads(json.dumps(self.random.choice(self.documents)))
            if "steps" in document and self.random.random() < 0.2:
                document["steps"] = listed(self.forger.mutated(plain(convert(document["steps"]))))
            else:
                for _ in range(self.random.choice([1, 1, 1, 2, 3])):
                    self.change(document)
            yield self.spelt(document)

    def change(self, document: dict[str, Json]) -> None:
        """One thing wrong."""
        instance = self.instance(document)
        way = self.random.randrange(7)
        if way == 0 and isinstance(instance, dict) and isinstance(instance.get("board"), dict):
            self.somewhere(instance["board"])
        elif way == 1:
            self.somewhere(instance)
        elif way == 2 and "steps" in document:
            self.somewhere(document["steps"])
        elif (
            way == 3 and isinstance(instance, dict) and str(instance.get("game")) in self.questions
        ):
            instance["question"] = self.random.choice(self.questions[str(instance["game"])])
            if "steps" in document and self.random.random() < 0.7:
                document["steps"] = [{"kind": "definition"}]
        elif way == 4 and self.parts and "steps" in document:
            document["steps"] = json.loads(json.dumps(listed(self.random.choice(self.parts))))
        elif way == 5 and isinstance(instance, dict) and isinstance(instance.get("board"), dict):
            numbers = [k for k, v in instance["board"].items() if isinstance(v, int)]
            for key in numbers:  # all of them at once: a larger board of the same game
                instance["board"][key] = self.random.choice(NUMBERS[:16])
        else:
            self.somewhere(document)

    def somewhere(self, tree: Json) -> None:
        """Another value at one place of a tree, or a name more or less."""
        places: list[tuple[Any, Any]] = []
        waiting = [tree]
        while waiting:
            value = waiting.pop()
            inside = (
                list(value.items())
                if isinstance(value, dict)
                else list(enumerate(value))
                if isinstance(value, list)
                else []
            )
            places += [(value, key) for key, _ in inside]
            waiting += [part for _, part in inside]
        if not places:
            return
        holder, key = self.random.choice(places)
        way = self.random.randrange(10)
        if way == 0 and isinstance(holder, dict):
            holder[self.random.choice(TEXTS)] = self.value()
        elif way == 1:
            del holder[key]
        elif way == 2 and isinstance(holder, list):
            holder.insert(key, holder[key])
        elif way == 3:
            holder[key] = [holder[key]]
        elif way == 3 and isinstance(holder[key], int):
            holder[key] = self.random.choice([str(holder[key]), float(holder[key] % 2**40)])
        else:
            holder[key] = self.value()

    def value(self) -> Json:
        kinds: tuple[tuple[Json, ...], ...] = (NUMBERS, NUMBERS, NUMBERS, TEXTS, ARRAYS, PLAIN)
        chosen = self.random.choice(self.random.choice(kinds))
        return cast("Json", json.loads(json.dumps(chosen)))

    def spelt(self, document: Json) -> bytes:
        """The text of a document, now and then with something wrong in the bytes."""
        sys.set_int_max_str_digits(0)
        text = json.dumps(document, ensure_ascii=self.random.random() < 0.5).encode(
            "utf-8", "surrogatepass"
        )
        way = self.random.randrange(40)
        if way == 0:
            return text.decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass")
        if way == 1:
            return b"\xef\xbb\xbf" + text
        if way == 2:
            return text.replace(b":", b" : ")
        if way < 8 and text:
            at = self.random.randrange(len(text))
            return self.random.choice(
                [text[:at], text[:at] + text[at + 1 :], text[:at] + b"0" + text[at:],
                 text[:at] + bytes([self.random.randrange(256)]) + text[at + 1 :], text + b"1"]
            )  # fmt: skip
        return text


@dataclass(slots=True)
class Report:
    """What became of mutants: how many by status, those that were checked beyond their limit,
    and those that gameproof itself stumbled over."""

    statuses: Counter[str] = field(default_factory=Counter)
    beyond: list[tuple[float, bytes]] = field(default_factory=list)
    faults: list[tuple[str, bytes]] = field(default_factory=list)
    longest: float = 0.0


def checked(mutants: Iterator[bytes], count: int, limit: float = LIMIT) -> Report:
    """Check so many mutants as ``gameproof check`` does; one that comes near its limit is checked
    again as a file, in a process that is ended there."""
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "mutant.json")
        for _ in range(count):
            text = next(mutants)
            begun = time.monotonic()
            try:
                within(NEAR, partial(verify_sealed, Sealed(text)))
                report.statuses["DONE"] += 1
                said = ""
            except Rejected as reason:
                report.statuses["REFUTED"] += 1
                said = str(reason)
            except NoCertificate as reason:
                report.statuses["USAGE"] += 1
                said = str(reason)
            except (TimeOut, MemoryError):
                path.write_bytes(text)
                begun = time.monotonic()
                record = check_file(path, limit, 1 << 32)
                report.statuses[Status(record["status"]).name] += 1
                said = str(record.get("reason"))
            except Exception as error:
                report.faults.append((repr(error), text))
                continue
            if "cannot be checked" in said:
                report.faults.append((said, text))
            took = time.monotonic() - begun
            report.longest = max(report.longest, took)
            if took > limit + BEYOND:
                report.beyond.append((took, text))
    return report
