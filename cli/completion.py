"""What the shell completes: games, their options and questions, graph words, files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from gameproof.games.game import AnyGame


def _items(found: Iterable[tuple[str, str]], begun: str) -> list[CompletionItem]:
    return [CompletionItem(word, help=text) for word, text in found if word.startswith(begun)]


def _typed(ctx: click.Context) -> Sequence[str]:
    return [str(word) for word in ctx.params.get("words") or ctx.args]  # args: an option broke off


def _game(words: Sequence[str]) -> AnyGame | None:
    from gameproof.games.game import games
    from gameproof.instances.known_names import known

    name = words[0] if words else ""
    meant = known(name)
    found = games().get(name if meant is None else meant.game)
    return None if found is None else found[0]


def words(ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """A game, then what its next word may be; a file is always possible."""
    from gameproof.games.game import games
    from gameproof.instances.graphs import FAMILIES
    from gameproof.instances.known_names import NAMES

    typed = _typed(ctx)
    file = CompletionItem(begun, type="file")
    if not typed:
        known = [(name, game.rule) for name, (game, _) in games().items()]
        known += [(called, " ".join(words.words([]))) for called, words in NAMES.items()]
        return [*_items(known, begun), file]
    game = _game(typed)
    if game is None:
        return [file]
    last = typed[-1].removeprefix("--") if typed[-1].startswith("--") else None
    places = [p for p in game.parameters if not p.option]
    place = next((p for p in game.parameters if p.option and p.name == last), None)
    if place is None:
        place = places[min(len(typed) - 1, len(places) - 1)] if places else None
    if place is None:
        return [file]
    if place.kind == "choice":
        return _items(((choice, "") for choice in place.choices), begun)
    if place.on_graph:
        named = ((name, " ".join(family.parameters)) for name, family in FAMILIES.items())
        return [*_items(named, begun), file] if len(typed) == 1 else []
    return [file] if place.kind == "file" else []


def options(ctx: click.Context, begun: str) -> list[CompletionItem]:
    """The options of the game that was typed, and those of its questions."""
    game = _game(_typed(ctx))
    if game is None:
        return []
    own = [p for p in game.parameters if p.option]
    asked = [p for q in game.questions for p in q.parameters]
    found = {f"--{p.name}": p.help for p in (*own, *asked)}
    return _items(found.items(), begun)


def questions(ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The questions of the game that was typed, of every game before one was."""
    from gameproof.games.game import games

    game = _game(_typed(ctx))
    listed = [game] if game is not None else [g for g, _ in games().values()]
    return _items({q.name: q.text for g in listed for q in g.questions}.items(), begun)
