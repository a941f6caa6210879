"""Genuine certificates of the kinds that are made most often, and corrupted ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import msgspec
import numpy as np
from soundness.attacks import Forger, words_of
from soundness.oracle_forced import forced

from gameproof.certificates.certificate import Certificate, Rejected
from gameproof.certificates.files import CertificateFile, Json, Sealed
from gameproof.certificates.strategies.strategy_stealing import StrategyStealing
from gameproof.certificates.zones.hold import Hold
from gameproof.encodings.each_move import together
from gameproof.encodings.method import Options
from gameproof.encodings.plays import build
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.position import AnyPosition
from gameproof.games.positional import Position
from gameproof.instances.contained import portable
from gameproof.instances.instance import Resolved, from_words, resolve
from gameproof.prover.prove import prove_with_certificate
from gameproof.prover.verify import verify_sealed
from gameproof.prover.written import seal
from gameproof.solvers.limits import Limits

PROVED = (
    ("tictactoe 5 2", "pairing", "hall"),
    ("tictactoe 5 2", "outcome", "pairing"),
    ("tictactoe 5 2", "outcome", "opening-pairing"),
    ("tictactoe 5 2 --rule weak", "outcome", "pairing"),
    ("tictactoe 6 2 --first a1 --to-move second", "outcome", "pairing"),
    ("tictactoe 6 2 --first a1;b2 --second c3 --to-move second", "own-pairing", "hall"),
    ("tictactoe 4 2", "outcome", "opening-pairing"),
    ("tictactoe 4 2 --rule weak", "outcome", "opening-pairing"),
    ("tictactoe 8 3", "own-pairing", "hall"),
    ("mnk 5 5 5", "pairing", "sat"),
    ("mnk 5 4 5", "outcome", "opening-pairing"),
    ("mnk 4 4 4 --to-move second", "outcome", "opening-pairing"),
    ("mnk 6 6 6", "outcome", "pairing"),
    ("tictactoe 5 2", "outcome", "potential"),
    ("tictactoe 4 2", "outcome", "regions"),
    ("tictactoe 8 2", "outcome", "degrees"),
    ("tictactoe 4 2", "pairing", "hall"),
    ("torus-row 8 8 8", "outcome", "pairing"),
    ("tictactoe 3 2", "outcome", "search"),
    ("tictactoe 2 2", "outcome", "search"),
    ("tictactoe 3 2 --rule weak", "outcome", "search"),
    ("tictactoe 3 2 --first a1 --second b1", "outcome", "search"),
    ("tictactoe 3 2 --first a1 --to-move second", "outcome", "search"),
    ("tictactoe 3 2 --first b2 --to-move second", "outcome", "search"),
    ("tictactoe 4 2 --rule weak", "outcome", "search"),
    ("mnk 3 4 3", "outcome", "search"),
    ("mnk 4 4 3 --rule weak", "outcome", "search"),
    ("mnk 3 3 2", "outcome", "search"),
    ("torus-row 3 3 3", "outcome", "search"),
    ("tictactoe 3 2 --plies 4", "win-within", "search"),
    ("tictactoe 3 2 --plies 7", "win-within", "search"),
    ("mnk 4 4 3 --plies 5", "win-within", "search"),
)
"""Words, question and method of proofs that our own methods make."""

PLAYED = (
    "tictactoe 3 2", "tictactoe 3 2 --rule weak", "tictactoe 2 2", "tictactoe 1 2", "mnk 2 3 2",
    "mnk 2 2 3", "torus-row 2 2 2", "nim 1 2 3", "nim 3 2", "subtraction 1 3 --heaps 4 3",
    "even-odd 5 4", "rook 2 3", "wythoff 3 5", "wythoff 2 2", "tictactoe 3 2 --second b2",
)  # fmt: skip
"""Boards small enough to be played out for a ``strategy``."""


"""Boards with a pairing, four cells of which become a region."""


@cache
def genuine() -> tuple[Sealed, ...]:
    """Certificate files that our checker accepts, of each of these kinds."""
    found = []
    for words, question, method in PROVED:
        instance = from_words(words.split(), question)
        proof = prove_with_certificate(
            instance, Limits(60), method=method, options=Options(explicit=True)
        )
        assert proof.sealed is not None, (words, method)
        found.append(proof.sealed)
    found += [_strategy(resolve(from_words(words.split(), "outcome"))) for words in PLAYED]
    found += [_both(), *_zones(), *_forced()]
    for sealed in found:
        verify_sealed(sealed)
    return tuple(found)


def _zones() -> Iterator[Sealed]:
    """Three in a row of seven: after a move on the third or fifth cell the second player takes the
    middle, else one of them; pairs do the rest."""
    turns = np.array([range(7), range(6, -1, -1)])
    certificate = Hold(
        turns, np.array([0, 1, 2, 2]), np.array([3, 2]),
        np.array([0, 2, 3, 3]), np.array([(0, 1), (5, 6), (4, 5)]),
        np.array([0, 0, 0, 3]), np.array([(3, 0, 0), (2, 1, 0), (4, 1, 1)]),
    )  # fmt: skip
    first = msgspec.structs.replace(certificate, opening=2)
    short = Hold(
        turns, np.array([0, 1]), np.array([2]), np.array([0, 1]), np.array([(4, 5)]),
        np.array([0, 0]), np.zeros((0, 3), np.int64), turn=1,
    )  # fmt: skip
    for words, answer, zones in (
        ("mnk 1 7 3 --rule weak", "breaker", certificate),
        ("mnk 1 7 3", "draw", certificate),
        ("mnk 1 7 3 --rule weak --to-move second", "breaker", first),
        ("mnk 1 7 3 --rule weak --first g1 --second e1", "breaker", short),
        ("mnk 1 7 3 --rule weak", "breaker", in_parts(7, SEVEN)),
        ("mnk 1 11 3 --rule weak --second f1 --to-move first", "breaker", in_parts(11, ELEVEN)),
    ):
        asked = resolve(from_words(words.split(), "outcome"))
        yield seal(CertificateFile(portable(asked), answer, zones, "tests"))


FORCED = (
    ("mnk 2 3 2", "first"), ("mnk 3 4 3 --first b2 --second a1", "first"),
    ("mnk 2 4 2 --second b1", "second"), ("mnk 3 4 3 --first a1;b2 --second a2;d3", "first"),
    ("tictactoe 3 2 --rule weak --first b2 --second a2", "first"), ("torus-row 2 2 2", "first"),
    ("mnk 4 4 3 --first b2;c3 --second b3 --to-move second", "first"),
    ("tictactoe 3 2 --rule weak --first b2 --to-move second", "first"),
)  # fmt: skip
"""Positions that are won by force, and by whom."""


def _forced() -> Iterator[Sealed]:
    for words, attacker in FORCED:
        asked = resolve(from_words(words.split(), "outcome"))
        position = cast("Position", asked.position)
        certificate = forced(position, attacker, random.Random(5))
        assert certificate is not None, words
        answer = attacker if position.rule == "strong" else "maker"
        yield seal(CertificateFile(portable(asked), answer, certificate, "tests"))


Nodes = list[tuple[list[int], list[list[int]], list[list[int]], list[list[int]]]]
SEVEN: Nodes = [
    ([], [[0, 1]], [], []),
    ([3], [], [], [[0, 0], [0, 1]]),
    ([2], [[4, 5]], [], []),
    ([], [], [[3, 1, 0], [2, 2, 0], [4, 2, 1]], []),
]
"""The same in parts: where the middle is taken, the pair at the left and its image at the right."""
ELEVEN: Nodes = [
    ([2], [], [], []),
    ([1], [[3, 4]], [], []),
    ([3], [[0, 1]], [], []),
    ([], [], [[2, 0, 0], [1, 1, 0], [3, 2, 0]], []),
    ([5], [], [], [[3, 0], [3, 1]]),
]
"""Where the middle of eleven is taken, the five cells on each side are a game by themselves."""


def in_parts(cells: int, nodes: Nodes) -> Hold:
    """Nodes in a row, each with its stones, pairs, answers and parts; the row may be turned."""
    ends = [np.cumsum([0, *(len(node[i]) for node in nodes)]) for i in range(4)]
    stones, pairs, answers, parts = ([x for node in nodes for x in node[i]] for i in range(4))
    turns = np.array([range(cells), range(cells - 1, -1, -1)])
    return Hold(
        turns, ends[0], np.array(stones), ends[1], np.array(pairs), ends[2], np.array(answers),
        part_ends=ends[3], parts=np.array(parts),
    )  # fmt: skip


def _strategy(asked: Resolved) -> Sealed:
    """The outcome by playing everything: a strategy of the winner, or of both for a draw."""
    position, known = asked.position, cast("dict[tuple[str, str], bool]", {})
    impartial = position.players == ("next", "previous")

    def reaches(here: AnyPosition, mover: str, side: str, results: tuple[str, ...]) -> bool:
        result = here.result()
        if result is not None:
            winner = other(position, mover) if impartial else result
            return winner in results
        name = (here.key(), mover)
        if name not in known:
            after = (
                reaches(here.play(m), other(position, mover), side, results) for m in here.moves()
            )
            known[name] = any(after) if mover == side else all(after)
        return known[name]

    mover = position.to_move
    aims = {p: (p,) for p in position.players}
    if getattr(position, "rule", "strong") == "weak":
        aims = {"first": ("maker",), "second": ("breaker",)}
    certificates: list[Certificate] = []
    answer = "draw"
    for side, aim in aims.items():
        known.clear()
        if reaches(position, mover, side, aim):
            answer = aim[0]
            certificates = [_built(position, side, aim, reaches)]
            break
        known.clear()
        if reaches(position, mover, side, (*aim, "draw")):
            certificates.append(_built(position, side, (*aim, "draw"), reaches))
    if impartial:
        answer = "N" if answer == mover else "P"
    one = certificates[0] if len(certificates) == 1 else together(*certificates)
    return seal(CertificateFile(portable(asked), answer, one, "tests"))


def _built(position: AnyPosition, side: str, aim: tuple[str, ...], reaches: Any) -> Certificate:
    impartial = position.players == ("next", "previous")

    def reply(here: AnyPosition) -> Any:
        mover = side if impartial else here.to_move
        return next(
            m for m in here.moves() if reaches(here.play(m), other(position, mover), side, aim)
        )

    return build([(position, side)], reply)


def other(position: AnyPosition, player: str) -> str:
    return next(p for p in position.players if p != player)


def _both() -> Sealed:
    """A pairing and strategy stealing, as parts."""
    asked = resolve(from_words(["tictactoe", "5", "2"], "outcome"))
    pairing = prove_with_certificate(from_words(["tictactoe", "5", "2"], "pairing"), Limits(60))
    assert pairing.certificate is not None
    parts = together(pairing.certificate, StrategyStealing())
    return seal(CertificateFile(portable(asked), "draw", parts, "tests"))


def documents() -> list[dict[str, Json]]:
    """The genuine files as JSON with every array inline, so that each place can be changed."""
    from gameproof.certificates.files import unseal
    from gameproof.prover.written import to_json

    found = []
    for sealed in genuine():
        record = unseal(sealed)
        document = json.loads(sealed.text)
        document["steps"] = cast("Json", to_json(record.certificate))
        document.pop("arrays", None)
        found.append(document)
    return found


def corrupted(seed: int, count: int) -> Iterator[bytes]:
    """Files with one to three things wrong: numbers, rows, fields, answers, boards, bytes."""
    originals = documents()
    chance = random.Random(seed)
    texts = sorted({w for d in originals for w in words_of(d["instance"])} | {"N", "P", "draw"})
    forger = Forger(seed, texts, [cast("Any", d["steps"])[-1] for d in originals])
    for _ in range(count):
        document = json.loads(json.dumps(chance.choice(originals)))
        kind = chance.randrange(20)
        if kind < 13:
            at = chance.randrange(len(document["steps"]))
            document["steps"][at] = forger.mutated(document["steps"][at])
        elif kind < 15:
            last = document["steps"][-1]
            others = [cast("Any", d["steps"])[-1] for d in originals]
            same = [step for step in others if step["kind"] == last["kind"]]
            document["steps"][-1] = forger.crossed(last, chance.choice(same))
        elif kind < 17:
            forger.change(
                document["instance"]["board"], chance.choice([*document["instance"]["board"]])
            )
        elif kind < 18:
            document["answer"] = chance.choice([*texts, "first", "second", "yes", "no", "exists"])
        elif kind < 19:
            forger.change(document["instance"], chance.choice([*document["instance"]]))
        text = json.dumps(document).encode()
        if kind == 19:
            at = chance.randrange(len(text))
            text = chance.choice(
                [text[:at], text[:at] + text[at + 1 :], text[:at] + b"0" + text[at:], text + b"1"]
            )
        yield text


def accepts(text: bytes, arrays: bytes | None = None) -> tuple[bool, str]:
    """Our own verdict on a file, with the reason."""
    try:
        return True, verify_sealed(Sealed(text, arrays)).sentence
    except (Rejected, BadInput) as reason:
        return False, str(reason)
