"""``gameproof claims``: what the source papers say, checked again."""

from __future__ import annotations

import json
from typing import Any

import click

from gameproof.cli import options as shared
from gameproof.cli.status import Status


@click.command(name="claims")
@click.argument("document", required=False)
@click.option("--list", "list_", is_flag=True, help="Only list them; run nothing.")
@shared.limits
@shared.as_json
def command(document: str | None, list_: bool, json_: bool, **settings: Any) -> int:
    """Re-check what the source papers say (or one of them: DOCUMENT is its number, as 004)."""
    from gameproof.instances.claim_files import read_claims

    status = Status.DONE
    counts: dict[str, int] = {}
    for claim in read_claims(document):
        row = _listed(claim) if list_ else recheck(claim, settings)
        counts[row["verdict"]] = counts.get(row["verdict"], 0) + 1
        if row["state"] == "contradicted":
            status = Status.REFUTED
        elif row["state"] == "unknown" and status == Status.DONE:
            status = Status.UNKNOWN
        click.echo(json.dumps(row, ensure_ascii=False) if json_ else _text(row))
    total = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    click.echo(f"gameproof: {total}", err=True)
    return int(status)


def _listed(claim: Any) -> dict[str, Any]:
    import msgspec

    row: dict[str, Any] = msgspec.to_builtins(claim.record)
    row["instances"] = len(claim.instances)
    return {"type": "claim", **row, "verdict": claim.record.verdict, "state": "listed", "runs": []}


def recheck(claim: Any, settings: dict[str, Any]) -> dict[str, Any]:
    """Run a claim's instances; ``state`` is checked, contradicted, unknown or stated."""
    from gameproof.prover.prove import prove

    row = _listed(claim)
    states = set()
    for instance in claim.instances:
        answer = prove(instance, shared.context(settings))
        state = "unknown" if answer.answer == "unknown" else "checked"
        if answer.agrees is False:
            state = "contradicted"
        states.add(state)
        row["runs"].append(
            {
                "board": answer.board,
                "question": answer.question,
                "answer": answer.answer,
                "expected": instance.expected,
                "verified": answer.verified,
            }
        )
    order = ("contradicted", "unknown", "checked")
    row["state"] = next((s for s in order if s in states), "stated")
    return row


def _text(row: dict[str, Any]) -> str:
    ran = f" [{row['state']}, {len(row['runs'])} runs]" if row["state"] != "listed" else ""
    lines = [f"{row['document']} {row['place']}: {row['verdict'].upper()}{ran}"]
    lines.append(f"    {row['statement']}")
    if row.get("reach"):
        lines.append(f"    checked: {row['reach']}")
    if row.get("correction"):
        lines.append(f"    correct: {row['correction']}")
    for run in row["runs"]:
        if run["expected"] is not None and run["answer"] != run["expected"]:
            lines.append(
                f"    {run['board']} {run['question']}: {run['answer']}, expected {run['expected']}"
            )
    return "\n".join(lines)
