"""Word geography as directed edge geography on the letters."""

from __future__ import annotations

from gameproof.certificates.certificate import Certificate
from gameproof.encodings.each_move import gather
from gameproof.encodings.geography.search import SEARCH, Search
from gameproof.encodings.method import Encoding, Finding, Method, Options
from gameproof.encodings.plays import build
from gameproof.games.geography import Position as Walk
from gameproof.games.words import PLAYERS, Position, moves_text
from gameproof.solvers.limits import Limits


class WordSearch:
    """The search on letters, asked in words."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.search = Search(Walk(position.graph, True), limits)
        self.limits = limits

    def wins(self, position: Position) -> bool:
        """Does the next player win?"""
        walk = position.as_geography()
        if walk is None:
            return any(not self.wins(position.play(word)) for word in position.moves())
        return self.search.wins(walk)

    def winning_word(self, position: Position) -> str | None:
        """A word that leaves the opponent lost, ``None`` without one."""
        return next((w for w in position.moves() if not self.wins(position.play(w))), None)

    def strategy(self, position: Position) -> Certificate:
        """The winner's strategy as a graph of positions."""
        winner = position.to_move
        if not self.wins(position):
            winner = next(name for name in PLAYERS if name != winner)

        def reply(here: Position) -> str:
            word = self.winning_word(here)
            if word is None:
                raise RuntimeError(f"no winning word at {here}")
            return word

        return build([(position, winner)], reply, tick=self.limits.check)


def decide(position: Position, limits: Limits, options: Options) -> Finding:
    """N or P, with a winning word for N."""
    search = WordSearch(position, limits)
    word = search.winning_word(position)
    certificate = search.strategy(position) if options.certificate else None
    stats = {"nodes": search.search.geography.nodes}
    if word is None:
        return Finding("P", certificate, stats)
    return Finding("N", certificate, stats, winning_moves=(word,))


def winning_words(position: Position, limits: Limits, options: Options) -> Finding:
    """All words that leave the opponent lost; every other word refuted."""
    search = WordSearch(position, limits)
    winning, decided = [], []
    for word in position.moves():
        after = position.play(word)
        lost = not search.wins(after)
        if lost:
            winning.append(word)
        if options.certificate:
            decided.append((word, search.strategy(after)))
    certificate = gather(decided) if options.certificate else None
    stats = {"nodes": search.search.geography.nodes}
    return Finding(moves_text(winning), certificate, stats)


ENCODING = Encoding(
    methods=(
        Method("outcome", "search", decide, SEARCH),
        Method("winning-moves", "search", winning_words, SEARCH),
    )
)
