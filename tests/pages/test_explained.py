"""Every kind of proof is explained to a student, and answers are said in plain words."""

from __future__ import annotations

import html
import json
import re

import pytest
from reference.picture_gate import faults

import gameproof as gp
from gameproof.certificates.kinds import kinds
from gameproof.games.game import games
from gameproof.instances.instance import find_question, from_words, resolve
from gameproof.pictures.graphs.drawn import graph_facts
from gameproof.pictures.picture import Picture
from gameproof.prover.prove import prove_with_certificate
from gameproof.solvers.limits import Limits
from gameproof.web.explained import NAMED, PACKAGES, TREE, argument
from gameproof.web.page import page
from gameproof.web.scripts import EXPLORER, static
from gameproof.web.words import headline


@pytest.mark.parametrize("tag", sorted(kinds()))
def test_a_kind_is_explained(tag: str) -> None:
    kind = kinds()[tag]
    found = argument(tag, kind.record.__module__)
    assert 2 <= found.text.count(". ") + 1 <= 5
    assert found is not TREE or "strategies" in kind.record.__module__ or "strategy" in tag


def test_figures_are_whole() -> None:
    for found in {one.text: one for _, one in (*NAMED, *PACKAGES)}.values():
        assert faults(Picture("", found.svg())) == []


@pytest.mark.parametrize(
    ("words", "question", "answer", "said"),
    [
        ("tictactoe", "outcome", "draw", "Nobody can force a win: it is a draw."),
        ("tictactoe", "outcome", "first", "The first player wins."),
        ("nim", "outcome", "N", "Whoever starts wins."),
        ("nim", "misere-outcome", "P", "Whoever starts loses, where the last move loses."),
        ("snort", "outcome", "L", "Red wins, whoever starts."),
        ("snort", "value", "{1|-1}", "The position is worth {1|-1}."),
        ("tictactoe", "sets", "12", "How many winning sets does the first player have? 12"),
    ],
)
def test_an_answer_in_plain_words(words: str, question: str, answer: str, said: str) -> None:
    assert headline(games()[words][0], find_question(games()[words][0], question), answer) == said


def test_every_game_can_be_asked_for_its_outcome_in_words() -> None:
    for game in gp.list_games().values():
        found = games()[game.name][0]
        assert headline(found, found.questions[0], "N").endswith((".", "N"))


@pytest.mark.parametrize("scripts", [EXPLORER, ("boards", "draw")])
def test_no_script_takes_the_name_of_another(scripts: tuple[str, ...]) -> None:
    """They share one scope, where a second function of a name takes the place of the first."""
    pattern = r"^(?:async )?(?:function\*?|class|const|let) (\w+)"
    found = [name for one in scripts for name in re.findall(pattern, static(f"{one}.js"), re.M)]
    assert len(found) > 20
    assert {name for name in found if found.count(name) > 1} == set()


@pytest.mark.parametrize(
    "words", ["snort grid 5 5", "geography grid 3 4 --start 0", "snort path 7"]
)
def test_a_page_draws_a_graph_where_the_pictures_do_and_tells_the_rules(words: str) -> None:
    """Oracle: the layout of the graph as it was asked for; a file holds its edges alone."""
    instance = from_words(words.split())
    proof = prove_with_certificate(instance, Limits(20))
    assert proof.sealed is not None
    text = page(proof.sealed)
    facts = json.loads(re.search(r'id="facts">(.*?)</script>', text)[1])  # type: ignore[index]
    asked = resolve(instance)
    assert facts["view"]["graph"]["points"] == graph_facts(asked.position.graph)["points"]  # type: ignore[attr-defined]
    rule = asked.game.rule
    assert f'<p class="rule">{html.escape(rule[0].upper() + rule[1:])}.</p>' in text
