"""Hex and Gomoku in SGF, against positions written by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances import sgf_files
from gameproof.instances.instance import from_words, read, resolve


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;FF[4]GM[11]SZ[5];B[a1];W[b2])", "hex 5 5 --first a1 --second b2"),
        ("(;GM[11]SZ[3:4];B[C4])", "hex 4 3 --first c4 --to-move second"),
        ("(;GM[11])", "hex 11 11"),
        ("(;GM[11]SZ[4];B[b1];W[swap-pieces])", "hex 4 4 --second a2"),
        ("(;GM[11]SZ[4];B[b1];W[resign])", "hex 4 4 --first b1 --to-move second"),
        ("(;GM[11]SZ[4]AB[a1][b1]AW[c1]PL[W])",
         "hex 4 4 --first a1;b1 --second c1 --to-move second"),
        ("(;GM[4]SZ[15];B[hh];W[hi])", "mnk 15 15 5 --first h8 --second h9"),
        ("(;GM[4]SZ[9]RU[Freestyle]AB[aa:bb])", "mnk 9 9 5 --first a1;b1;a2;b2"),
        ("(;GM[4]SZ[7];B[aa](;W[ba];B[ab])(;W[gg]))",
         "mnk 7 7 5 --first a1;a2 --second b1 --to-move second"),
        ("(;GaMe[4]GM[4]C[a \\] b (;] SZ[5] ; B [aa] )", "mnk 5 5 5 --first a1 --to-move second"),
    ],
)  # fmt: skip
def test_positions_at_the_end_of_the_main_line(text: str, words: str) -> None:
    assert resolve(from_words(sgf_files.words(text))).key == resolve(from_words([words])).key


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;GM[1]SZ[19];B[aa])", "this is Go"),
        ("(;SZ[19];B[aa])", "no property GM"),
        ("(;GM[4]RU[Renju];B[aa])", "free style"),
        ("(;GM[4]SZ[5];B[aa];W[aa])", "is taken"),
        ("(;GM[4]SZ[5];B[zz])", "no cell 'zz'"),
        ("(;GM[4]SZ[5];B[AA])", "no cell 'AA'"),
        ("(;GM[11]SZ[5];B[f1])", "no cell 'f1'"),
        ("(;GM[11]SZ[5];W[swap-sides])", "no cell 'swap-sides'"),
        ("(;GM[11]SZ[x])", "expected a size"),
        ("(;GM[11]SZ[5]", "closed"),
        ("(;GM[11]SZ[5])(;GM[11]SZ[5])", "several games"),
        ("GM[11]", "expected a tree"),
        ("", "expected a tree"),
        ("(;GM[11]@)", "no SGF"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        sgf_files.words(text)


def test_a_file_is_an_instance_and_stands_for_words(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_text("(;GM[11]SZ[4];B[b2])")
    key = resolve(from_words(["hex 4 4 --first b2 --to-move second"])).key
    assert resolve(read(path)).key == key
    assert resolve(from_words([str(path)])).key == key
    assert resolve(from_words(["hex", str(path)])).key == key
    with pytest.raises(BadInput, match="a game of hex, not of gomoku"):
        from_words(["gomoku", str(path)])
    (tmp_path / "x.foo").write_text("what is this")
    with pytest.raises(BadInput, match=r"kind .foo are not read; instances are .json .toml"):
        read(tmp_path / "x.foo")
