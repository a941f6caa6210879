"""The shipped corpus by every method, within a bounded time; the whole is run by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from soundness.corpus import Corpus, others
from soundness.goals import goals


def test_others_are_answers_of_the_question() -> None:
    goal = next(g for g in goals() if g.question.name == "outcome" and g.game.name == "nim")
    assert set(others(goal)) == {"N", "P"}


@pytest.mark.slow
def test_every_method_on_every_instance_of_the_corpus(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two seconds a method: what is answered by then is verified afresh, and deceives nobody."""
    corpus = Corpus(tmp_path, seconds=2.0, attacks=10)
    corpus.run()
    with capsys.disabled():
        print()
        print(corpus.table())
    assert not corpus.faults, "\n".join(corpus.faults[:20])
    assert corpus.found["files"] == corpus.found["verified afresh"] > 500
