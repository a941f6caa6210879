"""Answers as a person reads them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

LONG = 16  # entries of a list or table that are shown; the rest is counted


def seconds(value: float) -> str:
    """A duration with a sensible unit."""
    if value < 0.0995:
        return f"{value * 1000:.1f} ms"
    return f"{value:.2f} s" if value < 10 else f"{value:.1f} s"


def headline(answer: Mapping[str, Any]) -> str:
    """``tictactoe 5 2: pairing exists``, the first line of an answer."""
    asked = " ".join(f"{k}={_short(v)}" for k, v in answer["arguments"].items())
    question = f"{answer['question']} {asked}".strip()
    return f"{answer['board']}: {question}: {answer['answer']}"


def how(answer: Mapping[str, Any]) -> str:
    """Method, time and what stands behind the answer."""
    parts = []
    if answer["method"]:
        parts.append(f"by {answer['method']}")
    parts.append(seconds(answer["seconds"]))
    if answer["answer"] != "unknown":
        unsaid = "not verified (no certificate)"
        if answer.get("earlier"):
            unsaid = "earlier run, not checked again"
        parts.append("verified" if answer["verified"] else unsaid)
    elif answer["stopped"]:
        reason = {
            "time": "time limit reached",
            "memory": "memory limit reached",
            "proof size": "the proof is too large to be checked",
            "interrupted": "interrupted",
            "methods": "no method decides it",
        }
        parts.append(reason.get(answer["stopped"], answer["stopped"]))
    if answer.get("stored"):
        parts.append("from the store")
    return ", ".join(parts)


def lines(answer: Mapping[str, Any], said: str = "", claimed: str = "proved") -> list[str]:
    """The whole answer in a few lines; ``said`` is who is Left, and ``claimed`` goes before
    the claim."""
    text = [headline(answer), "  " + how(answer)]
    if answer.get("claim"):
        text.append(f"  {claimed}: {answer['claim']}")
    if said:
        text.append(f"  {said}")
    for key, value in answer["detail"].items():
        if key != "left":
            text += _entry(key, value)
    if answer.get("certificate"):
        text.append(f"  certificate: {answer['certificate']}")
    if answer.get("agrees") is False:
        text.append(f"  CONTRADICTS the expected answer {answer['expected']!r}")
    return text


def _entry(key: str, value: Any) -> list[str]:
    name = key.replace("_", " ")
    if isinstance(value, str) and "\n" in value:
        return [f"  {name}:", *("    " + line for line in value.rstrip("\n").split("\n"))]
    return [f"  {name}: {_short(value)}"]


def _short(value: Any) -> str:
    if isinstance(value, list | tuple):
        shown = [_short(v) for v in value[:LONG]]
        more = f" ... ({len(value)} in all)" if len(value) > LONG else ""
        return " ".join(shown) + more if shown else "none"
    if isinstance(value, dict):
        items = list(value.items())
        text = ", ".join(f"{k}: {_short(v)}" for k, v in items[:LONG])
        return text + (f", ... ({len(items)} in all)" if len(items) > LONG else "")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    return value if isinstance(value, str) else json.dumps(value, default=str)
