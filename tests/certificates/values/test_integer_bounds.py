"""Whole numbers next to the values of Snort and Col: against the values, and forged."""

from __future__ import annotations

import random
from typing import Any

import pytest
from reference.proved import question_of

from gameproof.certificates.certificate import Certificate, Rejected, Use
from gameproof.certificates.files import CertificateFile, unseal
from gameproof.certificates.kernel import Goal, conclude, verify
from gameproof.certificates.strategies.together import Together
from gameproof.encodings.method import UNKNOWN, Finding, Options
from gameproof.encodings.short_games import parse_value
from gameproof.encodings.snort.integer_bounds import METHODS, gather
from gameproof.encodings.snort.outcome import rows_proved
from gameproof.encodings.snort.value import position_value
from gameproof.games.bit_sets import LARGEST
from gameproof.games.counts.snort_counts import plus
from gameproof.games.game import Colour
from gameproof.games.graph import Graph
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Is
from gameproof.games.short.value_questions import at_least, at_most
from gameproof.games.snort import COL, SNORT, Position, Rules, make_snort, opponent
from gameproof.instances.instance import from_words, resolve
from gameproof.prover.written import seal
from gameproof.solvers.limits import Limits

METHOD, AT_MOST, AT_LEAST = METHODS
PATH = make_snort(Graph.of(3, [(0, 1), (1, 2)]), red=[0])  # Red may play 1 and 2, Blue only 2
"""Not open alike to both: what is proved of one side says nothing of the other."""


def found(position: Position, seconds: float | None = None) -> Finding:
    return METHOD.run(position, Limits(seconds), Options())


def claims(position: Position, answer: str, certificate: Certificate) -> str:
    question = question_of(position.rules.name, "bounds")
    return verify(position, question, {}, answer, certificate).sentence


def drawn(rules: Rules, seed: int) -> Position:
    """A position of up to eight vertices after up to two moves."""
    rng = random.Random(seed)
    n = rng.randint(1, 8)
    edges = [(u, v) for v in range(n) for u in range(v) if rng.random() < 0.4]
    position = Position(rules, Graph.of(n, edges))
    for _ in range(rng.randint(0, 2)):
        if moves := position.moves():
            position = position.play(rng.choice(moves))
    return position


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("rules", [SNORT, COL], ids=["snort", "col"])
def test_the_numbers_are_next_to_the_value(rules: Rules, seed: int) -> None:
    position = drawn(rules, seed)
    finding = found(position)
    assert finding.certificate is not None
    assert isinstance(finding.answer, tuple)
    low, high = map(int, map(str, finding.answer))
    claims(position, f"{low} <= G <= {high}", finding.certificate)
    value = position_value(position, Limits())
    assert parse_value(str(low)) <= value <= parse_value(str(high))
    assert not parse_value(str(low + 1)) <= value
    assert not value <= parse_value(str(high - 1))


def test_a_board_whose_value_nobody_has() -> None:
    """5 x 5, written and read back; its arrays stand beside the text."""
    position: Any = resolve(from_words(["snort", "grid", "5", "5"], "bounds")).position
    finding = found(position)
    assert finding.certificate is not None
    read = unseal(seal(CertificateFile({}, "", finding.certificate))).certificate
    assert "<= 2, not >= -1, not <= 1" in claims(position, "-2 <= G <= 2", read)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rules", [SNORT, COL], ids=["snort", "col"])
def test_compared_with_one_number(rules: Rules, seed: int) -> None:
    position = drawn(rules, seed)
    value = position_value(position, Limits())
    for n in range(-position.graph.n - 1, position.graph.n + 2):
        options = Options(arguments={"integer": n})
        for method, truth in (
            (AT_MOST, value <= parse_value(str(n))),
            (AT_LEAST, parse_value(str(n)) <= value),
        ):
            finding = method.run(position, Limits(), options)
            assert finding.answer == truth
            assert finding.certificate is not None
            question = question_of(rules.name, method.question)
            for answer, right in (("yes", truth), ("no", not truth)):
                if right:
                    verify(position, question, options.arguments, answer, finding.certificate)
                    continue
                with pytest.raises(Rejected):
                    verify(position, question, options.arguments, answer, finding.certificate)


@pytest.mark.parametrize("red", [0, 1, 2])
@pytest.mark.parametrize("blue", [0, 1, 2])
def test_numbers_beyond_all_moves(red: int, blue: int) -> None:
    """On vertices next to none G = red - blue, if each is reserved; nothing is searched."""
    words = ["snort", "empty", str(red + blue)]
    words += ["--only-red", ",".join(map(str, range(red)))] if red else []
    words += ["--only-blue", ",".join(map(str, range(red, red + blue)))] if blue else []
    position: Any = resolve(from_words(words, "bounds")).position
    for n in range(-4, 5):
        for question, truth in (("at-most", red - blue <= n), ("at-least", red - blue >= n)):
            asked, arguments = question_of("snort", question), {"integer": n}
            right, wrong = ("yes", "no") if truth else ("no", "yes")
            if abs(n) > 2:
                verify(position, asked, arguments, right, Together())
            with pytest.raises(Rejected):
                verify(position, asked, arguments, wrong, Together())
            finding = (AT_MOST if question == "at-most" else AT_LEAST).run(
                position, Limits(), Options(arguments=arguments)
            )
            assert finding.answer is truth


def test_what_is_not_found_in_time_is_bounded() -> None:
    position: Any = resolve(from_words(["snort", "tree", "90", "seed", "0"], "bounds")).position
    finding = found(position, 0.0)
    assert (finding.answer, finding.certificate) == (UNKNOWN, None)
    assert "<= G <=" in finding.detail["bounds"]


# ---------------------------------------------------------------- forged


def genuine(position: Position) -> tuple[tuple[int, int], Together]:
    finding = found(position)
    match finding.answer, finding.certificate:
        case (int(low), int(high)), Together() as proof:
            return (low, high), proof
    raise AssertionError(finding)


def moved(key: object, by: int) -> int:
    assert isinstance(key, int)
    return key + by


def part(position: Position, *starters: Colour) -> Certificate:
    """Who wins a position, for these starts."""
    rows = []
    for starter in starters:
        won = mover_wins(position.turn(starter))
        rows.append((starter, starter if won else opponent(starter)))
    proof = rows_proved(position, tuple(rows), Limits())
    assert not isinstance(proof, str)
    return proof


def mover_wins(position: Position) -> bool:
    return any(not mover_wins(position.play(move)) for move in position.moves())


def test_the_wrong_numbers() -> None:
    """Larger or smaller ones than those proved, and such as lie the wrong way round."""
    (low, high), proof = genuine(PATH)
    claims(PATH, f"{low} <= G <= {high}", proof)
    for a in range(low - 2, high + 3):
        for b in range(low - 2, high + 3):
            if (a, b) != (low, high):
                with pytest.raises(Rejected):
                    claims(PATH, f"{a} <= G <= {b}", proof)


def test_every_part_is_needed() -> None:
    (low, high), proof = genuine(PATH)
    assert PATH.red_free != PATH.blue_free
    for left_out in range(len(proof.uses)):
        uses = tuple(use for i, use in enumerate(proof.uses) if i != left_out)
        with pytest.raises(Rejected, match="does not entail"):
            claims(PATH, f"{low} <= G <= {high}", Together(uses=uses))


def test_one_side_says_nothing_of_the_other() -> None:
    """... but where both may play on the same vertices."""
    for position in (PATH, make_snort(Graph.of(3, [(0, 1), (1, 2)]))):
        (_, high), _ = genuine(position)
        parts = [(n, part(plus(position, -n), "red")) for n in (high, high - 1)]
        statements = conclude(Goal(position, "bounds"), gather(parts)).statements
        sides = {one.quantity.name for one in statements if isinstance(one, Is)}
        alike = position.red_free == position.blue_free
        assert sides == ({"at-most", "at-least"} if alike else {"at-most"})


def test_the_start_of_one_player_proves_the_side_of_the_other() -> None:
    """Blue's start tells whether G >= n, and nothing of G <= n."""
    (low, _), _ = genuine(PATH)
    proof = gather([(low, part(plus(PATH, -low), "blue"))])
    (statement,) = conclude(Goal(PATH, "bounds"), proof).statements
    assert statement == Is(at_least(low), True)
    assert statement != Is(at_most(low), True)


def test_the_wrong_sum() -> None:
    """A part about G - n put beside another number, or taken from another position."""
    (low, high), proof = genuine(PATH)
    for by in (-1, 1):
        with pytest.raises(Rejected):
            claims(
                PATH,
                f"{low + by} <= G <= {high + by}",
                gather((moved(use.key, by), use.certificate) for use in proof.uses),
            )
    other = make_snort(Graph.of(3, [(0, 1), (1, 2)]), red=[1])  # Red alone may play: value 2
    with pytest.raises(Rejected):
        claims(other, f"{low} <= G <= {high}", proof)


def test_numbers_beyond_all_moves_are_refused() -> None:
    _, proof = genuine(PATH)
    for key in (5, -5, "1"):
        forged = Together(uses=(Use(proof.uses[0].certificate, key), *proof.uses))
        with pytest.raises(Rejected, match="nobody has more than 3 moves"):
            conclude(Goal(PATH, "bounds"), forged)


def test_nothing_proves_nothing() -> None:
    with pytest.raises(Rejected, match="no part says anything"):
        claims(PATH, "0 <= G <= 0", Together())


def test_more_vertices_than_a_board_may_have() -> None:
    with pytest.raises(BadInput):
        plus(PATH, LARGEST)


@pytest.mark.parametrize("text", ["1 <= G <= 0", "00 <= G <= 0", "-0 <= G <= 0", "0 <= G", ""])
def test_one_spelling(text: str) -> None:
    with pytest.raises(BadInput):
        question_of("snort", "bounds").form.read(text)
