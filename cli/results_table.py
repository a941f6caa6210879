"""A results file as a table for people: HTML, Markdown, LaTeX and CSV say the same.

What needs a look comes first: contradicted, failed, not verified, unknown.
"""

from __future__ import annotations

import csv
import html
import io
import json
import os
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from gameproof.cli.guard import TimeOut, within
from gameproof.cli.report import seconds
from gameproof.games.meaning.bad_input import BadInput
from gameproof.prover.earlier import told_again

STATES = {
    "contradicted": "the answer is not the one that the instance's file expects",
    "fault": "gameproof failed",
    "error": "the file is no instance",
    "not verified": "answered without a certificate",
    "unknown": "not decided within the limits",
    "not checked again": "an earlier run says verified; no certificate beside it proves it now",
    "verified": "an independent checker accepted the certificate",
}
"""What became of an instance, in the order in which they are shown."""
PATIENCE = 60.0
"""Seconds in which a certificate is checked again."""
COLUMNS = ("state", "file", "board", "question", "answer", "expected", "method", "seconds")
LONG = {"file", "board", "answer"}
"""Columns whose words may be broken."""
NUMBERS = {"seconds", "instances", "longest", *STATES}


@dataclass(frozen=True, slots=True)
class Row:
    """One record. ``certificate`` and ``picture`` are files, empty where there is none."""

    state: str
    file: str
    board: str
    question: str
    answer: str
    expected: str
    method: str
    seconds: float
    game: str
    certificate: str
    picture: str = ""


def read(paths: Iterable[Path]) -> list[Row]:
    """The rows of results files, those that need a look first; raises :class:`BadInput`."""
    rows = [row for path in paths for row in _rows(path)]
    order = {state: number for number, state in enumerate(STATES)}
    rows.sort(key=lambda row: order[row.state])
    return rows


def _rows(path: Path) -> Iterator[Row]:
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                try:
                    yield _row(json.loads(line))
                except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                    raise BadInput(
                        "not a results file (one JSON object a line, as 'solve -o' writes)",
                        f"{path}:{number}",
                    ) from None
    except OSError as error:
        raise BadInput(error.strerror or "unreadable", str(path)) from None


def _row(record: dict[str, Any]) -> Row:
    file = str(record.get("file") or "")
    if record["type"] in ("error", "fault"):
        return Row(record["type"], file, "", "", record["message"], "", "", 0.0, "", "")
    if record["type"] != "answer":
        raise ValueError
    said = record["verified"]
    record = _told(record)
    if record["agrees"] is False:
        state = "contradicted"
    elif record["answer"] == "unknown":
        state = "unknown"
    elif record["verified"]:
        state = "verified"
    else:
        state = "not checked again" if said else "not verified"
    asked = (f"{key}={_text(value)}" for key, value in record["arguments"].items())
    answer = str(record["answer"])
    stopped = record.get("stopped")
    return Row(
        state,
        file,
        str(record["board"]),
        " ".join([str(record["question"]), *asked]),
        f"{answer} ({stopped})" if stopped else answer,
        str(record.get("expected") or ""),
        str(record.get("method") or ""),
        float(record["seconds"]),
        str(record["game"]),
        str(record.get("certificate") or ""),
    )


def _told(record: dict[str, Any]) -> dict[str, Any]:
    """The record with its certificate checked again, for at most ``PATIENCE`` seconds."""
    try:
        return within(PATIENCE, lambda: told_again(record))
    except TimeOut:
        return told_again({**record, "certificate": None})


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def states(rows: list[Row]) -> dict[str, int]:
    """How many there are of each state that occurs."""
    found = Counter(row.state for row in rows)
    return {state: found[state] for state in STATES if found[state]}


def headline(rows: list[Row]) -> str:
    """The counts and the times in a sentence."""
    counts = ", ".join(f"{number} {state}" for state, number in states(rows).items())
    times = [row.seconds for row in rows if row.game] or [0.0]
    return (
        f"{len(rows)} instances: {counts or 'none'}; {seconds(sum(times))} in all, "
        f"median {seconds(statistics.median(times))}, longest {seconds(max(times))}"
    )


def questions(rows: list[Row]) -> tuple[list[str], list[list[str]]]:
    """A line for each game and question: the counts of its states, and its times."""
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        if row.game:
            groups[row.game, row.question].append(row)
    shown = [state for state in states(rows) if state not in ("error", "fault")]
    lines = []
    for (game, question), group in sorted(groups.items()):
        found = Counter(row.state for row in group)
        times = [row.seconds for row in group]
        counts = [str(found[state]) for state in shown]
        both = [_number(sum(times)), _number(max(times))]
        lines.append([game, question, str(len(group)), *counts, *both])
    return ["game", "question", "instances", *shown, "seconds", "longest"], lines


def cells(row: Row) -> list[str]:
    """The texts of a row's columns."""
    return [
        _number(row.seconds) if name == "seconds" else str(getattr(row, name)) for name in COLUMNS
    ]


def _number(value: float) -> str:
    return f"{value:.3f}"


def as_csv(rows: list[Row], output: Path) -> str:
    """Comma-separated values, a header line first; certificates and pictures are files."""
    del output
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*COLUMNS, "certificate", "picture"])
    writer.writerows([*cells(row), row.certificate, row.picture] for row in rows)
    return text.getvalue()


def markdown_table(
    names: Sequence[str], lines: Iterable[Sequence[str]], bars: Sequence[str]
) -> list[str]:
    """The lines of a table; ``bars`` stand below the names, the texts are Markdown already."""
    return [f"| {' | '.join(line)} |" for line in (names, bars, *lines)]


def as_markdown(rows: list[Row], output: Path) -> str:
    """The tables of GitHub's Markdown."""

    def cell(text: str) -> str:
        plain = html.escape(text.replace("\n", " "), quote=False).replace("\\", "\\\\")
        for mark in "|*_`[]~":
            plain = plain.replace(mark, "\\" + mark)
        return plain

    def table(names: list[str], lines: Iterable[list[str]]) -> list[str]:
        return markdown_table(names, lines, ["---:" if n in NUMBERS else "---" for n in names])

    def links(row: Row) -> str:
        named = (("certificate", row.certificate), ("picture", row.picture))
        return " ".join(f"[{name}](<{_link(path, output)}>)" for name, path in named if path)

    names, groups = questions(rows)
    whole = ([*map(cell, cells(row)), links(row)] for row in rows)
    return "\n".join(
        [
            "# Results",
            "",
            headline(rows),
            "",
            *table(names, (list(map(cell, line)) for line in groups)),
            "",
            *table([*COLUMNS, "proof"], whole),
            "",
        ]
    )


TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}",
    "-": "{-}", "`": r"\textasciigrave{}", "'": r"\textquotesingle{}",
    "±": r"\ensuremath{\pm}", "−": r"\ensuremath{-}", "×": r"\ensuremath{\times}",
    "↑": r"\ensuremath{\uparrow}", "↓": r"\ensuremath{\downarrow}", "⋆": r"\ensuremath{\star}",
    "⇑": r"\ensuremath{\Uparrow}", "⇓": r"\ensuremath{\Downarrow}", "∗": r"\ensuremath{\ast}",
    "≤": r"\ensuremath{\le}", "≥": r"\ensuremath{\ge}", "–": r"\textendash{}",
}  # fmt: skip

LETTERS = "őŐűŰšŠžŽčČřŘěĚłŁśŚżŻźŹćĆńŃąĄęĘğĞşŞťŤďĎůŮ"
"""Letters beyond Latin-1 that LaTeX has without more packages."""


def tex(text: str) -> str:
    """A text for LaTeX, which may break it after every word and mark."""
    made = []
    for mark in text:
        if mark in TEX:
            made.append(TEX[mark])
        elif ord(mark) < 32:
            made.append(" ")
        elif ord(mark) < 127 or 0xC0 <= ord(mark) <= 0xFF or mark in LETTERS:
            made.append(mark)
        else:
            made.append(rf"\texttt{{U+{ord(mark):04X}}}")
        if mark in "/,;:=_)}|-":
            made.append(r"\allowbreak{}")
    return "".join(made)


def tex_table(names: Sequence[str], lines: Iterable[Sequence[str]], sides: str) -> list[str]:
    """The lines of a ``longtable`` of cells in LaTeX; ``sides`` are LaTeX's for the columns."""
    head = " & ".join(tex(name) for name in names)
    body = [" & ".join(line) + r" \\" for line in lines]
    return [
        rf"\begin{{longtable}}{{{sides}}}",
        rf"\hline {head} \\ \hline \endhead",
        *body,
        r"\hline",
        r"\end{longtable}",
    ]


def as_tex(rows: list[Row], output: Path) -> str:
    """A ``longtable`` for a paper, to be input: boards, answers in the notation of the field,
    and what became of each; files and methods are left to the other formats."""
    from gameproof.pictures.sheet.latex import value_to_latex

    del output

    def answer(row: Row) -> str:
        try:
            return f"${value_to_latex(row.answer)}$" if row.answer else ""
        except ValueError:
            return tex(row.answer)

    lines = (
        [tex(row.board), tex(row.question), answer(row), tex(row.state), seconds(row.seconds)]
        for row in rows
    )
    return "\n".join(
        [
            r"% \usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}"
            r"\usepackage{textcomp,longtable,array}",
            *tex_table(("board", "question", "answer", "proof", "seconds"), lines, TEX_SIDES),
            "",
        ]
    )


TEX_SIDES = (
    r">{\raggedright\arraybackslash}p{.3\linewidth}l"
    r">{\raggedright\arraybackslash}p{.25\linewidth}lr"
)

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #1b1b1b; background: #fff }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .2rem .7rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid #ccc; white-space: nowrap }
.long { white-space: normal; overflow-wrap: anywhere; min-width: 10rem }
th { position: sticky; top: 0; background: #f2f2f2 }
th button { font: inherit; font-weight: 600; border: 0; padding: 0; background: none;
  cursor: pointer }
th[aria-sort=ascending] button::after { content: " \\25B2" }
th[aria-sort=descending] button::after { content: " \\25BC" }
.number { text-align: right; font-variant-numeric: tabular-nums }
.contradicted td:first-child, .fault td:first-child, .error td:first-child
  { color: #a3000b; font-weight: 600 }
.not-verified td:first-child, .unknown td:first-child { color: #8a5300; font-weight: 600 }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #161616 } th { background: #262626; color: inherit }
  th button { color: inherit } a { color: #8cb8ff }
  .contradicted td:first-child, .fault td:first-child, .error td:first-child { color: #ff8a8a }
  .not-verified td:first-child, .unknown td:first-child { color: #ffc46b } }
"""
SORT = """
for (const table of document.querySelectorAll("table"))
  table.tHead.addEventListener("click", event => {
    const head = event.target.closest("th");
    if (!head) return;
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const column = head.cellIndex, body = table.tBodies[0], sign = down ? -1 : 1;
    const key = row => row.cells[column].dataset.sort ?? row.cells[column].textContent;
    const compare = new Intl.Collator(undefined, {numeric: true}).compare;
    body.append(...[...body.rows].map(row => [key(row), row])
      .sort((a, b) => sign * compare(a[0], b[0])).map(pair => pair[1]));
  });
"""


def as_html(rows: list[Row], output: Path) -> str:
    """A page that needs no other file: tables that a click on a column's name sorts."""
    order = {state: number for number, state in enumerate(STATES)}

    def cell(name: str, text: str) -> str:
        kind = ' class="number"' if name in NUMBERS else ' class="long"' if name in LONG else ""
        place = f' data-sort="{order[text]}"' if name == "state" else ""
        return f"<td{kind}{place}>{html.escape(text)}</td>"

    def table(names: list[str], lines: Iterable[str]) -> Iterator[str]:
        heads = "".join(f'<th scope="col"><button>{name}</button></th>' for name in names)
        yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
        yield from lines
        yield "</tbody></table>"

    def links(row: Row) -> str:
        named = (("certificate", row.certificate), ("picture", row.picture))
        shown = (
            f'<a href="{html.escape(_link(path, output))}">{name}</a>'
            for name, path in named
            if path
        )
        return f"<td>{' '.join(shown)}</td>"

    def line(row: Row) -> str:
        shown = "".join(map(cell, COLUMNS, cells(row)))
        return f'<tr class="{row.state.replace(" ", "-")}">{shown}{links(row)}</tr>'

    names, groups = questions(rows)
    grouped = ("<tr>" + "".join(map(cell, names, one)) + "</tr>" for one in groups)
    meanings = "".join(
        f"<dt>{state}: {number}</dt><dd>{STATES[state]}</dd>"
        for state, number in states(rows).items()
    )
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>Results</title><style>{STYLE}</style></head><body><h1>Results</h1>",
            f"<p>{html.escape(headline(rows))}</p><dl>{meanings}</dl>",
            *table(names, grouped),
            *table([*COLUMNS, "proof"], map(line, rows)),
            f"<script>{SORT}</script></body></html>",
            "",
        ]
    )


def _link(path: str, output: Path) -> str:
    """The file as seen from the report's folder, as an address."""
    return quote(Path(os.path.relpath(path, output.parent)).as_posix())


FORMATS = {
    ".html": as_html, ".htm": as_html, ".csv": as_csv, ".tex": as_tex, ".md": as_markdown,
}  # fmt: skip
