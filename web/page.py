"""A proof as one self-contained page: nothing is loaded from anywhere, nothing is expanded.

The page carries the certificate's file byte for byte. Replies, symmetries and alternating paths
are followed in the browser when somebody makes a move, and a second checker, which shares no code
with ours, verifies the whole file there.
"""

from __future__ import annotations

import base64
import html
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from gameproof.certificates.certificate import Certificate
from gameproof.certificates.files import Sealed, compressed
from gameproof.certificates.kernel import kind_of
from gameproof.certificates.pairings.tiling import Tiling
from gameproof.certificates.strategies.together import Together, parts
from gameproof.certificates.values.mex import Mex
from gameproof.games.meaning.position import AnyPosition
from gameproof.prover.sides import note
from gameproof.prover.verify import Verified, spelt, verify_sealed
from gameproof.web.explained import Argument, argument
from gameproof.web.played_out import played_out
from gameproof.web.scripts import checker, explorer, static, style
from gameproof.web.views import view
from gameproof.web.words import headline

if TYPE_CHECKING:
    from gameproof.instances.instance import Resolved
    from gameproof.pictures.picture import Detail, Picture

LARGEST = 1 << 26
"""Bytes of the largest certificate that is put into a page: 64 MB."""


FOLLOWED = ("nim", "rook", "even-odd", "wythoff", "octal")
"""Games whose rules the script knows, beside those on boards of cells and on graphs."""


def page(sealed: Sealed, picture: Picture | None = None, verified: Verified | None = None) -> str:
    """The page of a certificate, as HTML.

    It is verified first, unless that was just done. Raises :class:`Rejected` for a certificate that
    is not accepted and :class:`BadInput` for what is none or too large. O(size of the file) beside
    the check.
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
    seen = view(asked.position, told)
    if asked.game.name not in FOLLOWED and not seen.keys() & {"board", "kayles"}:
        seen |= _played_out(asked, verified.record.certificate)
    facts = json.dumps({"view": seen}, ensure_ascii=False)
    left = note(asked.game.name, asked.question.name, str(verified.answer))
    values = {
        "title": asked.words,
        "headline": headline(asked.game, asked.question, verified.answer),
        "claim": f"{asked.question.text[:1].upper()}{asked.question.text[1:]} "
        f"{question}: {verified.answer}",
        "sentence": f"Proved: {verified.sentence}.{f' {left}.' if left else ''}",
        "example": "X a1 b2 O c3" if asked.game.name == "tictactoe" else "",
        "game": asked.game.name,
        "size": f"{max(1, round(sealed.size / 1000))} kB",
        "checked": f"s VERIFIED {verified.claim}",
    }
    filled = {name: html.escape(text) for name, text in values.items()}
    filled |= {
        "style": style(),
        "reasons": _reasons(kinds),
        "picture": _shown(picture),
        "facts": facts.replace("<", "\\u003c"),
        "text": base64.b64encode(sealed.text).decode(),
        "arrays": base64.b64encode(sealed.arrays or b"").decode(),
        "checker": checker(),
        "explorer": explorer(),
    }
    # What is filled in is not looked at again: a claim may hold braces.
    pieces = static("page.html").split("{")
    text = [pieces[0]]
    for piece in pieces[1:]:
        name, brace, rest = piece.partition("}")
        text.append(filled[name] + rest if brace and name in filled else "{" + piece)
    return "".join(text)


def _played_out(asked: Resolved, certificate: Certificate) -> dict[str, object]:
    """The plays against a proof that the script cannot follow, with pictures as they fit."""

    def drawn(position: AnyPosition) -> str | None:
        picture = picture_of(replace(asked, position=position), None, {})
        return None if picture is None else picture.without_caption().svg

    found = played_out(asked.position, certificate, drawn)
    return {"played": found} if found else {}


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


def _reasons(certificates: list[Certificate]) -> str:
    """Each argument once, explained, with the theorems of the kinds that make it."""
    told: dict[str, tuple[Argument, list[str]]] = {}
    for certificate in certificates:
        kind = kind_of(certificate)
        found = argument(kind.tag, type(certificate).__module__)
        told.setdefault(found.text, (found, []))[1].append(
            f'<p class="theorem"><strong>{html.escape(kind.tag)}.</strong> '
            f"Theorem: {html.escape(kind.theorem)}. Evidence: {html.escape(kind.evidence)}.</p>"
        )
    return "\n".join(
        f'<div class="argument"><div><p>{html.escape(found.text)}</p>{"".join(theorems)}</div>'
        f"{found.svg()}</div>"
        for found, theorems in told.values()
    )


def _shown(picture: Picture | None) -> str:
    """The picture, or the frame of it that a slider chooses, beside its text."""
    if picture is None:
        return "<p>There is no picture.</p>"
    frames = picture.frames or (picture.svg,)
    drawn = "".join(
        f'<div class="picture"{" hidden" if number else ""}>{svg}</div>'
        for number, svg in enumerate(frames)
    )
    if len(frames) > 1:
        slider = f'<input type="range" id="step" min="0" max="{len(frames) - 1}" value="0">'
        drawn = f"<p><label>Step {slider}</label></p>\n{drawn}"
    text = html.escape(picture.text)
    return f"{drawn}\n<details><summary>As text</summary><pre>{text}</pre></details>"
