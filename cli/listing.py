"""``gameproof list``: games, their words, questions and methods."""

from __future__ import annotations

import json
from typing import Any

import click

from gameproof.cli import options as shared
from gameproof.games.game import AnyGame


@click.command(name="list")
@click.argument("game", required=False)
@click.option(
    "--certificates", is_flag=True, help="The kinds of certificates: scope, theorem, evidence."
)
@shared.as_json
def command(game: str | None, certificates: bool, json_: bool) -> None:
    """Games, questions and methods; with GAME, everything about one of them."""
    if certificates:
        _certificates(json_)
        return
    from gameproof.games.game import games
    from gameproof.games.plugins import PluginFailed, left_out
    from gameproof.instances.instance import find_game
    from gameproof.instances.known_names import NAMES, known

    if game and (meant := known(game)) is not None:
        game = meant.game
    chosen = [find_game(game)] if game else [g for g, _ in games().values()]
    for one in sorted(chosen, key=lambda g: g.name):
        try:
            entry = describe(one)
        except PluginFailed as failure:
            if game:
                raise
            left_out(failure)
            continue
        if json_:
            click.echo(json.dumps(entry, ensure_ascii=False))
        elif game:
            _show(entry)
        else:
            asked = ", ".join(q["name"] + ("" if q["methods"] else " (rules only)")
                              for q in entry["questions"])  # fmt: skip
            click.echo(f"{entry['name']} {entry['words']}".rstrip())
            click.echo(f"    {entry['rule']}")
            click.echo(f"    questions: {asked}")
            if entry["from"] != "gameproof":
                click.echo(f"    from: {entry['from']}")
    if not (game or json_):
        click.echo("other names:")
        for called, words in NAMES.items():
            click.echo(f"    {called}: {' '.join(words.words([]))}")


def describe(game: AnyGame) -> dict[str, Any]:
    """A game as JSON: words, rule, questions with their methods and exports."""
    from gameproof.instances.words import usage
    from gameproof.prover.registry import entry

    joined = entry(game.name)
    return {
        "type": "game",
        "name": game.name,
        "from": joined.origin,
        "instances": str(joined.instances) if joined.instances else None,
        "words": usage(game),
        "rule": game.rule,
        "source": game.source,
        "examples": list(game.examples),
        "parameters": [
            {"name": ("--" if p.option else "") + p.name, "kind": p.kind, "help": p.help}
            for p in game.parameters
        ],
        "questions": [
            {
                "name": q.name,
                "text": q.text,
                "answers": list(q.answers),
                "arguments": [{"name": "--" + p.name, "help": p.help} for p in q.parameters],
                "methods": [{"name": m.name, "theorem": m.theorem}
                            for m in joined.methods(q.name)],
                "exports": [e.description for e in joined.exports(q.name)],
            }
            for q in game.questions
        ],
    }  # fmt: skip


def _show(entry: dict[str, Any]) -> None:
    click.echo(f"{entry['name']} {entry['words']}".rstrip())
    click.echo(f"  {entry['rule']}")
    if entry["from"] != "gameproof":
        click.echo(f"  from: {entry['from']}")
        if entry["instances"]:
            click.echo(f"  instances: {entry['instances']}")
    if entry["source"]:
        click.echo(f"  source: {entry['source']}")
    for p in entry["parameters"]:
        click.echo(f"  {p['name']}: {p['help'] or p['kind']}")
    for q in entry["questions"]:
        answers = " | ".join(q["answers"]) or "text"
        click.echo(f"\n  -q {q['name']}: {q['text']} ({answers})")
        for a in q["arguments"]:
            click.echo(f"     {a['name']}: {a['help']}")
        for m in q["methods"]:
            click.echo(f"     by {m['name']}: {m['theorem']}")
        for e in q["exports"]:
            click.echo(f"     encode: {e}")
    if entry["examples"]:
        click.echo("\n  for example:")
        for example in entry["examples"]:
            click.echo(f"     gameproof solve {example}")


def _certificates(json_: bool) -> None:
    """What each kind of certificate proves, and on what it rests, in its own words."""
    import textwrap

    from gameproof.certificates.kinds import kinds

    for tag, kind in sorted(kinds().items()):
        entry = kind.describe()
        if json_:
            click.echo(json.dumps(entry, ensure_ascii=False))
            continue
        click.echo(tag)
        for name in ("derives", "positions", "laws", "theorem", "evidence"):
            value = entry[name]
            text = ", ".join(value) if isinstance(value, list) else str(value)
            for line in textwrap.wrap(f"{name}: {text}", 96, break_on_hyphens=False):
                click.echo(f"  {line}")
