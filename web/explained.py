"""How each kind of argument works, for a student: a few sentences and a figure.

The kinds are many, the arguments few: a kind is told by the words of its name, else by the package
that it stands in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gameproof.pictures.sheet.drawing import Drawing
from gameproof.web import figures


@dataclass(frozen=True)
class Argument:
    """What is said, and a drawing that takes ``(drawing)`` and draws on it."""

    text: str
    figure: Callable[[Drawing], None]

    def opening(self) -> str:
        """The first three sentences, which stand beside the board until something is played."""
        return " ".join(re.split(r"(?<=[.?!]) ", self.text)[:3])

    def svg(self) -> str:
        """The figure; the page that it stands in makes it dark."""
        drawing = Drawing(200, 120, self.figure.__doc__ or "")
        self.figure(drawing)
        return drawing.svg()


def argument(name: str, module: str) -> Argument:
    """The argument of a kind of certificate, by its name (that of the theorem where its evidence
    names one) and the module that it stands in."""
    for part, found in NAMED:
        if part in name:
            return found
    for part, found in PACKAGES:
        if f".{part}" in module:
            return found
    return TREE


TREE = Argument(
    "The proof is a strategy: for every move that the opponent may make it holds one answer, and "
    "so on until the game is over. Whoever follows it never has to think. To check it, one walks "
    "over all of the opponent's moves, and sees at each end that the promised result is there; "
    "nothing is said of the other moves of the proof's own side, which nobody needs.",
    figures.tree,
)
PAIRS = Argument(
    "Every line owns two of its cells, a pair (one number on the board), and no cell is owned "
    "twice. Whenever the opponent takes one cell of a pair, take the other one. So he can never "
    "have both, and so he can never have a whole line. It does not matter in which order he plays, "
    "and there is nothing to look ahead for.",
    figures.pairs,
)
VALUES = Argument(
    "Each part of the position is worth as much as a heap of a certain size: the least number "
    "that none of its moves leads to. Heaps add without carry, which is written ⊕: each binary "
    "column by itself, so that 4 ⊕ 5 = 1. Whoever leaves the sum 0 wins: a move changes one heap, "
    "so it changes some column and leads away from 0, and from elsewhere some move leads to it. "
    "At the end everything is 0. So one number a part is enough, however large the whole is.",
    figures.values,
)
PARTIZAN = Argument(
    "A game is not worse than another one when whoever moves second can play the first against "
    "the other, mirrored, and not lose. So to show that two games are equal one plays one of "
    "them against the other: the second player wins that play, whoever starts. Games that are "
    "equal may take each other's place in every sum, and each has one simplest form, its value. "
    "The checker plays through the tables of the file, and sees who moves last.",
    figures.against,
)
TABLES = Argument(
    "The table says of every position that can come about who wins it. A position is won where "
    "some move leads to one that the opponent loses, and lost where each move leads to one that "
    "he wins; the checker looks at every entry with all its moves.",
    figures.tree,
)
NAMED: Sequence[tuple[str, Argument]] = (
    ("beck", Argument(
        "A line of which k cells are still missing is worth 1 in 2^k to Maker. He always takes "
        "the cell where the lines through it are worth most. Breaker's answer can spoil lines, "
        "but two cells share few lines, so the sum over all lines falls by little. It is so "
        "large at the start that something is left when the board is full: a line without a "
        "stone of Breaker, which is Maker's.",
        figures.danger)),
    ("hold", Argument(
        "Pairs hold lines: whenever the opponent takes one cell of a pair, take the other one. "
        "Parts that share no cell hold all their lines together, each played by itself. Where "
        "pairs are not enough yet, some answers are listed: whatever the opponent takes, it "
        "disturbs one of them at most, and after another one the parts go on.",
        figures.zone)),
    ("retrograde", TABLES),
    ("games", PARTIZAN),
    ("refutations", Argument(
        "Somebody who has more places of his own, or whose opponent has fewer, is not worse off. "
        "So a position that is better for the loser of a known one need not be looked at again: "
        "it is enough to refute the best moves, and each of them in the hardest position that it "
        "can lead to. The file lists those; the checker compares them and follows the answers.",
        figures.tree)),
    ("snort-strategy", Argument(
        "The board falls into parts that have nothing to do with each other. Of each part the "
        "file says how it stands: whose moves are left over, or that it is a switch, which is "
        "worth much to whoever plays there first. The strategy answers a move inside its part "
        "where that is enough, and else takes the hottest switch. What is left over when all "
        "switches are taken decides.",
        figures.tree)),
    ("definition object", Argument(
        "The proof is an example. Whoever doubts it looks at it, and counts what has to be "
        "counted: how it was found does not matter.",
        figures.model)),
    ("kernel  none", Argument(
        "Suppose there were an even kernel with the token in it. Count the edges between it and "
        "a certain set of vertices in two ways: from one end their number is even, from the "
        "other end odd. Both cannot be. So there is no such kernel.",
        figures.matching)),
    ("images", image := Argument(
        "A symmetry (half a turn, or a mirror) takes every vertex to another one, its image. "
        "Whoever answers each move with its image always can: after each of his answers the images "
        "of one player's pieces are the other's, so where the opponent may play, he may play the "
        "image. So he is never the one who has no move, and whoever has no move loses.",
        figures.image)),
    ("matching", Argument(
        "Join vertices in pairs along edges, as many as possible. Whoever stands on a matched "
        "vertex walks to its partner, and the two vanish together. If the opponent ever reached "
        "a vertex without a partner, one could have matched more: so a partner is always there, "
        "and he is the first who is stuck.",
        figures.matching)),
    ("kernel", Argument(
        "Some vertices are a kernel: every vertex outside has a way into it, and no way (or an "
        "even number of ways) leads from one of its vertices to another. Whoever moves into the "
        "kernel wins: the opponent has to leave it, and one can go back into it, until he has no "
        "move.",
        figures.matching)),
    ("connection", join := Argument(
        "Two stones with two free cells between them are as good as joined: whichever cell the "
        "opponent takes, take the other. Such bridges are put together, one after another, until "
        "they reach from side to side. What the opponent spoils is mended at once by its other "
        "half.",
        figures.join)),
    ("shorter", join),
    ("potential", Argument(
        "A line that the opponent can still fill, k of its cells being free, is dangerous by 1 in "
        "2^k. The sum over all lines is less than a half at the start. Always take the cell where "
        "most danger meets: that takes away at least as much as the next move of the opponent can "
        "add, for it doubles what meets in one cell. So the sum never grows over two moves, and a "
        "finished line, which would be worth 1, can never come about.",
        figures.danger)),
    ("hall  none", few := Argument(
        "A pairing gives each line two cells of its own. Here are some lines that have, all "
        "together, fewer cells than twice their number. So there cannot be such pairs, however "
        "they are chosen.",
        figures.few)),
    ("weights", few),
    ("orbit", PAIRS),
    ("til", Argument(
        "The board falls into regions. In each of them the defender can stop all lines that "
        "cross it, playing there alone and second. So he answers every stone inside its own "
        "region, and what happens elsewhere does not matter.",
        figures.region)),
    ("force", Argument(
        "Each move threatens to complete a line, so the opponent has no choice where to answer. "
        "In the end one move makes two threats, and only one can be stopped. Moves elsewhere on "
        "the board change nothing: one answer serves them all.",
        figures.force)),
    ("ply-by-ply", Argument(
        "Of every position that can come about the file names the player's answer, and nothing "
        "else: the checker plays all moves of the other himself and looks up what comes next. "
        "Where stones fall, the list may end early: if the other drops a stone, drop one onto it. "
        "So every second free cell of a column is the player's, and if these stop all lines of "
        "the other, or complete one, no more has to be listed. Nor has it where the other must "
        "at last drop a stone below the cell that the player needs. In Domineering it ends where "
        "the player has more dominoes that nobody can take from him than the other has left.",
        figures.tree)),
    ("hold", Argument(
        "Inside a zone the player holds whatever he has to, whoever owns the rest of the board: "
        "he answers a stone in a pair with its partner, one in a part inside that part. So a "
        "move of the opponent outside of the zone needs no answer of its own, and one page of "
        "proof serves very many moves.",
        figures.zone)),
    ("steal", Argument(
        "If the second player had a winning strategy, the first could put a stone anywhere and "
        "then play that strategy himself: a stone too many never harms. So the second player has "
        "none. Nobody learns from this how to play; it only says who cannot win.",
        figures.earlier)),
    ("paired", PAIRS),
    ("pairing", PAIRS),
    ("hall", PAIRS),
    ("map  inside", Argument(
        "A smaller board is hidden in this one: each of its lines holds a line here. What is "
        "proved of the smaller one carries over, and the cells outside of it are not needed.",
        figures.steps)),
    ("map  around", Argument(
        "This board is put into a larger one, on which the defender stops every line, and each "
        "line here holds one there. So he answers as he does there; where that answer lies "
        "outside of this board he plays anywhere, for a stone too many never harms.",
        figures.steps)),
    ("blocking", Argument(
        "A loop on the torus is told by how often it goes round in either direction. Two loops "
        "of one class can be pushed into each other, a loop of another class has to cross them. "
        "So it is enough to count crossings with two cuts.",
        figures.loop)),
    ("together", Argument(
        "What is claimed consists of several parts, each with a proof of its own, which stand "
        "below. They are about this position, or about another one that tells what is asked: the "
        "same board whoever is to move, the game with a clock, the sum with a whole number. "
        "Together they say what is claimed.",
        figures.steps)),
)  # fmt: skip
"""Parts of names of kinds, the more special ones first."""

PACKAGES: Sequence[tuple[str, Argument]] = (
    ("clauses", Argument(
        "What is claimed to be impossible is written as a list of conditions. From them others "
        "follow, step by step, each so simply that it can be followed by hand; the last one says "
        "that nothing is possible at all. The conditions are written anew by the checker, from "
        "the rules alone.",
        figures.clauses)),
    ("values", VALUES),
    ("definitions", Argument(
        "What is asked is a number, and its definition says how to count. Nothing is left to "
        "argue: the checker counts once more, straight from the definition, and arrives at the "
        "same number.",
            figures.again)),
    ("pairings", PAIRS),
)  # fmt: skip
"""Packages of kinds."""
