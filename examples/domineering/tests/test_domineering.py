"""Domineering and Cram keep their word; known values are found and proved."""

import pytest

import gameproof as gp
from gameproof.testing import conforms

BOARDS = ["0 0", "1 1", "1 4", "2 2", "2 3", "2 4", "3 3"]


@pytest.mark.parametrize("game", ["domineering", "cram"])
def test_the_game_conforms(game: str) -> None:
    """Notation, illegal moves, laws, meanings, answers, certificates, pictures."""
    report = conforms(game, [f"{game} {board}" for board in BOARDS])
    assert report.boards == len(BOARDS)
    assert report.answers == report.certificates
    assert report.compared >= 3 * len(BOARDS)  # what plain search knows of a position


@pytest.mark.parametrize(
    ("board", "value"),
    [
        ("2 1", "1"),
        ("1 2", "-1"),
        ("5 1", "2"),
        ("2 2", "±1"),
        ("3 3", "±1"),
        ("2 3", "{2|-1/2}"),
        ("3 2", "{1/2|-2}"),
        ("4 3", "3/2"),
    ],
)
def test_values_of_rectangles(board: str, value: str) -> None:
    """On Numbers and Games, chapter 10."""
    proof = gp.solve(f"domineering {board}", "value")
    assert proof.verified
    assert str(proof.answer) == value


@pytest.mark.parametrize(
    ("board", "winner"), [("2 4", "P"), ("1 5", "P"), ("3 3", "P"), ("3 4", "N")]
)
def test_outcomes_of_cram(board: str, winner: str) -> None:
    """An even by an even board is lost for the next player, an even by an odd one is won."""
    proof = gp.solve(f"cram {board}")
    assert proof.verified
    assert str(proof.answer) == winner


def test_play_is_answered_by_the_proof() -> None:
    """Left begins on 3 x 3 and wins against every reply of Right."""
    proof = gp.solve("domineering 3 3")
    open_positions = [gp.position("domineering 3 3")]
    while open_positions:
        here = open_positions.pop()
        if here.to_move == "left":
            move = proof.reply(here)
            assert move is not None
            after = here.play(move)
            assert after.result() in (None, "left")
            open_positions.append(after) if after.result() is None else None
        else:
            open_positions += [
                after for m in here.moves() if (after := here.play(m)).result() is None
            ]
