"""A proof as one self-contained page: nothing is loaded from anywhere, nothing is expanded.

The page carries the certificate's file byte for byte. Replies, symmetries and alternating paths
are followed in the browser when somebody makes a move. Where the checker that is proved in Coq
covers the certificate, the page holds it, with the certificate as the numbers that it reads.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.files import CertificateFile, Sealed
from gameproof.certificates.kernel import kind_of
from gameproof.certificates.pairings.maximum_matching import MaximumMatching
from gameproof.certificates.pairings.tiling import Tiling
from gameproof.certificates.strategies.images import Images
from gameproof.certificates.strategies.play import Play
from gameproof.certificates.strategies.together import Together, parts
from gameproof.certificates.values.mex import Mex
from gameproof.games.impartial.impartial import MISERE
from gameproof.games.meaning.position import AnyPosition
from gameproof.prover.formal.numbers import NotCovered
from gameproof.prover.formal.translate import claimed, joined
from gameproof.prover.sides import note, sided
from gameproof.prover.verify import Verified, spelt, verify_sealed
from gameproof.prover.written import compressed
from gameproof.web.explained import Argument, argument
from gameproof.web.played_out import ALONE, AT_ONCE, Draw, played_out, unknown
from gameproof.web.scripts import explorer, packed, prover, static, style
from gameproof.web.views import View, view
from gameproof.web.words import headline

if TYPE_CHECKING:
    from gameproof.instances.instance import Resolved
    from gameproof.pictures.picture import Detail, Picture

LARGEST = 1 << 26
"""Bytes of the largest certificate that is put into a page: 64 MB."""

SENT = 400_000
"""Bytes of a page beside its certificate, so that it can be sent."""

SERVED = 2_000_000
"""The same of a page that is read where it lies."""

MOST_GROWN = 4
"""The numbers of a certificate have been a quarter of its size, and more than that."""

FILE = ("text", "arrays")
"""What of a page is the certificate."""

PROVER = """<p>This page holds a checker that is <em>proved in Coq</em>: what it accepts is true, by
a theorem that rests on no axiom. It reads the certificate as {count} numbers, written when this
page was made, and says in its own words what it has proved: see that they mean the same as the
claim above.</p>
<p class="buttons"><button type="button" class="main" id="prove">Check the proof</button>
<progress id="progress" hidden aria-label="checking"></progress> <span id="elapsed"></span></p>
<div id="found" role="status" aria-live="polite">
<p id="verdict"></p><ul id="theorem"></ul></div>"""
DECLINED = """<p id="declined"><strong>This page cannot check the proof by itself:</strong> {why}.
<code>{command}</code> checks the file below.</p>"""
TOO_LARGE = "with the checker that is proved in Coq it would be too large to be sent"
TRUSTED = """<p>{proved}{here}: the rules of {game}, as the program states them; the program; the
theorem above, as the literature proves it. Not trusted: the program that found the proof, and every
number in the file.</p>"""
TRUSTED_HERE = """For the check in this browser: that what it prints, by the definitions of its
theorem, means the claim above; Coq and its compilers; the browser. """

FOLLOWED = {
    "mex": ("nim", "rook", "even-odd", "wythoff"),
    "closed-form": ("nim", "rook", "even-odd"),
}
"""Games whose values the script adds, in normal play, by the kind of their certificate."""


def page(
    sealed: Sealed,
    picture: Picture | None = None,
    verified: Verified | None = None,
    *,
    beside: int = SENT,
    served: bool = False,
) -> str:
    """The page of a certificate, as HTML.

    It is verified first, unless that was just done. The proved checker is put in where it covers
    the certificate and the page then has fewer than ``beside`` bytes more than it. One that is
    ``served`` asks its server for replies that it does not know. Raises
    :class:`Rejected` for a certificate that is not accepted and :class:`BadInput` for what is none
    or too large. O(size of the file) beside the check.
    """
    from gameproof.games.meaning.bad_input import BadInput

    if sealed.size > LARGEST:
        raise BadInput(f"a page holds certificates of at most {LARGEST >> 20} MiB")
    verified = verified or verify_sealed(sealed)
    sealed = compressed(sealed)
    asked = verified.asked
    arguments = spelt(asked.arguments)
    question = f"{asked.question.name} {arguments}".strip()
    kinds = _kinds(verified.record.certificate)
    told = next((c for c in kinds if isinstance(c, Tiling | Mex)), None)
    seen = view(asked.position, told, _asked_for(verified))
    misere = asked.question.name == MISERE.name
    if misere:
        seen["misere"] = True  # the script knows normal play
    if misere or not _followed(asked.game.name, kinds, seen):
        seen |= _played_out(asked, verified.record.certificate, served)
    if served:
        seen["served"] = True
    facts = json.dumps({"view": seen}, ensure_ascii=False)
    left = note(asked.game.name, asked.question.name, str(verified.answer))
    values = {
        "title": asked.words,
        "headline": headline(asked.game, asked.question, verified.answer),
        "claim": f"{asked.question.text[:1].upper()}{asked.question.text[1:]} "
        f"{question}: {verified.answer}{_letter(asked, str(verified.answer))}",
        "sentence": f"Proved: {verified.sentence}.{f' {left}.' if left else ''}",
        "rule": _rule(asked),
        "size": f"{max(1, round(sealed.size / 1000))} kB",
        "checked": verified.claim,
        "connect": " connect-src 'self';" if served else "",
    }
    values["opening"] = next(
        (_argument(one).opening() for one in kinds if not isinstance(one, Together)), ""
    )
    filled = {name: html.escape(text) for name, text in values.items()}
    filled |= {
        "style": style(),
        "reasons": _reasons(kinds),
        "picture": _start(picture),
        "facts": facts.replace("<", "\\u003c") if len(facts) < PACKED else packed(facts),
        "text": base64.b64encode(sealed.text).decode(),
        "arrays": base64.b64encode(sealed.arrays or b"").decode(),
        "explorer": explorer(),
    }
    template = static("page.html")
    held = sum(
        len(text.encode()) * template.count(f"{{{name}}}")
        for name, text in filled.items()
        if name not in FILE
    )
    room = beside - held - len(template)
    filled |= _checked(verified.record, asked.game.name, sealed.size, room)
    # What is filled in is not looked at again: a claim may hold braces.
    pieces = template.split("{")
    text = [pieces[0]]
    for piece in pieces[1:]:
        name, brace, rest = piece.partition("}")
        text.append(filled[name] + rest if brace and name in filled else "{" + piece)
    return "".join(text)


def _followed(game: str, kinds: list[Certificate], seen: View) -> bool:
    """Does the script make the moves of such a proof by itself?"""
    if seen.keys() & {"board", "kayles", "octal"}:
        return True
    if any(game in FOLLOWED.get(kind_of(one).tag, ()) for one in kinds):
        return True
    graph: Any = seen.get("graph", {})
    walked = graph.get("token") is not None and not graph.get("edge")
    return any(
        (isinstance(one, Images) and "red" in graph)
        or (isinstance(one, MaximumMatching) and walked)
        for one in kinds
    )


def _letter(asked: Resolved, answer: str) -> str:
    """What L and R stand for: pieces on the board have the letters of their colours."""
    if answer not in ("L", "R") or not sided(asked.game.name, asked.question.name):
        return ""
    return f", for {'Left, who is Red' if answer == 'L' else 'Right, who is Blue'}"


def _rule(asked: Resolved) -> str:
    """The rule of the game, and what the options mean that change it."""
    said = [f"{asked.game.rule[:1].upper()}{asked.game.rule[1:]}."]
    for option in asked.game.parameters:
        value = asked.values.get(option.name.replace("-", "_"))
        changed = value not in (None, False, option.default)
        if option.option and option.kind in ("flag", "integers") and changed:
            numbers = map(str, value) if isinstance(value, tuple) else ()
            said.append(f"{' '.join([f'--{option.name}', *numbers])}: {option.help}.")
    return " ".join(said)


def _checked(record: CertificateFile, game: str, size: int, room: int) -> dict[str, str]:
    """The proved checker and the numbers that it reads, where it covers the certificate and both
    fit into so many bytes; and what the page says of it."""
    program = prover()
    room -= len(program) + len(PROVER) + len(TRUSTED) + len(TRUSTED_HERE)
    try:
        said, steps = claimed(record)
        numbers = joined(said, steps) if size <= MOST_GROWN * room else []
    except NotCovered as what:
        why = f"the checker that is proved in Coq does not cover {html.escape(str(what))}"
        return _declined(game, why)
    written = packed(" ".join(map(str, numbers)))
    if not numbers or len(written) > room:
        return _declined(game, TOO_LARGE, "--formal " if numbers else "")
    return {
        "formal": PROVER.format(count=f"{len(numbers):,}".replace(",", " ")),
        "numbers": written,
        "prover": program,
        "trusted": _trusted(TRUSTED_HERE, game),
        "state": "none",
        "badge": "Not checked in this browser yet",
    }


def _declined(game: str, why: str, option: str = "") -> dict[str, str]:
    """What a page without the proved checker says of it."""
    return {
        "formal": DECLINED.format(why=why, command=f"gameproof check {option}proof.json"),
        "numbers": "",
        "prover": "",
        "trusted": _trusted("", game),
        "state": "declined",
        "badge": "✓ Checked when this page was made",
    }


def _trusted(proved: str, game: str) -> str:
    """What is trusted, by the checker in the page, if any, and on the command line."""
    here = f"For <code>gameproof check</code>{'' if proved else ', which checked it'}"
    return TRUSTED.format(proved=proved, here=here, game=html.escape(game))


def _asked_for(verified: Verified) -> str:
    """The words of the file that name the position's graph, as its check found."""
    board = verified.record.instance.get("board")
    for value in board.values() if isinstance(board, dict) else ():
        words = value.get("words") if isinstance(value, dict) else None
        if isinstance(words, str) and f" {words} " in f"{verified.asked.words} ":
            return words
    return ""


def _played_out(asked: Resolved, certificate: Certificate, served: bool) -> dict[str, object]:
    """The plays against a proof that the script cannot follow, with pictures as they fit."""
    most = AT_ONCE if served else ALONE
    found = played_out(asked.position, certificate, drawing_of(asked), most=most)
    if not found:
        return {}
    if not served and isinstance(certificate, Play) and any(map(unknown, found["nodes"])):
        return {}  # the script follows all of it, without pictures
    return {"played": found}


def drawing_of(asked: Resolved) -> Draw:
    """What draws the positions that come up in plays from the one that was asked about."""

    def drawn(position: AnyPosition) -> str | None:
        picture = picture_of(replace(asked, position=position), None, {})
        return None if picture is None else picture.without_caption().svg

    return drawn


def picture_of(asked: Resolved, certificate: Certificate | None, detail: Detail) -> Picture | None:
    """The picture of a resolved instance with its proof; ``None`` for games without one."""
    from gameproof.prover.registry import picture

    found = picture(asked.module)
    return None if found is None else found.draw(asked.position, certificate, detail)


def _kinds(certificate: Certificate) -> list[Certificate]:
    """One certificate of each kind that the proof consists of, parts after their whole."""
    found = [certificate]
    if isinstance(certificate, Together):
        found = [one for part in parts(certificate) for one in _kinds(part)]
    return list({type(one): one for one in found}.values())


def _argument(certificate: Certificate) -> Argument:
    name = " ".join(
        [kind_of(certificate).tag, *(getattr(certificate, n, "") for n in ("theorem", "direction"))]
    )
    return argument(name, type(certificate).__module__)


def _reasons(certificates: list[Certificate]) -> str:
    """Each argument once, explained, with the theorems of the kinds that make it."""
    told: dict[str, tuple[Argument, list[str]]] = {}
    for certificate in certificates:
        kind, found = kind_of(certificate), _argument(certificate)
        told.setdefault(found.text, (found, []))[1].append(
            f'<p class="theorem"><strong>{html.escape(kind.tag)}.</strong> '
            f"Theorem: {html.escape(kind.theorem)}. Evidence: {html.escape(kind.evidence)}.</p>"
        )
    return "\n".join(
        f'<div class="argument"><div><p>{html.escape(found.text)}</p>{"".join(theorems)}</div>'
        f"{found.svg()}</div>"
        for found, theorems in told.values()
    )


MOST_TEXT = 60_000
"""Characters of the longest text of a picture in a page."""
PACKED = 50_000
"""Characters from which on a still picture and what a page knows of its game are packed."""


STARTING = """<section aria-labelledby="picture">
<h2 id="picture">The start</h2>
<div id="start">
{drawn}
</div>
</section>"""


def _start(picture: Picture | None) -> str:
    """The section of the picture, where there is one."""
    return "" if picture is None else STARTING.format(drawn=_shown(picture))


def _shown(picture: Picture) -> str:
    """The picture, or the first of its frames with a slider that leads to the others, beside its
    text."""
    frames = picture.frames or (picture.svg,)
    first, slider = frames[0], ""
    if len(frames) > 1:
        slider = f'<input type="range" id="step" min="0" max="{len(frames) - 1}" value="0">'
        slider = f"<p><label>Step {slider}</label></p>\n"
    elif len(first) > PACKED:  # unpacked by the page
        first = "<svg></svg>"
    drawn = f'{slider}<div class="picture">{first}</div>'
    if slider or first != frames[0]:
        held = packed(json.dumps(changed(frames), separators=(",", ":")))
        drawn += f'\n<script type="text/plain" id="frames">{held}</script>'
    text = html.escape(picture.text)
    if len(text) > MOST_TEXT:
        return f"{drawn}\n<p>The text is long: <code>gameproof show</code> prints it.</p>"
    return f"{drawn}\n<details><summary>As text</summary><pre>{text}</pre></details>"


SHAPE = re.compile(r"<(\w+)[^>]*?(?:/>|>[^<]*</\1>)")


def changed(frames: Sequence[str]) -> dict[str, object]:
    """An animation, each shape written once: ``shapes``, the ``frames`` before and after them,
    and what each frame ``changes`` in the shapes of the one before it, as numbers: where, how
    many go, which come; the last changes first. O(shapes) a frame, where few of them change.
    """
    numbers: dict[str, int] = {}
    around: list[list[str]] = []
    changes: list[list[list[int]]] = []
    before: list[int] = []
    for frame in frames:
        found = list(SHAPE.finditer(frame))
        first = found[0].start() if found else len(frame)
        around.append([frame[:first], frame[found[-1].end() :] if found else ""])
        after = [numbers.setdefault(shape[0], len(numbers)) for shape in found]
        same = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        changes.append(
            [[i, j - i, *after[k:m]] for tag, i, j, k, m in reversed(same) if tag != "equal"]
        )
        before = after
    return {"shapes": list(numbers), "frames": around, "changes": changes}
