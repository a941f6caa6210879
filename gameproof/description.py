"""What there is: games, their words, questions and methods, as records."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MethodInfo:
    """A way to answer a question; ``only_by_name``: it is tried when it is named alone."""

    name: str
    theorem: str
    only_by_name: bool


@dataclass(frozen=True, slots=True)
class QuestionInfo:
    """A question: the words of its answers (none: a free answer), its own parameters, the
    methods in the order they are tried."""

    name: str
    text: str
    answers: tuple[str, ...]
    parameters: tuple[str, ...]
    methods: tuple[MethodInfo, ...]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game: its rule in a line, its words, its questions, the first being the default;
    ``origin`` is the installed package that it comes from."""

    name: str
    rule: str
    words: str
    questions: tuple[QuestionInfo, ...]
    examples: tuple[str, ...]
    source: str
    origin: str

    def question(self, name: str) -> QuestionInfo:
        """The question of that name; raises :class:`BadInput`."""
        from gameproof.games.meaning.bad_input import BadInput, hint

        for one in self.questions:
            if one.name == name:
                return one
        known = [one.name for one in self.questions]
        raise BadInput(
            f"{self.name} has no question {str(name)[:60]!r}{hint(str(name), known)} "
            f"(its questions: {', '.join(known)})",
            "question",
        )

    def __repr__(self) -> str:
        return f"GameInfo({self.name} {self.words}: {len(self.questions)} questions)"


def list_games() -> dict[str, GameInfo]:
    """Every game by its name, those of installed packages too."""
    from gameproof.games.game import games

    return {name: describe(name) for name in games()}


def describe(name: str) -> GameInfo:
    """One game; raises :class:`BadInput`."""
    from gameproof.instances.instance import find_game
    from gameproof.instances.words import usage
    from gameproof.prover.registry import entry

    joined = entry(find_game(name).name)
    game = joined.game
    questions = tuple(
        QuestionInfo(
            q.name,
            q.text,
            q.answers,
            tuple(p.name for p in q.parameters),
            tuple(MethodInfo(m.name, m.theorem, m.only_by_name) for m in joined.methods(q.name)),
        )
        for q in game.questions
    )
    return GameInfo(
        game.name, game.rule, usage(game), questions, game.examples, game.source, joined.origin
    )
