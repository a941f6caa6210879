"""Nothing false is accepted: attacks on every kind of certificate, and answers by the oracle."""

from __future__ import annotations

import pytest

from gameproof.certificates.kinds import kinds
from gameproof.games.game import games
from gameproof.games.meaning.bad_input import BadInput
from gameproof.games.meaning.statement import Is
from gameproof.instances.instance import Resolved
from soundness.campaign import FAULTS, Campaign, Report, claims, genuine
from soundness.goals import goals
from soundness.oracle_boards_around import OUTER
from soundness.oracle_forced import FORCED
from soundness.oracle_paired import ANSWERS
from soundness.oracle_tetris import GOALS as TETRIS
from soundness.oracle_zones import ZONES
from soundness.rules_oracle import NoOracle, TooLarge, holds, value_of

ATTACKS = 16_000
ATTACKS_LONGER = 100_000
ATTACKS_SLOW = 2_000_000

WITHOUT_ORACLE = {
    "too large: tictactoe 5 2": "who stops whom on 25 cells, said beside the answer",
    **{
        f"too large: {words}": "plays of 48 to some hundred pieces"
        for words, _ in TETRIS
        if words.startswith("tetris-3partition ")
    },
}
"""What was derived and no oracle can know, with the reason."""

NOT_ASKED = {
    ("tictactoe", "opening-census"): "a sample, which proves nothing",
    ("tetris-3partition", "clear"): "boards of 48 pieces and more",
    ("tetris-3partition", "survive"): "boards of 48 pieces and more",
    ("tetris-3partition", "max-rows"): "boards of 48 pieces and more",
    ("tetris-3partition", "max-tetrises"): "boards of 48 pieces and more",
}
"""Questions without a tiny board, with the reason."""


@pytest.mark.parametrize("words", [*OUTER, *ANSWERS, *ZONES, *FORCED])
def test_what_is_made_by_hand_is_asked_for(words: str) -> None:
    """A board spelt in another order than a goal's is one that nothing is made for."""
    assert words in {goal.words for goal in goals()}


def judged(report: Report) -> None:
    """The table in print; no false acceptance, no crash, nothing slow, nothing unknown."""
    print(report.table())
    assert not report.false, "\n".join(report.false[:20])
    assert not report.crashes, "\n".join(report.crashes[:20])
    assert not report.slow, "\n".join(report.slow[:20])
    assert set(report.without_oracle) <= set(WITHOUT_ORACLE), dict(report.without_oracle)
    assert set(report.rows) == set(kinds())
    for tag, row in report.rows.items():
        assert row.genuine, f"no tiny board has a certificate of kind {tag}"
        assert row.accepted, f"no certificate of kind {tag} was accepted, not even a genuine one"
        assert row.attacks > report.attacks // len(report.rows) // 2, f"{tag} was hardly attacked"


def test_attacks(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        report = Campaign(seed=1).run(attempts=ATTACKS)
        print()
        judged(report)
    assert report.attacks >= ATTACKS


@pytest.mark.slow
def test_a_hundred_thousand_attacks(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        report = Campaign(seed=3).run(attempts=ATTACKS_LONGER)
        print()
        judged(report)
    assert report.attacks >= ATTACKS_LONGER


@pytest.mark.slow
def test_two_million_attacks(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        report = Campaign(seed=2).run(attempts=ATTACKS_SLOW)
        print()
        judged(report)
    assert report.attacks >= ATTACKS_SLOW


def test_no_method_fails_on_a_tiny_board() -> None:
    genuine()
    assert not FAULTS, "\n".join(FAULTS)


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_each_certificate_proves_its_own_answer_and_no_other(part: int) -> None:
    """Of the words of a choice question; and what was found is true by the oracle."""
    for found in genuine().values():
        for one in found[part::2]:
            words = goals()[one.goal].question.answers
            if words:
                goal = goals()[one.goal]
                said = claims(one.goal, one.data)
                assert said == [one.answer], f"{goal.words} -q {goal.question.name}: {said}"


def test_every_game_and_question_is_attacked() -> None:
    asked = {(goal.game.name, goal.question.name) for goal in goals()}
    for name, (game, _) in games().items():
        for question in game.questions:
            if (name, question.name) not in NOT_ASKED:
                assert (name, question.name) in asked, f"{name} -q {question.name}"
    assert not asked & set(NOT_ASKED)


def true_answers(goal: Resolved) -> list[str] | None:
    """The words of the question that the oracle finds true; ``None`` where the question has
    no sense on this board."""
    question, found, meant = goal.question, [], False
    for word in question.answers:
        try:
            wanted = question.meaning(goal.position, question.form.read(word), goal.arguments)
        except BadInput:
            continue
        meant = True
        for statement in wanted:
            if isinstance(statement, Is):
                asked = statement.quantity
                if value_of(goal.position, asked.name, dict(asked.arguments)) is None:
                    return None
        if all(holds(goal.position, statement) for statement in wanted):
            found.append(word)
    return found if meant else None


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(1, 16))]
)
def test_one_answer_of_each_choice_is_true(part: int) -> None:
    answered = {one.goal for found in genuine().values() for one in found}
    senseless, unknown = 0, set()
    for number, goal in enumerate(goals()):
        if not goal.question.answers or number % 16 != part:
            continue
        where = f"{goal.words} -q {goal.question.name} {goal.arguments}"
        try:
            found = true_answers(goal)
        except (NoOracle, TooLarge):
            unknown.add(f"too large: {goal.words}")
            continue
        except BadInput:
            found = None
        if found is None:
            senseless += 1
            assert number not in answered, where
        else:
            assert len(found) == 1, f"{where}: {found}"
    assert unknown <= set(WITHOUT_ORACLE)
    assert senseless < len(goals()) // 80, senseless
