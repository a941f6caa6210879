"""Pictures as files: themes, TikZ, LaTeX, PDF, PNG, and what is refused."""

from __future__ import annotations

import builtins
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from gameproof.cli.main import run
from gameproof.cli.show import draw
from gameproof.games.meaning.bad_input import BadInput
from gameproof.instances.instance import from_words, resolve
from gameproof.pictures.picture import Picture
from gameproof.pictures.proof import latex_lines
from gameproof.pictures.sheet import files
from gameproof.pictures.sheet.files import SUFFIXES, Missing, to_bytes
from gameproof.pictures.sheet.latex import escaped, table_to_latex, value_to_latex
from gameproof.pictures.sheet.measure import shortened, width, wrap
from gameproof.pictures.sheet.palette import DARK, TINTS, themed

BOARDS = (
    "tictactoe 5 2",
    "tictactoe 3 3",
    "hex 4 4",
    "geography petersen --start 0",
    "geography hypercube 4",
    "snort path 9 --red 0",
    "nim 3 4 5",
    "wythoff 6 8",
    "tictoe",
    "torus-cycles 4",
    "paper-soccer 4 4",
    "sum nim:3 rook:2,5 wythoff:2,2",
    "take-away 2*x 13",
)
THERMOGRAPH = {
    "thermograph": {"left": [["0", "1"], ["1", "0"]], "right": [["0", "-1"], ["1", "0"]]},
    "mean": "0",
    "temperature": "1",
    "question": "value",
    "answer": "±1",
}


def picture(words: str, detail: dict[str, Any] | None = None) -> Picture:
    return draw(resolve(from_words(words.split(), None)), None, detail)


@pytest.mark.parametrize("words", BOARDS)
def test_themes_are_total(words: str) -> None:
    svg = picture(words).svg
    dark = themed(svg, "dark")
    colours = re.findall(r'(?:fill|stroke)="(#[^"]+)"', dark)
    assert colours
    assert set(colours) <= set(DARK.values())
    auto = themed(svg, "auto")
    assert "prefers-color-scheme:dark" in auto
    ElementTree.fromstring(auto)


def test_colours_of_pairs_differ_also_by_lightness_or_hue() -> None:
    def channels(colour: str) -> tuple[int, ...]:
        return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))

    def as_seen(colour: str) -> tuple[float, ...]:
        """Deuteranopia, roughly: red and green in one (Viénot, Brettel, Mollon 1999)."""
        r, g, b = channels(colour)
        return (0.29 * r + 0.71 * g, 0.29 * r + 0.71 * g, -0.02 * r + 0.02 * g + b)

    for k, one in enumerate(TINTS):
        for other in TINTS[:k]:
            apart = sum(abs(a - b) for a, b in zip(as_seen(one), as_seen(other), strict=True))
            assert apart > 8, (one, other)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_format(suffix: str) -> None:
    if suffix in (".pdf", ".png"):
        pytest.importorskip("cairosvg", reason="CairoSVG is not installed")
    data = to_bytes(picture("geography petersen"), suffix)
    begins = {
        ".svg": b"<svg",
        ".pdf": b"%PDF",
        ".png": b"\x89PNG",
        ".tikz": b"%",
        ".tex": b"\\documentclass",
        ".txt": b"token free",
    }
    assert data.startswith(begins[suffix])


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = picture("nim 3")
    with pytest.raises(BadInput, match=r"\.bmp"):
        to_bytes(shown, ".bmp")
    with pytest.raises(BadInput, match="auto"):
        to_bytes(shown, ".tikz", theme="auto")
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "cairosvg":
            raise ImportError("no module named cairosvg")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Missing, match=r"gameproof\[pictures\]"):
        to_bytes(shown, ".pdf")


@pytest.mark.parametrize(
    ("value", "latex"),
    [
        ("0", "0"),
        ("{1|*}", r"\left\{1\middle|{\ast}\right\}"),
        ("±1", r"\pm1"),
        ("-1/2", r"-\frac{1}{2}"),
        ("↑*", r"{\uparrow}{\ast}"),
        ("^^", r"{\Uparrow}"),
        ("vvv*2", r"3\cdot{\downarrow}{\ast}2"),
        ("{3||1|0}", r"\left\{3\middle\|1\middle|0\right\}"),
        ("{0||0|-2}", "{+}_{2}"),
        ("{1/2|0||0}", r"{-}_{\frac{1}{2}}"),
        ("1{0|{0|-3}}", "1{+}_{3}"),
        ("2^3*", r"2+3\cdot{\uparrow}{\ast}"),
        ("{2|1, ±1}", r"\left\{2\middle|1,\,\pm1\right\}"),
    ],
)
def test_values_in_latex(value: str, latex: str) -> None:
    assert value_to_latex(value) == latex


@pytest.mark.parametrize("value", ["{1|", "abc", "\\input{x}", "}1{"])
def test_what_is_no_value(value: str) -> None:
    with pytest.raises(ValueError, match="value"):
        value_to_latex(value)


def test_tables_and_words_in_latex() -> None:
    assert escaped("50% of {a_b} → ±1") == r"50\% of \{a\_b\} $\rightarrow$ $\pm$1"
    table = table_to_latex(["n", "value"], [["1", "*"], ["2", "{1|0}"]])
    assert r"\begin{tabular}{rl}" in table
    assert r"2 & $\left\{1\middle|0\right\}$ \\" in table


def test_words_are_measured() -> None:
    assert width("mmm", 10) > 2 * width("iii", 10)
    lines = wrap("a sentence that does not fit into one line of so little room", 12, 120)
    assert len(lines) > 2
    assert all(width(line, 12) <= 120 for line in lines)
    assert "".join(wrap("x" * 99, 12, 50)) == "x" * 99
    assert shortened("abcdefghij", 10, 30).endswith("…")
    assert width(shortened("abcdefghij", 10, 30), 10) <= 30


def test_tex_compiles(tmp_path: Path) -> None:
    """All boards and a thermograph as one LaTeX run each; where TeX is installed."""
    latex = shutil.which("pdflatex")
    if latex is None:
        pytest.skip("no TeX here: the documents were made but not compiled")
    shown = [picture(words) for words in BOARDS] + [picture("snort path 3", THERMOGRAPH)]
    parts = [to_bytes(one, ".tikz").decode() for one in shown]
    first = to_bytes(shown[0], ".tex", more=latex_lines(THERMOGRAPH)).decode()
    document = first.replace("\\end{document}", "\n\n".join(["", *parts, "\\end{document}"]))
    (tmp_path / "all.tex").write_text(document, encoding="utf-8")
    done = subprocess.run(
        [latex, "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path,
        capture_output=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    assert (tmp_path / "all.pdf").stat().st_size > 10_000


def test_the_sets_through_a_cell(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "tictactoe", "3", "3", "--through", "2,2,2"]) == 0
    assert "13 winning sets through 2,2,2" in capsys.readouterr().out
    assert run(["show", "hex", "4", "4", "--through", "B2"]) == 0
    assert "so many hold the cell" in capsys.readouterr().out
    for words in (["nim", "3"], ["tictactoe", "40", "3"]):
        assert run(["show", *words, "--through", "a1"]) == 2
        assert "--through" in capsys.readouterr().err


def test_show_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def gone(*_: object, **__: object) -> bytes:
        raise Missing("a .pdf file needs CairoSVG")

    monkeypatch.setattr(files, "_converted", gone)
    assert run(["show", "nim", "3", "-o", str(tmp_path / "x.pdf")]) == 4
    error = capsys.readouterr().err
    assert "CairoSVG" in error
    assert error.count("\n") == 1
    assert not (tmp_path / "x.pdf").exists()
