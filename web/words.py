"""An answer in words that need no knowledge of the field."""

from __future__ import annotations

from gameproof.games.game import AnyGame
from gameproof.games.meaning.question import AnyQuestion
from gameproof.prover.sides import sided

PLAYERS = {
    "first": "The first player",
    "second": "The second player",
    "red": "Red",
    "blue": "Blue",
    "maker": "Maker",
    "breaker": "Breaker",
    "x": "X",
    "o": "O",
}
WINS = {
    "N": "Whoever starts wins.",
    "P": "Whoever starts loses.",
    "L": "Red wins, whoever starts.",
    "R": "Blue wins, whoever starts.",
    "draw": "Nobody can force a win: it is a draw.",
    **{player: f"{said} wins." for player, said in PLAYERS.items()},
}
SAID = {
    ("pairing", "exists"): "The second player never loses: he stops every line by a pair of cells.",
    ("pairing", "impossible"): "There are too few cells to give every line a pair.",
    ("own-pairing", "exists"): "Every line can have a pair of its own.",
    ("own-pairing", "impossible"): "There are too few cells to give every line a pair of its own.",
    ("second-wins", "no"): "The second player cannot win.",
    ("second-wins", "yes"): "The second player can win.",
    ("drawn-position", "exists"): "A full board can be without a line.",
    ("drawn-position", "impossible"): "Every full board has a line.",
    ("clear", "yes"): "The board can be cleared.",
    ("clear", "no"): "The board cannot be cleared.",
    ("survive", "yes"): "Every piece can be placed.",
    ("survive", "no"): "Not every piece can be placed.",
}
MEASURED = {
    "grundy": "The position is worth a heap of {}.",
    "value": "The position is worth {}.",
    "mean": "On average the position is worth {}.",
    "temperature": "A move is worth {} here.",
    "winning-moves": "These moves win: {}.",
    "winning-plies": "These plies win: {}.",
    "max-rows": "At most {} rows can be cleared.",
    "matching": "A maximum matching has {} edges.",
}
OUTCOMES = ("outcome", "winner", "misere-outcome", "winning-strategy")


def headline(game: AnyGame, question: AnyQuestion, answer: object) -> str:
    """What was answered, in one sentence; the question beside the answer where it has no words of
    its own."""
    said = str(answer)
    if said in ("L", "R") and not sided(game.name, question.name):
        return f"{'Left' if said == 'L' else 'Right'} wins, whoever starts."
    if question.name in OUTCOMES and said in WINS:
        normal = "misere" not in question.name
        return WINS[said] if normal else f"{WINS[said][:-1]}, where the last move loses."
    if (question.name, said) in SAID:
        return SAID[question.name, said]
    if question.name in MEASURED and said not in ("", "none"):
        return MEASURED[question.name].format(said)
    return f"{question.text[0].upper()}{question.text[1:]} {said}"
