"""NoGo keeps its word; values found by hand and outcomes of plain search are found and proved."""

import pytest
from gameproof_nogo.nogo import breathes

import gameproof as gp
from gameproof.testing import conforms

BOARDS = ["0 0", "1 1", "1 2", "1 4", "x.#/.o."]


def test_the_game_conforms() -> None:
    """Notation, illegal moves, laws, meanings, answers, certificates, pictures."""
    report = conforms("nogo", [f"nogo {board}" for board in BOARDS])
    assert report.boards == len(BOARDS)
    assert report.answers == report.certificates
    assert report.compared >= 3 * len(BOARDS)  # what plain search knows of a position


@pytest.mark.parametrize(("board", "value"), [("1 1", "0"), ("1 2", "*"), ("1 3", "±1")])
def test_values_of_short_rows(board: str, value: str) -> None:
    """By hand: a stone alone has no liberty; of two squares one stone can take one."""
    proof = gp.solve(f"nogo {board}", "value")
    assert proof.verified
    assert str(proof.answer) == value


@pytest.mark.parametrize(("rows", "columns"), [(1, 5), (2, 3)])
def test_outcomes_by_plain_search(rows: int, columns: int) -> None:
    """All plays of a board, each stone looked at as it is put."""

    def wins(lines: tuple[str, ...], mark: str) -> bool:
        for r in range(rows):
            for c in range(columns):
                row = lines[r][:c] + mark + lines[r][c + 1 :]
                after = (*lines[:r], row, *lines[r + 1 :])
                free = lines[r][c] == "."
                if free and breathes(after) and not wins(after, "xo"[mark == "x"]):
                    return True
        return False

    proof = gp.solve(f"nogo {rows} {columns}")
    assert proof.verified
    empty = ("." * columns,) * rows
    assert str(proof.answer) == ("N" if wins(empty, "x") else "P")


def test_play_is_answered_by_the_proof() -> None:
    """Left begins on a row of three and wins against every reply of Right."""
    proof = gp.solve("nogo 1 3")
    open_positions = [gp.position("nogo 1 3")]
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
